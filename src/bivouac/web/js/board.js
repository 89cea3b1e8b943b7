// The board: a title's drawing with places, tokens lying on them, what can be clicked lit. Pan, zoom and pinch. It knows no title.

import { drawing, h, reduced, s } from './dom.js';
import { placed } from './faces.js';
import { t } from './api.js';

const COLUMNS = [
  [1, 1, 1, 0],
  [2, 2, 0.8, 0.62],
  [4, 2, 0.64, 0.6],
  [6, 3, 0.52, 0.48],
  [9, 3, 0.46, 0.43],
  [99, 4, 0.38, 0.34],
];
const TOUCH = 24;

export class Board {
  /** `hooks`: pick(id, event) when something is chosen, hover(id, event) and leave() for the mouse. */
  constructor(hooks) {
    this.hooks = hooks;
    this.places = new Map();
    this.nodes = new Map();
    this.lit = new Map();
    this.view = { cx: 0, cy: 0, scale: 1 };
    this.svg = s('svg', { class: 'board', tabindex: '0', role: 'group' });
    this.element = h('div', { class: 'holder' }, this.svg);
    this.art = s('g', { class: 'art', 'aria-hidden': 'true' });
    this.rings = s('g', { class: 'rings' });
    this.pieces = s('g', { class: 'pieces' });
    this.badges = s('g', { class: 'badges', 'aria-hidden': 'true' });
    this.marks = s('g', { class: 'marks', 'aria-hidden': 'true' });
    this.subjects = s('g', { class: 'subjects', 'aria-hidden': 'true' });
    this.svg.append(this.art, this.subjects, this.rings, this.pieces, this.badges, this.marks);
    this.listen();
    new ResizeObserver(() => this.resized()).observe(this.element);
  }

  load(text, places, label) {
    const art = drawing(text);
    const [x, y, w, hgt] = art
      .getAttribute('viewBox')
      .split(/[\s,]+/)
      .map(Number);
    this.size = { x, y, w, h: hgt };
    this.svg.setAttribute('aria-label', label);
    const first = !this.art.childNodes.length;
    art.setAttribute('x', x);
    art.setAttribute('y', y);
    art.setAttribute('width', w);
    art.setAttribute('height', hgt);
    for (const node of art.querySelectorAll('[tabindex]')) node.removeAttribute('tabindex');
    this.art.replaceChildren(
      s('rect', { class: 'shadow', x: x + w * 0.004, y: y + w * 0.006, width: w, height: hgt }),
      s('rect', { class: 'paper', x, y, width: w, height: hgt }),
      art,
    );
    this.places = new Map(places.map(([id, name, px, py, size]) => [id, { id, name, x: px, y: py, size }]));
    if (first) this.open();
  }

  // --- tokens -----------------------------------------------------------------------------------------

  draw(tokens, { still = false } = {}) {
    const stacks = new Map();
    for (const token of tokens.values()) {
      if (!this.places.has(token.at)) continue;
      if (!stacks.has(token.at)) stacks.set(token.at, []);
      stacks.get(token.at).push(token);
    }
    const seen = new Set();
    const badges = [];
    const order = [];
    for (const [at, stack] of stacks)
      for (const spot of this.arranged(this.places.get(at), stack)) {
        seen.add(spot.token.id);
        order.push(this.put(spot, still));
        if (spot.count) badges.push(this.badge(spot));
      }
    for (const [id, node] of this.nodes)
      if (!seen.has(id)) {
        this.nodes.delete(id);
        this.fade(node.g, still);
      }
    order.forEach((g, i) => {
      if (this.pieces.children[i] !== g) this.pieces.insertBefore(g, this.pieces.children[i] || null);
    });
    this.badges.replaceChildren(...badges);
  }

