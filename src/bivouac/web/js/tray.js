// The tray beside the board: the dice that fell and what came of them; after the other side's turn, what it did in three lines.

/**
 * @import { LogLine } from './wire'
 * @import { Happening, Mark } from './table/model/state-changes.js'
 * @import { Table } from './page-table.js'
 */

import { h, put } from './dom.js';
import { die } from './faces.js';
import { line } from './log.js';
import { t } from './words.js';

const LINES = 6;
const NAMED = 3;
const DICE = 12;
const SUMMED = ['destroyed', 'loss', 'rout', 'retreat', 'disrupted', 'capture', 'rally', 'promotion', 'arrival'];

/**
 * @param {Table} table
 * @param {HTMLElement} place
 * @param {Happening} found
 * @param {boolean} summed it is the other side's whole turn
 */
export function drawTray(table, place, found, summed) {
  const words = summed ? summary(table, found) : [];
  const lines = found.lines.filter((x) => x.text && !x.heading).slice(-LINES);
  if (words.length)
    put(
      place,
      h('h3', {}, t('table.recap')),
      words.map((x) => h('p', {}, x)),
    );
  else if (lines.length)
    put(
      place,
      thrown(lines),
      lines.map((x) => line(table, { ...x, dice: undefined })),
    );
  else put(place, table.store.live ? h('p', { class: 'quiet' }, t('table.tray_empty')) : null);
  place.scrollTop = words.length ? 0 : place.scrollHeight;
}

/** @param {LogLine[]} lines */
function thrown(lines) {
  const dice = lines.flatMap((x) => x.dice ?? []).slice(-DICE);
  return dice.length ? h('div', { class: 'thrown' }, dice.map(die)) : null;
}

/**
 * Who moved, who fired, what was lost; the last lines of the log where that says nothing.
 * @param {Table} table
 * @param {Happening} found
 * @returns {string[]}
 */
export function summary(table, { moves, shots, aims, marks, lines }) {
  const words = [];
  if (moves.length) words.push(t('table.sum_moves', { list: some(moves.map((m) => `${brief(m.name)} → ${brief(table.nameOf(m.to))}`)) }));
  if (shots.length) {
    const fired = shots.map((ends, n) => ends.map((end, i) => brief(aims[n][i] || table.nameOf(end))).join(' → '));
    words.push(t('table.sum_shots', { list: some(fired) }));
  }
  for (const kind of SUMMED) {
    const list = marks.filter((mark) => mark.kind === kind).map((mark) => named(table, mark));
    if (list.length) words.push(t(`table.sum_${kind}`, { list: some(list) }));
  }
  return words.length ? words : plain(lines).slice(-NAMED);
}

/**
 * A thing that something happened to, with how much of it.
 * @param {Table} table
 * @param {Mark} mark
 */
function named(table, { kind, thing, name, at, n }) {
  const words = brief(name || table.nameOf(thing) || table.nameOf(at));
  return n > 0 && ['loss', 'rally'].includes(kind) ? `${words} (${kind === 'loss' ? '−' : '+'}${n})` : words;
}

/**
 * A name without what is said after it of its state.
 * @param {string} name
 */
const brief = (name) => name.split(',')[0];

/** @param {LogLine[]} lines */
const plain = (lines) => lines.filter((x) => x.text && !x.heading).map((x) => x.text);

/** @param {string[]} names */
function some(names) {
  const alike = new Map();
  for (const name of names) alike.set(name, (alike.get(name) ?? 0) + 1);
  const all = [...alike].map(([name, n]) => (n > 1 ? `${n} × ${name}` : name));
  const more = all.length > NAMED ? ` ${t('table.sum_more', { n: all.length - NAMED })}` : '';
  return all.slice(0, NAMED).join('; ') + more;
}

/**
 * The same in one line, for a bar that has no tray beside it.
 * @param {Table} table
 * @param {Happening} found
 * @param {boolean} summed
 */
export function told(table, found, summed) {
  const words = summed ? summary(table, found) : plain(found.lines);
  const last = words.slice(summed ? 0 : -2).join(' ');
  const dice = summed ? [] : found.lines.flatMap((x) => x.dice ?? []).slice(-4);
  return last ? h('p', { class: 'told' }, dice.map(die), last) : null;
}
