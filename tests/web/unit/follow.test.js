// Following: differences in order, others' moves one at a time, whatever is lost is asked for again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Follower } from '../../../src/bivouac/web/js/follow.js';
import { Store } from '../../../src/bivouac/web/js/store.js';
import { NO_CHANGE, about, message, room } from './kit.js';

/** @param {number} pace */
function following(pace = 0) {
  const store = new Store(about());
  const drawn = { table: 0, bar: 0, seats: 0, missed: 0 };
  const follower = new Follower(store, {
    pace: () => pace,
    draw: () => {
      drawn.table += 1;
    },
    drawBar: () => {
      drawn.bar += 1;
    },
    greeted: () => {
      drawn.seats += 1;
    },
    announce: () => {},
    missed: () => {
      drawn.missed += 1;
    },
    now: () => 0,
  });
  follower.told(message());
  return { store, follower, drawn };
}

/**
 * What the other side did at a revision.
 * @param {number} rev
 * @param {Parameters<typeof message>[0]} [more]
 */
const theirs = (rev, more = {}) =>
  message({
    rev,
    base: rev - 1,
    by: 1,
    scene: NO_CHANGE,
    serial: rev,
    log: { from: rev, more: false, lines: [{ n: rev, text: `${rev}` }] },
    ...more,
  });

const soon = () => new Promise((resolve) => setImmediate(resolve));

test('the first message is drawn, and the same again is no news', async () => {
  const { store, follower, drawn } = following();
  follower.told(message());
  await soon();
  assert.deepEqual([store.rev, drawn.table, drawn.missed], [1, 1, 0]);
  follower.stale = true;
  follower.told(message());
  await soon();
  assert.equal(drawn.table, 2, 'unless everything was asked for');
});

test('the view of another side is news at the same revision', async () => {
  const { follower, drawn } = following();
  await soon();
  follower.told(message({ room: room({ side: 1 }) }));
  await soon();
  assert.equal(drawn.table, 2);
});

test('a difference to something else shows that a message was lost', async () => {
  const { store, follower, drawn } = following();
  await soon();
  follower.told(theirs(5));
  await soon();
  assert.deepEqual([store.rev, drawn.missed, drawn.table], [1, 1, 1]);
});

test('what others do is kept as frames until the own next answer', async () => {
  const { store, follower } = following();
  await soon();
  follower.told(theirs(2));
  follower.told(theirs(3));
  await soon();
  await soon();
  assert.deepEqual(
    follower.frames.map((f) => f.lines.map((x) => x.n)),
    [[], [2], [3]],
  );
  assert.ok(follower.canRecap);
  follower.told(theirs(4, { by: 0 }));
  await soon();
  await soon();
  assert.deepEqual([follower.frames, store.about.recap, follower.canRecap], [[], 4, false]);
});

test('with a pace each move of others stays until it is skipped', async () => {
  const { store, follower } = following(800);
  await soon();
  follower.told(theirs(2));
  follower.told(theirs(3));
  follower.told(theirs(4));
  await soon();
  assert.deepEqual([store.serial, follower.showing?.map((x) => x.n)], [2, [2]]);
  follower.skip();
  await soon();
  await soon();
  assert.deepEqual([store.serial, follower.showing, follower.queue.length], [4, null, 0]);
});

test('seats are greeted at once, and keep whose view it is', async () => {
  const { store, follower, drawn } = following();
  await soon();
  follower.told({ kind: 'seats', rev: 1, room: room({ side: 1, sides: [0, 1], thinking: 1 }) });
  await soon();
  assert.deepEqual([drawn.seats, store.room.thinking, store.room.side, store.room.sides], [1, 1, 0, [0]]);
});

test('while looking back only the number of answers is taken note of', async () => {
  const { store, follower, drawn } = following();
  await soon();
  follower.frames = [{ ...store.snapshot(), lines: [] }];
  store.mode = 'recap';
  follower.told(theirs(2));
  assert.equal(follower.frames.length, 1);
  store.mode = 'still';
  follower.told(theirs(9));
  await soon();
  assert.deepEqual([store.serial, store.rev, drawn.table, follower.frames], [9, 1, 1, []]);
});

test('a change of language drops what waits', async () => {
  const { store, follower, drawn } = following(800);
  await soon();
  follower.told(theirs(2));
  follower.told(theirs(3));
  await soon();
  follower.startAnew();
  follower.wake();
  follower.told(message({ rev: 3, serial: 3 }));
  await soon();
  await soon();
  assert.deepEqual([store.rev, store.serial, drawn.missed], [3, 3, 0]);
});

test('the other side is stopped, goes one step, goes on', async () => {
  const { store, follower } = following(1000);
  for (const rev of [2, 3, 4, 5]) follower.told(theirs(rev));
  await soon();
  assert.deepEqual([store.serial, follower.showing?.[0].text], [2, '2']);
  follower.halt();
  await soon();
  assert.equal(store.serial, 2, 'it waits as long as one likes');
  follower.step();
  await soon();
  await soon();
  assert.deepEqual([store.serial, follower.paused], [3, true]);
  follower.skip();
  await soon();
  await soon();
  assert.deepEqual([store.serial, follower.paused], [5, false]);
});

test('who takes over the screen catches up from the own last answer', async () => {
  const { store, follower } = following();
  const both = room({ sides: [0, 1] });
  for (const seat of both.seats) seat.agent = null;
  follower.told(message({ rev: 2, base: 1, by: 1, serial: 2, scene: NO_CHANGE, room: { ...both, side: 1 } }));
  follower.told(message({ rev: 3, base: 2, by: 0, serial: 3, scene: NO_CHANGE, room: { ...both, side: 0 } }));
  await soon();
  assert.equal(store.about.recap, 3);
  follower.told(message({ rev: 4, base: 3, by: 0, serial: 4, scene: NO_CHANGE, room: { ...both, side: 1 } }));
  await soon();
  assert.equal(store.about.recap, 2);
});
