// The requests of the lobby.

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
