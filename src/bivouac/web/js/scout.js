// Before one chooses: how far a piece reaches, what it commands, where it could fall back to, what a fight would bring. Tinted on the board
// while the pointer or the focus rests on it, and told in words.

/**
 * @import { Forecast, Outlook } from './wire'
 * @import { Child } from './types'
 * @import { Foreseen } from './store.js'
 * @import { Table } from './page-table.js'
 */

import { h, s } from './dom.js';
import { t } from './words.js';

const NOBODY = 2;
const NAMED = 4;
const FIGHTS = 2;
const BUTTONS = 4;

export class Scout {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** The table it was asked about. @type {number | null} */
    this.rev = null;
    /** @type {Map<string, Promise<Outlook | null>>} */
    this.outlooks = new Map();
    /** @type {Map<string, Promise<Forecast[]>>} */
    this.fights = new Map();
    /** What is shown on the board now. @type {string | null} */
    this.shown = null;
    this.element = s('g', { class: 'scouted', 'aria-hidden': 'true' });
    this.costs = s('g', { class: 'costs', 'aria-hidden': 'true' });
  }

  /** What was known of another position is forgotten. */
  #fresh() {
    const { rev } = this.table.store;
    if (this.rev === rev) return;
    this.rev = rev;
    this.outlooks.clear();
    this.fights.clear();
  }

  /**
   * @param {string} id
   * @returns {Promise<Outlook | null>}
   */
  outlook(id) {
    const { seat, store } = this.table;
    const token = store.tokens.get(id);
    if (!store.live || !token || token.side === NOBODY || !this.table.board.places.has(token.at)) return Promise.resolve(null);
    this.#fresh();
    const found = this.outlooks.get(id) ?? seat.outlook(id).catch(() => null);
    this.outlooks.set(id, found);
    return found;
  }

  /**
   * What the fight would bring that choosing a thing leads to; of what is held, all of it.
   * @param {string} id
   * @returns {Promise<Forecast[]>}
   */
  async forecasts(id) {
    const { hand, store } = this.table;
    if (!store.live || !store.ask || !store.about.odds) return [];
    this.#fresh();
    const to = hand.chosen(id);
    if (to === undefined) return [];
    if (hand.isFull) {
      const ways = hand.ways.filter((w) => w.targets.includes(to)).slice(0, FIGHTS);
      return (await Promise.all(ways.map((w) => hand.whole(w, { quiet: true }).then((found) => this.fight((found ?? w).answers))))).flat();
    }
    if (store.tokens.get(to)?.side === store.ask.side) return [];
    const choices = store.choicesFor(to).slice(0, FIGHTS);
    return (await Promise.all(choices.map((c) => this.fight([c.answer])))).flat();
  }

  /**
   * The same for the buttons of the bar, where there are few.
   * @returns {Promise<Foreseen[]>}
   */
  async ofButtons() {
    const { board, store } = this.table;
    this.#fresh();
    const buttons = store.buttons(board.places);
    if (buttons.length > BUTTONS) return [];
    const found = buttons.map(({ answer, label }) => this.fight([answer]).then((all) => all.map((forecast) => ({ label, forecast }))));
    return (await Promise.all(found)).flat();
  }

  /**
   * @param {number[]} answers
   * @returns {Promise<Forecast[]>}
   */
  fight(answers) {
    const key = answers.join(',');
    const found = this.fights.get(key) ?? this.table.seat.forecast(answers).catch(() => []);
    this.fights.set(key, found);
    return found;
  }

  /**
   * All of it in words; the board shows the same while `on` says so.
   * @param {string} id
   * @param {() => boolean} on
   * @returns {Promise<Child>[]}
   */
  words(id, on) {
    const scouted = this.outlook(id).then((found) => {
      if (found && on()) this.show(found);
      return found ? this.told(found) : null;
    });
    return [scouted, this.forecasts(id).then((found) => found.map(fight))];
  }

  /** @param {Outlook} outlook */
  told({ fire, helps, reach, retreat, warning }) {
    const back = (retreat ?? []).map((id) => this.table.nameOf(id));
    const more = back.length > NAMED ? ' …' : '';
    return [
      reach.length ? h('span', { class: 'scout reach' }, t('table.reaches', { n: reach.length })) : null,
      fire.length ? h('span', { class: 'scout fire' }, t('table.commands', { n: fire.length })) : null,
      back.length ? h('span', { class: 'scout back' }, t('table.falls_back', { list: back.slice(0, NAMED).join('; ') + more })) : null,
      helps ? h('span', { class: 'scout help' }, this.#aid(helps)) : null,
      warning ? h('span', { class: 'scout no' }, `⚠ ${warning.text} `, h('span', { class: 'rule' }, warning.rule)) : null,
    ];
  }

  /**
   * Who could still come to its aid, by the places they would come from.
   * @param {string[]} helps
   */
  #aid(helps) {
    /** @type {Map<string, number>} */
    const places = new Map();
    for (const at of this.#placesOf(helps)) places.set(at, (places.get(at) ?? 0) + 1);
    const list = [...places].map(([at, n]) => (n > 1 ? `${this.table.nameOf(at)} (${n})` : this.table.nameOf(at))).join('; ');
    return list ? t('table.helped_from', { list }) : t('table.helped_by_nobody');
  }

  /**
   * @param {string[]} pieces
   * @returns {string[]}
   */
  #placesOf(pieces) {
    return pieces.flatMap((id) => this.table.store.tokens.get(id)?.at ?? []);
  }

  /** @param {Outlook} outlook */
  show({ fire, helps, of, reach, retreat }) {
    const { board } = this.table;
    this.shown = of;
    /** @type {(ids: string[], className: string) => SVGElement[]} */
    const tint = (ids, className) =>
      ids.flatMap((id) => {
        const place = board.places.get(id);
        return place ? [board.shapes.of(place, className)] : [];
      });
    this.element.replaceChildren(
      ...tint(fire, 'fire'),
      ...tint(
        reach.map((x) => x.to),
        'reach',
      ),
      ...tint(retreat ?? [], 'back'),
      ...tint([...new Set(this.#placesOf(helps ?? []))], 'help'),
    );
    this.costs.replaceChildren(...reach.filter((x) => x.cost).flatMap(({ to, cost }) => this.cost(to, cost)));
  }

  /**
   * @param {string} id
   * @param {string} words
   */
  cost(id, words) {
    const place = this.table.board.places.get(id);
    if (!place) return [];
    const text = s('text', { 'text-anchor': 'middle', 'font-size': place.size * 0.34, dy: place.size * 0.62 }, words);
    text.style.transform = this.table.board.upright(place.x, place.y);
    return [text];
  }

  clear() {
    if (this.shown === null) return;
    this.shown = null;
    this.element.replaceChildren();
    this.costs.replaceChildren();
  }
}

/**
 * Chances and losses, and what they are reckoned with.
 * @param {Forecast} found
 */
export const fight = ({ exact, lines, terms }) =>
  h(
    'span',
    { class: 'fight-odds' },
    h('strong', {}, exact ? '' : '≈ ', lines.join(' ')),
    terms.map((term) => h('span', { class: 'term' }, term.text, ' ', h('span', { class: 'rule' }, term.rule))),
  );
