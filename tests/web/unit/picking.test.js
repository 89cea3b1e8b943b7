// What a click means: an answer where only one can be meant, otherwise something to choose from, or a reason.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meant } from '../../../src/bivouac/web/js/picking.js';
import { Store } from '../../../src/bivouac/web/js/store.js';
import { BOARD, about, choice, message, question } from './kit.js';

/** @param {...ReturnType<typeof choice>} choices */
function store(...choices) {
  const made = new Store(about());
  made.apply(message({ question: question(choices) }));
  return made;
}

const MOUSE = { touch: false };
const FINGER = { touch: true };

test('a thing with one choice is chosen, one with several asks which', () => {
  assert.deepEqual(meant(store(choice(4, 'picket:0')), BOARD, 'picket:0', MOUSE), { kind: 'choose', answer: 4 });
  const several = meant(store(choice(4, 'picket:0'), choice(5, 'picket:0')), BOARD, 'picket:0', MOUSE);
  assert.equal(several.kind, 'choices');
});

test('a piece that cannot be chosen stands for its place, a place for the only piece that can', () => {
  assert.deepEqual(meant(store(choice(6, 'post:0')), BOARD, 'picket:1', MOUSE), { kind: 'choose', answer: 6 });
  assert.deepEqual(meant(store(choice(7, 'picket:1')), BOARD, 'post:0', MOUSE), { kind: 'choose', answer: 7 });
});

test('a place with several lit pieces is spread out', () => {
  const found = meant(store(choice(1, 'picket:0'), choice(2, 'picket:1')), BOARD, 'post:0', MOUSE);
  assert.ok(found.kind === 'stack' && found.place === 'post:0' && found.stack.length === 2);
});

test('a finger sees the stack first where several pieces are lit; off the board it does not', () => {
  const two = store(choice(1, 'picket:0'), choice(2, 'picket:1'));
  assert.equal(meant(two, BOARD, 'picket:0', FINGER).kind, 'stack');
  assert.equal(meant(two, BOARD, 'picket:0', MOUSE).kind, 'choose');
  assert.equal(meant(store(choice(1, 'picket:0')), BOARD, 'picket:0', FINGER).kind, 'choose');
  assert.equal(meant(store(choice(1, 'card:0')), BOARD, 'card:0', FINGER).kind, 'choose');
});

test('what cannot be chosen is explained, or shown where pieces lie', () => {
  assert.equal(meant(store(choice(1)), BOARD, 'post:1', MOUSE).kind, 'explain');
  assert.equal(meant(store(choice(1)), BOARD, 'card:0', MOUSE).kind, 'explain');
  assert.equal(meant(store(choice(1)), BOARD, 'post:0', MOUSE).kind, 'stack');
});

test('looking back nothing is chosen', () => {
  const back = store(choice(4, 'picket:0'));
  back.mode = 'still';
  assert.equal(meant(back, BOARD, 'picket:0', MOUSE).kind, 'stack');
});
