// A printed table; the rows in force are marked.

/** @import { Chart } from './wire' */

import { h } from './dom.js';
import { t } from './words.js';

/** @param {Chart['rows'][number]} row */
const line = ({ cells: [first, ...rest], now = false }) =>
  h(
    'tr',
    { class: now ? 'now' : null },
    h('th', { scope: 'row' }, now ? h('span', { class: 'sr' }, t('table.in_force')) : null, first),
    rest.map((cell) => h('td', {}, cell)),
  );

/**
 * @param {Pick<Chart, 'head' | 'rows'>} chart
 * @param {string} [caption]
 */
export const chartTable = ({ head, rows }, caption) =>
  h(
    'table',
    {},
    caption ? h('caption', {}, caption) : null,
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        head.map((cell) => (cell ? h('th', { scope: 'col' }, cell) : h('td', {}))),
      ),
    ),
    h('tbody', {}, rows.map(line)),
  );
