// The log: headings, lines with their dice and rule numbers; a line that is touched lights up its places.

import { h, put } from './dom.js';
import { get, t } from './api.js';
import { die } from './faces.js';

export function line(table, x) {
  if (x.heading) return h('h4', {}, x.text, ' ', ruleLink(table, x.rule));
  const point = x.targets ? { tabindex: '0', onmouseenter: () => table.point(x.targets), onmouseleave: () => table.point([]), onfocus: () => table.point(x.targets), onblur: () => table.point([]), onclick: () => table.point(x.targets, true) } : {};
  return h('p', { class: `line${x.targets ? ' places' : ''}${x.note ? ' note' : ''}`, ...point }, (x.dice || []).map(die), h('span', {}, x.text), ' ', ruleLink(table, x.rule));
}

export function ruleLink(table, rule) {
  return rule ? h('a', { class: 'rule', href: `/rules/${table.title}#${rule}`, target: '_blank', rel: 'noopener', 'aria-label': t('rules.rule', { rule }) }, rule) : null;
}

export function drawLog(table, place) {
  const bottom = place.scrollHeight - place.scrollTop - place.clientHeight < 80;
  const notes = table.notes.map((n) => ({ ...n, note: true }));
  const lines = [...table.log, ...notes].map((x, i) => [x, i]).sort(([a, i], [b, j]) => a.n - b.n || i - j).map(([x]) => x);
  const shown = lines.slice(-400);
  const more = table.more || lines.length > shown.length
    ? h('button', { type: 'button', onclick: async () => {
      const first = table.log.length ? table.log[0].n : table.serial;
      const older = await get(`/api/table/${table.token}/log`, { before: Math.max(first, 0), as: table.as });
      table.log = [...older.lines, ...table.log];
      table.more = older.more;
      drawLog(table, place);
      place.scrollTop = 0;
    } }, t('table.earlier')) : null;
  put(place, more, shown.map((x) => line(table, x)));
  if (bottom || !place.dataset.drawn) place.scrollTop = place.scrollHeight;
  place.dataset.drawn = '1';
}
