// Choosing: clicks on things become answers; what cannot be chosen says why; what was chosen is taken back.

/**
 * @import { Answer, Choice, Hint, Refusal, Token } from './wire'
 * @import { Child } from './types'
 * @import { Table } from './page-table.js'
 * @import { At } from './pop.js'
 * @import { Touch } from './hand.js'
 */

import { problem } from './api.js';
import { button, dialog, h, kept } from './dom.js';
import { icon } from './faces.js';
import { ruleLink } from './log.js';
import { recall } from './memory.js';
import { meant } from './picking.js';
import { percent, t } from './words.js';

const NAMED = 6;

export class Chooser {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.busy = false;
  }

  // --- answers ------------------------------------------------------------

  /**
   * Something was clicked; null: the bare board.
   * @param {string | null} id
   * @param {Touch} e
   */
  async pick(id, e) {
    const { board, hand, pop, store, tip } = this.table;
    tip.leave();
    if (!id) {
      pop.close();
      hand.put();
      return;
    }
    const opened = pop.isOpen;
    if (await this.asked(hand.touched(id, e))) return;
    const meaning = meant(store, board.places, id, { touch: e.pointerType === 'touch' && !opened });
    if (meaning.kind === 'choose') this.choose(meaning.answer);
    else if (meaning.kind === 'choices') this.offer(meaning.list, id, e);
    else if (meaning.kind === 'stack') this.spread(meaning.place, meaning.stack, e);
    else this.explain(id, e);
  }

  /**
   * While the server is asked what a touch may mean, the pointer says so.
   * @template T
   * @param {Promise<T>} question
   */
  async asked(question) {
    const { classList } = this.table.parts.all;
    classList.add('asking');
    try {
      return await question;
    } finally {
      classList.remove('asking');
    }
  }

  /**
   * One answer.
   * @param {number} answer
   * @param {boolean} [sure]
   */
  choose(answer, sure = !recall('warn', true)) {
    return this.give([answer], sure);
  }

  /**
   * Answers as one gesture.
   * @param {number[]} answers
   * @param {boolean} [sure]
   * @param {boolean} [coach]
   */
  async give(answers, sure = !recall('warn', true), coach = recall('coach', false)) {
    const { ending, store } = this.table;
    const { ask } = store;
    if (!ask || ending.isOpen) return;
    store.chosen(answers[0]);
    await this.send({ answers, serial: ask.serial, side: ask.side, sure, coach, hold: ending.isWanted });
  }

  /**
   * Off it goes; unless it would leave something unused, or end the turn: then its last word is waited for.
   * @param {Answer} wish
   */
  async send(wish) {
    const { ending, line, parts, pop } = this.table;
    if (this.busy) return;
    this.busy = true;
    pop.close();
    parts.bar.classList.add('sending');
    try {
      const reply = await line.answer(wish);
      this.busy = false;
      if ('ends' in reply) ending.wait(wish);
      else if (!('warn' in reply)) line.nudge();
      else if (await certain(reply.warn)) await this.send({ ...wish, sure: true, coach: false, hold: false });
    } catch (e) {
      const found = problem(e);
      if (found.stale) line.nudge();
      else this.table.trouble(found);
    } finally {
      this.busy = false;
      parts.bar.classList.remove('sending');
    }
  }

  /** @param {boolean} [whole] */
  async takeBack(whole = false) {
    const { line, seat, store } = this.table;
    if (this.busy) return;
    this.busy = true;
    try {
      const side = store.room.side ?? store.room.sides[0];
      if (store.undo.free) await seat.takeBack({ side, whole });
      else if (store.undo.practice || (await wants(store.undo.why))) await seat.takeBack({ side, ask: true });
      line.nudge();
    } catch (e) {
      this.table.trouble(e);
    } finally {
      this.busy = false;
    }
  }

  /** @param {boolean} yes */
  async grant(yes) {
    try {
      await this.table.seat.grant({ yes });
      this.table.line.nudge();
    } catch (e) {
      this.table.trouble(e);
    }
  }

  /**
   * What the computer would do here: the best three options with the chance to win it sees.
   * @param {At} at
   */
  async hint(at) {
    const { pop, seat, store } = this.table;
    const asked = store.question?.serial;
    const waiting = h('p', { class: 'quiet', role: 'status' }, t('table.thinking_short'), h('span', { class: 'dots' }));
    const shown = pop.open(t('table.hint'), at, waiting);
    try {
      const found = await seat.hints();
      if (pop.element !== shown || store.question?.serial !== asked) return;
      const list = found.length
        ? h(
            'ul',
            { class: 'options hints' },
            found.map((x) => this.hinted(x)),
          )
        : h('p', {}, t('table.no_hint'));
      pop.open(t('table.hint'), at, h('p', { class: 'quiet' }, t('table.hint_help')), list);
    } catch (e) {
      this.table.trouble(e);
    }
  }

  /** @param {Hint} hint */
  hinted({ answer, label, targets, chance }) {
    return h(
      'li',
      {},
      button([h('span', { class: 'name' }, label), h('strong', {}, percent(chance))], () => this.choose(answer), {
        data: { answer },
        onfocus: () => this.table.point(targets),
      }),
    );
  }

  // --- cards with more to choose from ------------------------------------------------------------

  /** @param {Choice[]} list */
  options(list) {
    return h(
      'ul',
      { class: 'options' },
      list.map(({ answer, label }) =>
        h(
          'li',
          {},
          button(label, () => this.choose(answer), { data: { answer } }),
        ),
      ),
    );
  }

  /**
   * @param {Choice[]} list
   * @param {string} id
   * @param {At} at
   */
  offer(list, id, at) {
    this.table.pop.open(this.table.nameOf(id) || t('table.choose'), at, this.options(list));
  }

  /**
   * A stack spread out: every piece with its name, the lit ones to click.
   * @param {string} place
   * @param {Token[]} stack
   * @param {At} at
   */
  spread(place, stack, at) {
    const { pop, reasons, store } = this.table;
    const there = store.choicesFor(place);
    const lit = stack.filter((x) => store.choicesFor(x.id).length);
    const order = [...lit, ...stack.filter((x) => !lit.includes(x))];
    const rows = order.map((token) => this.stacked(token));
    const shown = pop.open(this.table.nameOf(place), at, h('ul', { class: 'stack' }, rows), there.length ? this.options(there) : null);
    if (there.length || lit.length) return;
    reasons.of(place).then((found) => {
      if (pop.element === shown) shown.append(...found.slice(0, 3).map((r) => this.reason(r)));
    });
  }

  /** @param {Token} token */
  stacked(token) {
    const mine = this.table.store.choicesFor(token.id);
    const inner = [icon(token), h('span', { class: 'name' }, token.name, this.facts(token.id))];
    if (mine.length) {
      /** @param {MouseEvent} e */
      const act = (e) => (mine.length === 1 ? this.choose(mine[0].answer) : this.offer(mine, token.id, e));
      return h('li', {}, button(inner, act, { class: 'lit', data: { id: token.id } }));
    }
    const row = h(
      'li',
      {
        class: 'quiet',
        onmouseenter: async () => {
          const [first] = await this.table.reasons.of(token.id);
          if (first && !row.querySelector('.no')) row.append(h('span', { class: 'no' }, first.why, ' ', ruleLink(this.table, first.rule)));
        },
      },
      inner,
    );
    return row;
  }

  // --- why not ------------------------------------------------------------

  /** @param {Refusal} refusal */
  reason(refusal) {
    return h('p', { class: 'no' }, refusal.why, ' ', ruleLink(this.table, refusal.rule));
  }

  /**
   * @param {string | null} id
   * @param {At} at
   */
  async explain(id, at) {
    if (!id) return;
    const { pop, reasons, store } = this.table;
    const found = await reasons.near(id);
    const choices = store.choicesFor(id);
    const nothing = store.ask ? t('table.not_now') : this.table.waiting();
    const more = h('div', { class: 'scouting' });
    const shown = pop.open(
      this.table.nameOf(id) || t('table.nothing_here'),
      at,
      this.facts(id),
      found.slice(0, 6).map((r) => this.reason(r)),
      choices.length ? this.options(choices) : null,
      found.length || choices.length ? null : h('p', { class: 'quiet' }, nothing),
      more,
    );
    for (const part of this.table.tools.scout.words(id, () => pop.element === shown)) more.append(...kept([await part]));
  }

  /**
   * The mouse is over something.
   * @param {string | null} id
   * @param {PointerEvent} e
   */
  hover(id, e) {
    const { pop, tip } = this.table;
    if (id === tip.over) {
      tip.move(e);
      return;
    }
    tip.leave();
    if (!id || pop.isOpen || this.table.tools.held) tip.over = id;
    else this.tell(id, e);
  }

  /**
   * The keyboard is on something.
   * @param {string | null} id
   * @param {At} at
   */
  focused(id, at) {
    const { pop, tip } = this.table;
    tip.leave();
    if (id && !pop.isOpen) this.tell(id, at, this.lying(id));
  }

  /**
   * What lies on a place, with what it can do: a mouse goes on to each piece, the keyboard stays on the place.
   * @param {string} id
   */
  lying(id) {
    const { board, store } = this.table;
    const stack = board.places.has(id) ? store.stackAt(id).filter((token) => token.facts?.length) : [];
    return stack.slice(0, NAMED).map((token) => h('span', { class: 'fact' }, h('strong', {}, token.name), this.facts(token.id)));
  }

  /**
   * @param {string} id
   * @param {At} at
   * @param {Child} [more]
   */
  tell(id, at, more = null) {
    const { tip, tools } = this.table;
    const on = () => tip.over === id;
    tip.hover(
      id,
      at,
      async () => [await this.described(id), more],
      () => tools.scout.words(id, on),
    );
  }

  /**
   * What a thing is, where it lies, what choosing it would do or why it cannot be chosen.
   * @param {string} id
   * @returns {Promise<Child>}
   */
  async described(id) {
    const { board, hand, reasons } = this.table;
    const to = hand.chosen(id);
    const found = to !== undefined || hand.picks.includes(id) ? [] : await reasons.near(id);
    const name = this.table.nameOf(id);
    const lit = board.lit.get(to ?? id);
    const note = this.table.tools.plan.noteAt(id);
    return [
      h('strong', {}, name),
      this.where(id),
      this.facts(id),
      note ? h('span', { class: 'do' }, `✎ ${note}`) : null,
      lit && lit !== name ? h('span', { class: 'do' }, lit) : null,
      found.slice(0, 3).map((r) => h('span', { class: 'no' }, r.why, ' ', h('span', { class: 'rule' }, r.rule))),
    ];
  }

  /**
   * What a thing can do and what it means, as its title tells it.
   * @param {string} id
   */
  facts(id) {
    return (this.table.store.tokens.get(id)?.facts ?? []).map((fact) => h('span', { class: 'fact' }, fact));
  }

  /**
   * The place or panel a piece lies on, the track a square belongs to, the pieces that lie on a place.
   * @param {string} id
   */
  where(id) {
    const { board, store } = this.table;
    const token = store.tokens.get(id);
    const at = token?.at ?? id;
    const place = board.places.get(at) ?? store.panels.find((p) => p.cells.some((c) => c.id === at));
    if (!place) return null;
    const there = token ? [] : store.stackAt(id).map((x) => x.name);
    const names = token || place.id !== id ? [place.name, ...there] : there;
    const words = names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ' …' : '');
    return words ? h('span', { class: 'where' }, words) : null;
  }
}

/**
 * Is somebody sure who was warned?
 * @param {string} words
 * @returns {Promise<boolean | undefined>}
 */
const certain = (words) =>
  dialog(t('table.sure'), (close) => [
    h('h2', {}, t('table.sure')),
    h('p', {}, words),
    h(
      'div',
      { class: 'row' },
      button(t('table.go_back'), () => close(false), { class: 'main' }),
      button(t('table.anyway'), () => close(true), { class: 'anyway' }),
    ),
  ]);

/**
 * Does somebody want to ask the other side to take back?
 * @param {string} why it is not free
 * @returns {Promise<boolean | undefined>}
 */
const wants = (why) =>
  dialog(t('table.ask_undo'), (close) => [
    h('h2', {}, t('table.ask_undo')),
    h('p', {}, why),
    h('p', {}, t('table.ask_undo_help')),
    h(
      'div',
      { class: 'row' },
      button(t('table.ask_undo'), () => close(true), { class: 'main' }),
      button(t('house.cancel'), () => close(false)),
    ),
  ]);
