// The seats this browser knows: their links are kept here and nowhere else.

import { recall, remember } from './dom.js';

export const seats = () => recall('seats', []);

export function keepSeat(token) {
  remember('seats', [token, ...seats().filter((s) => s !== token)].slice(0, 60));
}

export function dropSeat(token) {
  remember(
    'seats',
    seats().filter((s) => s !== token),
  );
}
