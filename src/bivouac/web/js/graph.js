// After the end: how the chances went, as a line to look along, with the turns that changed them most. Each point is a position.

/**
 * @import { Point, Turn } from './wire'
 * @import { Table } from './page-table.js'
 * @typedef {(number: number) => void} Choose
 */

import { button, h, s, touched } from './dom.js';
import { betterAt } from './study.js';
import { percent, t } from './words.js';

const WIDE = 480;
const HIGH = 120;

/**
 * @param {Table} table
 * @param {Choose} choose
 */
export async function graph(table, choose) {
  const { points, turns } = await table.seat.chances();
  if (points.length < 3) return null;
  const union = table.store.room.seats[0].name;
  return h(
    'figure',
    { class: 'chances' },
    h('figcaption', {}, h('strong', {}, t('table.chances')), h('p', { class: 'quiet' }, t('table.chances_text'))),
    h('div', { class: 'graph-box' }, picture(union, points, choose), marks(union, points, turns, choose)),
    turns.length ? turning(table, turns, choose) : null,
  );
}

/**
 * @param {string} union
 * @param {Point[]} points
 * @param {Choose} choose
 */
function picture(union, points, choose) {
  const last = points[points.length - 1].at;
  const course = path(points);
  const first = course[0].split(' ')[1];
  const drawn = s(
    'svg',
    { class: 'graph', viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': described(union, points) },
    s('rect', { class: 'above', width: WIDE, height: HIGH }),
    s('path', { class: 'below', d: `M0 ${HIGH} L0 ${first} L${course.join(' L')} L${WIDE} ${HIGH} Z` }),
    s('line', { class: 'even', x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2 }),
    s('path', { class: 'course', d: `M0 ${first} L${course.join(' L')}` }),
  );
  drawn.addEventListener('click', (e) => {
    const box = drawn.getBoundingClientRect();
    choose(Math.round((last * (e.clientX - box.left)) / box.width));
  });
  return drawn;
}

/**
 * The points of the line as a drawing says them: "x y".
 * @param {Point[]} points
 */
export function path(points) {
  const last = points[points.length - 1].at;
  return points.map(({ at, chance }) => `${((WIDE * at) / last).toFixed(1)} ${(HIGH * (1 - chance)).toFixed(1)}`);
}

/** @param {Turn} turn */
const gainer = (turn) => (turn.after > turn.before ? 'side-0' : 'side-1');

/**
 * The turning points on the line, for the pointer; the list below has them in words, for everybody.
 * @param {string} union
 * @param {Point[]} points
 * @param {Turn[]} turns
 * @param {Choose} choose
 */
function marks(union, points, turns, choose) {
  const last = points[points.length - 1].at;
  return turns.map((turn, i) => {
    const mark = button(String(i + 1), () => choose(turn.at), {
      class: `mark ${gainer(turn)}`,
      tabindex: '-1',
      'aria-hidden': 'true',
      title: [said(union, turn), ...turn.fights].join('\n'),
      data: { turn: i + 1 },
    });
    mark.style.left = `${(100 * turn.at) / last}%`;
    mark.style.top = `${100 * (1 - turn.after)}%`;
    return mark;
  });
}

/**
 * @param {Table} table
 * @param {Turn[]} turns
 * @param {Choose} choose
 */
function turning(table, turns, choose) {
  const union = table.store.room.seats[0].name;
  /** @type {(i: number, on: boolean) => unknown} */
  const light = (i, on) => document.querySelector(`.mark[data-turn="${i + 1}"]`)?.classList.toggle('meant', on);
  /** @type {(turn: Turn, i: number) => HTMLElement} */
  const row = (turn, i) =>
    h(
      'li',
      {},
      button(
        [
          h('span', { class: `badge ${gainer(turn)}`, 'aria-hidden': 'true' }, String(i + 1)),
          h(
            'span',
            {},
            said(union, turn),
            turn.fights.map((x) => h('span', { class: 'fight' }, x)),
          ),
        ],
        () => choose(turn.at),
        { class: 'turn', ...touched((on) => light(i, on)) },
      ),
      betterAt(table, turn),
    );
  return [h('h3', {}, t('table.turning')), h('ol', { class: 'turning' }, turns.map(row))];
}

/**
 * @param {string} union
 * @param {Turn} turn
 */
const said = (union, turn) =>
  t('table.turning_row', {
    when: turn.when || t('table.turning_at', { n: turn.at }),
    side: union,
    before: percent(turn.before),
    after: percent(turn.after),
  });

/**
 * The same in words: the start, the quarters, the end.
 * @param {string} union
 * @param {Point[]} points
 */
function described(union, points) {
  const some = [0, 0.25, 0.5, 0.75, 1].map((q) => points[Math.min(points.length - 1, Math.floor(q * points.length))].chance);
  return `${t('table.chances')}, ${union}: ${some.map(percent).join(', ')}`;
}
