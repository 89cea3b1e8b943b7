// Draws what has just happened on the board: arrows for moves and shots, and a marker at each piece or place that something happened to.
// Markers come from the effects that the rules tell, never from comparing pictures. They go when the next thing is done.

/**
 * @import { Spot } from '../camera.js'
 * @import { MarkerKind } from './markers.js'
 * @typedef {{ from: Spot, via?: Spot[], to: Spot, kind: 'way' | 'fire' | 'retreat' | 'plan', side: number }} Arrow
 * @typedef {{ spot: Spot, kind: MarkerKind, n: number }} PlacedMarker
 * @typedef {{ x: number, y: number }} Point
 */

import { s } from '../dom.js';
import { marker } from './markers.js';

const MOST = 24; // arrows and markers of each kind that are drawn at once
const SHARE = 0.5; // the size of a marker, as a share of the counter it stands at

export class Effects {
  constructor() {
    this.element = s('g', { class: 'effects', 'aria-hidden': 'true' });
  }

  clear() {
    this.element.replaceChildren();
  }

  /**
   * @param {Arrow[]} arrows
   * @param {PlacedMarker[]} markers
   */
  show(arrows, markers) {
    this.element.replaceChildren(...arrows.slice(-MOST).map(arrow), ...markersInCorners(markers.slice(-MOST)));
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

/**
 * Markers in the top right corner of their counters; several at one counter side by side, from right to left.
 * @param {PlacedMarker[]} markers
 * @returns {SVGGElement[]}
 */
export function markersInCorners(markers) {
  /** @type {Map<string, number>} */
  const taken = new Map();
  return markers.map(({ spot: { x, y, size }, kind, n }) => {
    const [corner, wide] = [`${x.toFixed(1)},${y.toFixed(1)}`, size * SHARE];
    const before = taken.get(corner) ?? 0;
    taken.set(corner, before + 1);
    return marker(kind, n, { x: x + size * 0.42 - before * wide, y: y - size * 0.42, size: wide });
  });
}
