// Where the tokens of a place lie: alike ones in piles, piles fanned out like cards so that each shows; the lit one of a pile on top. Only numbers.

/**
 * @import { Place, Token } from './wire'
 * @typedef {{ token: Token, x: number, y: number, edge: number, count: number }} Lying `count`: how many lie below, written on the uppermost
 */

/** For up to so many piles: columns, and the steps from one to the next as shares of a token. A token is never made smaller. */
const FANS = [
  { most: 1, columns: 1, across: 0, down: 0 },
  { most: 2, columns: 2, across: 0.56, down: 0 },
  { most: 4, columns: 2, across: 0.56, down: 0.52 },
  { most: 6, columns: 3, across: 0.46, down: 0.52 },
  { most: 9, columns: 3, across: 0.46, down: 0.42 },
];
/** Few piles climb where there is room, each so much higher than the one before that the name at the foot of that one shows. */
const STAIR = { most: 3, across: 0.44, up: 0.42, least: 0.2, beside: 0.8 };
const CROWD = { columns: 4, across: 0.4, down: 0.36 };

/**
 * @param {Place} place
 * @param {Token[]} stack
 * @param {{ has: (id: string) => boolean }} lit
 * @param {number} [large] how large tokens are wished, 1 as the board means them
 * @returns {Lying[]}
 */
export function arranged(place, stack, lit, large = 1) {
  const fixed = stack.filter((token) => token.dx !== undefined);
  const piles = piled(stack.filter((token) => token.dx === undefined));
  const edge = place.size * large;
  const up = climbing(piles.length, place, edge);
  const fan = up ? { columns: piles.length, across: STAIR.across, down: 0 } : (FANS.find(({ most }) => piles.length <= most) ?? CROWD);
  const { columns } = fan;
  const rows = Math.ceil(piles.length / columns);
  const across = roomy(fan.across, columns, place.wide, edge);
  const down = roomy(fan.down, rows, place.high, edge);
  const lying = fixed.map((token) => ({ token, x: place.x + (token.dx ?? 0), y: place.y + (token.dy ?? 0), edge: place.size, count: 0 }));
  piles.forEach((pile, i) => {
    const row = Math.floor(i / columns);
    const wide = Math.min(columns, piles.length - columns * row);
    const step = (i % columns) - (wide - 1) / 2;
    const x = place.x + step * edge * across;
    const y = place.y + ((row - (rows - 1) / 2) * down - step * up) * edge;
    lying.push(...heap(pile, x, y, edge, lit));
  });
  return lying;
}

/**
 * By how much of a token each pile lies higher than the one before: not at all where they have room side by side, or none above.
 * @param {number} count
 * @param {Place} place
 * @param {number} edge
 */
function climbing(count, { wide = 0, high = 0 }, edge) {
  if (count < 2 || count > STAIR.most || wide >= edge * (1 + STAIR.beside * (count - 1))) return 0;
  const up = Math.min(STAIR.up, (high / edge - 1) / (count - 1));
  return up < STAIR.least ? 0 : up;
}

/**
 * A step between piles, wider where the place has room for it, side by side at most.
 * @param {number} step
 * @param {number} count
 * @param {number | undefined} room
 * @param {number} edge
 */
const roomy = (step, count, room, edge) => (count > 1 && room ? Math.min(Math.max(step, (room / edge - 1) / (count - 1)), 1.08) : step);

/**
 * @param {Token[]} pile
 * @param {number} x
 * @param {number} y
 * @param {number} edge
 * @param {{ has: (id: string) => boolean }} lit
 * @returns {Lying[]}
 */
function heap(pile, x, y, edge, lit) {
  const order = [...pile].sort((a, b) => Number(lit.has(a.id)) - Number(lit.has(b.id)));
  return order.map((token, k) => {
    const up = Math.min(k, 3) * edge * 0.05;
    return { token, x: x + up * 0.6, y: y - up, edge, count: k === pile.length - 1 && k > 0 ? k + 1 : 0 };
  });
}

/**
 * Alike tokens of a side together.
 * @param {Token[]} tokens
 * @returns {Token[][]}
 */
function piled(tokens) {
  /** @type {Map<string, Token[]>} */
  const piles = new Map();
  for (const token of tokens) {
    const alike = `${token.side} ${token.face}`;
    piles.set(alike, [...(piles.get(alike) ?? []), token]);
  }
  return [...piles.values()];
}
