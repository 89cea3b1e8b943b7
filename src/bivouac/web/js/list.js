// The table in words: the question, its options, what is not possible and why, every place with what lies there. For eyes and ears alike.

/**
 * @import { Panel, Question, Token } from './wire'
 * @import { Table } from './page-table.js'
 */

import { button, h, put, touched } from './dom.js';
import { ruleLink } from './log.js';
import { counted } from './store.js';
import { t } from './words.js';

/**
 * @param {Table} table
 * @param {HTMLElement} place
 */
export function drawList(table, place) {
  const { store } = table;
  const opened = place.querySelector('details.why')?.hasAttribute('open') ?? false;
  put(
    place,
    h('h3', {}, t('table.question')),
    store.ask ? question(table, store.ask, opened) : h('p', {}, table.waiting()),
    h('h3', {}, t('table.places')),
    places(table),
    store.panels.map((p) => words(table, p)),
  );
}

/**
 * @param {Table} table
 * @param {Question} q
 * @param {boolean} opened
 */
function question(table, q, opened) {
  return [
    h('p', {}, q.prompt, ' ', ruleLink(table, q.rule)),
    h(
      'ul',
      { class: 'options' },
      q.choices.map(({ answer, label, targets }) =>
        h(
          'li',
          {},
          button(label, () => table.chooser.choose(answer), {
            data: { answer },
            ...touched((on) => table.point(on ? targets : [])),
          }),
        ),
      ),
    ),
    refused(table, opened),
  ];
}

/**
 * @param {Table} table
 * @param {boolean} open
 */
function refused(table, open) {
  const body = h('ul', { class: 'refused' });
  const details = h(
    'details',
    {
      class: 'why',
      ontoggle: async () => {
        if (!details.open || body.childNodes.length) return;
        const found = await table.seat.why();
        put(
          body,
          found.length
            ? found.map((r) => h('li', {}, h('strong', {}, r.label), ' ', r.why, ' ', ruleLink(table, r.rule)))
            : h('li', {}, t('table.nothing_refused')),
        );
      },
    },
    h('summary', {}, t('table.not_possible')),
    body,
  );
  details.open = open;
  return details;
}

/** @param {Table} table */
function places(table) {
  /** @type {Map<string, Token[]>} */
  const inside = new Map();
  for (const token of table.store.tokens.values()) inside.set(token.at, [...(inside.get(token.at) ?? []), token]);
  const rows = [...table.board.places.values()].filter((p) => inside.has(p.id));
  if (!rows.length) return h('p', {}, t('table.empty'));
  return h(
    'dl',
    { class: 'places' },
    rows.map((p) => [
      h('dt', { tabindex: '0', ...touched((on) => table.point(on ? [p.id] : [])) }, p.name),
      h('dd', {}, counted(inside.get(p.id) ?? [])),
    ]),
  );
}

/**
 * @param {Table} table
 * @param {Panel} p
 */
function words(table, p) {
  const cells = p.cells.map((c) => ({ ...c, inside: table.store.stackAt(c.id) }));
  return [
    h('h3', {}, p.name),
    h(
      'dl',
      { class: 'places' },
      cells
        .filter(({ inside }) => p.kind === 'facts' || inside.length)
        .map(({ name, inside }) => [h('dt', {}, name), h('dd', {}, counted(inside))]),
    ),
  ];
}
