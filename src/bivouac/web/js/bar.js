// The bar: the question and what can be answered without the board; or who is waited for, a recap, a replay, the end.

/**
 * @import { LogLine, OddsLine, Question } from './wire'
 * @import { Attributes, Child } from './types'
 * @import { Store } from './store.js'
 * @import { Table } from './page-table.js'
 */

import { button, focus, h, kept, put, s } from './dom.js';
import { icon } from './faces.js';
import { glass } from './levels.js';
import { line, ruleLink } from './log.js';
import { recall, remember } from './memory.js';
import { fight } from './scout.js';
import { counted } from './store.js';
import { studyTool } from './study.js';
import { told } from './tray.js';
import { vacancy } from './vacancy.js';
import { percent, t } from './words.js';

const PACES = ['slow', 'normal', 'fast'];
const SIGNS = {
  first: 'M4 4h3v16H4zM20 4v16L8 12z',
  back: 'M18 4v16L6 12z',
  forward: 'M6 4v16l12-8z',
  last: 'M17 4h3v16h-3zM4 4v16l12-8z',
  play: 'M3 4v16l9-8zM12 4v16l9-8z',
  stop: 'M5 4h5v16H5zM14 4h5v16h-5z',
};

/** @param {keyof typeof SIGNS} name */
const sign = (name) => s('svg', { class: 'sign', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: SIGNS[name] }));

/**
 * @param {string} words
 * @param {(e: MouseEvent) => unknown} act
 * @param {string} keep by which the focus finds it again when the bar is drawn anew
 * @param {Attributes} [more]
 */
const tool = (words, act, keep, more = {}) => button(words, act, { class: 'tool', 'data-keep': keep, ...more });

/**
 * @param {Child} inner
 * @param {{ className?: string, side?: number | null }} [how]
 */
const askBox = (inner, { className = '', side = null } = {}) =>
  h('div', { class: `ask${className && ` ${className}`}${side === null ? '' : ` side-${side}`}` }, inner);

/**
 * @param {Child} words
 * @param {string} [more]
 */
const prompt = (words, more = '') => h('h2', { id: 'prompt', class: `prompt${more}`, tabindex: '-1' }, words);

/** @param {Child} inner */
const optionBox = (inner) => h('div', { class: 'options' }, inner);

/** @param {Child} inner */
const toolBox = (inner) => h('div', { class: 'tools' }, inner);

/**
 * @param {Table} table
 * @param {HTMLElement} bar
 */
export function drawBar(table, bar) {
  const active = document.activeElement;
  const focused = active instanceof HTMLElement && bar.contains(active) ? active.dataset.keep : null;
  const [first, ...others] = /** @type {Child[]} */ (content(table));
  put(bar, first, h('div', { class: 'acts' }, others), asked(table), vacancy(table));
  if (first instanceof HTMLElement) fold(table, first);
  bar.dataset.mode = table.store.mode;
  if (focused) focus(bar.querySelector(`[data-keep="${focused}"]`));
}

/**
 * Where there is little room for words a tap unfolds them; what came of the last answer is said there, too.
 * @param {Table} table
 * @param {HTMLElement} ask
 */
function fold(table, ask) {
  const { follower, happened, store, summed } = table;
  if (store.live && !follower.showing && !store.outcome) ask.prepend(...kept([told(table, happened, summed)]));
  ask.addEventListener('click', () => ask.classList.toggle('unfolded'));
}

/**
 * What is said, and then what can be done.
 * @param {Table} table
 * @returns {Child}
 */
function content(table) {
  const { follower, store } = table;
  if (store.mode === 'still') return still(table);
  if (store.mode === 'recap') return recap(table);
  if (follower.showing) return showing(table, follower.showing);
  if (table.tools.tool) return table.tools.tool.bar();
  if (store.outcome) return over(table);
  if (store.ask && table.ending.isOpen) return ending(table, store.ask);
  if (store.ask && table.hand.isFull) return held(table, store.ask);
  return store.ask ? question(table, store.ask) : waiting(table);
}

/**
 * @param {Table} table
 * @param {Question} q
 * @returns {Child}
 */
