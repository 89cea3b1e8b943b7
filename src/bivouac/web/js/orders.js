// Standing orders: what is answered for the reader in the other side's turn.

/**
 * @import { LeaveOrders, Order, OrderKind, StandingOrders } from './wire'
 * @import { Table } from './page-table.js'
 * @typedef {{ kind: OrderKind, how: HTMLSelectElement, least: HTMLInputElement, words: HTMLInputElement }} Row
 */

import { get, post, problem } from './api.js';
import { h, put } from './dom.js';
import { trouble } from './frame.js';
import { t } from './words.js';

const HOW = /** @type {const} */ (['ask', 'computer', 'decline']);

/** @type {(token: string, side: number) => Promise<StandingOrders>} */
const read = (token, side) => get(`/api/table/${token}/orders`, { as: side });
/** @type {(token: string, wish: LeaveOrders) => Promise<StandingOrders>} */
const leave = (token, wish) => post(`/api/table/${token}/orders`, wish);

/**
 * A part of the match's pane for who sits at one side; a title that asks nothing in the other's turn has none.
 * @param {Table} table
 */
export function standingOrders(table) {
  const place = h('div');
  const { sides } = table.store.room;
  if (sides.length !== 1 || table.store.outcome) return place;
  read(table.seat.token, sides[0]).then(
    (found) => draw(place, table, found),
    () => {},
  );
  return place;
}

/**
 * @param {HTMLElement} place
 * @param {Table} table
 * @param {StandingOrders} found
 */
function draw(place, table, found) {
  if (!found.kinds.length) return;
  const rows = found.kinds.map((kind) =>
    row(
      kind,
      found.orders.find((o) => o.box === kind.box),
    ),
  );
  const [others, own] = [rows.filter((r) => !r.kind.own), rows.filter((r) => r.kind.own)];
  const say = h('div', { 'aria-live': 'polite' });
  /** @param {Event} e */
  const save = async (e) => {
    e.preventDefault();
    try {
      await leave(table.seat.token, { orders: rows.map(order), side: table.store.room.sides[0] });
      put(say, h('p', { class: 'news', role: 'status' }, t('orders.left')));
    } catch (error) {
      put(say, trouble(problem(error).message));
    }
  };
  put(
    place,
    h(
      'details',
      { class: 'orders' },
      h('summary', {}, t('orders.heading')),
      h('p', { class: 'quiet' }, t('orders.about')),
      h(
        'form',
        { onsubmit: save },
        others.map(fields),
        leading(own),
        h('button', { type: 'submit', id: 'leave-orders' }, t('orders.leave')),
      ),
      say,
    ),
  );
}

/**
 * @param {OrderKind} kind
 * @param {Order | undefined} kept
 * @returns {Row}
 */
function row(kind, kept) {
  const ways = kind.own ? HOW.slice(0, 2) : HOW;
  const names = ways.map((id) => h('option', { value: id }, t(kind.own && id === 'ask' ? 'orders.myself' : `orders.${id}`)));
  const how = h('select', { id: `how-${kind.box}`, onchange: () => show() }, names);
  how.value = kept?.how ?? 'ask';
  const least = h('input', { type: 'number', min: 0, max: 99, id: `least-${kind.box}`, value: kept?.least?.toString() ?? '' });
  const words = h('input', { type: 'text', maxlength: 60, id: `words-${kind.box}`, value: kept?.words ?? '' });
  const show = () => {
    for (const input of [least, words]) if (input.parentElement) input.parentElement.hidden = kind.own || how.value !== 'computer';
  };
  queueMicrotask(show);
  return { kind, how, least, words };
}

/**
 * Formations of one's own that act one after another.
 * @param {Row[]} own
 */
const leading = (own) =>
  own.length ? [h('h4', {}, t('orders.own')), h('p', { class: 'quiet' }, t('orders.own_about')), own.map(fields)] : null;

/** @param {Row} row_ */
const fields = ({ kind, how, least, words }) =>
  h(
    'fieldset',
    { class: 'small' },
    h('legend', {}, kind.name),
    h('div', { class: 'field' }, h('label', { for: how.id, class: 'sr' }, kind.name), how),
    h('div', { class: 'field' }, h('label', { for: least.id }, t('orders.least')), least),
    h('div', { class: 'field' }, h('label', { for: words.id }, t('orders.words')), words),
  );

/**
 * @param {Row} row_
 * @returns {Order}
 */
const order = ({ kind, how, least, words }) => ({
  box: kind.box,
  how: /** @type {typeof HOW[number]} */ (how.value),
  least: least.value === '' ? null : Number(least.value),
  words: words.value.trim(),
});
