// The requests of people with a name.

/**
 * @import {
 *   BeginPasskey, ByMail, Ceremony, ChangeMe, DeleteMe, DropPasskey, EndSession, Entered, FinishPasskey, Greeting, Me, Profile, Seated, Sent, TakenAlong
 * } from './wire'
 * @import { Child } from './types'
 */

import { get, post } from './api.js';
import { h, put } from './dom.js';
import { recall, remember } from './memory.js';
import { keepSeat } from './seats.js';

export const people = {
  /** @type {() => Promise<Greeting>} */
  here: () => get('/api/here'),
  /** @type {() => Promise<Me>} */
  me: () => get('/api/me'),
  /** @type {(name: string) => Promise<Profile>} */
  profile: (name) => get(`/api/people/${encodeURIComponent(name)}`),
  /** @type {(wish: ByMail) => Promise<Sent>} */
  byMail: (wish) => post('/api/enter/mail', wish),
  /** @type {(token: string) => Promise<Entered>} */
  byLink: (token) => post('/api/enter/link', { token }),
  /** @type {(wish: BeginPasskey) => Promise<Ceremony>} */
  beginPasskey: (wish) => post('/api/enter/passkey', wish),
  /** @type {(wish: FinishPasskey) => Promise<Entered>} */
  finishPasskey: (wish) => post('/api/enter/passkey/finish', wish),
  /** @type {() => Promise<Sent>} */
  leave: () => post('/api/me/leave'),
  /** @type {(wish: ChangeMe) => Promise<Me>} */
  change: (wish) => post('/api/me', wish),
  /** @type {(wish: ByMail) => Promise<Sent>} */
  changeMail: (wish) => post('/api/me/mail', wish),
  /** @type {(tokens: string[]) => Promise<TakenAlong>} */
  takeAlong: (tokens) => post('/api/me/seats', { tokens }),
  /** @type {(match: string) => Promise<Seated>} */
  open: (match) => {
    meet(match);
    return post('/api/me/open', { match });
  },
  /** @type {(wish: EndSession) => Promise<Me>} */
  end: (wish) => post('/api/me/sessions/end', wish),
  /** @type {(wish: DropPasskey) => Promise<Me>} */
  drop: (wish) => post('/api/me/passkeys/drop', wish),
  /** @type {() => Promise<Record<string, unknown>>} */
  export: () => get('/api/me/export'),
  /** @type {(wish: DeleteMe) => Promise<Sent>} */
  delete: (wish) => post('/api/me/delete', wish),
};

const MOST_MET = 20;

/**
 * Whether this browser has opened a game that began without its player, or has closed the banner that told of it.
 * @param {string} match
 */
export const hasMet = (match) => recall('met', /** @type {string[]} */ ([])).includes(match);

/** @param {string} match */
export const meet = (match) => remember('met', [match, ...recall('met', /** @type {string[]} */ ([]))].slice(0, MOST_MET));

/** Whether this browser came in some time ago; the server knows better. */
export const wasHere = () => recall('name', '') !== '';

/** @param {string | null} name */
export const rememberName = (name) => remember('name', name ?? '');

/**
 * Something to click that opens a match at which one holds a seat.
 * @param {string} match
 * @param {...Child} words
 */
export function opener(match, ...words) {
  const open = async () => {
    const seat = await people.open(match);
    keepSeat(seat.token);
    location.href = seat.url;
  };
  return h('button', { type: 'button', class: 'plain opens', onclick: open }, words);
}

// --- passkeys -------------------------------------------------------------------------------------------

export const hasPasskeys = () => 'PublicKeyCredential' in globalThis && isSecureContext && !/^[\d.]+$|:/.test(location.hostname);

/**
 * Make a passkey, for somebody new of that name or (none) for who is in already.
 * @param {string | null} name
 */
export async function makePasskey(name) {
  const { options } = await people.beginPasskey({ new: true, name });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(options));
  const made = await navigator.credentials.create({ publicKey });
  return people.finishPasskey({ new: true, credential: JSON.stringify(made) });
}

/** Come in by a passkey. */
export async function usePasskey() {
  const { options } = await people.beginPasskey({});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(options));
  const used = await navigator.credentials.get({ publicKey });
  return people.finishPasskey({ credential: JSON.stringify(used) });
}

/**
 * A table of rows under headings.
 * @param {string[]} headings
 * @param {(string | number)[][]} rows
 */
export function grid(headings, rows) {
  const body = h('tbody');
  put(
    body,
    rows.map((row) =>
      h(
        'tr',
        {},
        row.map((x) => h('td', {}, x)),
      ),
    ),
  );
  const head = h(
    'tr',
    {},
    headings.map((x) => (x ? h('th', { scope: 'col' }, x) : h('td', {}))),
  );
  return h('div', { class: 'grid' }, h('table', {}, h('thead', {}, head), body));
}
