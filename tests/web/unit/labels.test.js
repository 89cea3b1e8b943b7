// Stacks that give way to what is written on the board.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roaming, uncovering } from '../../../src/bivouac/web/js/labels.js';
import { token } from './kit.js';

/** @type {(x: number, y: number, side?: number) => import('../../../src/bivouac/web/js/arrange.js').Lying} */
const counter = (x, y, side = 0) => ({ token: token('a', 'hex:1', { side }), x, y, edge: 40, count: 0 });
/** @type {(left: number, top: number, right: number, bottom: number) => import('../../../src/bivouac/web/js/labels.js').Area} */
const name = (left, top, right, bottom) => ({ left, top, right, bottom });
/** @param {{ x: number, y: number }[]} stack */
const middle = (stack) => [stack[0].x, stack[0].y];

test('a stack that covers a name gives way, by as little as may be', () => {
  const [x, y] = middle(uncovering([counter(0, 0)], [name(-30, 12, 30, 24)]));
  assert.equal(x, 0);
  assert.ok(Math.abs(y + 5.6) < 0.01);
  assert.deepEqual(middle(uncovering([counter(0, 0)], [name(-30, 30, 30, 40)])), [0, 0]);
});

test('it does not leave its place for a name, nor cover another one', () => {
  assert.deepEqual(middle(uncovering([counter(0, 0)], [name(-60, -60, 60, 60)])), [0, 0]);
  const [, y] = middle(uncovering([counter(0, 0)], [name(-30, 12, 30, 24), name(-30, -30, 30, -19)]));
  assert.ok(y > -5.6);
});

test('markers of nobody stay on their squares', () => {
  assert.deepEqual(middle(uncovering([counter(0, 0, 2)], [name(-30, 12, 30, 24)])), [0, 0]);
});

/** @type {(left: number, top: number, right: number, bottom: number, roams?: boolean) => import('../../../src/bivouac/web/js/labels.js').Writing} */
const written = (left, top, right, bottom, roams = true) => ({
  ...name(left, top, right, bottom),
  name: true,
  ...(roams ? { text: /** @type {SVGTextElement} */ ({}) } : {}),
});
/** @type {(texts: import('../../../src/bivouac/web/js/labels.js').Writing[], ...stack: ReturnType<typeof counter>[]) => number[][]} */
const moved = (texts, ...stack) => roaming(texts, stack).map(({ by }) => by);

test('a name that is covered all the same stands aside, where nothing else is written', () => {
  assert.deepEqual(moved([written(-30, -6, 30, 6)]), [[0, 0]]);
  const [[aside, up]] = moved([written(-30, -6, 30, 6)], counter(0, 12));
  assert.ok(aside === 0 && Math.abs(up + 16.8) < 0.01);
  assert.deepEqual(moved([written(-30, -6, 30, 6), written(-30, -24, 30, -10, false)], counter(0, 12)), [[0, -30]]);
});

test('of two names that lie on each other one stands aside; what may not roam stays', () => {
  assert.deepEqual(moved([written(-30, -6, 30, 6), written(0, -6, 60, 6)]).length, 2);
  assert.deepEqual(moved([written(-30, -6, 30, 6), written(20, -6, 80, 6)], counter(300, 0)), [
    [0, 0],
    [10, 0],
  ]);
  assert.deepEqual(moved([written(-30, -6, 30, 6, false)], counter(0, 0)), []);
});

test('a name does not go farther than a counter is wide', () => {
  assert.deepEqual(moved([written(-300, -60, 300, 60)], counter(0, 0)), [[0, 0]]);
});
