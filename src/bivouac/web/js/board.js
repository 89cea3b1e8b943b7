// The board: a title's drawing with places, tokens lying on them, what can be clicked lit. It knows no title.

/**
 * @import { Place, Token } from './wire'
 * @import { Lying } from './arrange.js'
 * @import { Spot } from './camera.js'
 * @import { Hooks } from './gestures.js'
 * @typedef {{ g: SVGGElement, name: string, x: number, y: number, edge: number, face: string, side: number }} Piece
 */

import { arranged } from './arrange.js';
import { Camera } from './camera.js';
import { button, drawing, h, reduced, s } from './dom.js';
import { placed } from './faces.js';
import { listen } from './gestures.js';
import { t } from './words.js';

const TOUCH = 24;

export class Board {
  /** @param {Hooks} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    /** @type {Map<string, Place>} */
    this.places = new Map();
    /** @type {Map<string, Piece>} */
    this.nodes = new Map();
    /** @type {Map<string, string>} */
    this.lit = new Map();
    this.loaded = false;
    this.turn = -1;
    this.svg = s('svg', { class: 'board', tabindex: '0', role: 'group' });
    this.element = h('div', { class: 'holder' }, this.svg);
    this.art = s('g', { class: 'art', 'aria-hidden': 'true' });
    this.rings = s('g', { class: 'rings' });
    this.pieces = s('g', { class: 'pieces' });
    this.badges = s('g', { class: 'badges', 'aria-hidden': 'true' });
    this.marks = s('g', { class: 'marks', 'aria-hidden': 'true' });
    this.subjects = s('g', { class: 'subjects', 'aria-hidden': 'true' });
    this.svg.append(this.art, this.subjects, this.rings, this.pieces, this.badges, this.marks);
    this.camera = new Camera(() => ({ width: this.element.clientWidth || 1, height: this.element.clientHeight || 1 }));
    listen(this);
    new ResizeObserver(() => this.resized()).observe(this.element);
  }

  /**
   * @param {string} text the drawing
   * @param {Place[]} places
   * @param {string} label
   */
  load(text, places, label) {
    const art = drawing(text);
    const [x, y, w, high] = (art.getAttribute('viewBox') ?? '0 0 1 1').split(/[\s,]+/).map(Number);
    this.camera.size = { x, y, w, h: high };
    this.svg.setAttribute('aria-label', label);
    for (const [name, value] of Object.entries({ x, y, width: w, height: high })) art.setAttribute(name, String(value));
    for (const node of art.querySelectorAll('[tabindex]')) node.removeAttribute('tabindex');
    this.art.replaceChildren(
      s('rect', { class: 'shadow', x: x + w * 0.004, y: y + w * 0.006, width: w, height: high }),
      s('rect', { class: 'paper', x, y, width: w, height: high }),
      art,
    );
    this.places = new Map(places.map((p) => [p.id, p]));
    if (!this.loaded) this.camera.open();
    this.loaded = true;
    this.show();
  }

  // --- tokens -----------------------------------------------------------------------------------------

  /**
   * @param {Map<string, Token>} tokens
   * @param {{ still?: boolean }} [how]
   */
  draw(tokens, { still = false } = {}) {
    const lying = this.stacks(tokens).flatMap(({ place, stack }) => arranged(place, stack, this.lit));
    const seen = new Set(lying.map(({ token }) => token.id));
    const order = lying.map((spot) => this.put(spot, still));
    for (const [id, node] of this.nodes)
      if (!seen.has(id)) {
        this.nodes.delete(id);
        this.fade(node.g, still);
      }
    order.forEach((g, i) => {
      if (this.pieces.children[i] !== g) this.pieces.insertBefore(g, this.pieces.children[i] || null);
    });
    this.badges.replaceChildren(...lying.filter(({ count }) => count).map((spot) => this.badge(spot)));
  }

  /** @param {Map<string, Token>} tokens */
  stacks(tokens) {
    /** @type {Map<string, { place: Place, stack: Token[] }>} */
    const stacks = new Map();
    for (const token of tokens.values()) {
      const place = this.places.get(token.at);
      if (!place) continue;
      const known = stacks.get(token.at);
      if (known) known.stack.push(token);
      else stacks.set(token.at, { place, stack: [token] });
    }
    return [...stacks.values()];
  }

  /**
   * @param {Lying} lying
   * @param {boolean} still
   */
  put({ token, x, y, edge }, still) {
    const known = this.nodes.get(token.id);
    const node = known ?? { g: s('g', { class: 'token', 'data-id': token.id }), name: '', x, y, edge: 0, face: '', side: 2 };
    this.nodes.set(token.id, node);
    if (node.face !== token.face || node.edge !== edge || node.side !== token.side) {
      const pad = edge * 0.58;
      node.g.replaceChildren(
        s('rect', { class: 'halo', x: -pad, y: -pad, width: pad * 2, height: pad * 2, rx: edge * 0.12 }),
        placed(token, edge),
      );
    }
    Object.assign(node, { name: token.name, x, y, edge, face: token.face, side: token.side });
    node.g.classList.toggle('still', still || !known || reduced());
    node.g.style.transform = `translate(${x}px, ${y}px)`;
    node.g.dataset.at = token.at;
    this.dress(node.g, token.id, token.name);
    return node.g;
  }

  /**
   * @param {SVGGElement} g
   * @param {boolean} still
   */
  fade(g, still) {
    if (still || reduced()) {
      g.remove();
      return;
    }
    g.removeAttribute('tabindex');
    g.classList.add('leaving');
    setTimeout(() => g.remove(), 450);
  }

  /** @param {Lying} lying */
  badge({ x, y, edge, count }) {
    const r = Math.max(edge * 0.2, 5);
    return s(
      'g',
      { class: 'count', transform: `translate(${x + edge * 0.44} ${y + edge * 0.44})` },
      s('circle', { r }),
      s('text', { 'text-anchor': 'middle', dy: '0.35em', 'font-size': r * 1.4 }, String(count)),
    );
  }

  // --- what is lit --------------------------------------------------------------------------------------

  /** @param {Map<string, string>} lit id: what it would do, in words */
  light(lit) {
    this.lit = lit;
    this.rings.replaceChildren(...[...lit].flatMap(([id, words]) => this.ring(id, words)));
    for (const [id, node] of this.nodes) this.dress(node.g, id, node.name);
  }

  /**
   * @param {string} id
   * @param {string} words
   */
  ring(id, words) {
    const p = this.places.get(id);
    if (!p) return [];
    const ring = s(
      'g',
      { class: 'ring lit', 'data-id': id, transform: `translate(${p.x} ${p.y})` },
      s('circle', { class: 'hit', r: p.size * 0.66 }),
      s('circle', { class: 'line', r: p.size * 0.66 }),
    );
    this.dress(ring, id, words);
    return [ring];
  }

  /**
   * @param {SVGGElement} node
   * @param {string} id
   * @param {string} name
   */
  dress(node, id, name) {
    const words = this.lit.get(id);
    const lit = words !== undefined;
    node.classList.toggle('lit', lit);
    if (lit) {
      node.setAttribute('tabindex', '0');
      node.setAttribute('role', 'button');
      node.setAttribute('aria-label', words || name);
      node.removeAttribute('aria-hidden');
    } else {
      for (const a of ['tabindex', 'role', 'aria-label']) node.removeAttribute(a);
      node.setAttribute('aria-hidden', 'true');
    }
  }

  /**
   * Point at things without changing what can be clicked, as when a line of the log is touched.
   * @param {string[]} ids
   * @param {{ move?: boolean }} [how]
   */
  point(ids, { move = false } = {}) {
    const spots = this.spots(ids);
    this.marks.replaceChildren(...spots.map((p) => s('circle', { class: 'mark', cx: p.x, cy: p.y, r: p.size * 0.75 })));
    if (move && spots.length) this.bring(spots);
  }

  /**
   * What the question speaks of.
   * @param {string[]} ids
   */
  speakOf(ids) {
    const spots = this.spots(ids.filter((id) => !this.lit.has(id)));
    this.subjects.replaceChildren(...spots.map((p) => s('circle', { class: 'subject', cx: p.x, cy: p.y, r: p.size * 0.72 })));
    return spots;
  }

  /**
   * @param {string} id
   * @returns {Spot | null}
   */
  spot(id) {
    const node = this.nodes.get(id);
    return this.places.get(id) ?? (node ? { x: node.x, y: node.y, size: node.edge } : null);
  }

  /**
   * @param {Iterable<string>} ids
   * @returns {Spot[]}
   */
  spots(ids) {
    return [...ids].map((id) => this.spot(id)).filter((spot) => spot !== null);
  }

  // --- looking around -----------------------------------------------------------------------------------

  /**
   * Move as little as needed so that at least one of the spots can be seen.
   * @param {Spot[]} spots
   */
  bring(spots) {
    if (!spots.length || spots.some((spot) => this.camera.sees(spot))) return;
    this.camera.centre(spots[0]);
    this.show();
  }

  fit() {
    this.camera.fit();
    this.show();
  }

  /**
   * @param {number} factor
   * @param {number} [px]
   * @param {number} [py]
   */
  zoom(factor, px, py) {
    this.camera.zoom(factor, px, py);
    this.show();
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.camera.pan(dx, dy);
    this.show();
  }

  /** Go to the next of the lit things, one after the other. */
  next() {
    const ids = [...this.lit.keys()].filter((id) => this.spot(id));
    if (!ids.length) return;
    this.turn = (this.turn + 1) % ids.length;
    const id = ids[this.turn];
    this.camera.approach(/** @type {Spot} */ (this.spot(id)));
    this.show();
    this.point([id]);
  }

  resized() {
    if (!this.loaded) return;
    if (this.camera.fitted) this.camera.fit();
    this.show();
  }

  show() {
    this.svg.setAttribute('viewBox', this.camera.viewBox());
  }

  /**
   * The lit thing nearest to a point of the screen, within a finger's reach.
   * @param {number} px
   * @param {number} py
   */
  nearest(px, py) {
    const { x, y } = this.camera.boardPoint(px, py);
    let best = null;
    let near = TOUCH / this.camera.scale;
    for (const id of this.lit.keys()) {
      const spot = this.spot(id);
      if (!spot) continue;
      const far = Math.max(Math.hypot(spot.x - x, spot.y - y) - spot.size / 2, 0);
      if (far < near) {
        near = far;
        best = id;
      }
    }
    return best;
  }

  /** Buttons for those who have no wheel. */
  buttons() {
    /** @type {(name: string, sign: string, act: () => void) => HTMLElement} */
    const one = (name, sign, act) => button(sign, act, { 'aria-label': t(name), title: t(name) });
    return h(
      'div',
      { class: 'zoom' },
      one('table.zoom_in', '+', () => this.zoom(1.4)),
      one('table.zoom_out', '−', () => this.zoom(1 / 1.4)),
      one('table.zoom_fit', '⤢', () => this.fit()),
    );
  }
}