  /** Where each token of a place lies: alike ones in piles, piles side by side; the lit one of a pile on top. */
  arranged(place, stack) {
    const spots = [];
    const piles = new Map();
    for (const token of stack) {
      if (token.dx !== null) spots.push({ token, x: place.x + token.dx, y: place.y + token.dy, edge: place.size });
      else {
        const alike = `${token.side} ${token.face}`;
        if (!piles.has(alike)) piles.set(alike, []);
        piles.get(alike).push(token);
      }
    }
    const n = piles.size;
    const [, columns, shrink, step] = COLUMNS.find(([most]) => n <= most) || COLUMNS[COLUMNS.length - 1];
    const rows = Math.ceil(n / columns);
    const edge = place.size * shrink;
    [...piles.values()].forEach((pile, i) => {
      const wide = Math.min(columns, n - columns * Math.floor(i / columns));
      const x = place.x + ((i % columns) - (wide - 1) / 2) * place.size * step;
      const y = place.y + (Math.floor(i / columns) - (rows - 1) / 2) * place.size * step;
      pile.sort((a, b) => this.lit.has(a.id) - this.lit.has(b.id));
      pile.forEach((token, k) => {
        const up = Math.min(k, 3) * edge * 0.05;
        spots.push({ token, x: x + up * 0.6, y: y - up, edge, count: k === pile.length - 1 && k > 0 ? k + 1 : 0 });
      });
    });
    return spots;
  }

  put({ token, x, y, edge }, still) {
    let node = this.nodes.get(token.id);
    if (!node) {
      node = { g: s('g', { class: 'token', 'data-id': token.id }) };
      this.nodes.set(token.id, node);
      still = true;
    }
    if (node.face !== token.face || node.edge !== edge || node.side !== token.side) {
      const pad = edge * 0.58;
      node.g.replaceChildren(
        s('rect', { class: 'halo', x: -pad, y: -pad, width: pad * 2, height: pad * 2, rx: edge * 0.12 }),
        placed(token, edge),
      );
      Object.assign(node, { face: token.face, edge, side: token.side });
    }
    node.g.classList.toggle('still', still || reduced());
    node.g.style.transform = `translate(${x}px, ${y}px)`;
    node.g.dataset.at = token.at;
    node.name = token.name;
    Object.assign(node, { x, y });
    this.dress(node.g, token.id, token.name);
    return node.g;
  }

  fade(g, still) {
    if (still || reduced()) {
      g.remove();
      return;
    }
    g.removeAttribute('tabindex');
    g.classList.add('leaving');
    setTimeout(() => g.remove(), 450);
  }

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

  /** lit: id -> what it would do, in words. */
  light(lit) {
    this.lit = lit;
    this.rings.replaceChildren(
      ...[...lit]
        .filter(([id]) => this.places.has(id))
        .map(([id, words]) => {
          const p = this.places.get(id);
          const ring = s(
            'g',
            { class: 'ring lit', 'data-id': id, transform: `translate(${p.x} ${p.y})` },
            s('circle', { class: 'hit', r: p.size * 0.66 }),
            s('circle', { class: 'line', r: p.size * 0.66 }),
          );
          this.dress(ring, id, words);
          return ring;
        }),
    );
    for (const [id, node] of this.nodes) this.dress(node.g, id, node.name);
  }

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

  /** Point at things without changing what can be clicked, as when a line of the log is touched. */
  point(ids, { move = false } = {}) {
    const spots = ids.map((id) => this.spot(id)).filter(Boolean);
    this.marks.replaceChildren(...spots.map((p) => s('circle', { class: 'mark', cx: p.x, cy: p.y, r: p.size * 0.75 })));
    if (move && spots.length) this.bring(spots);
  }

  /** What the question speaks of. */
  speakOf(ids) {
    const spots = ids
      .filter((id) => !this.lit.has(id))
      .map((id) => this.spot(id))
      .filter(Boolean);
    this.subjects.replaceChildren(...spots.map((p) => s('circle', { class: 'subject', cx: p.x, cy: p.y, r: p.size * 0.72 })));
    return spots;
  }

  spot(id) {
    const place = this.places.get(id);
    if (place) return place;
    const node = this.nodes.get(id);
    return node ? { x: node.x, y: node.y, size: node.edge } : null;
  }

