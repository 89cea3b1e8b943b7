// The end of a turn: what would end it is not sent at once. For a few seconds, or until a last word, it can still be taken back; nobody has
// seen anything of it, and no die has fallen. And the only answer to a question that is asked because a secret hangs on it: it is given for the
// player, after a moment of no particular length where somebody could tell from it that there was nothing to choose.

/**
 * @import { Answer } from './wire'
 * @import { Child } from './types'
 * @import { Table } from './page-table.js'
 */

import { button, focus, h } from './dom.js';
import { recall } from './memory.js';
import { t } from './words.js';

/** How long is waited, in seconds. @type {Record<string, number>} */
const WAITS = { none: 0, short: 4, word: Infinity };
/** The shortest time to think about nothing, and how much longer it may take; and the time before nobody but computers. */
const AT_LEAST = 3;
const AND_MORE = 5;
const UNSEEN = 0.7;
/** How long after an answer that did not get through it is given again, in seconds. */
const AGAIN = 5;
export const WAIT_NAMES = Object.keys(WAITS);

export class Ending {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** What waits to be sent. @type {Answer | null} */
    this.wish = null;
    /** The table it was meant for. @type {number | null} */
    this.rev = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** The question that has one answer and is being answered, by its number. @type {number | undefined} */
    this.alone = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.pause = undefined;
    addEventListener('pagehide', () => this.leave());
  }

  get seconds() {
    return WAITS[recall('hold', 'short')];
  }

  /** Whether the end of a turn waits at all. */
  get isWanted() {
    return this.seconds > 0;
  }

  get isOpen() {
    return this.wish !== null && this.rev === this.table.store.rev;
  }

  /** Whether the question at hand has one answer only, which is given for the player. */
  get isAlone() {
    const { ask, lesson, live, room } = this.table.store;
    return live && ask?.choices.length === 1 && !lesson && room.sides.includes(ask.side) && Number.isFinite(this.seconds);
  }

  /** The table has been drawn: is there anything to choose? */
  mind() {
    const serial = this.isAlone ? this.table.store.ask?.serial : undefined;
    if (this.alone === serial) return;
    this.alone = serial;
    clearTimeout(this.pause);
    if (serial !== undefined) this.pause = setTimeout(() => this.#answerAlone(serial), this.#thought() * 1000);
  }

  /** How long somebody may think about nothing, in seconds. */
  #thought() {
    const { seats, sides } = this.table.store.room;
    const isWatched = seats.some((seat, side) => !seat.computer && !sides.includes(side));
    return isWatched ? AT_LEAST + AND_MORE * Math.random() : UNSEEN;
  }

  /**
   * While something else is on its way to the server, it waits a little longer; and it is given again as long as the question stands.
   * @param {number} serial
   */
  async #answerAlone(serial) {
    const { chooser, store } = this.table;
    const { ask } = store;
    if (ask?.serial !== serial || !store.live) return;
    const wait = chooser.busy ? UNSEEN : AGAIN;
    if (!chooser.busy)
      await chooser.send({ answers: [ask.choices[0].answer], serial: ask.serial, side: ask.side, sure: true, coach: false, hold: false });
    if (this.alone === serial) this.pause = setTimeout(() => this.#answerAlone(serial), wait * 1000);
  }

  /** @param {Answer} wish */
  wait(wish) {
    const { focus: keyboard, parts, store } = this.table;
    const byKey = keyboard.place() !== null;
    this.wish = { ...wish, sure: true, coach: false, hold: false };
    this.rev = store.rev;
    clearTimeout(this.timer);
    if (Number.isFinite(this.seconds)) this.timer = setTimeout(() => this.go(), this.seconds * 1000);
    this.table.drawHand();
    this.table.speak(t('table.turn_ends'));
    if (byKey) focus(parts.bar.querySelector('[data-keep=end-now]'));
  }

  /** The last word. */
  async go() {
    const { chooser } = this.table;
    const wish = this.isOpen ? this.wish : null;
    this.#drop();
    if (wish) await chooser.send(wish);
  }

  takeBack() {
    this.#drop();
    this.table.drawHand();
    this.table.speak(this.table.store.ask?.prompt ?? '');
  }

  /** Who leaves the page has said his last word. */
  leave() {
    if (this.isOpen && this.wish) this.table.seat.farewell(this.wish);
    this.#drop();
  }

  #drop() {
    clearTimeout(this.timer);
    this.wish = null;
  }

  /** What is said, and the two ways on. @returns {{ words: Child, ways: Child }} */
  told() {
    const waits = Number.isFinite(this.seconds);
    const fuse = h('span', { class: 'fuse', 'aria-hidden': 'true' });
    fuse.style.animationDuration = `${this.seconds}s`;
    return {
      words: [
        h('p', { class: 'line' }, waits ? t('table.turn_ends_in', { n: this.seconds }) : t('table.turn_ends_word')),
        waits ? fuse : null,
      ],
      ways: [
        button(t('table.end_now'), () => this.go(), { class: 'answer', 'data-keep': 'end-now', 'aria-keyshortcuts': '1' }),
        button(t('table.undo'), () => this.takeBack(), { 'data-keep': 'undo', 'aria-keyshortcuts': 'u' }),
      ],
    };
  }
}
