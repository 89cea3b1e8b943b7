// What this browser knows of its seats.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { see, seenUntil } from '../../../src/bivouac/web/js/seats.js';

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

test('until where somebody has seen a match is kept, for the last sixty of them', () => {
  assert.equal(seenUntil('a'), undefined);
  see('a', 3);
  see('b', 7);
  see('a', 9);
  assert.deepEqual([seenUntil('a'), seenUntil('b')], [9, 7]);
  for (let i = 0; i < 60; i += 1) see(`t${i}`, i);
  assert.deepEqual([seenUntil('a'), seenUntil('t59'), seenUntil('t0')], [undefined, 59, 0]);
});
