// The match itself: who sits where, links, saving, the dice, giving up.

import { dialog, h, put, recall, remember } from './dom.js';
import { get, post, t } from './api.js';
import { isTimed, secondsSelect } from './levels.js';

export function drawMenu(table, place) {
  const shown = JSON.stringify([table.seats, table.sides, table.outcome !== null, document.documentElement.lang]);
  if (place.shown === shown && place.childNodes.length) return;
  place.shown = shown;
  const focused = place.contains(document.activeElement) ? document.activeElement.id : null;
  const mine = table.outcome ? [] : table.sides;
  put(
    place,
    h('h3', {}, table.about.name),
    h('p', {}, table.about.scenario, table.about.options.length ? ` · ${table.about.options.join(', ')}` : ''),
    h(
      'ul',
      { class: 'seats' },
      table.seats.map((seat, side) => h('li', { class: `side-${side}` }, h('strong', {}, seat.name), ' ', who(table, seat, side))),
    ),
    mine.map((side) => handOver(table, side)),
    table.outcome || !table.about.owner
      ? null
      : table.seats.map((seat, side) => (seat.computer && !table.sides.includes(side) ? levelOf(table, side) : null)),
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'button', onclick: () => links(table) }, t('table.links')),
      h('button', { type: 'button', onclick: () => table.look(table.serial) }, t('replay.replay')),
      h('a', { class: 'button', href: `/rules/${table.title}`, target: '_blank', rel: 'noopener' }, t('rules.rules')),
      h('button', { type: 'button', onclick: () => save(table) }, t('replay.save')),
      h('button', { type: 'button', onclick: () => dice(table) }, t('replay.dice')),
      mine.length && !table.outcome
        ? h('button', { type: 'button', class: 'danger', onclick: () => concede(table) }, t('table.concede'))
        : null,
    ),
    h('div', { class: 'field' }, h('label', { for: 'pace' }, t('table.pace')), pace()),
    h(
      'div',
      { class: 'option' },
      h('input', { type: 'checkbox', id: 'warn', checked: recall('warn', true), onchange: (e) => remember('warn', e.target.checked) }),
      h('label', { for: 'warn' }, t('table.warn_me')),
    ),
    h(
      'div',
      { class: 'option' },
      h('input', { type: 'checkbox', id: 'keys', checked: recall('keys', true), onchange: (e) => remember('keys', e.target.checked) }),
      h('label', { for: 'keys' }, t('table.use_keys')),
    ),
    h(
      'details',
      {},
      h('summary', {}, t('table.keys')),
      h(
        'ul',
        {},
        ['digits', 'u', 'o', 'l', 'zoom', 'escape'].map((k) => h('li', {}, t(`table.key_${k}`))),
      ),
    ),
  );
  if (focused) document.getElementById(focused)?.focus();
}

function pace() {
  const select = h(
    'select',
    { id: 'pace', onchange: () => remember('pace', select.value) },
    ['slow', 'normal', 'fast', 'none'].map((p) => h('option', { value: p }, t(`table.pace_${p}`))),
  );
  select.value = recall('pace', 'normal');
  return select;
}

const level = (table, id) => table.about.levels.find((l) => l.id === id)?.name || id;

function who(table, seat, side) {
  if (seat.agent) return t('table.seat_computer', { level: level(table, seat.agent) });
  if (table.sides.includes(side)) return t('table.seat_you');
  return seat.here ? t('table.seat_here') : t('table.seat_away');
}

function handOver(table, side) {
  const select = h(
    'select',
    {
      id: `hand-${side}`,
      onchange: () => seat(table, { side, agent: select.value || null }),
    },
    h('option', { value: '' }, t('table.i_play')),
    table.about.levels.map((l) => h('option', { value: l.id }, t('home.computer', { level: l.name }))),
  );
  select.value = table.seats[side].agent || '';
  const label = h('label', { for: `hand-${side}` }, t('table.plays_for', { side: table.seats[side].name }));
  return h('div', { class: 'field' }, label, select, secondsOf(table, side));
}

const seat = (table, wish) => post(`/api/table/${table.token}/seat`, wish).catch((e) => table.trouble(e.message));

