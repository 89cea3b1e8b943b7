// What is written on a board, and how far a stack has to give way so that it covers none of it. Only numbers, once they are measured.

/**
 * @import { Lying } from './arrange.js'
 * @typedef {{ left: number, top: number, right: number, bottom: number }} Area
 */

/** Of a text's box so much above and below has no letters in it. */
const AIR = 0.2;
/** How far a stack gives way at most, as a share of a counter; and how much of the box it is drawn in a counter fills. */
const MOST = 0.45;
const BLOCK = 0.88;
const NOBODY = 2;

/**
 * The boxes of all texts that stand upright, in the units of the board.
 * @param {Element} art in sight, as it was drawn
 * @returns {Area[]}
 */
export function measured(art) {
  return [...art.querySelectorAll('text')]
    .filter((text) => !text.closest('[transform]'))
    .map((text) => {
      const { x, y, width, height } = /** @type {SVGTextElement} */ (text).getBBox();
      return { left: x, right: x + width, top: y + height * AIR, bottom: y + height * (1 - AIR) };
    });
}

/**
 * The same stack a little aside, where that covers less of what is written; markers on tracks stay where they are.
 * @param {Lying[]} stack
 * @param {Area[]} texts
 * @returns {Lying[]}
 */
export function uncovering(stack, texts) {
  if (stack.every(({ token }) => token.side === NOBODY)) return stack;
  const all = around(stack);
  const most = stack[0].edge * MOST;
  const near = texts.filter((text) => covered(all, text, [-most, -most]) + covered(all, text, [most, most]) + covered(all, text) > 0);
  if (!near.some((text) => covered(all, text) > 0)) return stack;
  /** @param {number[]} by */
  const cost = (by) => near.reduce((sum, text) => sum + covered(all, text, by), 0) + 0.1 * Math.hypot(by[0], by[1]);
  const ways = near
    .flatMap(({ left, top, right, bottom }) => [
      [0, top - all.bottom],
      [0, bottom - all.top],
      [left - all.right, 0],
      [right - all.left, 0],
    ])
    .filter((by) => Math.hypot(by[0], by[1]) <= most);
  const [dx, dy] = ways.reduce((best, by) => (cost(by) < cost(best) ? by : best), [0, 0]);
  return stack.map((lying) => ({ ...lying, x: lying.x + dx, y: lying.y + dy }));
}

/**
 * How much of a text a stack covers that is moved by so much.
 * @param {Area} stack
 * @param {Area} text
 * @param {number[]} by
 */
function covered(stack, text, [dx, dy] = [0, 0]) {
  const wide = Math.min(stack.right + dx, text.right) - Math.max(stack.left + dx, text.left);
  const high = Math.min(stack.bottom + dy, text.bottom) - Math.max(stack.top + dy, text.top);
  return Math.max(wide, 0) * Math.max(high, 0);
}

/**
 * @param {Lying[]} stack
 * @returns {Area}
 */
function around(stack) {
  const half = stack.map(({ edge }) => (edge * BLOCK) / 2);
  return {
    left: Math.min(...stack.map(({ x }, i) => x - half[i])),
    right: Math.max(...stack.map(({ x }, i) => x + half[i])),
    top: Math.min(...stack.map(({ y }, i) => y - half[i])),
    bottom: Math.max(...stack.map(({ y }, i) => y + half[i])),
  };
}