function question(table, q) {
  const { board, store } = table;
  const buttons = store.buttons(board.places);
  const onTable = q.choices.length - buttons.length;
  return [
    askBox(
      [
        prompt(q.prompt),
        ruleLink(table, q.rule),
        table.ending.isAlone ? h('p', { class: 'line alone' }, t('table.nothing_to_choose')) : null,
        onTable
          ? button(t('table.lit', { n: onTable }), () => board.next(), { class: 'hint', title: t('table.next_lit'), 'data-keep': 'lit' })
          : null,
      ],
      { side: q.side },
    ),
    optionBox(
      buttons.map(({ answer, label }, i) =>
        button(label, () => table.chooser.choose(answer), {
          class: 'answer',
          data: { answer },
          'aria-keyshortcuts': i < 9 ? String(i + 1) : null,
        }),
      ),
    ),
    store.odds ? odds(store.odds) : null,
    toolBox([
      onTable ? tool(t('table.all_options', { n: q.choices.length }), () => table.openList(), 'list') : null,
      againTool(table),
      store.lesson || table.ending.isAlone ? null : tool(t('table.hint'), (e) => table.chooser.hint(e), 'hint'),
      takeBack(table),
      recapTool(table),
      table.store.about.study ? studyTool(table, store.serial) : null,
    ]),
  ];
}

/**
 * The turn is about to end.
 * @param {Table} table
 * @param {Question} q
 * @returns {Child}
 */
function ending({ ending: end }, q) {
  const { words, ways } = end.told();
  return [askBox([prompt(t('table.turn_ends')), words], { side: q.side }), optionBox(ways), toolBox(null)];
}

/**
 * Something is held: what it is, each look to be taken or left, and what can be done with it.
 * @param {Table} table
 * @param {Question} q
 * @returns {Child}
 */
function held(table, q) {
  const { board, hand, store } = table;
  const { step } = hand;
  const places = new Set(hand.tokens.map((x) => x.at).filter((at) => board.places.has(at))); // cards lie in sight as they are
  const beside = hand.own([...places].flatMap((at) => store.stackAt(at)));
  return [
    askBox(
      [
        prompt(t('table.where_to', { what: counted(hand.tokens) || hand.picks.map((id) => table.nameOf(id)).join(', ') })),
        hand.means ? h('p', { class: 'line' }, hand.means) : null,
        button(t('table.lit', { n: board.lit.size }), () => board.next(), {
          class: 'hint',
          title: t('table.next_lit'),
          'data-keep': 'lit',
        }),
      ],
      { side: q.side },
    ),
    optionBox([
      hand.buttons().map((w, i) =>
        button(w.label, () => hand.send(w), {
          class: 'answer',
          data: { answers: w.answers.join(',') },
          'aria-keyshortcuts': i < 9 ? String(i + 1) : null,
        }),
      ),
      beside.length > 1 ? h('div', { class: 'chips', role: 'group', 'aria-label': t('table.in_hand') }, chips(table, beside)) : null,
    ]),
    toolBox([
      step ? tool(t('table.step_by_step'), () => hand.send(step), 'step') : null,
      tool(t('table.put_down'), () => hand.put(), 'down', { 'aria-keyshortcuts': 'Escape' }),
    ]),
  ];
}

/**
 * Every piece that lies there, in or out of the hand.
 * @param {Table} table
 * @param {string[]} ids
 */
const chips = ({ hand, store }, ids) =>
  ids.map((id) => {
    const token = store.tokens.get(id);
    const inHand = hand.picks.includes(id);
    return token
      ? button(icon(token), () => hand.toggle([id]), {
          class: `chip${inHand ? ' held' : ''}`,
          'aria-pressed': inHand ? 'true' : 'false',
          'aria-label': token.name,
          title: token.name,
          'data-keep': `chip-${id}`,
        })
      : null;
  });

/** @param {Table} table */
const againTool = ({ hand }) =>
  hand.next ? tool(t('table.again', { what: hand.next.name }), () => hand.again(), 'again', { 'aria-keyshortcuts': 'a' }) : null;

/** @param {Table} table */
const recapTool = (table) => (table.follower.canRecap ? tool(t('table.recap'), () => table.recap(), 'recap') : null);

