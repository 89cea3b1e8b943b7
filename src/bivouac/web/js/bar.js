// The bar: the question and what can be answered without the board; or who is waited for, a recap, a replay, the end.

import { h, put, s } from './dom.js';
import { get, percent, t } from './api.js';
import { glass } from './levels.js';
import { line, ruleLink } from './log.js';

const SIGNS = {
  first: 'M4 4h3v16H4zM20 4v16L8 12z',
  back: 'M18 4v16L6 12z',
  forward: 'M6 4v16l12-8z',
  last: 'M17 4h3v16h-3zM4 4v16l12-8z',
  play: 'M3 4v16l9-8zM12 4v16l9-8z',
  stop: 'M5 4h5v16H5zM14 4h5v16h-5z',
};
const sign = (name) => s('svg', { class: 'sign', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: SIGNS[name] }));
const button = (words, act, more = {}) => h('button', { type: 'button', onclick: act, ...more }, words);

export function drawBar(table, bar) {
  const focused = bar.contains(document.activeElement) ? document.activeElement.dataset.keep : null;
  put(
    bar,
    (table.mode === 'still'
      ? still
      : table.mode === 'recap'
        ? recap
        : table.showing
          ? showing
          : table.outcome
            ? over
            : table.question?.yours
              ? question
              : waiting)(table),
    asked(table),
  );
  bar.dataset.mode = table.mode;
  if (focused) bar.querySelector(`[data-keep="${focused}"]`)?.focus();
}

function question(table) {
  const q = table.question;
  const buttons = table.buttons();
  const onTable = q.choices.length - buttons.length;
  if (table.about.odds && table.oddsFor !== q.serial) fetchOdds(table, q.serial);
  return [
    h(
      'div',
      { class: `ask side-${q.side}` },
      h('h2', { id: 'prompt', class: 'prompt', tabindex: '-1' }, q.prompt),
      ruleLink(table, q.rule),
      onTable
        ? h(
            'button',
            { type: 'button', class: 'hint', title: t('table.next_lit'), 'data-keep': 'lit', onclick: () => table.board.next() },
            t('table.lit', { n: onTable }),
          )
        : null,
    ),
    h(
      'div',
      { class: 'options' },
      buttons.map(([answer, label], i) =>
        h(
          'button',
          {
            type: 'button',
            class: 'answer',
            data: { answer },
            'aria-keyshortcuts': i < 9 ? String(i + 1) : null,
            onclick: () => table.choose(answer),
          },
          label,
        ),
      ),
    ),
    table.odds ? odds(table.odds) : null,
    h(
      'div',
      { class: 'tools' },
      onTable
        ? button(
            t('table.all_options', { n: q.choices.length }),
            () => {
              table.open('list');
              table.parts.panes.list.querySelector('.options button')?.focus();
            },
            { class: 'tool', 'data-keep': 'list' },
          )
        : null,
      button(t('table.hint'), (e) => table.hint(e), { class: 'tool', 'data-keep': 'hint' }),
      ...takeBack(table),
      table.frames.length > 1 || table.about.recap < table.serial
        ? button(t('table.recap'), () => table.recap(), { class: 'tool', 'data-keep': 'recap' })
        : null,
    ),
  ];
}

function takeBack(table) {
  const u = table.undo;
  if (!u) return [];
  if (u.free)
    return [
      button(t('table.undo'), () => table.takeBack(), { class: 'tool', 'data-keep': 'undo', 'aria-keyshortcuts': 'u' }),
      button(t('table.restart'), () => table.takeBack(true), { class: 'tool', 'data-keep': 'restart' }),
    ];
  if (u.ask && !table.requested)
    return [button(t('table.ask_undo'), () => table.takeBack(), { class: 'tool', title: u.why, 'data-keep': 'ask' })];
  return table.requested ? [h('span', { class: 'hint' }, t('table.undo_requested'))] : [];
}

function waiting(table) {
  const thinking = table.thinking !== null && table.thinking !== undefined;
  return [
    h(
      'div',
      { class: `ask${table.question ? ` side-${table.question.side}` : ''}` },
      h(
        'h2',
        { id: 'prompt', class: `prompt${thinking ? ' thinking' : ''}`, tabindex: '-1' },
        table.waiting(),
        thinking ? h('span', { class: 'dots', 'aria-hidden': 'true' }) : null,
      ),
      thinking && table.clock ? glass(table.clock) : null,
    ),
    h('div', { class: 'options' }),
    h(
      'div',
      { class: 'tools' },
      table.sides.length ? takeBack(table) : null,
      table.frames.length > 1 || table.about.recap < table.serial
        ? button(t('table.recap'), () => table.recap(), { class: 'tool', 'data-keep': 'recap' })
        : null,
    ),
  ];
}

function showing(table) {
  return [
    h(
      'div',
      { class: 'ask recap-lines' },
      table.showing.slice(-3).map((x) => (x.heading ? h('p', { class: 'line' }, h('strong', {}, x.text)) : line(table, x))),
    ),
    h('div', { class: 'options' }),
    h(
      'div',
      { class: 'tools' },
      button(t('table.skip_recap'), () => table.skip(), { class: 'tool', 'data-keep': 'skip' }),
    ),
  ];
}

