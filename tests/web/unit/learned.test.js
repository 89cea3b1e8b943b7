// What was learned in this browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ended, keepLearned, learned } from '../../../src/bivouac/web/js/learned.js';

const STEP = {
  lesson: 'first',
  name: '',
  step: 0,
  steps: 9,
  chapter: 0,
  chapters: ['a', 'b'],
  say: [],
  done: '',
  light: [],
  next: null,
  over: false,
};
/** @type {Map<string, string>} */
const kept = new Map();
Object.assign(globalThis, {
  localStorage: {
    /** @param {string} k */
    getItem: (k) => kept.get(k) ?? null,
    /** @type {(k: string, v: string) => unknown} */
    setItem: (k, v) => kept.set(k, v),
  },
});

test('a chapter is done when the lesson says so', () => {
  assert.equal(ended(STEP), null);
  assert.equal(ended({ ...STEP, chapter: 1, done: 'well done' }), 0);
  assert.equal(ended({ ...STEP, chapter: 1, done: 'well done', over: true }), 1);
});

test('what was done stays, and the table is left when nothing more is asked there', () => {
  keepLearned('pickets', STEP, 'seat');
  assert.deepEqual(learned('pickets', 'first'), { done: [], token: 'seat' });
  keepLearned('pickets', { ...STEP, chapter: 1, done: 'well done' }, 'seat');
  keepLearned('pickets', { ...STEP, chapter: 1, step: 5 }, 'seat');
  assert.deepEqual(learned('pickets', 'first'), { done: [0], token: 'seat' });
  keepLearned('pickets', { ...STEP, chapter: 1, done: 'well done', over: true }, 'seat');
  assert.deepEqual(learned('pickets', 'first'), { done: [0, 1], token: '' });
});