/** How long the computer player of a seat may think about a turn, if it is one that takes its time. */
function secondsOf(table, side) {
  const { agent, seconds, name } = table.seats[side];
  if (!isTimed(table.about.levels, agent)) return null;
  const select = secondsSelect(`seconds-${side}`, table.about.seconds, seconds, t('table.seconds_of', { side: name }), {
    onchange: () => seat(table, { side, agent, seconds: Number(select.value) }),
  });
  return select;
}

/** Another level for the computer's own seat. */
function levelOf(table, side) {
  const select = h(
    'select',
    {
      id: `level-${side}`,
      onchange: () => seat(table, { side, agent: select.value }),
    },
    table.about.levels.map((l) => h('option', { value: l.id }, l.name)),
  );
  select.value = table.seats[side].agent;
  const label = h('label', { for: `level-${side}` }, t('table.level_of', { side: table.seats[side].name }));
  return h('div', { class: 'field' }, label, select, secondsOf(table, side));
}

export async function links(table) {
  const found = await get(`/api/table/${table.token}/links`);
  const row = (label, url) => {
    const full = new URL(url, location.origin).href;
    const field = h('input', { type: 'text', readonly: true, value: full, 'aria-label': label, onfocus: () => field.select() });
    const said = h('span', { role: 'status' });
    return h(
      'div',
      { class: 'link' },
      h('p', {}, label),
      h(
        'div',
        { class: 'row' },
        field,
        h(
          'button',
          {
            type: 'button',
            onclick: async () => {
              try {
                await navigator.clipboard.writeText(full);
              } catch {
                field.select();
                document.execCommand('copy');
              }
              said.textContent = t('table.copied');
            },
          },
          t('table.copy'),
        ),
        said,
      ),
    );
  };
  await dialog(t('table.links'), (close) =>
    [
      h('h2', {}, t('table.links')),
      found.invites.map((i) => row(t('table.invite_for', { side: i.name }), i.url)),
      row(t('table.watch_link'), found.watch),
      h('p', { class: 'quiet' }, t('table.own_link')),
      h('div', { class: 'row' }, h('button', { type: 'button', class: 'main', onclick: () => close() }, t('house.close'))),
    ].flat(),
  );
}

async function save(table) {
  try {
    const text = await (async () => {
      const r = await fetch(`/api/table/${table.token}/save?lang=${document.documentElement.lang}`);
      if (!r.ok) throw new Error((await r.json()).error.message);
      return [await r.text(), r.headers.get('content-disposition')];
    })();
    const url = URL.createObjectURL(new Blob([text[0]], { type: 'application/json' }));
    const name = /filename="(.+)"/.exec(text[1])?.[1] || 'bivouac.json';
    h('a', { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  } catch (e) {
    table.trouble(e.message);
  }
}

export async function dice(table) {
  const found = await get(`/api/table/${table.token}/dice`);
  await dialog(t('replay.dice'), (close) => [
    h('h2', {}, t('replay.dice')),
    h('p', { class: found.ok === false ? 'trouble' : '' }, found.text),
    h('p', {}, t('replay.commitment')),
    h('p', { class: 'code' }, found.commitment),
    ...(found.spans || []).flatMap((x) => [h('p', {}, t('replay.seed', { n: x.from })), h('p', { class: 'code' }, x.seed || '—')]),
    h('p', { class: 'quiet' }, t('replay.recipe')),
    h('div', { class: 'row' }, h('button', { type: 'button', class: 'main', onclick: () => close() }, t('house.close'))),
  ]);
}

async function concede(table) {
  const side = table.sides.includes(table.question?.side) ? table.question.side : table.sides[0];
  const sure = await dialog(t('table.concede'), (close) => [
    h('h2', {}, t('table.concede')),
    h('p', {}, t('table.concede_sure', { side: table.seats[side].name })),
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'button', class: 'danger', onclick: () => close(true) }, t('table.concede')),
      h('button', { type: 'button', onclick: () => close(false) }, t('house.cancel')),
    ),
  ]);
  if (sure) {
    try {
      await post(`/api/table/${table.token}/concede`, { side });
      table.nudge();
    } catch (e) {
      table.trouble(e.message);
    }
  }
}
