// The map of the editor: the ground as the server draws it, the pieces and blocks on it, marks where something is wrong; hands by pointer and key.

/**
 * @import { Battle, SideKey } from './battle'
 * @import { Bench, Remark } from './wire'
 */

import { drawing, h, put, s } from './dom.js';
import { COLUMNS, HEXES, ROWS, SIDES, groundAt, layerOf, nameOf, numberOf, unitsAt } from './drafting.js';
import { learn, placed } from './faces.js';
import { t } from './words.js';

const EDGE = 48;
const HEX = 46;
const APART = /** @type {Record<string, [number, number]>} */ ({
  '0,1': [0, 0],
  '1,2': [-13, 0],
  '2,2': [13, 0],
  '1,3': [-16, -8],
  '2,3': [16, -8],
  '3,3': [0, 12],
});

/**
 * @typedef {{ hex: number, side: string }} Spot where a hand is: a hex, and the side of it that is nearest
 * @typedef {{ down: (at: Spot) => void, over: (at: Spot) => void, up: (at: Spot | null) => void, key: (at: Spot) => void }} Hands
 */

export class EditorMap {
  /**
   * @param {Bench} bench
   * @param {Hands} hands
   */
  constructor(bench, hands) {
    this.bench = bench;
    this.hands = hands;
    this.cursor = 0;
    learn({ full: true, gone: [], status: [], faces: bench.faces, tokens: [] });
    this.ground = s('g', { class: 'ground' });
    this.things = s('g', { class: 'things' });
    this.marks = s('g', { class: 'marks' });
    this.hand = s('g', { class: 'hand', 'aria-hidden': 'true' });
    this.svg = s(
      'svg',
      { class: 'battle-map', tabindex: '0', role: 'application', 'aria-label': t('editor.map'), 'aria-describedby': 'map-said' },
      this.ground,
      this.things,
      this.marks,
      this.hand,
    );
    this.said = h('p', { id: 'map-said', class: 'sr', 'aria-live': 'polite' });
    this.sheet = h('div', { class: 'sheet-of-map' }, this.svg);
    this.holder = h('div', { class: 'map-holder' }, this.sheet, this.said);
    this.pointers();
    this.svg.addEventListener('keydown', (e) => this.key(e));
    this.svg.addEventListener('focus', () => this.point(this.cursor));
    this.svg.addEventListener('blur', () => put(this.hand));
  }

  /** @param {string} text the drawing of the server */
  learnGround(text) {
    if (!text) return;
    const picture = drawing(text);
    this.svg.setAttribute('viewBox', picture.getAttribute('viewBox') ?? '0 0 1000 700');
    this.ground.replaceChildren(...picture.childNodes);
  }

  /**
   * Ground that was laid down and is not drawn yet.
   * @param {number[]} hexes
   * @param {string} letter
   */
  wash(hexes, letter) {
    for (const at of hexes) this.ground.append(this.outline(at, { class: 'wash', 'data-ground': letter }));
  }

  /**
   * @param {Battle} battle
   * @param {{ mistakes: Remark[], warnings: Remark[] }} remarks
   * @param {number} chosen
   */
  draw(battle, remarks, chosen) {
    this.battle = battle;
    this.things.replaceChildren();
    for (let at = 0; at < HEXES; at += 1) this.drawHex(battle, at);
    this.marks.replaceChildren();
    for (const [kind, list] of /** @type {const} */ ([
      ['strange', remarks.warnings],
      ['wrong', remarks.mistakes],
    ]))
      for (const remark of list)
        for (const id of remark.at) this.marks.append(this.outline(Number(id.slice(4)), { class: kind }, s('title', {}, remark.message)));
    if (chosen >= 0) this.marks.append(this.outline(chosen, { class: 'chosen' }));
  }

  /**
   * @param {Battle} battle
   * @param {number} at
   */
  drawHex(battle, at) {
    const { x, y } = this.bench.spots[at];
    const block = battle.blocks.find((b) => numberOf(b.hex) === at);
    const units = unitsAt(battle, at).sort((a, b) => layerOf(a.unit.kind) - layerOf(b.unit.kind));
    units.forEach(({ side, unit }, i) => {
      const [dx, dy] = APART[`${units.length < 2 ? 0 : i + 1},${units.length}`] ?? [0, 0];
      this.things.append(s('g', { transform: `translate(${x + dx} ${y + dy})` }, s('title', {}, unit.name), face(side, unit, this.bench)));
    });
    if (block)
      this.things.append(
        s(
          'g',
          { transform: `translate(${x + 34} ${y - 8})` },
          placed(token(`block-${block.scores}`), EDGE * 0.75),
          s('title', {}, t(`editor.${block.kind}`)),
        ),
      );
  }

