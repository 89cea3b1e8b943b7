// The numbers behind the board: piles and the part of it that is in sight.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arranged } from '../../../src/bivouac/web/js/arrange.js';
import { Camera } from '../../../src/bivouac/web/js/camera.js';
import { PLACES, token } from './kit.js';

const [MILL] = PLACES;
const NONE = new Set();

test('one token fills its place, alike ones lie in a numbered pile', () => {
  assert.deepEqual(arranged(MILL, [token('a', 'post:0')], NONE), [{ token: token('a', 'post:0'), x: 10, y: 20, edge: 40, count: 0 }]);
  const pile = arranged(
    MILL,
    ['a', 'b', 'c'].map((id) => token(id, 'post:0')),
    NONE,
  );
  assert.deepEqual(
    pile.map((x) => x.count),
    [0, 0, 3],
  );
});

test('the lit one of a pile lies on top', () => {
  const pile = arranged(
    MILL,
    ['a', 'b', 'c'].map((id) => token(id, 'post:0')),
    new Set(['a']),
  );
  assert.equal(pile.at(-1)?.token.id, 'a');
});

test('different tokens are fanned out without becoming smaller, centred on the place and no two on one spot', () => {
  for (let n = 2; n <= 14; n += 1) {
    const many = Array.from({ length: n }, (_, i) => token(`t${i}`, 'post:0', { face: `face${i}` }));
    const found = arranged(MILL, many, NONE);
    assert.equal(new Set(found.map(({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`)).size, n);
    const row = found.filter(({ y }) => y === found[0].y);
    const middle = row.reduce((sum, { x }) => sum + x, 0) / row.length;
    assert.ok(Math.abs(middle - MILL.x) < 1e-9);
    assert.ok(found.every(({ edge }) => edge === MILL.size));
  }
});

test('few piles climb where there is room above, so that the names at their feet show', () => {
  const two = [token('a', 'post:0'), token('b', 'post:0', { face: 'other' })];
  const [first, second] = arranged({ ...MILL, wide: 60, high: 60 }, two, NONE);
  assert.ok(second.x > first.x && first.y - second.y >= MILL.size * 0.32);
  assert.ok(Math.abs((first.y + second.y) / 2 - MILL.y) < 1e-9);
  const [left, right] = arranged({ ...MILL, wide: 100, high: 60 }, two, NONE);
  assert.ok(left.y === right.y && right.x - left.x >= MILL.size);
});

test('sides do not share a pile, and a token with a spot of its own lies there', () => {
  const found = arranged(MILL, [token('a', 'post:0'), token('b', 'post:0', { side: 1 }), token('c', 'post:0', { dx: 3, dy: -4 })], NONE);
  assert.deepEqual(
    found.find(({ token: { id } }) => id === 'c'),
    {
      token: token('c', 'post:0', { dx: 3, dy: -4 }),
      x: 13,
      y: 16,
      edge: 40,
      count: 0,
    },
  );
  assert.equal(new Set(found.map(({ x }) => x)).size, 3);
});

/**
 * @param {number} width
 * @param {number} height
 * @param {number} [reading]
 */
function camera(width, height, reading = 0.5) {
  const made = new Camera(() => ({ width, height }));
  made.size = { x: 0, y: 0, w: 1000, h: 500 };
  made.reading = reading;
  made.open([{ x: 900, y: 400, size: 10 }]);
  made.view();
  return made;
}

test('where all of the board can be read it is opened whole, otherwise where the question is', () => {
  const large = camera(1200, 800);
  assert.ok(large.fitted && large.scale === large.least && large.sees({ x: 990, y: 490, size: 1 }));
  const small = camera(360, 500, 2);
  assert.ok(!small.fitted && small.scale === 2 && small.sees({ x: 900, y: 400, size: 1 }) && !small.sees({ x: 100, y: 100, size: 1 }));
});

test('of spots that are far apart it looks at most', () => {
  const seen = camera(360, 500, 2);
  seen.gather([
    { x: 100, y: 100, size: 1 },
    { x: 120, y: 120, size: 1 },
    { x: 900, y: 400, size: 1 },
  ]);
  assert.ok(seen.sees({ x: 100, y: 100, size: 1 }) && seen.sees({ x: 120, y: 120, size: 1 }));
});

test('zooming keeps the point under the pointer where it is', () => {
  const seen = camera(1200, 800);
  const before = seen.boardPoint(300, 200);
  seen.zoom(2, 300, 200);
  const after = seen.boardPoint(300, 200);
  assert.ok(Math.hypot(before.x - after.x, before.y - after.y) < 1e-9);
  seen.zoom(1e6);
  assert.equal(seen.scale, Math.max(seen.least * 2, seen.reading * 6), 'but not without end');
  seen.zoom(1e-9);
  assert.ok(seen.scale === seen.least && seen.fitted);
});

test('the edge of the board never comes farther in than it must', () => {
  const seen = camera(300, 200, 1);
  seen.pan(-1e6, 1e6);
  const { x, y, w } = seen.view();
  assert.deepEqual([x + w, y], [1012, -12]);
  seen.fit();
  assert.ok(seen.view().x < -12 && seen.view().y < -12, 'all of it is in sight');
});

test('a board that is turned round is looked at from the other end', () => {
  const seen = camera(300, 200, 1);
  const before = seen.boardPoint(10, 10);
  seen.turned = true;
  seen.centre({ x: 0, y: 0 });
  seen.view();
  assert.ok(seen.sees({ x: 10, y: 10, size: 1 }) && seen.cx > 800);
  assert.notDeepEqual(seen.boardPoint(10, 10), before);
});

test('coming near something makes it readable', () => {
  const seen = camera(100, 80, 1);
  seen.fit();
  const spot = { x: 700, y: 100, size: 10 };
  seen.approach(spot);
  assert.ok(seen.scale === 1 && seen.sees(spot));
});
