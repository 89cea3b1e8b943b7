// What has happened between two looks at the table.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { happening, joined, nothing } from '../../../src/bivouac/web/js/happened.js';
import { token } from './kit.js';

const PLACES = new Set(['post:0', 'post:1', 'post:2']);
/** @param {ReturnType<typeof token>[]} tokens */
const table = (...tokens) => ({
  tokens: new Map(tokens.map((x) => [x.id, x])),
  panels: [{ id: 'battle', kind: 'lineup', name: 'Battle', cells: [{ id: 'line:0', name: '' }] }],
  status: [],
  held: {},
});

test('a piece that stands elsewhere has moved; what lies beside the board has not', () => {
  const found = happening(table(token('a', 'post:0'), token('b', 'pool:0')), table(token('a', 'post:1'), token('b', 'post:1')), [], PLACES);
  assert.deepEqual(
    found.moves.map(({ id, from, to }) => [id, from, to]),
    [['a', 'post:0', 'post:1']],
  );
  assert.deepEqual(found.losses, []);
});

test('who left the board is lost, who went into the line-up of a battle is not', () => {
  const before = table(token('a', 'post:0'), token('b', 'post:1'), token('c', 'post:2'));
  const found = happening(before, table(token('b', 'line:0'), token('c', 'pool:0')), [], PLACES);
  assert.deepEqual(
    found.losses.map(({ at }) => at),
    ['post:0', 'post:2'],
  );
});

test('another face is a hit only where somebody fired', () => {
  const [before, after] = [table(token('a', 'post:0')), table(token('a', 'post:0', { face: 'weak' }))];
  assert.equal(happening(before, after, [], PLACES).losses.length, 0);
  assert.equal(happening(before, after, [{ n: 1, text: 'x', shot: ['post:2', 'post:0'] }], PLACES).losses.length, 1);
  assert.equal(happening(before, after, [{ n: 1, text: 'x', shot: ['post:2', 'post:1'] }], PLACES).losses.length, 0);
  assert.equal(happening(before, after, [{ n: 1, text: 'x', dice: [4] }], PLACES).losses.length, 1);
});

test('one way of many steps, none of there and back', () => {
  const at = ['post:0', 'post:1', 'post:2', 'post:0'].map((place) => table(token('a', place)));
  const steps = at.slice(1).map((now, i) => happening(at[i], now, [], PLACES));
  const way = joined(joined(nothing(), steps[0]), steps[1]);
  assert.deepEqual([way.moves.length, way.moves[0].from, way.moves[0].to], [1, 'post:0', 'post:2']);
  assert.deepEqual(joined(way, steps[2]).moves, []);
});

test('a way goes by the places that the log names, and on', () => {
  const [here, there, back] = ['post:0', 'post:2', 'post:0'].map((place) => table(token('a', place)));
  const first = happening(here, there, [{ n: 1, text: 'x', targets: ['piece:9', 'post:0', 'post:1', 'post:2'] }], PLACES);
  assert.deepEqual(first.moves[0].via, ['post:1']);
  assert.deepEqual(happening(here, there, [{ n: 1, text: 'x', targets: ['post:2', 'post:1', 'post:0'] }], PLACES).moves[0].via, []);
  const onward = happening(there, table(token('a', 'post:1')), [], PLACES);
  assert.deepEqual(joined(first, onward).moves[0].via, ['post:1', 'post:2']);
  assert.equal(joined(first, happening(there, back, [], PLACES)).moves.length, 0);
});

test('who fired at whom has a name, wherever they stood', () => {
  const before = table(
    token('a', 'post:0', { name: 'Evans' }),
    token('flag', 'post:1', { name: 'Flag', side: 2 }),
    token('b', 'post:1', { name: 'Burnside' }),
  );
  const { aims } = happening(
    before,
    before,
    [
      { n: 1, text: 'x', shot: ['post:0', 'post:1'] },
      { n: 1, text: 'y', shot: ['b', 'post:2'] },
    ],
    PLACES,
  );
  assert.deepEqual(aims, [
    ['Evans', 'Burnside'],
    ['Burnside', ''],
  ]);
});
