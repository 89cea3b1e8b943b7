// Plans of one's own, the way of the keyboard over the board, and what is asked before one chooses.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withArrow, withNote } from '../../../src/bivouac/web/js/plan.js';
import { nextTo } from '../../../src/bivouac/web/js/camera.js';

const NONE = { arrows: [], notes: [] };

test('an arrow is drawn, and the same once more rubs it out', () => {
  const one = withArrow(NONE, 'post:0', 'post:1');
  assert.deepEqual(one.arrows, [{ from: 'post:0', to: 'post:1' }]);
  assert.deepEqual(withArrow(one, 'post:1', 'post:0').arrows.length, 2);
  assert.deepEqual(withArrow(one, 'post:0', 'post:1').arrows, []);
  assert.deepEqual(withArrow(NONE, 'post:0', 'post:0').arrows, []);
});

test('a place has one note; no words take it away', () => {
  const one = withNote(NONE, 'post:0', '  hold  ');
  assert.deepEqual(one.notes, [{ at: 'post:0', text: 'hold' }]);
  assert.deepEqual(withNote(one, 'post:0', 'go').notes, [{ at: 'post:0', text: 'go' }]);
  assert.deepEqual(withNote(one, 'post:0', ' ').notes, []);
  assert.equal(withNote(NONE, 'post:0', 'x'.repeat(500)).notes[0].text.length, 140);
});

test('the keyboard goes to the nearest place ahead', () => {
  /** @type {(id: string, x: number, y: number) => import('../../../src/bivouac/web/js/wire').Place} */
  const place = (id, x, y) => ({ id, name: id, x, y, size: 10 });
  const places = [place('near', 30, 4), place('far', 60, 0), place('above', 5, -40), place('aside', 8, 30)];
  assert.equal(nextTo({ x: 0, y: 0 }, places, 1, 0)?.id, 'near');
  assert.equal(nextTo({ x: 30, y: 4 }, places, 1, 0)?.id, 'far');
  assert.equal(nextTo({ x: 0, y: 0 }, places, 0, -1)?.id, 'above');
  assert.equal(nextTo({ x: 60, y: 0 }, places, 1, 0), null);
});
