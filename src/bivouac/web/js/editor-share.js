// What is done with a battle: begin from another, play it, see who wins, keep it here and on the server, as a file.

/**
 * @import { Editor } from './page-editor'
 * @import { Tried } from './wire'
 * @import { Battle } from './battle'
 */

import { problem } from './api.js';
import { battles } from './battles.js';
import { button, h, put, saveFile } from './dom.js';
import { ARMIES } from './drafting.js';
import { field, select } from './editor-forms.js';
import { trouble } from './frame.js';
import { keepSeat } from './seats.js';
import { lang, percent, t, when } from './words.js';

export const MATCHES = 40;

/** @param {Editor} editor */
export function filePart(editor) {
  const say = h('div', { 'aria-live': 'polite' });
  return h(
    'details',
    { id: 'part-file', open: true },
    h('summary', {}, t('editor.file')),
    beginning(editor, say),
    playing(editor, say),
    trialPart(async () => ((await isGood(editor, say)) ? battles.attempt(editor.seen.text) : null)),
    keeping(editor, say),
    say,
    h('p', {}, h('a', { href: '/battles' }, t('editor.to_gallery'))),
  );
}

/**
 * Whether a battle can be played as it is; if not it is said.
 * @param {Editor} editor
 * @param {HTMLElement} say
 */
async function isGood(editor, say) {
  await editor.settled();
  const good = Boolean(editor.seen.text) && !editor.seen.mistakes.length;
  put(say, good ? null : trouble(t('editor.first_right')));
  return good;
}

/**
 * Do something that the server may refuse.
 * @param {HTMLElement} say
 * @param {() => Promise<unknown>} work
 */
async function daring(say, work) {
  try {
    await work();
  } catch (e) {
    put(say, trouble(problem(e).message));
  }
}

/**
 * @param {Editor} editor
 * @param {HTMLElement} say
 */
function beginning(editor, say) {
  const { bench } = editor;
  const here = battles.local();
  /** @type {[string, string][]} */
  const options = [
    ['', '…'],
    ['blank', t('editor.blank')],
    ...Object.entries(bench.battles),
    .../** @type {[string, string][]} */ (here.map((b, i) => [`#${i}`, `${t('editor.here')}: ${b.name} (${when(b.when)})`])),
  ];
  const begin = (/** @type {string} */ id) =>
    daring(say, async () => {
      editor.kept = null;
      editor.ancestor = '';
      if (id === 'blank') editor.take(/** @type {Battle} */ (/** @type {unknown} */ (bench.blank)));
      else if (id.startsWith('#')) editor.take(here[Number(id.slice(1))].battle);
      else if (id) await editor.openScenario(id);
    });
  /** @type {HTMLInputElement} */
  const file = h('input', {
    type: 'file',
    accept: '.toml,text/plain',
    onchange: () => daring(say, async () => file.files?.[0] && editor.openText(await file.files[0].text())),
  });
  return [field(t('editor.begin_from'), select('', options, begin, { id: 'begin-from' })), field(t('editor.upload'), file)];
}

/**
 * @param {Editor} editor
 * @param {HTMLElement} say
 */
function playing(editor, say) {
  const side = select(
    'union',
    ARMIES.map((x) => [x, t(`editor.${x}`)]),
    () => {},
    { id: 'play-side' },
  );
  const play = () =>
    daring(say, async () => {
      if (!(await isGood(editor, say))) return;
      const made = await battles.play(editor.seen.text, seatsFor(side.value));
      keepSeat(made.token);
      location.href = made.url;
    });
  return h(
    'div',
    { class: 'row play' },
    h('label', { for: 'play-side' }, t('editor.play_side')),
    side,
    button(t('editor.play'), play, { class: 'main', id: 'play' }),
  );
}

/** @param {string} mine */
export const seatsFor = (mine) => Object.fromEntries(ARMIES.map((x, i) => [String(i), x === mine ? 'me' : 'computer:veteran']));

/**
 * @param {Editor} editor
 * @param {HTMLElement} say
 */
