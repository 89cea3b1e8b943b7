// A small table for tests: two posts on the board, a hand beside it, three pieces.

/** @import { About, Choice, Place, Question, Room, Scene, TableMessage, Token } from '../../../src/bivouac/web/js/wire' */

/** @type {Place[]} */
export const PLACES = [
  { id: 'post:0', name: 'The mill', x: 10, y: 20, size: 40 },
  { id: 'post:1', name: 'The chapel', x: 90, y: 20, size: 40 },
];

/** @type {Set<string>} */
export const BOARD = new Set(PLACES.map((p) => p.id));

/**
 * @param {string} id
 * @param {string} at
 * @param {Partial<Token>} [more]
 * @returns {Token}
 */
export const token = (id, at, more = {}) => ({ id, at, face: 'picket', name: id, side: 0, ...more });

/**
 * @param {number} answer
 * @param {...string} targets
 * @returns {Choice}
 */
export const choice = (answer, ...targets) => ({ answer, label: `do ${answer}`, targets, leads: false });

/**
 * @param {Partial<About>} [more]
 * @returns {About}
 */
export const about = (more = {}) => ({
  title: 'pickets',
  name: 'Pickets',
  scenario: 'A night',
  options: [],
  secrets: false,
  owner: true,
  places: PLACES,
  sides: ['Union', 'Confederacy'],
  levels: [],
  odds: false,
  sight: false,
  recap: 0,
  page: [],
  positions: false,
  study: false,
  ahead: null,
  seconds: { choices: [5], standard: 5 },
  ...more,
});

/**
 * @param {Partial<Room>} [more]
 * @returns {Room}
 */
export const room = (more = {}) => ({
  side: 0,
  sides: [0],
  thinking: null,
  clock: null,
  seats: ['Union', 'Confederacy'].map((name) => ({
    name,
    agent: null,
    computer: false,
    seconds: 20,
    here: true,
    aim: '',
    opened: false,
    vacant: false,
  })),
  request: null,
  requested: false,
  said: 0,
  ...more,
});

/**
 * @param {Partial<Scene>} [more]
 * @returns {Scene}
 */
export const scene = (more = {}) => ({
  full: true,
  gone: [],
  tokens: [token('picket:0', 'post:0'), token('picket:1', 'post:0'), token('card:0', 'hand')],
  faces: {},
  status: ['Night'],
  panels: [{ id: 'hand', kind: 'hand', name: 'Hand', cells: [{ id: 'hand', name: 'Hand' }] }],
  ...more,
});

/**
 * @param {Choice[]} choices
 * @param {Partial<Question>} [more]
 * @returns {Question}
 */
export const question = (choices, more = {}) => ({
  yours: true,
  side: 0,
  name: 'Union',
  serial: 0,
  here: true,
  agent: null,
  prompt: 'Which?',
  rule: 'TOY-1',
  choices,
  about: [],
  ...more,
});

/**
 * @param {Partial<TableMessage>} [more]
 * @returns {TableMessage}
 */
export const message = (more = {}) => ({
  kind: 'table',
  rev: 1,
  base: null,
  by: null,
  room: room(),
  scene: scene(),
  question: null,
  log: { from: -1, more: false, lines: [] },
  outcome: null,
  serial: 0,
  undo: { free: false, ask: false, practice: false, why: '' },
  notes: [],
  dice: { from: 0, commit: 'ab', wanted: false },
  ...more,
});

/** A change of nothing but what is told. */
export const NO_CHANGE = scene({ full: false, tokens: [], panels: undefined });
