// What has happened between two looks at the table.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { happening, joined, nothing } from '../../../../src/bivouac/web/js/table/model/state-changes.js';
import { token } from '../kit.js';

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
  assert.deepEqual(found.marks, []);
});

/** @param {object[]} effects */
const line = (...effects) => /** @type {any} */ ({ n: 1, text: 'x', dice: [4], effects });

test('a face that changes beside a die is no loss: marks come from effects alone', () => {
  const before = table(token('a', 'post:0'), token('b', 'post:1'));
  const after = table(token('a', 'post:0', { face: 'moved' }));
  assert.deepEqual(happening(before, after, [line()], PLACES).marks, []);
});

test('an effect is marked at its thing, or where a thing lay that is gone', () => {
  const before = table(token('a', 'post:0'), token('b', 'post:1'));
  const effects = [
    { kind: 'loss', thing: 'a', n: 2 },
    { kind: 'destroyed', thing: 'b' },
    { kind: 'capture', thing: 'post:2', side: 0 },
  ];
  const { marks } = happening(before, table(token('a', 'post:0')), [line(...effects)], PLACES);
  assert.deepEqual(
    marks.map(({ kind, thing, at, n }) => [kind, thing, at, n]),
    [
      ['loss', 'a', 'post:0', 2],
      ['destroyed', 'b', 'post:1', 0],
      ['capture', 'post:2', 'post:2', 0],
    ],
  );
});

test('losses of one thing are added up; of a thing that was destroyed nothing else is marked', () => {
  const before = table(token('a', 'post:0'), token('b', 'post:1'));
  const lose = { kind: 'loss', thing: 'a', n: 1 };
  const first = happening(before, before, [line(lose, lose), line({ ...lose, thing: 'b' })], PLACES);
  assert.deepEqual(
    first.marks.map(({ thing, n }) => [thing, n]),
    [
      ['a', 2],
      ['b', 1],
    ],
  );
  const then = happening(before, table(token('a', 'post:0')), [line({ kind: 'destroyed', thing: 'b' }), line(lose)], PLACES);
  assert.deepEqual(
    joined(first, then).marks.map(({ kind, thing, n }) => [kind, thing, n]),
    [
      ['loss', 'a', 3],
      ['destroyed', 'b', 0],
    ],
  );
});

test('plain moves, spent pieces and other changes without a marker of their own are not marked', () => {
  const before = table(token('a', 'post:0'));
  const effects = [
    { kind: 'move', thing: 'a', frm: 'post:0', to: 'post:1' },
    { kind: 'readied', thing: 'a' },
  ];
  assert.deepEqual(happening(before, before, [line(...effects)], PLACES).marks, []);
});

test('a piece that retreats moves by an arrow of its own', () => {
  const effects = [{ kind: 'retreat', thing: 'a', frm: 'post:0', to: 'post:1' }];
  const found = happening(table(token('a', 'post:0')), table(token('a', 'post:1')), [line(...effects)], PLACES);
  assert.deepEqual([found.moves[0].retreats, found.marks[0].kind, found.marks[0].at], [true, 'retreat', 'post:1']);
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
