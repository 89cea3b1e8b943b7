// The outlines of the places of a board: a hex, an area, a box, as the drawing has them; a circle where it has none.

/** @import { Place } from './wire' */

import { s } from './dom.js';

const SHAPES = 'path, polygon, rect, circle, ellipse';
const GEOMETRY = ['d', 'points', 'x', 'y', 'width', 'height', 'rx', 'ry', 'cx', 'cy', 'r'];

export class Shapes {
  /** @param {SVGElement} art the drawing, in sight */
  constructor(art) {
    this.art = art;
    /** @type {Map<string, SVGElement>} */
    this.known = new Map();
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
