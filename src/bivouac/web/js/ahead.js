// Planning ahead: on a private copy one's own next turn is played and kept; at the table it is offered when the turn has come.

/**
 * @import { KeepPlan, PlanAhead, Planned, PlannedStep, PrivateCopy, SendPlan, SentPlan } from './wire'
 * @import { Table } from './page-table.js'
 * @import { Child } from './types'
 */

import { get, post } from './api.js';
import { button, h, put } from './dom.js';
import { ruleLink } from './log.js';
import { recall, remember } from './memory.js';
import { t } from './words.js';

const MOST = 20;

/** @type {(token: string, side: number) => Promise<Planned>} */
const read = (token, side) => get(`/api/table/${token}/ahead`, { as: side });
/** @type {(token: string, wish: PlanAhead) => Promise<PrivateCopy>} */
const begin = (token, wish) => post(`/api/table/${token}/ahead`, wish);
/** @type {(token: string, wish: KeepPlan) => Promise<Planned>} */
const keep = (token, wish) => post(`/api/table/${token}/ahead/keep`, wish);
/** @type {(token: string, wish: SendPlan) => Promise<SentPlan>} */
const send = (token, wish) => post(`/api/table/${token}/ahead/send`, wish);

/** The seats that private copies were made for, by the link of the copy. @returns {Record<string, string>} */
const copies = () => recall('ahead', {});

/** A strip above the question. */
export class PlanStrip {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.place = table.parts.lesson;
    this.place.setAttribute('aria-label', t('ahead.heading'));
    /** @type {Planned | null} */
    this.planned = null;
    this.said = '';
    this.shown = 'null';
    /** The question that the plan was last compared with. @type {unknown} */
    this.known = null;
  }

  draw() {
    const { about, question } = this.table.store;
    if (about.ahead !== null) this.show('copy', () => this.copy());
    else if (this.known !== question && (this.known === null || this.planned?.copy)) {
      this.known = question;
      this.read();
    } else this.offer();
  }

  async read() {
    const { seat, store } = this.table;
    this.planned = await read(seat.token, store.room.sides[0]).catch(() => null); // without the net it comes with the next question
    this.offer();
  }

  /**
   * What is shown already is not drawn again: it would be read aloud anew.
   * @param {unknown} key
   * @param {() => Child} content
   */
  show(key, content) {
    const now = JSON.stringify(key);
    this.place.hidden = key === null;
    this.table.parts.all.classList.toggle('with-lesson', key !== null);
    if (this.shown !== now) put(this.place, key === null ? null : content());
    this.shown = now;
  }

  // --- the private copy ------------------------------------------------------------

  /** @returns {Child} */
  copy() {
    const { table } = this;
    const home = copies()[table.seat.token];
    const keeps = async () => {
      try {
        await keep(home, { side: table.store.about.ahead });
        location.href = `/t/${home}`;
      } catch (e) {
        table.trouble(e);
      }
    };
    return [
      h('p', {}, t('ahead.here')),
      home
        ? h(
            'div',
            { class: 'row' },
            button(t('ahead.keep'), keeps, { class: 'main', id: 'keep-plan' }),
            h('a', { class: 'button', href: `/t/${home}` }, t('ahead.back')),
          )
        : null,
    ];
  }

  /** @param {boolean} anew */
  async begin(anew) {
    const { seat, store } = this.table;
    try {
      const { token, url } = await begin(seat.token, { side: store.room.sides[0], anew });
      remember('ahead', Object.fromEntries([[token, seat.token], ...Object.entries(copies())].slice(0, MOST)));
      location.href = url;
    } catch (e) {
      this.table.trouble(e);
    }
  }

  // --- at the table ------------------------------------------------------------

  /** What is planned, and what can be done with it. */
  offer() {
    const { planned } = this;
    if (!planned || (!planned.steps.length && !this.said)) {
      this.show(null, () => null);
      return;
    }
    this.show([planned, this.said], () => this.told(planned));
  }

  /**
   * @param {Planned} planned
   * @returns {Child}
   */
  told({ steps }) {
    const ready = steps.filter((x) => x.how === 'ready').length;
    const waits = steps.every((x) => x.how === 'waits');
    const words = waits ? t('ahead.waits', { n: steps.length }) : ready ? t('ahead.now', { n: ready }) : t('ahead.none_now');
    return [
      this.said ? h('p', { role: 'status' }, this.said) : null,
      steps.length
        ? [h('p', {}, h('strong', {}, words)), this.buttons(ready), this.list(steps, waits)]
        : h(
            'div',
            { class: 'row' },
            button(t('house.close'), () => this.hush()),
          ),
    ];
  }

  /** What was said has been read. */
  hush() {
    this.said = '';
    this.offer();
  }

  /** @param {number} ready */
  buttons(ready) {
    return h(
      'div',
      { class: 'row' },
      ready ? button(t('ahead.send', { n: ready }), () => this.send(), { class: 'main', id: 'send-plan' }) : null,
      this.planned?.may ? button(t('ahead.change'), () => this.begin(false)) : null,
      this.planned?.may ? button(t('ahead.anew'), () => this.begin(true)) : null,
      button(t('ahead.forget'), () => this.forget(), { id: 'forget-plan' }),
    );
  }

  /**
   * @param {PlannedStep[]} steps
   * @param {boolean} folded
   */
  list(steps, folded) {
    const rows = h(
      'ol',
      { class: 'planned' },
      steps.map((x) => this.row(x)),
    );
    if (!folded) return rows;
    return h('details', {}, h('summary', {}, t('ahead.show')), rows);
  }

  /** @param {PlannedStep} step */
  row({ how, rule, why, words }) {
    const more = { gone: t('ahead.gone', { why: why ?? '' }), later: t('ahead.later'), ready: '', waits: '' }[how];
    return h(
      'li',
      { class: how },
      how === 'gone' ? h('s', {}, words) : words,
      more ? [' ', h('span', { class: 'quiet' }, more)] : null,
      ' ',
      ruleLink(this.table, rule),
    );
  }

  async send() {
    const { seat, store, line } = this.table;
    try {
      const { rest, sent, stopped } = await send(seat.token, { serial: this.planned?.serial ?? 0, side: store.room.sides[0] });
      this.planned = rest;
      this.said = [t('ahead.sent', { n: sent }), stopped ? t(`ahead.${stopped}`) : ''].join(' ').trim();
    } catch (e) {
      this.table.trouble(e);
    }
    line.nudge();
    this.offer();
  }

  async forget() {
    const { seat, store } = this.table;
    try {
      this.planned = await keep(seat.token, { side: store.room.sides[0], forget: true });
    } catch (e) {
      this.table.trouble(e);
    }
    this.hush();
  }
}
