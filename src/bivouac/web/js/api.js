// The server's JSON interface, and the words of the pages in the reader's language.

import { recall, remember } from './dom.js';

export const LANGUAGES = { en: 'English', it: 'Italiano' };

function firstLanguage() {
  const asked = new URLSearchParams(location.search).get('lang');
  if (LANGUAGES[asked]) return asked;
  const known = recall('language');
  if (LANGUAGES[known]) return known;
  return (navigator.languages || []).map((l) => l.slice(0, 2)).find((l) => LANGUAGES[l]) || 'en';
}

let language = firstLanguage();
let words = {};

export const lang = () => language;

export async function speak(wanted = language) {
  const found = await get('/api/words', { lang: wanted });
  words = found;
  language = wanted;
  document.documentElement.lang = wanted;
  remember('language', wanted);
}

/** A sentence by its key; {name} is filled in, {n:one|many} chooses by number. */
export function t(key, facts = {}) {
  const found = key.split('.').reduce((node, part) => node?.[part], words);
  if (typeof found !== 'string') return key;
  return found.replace(/\{(\w+)(?::([^{}|]*)\|([^{}]*))?\}/g, (all, name, one, many) => {
    if (!(name in facts)) return all;
    return one === undefined ? facts[name] : facts[name] === 1 ? one : many;
  });
}

export class Problem extends Error {
  constructor(status, error) {
    super(error?.message || t('errors.unreachable'));
    this.status = status;
    this.rule = error?.rule;
    this.stale = error?.stale;
  }
}

async function call(method, path, query, body) {
  const url = new URL(path, location.origin);
  for (const [name, value] of Object.entries({ lang: language, ...query }))
    if (value !== null && value !== undefined) url.searchParams.set(name, value);
  let response;
  try {
    response = await fetch(url, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
    });
  } catch {
    throw new Problem(0, null);
  }
  if (!response.ok) throw new Problem(response.status, (await response.json().catch(() => null))?.error);
  return response;
}

export const get = async (path, query = {}) => (await call('GET', path, query)).json();
export const getText = async (path, query = {}) => (await call('GET', path, query)).text();
export const post = async (path, body = {}, query = {}) => (await call('POST', path, query, body)).json();

export function when(seconds) {
  const date = new Date(seconds * 1000);
  const today = new Date().toDateString() === date.toDateString();
  return new Intl.DateTimeFormat(
    language,
    today ? { hour: '2-digit', minute: '2-digit' } : { day: 'numeric', month: 'short', year: 'numeric' },
  ).format(date);
}

export const percent = (share) =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 }).format(share);
