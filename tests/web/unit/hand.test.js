// The hand: what can be done with what is held, on the board or as a button.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Hand } from '../../../src/bivouac/web/js/hand.js';
import { Store } from '../../../src/bivouac/web/js/store.js';
import { BOARD, about, message, scene, token } from './kit.js';

/** @param {string} to @param {string[]} targets */
const way = (to, ...targets) => ({ to, targets, answers: [1], label: to, whole: true, means: '' });

test('what leads to things in the drawer is a button while something is held', () => {
  const pool = { id: 'pool', kind: 'pool', name: 'Pool', cells: [{ id: 'tray', name: 'Tray' }] };
  const tokens = [token('picket:0', 'post:0'), token('cube:0', 'tray')];
  const store = new Store(about());
  store.apply(message({ scene: scene({ tokens, panels: [...(scene().panels ?? []), pool] }) }));
  const hand = new Hand(/** @type {any} */ ({ store, board: { places: BOARD } }));
  hand.ways = [{ ...way(''), whole: false }, way('post:0', 'post:0'), way('cube:0', 'cube:0'), way('away')];
  assert.deepEqual(
    hand.buttons().map((w) => w.to),
    ['cube:0', 'away'],
  );
});
