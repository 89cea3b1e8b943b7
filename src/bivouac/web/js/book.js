// A rulebook as data: finding words in it, in either language, and the clauses that its texts speak of.

/** @import { Clause, Rules } from './wire' */

/**
 * Small letters without accents, for searching.
 * @param {string} text
 */
export const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** @param {Clause} c */
const said = (c) => plain(`${c.id} ${c.topic} ${c.text} ${c.ruling ?? ''} ${c.departs_because ?? ''} ${c.reason ?? ''}`);

/**
 * The numbers of the clauses in which all wanted words stand, in one of the books: the same one in several languages.
 * @param {Rules[]} books
 * @param {string} wanted
 */
export function found(books, wanted) {
  const parts = plain(wanted).split(/\s+/).filter(Boolean);
  const hits = books.flatMap((book) =>
    book.clauses.filter((c) => {
      const all = said(c);
      return parts.every((part) => all.includes(part));
    }),
  );
  return new Set(hits.map((c) => c.id));
}

/**
 * What a text can speak of by a number: every clause, and every section ("4.2.3") by the first of its clauses.
 * @param {Rules} book
 */
export function numbers(book) {
  /** @type {Map<string, string>} */
  const known = new Map();
  const start = book.prefix.length + 1;
  for (const { id } of book.clauses) {
    const bare = id.slice(start);
    const section = bare.replace(/[a-z]$/, '');
    for (const name of [id, bare, section]) if ((name === id || /\d\.\d/.test(name)) && !known.has(name)) known.set(name, id);
  }
  return known;
}

/**
 * A text in pieces: words, and [what it says, the clause it speaks of].
 * @param {string} text
 * @param {Map<string, string>} known
 * @returns {(string | [string, string])[]}
 */
export function pieces(text, known) {
  return text.split(/([A-Z]+-[\w.-]*\w|\b[A-Z]?\d+(?:\.\d+)+[a-z]?\b)/).map((part, i) => {
    const id = i % 2 ? known.get(part) : undefined;
    return id ? [part, id] : part;
  });
}

/**
 * For each clause, the others that speak of it.
 * @param {Rules} book
 */
export function speakers(book) {
  const known = numbers(book);
  /** @type {Map<string, Set<string>>} */
  const by = new Map();
  for (const c of book.clauses)
    for (const piece of pieces(`${c.text} ${c.ruling ?? ''}`, known))
      if (Array.isArray(piece) && piece[1] !== c.id) by.set(piece[1], (by.get(piece[1]) ?? new Set()).add(c.id));
  return by;
}
