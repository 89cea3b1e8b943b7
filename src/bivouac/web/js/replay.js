// Looking back: what others did lately, frame by frame, and every position of the match.

/**
 * @import { LogLine, Still } from './wire'
 * @import { Seat } from './api.js'
 * @import { Follower } from './follow.js'
 * @import { Snapshot, Store } from './store.js'
 */
/**
 * @typedef {object} Near
 * @property {() => void} draw
 * @property {() => void} drawBar
 * @property {(lines: LogLine[], bring: boolean) => void} pointAt what some lines speak of
 * @property {(before: Snapshot | null, lines: LogLine[]) => void} [saw] another position is looked at, and the one it followed from where one came from there
 * @property {(words: string) => void} announce
 * @property {(number: number | null) => void} address the position is on the table: in the address of the page, too (null: the match as it stands)
 * @property {() => void} entered an earlier position is looked at for the first time
 * @property {() => void} left back at the match as it stands
 * @property {(e: unknown) => void} trouble
 * @property {() => number} pace
 */

const LEAST_FRAME = 300;
const LEAST_STILL = 200;

export class Replay {
  /**
   * @param {Seat} seat
   * @param {Store} store
   * @param {Follower} follower
   * @param {Near} near
   */
  constructor(seat, store, follower, near) {
    this.seat = seat;
    this.store = store;
    this.follower = follower;
    this.near = near;
    this.playing = false;
    /** The frame of the recap that is shown. */
    this.index = 0;
    /** The position that is wished for. */
    this.at = 0;
    /** @type {Still | null} */
    this.still = null;
    /** @type {Snapshot | null} */
    this.kept = null;
    this.asking = false;
  }

  // --- recap ------------------------------------------------------------

  /** What others did since the reader's own last answer; false if that was nothing. */
  async recap() {
    if (this.follower.frames.length < 2) await this.fetchFrames();
    if (this.follower.frames.length < 2) return false;
    this.kept = this.store.snapshot();
    this.store.mode = 'recap';
    this.index = 0;
    this.step(1);
    return true;
  }

  async fetchFrames() {
    const { store, follower } = this;
    const { frames } = await this.seat.frames(store.about.recap);
    const now = store.snapshot();
    follower.frames = frames.map((frame) => {
      store.merge(frame.scene);
      return { ...store.snapshot(), lines: frame.lines };
    });
    store.restore(now);
  }

  get frame() {
    return this.follower.frames[this.index];
  }

  get lastFrame() {
    return this.follower.frames.length - 1;
  }

  /** @param {number} index */
  step(index) {
    const from = this.index;
    this.index = Math.min(Math.max(index, 0), this.lastFrame);
    this.store.restore(this.frame);
    this.near.saw?.(this.index === from + 1 ? this.follower.frames[from] : null, this.frame.lines);
    this.near.draw();
    this.near.pointAt(this.frame.lines, true);
    this.near.announce(this.frame.lines.flatMap(({ text }) => text || []).join(' '));
  }

  async playFrames() {
    this.playing = !this.playing;
    if (this.playing && this.index >= this.lastFrame) this.step(0);
    this.near.drawBar();
    const goesOn = () => this.playing && this.store.mode === 'recap';
    while (goesOn() && this.index < this.lastFrame) {
      await pause(this.near.pace() || LEAST_FRAME);
      if (goesOn()) this.step(this.index + 1);
    }
    this.rest('recap');
  }

  // --- every position ------------------------------------------------------------

  /** @param {number} number */
  async look(number) {
    const { store } = this;
    const first = store.mode !== 'still';
    if (store.live) this.kept = store.snapshot();
    store.mode = 'still';
    this.at = Math.max(0, Math.min(number, store.serial));
    if (this.asking) return; // one question at a time; the newest wish is asked when the answer is there
    this.asking = true;
    try {
      this.show(await this.fetchStill(), first);
    } catch (e) {
      this.near.trouble(e);
    } finally {
      this.asking = false;
    }
  }

  /**
   * @param {Still} still
   * @param {boolean} first
   */
  show(still, first) {
    if (this.store.mode !== 'still') return;
    const before = this.still && still.at === this.still.at + 1 ? this.store.snapshot() : null;
    this.still = still;
    this.store.merge(still.scene);
    const last = still.lines.at(-1)?.n;
    const lines = still.lines.filter((x) => x.n === last);
    this.near.saw?.(before, lines);
    this.near.address(still.at);
    this.near.draw();
    this.near.pointAt(lines, false);
    if (first) this.near.entered();
  }

  async fetchStill() {
    for (;;) {
      const still = await this.seat.at(this.at);
      if (this.store.mode !== 'still' || still.at === Math.min(this.at, still.serial)) return still;
    }
  }

  async playStill() {
    this.playing = !this.playing;
    this.near.drawBar();
    while (this.playing && this.store.mode === 'still' && this.at < this.store.serial)
      await Promise.all([this.look(this.at + 1), pause(this.near.pace() || LEAST_STILL)]);
    this.rest('still');
  }

  /** @param {'recap' | 'still'} mode */
  rest(mode) {
    this.playing = false;
    if (this.store.mode === mode) this.near.drawBar();
  }

  // --- and back ------------------------------------------------------------

  /** Back to the match as it stands. */
  async leave() {
    const { store, follower } = this;
    this.playing = false;
    this.still = null;
    store.mode = 'live';
    this.near.pointAt([], false);
    this.near.address(null);
    if (this.kept) store.restore(this.kept);
    this.kept = null;
    const now = await this.seat.look();
    store.rev = now.rev;
    follower.queue = [];
    store.apply(now);
    this.near.draw();
    this.near.left();
  }
}

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