function recap(table) {
  const frame = table.frames[table.index];
  return [
    h(
      'div',
      { class: 'ask recap-lines' },
      h('h2', { id: 'prompt', class: 'prompt', tabindex: '-1' }, t('table.recap_step', { i: table.index, n: table.frames.length - 1 })),
      frame.lines.slice(-3).map((x) => line(table, { ...x, heading: false })),
    ),
    h(
      'div',
      { class: 'options steps' },
      button(sign('first'), () => table.step(0), { 'aria-label': t('replay.first'), 'data-keep': 'first' }),
      button(sign('back'), () => table.step(table.index - 1), { 'aria-label': t('replay.back'), 'data-keep': 'back' }),
      button(sign(table.playing ? 'stop' : 'play'), () => table.playFrames(), {
        'aria-label': table.playing ? t('replay.stop') : t('replay.play'),
        'data-keep': 'play',
      }),
      button(sign('forward'), () => table.step(table.index + 1), { 'aria-label': t('replay.forward'), 'data-keep': 'forward' }),
      button(sign('last'), () => table.step(table.frames.length), { 'aria-label': t('replay.last'), 'data-keep': 'last' }),
    ),
    h(
      'div',
      { class: 'tools' },
      button(t('replay.back_to_table'), () => table.live(), { class: 'main' }),
    ),
  ];
}

function still(table) {
  const slider = h('input', {
    type: 'range',
    min: 0,
    max: table.serial,
    step: 1,
    value: table.at,
    'aria-label': t('replay.position'),
    'data-keep': 'slider',
    oninput: () => table.look(Number(slider.value)),
  });
  slider.value = table.at;
  const lines = table.still?.lines || [];
  return [
    h(
      'div',
      { class: 'ask recap-lines' },
      h('h2', { id: 'prompt', class: 'prompt', tabindex: '-1' }, t('replay.at', { n: table.at, all: table.serial })),
      lines.slice(-2).map((x) => line(table, { ...x, heading: false })),
    ),
    h(
      'div',
      { class: 'options steps' },
      button(sign('first'), () => table.look(0), { 'aria-label': t('replay.first'), 'data-keep': 'first' }),
      button(sign('back'), () => table.look(table.at - 1), { 'aria-label': t('replay.back'), 'data-keep': 'back' }),
      slider,
      button(sign('forward'), () => table.look(table.at + 1), { 'aria-label': t('replay.forward'), 'data-keep': 'forward' }),
      button(sign('last'), () => table.look(table.serial), { 'aria-label': t('replay.last'), 'data-keep': 'last' }),
      button(sign(table.playing ? 'stop' : 'play'), () => table.playStill(), {
        'aria-label': table.playing ? t('replay.stop') : t('replay.play'),
        'data-keep': 'play',
      }),
    ),
    h(
      'div',
      { class: 'tools' },
      button(t('replay.back_to_table'), () => table.live(), { class: 'main' }),
    ),
  ];
}

function over(table) {
  return [
    h(
      'div',
      { class: `ask side-${table.outcome.winner ?? 2}` },
      h('h2', { id: 'prompt', class: 'prompt', tabindex: '-1' }, table.outcome.text),
      ruleLink(table, table.outcome.rule),
    ),
    h(
      'div',
      { class: 'options' },
      button(t('replay.replay'), () => table.look(0)),
      h('a', { class: 'button', href: '/' }, t('house.home')),
    ),
    h(
      'div',
      { class: 'tools' },
      button(t('table.result'), () => table.victory(), { class: 'tool' }),
      table.frames.length > 1 || table.about.recap < table.serial
        ? button(t('table.recap'), () => table.recap(), { class: 'tool', 'data-keep': 'recap' })
        : null,
    ),
  ];
}

/** The other side would like to take something back. */
function asked(table) {
  if (table.request === null || table.request === undefined || !table.sides.includes(1 - table.request)) return null;
  return h(
    'div',
    { class: 'asked', role: 'alert' },
    h('p', {}, t('table.wants_undo', { side: table.seats[table.request].name })),
    button(t('table.grant'), () => table.grant(true), { class: 'main' }),
    button(t('table.decline'), () => table.grant(false)),
  );
}

async function fetchOdds(table, serial) {
  table.oddsFor = serial;
  try {
    const found = await get(`/api/table/${table.token}/odds`, { as: table.as });
    if (table.question?.serial !== serial || !found.groups.length) return;
    table.odds = found.groups;
    table.drawBar();
  } catch {
    /* odds are an extra */
  }
}

/** What may come of the attack; what is certain is not worth a line. */
function odds(groups) {
  const open = groups.filter((rows) => rows.length > 1);
  const row = ([label, share]) => h('li', {}, `${label} `, h('strong', {}, percent(share)), ' ', meter(share));
  return open.length
    ? h(
        'div',
        { class: 'odds', role: 'group', 'aria-label': t('table.odds') },
        open.map((rows) => h('ul', {}, rows.map(row))),
      )
    : null;
}

const meter = (share) => h('meter', { min: 0, max: 1, value: share, 'aria-hidden': 'true' });
