// The log: headings, lines with their dice and rule numbers; a line that is touched lights up its places.

/**
 * @import { LogLine } from './wire'
 * @import { Table } from './page-table.js'
 * @typedef {LogLine & { note?: boolean }} Line
 */

import { button, h, put, touched } from './dom.js';
import { die } from './faces.js';
import { showRule } from './rule.js';
import { t } from './words.js';

const SHOWN = 1500;
const NEAR_THE_END = 80;

/**
 * @param {Table} table
 * @param {Line} x
 */
export function line(table, x) {
  if (x.heading) return h('h3', {}, x.text, ' ', ruleLink(table, x.rule));
  const { targets } = x;
  const point = targets
    ? { tabindex: '0', ...touched((on) => table.point(on ? targets : [])), onclick: () => table.point(targets, { move: true }) }
    : {};
  return h(
    'p',
    { class: `line${targets ? ' places' : ''}${x.note ? ' note' : ''}`, ...point },
    (x.dice ?? []).map(die),
    h('span', {}, x.text),
    ' ',
    ruleLink(table, x.rule),
  );
}

/**
 * @param {Table} table
 * @param {string | null | undefined} rule
 */
export function ruleLink(table, rule) {
  if (!rule) return null;
  const href = `/rules/${table.store.about.title}#${rule}`;
  /** @param {MouseEvent} e */
  const onclick = (e) => {
    if (e.ctrlKey || e.metaKey || e.shiftKey) return; // its page, in a tab of its own
    e.preventDefault();
    e.stopPropagation();
    showRule(table, rule, e);
  };
  return h('a', { class: 'rule', href, target: '_blank', rel: 'noopener', onclick, 'aria-label': t('rules.rule', { rule }) }, rule);
}

/** The pane of the log. New lines are added to those that are there. */
export class LogPane {
  /**
   * @param {Table} table
   * @param {HTMLElement} place
   */
  constructor(table, place) {
    this.table = table;
    this.place = place;
    /** @type {Line[] | null} */
    this.lines = null;
    this.more = false;
    /** How far it was last scrolled to its end: whoever has not scrolled back since wants to see the end, however small the pane became. */
    this.end = 0;
  }

  clear() {
    put(this.place);
    this.lines = null;
  }

  draw() {
    const { place, table } = this;
    const bottom = place.scrollHeight - place.scrollTop - place.clientHeight < NEAR_THE_END || place.scrollTop >= this.end;
    const lines = table.store.lines().slice(-SHOWN);
    const more = table.store.more || table.store.log.length > SHOWN;
    const old = this.more === more ? this.lines : null;
    const same = old ? common(old, lines) : 0;
    if (same) this.append(lines, same, more ? 1 : 0);
    else
      put(
        place,
        more ? button(t('table.earlier'), () => this.readOn()) : null,
        lines.map((x) => line(table, x)),
      );
    this.lines = lines;
    this.more = more;
    if (!bottom && old) return;
    place.scrollTop = place.scrollHeight;
    this.end = place.scrollTop;
  }

  /**
   * Keep the first `same` lines below `head` other elements, and write the others anew.
   * @param {Line[]} lines
   * @param {number} same
   * @param {number} head
   */
  append(lines, same, head) {
    while (this.place.children.length > same + head) this.place.lastChild?.remove();
    for (const x of lines.slice(same)) {
      const node = line(this.table, x);
      node.classList.add('fresh');
      this.place.append(node);
    }
  }

  async readOn() {
    const { seat, store } = this.table;
    const first = store.log.length ? store.log[0].n : store.serial;
    store.lengthen(await seat.olderLog(Math.max(first, 0)));
    this.draw();
    this.place.scrollTop = 0;
  }
}

/**
 * How many lines at the beginning are the same.
 * @param {Line[]} old
 * @param {Line[]} lines
 */
export function common(old, lines) {
  let same = 0;
  while (same < old.length && same < lines.length && old[same].n === lines[same].n && old[same].text === lines[same].text) same += 1;
  return same;
}
