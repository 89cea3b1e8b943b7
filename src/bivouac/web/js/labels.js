// What is written on a board: how far a stack gives way so that it covers none of it, how far a name does where that is not enough, and how
// both stay upright. Mostly numbers, once they are measured.

/**
 * @import { Lying } from './arrange.js'
 * @typedef {{ left: number, top: number, right: number, bottom: number }} Area
 * @typedef {Area & { text?: SVGTextElement, name?: boolean }} Writing `text`: a name that may stand a little aside
 */

import { NAME } from './detail.js';

/** Of a text's box so much above and below has no letters in it. */
const AIR = 0.2;
/** How far a stack gives way at most, as a share of a counter; and how much of the box it is drawn in a counter fills. */
const MOST = 0.45;
const BLOCK = 0.88;
const NOBODY = 2;
/** How far a name gives way at most, as a share of a counter; and how little of it may be covered before it does. */
const ROAM = 1.1;
const LITTLE = 0.03;
/** A counter with the frame that it has when it can be chosen. */
const FRAMED = 1.14;

/**
 * The boxes of all texts that stand upright, in the units of the board.
 * @param {Element} art in sight, as it was drawn
 * @returns {Writing[]}
 */
export function measured(art) {
  return [...art.querySelectorAll('text')]
    .filter((text) => !text.closest('[transform]'))
    .map((text) => {
      const { x, y, width, height } = /** @type {SVGTextElement} */ (text).getBBox();
      const area = { left: x, right: x + width, top: y + height * AIR, bottom: y + height * (1 - AIR) };
      const name = NAME.test(text.textContent ?? '');
      return text.classList.contains('roams') ? { ...area, name, text: /** @type {SVGTextElement} */ (text) } : { ...area, name };
    });
}

/**
 * Names that counters cover all the same, or other names, a little aside: how far each name that may roam stands from where it was drawn.
 * @param {Writing[]} texts
 * @param {Lying[]} lying
 * @returns {{ text: SVGTextElement, by: number[] }[]}
 */
export function roaming(texts, lying) {
  const counters = lying.filter(({ token }) => token.side !== NOBODY).map((one) => around([one], FRAMED));
  const most = ROAM * Math.max(...lying.map(({ edge }) => edge), 1);
  /** @type {Area[]} */
  const written = texts.filter(({ text, name }) => name && !text);
  return texts.flatMap(({ text, ...area }) => {
    if (!text) return [];
    const by = aside(
      area,
      [...counters, ...written].filter((other) => isNear(area, other, most)),
      most,
    );
    written.push({ left: area.left + by[0], right: area.right + by[0], top: area.top + by[1], bottom: area.bottom + by[1] });
    return [{ text, by }];
  });
}

/**
 * @param {Area} area
 * @param {Area[]} others
 * @param {number} most
 */
function aside(area, others, most) {
  /** @param {number[]} by */
  const lost = (by) => others.reduce((sum, other) => sum + covered(area, other, by), 0);
  const home = [0, 0];
  if (lost(home) <= LITTLE * (area.right - area.left) * (area.bottom - area.top)) return home;
  /** @param {number[]} by */
  const cost = (by) => lost(by) + Math.hypot(by[0], by[1]);
  return past(area, others)
    .filter((by) => Math.hypot(by[0], by[1]) <= most)
    .reduce((best, by) => (cost(by) < cost(best) ? by : best), home);
}

/**
 * The shortest ways past each of the others: above it, below, to either side.
 * @param {Area} area
 * @param {Area[]} others
 */
const past = (area, others) =>
  others.flatMap(({ left, top, right, bottom }) => [
    [0, top - area.bottom],
    [0, bottom - area.top],
    [left - area.right, 0],
    [right - area.left, 0],
  ]);

/**
 * @param {Area} a
 * @param {Area} b
 * @param {number} far
 */
const isNear = (a, b, far) => b.left < a.right + far && b.right > a.left - far && b.top < a.bottom + far && b.bottom > a.top - far;

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
  const ways = past(all, near).filter((by) => Math.hypot(by[0], by[1]) <= most);
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
 * @param {number} [share] of the box that a counter is drawn in
 * @returns {Area}
 */
function around(stack, share = BLOCK) {
  const half = stack.map(({ edge }) => (edge * share) / 2);
  return {
    left: Math.min(...stack.map(({ x }, i) => x - half[i])),
    right: Math.max(...stack.map(({ x }, i) => x + half[i])),
    top: Math.min(...stack.map(({ y }, i) => y - half[i])),
    bottom: Math.max(...stack.map(({ y }, i) => y + half[i])),
  };
}

/**
 * A name stands so far from where it was drawn.
 * @param {SVGTextElement} text
 * @param {number[]} by
 * @param {boolean} turned
 */
export function roam(text, by, turned) {
  const [x, y] = (text.dataset.home ??= `${text.getAttribute('x')} ${text.getAttribute('y')}`).split(' ').map(Number);
  const [left, base] = [String(x + by[0]), String(y + by[1])];
  if (text.getAttribute('x') === left && text.getAttribute('y') === base) return;
  text.setAttribute('x', left);
  text.setAttribute('y', base);
  stand(text, turned);
}

/**
 * What is to stay upright turned about its own middle, or as it was drawn: the kit gives it no transform of its own.
 * @param {SVGGraphicsElement} node
 * @param {boolean} turned
 */
export function stand(node, turned) {
  if (!turned) {
    node.removeAttribute('transform');
    return;
  }
  const { x, y, width, height } = node.getBBox();
  node.setAttribute('transform', `rotate(180 ${x + width / 2} ${y + height / 2})`);
}
