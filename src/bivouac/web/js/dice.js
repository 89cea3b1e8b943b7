// The dice of a match, to be checked: what the server says of them, and what this browser finds out by itself.

/**
 * @import { Dice } from './wire'
 * @import { Evidence, Verdict } from './fair.js'
 * @import { Table } from './page-table.js'
 * @import { Kept } from './promises.js'
 * @import { Child } from './types'
 */

import { button, dialog, h, put, saveFile } from './dom.js';
import { canCheck, check, isFair } from './fair.js';
import { promises, tournamentPromises } from './promises.js';
import { t } from './words.js';

/**
 * What checking led to, in words.
 * @param {Verdict} verdict
 */
export function verdictLines(verdict) {
  const { right, sealed, wrong, broken, kept, lost, unused } = verdict;
  return [
    wrong && t('dice.wrong', { n: wrong.n, due: wrong.due, found: wrong.result }),
    broken.map((n) => t('dice.broken', { n })),
    lost.map((commit) => t('dice.lost', { commit })),
    unused.map((commit) => t('dice.unused', { commit })),
    t('dice.right', { n: right }),
    sealed ? t('dice.sealed', { n: sealed }) : null,
    kept ? t('dice.kept', { n: kept }) : null,
  ]
    .flat()
    .filter((x) => x !== null);
}

/**
 * Checks and says what was found, in a place that waits for it.
 * @param {Evidence} evidence
 * @param {Kept[]} kept
 */
export function verdictOf(evidence, kept) {
  const place = h('div', { class: 'verdict', role: 'status' }, t('dice.checking'));
  if (!canCheck()) put(place, h('p', { class: 'trouble' }, t('dice.insecure')));
  else
    check(evidence, kept).then((verdict) =>
      put(
        place,
        h('h3', {}, t('dice.here')),
        verdictLines(verdict).map((line) => h('p', { class: isFair(verdict) ? '' : 'trouble' }, line)),
      ),
    );
  return place;
}

/**
 * The spans as they are.
 * @param {Evidence} evidence
 * @returns {Child}
 */
export const spanList = ({ spans }) =>
  h(
    'details',
    {},
    h('summary', {}, t('dice.spans')),
    spans.map((x) => [
      h('p', {}, t('dice.span', { n: x.from })),
      h('p', { class: 'code' }, x.commit),
      h('p', { class: 'code' }, x.seed ?? '—'),
      h('p', { class: 'code' }, x.nonces?.map((n) => n || '—').join(' : ') ?? '—'),
    ]),
    h('p', { class: 'quiet' }, t('replay.recipe')),
  );

/** @param {Table} table */
export async function showDice(table) {
  const found = await table.seat.dice();
  const kept = [...promises(table.seat.token), ...tournamentPromises(found.spans)];
  await dialog(t('replay.dice'), (close) => [
    h('h2', {}, t('replay.dice')),
    found.lines.map((line) => h('p', { class: found.ok === false ? 'trouble' : '' }, line)),
    found.ok === null ? promised(found) : proved(found, kept),
    h(
      'div',
      { class: 'row' },
      button(t('house.close'), () => close(), { class: 'main' }),
      found.ok === null ? null : button(t('dice.download'), () => download(found, kept)),
      found.ok === null ? null : h('a', { class: 'button', href: '/dice', target: '_blank', rel: 'noopener' }, t('dice.page')),
    ),
  ]);
}

/** @param {Dice} found */
const promised = ({ spans }) => [h('p', {}, t('replay.commitment')), spans.slice(-1).map((x) => h('p', { class: 'code' }, x.commit))];

/**
 * @param {Dice} found
 * @param {Kept[]} kept
 */
const proved = (found, kept) => [verdictOf(found, kept), spanList(found)];

/**
 * All that is needed to check the dice elsewhere.
 * @param {Evidence} evidence
 * @param {Kept[]} kept
 */
function download({ spans, kinds, rolls }, kept) {
  saveFile('bivouac-dice.json', JSON.stringify({ spans, kinds, rolls, kept }));
}
