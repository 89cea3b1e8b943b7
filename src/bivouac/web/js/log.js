// The log: headings, lines with their dice and rule numbers; a line that is touched lights up its places.

import { h, put } from './dom.js';
import { get, t } from './api.js';
import { die } from './faces.js';

const SHOWN = 1500;

export function line(table, x) {
  if (x.heading) return h('h4', {}, x.text, ' ', ruleLink(table, x.rule));
  const point = x.targets
    ? {
        tabindex: '0',
        onmouseenter: () => table.point(x.targets),
        onmouseleave: () => table.point([]),
        onfocus: () => table.point(x.targets),
        onblur: () => table.point([]),
        onclick: () => table.point(x.targets, true),
      }
    : {};
  return h(
    'p',
    { class: `line${x.targets ? ' places' : ''}${x.note ? ' note' : ''}`, ...point },
    (x.dice || []).map(die),
    h('span', {}, x.text),
    ' ',
    ruleLink(table, x.rule),
  );
}

export function ruleLink(table, rule) {
  return rule
    ? h(
        'a',
        {
          class: 'rule',
          href: `/rules/${table.title}#${rule}`,
          target: '_blank',
          rel: 'noopener',
          'aria-label': t('rules.rule', { rule }),
        },
        rule,
      )
    : null;
}

export function drawLog(table, place) {
  const bottom = place.scrollHeight - place.scrollTop - place.clientHeight < 80;
  const notes = table.notes.map((n) => ({ ...n, note: true }));
  const lines = [...table.log, ...notes]
    .map((x, i) => [x, i])
    .sort(([a, i], [b, j]) => a.n - b.n || i - j)
    .map(([x]) => x)
    .slice(-SHOWN);
  const more = table.more || table.log.length > SHOWN;
  const old = place.lines && place.more === more ? place.lines : null;
  let same = 0;
  while (old && same < old.length && same < lines.length && old[same].n === lines[same].n && old[same].text === lines[same].text) same += 1;
  if (!old || !same)
    put(
      place,
      more ? button(table, place) : null,
      lines.map((x) => line(table, x)),
    );
  else {
    const head = more ? 1 : 0;
    while (place.children.length > same + head) place.lastChild.remove();
    for (const x of lines.slice(same)) {
      const node = line(table, x);
      node.classList.add('fresh');
      place.append(node);
    }
  }
  Object.assign(place, { lines, more });
  if (bottom || !old) place.scrollTop = place.scrollHeight;
}

function button(table, place) {
  return h(
    'button',
    {
      type: 'button',
      onclick: async () => {
        const first = table.log.length ? table.log[0].n : table.serial;
        const older = await get(`/api/table/${table.token}/log`, { before: Math.max(first, 0), as: table.as });
        table.log = [...older.lines, ...table.log];
        table.more = older.more;
        drawLog(table, place);
        place.scrollTop = 0;
      },
    },
    t('table.earlier'),
  );
}
