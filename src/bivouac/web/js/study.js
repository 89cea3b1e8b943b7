// Analysis: from any position of a match that may be analysed; and in an analysis its variations, its dice, the computer's best lines.

/**
 * @import { BestLine, Better, Tree, Turn, Variation } from './wire'
 * @import { Table } from './page-table.js'
 * @import { Child } from './types'
 */

import { house } from './api.js';
import { button, dialog, h, put } from './dom.js';
import { keepSeat } from './seats.js';
import { percent, t } from './words.js';

/**
 * Whether this match may be analysed now: it is over, is an analysis itself, or both sides agree.
 * @param {Table} table
 */
export const mayAnalyse = ({ store }) =>
  store.outcome !== null || store.about.study || (store.room.sides.length > 0 && store.room.seats.every((seat) => seat.opened));

/**
 * @param {Table} table
 * @param {number} at
 */
export async function analyse(table, at) {
  try {
    const made = await house.study({ token: table.seat.token, at });
    keepSeat(made.token);
    location.href = made.url;
  } catch (e) {
    table.trouble(e);
  }
}

/**
 * The tool of the bar: in an analysis its panel, elsewhere a way into one, where there is one.
 * @param {Table} table
 * @param {number} at
 */
export function studyTool(table, at) {
  if (table.store.about.study && table.store.live && table.store.room.sides.length)
    return [
      button(t('study.study'), () => panel(table), { class: 'tool', 'data-keep': 'study' }),
      table.store.about.ahead === null ? fromHere(table, at) : null,
    ];
  if (!mayAnalyse(table)) return null;
  return [
    button(t('study.analyse'), () => analyse(table, at), { class: 'tool', 'data-keep': 'study' }),
    table.store.mode === 'still' ? fromHere(table, at) : null,
  ];
}

/**
 * Of a match that goes on: a side's word that it may be analysed before its end.
 * @param {Table} table
 */
export function consent(table) {
  const { about, outcome, room } = table.store;
  const people = room.seats.every((seat) => !seat.computer);
  if (outcome || about.study || !people || !room.sides.length) return null;
  /** @type {(side: number) => HTMLElement} */
  const one = (side) => {
    /** @type {HTMLInputElement} */
    const box = h('input', {
      type: 'checkbox',
      id: `agree-${side}`,
      checked: room.seats[side].opened,
      onchange: () => table.seat.agree({ side, yes: box.checked }).catch((e) => table.trouble(e)),
    });
    const words = t(room.seats[1 - side].opened ? 'study.agree_other' : 'study.agree', { side: room.seats[side].name });
    return h('div', { class: 'option' }, box, h('label', { for: box.id }, words));
  };
  return room.sides.map(one);
}

// --- the panel of an analysis ------------------------------------------------------------

/** @param {Table} table */
async function panel(table) {
  const place = h('div', { class: 'study-panel' });
  const draw = async () => {
    try {
      put(place, content(table, await table.seat.tree(), draw));
    } catch (e) {
      table.trouble(e);
    }
  };
  await draw();
  await dialog(
    t('study.study'),
    (close) => [
      place,
      h(
        'div',
        { class: 'row' },
        button(t('house.close'), () => close(), { class: 'main' }),
      ),
    ],
    'study',
  );
}

/**
 * @param {Table} table
 * @param {Tree} tree
 * @param {() => unknown} redraw
 * @returns {Child}
 */
function content(table, tree, redraw) {
  /** @type {(to: number, answers: number[]) => Promise<void>} */
  const go = async (to, answers) => {
    try {
      await table.seat.goTo({ to, answers });
      table.line.nudge();
      await redraw();
    } catch (e) {
      table.trouble(e);
    }
  };
  return [
    h('h2', {}, t('study.study')),
    h(
      'p',
      { class: 'quiet' },
      t('study.stands', { n: tree.serial, base: tree.base }),
      tree.origin ? [' ', h('a', { href: `${tree.origin}?at=${tree.base}` }, t('study.origin'))] : null,
    ),
    best(table, tree, go),
    dice(tree, go),
    variations(table, tree, { go, redraw }),
    keeping(table, redraw),
  ];
}

/** @typedef {(to: number, answers: number[]) => Promise<void>} Go */

/**
 * @param {Table} table
 * @param {Tree} tree
 * @param {Go} go
 */
function best(table, tree, go) {
  const list = h('ol', { class: 'best-lines' });
  const dots = h('span', { class: 'dots', 'aria-hidden': 'true' });
  /** @type {(line: BestLine) => HTMLElement} */
  const row = (line) =>
    h(
      'li',
      {},
      button([h('strong', {}, percent(line.chance)), ' ', line.labels.join(' · ')], () => go(tree.serial, line.answers), {
        class: 'best-line',
      }),
    );
  const ask = async () => {
    put(list, h('li', { class: 'quiet', role: 'status' }, t('table.thinking_short'), dots));
    try {
      const found = await table.seat.lines();
      put(list, found.length ? found.map(row) : h('li', { class: 'quiet' }, t('table.no_hint')));
    } catch (e) {
      put(list);
      table.trouble(e);
    }
  };
  return h('section', {}, h('h3', {}, t('study.best')), button(t('study.ask'), ask, { class: 'ask-lines' }), list);
}

