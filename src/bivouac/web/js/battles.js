// The server's requests about battles of one's own, and those that this device keeps.

/**
 * @import { Battle } from './battle'
 * @import { Bench, Created, Keep, Kept, KeptBattle, Look, NewMatch, Seen, Tried } from './wire'
 * @typedef {{ id: string, key: string, name: string }} Mine a battle that this browser has put on the server
 * @typedef {{ name: string, battle: Battle, when: number }} Local a battle that this device keeps
 */

import { get, post } from './api.js';
import { recall, remember } from './memory.js';

const TITLE = 'hold-the-line';
const MOST = 30;

export const battles = {
  /** @type {() => Promise<Bench>} */
  bench: () => get(`/api/titles/${TITLE}/bench`),
  /** @type {(wish: Look) => Promise<Seen>} */
  look: (wish) => post(`/api/titles/${TITLE}/look`, wish),
  /** @type {(text: string) => Promise<Tried>} */
  attempt: (text) => post(`/api/titles/${TITLE}/try`, { text }),
  /** @type {(text: string, seats: Record<string, string>) => Promise<Created>} */
  play: (text, seats) => post('/api/matches', /** @type {NewMatch} */ ({ title: TITLE, scenario_text: text, seats })),
  /** @type {(wish: Keep) => Promise<Kept>} */
  keep: (wish) => post('/api/battles', wish),
  /** @type {(id: string) => Promise<KeptBattle>} */
  kept: (id) => get(`/api/battles/${encodeURIComponent(id)}`),
  /** @type {() => Promise<KeptBattle[]>} */
  gallery: () => get('/api/battles'),
  /** @type {(id: string, seats: Record<string, string>) => Promise<Created>} */
  playKept: (id, seats) => post(`/api/battles/${encodeURIComponent(id)}/play`, { seats }),
  /** @type {(id: string) => Promise<Tried>} */
  attemptKept: (id) => post(`/api/battles/${encodeURIComponent(id)}/try`),
  /** @type {(id: string, key: string) => Promise<unknown>} */
  drop: (id, key) => post(`/api/battles/${encodeURIComponent(id)}/drop`, { key }),

  /** @returns {Mine[]} */
  mine: () => recall('battles.mine', []),
  /** @param {Mine} one */
  own: (one) => remember('battles.mine', [one, ...battles.mine().filter((b) => b.id !== one.id)].slice(0, MOST)),
  /** @param {string} id */
  disown: (id) =>
    remember(
      'battles.mine',
      battles.mine().filter((b) => b.id !== id),
    ),

  /** @returns {Local[]} */
  local: () => recall('battles.local', []),
  /** @param {Battle} battle @param {string} name */
  keepHere: (battle, name) =>
    remember(
      'battles.local',
      [{ name, battle, when: Date.now() / 1000 }, ...battles.local().filter((b) => b.battle.id !== battle.id)].slice(0, MOST),
    ),
  /** @param {string} id */
  dropHere: (id) =>
    remember(
      'battles.local',
      battles.local().filter((b) => b.battle.id !== id),
    ),
};
