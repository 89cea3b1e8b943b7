// The lens: from one place all that can be seen is shown, and to another the line with what closes it.

/**
 * @import { Sight } from './wire'
 * @import { Child } from './types'
 * @import { Table } from './page-table.js'
 */

import { h, s } from './dom.js';
import { ruleLink } from './log.js';
import { t } from './words.js';

export class Lens {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.element = s('g', { class: 'lens', 'aria-hidden': 'true' });
    /** @type {string | null} */
    this.from = null;
    /** @type {string | null} */
    this.to = null;
    /** @type {Sight | null} */
    this.found = null;
  }

  /** @param {string | null} id */
  place(id) {
    const { board, store } = this.table;
    const at = store.tokens.get(id ?? '')?.at ?? id;
    return at !== null && board.places.has(at) ? at : null;
  }

  /**
   * The first place is where one stands, every further one is looked at; the first once more begins anew.
   * @param {string | null} id
   */
  async pick(id) {
    const place = this.place(id);
    if (!place) return;
    if (!this.from) this.from = place;
    else if (place === this.from) [this.from, this.to] = [null, null];
    else this.to = place;
    await this.look();
  }

  /** @param {string} id */
  grab(id) {
    [this.from, this.to] = [this.place(id), null];
  }

  /** @param {string | null} id */
  async release(id) {
    const place = this.place(id);
    this.to = place === this.from ? null : place;
    await this.look();
  }

  async look() {
    const { from, to } = this;
    const found = from ? await this.table.seat.sight(from, to).catch(() => []) : [];
    if (from !== this.from || to !== this.to) return;
    this.found = found[0] ?? null;
    this.draw();
    this.table.drawBar();
    if (this.found?.text) this.table.speak(this.found.text);
  }

  draw() {
    const { board } = this.table;
    const { found, from, to } = this;
    /** @type {(ids: string[], className: string) => SVGElement[]} */
    const tint = (ids, className) => ids.flatMap((id) => board.outlined(id, className));
    const [start, end] = [from && board.spot(from), to && board.spot(to)];
    const line =
      start && end && found
        ? [s('line', { class: `sight-line${found.free ? '' : ' closed'}`, x1: start.x, y1: start.y, x2: end.x, y2: end.y })]
        : [];
    const blocks = tint(found?.blocks ?? [], 'blocks');
    this.element.replaceChildren(...tint(found?.seen ?? [], 'seen'), ...tint(from ? [from] : [], 'stand'), ...blocks, ...line);
  }

  /** @returns {Child} */
  bar() {
    const { found, from } = this;
    const seen = from && found ? t('table.lens_sees', { place: this.table.nameOf(from), n: found.seen.length }) : '';
    const words = found?.text ? [found.text, ' ', ruleLink(this.table, found.rule)] : seen || t('table.lens_how');
    return this.table.tools.bar(t('table.lens'), h('span', {}, words), []);
  }

  leave() {
    [this.from, this.to, this.found] = [null, null, null];
    this.element.replaceChildren();
  }
}
