// What has just happened, on the board: the way of a move, the line of a shot, a flash where something was lost. It goes when the next thing is done.

/**
 * @import { Spot } from './camera.js'
 * @typedef {{ from: Spot, via?: Spot[], to: Spot, kind: 'way' | 'fire' | 'plan', side: number }} Arrow
 * @typedef {{ x: number, y: number }} Point
 */

import { s } from './dom.js';

const MOST = 24;

export class Effects {
  constructor() {
    this.element = s('g', { class: 'effects', 'aria-hidden': 'true' });
  }

  clear() {
    this.element.replaceChildren();
  }

  /**
   * @param {Arrow[]} arrows
   * @param {Spot[]} losses
   */
  show(arrows, losses) {
    this.element.replaceChildren(...arrows.slice(-MOST).map(arrow), ...losses.slice(-MOST).map(flash));
  }
}

/**
 * From the rim of one thing to the rim of another by the places between, thin at its beginning.
 * @param {Arrow} arrow
 */
export function arrow({ from, via = [], to, kind, side }) {
  const wide = Math.min(from.size, to.size) * (kind === 'fire' ? 0.09 : 0.12);
  const head = wide * 3;
  const start = towards(from, via[0] ?? to, from.size * 0.3);
  const last = via.at(-1) ?? from;
  const end = towards(to, last, to.size * 0.38);
  const neck = towards(end, last, head);
  const shaft = [start, ...via, neck];
  const rims = shaft.map((p, i) => {
    const { x, y } = across(shaft[i - 1] ?? p, shaft[i + 1] ?? p);
    const half = wide * (0.3 + (0.7 * i) / (shaft.length - 1));
    return [
      [p.x - y * half, p.y + x * half],
      [p.x + y * half, p.y - x * half],
    ];
  });
  const { x, y } = across(neck, end);
  const barbs = [
    [neck.x - y * head * 0.75, neck.y + x * head * 0.75],
    [end.x, end.y],
    [neck.x + y * head * 0.75, neck.y - x * head * 0.75],
  ];
  const points = [...rims.map(([left]) => left), ...barbs, ...rims.map(([, right]) => right).reverse()];
  return s('polygon', { class: `arrow ${kind} side-${side}`, points: points.map((p) => p.map((v) => v.toFixed(1)).join(',')).join(' ') });
}

/**
 * The direction from one point to another, one unit long.
 * @param {Point} from
 * @param {Point} to
 */
function across(from, to) {
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: (to.x - from.x) / far, y: (to.y - from.y) / far };
}

/**
 * @param {Point} from
 * @param {Point} to
 * @param {number} by
 */
function towards(from, to, by) {
  const { x, y } = across(from, to);
  return { x: from.x + x * by, y: from.y + y * by };
}

/** @param {Spot} spot */
function flash({ x, y, size }) {
  const r = size * 0.62;
  const spikes = Array.from({ length: 16 }, (_, i) => {
    const far = i % 2 ? r * 0.62 : r;
    const turn = (i / 16) * 2 * Math.PI;
    return `${(x + Math.cos(turn) * far).toFixed(1)},${(y + Math.sin(turn) * far).toFixed(1)}`;
  });
  return s('polygon', { class: 'flash', points: spikes.join(' ') });
}
