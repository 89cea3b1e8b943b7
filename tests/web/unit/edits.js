// `node edits.js N SEED`: the blank battle from the standard input, changed N times at random by the editor's own hands; a line for each.

import { readFileSync } from 'node:fs';
import * as drafting from '../../../src/bivouac/web/js/drafting.js';

let seed = Number(process.argv[3]) || 1;
/** @param {number} n */
function roll(n) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
}
/**
 * @template T
 * @param {T[]} list
 */
const pick = (list) => list[roll(list.length)];

/** @type {import('../../../src/bivouac/web/js/battle').Battle} */
const blank = JSON.parse(readFileSync(0, 'utf-8'));
let battle = blank;
const KINDS = ['infantry', 'cavalry', 'artillery', 'gunboat', 'leader'];
const GROUND = ['.', 's', '~', '=', 'f', 'o', 'h', 't', 'r', 'x'];
const edits = [
  () => drafting.paint(battle, [roll(117), roll(117)], pick(GROUND)),
  () => drafting.paint(battle, [roll(117)], '.'),
  () => drafting.toggleSide(battle, roll(117), pick(drafting.SIDES), pick(['fence', 'trench'])),
  () => drafting.lay(battle, [roll(117), roll(117), roll(117)], pick(['road', 'railroad'])),
  () => {
    const kind = pick(KINDS);
    const side = pick(drafting.ARMIES);
    const morale = kind === 'leader' || kind === 'gunboat' ? {} : { morale: pick(['green', 'black', 'gold']) };
    return drafting.place(battle, roll(117), side, { kind, name: drafting.freshName(battle, side, kind), ...morale });
  },
  () => drafting.move(battle, pick(drafting.ARMIES), roll(6), roll(117)),
  () => drafting.toggleBlock(battle, roll(117), pick(drafting.ARMIES), pick(['capture', 'control'])),
  () => drafting.erase(battle, roll(117)),
  () => drafting.turned(battle, pick([{ across: true }, { down: true }, { across: true, down: true }])),
];
for (let n = 0; n < Number(process.argv[2]); n += 1) {
  battle = n % 60 ? pick(edits)() : blank;
  process.stdout.write(`${JSON.stringify(battle)}\n`);
}
