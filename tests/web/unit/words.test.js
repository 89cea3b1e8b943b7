// Sentences, numbers, languages; what a browser remembers; what a difference of the log keeps.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { path } from '../../../src/bivouac/web/js/graph.js';
import { common } from '../../../src/bivouac/web/js/log.js';
import { recall, remember } from '../../../src/bivouac/web/js/memory.js';
import { learnWords, percent, spoken, t, when } from '../../../src/bivouac/web/js/words.js';

test('a sentence is filled in, and chooses by number', () => {
  learnWords('en', { table: { lit: '{n} {n:thing|things} for {side}' } });
  assert.equal(t('table.lit', { n: 1, side: 'you' }), '1 thing for you');
  assert.equal(t('table.lit', { n: 2, side: 'you' }), '2 things for you');
  assert.equal(t('table.lit', { n: 2 }), '2 things for {side}', 'what is not known stays to be seen');
  assert.equal(t('table.nothing'), 'table.nothing');
  assert.equal(t('nowhere.nothing'), 'nowhere.nothing');
});

test('numbers are said as the language says them', () => {
  learnWords('it', {});
  assert.equal(percent(0.055), '5,5%');
  assert.equal(percent(0.5), '50%');
});

test('a time of today has twenty-four hours in every language', () => {
  const noon = new Date();
  noon.setHours(15, 58, 0, 0);
  for (const language of ['en', 'it']) {
    learnWords(language, {});
    assert.equal(when(noon.getTime() / 1000), '15:58');
  }
});

test('the first language that we speak is spoken', () => {
  assert.equal(spoken('', null, 'fr-FR', 'it-CH', 'en'), 'it');
  assert.equal(spoken('xx'), 'en');
});

test('where nothing can be remembered nothing fails', () => {
  remember('pace', 'fast');
  assert.equal(recall('pace', 'normal'), 'normal');
});

test('the log keeps the lines that are still the same', () => {
  const lines = [0, 1, 2].map((n) => ({ n, text: `${n}` }));
  assert.equal(common(lines, [...lines, { n: 3, text: '3' }]), 3);
  assert.equal(common(lines, [lines[0], { n: 1, text: 'another' }]), 1);
  assert.equal(common(lines, []), 0);
});

test('the course of the chances runs from left to right, upwards for the Union', () => {
  const points = [
    { at: 0, chance: 0.5 },
    { at: 5, chance: 1 },
    { at: 10, chance: 0 },
  ];
  assert.deepEqual(path(points), ['0.0 60.0', '240.0 0.0', '480.0 120.0']);
});
