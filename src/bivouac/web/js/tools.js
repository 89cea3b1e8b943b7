// What a reader takes up beside choosing: a look at things before one chooses, the lens, plans of one's own. While the lens or the plans are
// taken up, hands on the board serve them.

/**
 * @import { Child } from './types'
 * @import { Hooks } from './gestures.js'
 * @import { Table } from './page-table.js'
 */

import { button, h, s } from './dom.js';
import { Lens } from './lens.js';
import { Plan } from './plan.js';
import { Scout } from './scout.js';
import { t } from './words.js';

/** @type {Record<'plan' | 'lens', string>} */
const SIGNS = {
  plan: 'M3 21l1-5L16 4l4 4L8 20zM14 6l4 4',
  lens: 'M1.500 12C5 6 9 5 12 5s7 1 10.500 7C19 18 15 19 12 19s-7-1-10.500-7zM12 8.500a3.500 3.500 0 1 0 .01 0z',
};

export class Tools {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.scout = new Scout(table);
    this.plan = new Plan(table);
    this.lens = new Lens(table);
    /** The one that is taken up. @type {'plan' | 'lens' | null} */
    this.held = null;
    /** @type {HTMLElement[]} */
    this.buttons = [];
  }

  /** @returns {Plan | Lens | null} */
  get tool() {
    return this.held && this[this.held];
  }

  /**
   * What hands on the board mean.
   * @returns {Hooks}
   */
  hooks() {
    const { chooser, hand, tip } = this.table;
    return {
      pick: (id, e) => (this.tool ?? chooser).pick(id, e),
      hover: (id, e) => chooser.hover(id, e),
      leave: () => tip.leave(),
      hold: (id, e) => chooser.explain(id, e),
      focus: (id, e) => chooser.focused(id, e),
      grabs: (id, touch) => (this.tool ? id !== null : hand.grabs(id, touch)),
      grab: (id) => (this.tool ?? hand).grab(id),
      release: (id, e) => (this.tool ?? hand).release(id, e),
      frame: (ids) => hand.frame(ids),
    };
  }

  /** To take a tool up and to lay it down. */
  switches() {
    const names = /** @type {const} */ (['plan', 'lens']).filter((name) => name === 'plan' || this.table.store.about.sight);
    this.buttons = names.map((name) => {
      const sign = s('svg', { class: 'sign outline', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: SIGNS[name] }));
      const pressed = this.held === name ? 'true' : 'false';
      return button(sign, () => this.turn(name), {
        'aria-label': t(`table.${name}`),
        title: t(`table.${name}`),
        'aria-pressed': pressed,
        data: { tool: name },
      });
    });
    return this.buttons;
  }

  /**
   * Up or down.
   * @param {'plan' | 'lens'} name
   */
  turn(name) {
    this.take(this.held === name ? null : name);
  }

  /** @param {'plan' | 'lens' | null} name */
  take(name) {
    this.tool?.leave();
    this.held = name;
    this.table.pop.close();
    this.table.tip.leave();
    this.table.hand.put();
    for (const made of this.buttons) made.setAttribute('aria-pressed', String(made.dataset.tool === name));
    this.table.parts.all.classList.toggle('with-tool', name !== null);
    if (name) this.table.parts.all.classList.remove('with-map'); // on a phone it covers the board
    this.table.drawBar();
  }

  /**
   * The bar while a tool is taken up.
   * @param {string} name
   * @param {Child} words
   * @param {Child} more
   * @returns {Child}
   */
  bar(name, words, more) {
    const down = button(t('table.tool_done'), () => this.take(null), { class: 'main', 'data-keep': 'done' });
    return [
      h('div', { class: 'ask' }, h('h2', { id: 'prompt', class: 'prompt', tabindex: '-1' }, name), h('p', { class: 'tool-words' }, words)),
      h('div', { class: 'options' }),
      h('div', { class: 'tools' }, more, down),
    ];
  }

  /** Things beside the board explain themselves too, to a pointer and to the focus. */
  watch() {
    const { chooser, parts, tip } = this.table;
    /** @param {EventTarget | null} target */
    const thing = (target) => {
      const found = target instanceof Element ? target.closest('[data-id]') : null;
      return found && parts.all.contains(found) && !found.closest('.holder, .pop') ? found : null;
    };
    parts.all.addEventListener('pointerover', (e) => {
      const found = thing(e.target);
      if (found && e.pointerType === 'mouse') chooser.hover(found.getAttribute('data-id'), e);
    });
    parts.all.addEventListener('pointerout', (e) => {
      if (thing(e.target) && !thing(e.relatedTarget)) tip.leave();
    });
    parts.all.addEventListener('focusin', (e) => {
      const found = thing(e.target);
      if (found && this.table.focus.byKey) chooser.focused(found.getAttribute('data-id'), { target: found });
    });
    parts.all.addEventListener('focusout', () => tip.leave());
    parts.all.addEventListener('keydown', (e) => walk(e));
    parts.all.addEventListener('contextmenu', (e) => {
      const found = thing(e.target);
      if (!found) return;
      e.preventDefault();
      chooser.explain(found.getAttribute('data-id'), e);
    });
  }
}

/**
 * From one square of a track to the next.
 * @param {KeyboardEvent} e
 */
function walk({ key, target }) {
  if (!(target instanceof HTMLElement) || !target.matches('.track .cell')) return;
  const to = { ArrowRight: target.nextElementSibling, ArrowLeft: target.previousElementSibling }[key];
  if (!(to instanceof HTMLElement)) return;
  target.tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
}
