// What the server told adds up, and can be asked about.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Store, counted, once } from '../../../src/bivouac/web/js/store.js';
import { BOARD, NO_CHANGE, about, choice, message, question, room, scene, token } from './kit.js';

/** @param {Parameters<typeof message>[0]} [more] */
function told(more) {
  const store = new Store(about());
  store.apply(message(more));
  return store;
}

test('a whole message replaces everything, a difference only what it names', () => {
  const store = told();
  store.merge(scene({ full: false, gone: ['picket:0'], tokens: [token('picket:1', 'post:1')], panels: undefined, status: ['Dawn'] }));
  assert.deepEqual([...store.tokens.keys()], ['picket:1', 'card:0']);
  assert.equal(store.tokens.get('picket:1')?.at, 'post:1');
  assert.equal(store.panels.length, 1, 'panels that did not change stay');
  assert.deepEqual(store.status, ['Dawn']);
  store.apply(message({ scene: scene({ tokens: [token('picket:7', 'post:0')] }) }));
  assert.deepEqual([...store.tokens.keys()], ['picket:7']);
});

test('another order of the tokens is told by their ids', () => {
  const store = told();
  store.merge(scene({ full: false, tokens: [], order: ['card:0', 'picket:1', 'nobody', 'picket:0'] }));
  assert.deepEqual([...store.tokens.keys()], ['card:0', 'picket:1', 'picket:0']);
});

test('a snapshot is not changed by what comes after it', () => {
  const store = told();
  const kept = store.snapshot();
  store.merge(scene({ full: false, gone: ['picket:0'], tokens: [] }));
  assert.ok(kept.tokens.has('picket:0') && !store.tokens.has('picket:0'));
  store.restore(kept);
  assert.ok(store.tokens.has('picket:0'));
});

test('the log goes on from the answer that a difference names, and is dropped with what is taken back', () => {
  const lines = (/** @type {number[]} */ ...numbers) => numbers.map((n) => ({ n, text: `line ${n}` }));
  const store = told({ log: { from: -1, more: true, lines: lines(-1, 0, 1) } });
  assert.ok(store.more);
  store.apply(message({ base: 1, scene: NO_CHANGE, log: { from: 2, more: false, lines: lines(2) } }));
  assert.deepEqual(
    store.log.map((x) => x.n),
    [-1, 0, 1, 2],
  );
  assert.ok(store.more, 'a difference says nothing of older lines');
  store.apply(
    message({ base: 2, scene: NO_CHANGE, log: { from: 1, more: false, lines: lines(1) }, notes: [{ n: 1, text: 'taken back' }] }),
  );
  assert.deepEqual(
    store.lines().map((x) => x.text),
    ['line -1', 'line 0', 'line 1', 'taken back'],
  );
  store.lengthen({ more: false, lines: [{ n: -1, text: 'the very first' }] });
  assert.equal(store.log[0].text, 'the very first');
  assert.ok(!store.more);
});

test('what is lit says everything that choosing it could do; nothing is lit while looking back', () => {
  const store = told({ question: question([choice(1, 'picket:0'), choice(2, 'picket:0', 'post:1'), choice(3)]) });
  assert.deepEqual(store.lit(), new Map(Object.entries({ 'picket:0': 'do 1; do 2', 'post:1': 'do 2' })));
  assert.deepEqual(
    store.choicesFor('picket:0').map((c) => c.answer),
    [1, 2],
  );
  store.mode = 'still';
  assert.equal(store.lit().size, 0);
  assert.deepEqual(store.choicesFor('picket:0'), []);
});

test('options that nothing in sight stands for become buttons', () => {
  const pool = { id: 'pool', kind: 'pool', name: 'Pool', cells: [{ id: 'tray', name: 'Tray' }] };
  const tokens = [token('picket:0', 'post:0'), token('card:0', 'hand'), token('cube:0', 'tray')];
  const panels = [...(scene().panels ?? []), pool];
  const choices = [choice(1, 'picket:0'), choice(2, 'card:0'), choice(3, 'cube:0'), choice(4), choice(5, 'post:1'), choice(6, 'tray')];
  const store = told({ scene: scene({ tokens, panels }), question: question(choices) });
  assert.deepEqual(
    store.buttons(BOARD).map((c) => c.answer),
    [3, 4, 6],
  );
});

test('a question to somebody else has no choices', () => {
  const store = told({ question: { yours: false, side: 1, name: 'Confederacy', serial: 0, here: false, agent: null } });
  assert.equal(store.ask, null);
  assert.deepEqual(store.buttons(BOARD), []);
});

test('between two people at one screen a title with secrets is covered, and nobody else', () => {
  const both = room({ side: null, sides: [0, 1] });
  const asked = question([]);
  const store = new Store(about({ secrets: true }));
  store.apply(message({ room: both, question: asked }));
  assert.ok(store.isCovered);
  for (const open of [
    { room: { ...both, side: 0 } },
    { room: room() },
    { question: { ...asked, agent: 'veteran' } },
    { outcome: { winner: 0, text: '', rule: null, name: 'Union' } },
  ]) {
    store.apply(message({ room: both, question: asked, ...open }));
    assert.ok(!store.isCovered);
  }
  store.apply(message({ room: both, question: asked }));
  store.mode = 'recap';
  assert.ok(!store.isCovered, 'looking back shows what everybody may see');
});

test('a seat lent to a computer is not mine, and the side that gives up is the one that is asked', () => {
  const store = told({ room: room({ sides: [0, 1] }), question: question([], { side: 1 }) });
  assert.ok(store.isMine(0) && store.isMine(1) && !store.isMine(null));
  assert.equal(store.giver, 1);
  const [union, csa] = room().seats;
  store.greet(room({ seats: [{ ...union, agent: 'veteran' }, csa] }));
  assert.ok(!store.isMine(0) && !store.isMine(1));
  assert.equal(store.giver, 0);
});

test('the clock of a computer counts from when it was heard of', () => {
  const store = told();
  store.greet(room({ thinking: 1, clock: { spent: 2.5, seconds: 20, running: true } }), 10_000);
  assert.equal(store.clockSince, 7_500);
});

test('alike names are counted', () => {
  assert.equal(counted([{ name: 'infantry' }, { name: 'leader' }, { name: 'infantry' }]), '2 × infantry, leader');
});

test('what is told several times in a row is told once, with its number; dice are told each', () => {
  /** @type {import('../../../src/bivouac/web/js/wire').LogLine[]} */
  const lines = [
    { n: 1, text: 'A' },
    { n: 2, text: 'B', targets: ['x'] },
    { n: 3, text: 'B', targets: ['y'] },
    { n: 4, text: 'C', dice: [1] },
    { n: 5, text: 'C', dice: [1] },
  ];
  assert.deepEqual(
    once(lines).map((x) => x.text),
    ['A', '2 × B', 'C', 'C'],
  );
  assert.deepEqual(once(lines)[1].targets, ['x', 'y']);
});
