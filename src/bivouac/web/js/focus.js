// Keyboards go on where they were: after an answer the focus comes to the next thing to choose, in the same part of the page.

import { focus } from './dom.js';

/** @typedef {'bar' | 'board' | 'list' | 'hands'} Part */

/** @type {Record<Part, string>} */
const FIRST = { bar: '.bar .options button', board: '.board .lit', list: '.pane.list .options button', hands: '.hands .lit' };

export class Focus {
  /** @param {Record<Part, Element>} parts */
  constructor(parts) {
    this.parts = parts;
    this.byKey = false;
    /** @type {Part | null} */
    this.last = null;
  }

  /** Where the keyboard is at work, if it is. */
  place() {
    if (!this.byKey) return null;
    const active = document.activeElement;
    if (!active || active === document.body) return this.last;
    const parts = /** @type {[Part, Element][]} */ (Object.entries(this.parts));
    this.last = parts.find(([name, part]) => part.contains(active) && !(name === 'board' && part === active))?.[0] ?? null;
    return this.last;
  }

  /** @param {Part | null} where */
  goOn(where) {
    if (!where) return;
    const active = document.activeElement;
    if (active && active !== document.body && active.isConnected && active.matches('.lit, .options button, [data-answer]')) return;
    const next = [FIRST[where], FIRST.bar, FIRST.board, FIRST.hands, '#prompt'].map((x) => document.querySelector(x)).find(Boolean);
    focus(next);
  }
}