/**
 * @param {Table} table
 * @returns {Child}
 */
function takeBack({ chooser, store }) {
  const { ask, free, practice, why } = store.undo;
  if (free)
    return [
      tool(t('table.undo'), () => chooser.takeBack(), 'undo', { 'aria-keyshortcuts': 'u' }),
      tool(t('table.restart'), () => chooser.takeBack(true), 'restart'),
    ];
  if (practice) return tool(t('table.practise_undo'), () => chooser.takeBack(), 'practice', { title: t('table.practise_help') });
  if (ask && !store.room.requested) return tool(t('table.ask_undo'), () => chooser.takeBack(), 'ask', { title: why });
  return store.room.requested ? h('span', { class: 'hint' }, t('table.undo_requested')) : null;
}

/**
 * @param {Table} table
 * @returns {Child}
 */
function waiting(table) {
  const { clock, sides, thinking } = table.store.room;
  const thinks = thinking !== null;
  const dots = thinks ? h('span', { class: 'dots', 'aria-hidden': 'true' }) : null;
  return [
    askBox([prompt([table.waiting(), dots], thinks ? ' thinking' : ''), thinks && clock ? glass(clock, table.store.clockSince) : null], {
      side: table.store.question?.side ?? null,
    }),
    optionBox(null),
    toolBox([
      sides.length ? takeBack(table) : null,
      recapTool(table),
      table.planning.isWanted && table.store.about.ahead === null
        ? tool(t('ahead.plan'), () => table.planning.begin(), 'ahead', { title: t('ahead.about') })
        : null,
      table.store.about.study ? studyTool(table, table.store.serial) : null,
    ]),
  ];
}

/**
 * @param {Table} table
 * @param {LogLine[]} lines
 * @returns {Child}
 */
function showing(table, lines) {
  return [
    askBox(
      lines.slice(-3).map((x) => (x.heading ? h('p', { class: 'line' }, h('strong', {}, x.text)) : line(table, x))),
      { className: 'recap-lines' },
    ),
    optionBox(null),
    toolBox([
      tool(t(table.follower.paused ? 'table.go_on' : 'table.pause'), () => table.follower.halt(), 'halt'),
      tool(t('table.step'), () => table.follower.step(), 'step'),
      tool(t('table.skip_recap'), () => table.follower.skip(), 'skip'),
    ]),
  ];
}

/**
 * The last of some lines, below a heading of our own.
 * @param {Table} table
 * @param {string} heading
 * @param {LogLine[]} lines
 */
const recounted = (table, heading, lines) =>
  askBox([prompt(heading), lines.map((x) => line(table, { ...x, heading: false }))], { className: 'recap-lines' });

/** @param {Table} table */
const backToTable = (table) =>
  toolBox([
    table.store.mode === 'still' ? studyTool(table, table.replay.at) : null,
    button(t('replay.back_to_table'), () => table.replay.leave(), { class: 'main' }),
  ]);

/**
 * @param {boolean} playing
 * @param {(where: 'first' | 'back' | 'forward' | 'last' | 'play') => unknown} go
 */
function steps(playing, go) {
  /** @param {'first' | 'back' | 'forward' | 'last'} where */
  const one = (where) => button(sign(where), () => go(where), { 'aria-label': t(`replay.${where}`), 'data-keep': where });
  const name = playing ? 'stop' : 'play';
  const play = button(sign(name), () => go('play'), { 'aria-label': t(`replay.${name}`), 'data-keep': 'play' });
  return { first: one('first'), back: one('back'), forward: one('forward'), last: one('last'), play };
}

/**
 * @param {Table} table
 * @returns {Child}
 */
function recap(table) {
  const { replay } = table;
  const to = { first: 0, back: replay.index - 1, forward: replay.index + 1, last: replay.lastFrame };
  const step = steps(replay.playing, (where) => (where === 'play' ? replay.playFrames() : replay.step(to[where])));
  return [
    recounted(
      table,
      t('table.recap_step', { i: replay.index, n: replay.lastFrame }),
      replay.frame.lines.filter(({ text }) => text).slice(-3),
    ),
    h('div', { class: 'options steps' }, step.first, step.back, step.play, step.forward, step.last),
    backToTable(table),
  ];
}

