// The end: who won and by what, the last lines, and the course of the chances when it is ready.

/** @import { Table } from './page-table.js' */

import { button, dialog, h, put } from './dom.js';
import { line, ruleLink } from './log.js';
import { t } from './words.js';

/**
 * Resolves when the screen is closed; a position somebody chose in it is looked at.
 * @param {Table} table
 */
export async function victory(table) {
  const { log, outcome } = table.store;
  if (!outcome) return;
  const lines = log.slice(-6).filter((x) => !x.heading);
  const heading = outcome.winner === null ? t('table.draw') : t('table.wins', { side: outcome.name ?? '' });
  const next = await dialog(
    t('table.over'),
    (/** @type {(position?: number) => void} */ close) => [
      h('p', { class: 'kicker' }, t('table.over')),
      h('h2', { class: 'winner' }, heading),
      h('p', { class: 'lead' }, outcome.text, ' ', ruleLink(table, outcome.rule)),
      lines.length
        ? h(
            'div',
            { class: 'last-lines' },
            lines.slice(-3).map((x) => line(table, x)),
          )
        : null,
      h(
        'div',
        { class: 'row' },
        button(t('table.see_table'), () => close(), { class: 'main' }),
        button(t('replay.replay'), () => close(0)),
        h('a', { class: 'button', href: '/' }, t('house.home')),
      ),
      course(table, close),
    ],
    `victory side-${outcome.winner ?? 2}`,
  );
  if (next !== undefined) table.replay.look(next);
}

/**
 * The course of the chances comes when it is ready; a point of it leads to its position.
 * @param {Table} table
 * @param {(position: number) => void} choose
 */
function course(table, choose) {
  const dots = h('span', { class: 'dots', 'aria-hidden': 'true' });
  const holder = h('div', { class: 'course-holder' }, h('p', { class: 'quiet', role: 'status' }, t('table.chances_soon'), dots));
  import('./graph.js')
    .then(({ graph }) => graph(table, choose))
    .catch(() => null)
    .then((figure) => put(holder, figure));
  return holder;
}
