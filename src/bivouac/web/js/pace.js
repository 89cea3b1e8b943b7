// How fast a match is played, in words; and the paces there are to choose from.

/** @import { Pace } from './wire' */

import { t } from './words.js';

const DAY = 86400;

/** @type {Pace[]} */
export const PACES = [
  { kind: 'none' },
  { kind: 'days', turn: DAY, bank: 7 * DAY },
  { kind: 'days', turn: 3 * DAY, bank: 14 * DAY },
  { kind: 'days', turn: 7 * DAY, bank: 30 * DAY },
  { kind: 'live', bank: 1800, increment: 30 },
  { kind: 'live', bank: 3600, increment: 60 },
  { kind: 'live', bank: 7200, increment: 60 },
];
export const LATE = /** @type {const} */ (['claim', 'wait', 'veteran']);

/**
 * A length of time in its largest unit.
 * @param {number} seconds
 */
export function span(seconds) {
  const [unit, size] = /** @type {[string, number]} */ (
    [
      ['days', DAY],
      ['hours', 3600],
      ['minutes', 60],
    ].find(([, n]) => seconds >= 2 * Number(n) || (seconds >= Number(n) && seconds % Number(n) === 0)) ?? ['seconds', 1]
  );
  return t(`lobby.${unit}`, { n: Math.floor(seconds / size) });
}

/** @param {Pace} pace */
export function paceWords({ kind = 'none', turn = 0, bank = 0, increment = 0 }) {
  if (kind === 'days') return t('lobby.pace_days', { turn: span(turn), bank: span(bank) });
  if (kind === 'live') return t('lobby.pace_live', { bank: span(bank), increment: span(increment) });
  return t('lobby.pace_none');
}
