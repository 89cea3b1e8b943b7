// Where the eye goes while others move.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Camera } from '../../../src/bivouac/web/js/camera.js';
import { nothing } from '../../../src/bivouac/web/js/table/model/state-changes.js';
import { Trail } from '../../../src/bivouac/web/js/trail.js';
import { token } from './kit.js';

const PLACES = { near: { x: 100, y: 100, size: 40 }, far: { x: 900, y: 900, size: 40 } };

function table() {
  const camera = new Camera(() => ({ width: 300, height: 300 }));
  Object.assign(camera, { size: { x: 0, y: 0, w: 1000, h: 1000 }, cx: 150, cy: 150 });
  const board = {
    camera,
    opened: true,
    gliding: 0,
    lit: new Map([['near', '']]),
    /** @param {Iterable<string>} ids */
    spots: (ids) => [...ids].map((id) => PLACES[/** @type {'near' | 'far'} */ (id)]),
    /** @param {() => void} change */
    glide(change) {
      this.gliding = 1;
      change();
    },
    bring() {},
    /** @param {import('../../../src/bivouac/web/js/camera.js').Spot[]} spots */
    include(spots) {
      this.glide(() => camera.include(spots));
    },
  };
  return { board, follower: { held: /** @type {object | null} */ ({}) }, store: { live: true, ask: /** @type {object | null} */ (null) } };
}

/** @param {ReturnType<typeof table>} given */
function followed(given) {
  const trail = new Trail(/** @type {any} */ (given));
  trail.latest = { ...nothing(), shots: [['far', 'far']] };
  trail.look([]);
  return trail;
}

test('what happens out of sight comes into sight, and the eye comes back for the question', () => {
  const given = table();
  const trail = followed(given);
  assert.ok(given.board.camera.sees(PLACES.far));
  given.store.ask = {};
  trail.look([]);
  assert.deepEqual([given.board.camera.cx, given.board.camera.cy], [150, 150]);
});

test('the view goes to what the question speaks of, although something that can be chosen is in sight', () => {
  const given = table();
  given.store.ask = {};
  new Trail(/** @type {any} */ (given)).look([PLACES.far]);
  assert.ok(given.board.camera.sees(PLACES.far));
});

test('the view stays where all that the question speaks of is in sight', () => {
  const given = table();
  given.store.ask = {};
  new Trail(/** @type {any} */ (given)).look([PLACES.near]);
  assert.deepEqual([given.board.camera.cx, given.board.camera.cy], [150, 150]);
});

test('a position that one looks back at comes into sight with all that happened', () => {
  const given = table();
  const trail = new Trail(/** @type {any} */ (given));
  const at = (/** @type {string} */ place) => ({ tokens: new Map([['a', token('a', place)]]), panels: [], status: [], held: {} });
  Object.assign(given.board, { places: new Set(['near', 'far']), ways: new Map() });
  Object.assign(given.store, { live: false, snapshot: () => at('far') });
  trail.recall(at('near'), []);
  assert.ok(given.board.camera.sees(PLACES.far));
});

test('a hand that has gone elsewhere meanwhile stays there', () => {
  const given = table();
  const trail = followed(given);
  given.board.gliding = 0;
  given.board.camera.centre({ x: 500, y: 500 });
  given.store.ask = {};
  trail.look([]);
  assert.deepEqual([given.board.camera.cx, given.board.camera.cy], [500, 500]);
});

test('what is not shown slowly is not followed', () => {
  const given = table();
  given.follower.held = null;
  followed(given);
  assert.deepEqual([given.board.camera.cx, given.board.camera.cy], [150, 150]);
});

test('who looks back sees what led to a position; after a jump only what was told of it', () => {
  const given = table();
  const trail = new Trail(/** @type {any} */ (given));
  const at = (/** @type {string} */ place) => ({ tokens: new Map([['a', token('a', place)]]), panels: [], status: [], held: {} });
  Object.assign(given.board, { places: new Set(['near', 'far']), spot: (/** @type {'near'} */ id) => PLACES[id], ways: new Map() });
  Object.assign(given.store, { live: false, snapshot: () => at('far') });
  trail.recall(at('near'), [{ n: 1, text: 'x', dice: [4] }]);
  assert.deepEqual(
    trail.arrows(trail.looked).map(({ kind, from, to }) => [kind, from, to]),
    [['way', PLACES.near, PLACES.far]],
  );
  trail.recall(null, [{ n: 1, text: 'x', dice: [4] }]);
  assert.deepEqual([trail.arrows(trail.looked), trail.looked.lines.length], [[], 1]);
});
