// A battle in the making: what can be done to it, and back again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as drafting from '../../../src/bivouac/web/js/drafting.js';

/** @returns {import('../../../src/bivouac/web/js/battle').Battle} */
function blank() {
  const side = () => ({ cap: 4, vp_to_win: 5, home: 'left', units: [], cap_from: [], reinforcements: [] });
  const words = { en: 'A', it: 'A' };
  return {
    id: 'x',
    name: words,
    date: words,
    first: 'union',
    turns: 9,
    time_out: 'csa',
    map: Array.from({ length: 9 }, () => '.'.repeat(13)).join('\n'),
    union: side(),
    csa: { ...side(), home: 'right' },
    number: 0,
    source: 'player',
    top: 'north',
    known: words,
    reconstructed: words,
    men: null,
    sources: [],
    tie: null,
    special: [],
    cover: [],
    places: [],
    roads: [],
    blocks: [],
    hold: [],
    barrier: [],
    ford: null,
    bombardment: null,
  };
}

test('names and numbers of hexes', () => {
  assert.equal(drafting.nameOf(0), 'A1');
  assert.equal(drafting.nameOf(116), 'M9');
  for (let h = 0; h < 117; h += 1) assert.equal(drafting.numberOf(drafting.nameOf(h)), h);
  assert.equal(drafting.numberOf('Z9'), -1);
});

test('ground comes with its cover, and loses it', () => {
  const fence = drafting.paint(blank(), [5, 6], 'r');
  assert.equal(drafting.groundAt(fence, 5), 'r');
  assert.deepEqual(fence.cover, [{ kind: 'fence', sides: 'E SE SW W NW NE', hexes: 'F1 G1' }]);
  const trench = drafting.paint(fence, [6], 'x');
  assert.deepEqual(drafting.coverAt(trench, 6), { kind: 'trench', sides: drafting.SIDES });
  assert.deepEqual(drafting.paint(trench, [5, 6], '.').cover, []);
});

test('cover by hexside; what must have cover keeps one side', () => {
  let battle = drafting.toggleSide(blank(), 20, 'W', 'trench');
  assert.deepEqual(battle.cover, [{ kind: 'trench', sides: 'W', hexes: 'H2' }]);
  battle = drafting.toggleSide(battle, 20, 'W', 'trench');
  assert.deepEqual(battle.cover, []);
  let fence = drafting.paint(blank(), [3], 'r');
  for (const side of drafting.SIDES) fence = drafting.toggleSide(fence, 3, side, 'fence');
  assert.equal(drafting.coverAt(fence, 3)?.sides.length, 1);
});

test('a unit takes the place of one of its layer, and of the enemy', () => {
  const inf = { kind: 'infantry', name: 'a', morale: 'black' };
  let battle = drafting.place(blank(), 40, 'union', inf);
  battle = drafting.place(battle, 40, 'union', { kind: 'leader', name: 'l' });
  battle = drafting.place(battle, 40, 'union', { kind: 'cavalry', name: 'c', morale: 'gold' });
  assert.deepEqual(
    drafting.unitsAt(battle, 40).map((u) => u.unit.name),
    ['l', 'c'],
  );
  battle = drafting.place(battle, 40, 'csa', inf);
  assert.deepEqual(
    drafting.unitsAt(battle, 40).map((u) => u.side),
    ['csa'],
  );
  assert.equal(drafting.freshName(battle, 'csa', 'x'), 'x 1');
});

test('to be mirrored twice is to be as before, whatever lies there', () => {
  let battle = drafting.paint(blank(), [0, 25, 26, 60, 38], 'x');
  battle = drafting.toggleSide(battle, 25, 'NE', 'trench');
  battle = drafting.lay(battle, [1, 2, 15, 28], 'road');
  battle = drafting.toggleBlock(battle, 77, 'csa', 'control');
  battle = drafting.place(battle, 51, 'csa', { kind: 'infantry', name: 'a', morale: 'black', home: 'top' });
  battle.union.reinforcements.push({ turn: 3, hexes: 'A4 A5', units: [] });
  for (const how of [{ across: true }, { down: true }, { across: true, down: true }]) {
    const there = drafting.turned(battle, how);
    assert.notDeepEqual(there, battle);
    assert.deepEqual(drafting.turned(there, how), battle);
    assert.equal(new Set(Array.from({ length: 117 }, (_, h) => drafting.turnedHex(h, Boolean(how.across), Boolean(how.down)))).size, 117);
  }
});

test('there and back', () => {
  const draft = new drafting.Draft(blank());
  assert.equal(draft.change(blank()), false);
  draft.change(drafting.paint(draft.battle, [1], 'f'));
  draft.change(drafting.erase(draft.battle, 1));
  assert.equal(drafting.groundAt(draft.battle, 1), '.');
  assert.ok(draft.undo());
  assert.equal(drafting.groundAt(draft.battle, 1), 'f');
  assert.ok(draft.redo() && draft.undo() && draft.undo() && !draft.undo());
});
