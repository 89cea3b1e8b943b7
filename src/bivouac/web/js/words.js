// The words of the pages in the reader's language, and how numbers and times are said in it.

/** @import { Sentences } from './wire' */
/** @typedef {Record<string, string | number>} Facts */

/** @type {Record<string, string>} */
export const LANGUAGES = { en: 'English', it: 'Italiano' };

let language = 'en';
/** @type {Sentences} */
let words = {};

export const lang = () => language;

/**
 * The first of the languages somebody might want that we speak.
 * @param {(string | null | undefined)[]} wanted
 */
export const spoken = (...wanted) => wanted.map((l) => l?.slice(0, 2)).find((l) => l && l in LANGUAGES) || 'en';

/**
 * @param {string} id
 * @param {Sentences} found
 */
export function learnWords(id, found) {
  language = id;
  words = found;
}

/**
 * A sentence by its key; {name} is filled in, {n:one|many} chooses by number.
 * @param {string} key
 * @param {Facts} [facts]
 */
export function t(key, facts = {}) {
  const [section, name] = key.split('.');
  const found = words[section]?.[name];
  if (typeof found !== 'string') return key;
  return found.replace(/\{(\w+)(?::([^{}|]*)\|([^{}]*))?\}/g, (all, blank, one, many) => {
    if (!(blank in facts)) return all;
    return one === undefined ? String(facts[blank]) : facts[blank] === 1 ? one : many;
  });
}

/**
 * A time of the server: today's by the clock, others by the date.
 * @param {number} seconds
 */
export function when(seconds) {
  const date = new Date(seconds * 1000);
  const today = new Date().toDateString() === date.toDateString();
  return new Intl.DateTimeFormat(
    language,
    today ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } : { day: 'numeric', month: 'short', year: 'numeric' },
  ).format(date);
}

/** @param {number} share */
export const percent = (share) =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 }).format(share);
