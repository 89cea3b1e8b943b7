// What has happened between two looks at the table: who went where, who fired at whom, what was lost. Only facts; nothing is drawn here.

/**
 * @import { LogLine, Panel, Token } from './wire'
 * @import { Snapshot } from './store.js'
 * @typedef {{ id: string, name: string, side: number, from: string, via: string[], to: string }} Move `via`: the places between, where they are known
 * @typedef {{ name: string, side: number, at: string }} Loss
 * @typedef {{ moves: Move[], shots: string[][], aims: string[][], losses: Loss[], lines: LogLine[] }} Happening `aims`: who fired at whom, by name
 * @typedef {{ has: (id: string) => boolean }} Places
 */

const NOBODY = 2;

/** @returns {Happening} */
export const nothing = () => ({ moves: [], shots: [], aims: [], losses: [], lines: [] });

/**
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @param {LogLine[]} lines what was told of it
 * @param {Places} places those of the board
 * @returns {Happening}
 */
export function happening(before, after, lines, places) {
  const shots = lines.flatMap(({ shot }) => (shot ? [shot] : []));
  const aimed = new Set(shots.map(([, to]) => to));
  const rolled = !shots.length && lines.some(({ dice }) => dice);
  /** @param {Token} token */
  const underFire = ({ id, at }) => rolled || aimed.has(id) || aimed.has(at);
  const found = { ...nothing(), shots, aims: shots.map((ends) => ends.map((end) => standing(before, end))), lines };
  for (const [id, was] of before.tokens) {
    if (was.side === NOBODY || !places.has(was.at)) continue;
    const now = after.tokens.get(id);
    if (!now || isAside(now, after.panels, places)) found.losses.push({ name: was.name, side: was.side, at: was.at });
    else if (now.at !== was.at && places.has(now.at))
      found.moves.push({ id, name: now.name, side: now.side, from: was.at, via: between(was.at, now.at, lines, places), to: now.at });
    else if (now.face !== was.face && now.at === was.at && underFire(was))
      found.losses.push({ name: was.name, side: was.side, at: was.at });
  }
  return found;
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
 * Off the board, and not in the line-up of a battle.
 * @param {Token} token
 * @param {Panel[]} panels
 * @param {Places} places
 */
const isAside = (token, panels, places) =>
  !places.has(token.at) && !panels.some((p) => p.kind === 'lineup' && p.cells.some((c) => c.id === token.at));

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
    moves.set(move.id, was ? { ...move, from: was.from, via: [...was.via, was.to, ...move.via] } : move);
  }
  return {
    moves: [...moves.values()].filter((m) => m.from !== m.to),
    shots: [...first.shots, ...then.shots],
    aims: [...first.aims, ...then.aims],
    losses: [...first.losses, ...then.losses],
    lines: [...first.lines, ...then.lines],
  };
}
