// The outlines of the places of a board: a hex, an area, a box, as the drawing has them; a circle where it has none.

/**
 * @import { Place } from './wire'
 * @typedef {{ id: string, looks: Element[], printed: number }} Changing a place that looks otherwise in other hands
 */

import { s } from './dom.js';

const SHAPES = 'path, polygon, rect, circle, ellipse';
const GEOMETRY = ['d', 'points', 'x', 'y', 'width', 'height', 'rx', 'ry', 'cx', 'cy', 'r'];

export class Shapes {
  /** @param {SVGElement} art the drawing, in sight */
  constructor(art) {
    this.art = art;
    /** @type {Map<string, SVGElement>} */
    this.known = new Map();
    /** What is drawn upon the edges of places, by place; looked for once. @type {Map<string, Element[]> | null} */
    this.signs = null;
    /** @type {Element[] | null} */
    this.seals = null;
  }

  /**
   * A new element in the form of a place.
   * @param {Place} place
   * @param {string} className
   * @returns {SVGElement}
   */
  of(place, className) {
    const known = this.known.get(place.id) ?? this.found(place);
    this.known.set(place.id, known);
    const copy = /** @type {SVGElement} */ (known.cloneNode());
    copy.setAttribute('class', className);
    return copy;
  }

  /**
   * What is drawn upon the edge of a place, to lie above the line around it.
   * @param {string} id
   */
  upon(id) {
    this.signs ??= this.marked();
    return copies(this.signs.get(id) ?? []);
  }

  marked() {
    /** @type {Map<string, Element[]>} */
    const signs = new Map();
    for (const sign of this.art.querySelectorAll('[data-id] .upon')) {
      const id = sign.closest('[data-id]')?.getAttribute('data-id') ?? '';
      signs.set(id, [...(signs.get(id) ?? []), sign]);
    }
    return signs;
  }

  /** What is printed on the board and must be read even where counters lie. */
  above() {
    this.seals ??= [...this.art.querySelectorAll('.above')];
    return copies(this.seals);
  }

  /** @param {Place} place */
  found({ id, x, y, size }) {
    const group = this.art.querySelector(`[data-id="${CSS.escape(id)}"]`);
    const drawn = group && [group, ...group.querySelectorAll(SHAPES)].find(isOutline);
    return drawn instanceof SVGGraphicsElement ? this.plain(drawn) : s('circle', { cx: x, cy: y, r: size * 0.62 });
  }

  /**
   * Only its form, where it lies on the board.
   * @param {SVGGraphicsElement} drawn
   */
  plain(drawn) {
    const copy = s(/** @type {'path'} */ (drawn.localName));
    for (const name of GEOMETRY) if (drawn.hasAttribute(name)) copy.setAttribute(name, drawn.getAttribute(name) ?? '');
    const moved = drawn.closest('[transform]');
    if (moved && this.art.contains(moved)) copy.setAttribute('transform', matrix(/** @type {SVGGraphicsElement} */ (this.art), drawn));
    return copy;
  }
}

/** @param {Element[]} signs */
const copies = (signs) => signs.map((sign) => sign.cloneNode(true));

/**
 * What is filled, or can be clicked without being seen within a place's own lines.
 * @param {Element} node
 */
const isOutline = (node) => node.matches(SHAPES) && node.getAttribute('fill') !== 'none';

/**
 * @param {SVGGraphicsElement} outer
 * @param {SVGGraphicsElement} inner
 */
function matrix(outer, inner) {
  const [out, inn] = [outer.getScreenCTM(), inner.getScreenCTM()];
  if (!out || !inn) return '';
  const { a, b, c, d, e, f } = out.inverse().multiply(inn);
  return `matrix(${a} ${b} ${c} ${d} ${e} ${f})`;
}

/**
 * @param {Element} art
 * @returns {Changing[]}
 */
export function changing(art) {
  return [...art.querySelectorAll('[data-id]')].flatMap((place) => {
    const looks = [...place.querySelectorAll('.as')];
    const printed = looks.findIndex((look) => look.getAttribute('display') !== 'none');
    return looks.length ? [{ id: place.getAttribute('data-id') ?? '', looks, printed }] : [];
  });
}
