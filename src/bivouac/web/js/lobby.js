// The requests of the lobby, and what waits for somebody: in the tab's title and on the app's badge.

/** @import { Agreed, Away, Lobby, NewChallenge, PlayComputer, Rematch, Revision, Seated, Sent } from './wire' */

import { get, post } from './api.js';

export const desk = {
  /** @type {() => Promise<Lobby>} */
  lobby: () => get('/api/lobby'),
  /** @type {(wish: NewChallenge) => Promise<Sent>} */
  leave: (wish) => post('/api/challenges', wish),
  /** @type {(id: string) => Promise<Seated>} */
  take: (id) => post('/api/challenges/take', { id }),
  /** @type {(wish: PlayComputer) => Promise<Seated>} */
  computer: (wish) => post('/api/club/computer', wish),
  /** @type {(id: string) => Promise<Sent>} */
  drop: (id) => post('/api/challenges/drop', { id }),
  /** @type {(token: string) => Promise<Agreed>} */
  agreed: (token) => get(`/api/table/${token}/agreed`),
  /** @type {(token: string) => Promise<Revision>} */
  claim: (token) => post(`/api/table/${token}/claim`),
  /** @type {(token: string) => Promise<Rematch>} */
  rematch: (token) => post(`/api/table/${token}/rematch`),
  /** @type {() => Promise<Away>} */
  away: () => get('/api/me/vacation'),
  /** @type {(days: number) => Promise<Away>} */
  goAway: (days) => post('/api/me/vacation', { days }),
};

let waiting = 0;

/**
 * The title of the page, behind the number of things that wait.
 * @param {string} title
 */
export function entitle(title) {
  document.title = `${waiting ? `(${waiting}) ` : ''}${title}`;
}

/**
 * So many things wait for who sits here.
 * @param {number} n
 */
export function tellWaiting(n) {
  waiting = n;
  entitle(document.title.replace(/^\(\d+\) /, ''));
  const app = /** @type {{ setAppBadge?: (n: number) => Promise<void> }} */ (navigator);
  app.setAppBadge?.(n).catch(() => {});
}
