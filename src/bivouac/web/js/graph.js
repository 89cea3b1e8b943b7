// After the end: how the chances went, as a line to look along. Each point is a position.

import { h, s } from './dom.js';
import { get, percent, t } from './api.js';

const WIDE = 480;
const HIGH = 120;

export async function graph(table, choose) {
  const { points } = await get(`/api/table/${table.token}/chances`);
  if (points.length < 3) return null;
  const last = points[points.length - 1][0];
  const at = ([number, chance]) => [(WIDE * number) / last, HIGH * (1 - chance)];
  const line = points
    .map((p) =>
      at(p)
        .map((x) => x.toFixed(1))
        .join(' '),
    )
    .join(' L');
  const names = { union: table.seats[0].name, csa: table.seats[1].name };
  const picture = s(
    'svg',
    { class: 'graph', viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': described(table, points) },
    s('rect', { class: 'above', width: WIDE, height: HIGH }),
    s('path', { class: 'below', d: `M0 ${HIGH} L${line} L${WIDE} ${HIGH} Z` }),
    s('line', { class: 'even', x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2 }),
    s('path', { class: 'course', d: `M0 ${at(points[0])[1].toFixed(1)} L${line}` }),
  );
  picture.addEventListener('click', (e) => {
    const box = picture.getBoundingClientRect();
    choose(Math.round((last * (e.clientX - box.left)) / box.width));
  });
  return h(
    'figure',
    { class: 'chances' },
    h('figcaption', {}, h('strong', {}, t('table.chances')), h('p', { class: 'quiet' }, t('table.chances_text', names))),
    picture,
  );
}

/** The same in words: the start, the quarters, the end. */
function described(table, points) {
  const some = [0, 0.25, 0.5, 0.75, 1].map((q) => points[Math.min(points.length - 1, Math.floor(q * points.length))][1]);
  return `${t('table.chances')}, ${table.seats[0].name}: ${some.map(percent).join(', ')}`;
}
