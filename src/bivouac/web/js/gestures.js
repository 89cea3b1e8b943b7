// Hands on the board: wheel, drag, pinch, a long press, keys; and what each of them means for the table.

/**
 * @import { Board } from './board.js'
 * @typedef {MouseEvent | PointerEvent | KeyboardEvent} Hand
 */
/**
 * @typedef {object} Hooks
 * @property {(id: string | null, e: Hand) => void} pick something is chosen; null: the bare board
 * @property {(id: string | null, e: PointerEvent) => void} hover the mouse is over something
 * @property {() => void} leave
 * @property {(id: string | null, e: Hand) => void} hold a long press, or the other button
 * @property {(id: string, e: { target: Element }) => void} focus the keyboard is on something
 * @property {(id: string | null, touch: boolean) => boolean} grabs whether a drag that begins on something takes it along
 * @property {(id: string) => void} grab it does
 * @property {(id: string | null, e: PointerEvent) => void} release and ends over something
 * @property {(ids: string[]) => void} frame a frame was drawn around things
 */
/** @typedef {[number, number]} Point */

import { h } from './dom.js';

const STILL = 6;
const LONG = 550;
/** @type {Record<string, Point>} */
const STEPS = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };

/** @param {Board} board */
export function listen(board) {
  pointers(board);
  keys(board);
}

/** @param {EventTarget | null} target */
const idOf = (target) => (target instanceof Element ? (target.closest('[data-id]')?.getAttribute('data-id') ?? null) : null);

/**
 * What lies under the pointer; for a finger, the nearest lit thing within reach.
 * @param {Board} board
 * @param {MouseEvent} e
 */
function under(board, e) {
  const direct = idOf(e.target);
  const mouse = e instanceof PointerEvent && e.pointerType === 'mouse';
  if (mouse || (direct && board.lit.has(direct))) return direct;
  const r = board.element.getBoundingClientRect();
  return board.nearest(e.clientX - r.left, e.clientY - r.top) ?? direct;
}

/** @param {Board} board */
function pointers(board) {
  const hand = new Fingers(board);
  const { svg } = board;
  svg.addEventListener('wheel', (e) => wheel(board, e), { passive: false });
  svg.addEventListener('pointerdown', (e) => hand.down(e));
  svg.addEventListener('pointermove', (e) => hand.move(e));
  svg.addEventListener('pointerup', (e) => hand.up(e));
  svg.addEventListener('pointercancel', (e) => hand.up(e));
  svg.addEventListener('pointerleave', (e) => {
    hand.up(e);
    board.hooks.leave();
  });
  svg.addEventListener('click', (e) => {
    if (!hand.hasMoved()) board.hooks.pick(under(board, e), e);
  });
  svg.addEventListener('contextmenu', (e) => {
    const id = under(board, e);
    if (!id) return;
    e.preventDefault();
    board.hooks.hold(id, e);
  });
}

/**
 * @param {Board} board
 * @param {WheelEvent} e
 */
function wheel(board, e) {
  e.preventDefault();
  const r = board.element.getBoundingClientRect();
  board.zoom(Math.exp(-e.deltaY * (e.ctrlKey ? 0.01 : 0.0016)), e.clientX - r.left, e.clientY - r.top);
}

