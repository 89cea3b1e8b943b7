// What lies beside the board: hands, tracks, pools, battle line-ups, facts. Cells and tokens carry the same ids as choices.

import { h } from './dom.js';
import { icon } from './faces.js';

/** table: { tokens, lit, pick, words }. Hands and line-ups have their own places; everything else goes into the drawer. */
export function panel(table, p) {
  const inside = new Map(p.cells.map(([id]) => [id, []]));
  for (const token of table.tokens.values()) inside.get(token.at)?.push(token);
  const draw = { hand, track, pool, lineup, facts }[p.kind] || pool;
  const attributes = { class: `panel ${p.kind}`, 'aria-label': p.name, data: { panel: p.id } };
  if (p.kind !== 'lineup') return h('section', attributes, h('h3', {}, p.name), draw(table, p, inside));
  const folds = h(
    'details',
    { open: !table.folded, ontoggle: () => (table.folded = !folds.open) },
    h('summary', {}, p.name),
    draw(table, p, inside),
  );
  return h('section', attributes, folds);
}

/** A token beside the board: a button when it can be chosen, a picture otherwise. */
export function piece(table, token) {
  const words = table.lit.get(token.id);
  const inner = [icon(token), h('span', { class: 'sr' }, words && words !== token.name ? `${token.name}: ${words}` : token.name)];
  return words !== undefined
    ? h(
        'button',
        { type: 'button', class: 'piece lit', data: { id: token.id }, title: token.name, onclick: (e) => table.pick(token.id, e) },
        inner,
      )
    : h('span', { class: 'piece', data: { id: token.id }, title: token.name }, inner);
}

function cell(table, id, name, tokens, tag, body) {
  const words = table.lit.get(id);
  if (words === undefined)
    return h(tag, { class: 'cell', data: { id } }, body || [h('span', { class: 'cell-name' }, name), tokens.map((x) => piece(table, x))]);
  return h(
    tag,
    { class: 'cell lit', data: { id } },
    h(
      'button',
      { type: 'button', class: 'cell-button', data: { id }, onclick: (e) => table.pick(id, e) },
      h('span', { class: 'cell-name' }, name),
      words !== name ? h('span', { class: 'sr' }, words) : null,
    ),
    tokens.map((x) => piece(table, x)),
  );
}

function track(table, p, inside) {
  return h(
    'ol',
    { class: 'cells' },
    p.cells.map(([id, name]) => cell(table, id, name, inside.get(id), 'li')),
  );
}

function pool(table, p, inside) {
  return h(
    'ul',
    { class: 'cells' },
    p.cells.map(([id, name]) => cell(table, id, name, inside.get(id), 'li')),
  );
}

function lineup(table, p, inside) {
  return h(
    'div',
    { class: 'cells' },
    p.cells.map(([id, name]) => cell(table, id, name, inside.get(id), 'div')),
  );
}

function hand(table, p, inside) {
  const one = p.cells.length === 1;
  return h(
    'div',
    { class: 'cards', tabindex: '0', role: 'group', 'aria-label': p.name },
    p.cells.map(([id, name]) =>
      h(
        'div',
        { class: 'cell', data: { id } },
        one ? null : h('span', { class: 'cell-name' }, name),
        inside.get(id).map((x) => piece(table, x)),
      ),
    ),
  );
}

function facts(table, p) {
  return h(
    'ul',
    { class: 'cells' },
    p.cells.map(([id, name]) => cell(table, id, name, [], 'li', [name])),
  );
}
