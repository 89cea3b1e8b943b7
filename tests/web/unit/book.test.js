// Searching a rulebook, and the clauses that its texts speak of.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { found, numbers, pieces, speakers } from '../../../src/bivouac/web/js/book.js';

/** @type {(id: string, text: string, more?: object) => any} */
const clause = (id, text, more = {}) => ({ id, chapter: '4', topic: 'topic', text, status: 'enforced', ...more });
/** @type {(...clauses: any[]) => any} */
const book = (...clauses) => ({ prefix: 'AHD', clauses });

test('words are found in either language, without accents, all of them', () => {
  const en = book(clause('AHD-4.2a', 'The city is held'), clause('AHD-4.2b', 'A line of sight', { ruling: 'In the city' }));
  const it = book(clause('AHD-4.2a', 'La città è tenuta'), clause('AHD-4.2b', 'Una linea di vista'));
  assert.deepEqual([...found([en, it], 'CITTA')], ['AHD-4.2a']);
  assert.deepEqual([...found([en], 'city')], ['AHD-4.2a', 'AHD-4.2b']);
  assert.deepEqual([...found([en, it], 'vista linea')], ['AHD-4.2b']);
  assert.equal(found([en, it], 'city vista').size, 0);
  assert.equal(found([en, it], ' ').size, 2);
});

test('a number in a text leads to its clause, or to the first of its section', () => {
  const rules = book(clause('AHD-4.2.3a', 'x'), clause('AHD-4.2.3b', 'y'), clause('AHD-A7.0a', 'see 4.2.3 and AHD-4.2.3b, not 9.9'));
  const known = numbers(rules);
  assert.deepEqual(pieces('see 4.2.3b (4.2.3), A7.0a; 3 or 4', known).filter(Array.isArray), [
    ['4.2.3b', 'AHD-4.2.3b'],
    ['4.2.3', 'AHD-4.2.3a'],
    ['A7.0a', 'AHD-A7.0a'],
  ]);
  assert.equal(pieces('9.9 of 10', known).some(Array.isArray), false);
  assert.deepEqual([...(speakers(rules).get('AHD-4.2.3b') ?? [])], ['AHD-A7.0a']);
});