  /**
   * @param {number} at
   * @param {Record<string, string>} attributes
   * @param {SVGElement} [child]
   */
  outline(at, attributes, child) {
    const { x, y } = this.bench.spots[at];
    const corners = [30, 90, 150, 210, 270, 330].map((a) => [
      x + HEX * 0.97 * Math.cos((a * Math.PI) / 180),
      y + HEX * 0.97 * Math.sin((a * Math.PI) / 180),
    ]);
    return s('polygon', { points: corners.map((c) => c.map((n) => n.toFixed(1)).join(',')).join(' '), ...attributes }, child);
  }

  // --- hands ----------------------------------------------------------------------------------------------

  pointers() {
    let held = false;
    this.svg.addEventListener('pointerdown', (e) => {
      const at = this.spot(e);
      if (this.svg.classList.contains('pan') || !at || e.button) return;
      held = true;
      this.svg.setPointerCapture(e.pointerId);
      this.cursor = at.hex;
      this.hands.down(at);
    });
    this.svg.addEventListener('pointermove', (e) => {
      const at = held ? this.spot(e) : null;
      if (at) this.hands.over(at);
    });
    for (const name of /** @type {const} */ (['pointerup', 'pointercancel']))
      this.svg.addEventListener(name, (e) => {
        if (held) this.hands.up(this.spot(/** @type {PointerEvent} */ (e)));
        held = false;
      });
  }

  /**
   * The hex under a pointer, and the side of it that is nearest.
   * @param {PointerEvent} e
   * @returns {Spot | null}
   */
  spot(e) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(e.clientX, e.clientY).matrixTransform(matrix.inverse());
    const far = this.bench.spots.map((p) => Math.hypot(p.x - x, p.y - y));
    const hex = far.indexOf(Math.min(...far));
    if (far[hex] > HEX) return null;
    const angle = (Math.atan2(y - this.bench.spots[hex].y, x - this.bench.spots[hex].x) * 180) / Math.PI + 360;
    return { hex, side: SIDES[Math.round(angle / 60) % 6] };
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const step = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS })[e.key];
    const digit = /^[1-6]$/.test(e.key) ? Number(e.key) : 0;
    if (step) {
      const column = (this.cursor % COLUMNS) + (Math.abs(step) === 1 ? step : 0);
      const row = Math.floor(this.cursor / COLUMNS) + (Math.abs(step) === 1 ? 0 : step / COLUMNS);
      if (column >= 0 && column < COLUMNS && row >= 0 && row < ROWS) this.point(row * COLUMNS + column);
    } else if (e.key === 'Enter' || e.key === ' ' || digit) this.hands.key({ hex: this.cursor, side: SIDES[Math.max(0, digit - 1)] });
    else return;
    e.preventDefault();
  }

  /** @param {number} at */
  point(at) {
    this.cursor = at;
    put(this.hand, this.outline(at, { class: 'cursor' }));
    const { battle } = this;
    if (!battle) return;
    const there = unitsAt(battle, at).map((u) => u.unit.name);
    this.said.textContent = [nameOf(at), this.bench.words.terrain[groundAt(battle, at)], ...there].join(', ');
  }
}

/**
 * @param {string} name
 * @returns {import('./wire').Token}
 */
const token = (name) => /** @type {import('./wire').Token} */ ({ id: name, face: name });

/**
 * The face of a unit.
 * @param {SideKey} side
 * @param {import('./battle').Unit} unit
 * @param {Bench} bench
 */
export function face(side, unit, bench) {
  const full = Number(bench.words.strength[unit.kind] ?? 1);
  const strength = Math.min(Math.max(unit.strength ?? full, 1), full);
  const bare = unit.kind === 'leader' || unit.kind === 'gunboat';
  return placed(token(`${side}-${unit.kind}-${bare ? 'none' : (unit.morale ?? 'black')}-${strength}-${full}-`), EDGE);
}
