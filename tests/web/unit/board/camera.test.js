// The view moves as little as it must.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Camera } from '../../../../src/bivouac/web/js/camera.js';

function camera(shade = 0) {
  const made = new Camera(() => ({ width: 300, height: 300 }));
  return Object.assign(made, { size: { x: 0, y: 0, w: 2000, h: 2000 }, cx: 1000, cy: 1000, scale: 1, shade });
}
/** @type {(x: number, y: number) => { x: number, y: number, size: number }} */
const at = (x, y) => ({ x, y, size: 40 });

test('what is in sight moves nothing', () => {
  const given = camera();
  given.include([at(1000, 1000), at(1100, 900)]);
  assert.deepEqual([given.cx, given.cy], [1000, 1000]);
});

test('the view moves just far enough, in the direction of what is out of sight', () => {
  const given = camera();
  given.include([at(1000, 1000), at(1160, 1000)]);
  assert.deepEqual([given.cx, given.cy], [1058, 1000]);
  assert.ok(given.sees(at(1000, 1000)) && given.sees(at(1160, 1000)));
});

test('what lies under a panel at the foot of the screen counts as out of sight', () => {
  const given = camera(100);
  given.include([at(1000, 1080)]);
  assert.ok(given.cy > 1000 && given.sees(at(1000, 1080)));
});

test('of spots too far apart most come into sight', () => {
  const given = camera();
  given.include([at(100, 100), at(1800, 1800), at(1830, 1810)]);
  assert.ok(given.sees(at(1800, 1800)) && given.sees(at(1830, 1810)));
});