/** Fingers, or the mouse with its button down. A hand that moved does not choose. */
class Fingers {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Map<number, Point>} */
    this.at = new Map();
    this.moved = false;
    /** @type {Point} */
    this.start = [0, 0];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.held = undefined;
    /** What the hand that moves is doing. @type {'pan' | 'drag' | 'frame'} */
    this.doing = 'pan';
    /** What it began on. @type {string | null} */
    this.began = null;
    this.trace = h('div', { class: 'trace', hidden: true });
    board.element.append(this.trace);
  }

  /** @param {PointerEvent} e */
  down(e) {
    this.at.set(e.pointerId, [e.clientX, e.clientY]);
    clearTimeout(this.held);
    if (this.at.size > 1) return;
    this.moved = false;
    this.start = [e.clientX, e.clientY];
    this.began = idOf(e.target);
    this.doing = 'pan';
    if (e.pointerType === 'mouse') return;
    this.held = setTimeout(() => {
      this.moved = true;
      this.board.hooks.hold(under(this.board, e), e);
    }, LONG);
  }

  /** @param {PointerEvent} e */
  move(e) {
    const before = this.at.get(e.pointerId);
    if (!before) {
      if (e.pointerType === 'mouse') this.board.hooks.hover(idOf(e.target), e);
      return;
    }
    if (!this.moved && !this.begins(e)) return;
    /** @type {Point} */
    const now = [e.clientX, e.clientY];
    const other = [...this.at].find(([id]) => id !== e.pointerId)?.[1];
    if (this.doing !== 'pan') this.draw(now);
    else if (!other) this.board.pan(now[0] - before[0], now[1] - before[1]);
    else if (this.at.size === 2) pinch(this.board, before, now, other);
    this.at.set(e.pointerId, now);
  }

  /**
   * Far enough to be meant.
   * @param {PointerEvent} e
   */
  begins(e) {
    if (Math.hypot(e.clientX - this.start[0], e.clientY - this.start[1]) < STILL) return false;
    this.moved = true;
    clearTimeout(this.held);
    this.board.hooks.leave();
    this.board.svg.setPointerCapture(e.pointerId);
    const { hooks } = this.board;
    if (this.at.size === 1 && e.shiftKey) this.doing = 'frame';
    else if (this.at.size === 1 && this.began && hooks.grabs(this.began, e.pointerType === 'touch')) {
      this.doing = 'drag';
      hooks.grab(this.began);
    }
    return true;
  }

  /**
   * The frame, or the thread from where the drag began.
   * @param {Point} now
   */
  draw(now) {
    const r = this.board.element.getBoundingClientRect();
    const [dx, dy] = [now[0] - this.start[0], now[1] - this.start[1]];
    const framing = this.doing === 'frame';
    Object.assign(this.trace.style, {
      left: `${(framing ? Math.min(now[0], this.start[0]) : this.start[0]) - r.left}px`,
      top: `${(framing ? Math.min(now[1], this.start[1]) : this.start[1]) - r.top}px`,
      width: `${framing ? Math.abs(dx) : Math.hypot(dx, dy)}px`,
      height: framing ? `${Math.abs(dy)}px` : '',
      transform: framing ? '' : `rotate(${Math.atan2(dy, dx)}rad)`,
    });
    this.trace.className = `trace ${this.doing}`;
    this.trace.hidden = false;
  }

  /**
   * A drag or a frame is over.
   * @param {PointerEvent} e
   */
  finish(e) {
    const { doing } = this;
    this.doing = 'pan';
    this.trace.hidden = true;
    if (!this.moved || e.type !== 'pointerup') return;
    if (doing === 'drag') this.board.hooks.release(idOf(document.elementFromPoint(e.clientX, e.clientY)), e);
    else if (doing === 'frame') this.board.hooks.frame(this.board.within(this.start, [e.clientX, e.clientY]));
  }

  /** @param {PointerEvent} e */
  up(e) {
    if (this.at.delete(e.pointerId) && this.doing !== 'pan') this.finish(e);
    clearTimeout(this.held);
  }

  /** Asked once for each click. */
  hasMoved() {
    const { moved } = this;
    this.moved = false;
    return moved;
  }
}

/**
 * One of two fingers moves.
 * @param {Board} board
 * @param {Point} before
 * @param {Point} now
 * @param {Point} other
 */
function pinch(board, before, now, other) {
  const r = board.element.getBoundingClientRect();
  /** @param {Point} p */
  const wide = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]) || 1;
  board.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
  board.zoom(wide(now) / wide(before), (now[0] + other[0]) / 2 - r.left, (now[1] + other[1]) / 2 - r.top);
}

/** @param {Board} board */
function keys(board) {
  /** @param {EventTarget | null} target */
  const own = (target) => (target instanceof SVGElement ? target.dataset.id : undefined);
  board.svg.addEventListener('focusin', (e) => {
    const id = own(e.target);
    const spot = id && board.spot(id);
    if (spot) board.bring([spot]);
    if (id && e.target instanceof Element && e.target.matches(':focus-visible')) board.hooks.focus(id, { target: e.target });
  });
  board.svg.addEventListener('focusout', () => board.hooks.leave());
  board.svg.addEventListener('keydown', (e) => {
    const id = own(e.target);
    const step = STEPS[e.key];
    if (id && (e.key === 'Enter' || e.key === ' ')) {
      e.preventDefault();
      board.hooks.pick(id, e);
    } else if (step && e.shiftKey) {
      e.preventDefault();
      board.walk(-Math.sign(step[0]), -Math.sign(step[1]), id ?? null);
    } else if (step) {
      e.preventDefault();
      board.pan(...step);
    } else if (e.key === '+' || e.key === '=') board.zoom(1.25);
    else if (e.key === '-') board.zoom(0.8);
    else if (e.key === '0') board.fit();
  });
}