  /** Move as little as needed so that at least one of the spots can be seen. */
  bring(spots) {
    const { width, height } = this.room();
    const inside = (p) =>
      Math.abs((p.x - this.view.cx) * this.view.scale) < width / 2 - 20 &&
      Math.abs((p.y - this.view.cy) * this.view.scale) < height / 2 - 20;
    if (!spots.length || spots.some(inside)) return;
    this.view.cx = spots[0].x;
    this.view.cy = spots[0].y;
    this.show();
  }

  // --- looking around -----------------------------------------------------------------------------------

  room() {
    const { clientWidth, clientHeight } = this.element;
    return { width: clientWidth || 1, height: clientHeight || 1 };
  }

  fit() {
    if (!this.size) return;
    const { width, height } = this.room();
    this.least = Math.min(width / (this.size.w * 1.03), height / (this.size.h * 1.03));
    this.view = { cx: this.size.x + this.size.w / 2, cy: this.size.y + this.size.h / 2, scale: this.least };
    this.fitted = true;
    this.show();
  }

  /** The first look: the whole board, or on a small screen as much of it as can be read. */
  open() {
    this.fit();
    const { width, height } = this.room();
    if (Math.min(width, height) > 560) return;
    const cover = Math.max(width / this.size.w, height / this.size.h);
    if (cover > this.least * 1.15) this.zoom(Math.min(cover / this.least, 2.2));
  }

  /** Go to the next of the lit things, one after the other. */
  next() {
    const spots = [...this.lit.keys()].map((id) => [id, this.spot(id)]).filter(([, spot]) => spot);
    if (!spots.length) return;
    this.turn = ((this.turn ?? -1) + 1) % spots.length;
    const [id, spot] = spots[this.turn];
    this.view.cx = spot.x;
    this.view.cy = spot.y;
    if (spot.size * this.view.scale < 36) this.view.scale = Math.min(36 / spot.size, this.least * 12);
    this.fitted = false;
    this.show();
    this.point([id]);
  }

  resized() {
    if (!this.size) return;
    if (this.fitted) this.fit();
    else this.show();
  }

  show() {
    const { width, height } = this.room();
    const v = this.view;
    const { x, y, w, h: high } = this.size;
    v.cx = Math.min(Math.max(v.cx, x), x + w);
    v.cy = Math.min(Math.max(v.cy, y), y + high);
    this.svg.setAttribute('viewBox', `${v.cx - width / 2 / v.scale} ${v.cy - height / 2 / v.scale} ${width / v.scale} ${height / v.scale}`);
  }

  zoom(factor, px, py) {
    const { width, height } = this.room();
    const v = this.view;
    const scale = Math.min(Math.max(v.scale * factor, this.least * 0.8), Math.max(this.least * 12, 2));
    const dx = (px ?? width / 2) - width / 2;
    const dy = (py ?? height / 2) - height / 2;
    v.cx += dx / v.scale - dx / scale;
    v.cy += dy / v.scale - dy / scale;
    v.scale = scale;
    this.fitted = false;
    this.show();
  }

  pan(dx, dy) {
    this.view.cx -= dx / this.view.scale;
    this.view.cy -= dy / this.view.scale;
    this.fitted = false;
    this.show();
  }

