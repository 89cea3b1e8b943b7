// The seats this browser knows: their links are kept here and nowhere else.

import { recall, remember } from './memory.js';
import { forgetPromises } from './promises.js';

const MOST = 60;

/** @returns {string[]} */
export const seats = () => recall('seats', []);

/** @param {string} token */
export const knowsSeat = (token) => seats().includes(token);

/** @param {string} token */
export function keepSeat(token) {
  remember('seats', [token, ...seats().filter((x) => x !== token)].slice(0, MOST));
}

/**
 * After which answer somebody has last looked at a table; the seat's adjutant may have answered since.
 * @param {string} token
 * @returns {number | undefined}
 */
export const seenUntil = (token) => recall('seen', /** @type {Record<string, number>} */ ({}))[token];

/**
 * @param {string} token
 * @param {number} serial
 */
export function see(token, serial) {
  const others = Object.entries(recall('seen', /** @type {Record<string, number>} */ ({}))).filter(([known]) => known !== token);
  remember('seen', Object.fromEntries([[token, serial], ...others].slice(0, MOST)));
}

/** @param {string} token */
export function dropSeat(token) {
  remember(
    'seats',
    seats().filter((x) => x !== token),
  );
  forgetPromises(token);
}
