// The match itself: who sits where, links, saving, the dice, giving up.

/**
 * @import { HandOver, Seat } from './wire'
 * @import { Table } from './page-table.js'
 */

import { button, dialog, focus, h, put, saveFile } from './dom.js';
import { WAIT_NAMES } from './ending.js';
import { isTimed, secondsSelect } from './levels.js';
import { dress, recall, remember } from './memory.js';
import { consent } from './study.js';
import { lang, percent, t } from './words.js';

const KEYS = ['digits', 'u', 'o', 'l', 'p', 'v', 'zoom', 'walk', 'escape'];
const PACE_NAMES = ['slow', 'normal', 'fast', 'none'];

/** The pane of the match; it is drawn anew only when something in it has changed, so that an open list stays open. */
export class MatchPane {
  /**
   * @param {Table} table
   * @param {HTMLElement} place
   */
  constructor(table, place) {
    this.table = table;
    this.place = place;
    this.shown = '';
  }

  clear() {
    put(this.place);
    this.shown = '';
  }

  draw() {
    const { room, outcome } = this.table.store;
    const shown = JSON.stringify([room.seats, room.sides, outcome !== null, lang()]);
    if (this.shown === shown) return;
    this.shown = shown;
    const focused = this.place.contains(document.activeElement) ? document.activeElement?.id : null;
    put(
      this.place,
      heading(this.table),
      people(this.table),
      later(import('./agreed.js').then(({ agreement }) => agreement(this.table))),
      later(import('./orders.js').then(({ standingOrders }) => standingOrders(this.table))),
      consent(this.table),
      actions(this.table),
      habits(this.table),
    );
    if (focused) focus(document.getElementById(focused));
  }
}

/**
 * A part that comes when the pane is opened, not with the table.
 * @param {Promise<HTMLElement>} part
 */
function later(part) {
  const place = h('div');
  part.then(
    (element) => put(place, element),
    () => {}, // without the net it is not there
  );
  return place;
}

/** @param {Table} table */
function heading({ store }) {
  const { name, options, scenario } = store.about;
  return [h('h3', {}, name), h('p', {}, scenario, options.length ? ` · ${options.join(', ')}` : '')];
}

/** @param {Table} table */
function people(table) {
  const { about, outcome, room } = table.store;
  return [
    h(
      'ul',
      { class: 'seats' },
      room.seats.map((seat, side) =>
        h('li', { class: `side-${side}` }, h('strong', {}, seat.name), ' ', who(table, seat, side), aim(seat)),
      ),
    ),
    outcome ? null : room.sides.map((side) => handOver(table, side)),
    outcome || !about.owner
      ? null
      : room.seats.map((seat, side) => (seat.computer && !room.sides.includes(side) ? levelOf(table, side) : null)),
  ];
}

/** @param {Table} table */
function actions(table) {
  const { outcome, room, about } = table.store;
  return h(
    'div',
    { class: 'row' },
    button(t('table.links'), () => fetched(table, async () => (await import('./invite.js')).links(table))),
    button(t('replay.replay'), () => table.replay.look(table.store.serial)),
    h('a', { class: 'button', href: `/rules/${about.title}`, target: '_blank', rel: 'noopener' }, t('rules.rules')),
    button(t('replay.save'), () => save(table)),
    button(t('table.picture'), () => fetched(table, async () => (await import('./picture.js')).keepPicture(table))),
    button(t('film.film'), () => fetched(table, async () => (await import('./film.js')).offerFilm(table))),
    button(t('table.print'), () => print()),
    button(t('replay.dice'), () => fetched(table, async () => (await import('./dice.js')).showDice(table))),
    room.sides.length && !outcome ? button(t('table.concede'), () => concede(table), { class: 'danger' }) : null,
  );
}

/**
 * How large things are, and how light.
 * @param {Table} table
 */
function looks({ board, store }) {
  const redraw = () => {
    board.camera.reading = board.reading();
    board.near(true);
    board.draw(store.tokens, { still: true });
  };
  return h(
    'fieldset',
    {},
    h('legend', {}, t('table.looks')),
    chosen('reading', 1, [0.8, 1, 1.25, 1.6], redraw),
    chosen('counters', 1, [0.8, 1, 1.2, 1.4], redraw),
    chosen('theme', 'auto', ['auto', 'light', 'dark'], dress),
  );
}

/**
 * One of a few values, remembered.
 * @template {string | number} T
 * @param {string} id
 * @param {T} standard
 * @param {T[]} values
 * @param {() => void} act
 */
function chosen(id, standard, values, act) {
  const kept = recall(id, standard);
  const options = values.map((x) =>
    h('option', { value: x, selected: x === kept }, typeof x === 'number' ? percent(x) : t(`table.theme_${x}`)),
  );
  /** @type {HTMLSelectElement} */
  const select = h(
    'select',
    {
      id,
      onchange: () => {
        remember(id, values[select.selectedIndex]);
        act();
      },
    },
    options,
  );
  return h('div', { class: 'field' }, h('label', { for: id }, t(`table.${id}`)), select);
}