  listen() {
    const svg = this.svg;
    const fingers = new Map();
    let moved = false;
    let held = null;
    let down = null;
    const at = (e) => {
      const r = svg.getBoundingClientRect();
      return [e.clientX - r.left, e.clientY - r.top];
    };
    const letGo = () => {
      clearTimeout(held);
      held = null;
    };
    svg.addEventListener(
      'wheel',
      (e) => {
        e.preventDefault();
        this.zoom(Math.exp(-e.deltaY * (e.ctrlKey ? 0.01 : 0.0016)), ...at(e));
      },
      { passive: false },
    );
    svg.addEventListener('pointerdown', (e) => {
      fingers.set(e.pointerId, [e.clientX, e.clientY]);
      if (fingers.size === 1) {
        moved = false;
        down = [e.clientX, e.clientY];
      }
      letGo();
      if (e.pointerType !== 'mouse' && fingers.size === 1)
        held = setTimeout(() => {
          moved = true;
          this.hooks.hold(this.under(e), e);
        }, 550);
    });
    svg.addEventListener('pointermove', (e) => {
      const before = fingers.get(e.pointerId);
      if (!before) {
        if (e.pointerType === 'mouse') this.hooks.hover(e.target.closest?.('[data-id]')?.dataset.id || null, e);
        return;
      }
      if (!moved && Math.hypot(e.clientX - down[0], e.clientY - down[1]) < 6) return;
      if (!moved) {
        moved = true;
        letGo();
        this.hooks.leave();
        svg.setPointerCapture(e.pointerId);
      }
      const now = [e.clientX, e.clientY];
      if (fingers.size === 1) this.pan(now[0] - before[0], now[1] - before[1]);
      else if (fingers.size === 2) {
        const other = [...fingers].find(([id]) => id !== e.pointerId)[1];
        const r = svg.getBoundingClientRect();
        const wide = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]) || 1;
        this.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
        this.zoom(wide(now) / wide(before), (now[0] + other[0]) / 2 - r.left, (now[1] + other[1]) / 2 - r.top);
      }
      fingers.set(e.pointerId, now);
    });
    for (const kind of ['pointerup', 'pointercancel', 'pointerleave'])
      svg.addEventListener(kind, (e) => {
        fingers.delete(e.pointerId);
        letGo();
        if (kind === 'pointerleave') this.hooks.leave();
      });
    svg.addEventListener('click', (e) => {
      if (moved) {
        moved = false;
        return;
      }
      this.hooks.pick(this.under(e), e);
    });
    svg.addEventListener('contextmenu', (e) => {
      const id = this.under(e);
      if (id) {
        e.preventDefault();
        this.hooks.hold(id, e);
      }
    });
    svg.addEventListener('focusin', (e) => {
      const id = e.target.dataset?.id;
      const spot = id && this.spot(id);
      if (spot) this.bring([spot]);
    });
    svg.addEventListener('keydown', (e) => {
      const id = e.target.dataset?.id;
      if (id && (e.key === 'Enter' || e.key === ' ')) {
        e.preventDefault();
        this.hooks.pick(id, e);
        return;
      }
      const step = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[e.key];
      if (step) {
        e.preventDefault();
        this.pan(...step);
      } else if (e.key === '+' || e.key === '=') this.zoom(1.25);
      else if (e.key === '-') this.zoom(0.8);
      else if (e.key === '0') this.fit();
    });
  }

  /** What lies under the pointer; for a finger, the nearest lit thing within reach. */
  under(e) {
    const direct = e.target.closest?.('[data-id]')?.dataset.id || null;
    if (direct && this.lit.has(direct)) return direct;
    if (e.pointerType === 'mouse' || e.clientX === undefined) return direct;
    const r = this.svg.getBoundingClientRect();
    const { width, height } = this.room();
    const x = (e.clientX - r.left - width / 2) / this.view.scale + this.view.cx;
    const y = (e.clientY - r.top - height / 2) / this.view.scale + this.view.cy;
    let best = null;
    let near = TOUCH / this.view.scale;
    for (const id of this.lit.keys()) {
      const spot = this.spot(id);
      const far = spot && Math.max(Math.hypot(spot.x - x, spot.y - y) - spot.size / 2, 0);
      if (spot && far < near) {
        near = far;
        best = id;
      }
    }
    return best || direct;
  }

  /** Buttons for those who have no wheel. */
  buttons() {
    const button = (name, sign, act) => h('button', { type: 'button', 'aria-label': t(name), title: t(name), onclick: act }, sign);
    return h(
      'div',
      { class: 'zoom' },
      button('table.zoom_in', '+', () => this.zoom(1.4)),
      button('table.zoom_out', '−', () => this.zoom(1 / 1.4)),
      button('table.zoom_fit', '⤢', () => this.fit()),
    );
  }
}