/**
 * The latest results of chance, each to be chosen otherwise.
 * @param {Tree} tree
 * @param {Go} go
 */
function dice(tree, go) {
  if (!tree.rolls.length) return null;
  /** @type {(roll: Tree['rolls'][number]) => HTMLElement} */
  const row = ({ answer, faces, number }) => {
    /** @type {HTMLSelectElement} */
    const select = h(
      'select',
      { id: `roll-${number}`, onchange: () => go(number, [Number(select.value)]) },
      faces.map((face) => h('option', { value: face.answer, selected: face.answer === answer }, face.label)),
    );
    return h('div', { class: 'field' }, h('label', { for: select.id }, t('study.roll', { n: number + 1 })), select);
  };
  return h('section', {}, h('h3', {}, t('study.dice')), h('p', { class: 'quiet' }, t('study.dice_help')), tree.rolls.map(row));
}

/**
 * @param {Table} table
 * @param {Tree} tree
 * @param {{ go: Go, redraw: () => unknown }} how
 */
function variations(table, tree, { go, redraw }) {
  const drop = (/** @type {number} */ i) => table.seat.keepLine({ drop: i }).then(redraw, (e) => table.trouble(e));
  /** @type {(line: Variation, i: number) => HTMLElement} */
  const row = (line, i) => {
    const name = line.name || (i ? t('study.variation', { n: i }) : t('study.played'));
    const said = h('span', { class: 'shared', role: 'status' });
    return h(
      'li',
      {},
      h('strong', {}, name),
      ' ',
      h('span', { class: 'quiet' }, t('study.leaves', { n: line.answers.length, at: line.start })),
      h(
        'div',
        { class: 'row' },
        button(t('study.go'), () => go(line.start, line.answers), { 'aria-label': `${t('study.go')}: ${name}` }),
        table.store.about.ahead === null
          ? button(t('study.share'), () => share(table, i, said), { 'aria-label': `${t('study.share')}: ${name}` })
          : null,
        i ? button(t('study.drop'), () => drop(i), { 'aria-label': `${t('study.drop')}: ${name}` }) : null,
      ),
      said,
    );
  };
  return h('section', {}, h('h3', {}, t('study.variations')), h('ol', { class: 'variations' }, tree.lines.map(row)));
}

/**
 * A copy of the analysis that nobody changes any more, as a link.
 * @param {Table} table
 * @param {number} line
 * @param {HTMLElement} said
 */
async function share(table, line, said) {
  try {
    const made = await house.study({ token: table.seat.token, line });
    const link = new URL(made.watch.replace('/t/', '/study/'), location.origin).href;
    await navigator.clipboard?.writeText(link).catch(() => {});
    put(said, h('input', { type: 'text', readonly: true, value: link, 'aria-label': t('study.share') }));
  } catch (e) {
    table.trouble(e);
  }
}

/**
 * @param {Table} table
 * @param {() => unknown} redraw
 */
function keeping(table, redraw) {
  /** @type {HTMLInputElement} */
  const name = h('input', { type: 'text', id: 'line-name', maxlength: 80, autocomplete: 'off' });
  const keep = () => table.seat.keepLine({ name: name.value.trim() }).then(redraw, (e) => table.trouble(e));
  return h(
    'section',
    {},
    h(
      'div',
      { class: 'field' },
      h('label', { for: 'line-name' }, t('study.name')),
      name,
      button(t('study.keep'), keep, { class: 'keep-line' }),
    ),
  );
}

// --- after the end ------------------------------------------------------------

/**
 * What would have been better at a turning point, when somebody asks.
 * @param {Table} table
 * @param {Turn} turn
 */
export function betterAt(table, turn) {
  const place = h('div', { class: 'better' });
  const dots = h('span', { class: 'dots', 'aria-hidden': 'true' });
  const ask = async () => {
    put(place, h('p', { class: 'quiet', role: 'status' }, t('table.thinking_short'), dots));
    const [found] = await table.seat.better(turn.at).catch(() => []);
    put(place, found ? told(table, found) : h('p', { class: 'quiet' }, t('study.nothing_better')));
  };
  put(place, button(t('study.better'), ask, { class: 'plain ask-better' }));
  return place;
}

/**
 * @param {Table} table
 * @param {Better} found
 * @returns {Child}
 */
function told(table, { at, best: most, better, chance, done, side, why }) {
  const { name } = table.store.room.seats[side];
  return [
    h('p', {}, t('study.regret', { side: name, done, better, chance: percent(chance), best: percent(most) })),
    why.length ? h('p', { class: 'quiet' }, why.join(' ')) : null,
    button(t('study.from_here'), () => analyse(table, at), { class: 'from-here' }),
  ];
}

/**
 * A new match that begins at a position.
 * @param {Table} table
 * @param {number} at
 */
const fromHere = (table, at) =>
  button(t('position.from_here'), async () => (await import('./positions.js')).playFrom(table, at), {
    class: 'tool',
    'data-keep': 'from-here',
  });
