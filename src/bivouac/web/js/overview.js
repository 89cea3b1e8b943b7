// The whole board, small: what lies where, what can be chosen, which part of it is in sight. A click goes there.

/** @import { Board } from './board.js' */

import { button, h, put, s } from './dom.js';
import { recall, remember } from './memory.js';
import { t } from './words.js';

const DOT = 0.011;

export class Overview {
  /**
   * @param {Board} board
   * @param {HTMLElement[]} switches tools to take up
   */
  constructor(board, switches) {
    this.board = board;
    this.dots = s('g', {});
    this.frame = s('rect', { class: 'frame' });
    this.picture = h('img', { alt: '', draggable: 'false' });
    this.svg = s('svg', {}, this.dots, this.frame);
    this.map = h('div', { class: 'overview', 'aria-hidden': 'true' }, this.picture, this.svg);
    this.element = h('div', { class: 'around' }, this.map, this.buttons(switches));
    for (const kind of /** @type {const} */ (['pointerdown', 'pointermove'])) this.map.addEventListener(kind, (e) => this.go(e));
    board.moved = () => this.follow();
  }

  /**
   * The bare board, which was fetched once for both.
   * @param {string} text
   */
  load(text) {
    this.picture.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  }

  /**
   * For those who have no wheel.
   * @param {HTMLElement[]} switches
   */
  buttons(switches) {
    const { board } = this;
    /** @type {(name: string, sign: string, act: () => void) => HTMLElement} */
    const one = (name, sign, act) => button(sign, act, { 'aria-label': t(name), title: t(name) });
    const flip = () => {
      board.flip();
      remember('turned', board.camera.turned);
      this.draw();
    };
    return h(
      'div',
      { class: 'zoom' },
      one('table.zoom_in', '+', () => board.zoom(1.4)),
      one('table.zoom_out', '−', () => board.zoom(1 / 1.4)),
      one('table.zoom_fit', '⤢', () => board.near()),
      one('table.flip', '⟲', flip),
      switches,
    );
  }

  /** @param {PointerEvent} e */
  go(e) {
    if (!(e.buttons & 1)) return;
    e.preventDefault();
    const r = this.svg.getBoundingClientRect();
    const { x, y, w, h: high } = this.board.camera.size;
    const at = { x: x + ((e.clientX - r.left) / r.width) * w, y: y + ((e.clientY - r.top) / r.height) * high };
    this.board.look(this.board.camera.seen(at));
  }

  /** What lies on the board, and what of it can be chosen. */
  draw() {
    const { camera, lit, nodes, places } = this.board;
    const { x, y, w, h: high } = camera.size;
    this.svg.setAttribute('viewBox', `${x} ${y} ${w} ${high}`);
    this.map.style.aspectRatio = `${w} / ${high}`;
    this.map.style.setProperty('--shape', String(w / high));
    this.map.classList.toggle('turned', recall('turned', false));
    const r = Math.max(w, high) * DOT;
    /** @type {(at: { x: number, y: number }, className: string, r: number) => SVGElement} */
    const dot = (at, className, size) => s('circle', { class: className, cx: camera.seen(at).x, cy: camera.seen(at).y, r: size });
    const pieces = [...nodes.values()].filter(({ side }) => side < 2).map((node) => dot(node, `side-${node.side}`, r));
    const spots = [...lit.keys()].flatMap((id) => nodes.get(id) ?? places.get(id) ?? []).map((at) => dot(at, 'lit', r * 1.3));
    put(this.dots, pieces, spots);
    this.follow();
  }

  follow() {
    const { x, y, w, h: high } = this.board.camera.view();
    for (const [name, value] of Object.entries({ x, y, width: w, height: high })) this.frame.setAttribute(name, String(value));
  }
}
