// The board: a title's drawing with places, tokens lying on them, what can be clicked lit. It knows no title.

/**
 * @import { Place, Token } from './wire'
 * @import { Lying } from './arrange.js'
 * @import { Spot } from './camera.js'
 * @import { Hooks } from './gestures.js'
 * @import { Writing } from './labels.js'
 * @import { Changing } from './shapes.js'
 * @typedef {{ g: SVGGElement, name: string, x: number, y: number, edge: number, face: string, side: number, at: string }} Piece
 */

import { arranged } from './arrange.js';
import { Camera, nextTo } from './camera.js';
import { Detail, READABLE } from './detail.js';
import { drawing, h, reduced, s } from './dom.js';
import { Effects } from './board/effects.js';
import { placed } from './faces.js';
import { listen } from './gestures.js';
import { measured, roam, roaming, stand, uncovering } from './labels.js';
import { recall } from './memory.js';
import { Shapes, changing } from './shapes.js';

const TOUCH = 24;
/** The edge of the box a counter is drawn in, so that the block itself has 34 pixels. */
const COUNTER = 39;
const GLIDE = 260;
/** How long a piece marches from one place to the next, in milliseconds. */
const LEG = 400;

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
    /** What has to be told when another part of the board comes into sight. @type {() => void} */
    this.moved = () => {};
    /** By which places a piece goes that lies elsewhere when it is drawn next. @type {Map<string, string[]>} */
    this.ways = new Map();
    this.loaded = false;
    this.opened = false;
    this.turn = -1;
    /** The scale that is drawn. */
    this.drawn = 0;
    /** When the last glide began; 0: a hand has stopped it. */
    this.gliding = 0;
    this.svg = s('svg', { class: 'board', tabindex: '0', role: 'group' });
    this.element = h('div', { class: 'holder' }, this.svg);
    this.art = s('g', { class: 'art', 'aria-hidden': 'true' });
    this.rings = s('g', { class: 'rings' });
    this.shields = s('g', { class: 'shields', 'aria-hidden': 'true' });
    this.pieces = s('g', { class: 'pieces' });
    this.badges = s('g', { class: 'badges', 'aria-hidden': 'true' });
    this.marks = s('g', { class: 'marks', 'aria-hidden': 'true' });
    this.subjects = s('g', { class: 'subjects', 'aria-hidden': 'true' });
    this.effects = new Effects();
    /** Where the keyboard looks, thing by thing. */
    this.cursor = s('g', { class: 'cursor', tabindex: '-1' });
    this.world = s(
      'g',
      {},
      this.art,
      this.rings,
      this.shields,
      this.subjects,
      this.pieces,
      this.badges,
      this.effects.element,
      this.marks,
      this.cursor,
    );
    this.svg.append(this.world);
    this.camera = new Camera(() => ({ width: this.element.clientWidth || 1, height: this.element.clientHeight || 1 }));
    this.camera.turned = recall('turned', false);
    this.detail = new Detail(this.art);
    this.shapes = new Shapes(this.art);
    /** Where something is written. @type {Writing[]} */
    this.texts = [];
    /** @type {Changing[]} */
    this.changing = [];
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
    this.element.classList.toggle('wide', w > high);
    this.svg.setAttribute('viewBox', `${x} ${y} ${w} ${high}`);
    this.svg.setAttribute('aria-label', label);
    for (const [name, value] of Object.entries({ x, y, width: w, height: high })) art.setAttribute(name, String(value));
    for (const node of art.querySelectorAll('[tabindex]')) node.removeAttribute('tabindex');
    this.art.replaceChildren(
      s('rect', { class: 'shadow', x: x + w * 0.004, y: y + w * 0.006, width: w, height: high }),
      s('rect', { class: 'paper', x, y, width: w, height: high }),
      art,
    );
    this.places = new Map(places.map((p) => [p.id, p]));
    this.detail = new Detail(art);
    this.shapes = new Shapes(this.art);
    this.changing = changing(art);
    this.texts = measured(art);
    this.drawn = 0;
    this.camera.reading = this.reading();
    this.loaded = true;
    this.lay();
    this.show();
  }

  /** The scale at which the smallest name and the smallest counter can be read, as large as the reader likes it. */
  reading() {
    const smallest = Math.min(...[...this.places.values()].map((p) => p.size));
    const names = READABLE / this.detail.smallest;
    return Math.max(names, COUNTER / smallest, 0.01) * recall('reading', 1);
  }

  /** How large tokens are wished. */
  get large() {
    return recall('counters', 1);
  }

  // --- tokens -----------------------------------------------------------------------------------------

  /**
   * @param {Map<string, Token>} tokens
   * @param {{ still?: boolean }} [how]
   */
  draw(tokens, { still = false } = {}) {
    const lying = this.stacks(tokens).flatMap(({ place, stack }) => uncovering(arranged(place, stack, this.lit, this.large), this.texts));
    for (const { text, by } of roaming(this.texts, lying)) roam(text, by, this.camera.turned);
    const seen = new Set(lying.map(({ token }) => token.id));
    const order = lying.map((spot) => this.put(spot, still));
    this.ways.clear();
    for (const [id, node] of this.nodes)
      if (!seen.has(id)) {
        this.nodes.delete(id);
        this.fade(node.g, still);
      }
    order.forEach((g, i) => {
      if (this.pieces.children[i] !== g) this.pieces.insertBefore(g, this.pieces.children[i] || null);
    });
    this.badges.replaceChildren(...this.shapes.above(), ...lying.filter(({ count }) => count).map((spot) => this.badge(spot)));
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
    const node = known ?? { g: s('g', { class: 'token', 'data-id': token.id }), name: '', x, y, edge: 0, face: '', side: 2, at: '' };
    this.nodes.set(token.id, node);
    if (node.face !== token.face || node.edge !== edge || node.side !== token.side) {
      const pad = edge * 0.56;
      node.g.replaceChildren(
        s('rect', { class: 'halo', x: -pad, y: -pad, width: pad * 2, height: pad * 2, rx: edge * 0.12 }),
        placed(token, edge),
      );
    }
    Object.assign(node, { name: token.name, x, y, edge, face: token.face, side: token.side, at: token.at });
    const stays = still || !known || reduced();
    const by = stays ? [] : this.spots(this.ways.get(token.id) ?? []);
    node.g.classList.toggle('still', stays || by.length > 0);
    if (by.length) march(node.g, [node.g.style.transform, ...[...by, { x, y }].map((p) => this.upright(p.x, p.y))]);
    node.g.style.transform = this.upright(x, y);
    node.g.dataset.at = token.at;
    this.dress(node.g, token.id, token.name);
    return node.g;
  }

  /**
   * Where something lies that is to be read, however the board is turned.
   * @param {number} x
   * @param {number} y
   */
  upright(x, y) {
    return `translate(${x}px, ${y}px)${this.camera.turned ? ' rotate(180deg)' : ''}`;
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
    const r = edge * 0.24;
    const off = edge * (this.camera.turned ? -0.44 : 0.44);
    const g = s(
      'g',
      { class: 'count' },
      s('circle', { r }),
      s('text', { 'text-anchor': 'middle', dy: '0.35em', 'font-size': r * 1.4 }, String(count)),
    );
    g.style.transform = this.upright(x + off, y + off);
    return g;
  }

  /**
   * Places that changed hands take the colour of who holds them.
   * @param {Record<string, number>} held
   */
  hold(held) {
    for (const { id, looks, printed } of this.changing)
      looks.forEach((look, side) => {
        if ((held[id] ?? printed) === side) look.removeAttribute('display');
        else look.setAttribute('display', 'none');
      });
  }

  // --- what is lit --------------------------------------------------------------------------------------

  /** @param {Map<string, string>} lit id: what it would do, in words */
  light(lit) {
    this.lit = lit;
    this.rings.replaceChildren(...[...lit].flatMap(([id, words]) => this.ring(id, words)));
    this.shields.replaceChildren(...[...lit.keys()].flatMap((id) => this.shapes.upon(id)));
    for (const [id, node] of this.nodes) this.dress(node.g, id, node.name);
  }

  /**
   * A place that can be chosen is tinted as a whole.
   * @param {string} id
   * @param {string} words
   */
  ring(id, words) {
    const p = this.places.get(id);
    if (!p) return [];
    const ring = s('g', { class: 'ring lit', 'data-id': id }, this.shapes.of(p, 'hit'), this.shapes.of(p, 'rim'));
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
    this.marks.replaceChildren(...ids.flatMap((id) => this.outlined(id, 'mark')));
    const spots = this.spots(ids);
    if (move && spots.length) this.bring(spots);
  }

  /**
   * What the question speaks of, most of all the piece that acts.
   * @param {string[]} ids
   */
  speakOf(ids) {
    const spoken = ids.filter((id) => !this.lit.has(id));
    this.subjects.replaceChildren(...spoken.flatMap((id) => this.outlined(id, 'subject')));
    return this.spots(spoken);
  }

  /**
   * A line around a thing: a place in its own form, a token as a square.
   * @param {string} id
   * @param {string} className
   * @returns {SVGElement[]}
   */
  outlined(id, className) {
    const place = this.places.get(id);
    const node = this.nodes.get(id);
    const line = place ? this.shapes.of(place, className) : node && squareAround(node, className);
    line?.setAttribute('data-of', id);
    return line ? [line] : [];
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
   * Where the question is, at the first look; later as little movement as needed so that at least one of the spots can be seen.
   * @param {Spot[]} spots
   */
  bring(spots) {
    if (!spots.length || (this.opened && spots.some((spot) => this.camera.sees(spot)))) return;
    if (!this.opened) {
      this.opened = true;
      this.camera.open(spots.map((spot) => this.weighed(spot)));
      this.show();
    } else this.glide(() => this.camera.gather(spots));
  }

  /**
   * Move the view as little as possible so that all of these spots are in sight.
   * @param {Spot[]} spots
   */
  include(spots) {
    if (!this.opened) this.bring(spots);
    else if (!spots.every((spot) => this.camera.sees(spot))) this.glide(() => this.camera.include(spots));
  }

  /**
   * A place counts for as many as lie there.
   * @param {Spot | Place} spot
   * @returns {Spot}
   */
  weighed(spot) {
    const there = 'id' in spot ? [...this.nodes.values()].filter(({ at }) => at === spot.id).length : 0;
    return { x: spot.x, y: spot.y, size: spot.size, weight: Math.max(there, 1) };
  }

  /**
   * The first look where nothing on the board is asked for: at the reader's own army, or at both.
   * @param {number | null} [side]
   */
  begin(side = null) {
    if (this.opened || !this.nodes.size) return;
    this.opened = true;
    const own = [...this.nodes].filter(([, node]) => node.side === side).map(([id]) => id);
    this.camera.open(this.spots(own.length ? own : this.nodes.keys()));
    this.show();
  }

  /**
   * Come to another part of the board so that the eye can follow.
   * @param {() => void} change of the camera
   */
  glide(change) {
    const { camera } = this;
    const from = { cx: camera.cx, cy: camera.cy, scale: camera.scale };
    change();
    this.show();
    if (reduced()) return;
    const to = { cx: camera.cx, cy: camera.cy, scale: camera.scale };
    const began = performance.now();
    this.gliding = began;
    const step = () => {
      if (this.gliding !== began) return;
      const share = Math.min((performance.now() - began) / GLIDE, 1);
      const eased = 1 - (1 - share) ** 3;
      for (const key of /** @type {const} */ (['cx', 'cy', 'scale'])) camera[key] = from[key] + (to[key] - from[key]) * eased;
      this.show();
      if (share < 1) requestAnimationFrame(step);
    };
    step();
  }

  fit() {
    this.glide(() => this.camera.fit());
  }

  /**
   * From the whole board to where one can read, and back.
   * @param {boolean} [read] not back
   */
  near(read = false) {
    const { camera } = this;
    if (!read && !camera.fitted && camera.scale > camera.least * 1.02) this.fit();
    else
      this.glide(() => {
        camera.scale = Math.max(camera.reading, camera.least * 1.6);
        camera.fitted = false;
        camera.gather(this.spots(this.lit.size ? this.lit.keys() : this.nodes.keys()));
      });
  }

  /**
   * @param {number} factor
   * @param {number} [px]
   * @param {number} [py]
   */
  zoom(factor, px, py) {
    this.gliding = 0;
    this.camera.zoom(factor, px, py);
    this.show();
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.gliding = 0;
    this.camera.pan(dx, dy);
    this.show();
  }

  /** @param {{ x: number, y: number }} point */
  look(point) {
    this.gliding = 0;
    this.camera.centre(point);
    this.show();
  }

  /** Go to the next of the lit things, one after the other. */
  next() {
    const ids = [...this.lit.keys()].filter((id) => this.spot(id));
    if (!ids.length) return;
    this.turn = (this.turn + 1) % ids.length;
    const id = ids[this.turn];
    this.glide(() => this.camera.approach(/** @type {Spot} */ (this.spot(id))));
    this.point([id]);
  }

  resized() {
    if (!this.loaded) return;
    if (this.camera.fitted) this.camera.fit();
    this.show();
  }

  /** The drawing lies on the stage as large as it is; to look elsewhere it is only moved, so that nothing is drawn anew. */
  show() {
    const { camera, svg } = this;
    const { x, y } = camera.view();
    const { size, scale } = camera;
    if (this.drawn !== scale) {
      this.drawn = scale;
      svg.style.width = `${size.w * scale}px`;
      svg.style.height = `${size.h * scale}px`;
      this.detail.at(scale);
    }
    svg.style.transform = `translate(${(size.x - x) * scale}px, ${(size.y - y) * scale}px)`;
    this.moved();
  }

  /**
   * What others draw right above the map, below everything that lies on it.
   * @param {...SVGElement} layers
   */
  under(...layers) {
    this.rings.before(...layers);
  }

  /**
   * And what they draw above it all.
   * @param {...SVGElement} layers
   */
  over(...layers) {
    this.cursor.before(...layers);
  }

  /**
   * From where the keyboard looks to the next place in a direction, or from the middle of what is in sight.
   * @param {number} dx
   * @param {number} dy
   * @param {string | null} id
   */
  walk(dx, dy, id) {
    const at = (id && this.spot(id)) || this.camera.seen({ x: this.camera.cx, y: this.camera.cy });
    const turn = this.camera.turned ? -1 : 1;
    const to = nextTo(at, [...this.places.values()], dx * turn, dy * turn);
    if (!to) return;
    this.cursor.dataset.id = to.id;
    this.cursor.setAttribute('role', 'button');
    this.cursor.setAttribute('aria-label', this.lit.get(to.id) ?? to.name);
    this.cursor.replaceChildren(this.shapes.of(to, 'looking'));
    this.cursor.focus({ preventScroll: true });
  }

  /** The board as it lies, one way or the other; what is written on it stays upright. */
  lay() {
    const { turned, size } = this.camera;
    const centre = `${size.x + size.w / 2} ${size.y + size.h / 2}`;
    if (turned) this.world.setAttribute('transform', `rotate(180 ${centre})`);
    else this.world.removeAttribute('transform');
    for (const node of this.art.querySelectorAll('.upright')) stand(/** @type {SVGGraphicsElement} */ (node), turned);
  }

  /** Turn the board round. */
  flip() {
    const { camera } = this;
    const centre = camera.seen({ x: camera.cx, y: camera.cy });
    camera.turned = !camera.turned;
    [camera.cx, camera.cy] = [camera.seen(centre).x, camera.seen(centre).y];
    this.lay();
    for (const { g, x, y } of this.nodes.values()) {
      g.classList.add('still');
      g.style.transform = this.upright(x, y);
    }
    this.light(this.lit);
    this.show();
  }

  /**
   * The tokens between two corners on the screen.
   * @param {[number, number]} a
   * @param {[number, number]} b
   */
  within(a, b) {
    return [...this.nodes]
      .filter(([, { g }]) => {
        const r = g.getBoundingClientRect();
        const [x, y] = [r.left + r.width / 2, r.top + r.height / 2];
        return Math.min(a[0], b[0]) <= x && x <= Math.max(a[0], b[0]) && Math.min(a[1], b[1]) <= y && y <= Math.max(a[1], b[1]);
      })
      .map(([id]) => id);
  }

  /**
   * The lit thing nearest to a point of the screen, within a finger's reach.
   * @param {number} px
   * @param {number} py
   */
  nearest(px, py) {
    const { x, y } = this.camera.boardPoint(px, py);
    let [best, near] = [/** @type {string | null} */ (null), TOUCH / this.camera.scale];
    for (const id of this.lit.keys()) {
      const spot = this.spot(id);
      const far = spot ? Math.max(Math.hypot(spot.x - x, spot.y - y) - spot.size / 2, 0) : Infinity;
      if (far < near) [best, near] = [id, far];
    }
    return best;
  }
}

/**
 * Along its way, leg by leg.
 * @param {SVGGElement} g
 * @param {string[]} stops
 */
function march(g, stops) {
  g.animate(
    stops.map((transform) => ({ transform })),
    { duration: LEG * (stops.length - 1), easing: 'cubic-bezier(.3, .1, .2, 1)' },
  );
}

/**
 * @param {Piece} piece
 * @param {string} className
 */
function squareAround({ x, y, edge }, className) {
  const pad = edge * 0.6;
  return s('rect', { class: className, x: x - pad, y: y - pad, width: 2 * pad, height: 2 * pad, rx: edge * 0.14 });
}
