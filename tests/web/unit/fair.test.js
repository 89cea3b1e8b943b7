// Checking the dice without the server, and what this browser was promised and gave.

import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import { check, dueOf, isFair } from '../../../src/bivouac/web/js/fair.js';
import { honour, promises } from '../../../src/bivouac/web/js/promises.js';

const SEED = '00ff'.repeat(16);
const COMMIT = createHash('sha256').update(Buffer.from(SEED, 'hex')).digest('hex');
const NONCES = ['ab'.repeat(16), 'cd'.repeat(16)];
const DIE = { outcomes: [1, 2, 3, 4, 5, 6], weights: null };
const CUP = { outcomes: [7, 8], weights: [1, 9] };
const SPAN = { from: 0, commit: COMMIT, seed: SEED, nonces: NONCES };

/**
 * The same by other means: big numbers.
 * @param {Buffer} digest
 * @param {number[]} faces
 */
const faceOf = (digest, faces) => faces[Number(BigInt(`0x${digest.toString('hex')}`) % BigInt(faces.length))];

/** @param {number} n */
const hmacOf = (n) =>
  createHmac('sha256', Buffer.from(SEED, 'hex'))
    .update([...NONCES, n].join(':'))
    .digest();

const rolls = () => Array.from({ length: 40 }, (_, n) => [n, 0, faceOf(hmacOf(n), DIE.outcomes)]);
const evidence = (more = {}) => ({ spans: [SPAN], kinds: [DIE], rolls: rolls(), ...more });

test('a die follows from seed, nonces and number', async () => {
  for (const [n, , result] of rolls()) assert.equal(await dueOf(SPAN, n, DIE), result);
});

test('weights are shares', async () => {
  const faces = [7, ...Array.from({ length: 9 }, () => 8)];
  for (let n = 0; n < 40; n += 1) assert.equal(await dueOf(SPAN, n, CUP), faceOf(hmacOf(n), faces));
});

test('matches of the first format had no nonces', async () => {
  const digest = createHash('sha256')
    .update(Buffer.concat([Buffer.from(SEED, 'hex'), Buffer.from(':5')]))
    .digest();
  assert.equal(await dueOf({ ...SPAN, nonces: null }, 5, DIE), faceOf(digest, DIE.outcomes));
});

test('fair dice are found fair', async () => {
  const verdict = await check(evidence(), [{ commit: COMMIT, nonce: NONCES[1] }]);
  assert.deepEqual([verdict.right, verdict.sealed, verdict.kept, isFair(verdict)], [40, 0, 1, true]);
});

test('a changed die is found', async () => {
  const changed = rolls().map(([n, kind, result]) => [n, kind, n === 7 ? (result % 6) + 1 : result]);
  const verdict = await check(evidence({ rolls: changed }), []);
  assert.equal(verdict.wrong?.n, 7);
  assert.equal(isFair(verdict), false);
});

test('another seed than the promised one is found', async () => {
  const verdict = await check(evidence({ spans: [{ ...SPAN, seed: '11'.repeat(32) }] }), []);
  assert.deepEqual(verdict.broken, [0]);
});

test('another promise than the one this browser kept is found', async () => {
  const verdict = await check(evidence(), [{ commit: 'ff'.repeat(32), nonce: null }]);
  assert.deepEqual(verdict.lost, ['ff'.repeat(32)]);
  assert.equal(isFair(verdict), false);
});

test('a nonce that was not used is found', async () => {
  const verdict = await check(evidence(), [{ commit: COMMIT, nonce: 'ee'.repeat(16) }]);
  assert.deepEqual(verdict.unused, [COMMIT]);
});

test('a later span counts from its start on, and sealed ones are counted', async () => {
  const later = { ...SPAN, from: 10, commit: 'aa'.repeat(32), seed: null };
  const verdict = await check(evidence({ spans: [SPAN, later] }), []);
  assert.deepEqual([verdict.right, verdict.sealed], [10, 30]);
});

// --- promises ------------------------------------------------------------

beforeEach(() => {
  const kept = new Map();
  Object.assign(globalThis, {
    localStorage: {
      getItem: (/** @type {string} */ k) => kept.get(k) ?? null,
      setItem: (/** @type {string} */ k, /** @type {string} */ v) => kept.set(k, v),
    },
  });
});

/**
 * @param {string[]} given
 * @param {boolean} [taken]
 */
const seat = (given, taken = true) => ({
  token: 'mine',
  give: async (/** @type {{ nonce: string, commit: string }} */ { nonce, commit }) => {
    assert.equal(promises('mine').find((x) => x.commit === commit)?.nonce, nonce, 'the promise is kept before anything is given');
    given.push(nonce);
    return { rev: 1, taken };
  },
});

test('a promise is kept, and a nonce given for it once', async () => {
  /** @type {string[]} */
  const given = [];
  const promise = { from: 0, commit: COMMIT, wanted: true };
  assert.equal(await honour(seat(given), promise), true);
  await honour(seat(given), promise);
  assert.match(given[0], /^[0-9a-f]{32}$/);
  assert.equal(given[1], given[0], 'should it be wanted again, it is the same');
  assert.equal(await honour(seat(given), { ...promise, wanted: false }), false);
  assert.deepEqual(promises('mine'), [{ commit: COMMIT, nonce: given[0] }]);
});

test('who looks on keeps the promise, too', async () => {
  assert.equal(await honour(seat([]), { from: 0, commit: COMMIT, wanted: false }), false);
  assert.deepEqual(promises('mine'), [{ commit: COMMIT, nonce: null }]);
});

test('a nonce that came too late for its promise is not said to be a part of the dice', async () => {
  await honour(seat([], false), { from: 0, commit: COMMIT, wanted: true });
  assert.deepEqual(promises('mine'), [{ commit: COMMIT, nonce: null }]);
});