function keeping(editor, say) {
  /** @type {HTMLInputElement} */
  const listed = h('input', { type: 'checkbox', checked: true });
  const nameNow = () => editor.battle.name[lang() === 'it' ? 'it' : 'en'] || editor.battle.id;
  const share = (/** @type {boolean} */ again) =>
    daring(say, async () => {
      if (!(await isGood(editor, say))) return;
      const wish = { text: editor.seen.text, ancestor: editor.ancestor, listed: listed.checked };
      const made = await battles.keep(again && editor.kept ? { ...wish, ...editor.kept } : wish);
      battles.own({ id: made.id, key: made.key, name: nameNow() });
      editor.kept = made;
      const link = new URL(made.url, location.origin).href;
      put(
        say,
        h('p', {}, t('editor.shared')),
        h(
          'div',
          { class: 'link' },
          h('input', { type: 'text', readonly: true, value: link, id: 'battle-link', 'aria-label': t('editor.shared') }),
        ),
      );
      again_.hidden = false;
    });
  const again_ = button(t('editor.share_again'), () => share(true), { hidden: !editor.kept });
  const download = async () => {
    const { text } = await editor.settled();
    if (text) saveFile(`${editor.battle.id || 'battle'}.toml`, new Blob([text], { type: 'text/plain' }));
  };
  const here = () => {
    battles.keepHere(editor.battle, nameNow());
    put(say, h('p', {}, t('editor.kept_here')));
  };
  return [
    h(
      'div',
      { class: 'row' },
      button(t('editor.keep_here'), here, { id: 'keep-here' }),
      button(t('editor.download'), download, { id: 'download' }),
    ),
    h(
      'div',
      { class: 'row' },
      button(t('editor.share'), () => share(false), { id: 'share' }),
      again_,
      h('label', { class: 'tick' }, listed, ` ${t('editor.listed')}`),
    ),
  ];
}

/**
 * "Who wins?": forty matches between veterans, one after the other, until they are played or somebody has seen enough.
 * @param {() => Promise<Tried | null>} attempt one match; null: it cannot be played
 */
export function trialPart(attempt) {
  let going = false;
  const bar = h('progress', { max: MATCHES, value: 0, hidden: true, 'aria-label': t('editor.who_wins') });
  const say = h('div', { class: 'trial', 'aria-live': 'polite' });
  const start = button(t('editor.who_wins'), () => (going ? stop() : run()), { class: 'who-wins' });
  const stop = () => (going = false);
  const run = async () => {
    going = true;
    /** @type {Tried[]} */
    const found = [];
    start.textContent = t('editor.stop');
    bar.hidden = false;
    try {
      while (going && found.length < MATCHES) {
        const one = await attempt();
        if (!one) break;
        found.push(one);
        bar.setAttribute('value', String(found.length));
        put(say, h('p', {}, t('editor.trying', { n: found.length, most: MATCHES })), result(found));
      }
      put(say, found.length ? result(found) : null);
    } catch (e) {
      put(say, trouble(problem(e).message), found.length ? result(found) : null);
    }
    going = false;
    bar.hidden = true;
    start.textContent = t('editor.who_wins');
  };
  return h('div', { class: 'trials' }, h('div', { class: 'row' }, start, bar), say);
}

/** @param {Tried[]} found */
function result(found) {
  const n = found.length;
  const union = found.filter((x) => x.winner === 0).length;
  const endings = new Map();
  for (const { ending } of found) endings.set(ending, (endings.get(ending) ?? 0) + 1);
  /** @param {(x: Tried) => number} of */
  const mean = (of) => Math.round(found.reduce((sum, x) => sum + of(x), 0) / n);
  return [
    h(
      'p',
      { class: 'balance' },
      balanceWords({ matches: n, union, draws: found.filter((x) => x.winner === null).length, ...interval(union, n) }),
    ),
    h('p', {}, t('editor.length', { turns: mean((x) => x.turns), answers: mean((x) => x.answers) })),
    h(
      'ul',
      {},
      [...endings].map(([words, times]) => h('li', {}, `${times} × ${words}`)),
    ),
  ];
}

/** @param {import('./wire').Balance} balance */
export const balanceWords = ({ matches, union, draws, low, high }) =>
  matches
    ? t('editor.balance', { union, n: matches, draws, share: percent(union / matches), low: percent(low), high: percent(high) })
    : t('editor.not_tried');

/**
 * The 95 % interval of a share after Wilson.
 * @param {number} wins
 * @param {number} n
 */
export function interval(wins, n) {
  const z = 1.959964;
  const p = wins / n;
  const centre = (p + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))) / (1 + (z * z) / n);
  return { low: Math.max(centre - half, 0), high: Math.min(centre + half, 1) };
}
