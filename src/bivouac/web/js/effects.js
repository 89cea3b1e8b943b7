// What has just happened, on the board: the way of a move, the line of a shot, a flash where something was lost. It goes when the next thing is done.

/**
 * @import { Spot } from './camera.js'
 * @typedef {{ from: Spot, to: Spot, kind: 'way' | 'fire' | 'plan', side: number }} Arrow
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
 * From the rim of one thing to the rim of another, thin at its beginning.
 * @param {Arrow} arrow
 */
export function arrow({ from, to, kind, side }) {
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / far, (to.y - from.y) / far];
  const wide = Math.min(from.size, to.size) * (kind === 'fire' ? 0.09 : 0.12);
  const head = wide * 3;
  const end = { x: to.x - ux * to.size * 0.38, y: to.y - uy * to.size * 0.38 };
  const neck = { x: end.x - ux * head, y: end.y - uy * head };
  const start = { x: from.x + ux * from.size * 0.3, y: from.y + uy * from.size * 0.3 };
  const points = [
    [start.x - uy * wide * 0.3, start.y + ux * wide * 0.3],
    [neck.x - uy * wide, neck.y + ux * wide],
    [neck.x - uy * head * 0.75, neck.y + ux * head * 0.75],
    [end.x, end.y],
    [neck.x + uy * head * 0.75, neck.y - ux * head * 0.75],
    [neck.x + uy * wide, neck.y - ux * wide],
    [start.x + uy * wide * 0.3, start.y - ux * wide * 0.3],
  ];
  return s('polygon', { class: `arrow ${kind} side-${side}`, points: points.map((p) => p.map((v) => v.toFixed(1)).join(',')).join(' ') });
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
