// The server's requests about positions of one's own; a match that begins from a position of another one.

/**
 * @import { Arrange, Arranged, Created, NewMatch, PlayFrom, Slots } from './wire'
 * @import { Table } from './page-table.js'
 */

import { call, get, post, problem } from './api.js';
import { button, dialog, h, put } from './dom.js';
import { field, select } from './editor-forms.js';
import { trouble } from './frame.js';
import { keepSeat } from './seats.js';
import { t } from './words.js';

const of = (/** @type {string} */ title) => `/api/titles/${encodeURIComponent(title)}`;

export const positions = {
  /** @type {(title: string, scenario: string) => Promise<Slots>} */
  slots: (title, scenario) => get(`${of(title)}/slots`, { scenario }),
  /** @type {(title: string, scenario: string) => Promise<string>} */
  board: async (title, scenario) => (await call('GET', `${of(title)}/board.svg`, { scenario })).text(),
  /** @type {(title: string, wish: Partial<Arrange>) => Promise<Arranged>} */
  arrange: (title, wish) => post(`${of(title)}/arrange`, wish),
  /** @type {(title: string, text: string, options: string[], seats: Record<string, string>) => Promise<Created>} */
  play: (title, text, options, seats) => post('/api/matches', /** @type {NewMatch} */ ({ title, scenario_text: text, options, seats })),
  /** @type {(wish: Partial<PlayFrom>) => Promise<Created>} */
  playFrom: (wish) => post('/api/positions', wish),
};

/** @param {Created} made */
export function sitDown(made) {
  keepSeat(made.token);
  location.href = made.url + (made.invites.length ? '#invite' : '');
}

/**
 * Who plays: one's own side, and who sits opposite.
 * @param {string[]} names of the sides
 */
export function chairs(names) {
  const mine = select(
    '0',
    names.map((name, side) => [String(side), name]),
    () => {},
    { id: 'play-side' },
  );
  const other = select(
    'computer:veteran',
    [
      ['computer:veteran', t('position.computer')],
      ['link', t('position.friend')],
      ['here', t('position.here')],
    ],
    () => {},
    { id: 'play-other' },
  );
  const seats = () => ({ [mine.value]: 'me', [String(1 - Number(mine.value))]: other.value });
  return { seats, fields: [field(t('position.my_side'), mine), field(t('position.opposite'), other)] };
}

/**
 * The tool that begins a match from the position on the table; `at` answers of this match come before it.
 * @param {Table} table
 * @param {number} at
 */
export const fromHere = (table, at) => button(t('position.from_here'), () => ask(table, at), { class: 'tool', 'data-keep': 'from-here' });

/**
 * @param {Table} table
 * @param {number} at
 */
function ask(table, at) {
  const { about, room } = table.store;
  const { fields, seats } = chairs(room.seats.map((seat) => seat.name));
  const say = h('div', { 'aria-live': 'polite' });
  const { token } = table.seat;
  const begin = async () => {
    try {
      sitDown(await positions.playFrom({ token, at, seats: seats() }));
    } catch (e) {
      put(say, trouble(problem(e).message));
    }
  };
  const change = `/editor?title=${encodeURIComponent(about.title)}&match=${encodeURIComponent(token)}&at=${at}`;
  return dialog(t('position.from_here'), (close) => [
    h('h2', {}, t('position.from_here')),
    h('p', {}, t('position.from_here_help')),
    fields,
    h(
      'div',
      { class: 'row' },
      button(t('position.begin'), begin, { class: 'main', id: 'begin-from-here' }),
      !about.positions ? null : h('a', { class: 'button', href: change, id: 'change-position' }, t('position.change')),
      button(t('house.close'), () => close()),
    ),
    say,
  ]);
}
