// The markers of effects, each with an outline of its own, so that color is never the only cue.

import { s } from '../dom.js';

/**
 * @typedef {keyof typeof SHAPES} MarkerKind
 * @typedef {{ outline: string, sign?: string, fill: string, ink?: string }} Shape paths in a box from -12 to 12
 */

/** Kinds of core/effects.py that are marked on the board. @satisfies {Record<string, Shape>} */
const SHAPES = {
  loss: { outline: 'M-10 -11H10V1C10 7 5 10 0 12C-5 10 -10 7 -10 1Z', fill: '#8c1f16' },
  destroyed: { outline: 'M0 -11A11 11 0 1 1 0 11A11 11 0 1 1 0 -11Z', sign: 'M-5 -5L5 5M5 -5L-5 5', fill: '#1d1712' },
  hit: { outline: burst(12, 7.5, 8), sign: 'M0 -3A3 3 0 1 1 0 3A3 3 0 1 1 0 -3Z', fill: '#c2410c' },
  miss: { outline: 'M0 -10A10 10 0 1 1 0 10A10 10 0 1 1 0 -10Z', sign: 'M-5 0H5', fill: '#fffdf5', ink: '#4a4038' },
  disrupted: { outline: 'M0 -12L12 10H-12Z', sign: 'M1 -6L-3 2H2L-1 8', fill: '#e0a81c', ink: '#2a2018' },
  promotion: { outline: 'M0 -12L11 -4V11H-11V-4Z', sign: 'M-5 1L0 -4L5 1M-5 7L0 2L5 7', fill: '#e0a81c', ink: '#2a2018' },
  rally: { outline: 'M-4 -12H4V-4H12V4H4V12H-4V4H-12V-4H-4Z', fill: '#1f7a3d' },
  capture: { outline: 'M-11 -11H11L6 -4L11 3H-7V12H-11Z', sign: 'M-4 -4H2', fill: '#1f3a63' },
  arrival: { outline: 'M-11 -11H11V11H-11Z', sign: 'M0 -7V5M-5 1L0 6L5 1', fill: '#1f5a8a' },
  retreat: { outline: 'M-12 0L-2 -10V-5H12V5H-2V10Z', fill: '#5b3a9b' },
  rout: { outline: 'M-12 0L-2 -11V-5L6 -11V11L-2 5V11Z', fill: '#5b3a9b' },
  exhausted: { outline: 'M-9 -12H9V-8L3 0L9 8V12H-9V8L-3 0L-9 -8Z', fill: '#5a524a' },
  revealed: {
    outline: 'M-12 0C-6 -9 6 -9 12 0C6 9 -6 9 -12 0Z',
    sign: 'M0 -4A4 4 0 1 1 0 4A4 4 0 1 1 0 -4Z',
    fill: '#fffdf5',
    ink: '#1d1712',
  },
};

const COUNTED = ['loss', 'rally', 'promotion']; // markers that show by how much

/**
 * Whether an effect is marked on the board.
 * @param {string} kind
 * @returns {kind is MarkerKind}
 */
export const isMarked = (kind) => kind in SHAPES;

/**
 * A marker around a point of the board; `n` is how much was lost or regained.
 * @param {MarkerKind} kind
 * @param {number} n
 * @param {{ x: number, y: number, size: number }} spot
 * @returns {SVGGElement}
 */
export function marker(kind, n, { x, y, size }) {
  /** @type {Shape} */
  const { outline, sign, fill, ink = '#fff' } = SHAPES[kind];
  const amount = COUNTED.includes(kind) && n ? `${kind === 'loss' ? '−' : '+'}${n}` : '';
  const transform = `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(size / 26).toFixed(3)})`;
  return s(
    'g',
    { class: `marker ${kind}`, transform },
    s('path', { class: 'outline', d: outline, fill }),
    sign && !(amount && kind === 'promotion') ? s('path', { class: 'sign', d: sign, stroke: ink }) : null,
    amount ? s('text', { y: 4.5, fill: ink }, amount) : null,
  );
}

/**
 * A star with as many points around the origin.
 * @param {number} far
 * @param {number} near
 * @param {number} points
 */
function burst(far, near, points) {
  const corners = Array.from({ length: 2 * points }, (_, i) => {
    const [r, turn] = [i % 2 ? near : far, (i / points) * Math.PI];
    return `${(Math.sin(turn) * r).toFixed(1)} ${(-Math.cos(turn) * r).toFixed(1)}`;
  });
  return `M${corners.join('L')}Z`;
}
