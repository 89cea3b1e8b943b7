// After the end: how the chances went, as a line to look along, with the turns that changed them most. Each point is a position.

import { h, s } from './dom.js';
import { get, percent, t } from './api.js';

const WIDE = 480;
const HIGH = 120;

export async function graph(table, choose) {
  const { points, turns } = await get(`/api/table/${table.token}/chances`, { as: table.as });
  if (points.length < 3) return null;
  return h(
    'figure',
    { class: 'chances' },
    h('figcaption', {}, h('strong', {}, t('table.chances')), h('p', { class: 'quiet' }, t('table.chances_text'))),
    h('div', { class: 'graph-box' }, picture(table, points, choose), marks(table, points, turns, choose)),
    turns.length ? turning(table, turns, choose) : null,
  );
}

function picture(table, points, choose) {
  const last = points[points.length - 1][0];
  const at = ([number, chance]) => [(WIDE * number) / last, HIGH * (1 - chance)];
  const line = points
    .map((p) =>
      at(p)
        .map((x) => x.toFixed(1))
        .join(' '),
    )
    .join(' L');
  const first = at(points[0])[1].toFixed(1);
  const drawn = s(
    'svg',
    { class: 'graph', viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': described(table, points) },
    s('rect', { class: 'above', width: WIDE, height: HIGH }),
    s('path', { class: 'below', d: `M0 ${HIGH} L0 ${first} L${line} L${WIDE} ${HIGH} Z` }),
    s('line', { class: 'even', x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2 }),
    s('path', { class: 'course', d: `M0 ${first} L${line}` }),
  );
  drawn.addEventListener('click', (e) => {
    const box = drawn.getBoundingClientRect();
    choose(Math.round((last * (e.clientX - box.left)) / box.width));
  });
  return drawn;
}

/** The turning points on the line, for the pointer; the list below has them in words, for everybody. */
function marks(table, points, turns, choose) {
  const last = points[points.length - 1][0];
  return turns.map((turn, i) => {
    const words = said(table, turn);
    const mark = h(
      'button',
      {
        type: 'button',
        class: `mark ${turn.after > turn.before ? 'side-0' : 'side-1'}`,
        tabindex: '-1',
        'aria-hidden': 'true',
        title: [words, ...turn.fights].join('\n'),
        data: { turn: i + 1 },
        onclick: () => choose(turn.at),
      },
      String(i + 1),
    );
    mark.style.left = `${(100 * turn.at) / last}%`;
    mark.style.top = `${100 * (1 - turn.after)}%`;
    return mark;
  });
}

function turning(table, turns, choose) {
  const light = (i, on) => document.querySelector(`.mark[data-turn="${i + 1}"]`)?.classList.toggle('meant', on);
  const row = (turn, i) =>
    h(
      'li',
      {},
      h(
        'button',
        {
          type: 'button',
          class: 'turn',
          onclick: () => choose(turn.at),
          onfocus: () => light(i, true),
          onblur: () => light(i, false),
          onmouseenter: () => light(i, true),
          onmouseleave: () => light(i, false),
        },
        h('span', { class: `badge ${turn.after > turn.before ? 'side-0' : 'side-1'}`, 'aria-hidden': 'true' }, String(i + 1)),
        h(
          'span',
          {},
          said(table, turn),
          turn.fights.map((x) => h('span', { class: 'fight' }, x)),
        ),
      ),
    );
  return [h('h3', {}, t('table.turning')), h('ol', { class: 'turning' }, turns.map(row))];
}

const said = (table, turn) =>
  t('table.turning_row', {
    when: turn.when || t('table.turning_at', { n: turn.at }),
    side: table.seats[0].name,
    before: percent(turn.before),
    after: percent(turn.after),
  });

/** The same in words: the start, the quarters, the end. */
function described(table, points) {
  const some = [0, 0.25, 0.5, 0.75, 1].map((q) => points[Math.min(points.length - 1, Math.floor(q * points.length))][1]);
  return `${t('table.chances')}, ${table.seats[0].name}: ${some.map(percent).join(', ')}`;
}
