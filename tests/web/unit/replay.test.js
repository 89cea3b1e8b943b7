// Looking back and coming back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Seat } from '../../../src/bivouac/web/js/api.js';
import { Follower } from '../../../src/bivouac/web/js/follow.js';
import { Replay } from '../../../src/bivouac/web/js/replay.js';
import { Store } from '../../../src/bivouac/web/js/store.js';
import { about, message, scene, token } from './kit.js';

/** A seat that answers by itself: after n answers the picket is at post n. */
class Known extends Seat {
  constructor() {
    super('token');
    /** @type {number[]} */
    this.asked = [];
  }

  /** @param {number} number */
  scene(number) {
    return scene({ tokens: [token('picket:0', `post:${number}`)] });
  }

  /** @override @param {number} number */
  async at(number) {
    this.asked.push(number);
    return { at: number, serial: 5, scene: this.scene(number), asked: null, lines: [{ n: number - 1, text: `${number}` }] };
  }

  /** @override @param {number} from */
  async frames(from) {
    const frame = (/** @type {number} */ n) => ({ at: n, scene: this.scene(n), lines: [{ n, text: `${n}` }] });
    return { frames: from < 4 ? [frame(3), frame(4), frame(5)] : [frame(5)] };
  }

  /** @override */
  async look() {
    return message({ rev: 8, serial: 5, scene: this.scene(5), match: about({ recap: 5 }) });
  }
}

function looking() {
  const store = new Store(about());
  const seat = new Known();
  const nothing = () => {};
  const follower = new Follower(store, {
    pace: () => 0,
    draw: nothing,
    drawBar: nothing,
    greeted: nothing,
    announce: nothing,
    missed: nothing,
  });
  store.apply(message({ serial: 5, scene: seat.scene(5) }));
  /** @type {(number | null)[]} */
  const addresses = [];
  const replay = new Replay(seat, store, follower, {
    draw: nothing,
    drawBar: nothing,
    pointAt: nothing,
    announce: nothing,
    address: (n) => addresses.push(n),
    entered: nothing,
    left: nothing,
    trouble: (e) => {
      throw e;
    },
    pace: () => 1,
  });
  return { store, seat, follower, replay, addresses };
}

/** @param {Store} store */
const where = (store) => store.tokens.get('picket:0')?.at;

test('an earlier position is shown, within the match, and the way back shows it as it stands', async () => {
  const { store, replay, addresses } = looking();
  await replay.look(2);
  assert.deepEqual([store.mode, where(store)], ['still', 'post:2']);
  await replay.look(99);
  assert.equal(where(store), 'post:5');
  await replay.look(-3);
  assert.equal(where(store), 'post:0');
  await replay.leave();
  assert.deepEqual([store.mode, where(store), store.rev, addresses], ['live', 'post:5', 8, [2, 5, 0, null]]);
});

test('while one position is asked for, only the newest other wish is asked for next', async () => {
  const { store, seat, replay } = looking();
  const first = replay.look(1);
  replay.look(2);
  replay.look(3);
  await first;
  assert.deepEqual([seat.asked, where(store)], [[1, 3], 'post:3']);
});

test('a recap steps through frames and stays within them', async () => {
  const { store, replay } = looking();
  assert.ok(await replay.recap());
  assert.deepEqual([store.mode, replay.index, where(store), replay.lastFrame], ['recap', 1, 'post:4', 2]);
  replay.step(9);
  assert.equal(where(store), 'post:5');
  replay.step(-1);
  assert.equal(where(store), 'post:3');
  await replay.playFrames();
  assert.deepEqual([replay.index, replay.playing], [2, false]);
});

test('where nothing happened there is no recap, and the table stays as it is', async () => {
  const { store, replay } = looking();
  store.about.recap = 4;
  assert.ok(!(await replay.recap()));
  assert.deepEqual([store.mode, where(store)], ['live', 'post:5']);
});

test('playing goes on to the end of the match', async () => {
  const { store, replay } = looking();
  await replay.look(3);
  await replay.playStill();
  assert.deepEqual([replay.at, where(store), replay.playing], [5, 'post:5', false]);
});
