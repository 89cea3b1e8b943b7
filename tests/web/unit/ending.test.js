// A question with one answer goes on by itself: when the table is live, and when nothing else is on its way.

/** @import { Table } from '../../../src/bivouac/web/js/page-table.js' */

import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';

Object.assign(globalThis, { addEventListener: () => {} });
const { Ending } = await import('../../../src/bivouac/web/js/ending.js');

afterEach(() => mock.timers.reset());

/** A table at which one answer alone can be given. */
function table() {
  /** @type {number[]} */
  const sent = [];
  const store = {
    ask: { serial: 7, side: 0, choices: [{ answer: 3 }] },
    live: true,
    lesson: null,
    rev: 1,
    room: { side: 0, sides: [0], seats: [{ computer: false }, { computer: true }] },
  };
  const chooser = { busy: false, send: (/** @type {{ answers: number[] }} */ wish) => sent.push(...wish.answers) };
  return { sent, store, chooser };
}

/** @param {ReturnType<typeof table>} about */
function ending(about) {
  mock.timers.enable({ apis: ['setTimeout'] });
  return new Ending(/** @type {Table} */ (/** @type {unknown} */ (about)));
}

test('it is answered once, however often the table is drawn and its question told anew', () => {
  const about = table();
  const minds = ending(about);
  minds.mind();
  about.store.ask = { ...about.store.ask };
  minds.mind();
  mock.timers.tick(1000);
  assert.deepEqual(about.sent, [3]);
});

test('it waits while something else is being sent', () => {
  const about = table();
  const minds = ending(about);
  about.chooser.busy = true;
  minds.mind();
  mock.timers.tick(1000);
  assert.deepEqual(about.sent, []);
  about.chooser.busy = false;
  mock.timers.tick(1000);
  assert.deepEqual(about.sent, [3]);
});

test('it is answered after one has looked back', () => {
  const about = table();
  const minds = ending(about);
  about.store.live = false;
  minds.mind();
  about.store.live = true;
  minds.mind();
  mock.timers.tick(1000);
  assert.deepEqual(about.sent, [3]);
});

test('it is answered again where the answer did not get through, and not when it did', async () => {
  const about = table();
  const minds = ending(about);
  minds.mind();
  mock.timers.tick(1000);
  await Promise.resolve();
  mock.timers.tick(5000);
  await Promise.resolve();
  assert.deepEqual(about.sent, [3, 3]);
  about.store.ask = { ...about.store.ask, serial: 8, choices: [{ answer: 1 }, { answer: 2 }] };
  minds.mind();
  mock.timers.tick(60000);
  assert.deepEqual(about.sent, [3, 3]);
});