/**
 * @param {Table} table
 * @returns {Child}
 */
function still(table) {
  const { replay, store } = table;
  /** @type {HTMLInputElement} */
  const slider = h('input', {
    type: 'range',
    min: 0,
    max: store.serial,
    step: 1,
    'aria-label': t('replay.position'),
    'data-keep': 'slider',
    oninput: () => replay.look(Number(slider.value)),
  });
  slider.value = String(replay.at);
  const to = { first: () => 0, back: () => replay.at - 1, forward: () => replay.at + 1, last: () => store.serial };
  const step = steps(replay.playing, (where) => (where === 'play' ? replay.playStill() : replay.look(to[where]())));
  return [
    recounted(table, t('replay.at', { n: replay.at, all: store.serial }), replay.still?.lines.filter(({ text }) => text).slice(-2) ?? []),
    h('div', { class: 'options steps' }, step.first, step.back, slider, step.forward, step.last, step.play, turns(table), speed()),
    backToTable(table),
  ];
}

/**
 * A turn back or on, by the headings of the log.
 * @param {Table} table
 */
function turns({ replay, store }) {
  const begins = store.log.filter((x) => x.heading).map((x) => x.n + 1);
  const before = begins.filter((n) => n < replay.at).at(-1) ?? 0;
  const after = begins.find((n) => n > replay.at) ?? store.serial;
  return [
    button(t('replay.turn_back'), () => replay.look(before), { 'data-keep': 'turn-back' }),
    button(t('replay.turn_on'), () => replay.look(after), { 'data-keep': 'turn-on' }),
  ];
}

/** How fast it is played, remembered with the pace of the other side's moves. */
function speed() {
  const names = PACES.map((p) => h('option', { value: p, selected: p === recall('pace', 'normal') }, t(`table.pace_${p}`)));
  /** @type {HTMLSelectElement} */
  const select = h(
    'select',
    { 'aria-label': t('replay.speed'), 'data-keep': 'speed', onchange: () => remember('pace', select.value) },
    names,
  );
  return select;
}

/**
 * @param {Table} table
 * @returns {Child}
 */
function over(table) {
  const { outcome } = table.store;
  if (!outcome) return null;
  return [
    askBox([prompt(outcome.text), ruleLink(table, outcome.rule)], { side: outcome.winner ?? 2 }),
    optionBox([button(t('replay.replay'), () => table.replay.look(0)), h('a', { class: 'button', href: '/' }, t('house.home'))]),
    toolBox([button(t('table.result'), () => table.victory(), { class: 'tool' }), recapTool(table), studyTool(table, table.store.serial)]),
  ];
}

/**
 * The other side would like to take something back.
 * @param {Table} table
 */
function asked({ chooser, store }) {
  const { request, seats, sides } = store.room;
  if (request === null || !sides.includes(1 - request)) return null;
  return h(
    'div',
    { class: 'asked', role: 'alert' },
    h('p', {}, t('table.wants_undo', { side: seats[request].name })),
    button(t('table.grant'), () => chooser.grant(true), { class: 'main' }),
    button(t('table.decline'), () => chooser.grant(false)),
  );
}

/**
 * What may come of the attack, and of what a button leads to; what is certain is not worth a line.
 * @param {NonNullable<Store['odds']>} known
 */
function odds({ about, fights, groups }) {
  const open = groups.filter((rows) => rows.length > 1);
  /** @param {OddsLine} line */
  const row = ({ text, share }) =>
    h('li', {}, `${text} `, h('strong', {}, percent(share)), ' ', h('meter', { min: 0, max: 1, value: share, 'aria-hidden': 'true' }));
  if (!open.length && !fights.length) return null;
  return h(
    'div',
    { class: 'odds', role: 'group', tabindex: '0', 'aria-label': about || t('table.odds') },
    fights.map(({ forecast, label }) => h('p', {}, `${label}: `, fight(forecast))),
    about && open.length ? h('p', { class: 'quiet' }, about) : null,
    open.map((rows) => h('ul', {}, rows.map(row))),
  );
}
