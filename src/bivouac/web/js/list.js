// The table in words: the question, its options, what is not possible and why, every place with what lies there. For eyes and ears alike.

import { h, put } from './dom.js';
import { get, t } from './api.js';
import { ruleLink } from './log.js';

export function drawList(table, place) {
  const q = table.question;
  const opened = place.querySelector('details.why')?.open;
  put(
    place,
    h('h3', {}, t('table.question')),
    q?.yours
      ? [
          h('p', {}, q.prompt, ' ', ruleLink(table, q.rule)),
          h(
            'ul',
            { class: 'options' },
            q.choices.map(([answer, label, targets]) =>
              h(
                'li',
                {},
                h(
                  'button',
                  {
                    type: 'button',
                    data: { answer },
                    onclick: () => table.choose(answer),
                    onmouseenter: () => table.point(targets),
                    onmouseleave: () => table.point([]),
                    onfocus: () => table.point(targets),
                    onblur: () => table.point([]),
                  },
                  label,
                ),
              ),
            ),
          ),
          refused(table, opened),
        ]
      : h('p', {}, table.waiting()),
    h('h3', {}, t('table.places')),
    places(table),
    table.panels.map((p) => words(table, p)),
  );
}

function refused(table, open) {
  const body = h('ul', { class: 'refused' });
  const details = h(
    'details',
    {
      class: 'why',
      ontoggle: async () => {
        if (!details.open || body.childNodes.length) return;
        const found = await get(`/api/table/${table.token}/why`, { as: table.as });
        put(
          body,
          found.length
            ? found.map((r) => h('li', {}, h('strong', {}, r.label), ' ', r.why, ' ', ruleLink(table, r.rule)))
            : h('li', {}, t('table.nothing_refused')),
        );
      },
    },
    h('summary', {}, t('table.not_possible')),
    body,
  );
  if (open) details.open = true;
  return details;
}

function places(table) {
  const inside = new Map();
  for (const token of table.tokens.values())
    if (table.board.places.has(token.at)) inside.set(token.at, [...(inside.get(token.at) || []), token]);
  const rows = [...table.board.places.values()].filter((p) => inside.has(p.id));
  if (!rows.length) return h('p', {}, t('table.empty'));
  return h(
    'dl',
    { class: 'places' },
    rows.map((p) => [
      h(
        'dt',
        {
          tabindex: '0',
          onfocus: () => table.point([p.id]),
          onblur: () => table.point([]),
          onmouseenter: () => table.point([p.id]),
          onmouseleave: () => table.point([]),
        },
        p.name,
      ),
      h('dd', {}, counted(inside.get(p.id))),
    ]),
  );
}

function words(table, p) {
  const inside = (id) => [...table.tokens.values()].filter((x) => x.at === id);
  return [
    h('h3', {}, p.name),
    h(
      'dl',
      { class: 'places' },
      p.cells
        .filter(([id]) => p.kind === 'facts' || inside(id).length)
        .map(([id, name]) => [h('dt', {}, name), h('dd', {}, counted(inside(id)))]),
    ),
  ];
}

/** "3 infantry, 1 leader": alike names once, with their number. */
export function counted(tokens) {
  const names = new Map();
  for (const x of tokens) names.set(x.name, (names.get(x.name) || 0) + 1);
  return [...names].map(([name, n]) => (n > 1 ? `${n} × ${name}` : name)).join(', ');
}
