// Following the match: what the server tells waits in a queue and is shown one thing at a time while somebody else is moving.

/**
 * @import { LogLine, SeatsMessage, TableMessage } from './wire'
 * @import { Snapshot, Store } from './store.js'
 * @typedef {Snapshot & { lines: LogLine[] }} Frame
 * @typedef {{ message: TableMessage | SeatsMessage, heard: number }} Told
 */
/**
 * @typedef {object} Near
 * @property {() => number} pace how long each thing stays, in milliseconds; 0: not at all
 * @property {() => void} draw the table has changed
 * @property {() => void} drawBar only the question has, or who is waited for
 * @property {() => void} greeted somebody came, went or began to think
 * @property {(message: TableMessage) => void} announce
 * @property {(before: Snapshot, message: TableMessage, how: { mine: boolean, back: boolean }) => void} [happened] the table is another one now
 * @property {() => void} missed a message was lost: begin anew
 * @property {() => number} [now]
 */

const MOST_FRAMES = 600;
const FRAMES_DROPPED = 100;
const MOST_WAITING = 15000;

export class Follower {
  /**
   * @param {Store} store
   * @param {Near} near
   */
  constructor(store, near) {
    this.store = store;
    this.near = near;
    this.now = near.now ?? (() => performance.now());
    /** @type {Told[]} */
    this.queue = [];
    /** What others have done since the reader's own last answer, to be looked at again. @type {Frame[]} */
    this.frames = [];
    /** The lines of what stays on the table for a moment. @type {LogLine[] | null} */
    this.showing = null;
    /** @type {{ lines: LogLine[], until: number, pace: number } | null} */
    this.held = null;
    this.stale = false;
    this.pumping = false;
    this.skipping = false;
    /** Whoever looks on has stopped the other side's moves. */
    this.paused = false;
    this.stepping = false;
    /** When each side answered last, at a screen that two share. @type {Map<number, number>} */
    this.answered = new Map();
    this.wake = () => {};
  }

  /** Whatever is on its way is of no interest any more; the next message brings everything. */
  startAnew() {
    this.store.rev = null;
    this.queue = [];
    this.stale = true;
  }

  /** @param {TableMessage | SeatsMessage} message */
  told(message) {
    if (message.kind === 'seats' || this.isNews(message)) {
      this.queue.push({ message, heard: this.now() });
      this.pump();
    }
  }

  /** @param {TableMessage} message */
  isNews(message) {
    const { store } = this;
    if (!store.live) {
      store.serial = message.serial; // looking back: the way to the table asks for everything anew
      if (store.mode === 'still') this.frames = [];
      return false;
    }
    if (message.base !== null && message.base !== store.rev) {
      this.near.missed();
      return false;
    }
    if (message.base === null && message.rev === store.rev && message.room.side === store.room.side && !this.stale) return false;
    this.stale = false;
    store.rev = message.rev;
    return true;
  }

  async pump() {
    if (this.pumping) return;
    this.pumping = true;
    try {
      while (this.queue.length) await this.next();
    } finally {
      this.skipping = false;
      this.paused = false;
      this.pumping = false;
    }
    if (this.store.live) this.near.drawBar();
  }

  async next() {
    const { message } = this.queue[0];
    if (message.kind === 'table' && this.held && !this.store.isMine(message.by)) await this.linger();
    const told = this.queue.shift();
    if (!told) return; // emptied meanwhile, by a change of language or the way back to the table
    if (told.message.kind === 'seats') this.greet(told.message, told.heard);
    else this.show(told.message, told.heard);
  }

  /**
   * Nothing has happened on the table.
   * @param {SeatsMessage} message
   * @param {number} heard
   */
  greet(message, heard) {
    const { side, sides } = this.store.room;
    this.store.greet({ ...message.room, side, sides }, heard);
    this.near.greeted();
    if (!this.queue.length) this.near.drawBar();
  }

  /**
   * @param {TableMessage} message
   * @param {number} heard
   */
  show(message, heard) {
    const { store } = this;
    const before = store.snapshot();
    const back = message.serial < store.serial;
    store.apply(message, heard);
    this.near.announce(message);
    const mine = store.isMine(message.by);
    this.near.happened?.(before, message, { mine, back });
    const foreign = message.by !== null && !mine && message.log.lines.length > 0 && message.base !== null;
    if (mine) {
      this.frames = [];
      this.turnOver(message);
    }
    if (foreign) this.record(before, message.log.lines);
    const pace = foreign ? this.slowly() : 0;
    this.held = pace ? { lines: message.log.lines, until: this.now() + pace, pace } : null;
    if (store.live && (pace || !this.queue.length)) this.near.draw();
  }

  /** How long a thing stays, unless all of it is skipped. */
  slowly() {
    return this.skipping ? 0 : this.near.pace();
  }

  /**
   * From where on somebody has something to catch up with: from the own last answer, or from that of the friend's who takes over.
   * @param {TableMessage} message
   */
  turnOver({ by, serial, room }) {
    if (by !== null) this.answered.set(by, serial);
    this.store.about.recap = (room.side !== null && room.side !== by && this.answered.get(room.side)) || serial;
  }

  /**
   * @param {Snapshot} before
   * @param {LogLine[]} lines
   */
  record(before, lines) {
    if (!this.frames.length) this.frames.push({ ...before, lines: [] });
    this.frames.push({ ...this.store.snapshot(), lines });
    if (this.frames.length > MOST_FRAMES) this.frames.splice(0, FRAMES_DROPPED);
  }

  /** What somebody else did stays a while before the next thing comes, the shorter the more is waiting. */
  async linger() {
    if (!this.held || this.skipping || !this.store.live) return;
    const { lines, until, pace } = this.held;
    const left = Math.min(until - this.now(), Math.max(pace / 4, MOST_WAITING / this.queue.length));
    if (left <= 0 && !this.paused) return;
    this.showing = lines;
    this.near.drawBar();
    if (left > 0) await this.pause(left);
    while (this.paused && !this.stepping && !this.skipping) await this.pause(0);
    this.stepping = false;
    this.showing = null;
  }

  /**
   * @param {number} ms
   * @returns {Promise<void>}
   */
  pause(ms) {
    return new Promise((resolve) => {
      const timer = ms ? setTimeout(resolve, ms) : undefined;
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  skip() {
    this.skipping = true;
    this.paused = false;
    this.wake();
  }

  /** Stop where it is, or go on. */
  halt() {
    this.paused = !this.paused;
    this.wake();
    this.near.drawBar();
  }

  /** One thing on, and stop there. */
  step() {
    this.paused = true;
    this.stepping = true;
    this.wake();
  }

  /** There is something to look at again. */
  get canRecap() {
    return this.frames.length > 1 || this.store.missed;
  }
}
