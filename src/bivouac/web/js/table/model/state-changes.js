// Works out what has happened between two states of the table: who moved, who fired at whom, and what the rules say it led to.
// Moves are where pieces lie now and lay before. Losses, hits and all other marks are the effects that the rules tell.

/**
 * @import { Effect, LogLine } from '../../wire'
 * @import { MarkerKind } from '../../board/markers.js'
 * @import { Snapshot } from '../../store.js'
 * @typedef {{ id: string, name: string, side: number, from: string, via: string[], to: string, retreats: boolean }} Move
 *   `via`: the places between, where they are known
 * @typedef {{ kind: MarkerKind, thing: string, name: string, at: string, n: number }} Mark what happened to a thing, and where it lay
 * @typedef {{ moves: Move[], shots: string[][], aims: string[][], marks: Mark[], lines: LogLine[] }} Happening `aims`: who fired at whom, by name
 * @typedef {{ has: (id: string) => boolean }} Places
 */

import { isMarked } from '../../board/markers.js';

const NOBODY = 2;
const RETREATS = ['retreat', 'rout'];

/** @returns {Happening} */
export const nothing = () => ({ moves: [], shots: [], aims: [], marks: [], lines: [] });

/**
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @param {LogLine[]} lines what was told of it
 * @param {Places} places those of the board
 * @returns {Happening}
 */
export function happening(before, after, lines, places) {
  const shots = lines.flatMap(({ shot }) => (shot ? [shot] : []));
  const effects = lines.flatMap(({ effects: found }) => found ?? []);
  const retreats = new Set(effects.filter(({ kind }) => RETREATS.includes(kind)).map(({ thing }) => thing));
  /** @type {Move[]} */
  const moves = [];
  for (const [id, was] of before.tokens) {
    const now = after.tokens.get(id);
    if (!now || now.at === was.at || was.side === NOBODY || !places.has(was.at) || !places.has(now.at)) continue;
    const via = between(was.at, now.at, lines, places);
    moves.push({ id, name: now.name, side: now.side, from: was.at, via, to: now.at, retreats: retreats.has(id) });
  }
  const aims = shots.map((ends) => ends.map((end) => standing(before, end)));
  return { moves, shots, aims, marks: addedUp(effects.flatMap((effect) => mark(effect, before, after))), lines };
}

/**
 * What an effect leaves to be seen: nothing where it is not marked, or where its thing has no place.
 * @param {Effect} effect
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @returns {Mark[]}
 */
function mark({ kind, thing = '', n = 0, ...ends }, before, after) {
  if (!isMarked(kind)) return [];
  const [was, now] = [before.tokens.get(thing), after.tokens.get(thing)];
  return [{ kind, thing, name: (was ?? now)?.name ?? '', at: placeOf(kind, ends) ?? (now ?? was)?.at ?? thing, n }];
}

/**
 * The place that an effect names: where it happened, or where its thing went.
 * @param {string} kind
 * @param {{ at?: string, frm?: string, to?: string }} ends
 */
const placeOf = (kind, { at, frm, to }) => at || (kind === 'destroyed' ? frm : to) || undefined;

/**
 * One mark of a kind for each thing, with all that it lost or regained; of a thing that was destroyed only that.
 * @param {Mark[]} marks
 * @returns {Mark[]}
 */
function addedUp(marks) {
  const destroyed = new Set(marks.filter(({ kind }) => kind === 'destroyed').map(({ thing }) => thing));
  /** @type {Map<string, Mark>} */
  const found = new Map();
  for (const one of marks) {
    if (destroyed.has(one.thing) && one.kind !== 'destroyed') continue;
    const key = `${one.kind} ${one.thing}`;
    found.set(key, { ...one, n: one.n + (found.get(key)?.n ?? 0) });
  }
  return [...found.values()];
}

/**
 * The name of a token, or of the first that stands at a place; nothing where nobody does.
 * @param {Snapshot} table
 * @param {string} id
 */
function standing({ tokens }, id) {
  return (tokens.get(id) ?? [...tokens.values()].find(({ at, side }) => at === id && side !== NOBODY))?.name ?? '';
}

/**
 * The places on the way, as a line of the log names them one after the other.
 * @param {string} from
 * @param {string} to
 * @param {LogLine[]} lines
 * @param {Places} places
 * @returns {string[]}
 */
function between(from, to, lines, places) {
  for (const { targets = [] } of lines) {
    const named = targets.filter((id) => places.has(id));
    const [first, last] = [named.indexOf(from), named.indexOf(to)];
    if (first >= 0 && last > first) return named.slice(first + 1, last);
  }
  return [];
}

/**
 * One thing after another as one: a piece that went on has one way, from where it stood at first.
 * @param {Happening} first
 * @param {Happening} then
 * @returns {Happening}
 */
export function joined(first, then) {
  /** @type {Map<string, Move>} */
  const moves = new Map(first.moves.map((m) => [m.id, m]));
  for (const move of then.moves) {
    const was = moves.get(move.id);
    moves.set(
      move.id,
      was ? { ...move, from: was.from, via: [...was.via, was.to, ...move.via], retreats: was.retreats || move.retreats } : move,
    );
  }
  return {
    moves: [...moves.values()].filter((m) => m.from !== m.to),
    shots: [...first.shots, ...then.shots],
    aims: [...first.aims, ...then.aims],
    marks: addedUp([...first.marks, ...then.marks]),
    lines: [...first.lines, ...then.lines],
  };
}