/** What this browser remembers of how somebody likes to play. */
/** @param {Table} table */
function habits(table) {
  const names = PACE_NAMES.map((p) => h('option', { value: p }, t(`table.pace_${p}`)));
  /** @type {HTMLSelectElement} */
  const pace = h('select', { id: 'pace', onchange: () => remember('pace', pace.value) }, names);
  pace.value = recall('pace', 'normal');
  /** @type {HTMLSelectElement} */
  const hold = h(
    'select',
    { id: 'hold', onchange: () => remember('hold', hold.value) },
    WAIT_NAMES.map((x) => h('option', { value: x }, t(`table.hold_${x}`))),
  );
  hold.value = recall('hold', 'short');
  return [
    h('div', { class: 'field' }, h('label', { for: 'pace' }, t('table.pace')), pace),
    h('div', { class: 'field' }, h('label', { for: 'hold' }, t('table.hold')), hold),
    looks(table),
    table.store.room.seats.some((seat) => seat.computer) ? habit('coach', 'study.coach_me', false) : null,
    habit('warn', 'table.warn_me'),
    habit('keys', 'table.use_keys'),
    h(
      'details',
      {},
      h('summary', {}, t('table.keys')),
      h(
        'ul',
        {},
        KEYS.map((k) => h('li', {}, t(`table.key_${k}`))),
      ),
    ),
  ];
}

/**
 * @param {string} id
 * @param {string} words
 * @param {boolean} [standard]
 */
function habit(id, words, standard = true) {
  /** @type {HTMLInputElement} */
  const box = h('input', { type: 'checkbox', id, checked: recall(id, standard), onchange: () => remember(id, box.checked) });
  return h('div', { class: 'option' }, box, h('label', { for: id }, t(words)));
}

// --- who sits where ------------------------------------------------------------

/**
 * @param {Table} table
 * @param {Seat} seat
 * @param {number} side
 */
function who({ store }, seat, side) {
  const level = store.about.levels.find((l) => l.id === seat.agent)?.name || seat.agent;
  if (level) return t('table.seat_computer', { level });
  if (store.room.sides.includes(side)) return t('table.seat_you');
  if (seat.vacant) return t('table.seat_vacant');
  return seat.here ? t('table.seat_here') : t('table.seat_away');
}

/**
 * What the computer was after in its last turn, for who wants to know.
 * @param {Seat} seat
 */
const aim = (seat) =>
  seat.aim ? h('details', { class: 'aim' }, h('summary', {}, t('table.aim')), h('p', {}, t('table.aim_said', { aim: seat.aim }))) : null;

/**
 * @param {Table} table
 * @param {HandOver} wish
 */
const hand = (table, wish) => table.seat.handOver(wish).catch((e) => table.trouble(e));

/**
 * Who plays for one of my sides.
 * @param {Table} table
 * @param {number} side
 */
function handOver(table, side) {
  const { about, room } = table.store;
  /** @type {HTMLSelectElement} */
  const select = h(
    'select',
    { id: `hand-${side}`, onchange: () => hand(table, { side, agent: select.value || null }) },
    h('option', { value: '' }, t('table.i_play')),
    about.levels.map((l) => h('option', { value: l.id }, t('home.computer', { level: l.name }))),
  );
  select.value = room.seats[side].agent || '';
  const label = h('label', { for: `hand-${side}` }, t('table.plays_for', { side: room.seats[side].name }));
  return h('div', { class: 'field' }, label, select, secondsOf(table, side));
}

/**
 * Another level for the computer's own seat.
 * @param {Table} table
 * @param {number} side
 */
function levelOf(table, side) {
  const { about, room } = table.store;
  /** @type {HTMLSelectElement} */
  const select = h(
    'select',
    { id: `level-${side}`, onchange: () => hand(table, { side, agent: select.value }) },
    about.levels.map((l) => h('option', { value: l.id }, l.name)),
  );
  select.value = room.seats[side].agent ?? '';
  const label = h('label', { for: `level-${side}` }, t('table.level_of', { side: room.seats[side].name }));
  return h('div', { class: 'field' }, label, select, secondsOf(table, side));
}

/**
 * How long the computer player of a seat may think about a turn, if it is one that takes its time.
 * @param {Table} table
 * @param {number} side
 */
function secondsOf(table, side) {
  const { about, room } = table.store;
  const { agent, seconds, name } = room.seats[side];
  if (!isTimed(about.levels, agent)) return null;
  const select = secondsSelect(`seconds-${side}`, about.seconds, seconds, t('table.seconds_of', { side: name }), {
    onchange: () => hand(table, { side, agent, seconds: Number(select.value) }),
  });
  return select;
}

// --- saves, dice, giving up ------------------------------------------------------------

/** @param {Table} table */
async function save(table) {
  try {
    const { name, text } = await table.seat.save();
    saveFile(name, text);
  } catch (e) {
    table.trouble(e);
  }
}

/**
 * What is fetched only when somebody wants it.
 * @param {Table} table
 * @param {() => Promise<unknown>} act
 */
const fetched = (table, act) => act().catch((e) => table.trouble(e));

/** @param {Table} table */
async function concede(table) {
  const { giver: side, room } = table.store;
  const sure = await dialog(t('table.concede'), (/** @type {(yes: boolean) => void} */ close) => [
    h('h2', {}, t('table.concede')),
    h('p', {}, t('table.concede_sure', { side: room.seats[side].name })),
    h(
      'div',
      { class: 'row' },
      button(t('table.concede'), () => close(true), { class: 'danger' }),
      button(t('house.cancel'), () => close(false)),
    ),
  ]);
  if (!sure) return;
  try {
    await table.seat.concede({ side });
    table.line.nudge();
  } catch (e) {
    table.trouble(e);
  }
}
