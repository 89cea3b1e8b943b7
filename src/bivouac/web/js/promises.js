// What this browser was promised of the dice, and what it gave to them. A promise is kept here before anything is given: whoever made it
// could not know what would be, and cannot change it afterwards.

/**
 * @import { Promise as Promised } from './wire'
 * @import { Seat } from './api.js'
 * @typedef {{ commit: string, nonce: string | null }} Kept
 */

import { recall, remember } from './memory.js';

/** Promises for which a nonce is on its way. @type {Set<string>} */
const giving = new Set();

/**
 * @param {string} token
 * @returns {Kept[]}
 */
export const promises = (token) => recall(`promises.${token}`, []);

const MOST = 1000;

/** What this browser was promised for the games of tournaments. @returns {Kept[]} */
const ofTournaments = () => recall('promises.tournaments', []);

/**
 * Those of them that became the dice of one game.
 * @param {{ commit: string }[]} spans
 */
export const tournamentPromises = (spans) => ofTournaments().filter((x) => spans.some((span) => span.commit === x.commit));

/**
 * Keep what is promised for all games of a tournament; gives the nonce for them.
 * @param {string[]} commits
 */
export function keepTournamentPromises(commits) {
  const known = ofTournaments();
  const nonce = known.find((x) => commits.includes(x.commit))?.nonce ?? newNonce();
  const others = known.filter((x) => !commits.includes(x.commit));
  remember('promises.tournaments', [...others, ...commits.map((commit) => ({ commit, nonce }))].slice(-MOST));
  return nonce;
}

/** @param {string} token */
export const forgetPromises = (token) => remember(`promises.${token}`, null);

/** Sixteen random bytes. */
function newNonce() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, '0')).join('');
}

/**
 * Keep a promise; if the dice wait for this browser, with the nonce that it gives for it.
 * @param {string} token
 * @param {Promised} promise
 */
export function keepPromise(token, { commit, wanted }) {
  const known = promises(token);
  const before = known.find((x) => x.commit === commit);
  if (before && (before.nonce || !wanted)) return before;
  const kept = { commit, nonce: wanted ? newNonce() : null };
  remember(`promises.${token}`, [...known.filter((x) => x !== before), kept]);
  return kept;
}

/**
 * The nonce came too late: another promise has taken the place of this one, or the seat has given a nonce from elsewhere.
 * @param {string} token
 * @param {string} commit
 */
function forgetNonce(token, commit) {
  remember(
    `promises.${token}`,
    promises(token).map((x) => (x.commit === commit ? { commit, nonce: null } : x)),
  );
}

/**
 * Keep what is promised, and give what is wanted for it. True if something was given.
 * @param {Pick<Seat, 'token' | 'give'>} seat
 * @param {Promised} promise
 */
export async function honour(seat, promise) {
  const { commit, nonce } = keepPromise(seat.token, promise);
  if (!promise.wanted || !nonce || giving.has(commit)) return false;
  giving.add(commit);
  try {
    const { taken } = await seat.give({ nonce, commit });
    if (!taken) forgetNonce(seat.token, commit);
    return true;
  } finally {
    giving.delete(commit);
  }
}
