// One's own plans on the board: arrows and notes that nobody else sees. They stay on this device, match by match.

/**
 * @import { Child } from './types'
 * @import { Table } from './page-table.js'
 * @import { At } from './pop.js'
 * @typedef {{ from: string, to: string }} Drawn an arrow from place to place
 * @typedef {{ at: string, text: string }} Written
 * @typedef {{ arrows: Drawn[], notes: Written[] }} Plans
 */

import { button, h, s } from './dom.js';
import { arrow } from './board/effects.js';
import { recall, remember } from './memory.js';
import { t } from './words.js';

const MOST = 60;
const LONGEST = 140;
const SHORT = 22;

/**
 * An arrow more; the same once more rubs it out.
 * @param {Plans} plans
 * @param {string} from
 * @param {string} to
 * @returns {Plans}
 */
export function withArrow({ arrows, notes }, from, to) {
  if (from === to) return { arrows, notes };
  const others = arrows.filter((x) => x.from !== from || x.to !== to);
  return { arrows: others.length < arrows.length ? others : [...arrows, { from, to }].slice(-MOST), notes };
}

/**
 * A note at a place; no words take it away.
 * @param {Plans} plans
 * @param {string} at
 * @param {string} words
 * @returns {Plans}
 */
export function withNote({ arrows, notes }, at, words) {
  const text = words.trim().slice(0, LONGEST);
  const others = notes.filter((x) => x.at !== at);
  return { arrows, notes: text ? [...others, { at, text }].slice(-MOST) : others };
}

/** Drawing plans is a tool that is taken up and laid down: meanwhile nothing on the board is chosen. */
export class Plan {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.key = `plan.${table.seat.token}`;
    /** @type {Plans} */
    this.plans = recall(this.key, { arrows: [], notes: [] });
    this.element = s('g', { class: 'plans', 'aria-hidden': 'true' });
    /** Where an arrow begins that is drawn by clicks or keys. @type {string | null} */
    this.begun = null;
  }

  /** @param {Plans} plans */
  keep(plans) {
    this.plans = plans;
    remember(this.key, plans);
    this.draw();
    this.table.drawBar();
  }

  draw() {
    const { board } = this.table;
    const arrows = this.plans.arrows.flatMap(({ from, to }) => {
      const [start, end] = [board.spot(from), board.spot(to)];
      return start && end ? [arrow({ from: start, to: end, kind: 'plan', side: 2 })] : [];
    });
    this.element.replaceChildren(...arrows, ...this.plans.notes.flatMap((x) => this.note(x)));
  }

  /** @param {Written} note */
  note({ at, text }) {
    const { board } = this.table;
    const spot = board.spot(at);
    if (!spot) return [];
    const words = text.length > SHORT ? `${text.slice(0, SHORT - 1)}…` : text;
    const made = s(
      'text',
      { class: 'plan-note', 'text-anchor': 'middle', 'font-size': spot.size * 0.34, dy: -spot.size * 0.56 },
      `✎ ${words}`,
      s('title', {}, text),
    );
    made.style.transform = board.upright(spot.x, spot.y);
    return [made];
  }

  /**
   * The note of a place in full, for who rests on it.
   * @param {string} id
   */
  noteAt(id) {
    const place = this.place(id);
    return this.plans.notes.find((x) => x.at === place)?.text ?? '';
  }

  /**
   * Plans are laid from place to place.
   * @param {string | null} id
   */
  place(id) {
    const { board, store } = this.table;
    const at = store.tokens.get(id ?? '')?.at ?? id;
    return at !== null && board.places.has(at) ? at : null;
  }

  // --- hands, while the tool is taken up ------------------------------------------------------------------

  /** @param {string} id */
  grab(id) {
    this.begun = this.place(id);
  }

  /** @param {string | null} id */
  release(id) {
    const [from, to] = [this.begun, this.place(id)];
    this.begun = null;
    if (from && to) this.keep(withArrow(this.plans, from, to));
  }

  /**
   * A click ends an arrow that was begun, or asks what to lay here.
   * @param {string | null} id
   * @param {At} at
   */
  pick(id, at) {
    const place = this.place(id);
    if (this.begun) this.release(id);
    else if (place) this.ask(place, at);
    else this.table.pop.close();
  }

  /**
   * @param {string} place
   * @param {At} at
   */
  ask(place, at) {
    const { pop } = this.table;
    /** @type {HTMLInputElement} */
    const field = h('input', { type: 'text', maxlength: LONGEST, value: this.noteAt(place), 'aria-label': t('table.plan_note') });
    const write = () => {
      pop.close();
      this.keep(withNote(this.plans, place, field.value));
    };
    const begin = () => {
      pop.close();
      this.begun = place;
      this.table.drawBar();
    };
    const form = h(
      'form',
      {
        class: 'row',
        onsubmit: (e) => {
          e.preventDefault();
          write();
        },
      },
      field,
      button(t('table.plan_write'), write, { class: 'main' }),
    );
    pop.open(this.table.nameOf(place), at, form, button(t('table.plan_from_here'), begin));
    field.focus();
  }

  /** @returns {Child} */
  bar() {
    const { arrows, notes } = this.plans;
    const words = this.begun ? t('table.plan_to', { place: this.table.nameOf(this.begun) }) : t('table.plan_how');
    const empty = !arrows.length && !notes.length;
    return this.table.tools.bar(t('table.plan'), words, [
      empty ? null : button(t('table.plan_clear'), () => this.keep({ arrows: [], notes: [] }), { class: 'tool', 'data-keep': 'clear' }),
    ]);
  }

  leave() {
    this.begun = null;
  }
}
