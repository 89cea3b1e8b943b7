// The text of a rule where its number stands; its page is one click further.

/**
 * @import { Clause, Rules } from './wire'
 * @import { Child } from './types'
 * @import { Table } from './page-table.js'
 * @import { At } from './pop.js'
 */

import { house, problem } from './api.js';
import { h } from './dom.js';
import { lang, t } from './words.js';

/** Books by language and title. @type {Map<string, Promise<Rules>>} */
const books = new Map();

/** @param {string} title */
function bookOf(title) {
  const key = `${lang()} ${title}`;
  const book = books.get(key) ?? house.rules(title);
  books.set(key, book);
  book.catch(() => books.delete(key));
  return book;
}

/**
 * How we play a clause: the ruling under a heading that says of what kind it is, and why it departs from the rulebook.
 * @param {Clause} clause
 * @param {(words: string) => Child} [linked] turns the numbers of rules in a text into links
 * @returns {Child[]}
 */
export function rulingParagraphs({ ruling, ruling_kind: kind, departs_because: reason }, linked = (words) => words) {
  if (!ruling) return [];
  const heading = t(`rules.ruling_${kind}`);
  const because = reason ? [' ', h('strong', {}, t('rules.because')), ' ', linked(reason)] : [];
  return [h('p', { class: `ruling ${kind}` }, h('strong', {}, heading), ' ', linked(ruling), ...because)];
}

/**
 * @param {Table} table
 * @param {string} rule
 * @param {At} at
 */
export async function showRule(table, rule, at) {
  const { title } = table.store.about;
  const href = `/rules/${title}#${rule}`;
  try {
    const clause = (await bookOf(title)).clauses.find((c) => c.id === rule);
    table.pop.open(
      `${rule} ${clause?.topic ?? ''}`,
      at,
      h('p', {}, clause?.text ?? ''),
      clause ? rulingParagraphs(clause) : null,
      h('p', {}, h('a', { href, target: '_blank', rel: 'noopener' }, t('rules.page'))),
    );
  } catch (e) {
    table.say(problem(e).message);
  }
}
