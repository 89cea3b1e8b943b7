// The leaderboards: one for each side of each title, with how sure they are.

/** @import { Leaders, Ranked } from './wire' */

import { get } from './api.js';
import { h } from './dom.js';
import { framed } from './frame.js';
import { grid } from './people.js';
import { t } from './words.js';

/** @param {HTMLElement} root */
export async function show(root) {
  /** @type {Leaders[]} */
  const all = await get('/api/ratings');
  framed(
    root,
    t('ratings.title'),
    () => show(root),
    h(
      'section',
      { class: 'leaf ratings' },
      h('h1', {}, t('ratings.title')),
      h('p', { class: 'lead' }, t('ratings.lead')),
      h('p', { class: 'quiet' }, t('ratings.who')),
      all.map(boards),
    ),
  );
}

/** @param {Leaders} one */
function boards(one) {
  const sides = one.sides.map((side, i) => h('div', {}, h('h3', {}, side), board(one.ranked[i])));
  return h('section', { id: one.title }, h('h2', { class: 'ruled' }, one.name), h('div', { class: 'pair' }, sides));
}

/** @param {Ranked[]} rows */
function board(rows) {
  const headings = ['', ...['name', 'rating', 'matches'].map((key) => t(`ratings.${key}`))];
  return grid(
    headings,
    rows.map((row, i) => [i + 1, row.name + mark(row), t('ratings.margin', { rating: row.rating, margin: row.margin }), row.matches]),
  );
}

/** @param {Ranked} row */
const mark = (row) => (row.me ? ` (${t('ratings.you')})` : row.computer ? ` (${t('ratings.computer')})` : '');
