// The seats this browser knows: their links are kept here and nowhere else.

import { recall, remember } from './memory.js';
import { forgetPromises } from './promises.js';

/** @returns {string[]} */
export const seats = () => recall('seats', []);

/** @param {string} token */
export function keepSeat(token) {
  remember('seats', [token, ...seats().filter((x) => x !== token)].slice(0, 60));
}

/** @param {string} token */
export function dropSeat(token) {
  remember(
    'seats',
    seats().filter((x) => x !== token),
  );
  forgetPromises(token);
}
