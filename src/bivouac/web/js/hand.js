// The hand: what is picked up from the table, where it can go, and how it goes there: many small answers as one gesture.

/**
 * @import { Gesture, Token } from './wire'
 * @import { Table } from './page-table.js'
 * @import { At } from './pop.js'
 * @typedef {At & { shiftKey?: boolean, pointerType?: string }} Touch
 * @typedef {{ face: string, at: string, to: string }} Done what was done last: with a thing that looks so, from there, to that
 */

import { button, h } from './dom.js';

export class Hand {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** What is held. @type {string[]} */
    this.picks = [];
    /** What can be done with it. @type {Gesture[]} */
    this.ways = [];
    /** The table it was taken from. @type {number | null} */
    this.rev = null;
    /** @type {Done | null} */
    this.done = null;
    /** What is just being taken. @type {Promise<boolean>} */
    this.taking = Promise.resolve(false);
    this.wanted = 0;
  }

  get isFull() {
    return this.picks.length > 0 && this.rev === this.table.store.rev;
  }

  /** The things that are held. */
  get tokens() {
    return this.picks.map((id) => this.table.store.tokens.get(id)).filter((x) => x !== undefined);
  }

  /**
   * What is lit while something is held: where it can go; null while the hand is empty.
   * @returns {Map<string, string> | null}
   */
  lit() {
    if (!this.isFull) return null;
    const lit = new Map();
    for (const { label, targets } of this.ways) for (const id of targets) lit.set(id, lit.has(id) ? `${lit.get(id)}; ${label}` : label);
    return lit;
  }

  /** What can be done with it: where it can go; or what is done by naming it alone, such as a card that is discarded. */
  get goals() {
    return this.ways.filter((w) => w.to || w.whole);
  }

  /** What can be done with it that is nowhere in sight. */
  buttons() {
    const { board, store } = this.table;
    return store.unseen(this.goals, board.places);
  }

  /** What it will be done with, if that is the same wherever it goes: an order, a card. */
  get means() {
    const [first, ...others] = new Set(this.goals.map((w) => w.means));
    return others.length ? '' : (first ?? '');
  }

  /** The same question as if it had been answered by naming the thing alone, to go on in small steps. */
  get step() {
    return this.picks.length === 1 ? this.ways.find((w) => !w.to && !w.whole) : undefined;
  }

  // --- picking up -----------------------------------------------------------------------------------------

  /**
   * Something was touched: gives whether the hand has seen to it.
   * @param {string} id
   * @param {Touch} e
   */
  async touched(id, e) {
    if (this.isFull && !e.shiftKey) {
      const to = this.goal(id);
      if (to) {
        await this.go(to, e);
        return true;
      }
    }
    if (this.isFull && (e.shiftKey || this.picks.includes(id))) return this.toggle(this.picks.includes(id) ? [id] : this.meant(id, e));
    const was = this.isFull;
    if (await this.asks(id, e)) return true;
    for (const ids of this.attempts(id, e)) if (await this.take(ids, e)) return true;
    if (was) this.put();
    return false;
  }

  /**
   * A bare place that can be answered with, and only buttons come after it: they are offered where it was touched, so that both are one.
   * @param {string} id
   * @param {Touch} e
   */
  async asks(id, e) {
    const { board, seat, store } = this.table;
    if (!store.live || !board.places.has(id) || store.stackAt(id).length || !store.choicesFor(id).some((c) => c.leads)) return false;
    const found = await seat.gestures([id]).catch(() => null);
    const ways = found?.gestures.filter((w) => w.to) ?? [];
    if (!found || found.rev !== store.rev || ways.length < 2 || store.unseen(ways, board.places).length < ways.length) return false;
    Object.assign(this, { picks: found.picks, ways, rev: found.rev });
    this.offer(ways, e);
    return true;
  }

  /**
   * What may be meant by a touch, in this order: all of a place, or the thing itself.
   * @param {string} id
   * @param {Touch} e
   * @returns {string[][]}
   */
  attempts(id, e) {
    const { store } = this.table;
    const direct = store.choicesFor(id);
    if (!store.ask || !store.live || this.table.ending.isOpen || (direct.length && !direct.some((c) => c.leads))) return [];
    const meant = this.meant(id, e);
    if (!meant.length && direct.length) return []; // an empty place that is asked for is answered with, not taken up
    return meant.length === 1 && meant[0] === id ? [meant] : [meant, [id]].filter((ids) => ids.length);
  }

  /**
   * The things of one's own in a place; of a pile, those that look like the one that was touched; a finger takes all that lie there.
   * @param {string} id
   * @param {Touch} e
   */
  meant(id, e) {
    const { board, store } = this.table;
    const token = store.tokens.get(id);
    if (!token) return this.own(store.stackAt(id));
    if (token.side !== store.ask?.side || !board.places.has(token.at)) return [id];
    const there = store.stackAt(token.at);
    if (e.pointerType === 'touch') return this.own(there);
    return [id, ...there.filter((x) => x.face === token.face && x.side === token.side && x.id !== id).map((x) => x.id)];
  }

  /**
   * Those of the side that is asked, of the kind that is most numerous.
   * @param {Token[]} tokens
   */
  own(tokens) {
    const ids = tokens.filter((x) => x.side === this.table.store.ask?.side).map((x) => x.id);
    /** @param {string} id */
    const many = (id) => ids.filter((other) => kind(other) === kind(id)).length;
    const most = Math.max(0, ...ids.map(many));
    return ids.filter((id) => many(id) === most);
  }

  /**
   * Pick things up: false if nothing can be done with them at once.
   * @param {string[]} ids
   * @param {At} [at]
   */
  take(ids, at) {
    this.taking = this.taken(ids, at);
    return this.taking;
  }

  /**
   * @param {string[]} ids
   * @param {At} [at]
   */
  async taken(ids, at) {
    const { seat, store } = this.table;
    this.wanted += 1;
    const { wanted } = this;
    const found = await seat.gestures(ids).catch(() => null);
    if (!found || wanted !== this.wanted || found.rev !== store.rev || !found.gestures.some((w) => w.to)) return false;
    this.picks = found.picks;
    this.ways = found.gestures;
    this.rev = found.rev;
    if (at && this.buttons().length === this.goals.length) this.offer(this.goals, at);
    else this.table.drawHand();
    return true;
  }

  /**
   * More into the hand, or out of it.
   * @param {string[]} ids
   */
  async toggle(ids) {
    const out = ids.every((id) => this.picks.includes(id));
    const rest = out ? this.picks.filter((id) => !ids.includes(id)) : [...new Set([...this.picks, ...ids])];
    if (!rest.length) this.put();
    else await this.take(rest);
    return true;
  }

  /** Lay down what is held. */
  put() {
    const was = this.picks.length;
    this.empty();
    if (was) this.table.drawHand();
  }

  empty() {
    this.picks = [];
    this.ways = [];
    this.wanted += 1;
  }

  // --- by dragging ----------------------------------------------------------------------------------------

  /**
   * Whether a drag that begins here takes the thing along: one's own; for a finger, what is held already.
   * @param {string | null} id
   * @param {boolean} touch
   */
  grabs(id, touch) {
    const { ask, live, tokens } = this.table.store;
    if (!id || !ask || !live) return false;
    if (this.isFull && this.picks.includes(id)) return true;
    return !touch && tokens.get(id)?.side === ask.side && this.attempts(id, { target: null }).length > 0;
  }

  /** @param {string} id */
  grab(id) {
    this.table.tip.leave();
    if (!this.isFull || !this.picks.includes(id)) this.take(this.meant(id, { target: null }));
  }

  /**
   * What was dragged is let go over something.
   * @param {string | null} id
   * @param {At} e
   */
  async release(id, e) {
    await this.taking;
    const to = id && this.isFull ? this.goal(id) : null;
    if (to) await this.go(to, e);
    else if (id && this.isFull && !this.picks.includes(id)) {
      const [reason] = await this.table.reasons.of(id);
      if (reason) this.table.say(reason.why, { rule: reason.rule });
    }
  }

  /**
   * All that lies within a frame that was drawn.
   * @param {string[]} ids
   */
  frame(ids) {
    const tokens = ids.map((id) => this.table.store.tokens.get(id)).filter((x) => x !== undefined);
    const own = this.own(tokens);
    if (own.length) this.take(own);
  }

  // --- going ----------------------------------------------------------------------------------------------

  /**
   * What a touch on something leads to: the thing itself, or the place it lies on.
   * @param {string} id
   */
  goal(id) {
    const at = this.table.store.tokens.get(id)?.at;
    return [id, at].find((x) => x !== undefined && this.ways.some((w) => w.targets.includes(x)));
  }

  /**
   * What a click on something would choose: where the hand can go; or, of a full place, the place.
   * @param {string} id
   */
  chosen(id) {
    if (this.isFull) return this.goal(id);
    const { store } = this.table;
    return [id, store.tokens.get(id)?.at].find((x) => x !== undefined && store.choicesFor(x).length > 0);
  }

  /**
   * Everything that is held goes there; where there are several ways, one is chosen.
   * @param {string} to
   * @param {At} at
   */
  async go(to, at) {
    const ways = this.ways.filter((w) => w.to === to || w.targets.includes(to));
    if (ways.length > 1) this.offer(ways, at);
    else if (ways.length) await this.send(ways[0]);
  }

  /**
   * Several ways, each with what tells it from the others.
   * @param {Gesture[]} ways
   * @param {At} at
   */
  offer(ways, at) {
    const [{ to, targets }] = ways;
    const name = this.table.nameOf(ways.every((w) => w.to === to) && targets.length ? targets[0] : this.picks[0]);
    const rows = ways.map((w) =>
      h(
        'li',
        {},
        button(w.label, () => this.send(w), { data: { answers: w.answers.join(',') } }),
      ),
    );
    this.table.pop.open(name, at, h('ul', { class: 'options' }, rows));
  }

  /** @param {Gesture} way */
  async send(way) {
    const { chooser, pop } = this.table;
    const [first] = this.tokens;
    const done = first ? { face: first.face, at: first.at, to: way.to } : null;
    pop.close();
    const whole = await this.whole(way);
    if (!whole) return;
    this.empty();
    this.done = done;
    await chooser.give(whole.answers);
  }

  /**
   * A way of the first thing for all that are held; null where it does not go for all of them, and then why is said.
   * @param {Gesture} way
   * @param {{ quiet?: boolean }} [how]
   * @returns {Promise<Gesture | null>}
   */
  async whole(way, { quiet = false } = {}) {
    const { picks } = this;
    const { seat, store } = this.table;
    if (picks.length < 2) return way;
    const found = await seat.gestures(picks, { to: way.to, like: way.answers.join(',') }).catch(() => null);
    if (!found || found.rev !== store.rev) return null;
    if (found.refusal && !quiet) this.table.say(found.refusal.why, { rule: found.refusal.rule });
    return found.refusal ? null : found.gestures[0];
  }

  // --- the same once more -----------------------------------------------------------------------------------

  /** The next thing that looks like the last one and lies where that lay. */
  get next() {
    const { ask, live, tokens } = this.table.store;
    const { done } = this;
    if (!done || !ask || !live || this.isFull) return undefined;
    return [...tokens.values()].find((x) => x.at === done.at && x.face === done.face && x.side === ask.side);
  }

  async again() {
    const { next, done } = this;
    if (!next || !done) return;
    const found = await this.table.seat.gestures([next.id], { to: done.to }).catch(() => null);
    if (!found) return;
    if (found.refusal) this.table.say(found.refusal.why, { rule: found.refusal.rule });
    else if (found.gestures.length) await this.table.chooser.give(found.gestures[0].answers);
  }
}

/** @param {string} id */
const kind = (id) => id.split(':')[0];
