// The server's JSON interface: every request there is, with what goes and what comes.

/**
 * @import {
 *   Agree, Aid, Answer, BestLine, Better, Chances, Chart, Concede, Created, Dice, Ends, Fault, Forecast, Frames, Gestures, GoTo, Grant, HandOver,
 *   Here, Hint, Invitation, Invite, KeepLine, LessonsOf, Links, NewLesson, NewMatch, NewStudy, Nonce, NonceTaken, Odds, OlderLog, Outlook, Refusal, Reply, Revision,
 *   Rules, Seated, SeatInfo, SeatsMessage, Sentences, SetupGood, Sight, Sign, Status, Still, TableMessage, TakeBack, Taken, TakenBack, Title, Tree, Upload,
 *   Warned
 * } from './wire'
 */

import { remember } from './memory.js';
import { lang, learnWords, t } from './words.js';

/** @typedef {Record<string, string | number | null | undefined>} Query */

/** Something the server refuses, in its words; or (status 0) it cannot be reached. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {Fault | null | undefined} fault
   */
  constructor(status, fault) {
    super(fault?.message || t('errors.unreachable'));
    this.status = status;
    this.rule = fault?.rule ?? null;
    this.stale = fault?.stale ?? false;
  }
}

/**
 * What went wrong, in words; whatever is no problem of ours is thrown on.
 * @param {unknown} e
 */
export function problem(e) {
  if (e instanceof Problem) return e;
  throw e;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Query} [query]
 * @param {unknown} [body]
 */
export async function call(method, path, query = {}, body = undefined) {
  const url = new URL(path, location.origin);
  for (const [name, value] of Object.entries({ lang: lang(), ...query }))
    if (value !== null && value !== undefined) url.searchParams.set(name, String(value));
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

/**
 * @param {string} path
 * @param {Query} [query]
 */
export const get = async (path, query) => (await call('GET', path, query)).json();

/**
 * @param {string} path
 * @param {unknown} [body]
 */
export const post = async (path, body = {}) => (await call('POST', path, {}, body)).json();

/**
 * Speak another language from now on.
 * @param {string} wanted
 */
export async function speak(wanted) {
  /** @type {Sentences} */
  const found = await get('/api/words', { lang: wanted });
  learnWords(wanted, found);
  document.documentElement.lang = wanted;
  remember('language', wanted);
}

/** Everything but the table. */
export const house = {
  /** @type {() => Promise<Title[]>} those that can be played */
  titles: () => house.allTitles().then((all) => all.filter((x) => !x.broken)),
  /** @type {() => Promise<Title[]>} those that cannot be loaded too: they come last, with `broken` */
  allTitles: () => get('/api/titles'),
  /** @type {(title: string, language?: string) => Promise<Rules>} */
  rules: (title, language) => get(`/api/titles/${title}/rules`, language ? { lang: language } : {}),
  /** @type {(wish: NewMatch) => Promise<Created>} */
  begin: (wish) => post('/api/matches', wish),
  /** @type {(wish: NewMatch) => Promise<SetupGood>} */
  check: (wish) => post('/api/matches', { ...wish, check: true }),
  /** @type {(wish: NewStudy) => Promise<Created>} */
  study: (wish) => post('/api/studies', wish),
  /** @type {(wish: Upload) => Promise<Created>} */
  upload: (wish) => post('/api/saves', wish),
  /** @type {(tokens: string[]) => Promise<(Status | null)[]>} */
  status: (tokens) => post('/api/matches/status', { tokens }),
  /** @type {(title: string) => Promise<Aid>} */
  aid: (title) => get(`/api/titles/${title}/aid`),
  /** @type {() => Promise<LessonsOf[]>} */
  lessons: () => get('/api/lessons'),
  /** @type {(wish: NewLesson) => Promise<Created>} */
  teach: (wish) => post('/api/lessons', wish),
  /** @type {(invite: string) => Promise<Invitation>} */
  invitation: (invite) => get(`/api/join/${invite}`),
  /** @type {(invite: string) => Promise<Seated>} */
  sit: (invite) => post(`/api/join/${invite}`),
};

/** One seat at one table: what its link may ask for. `as` is the side that looks, where one link has two. */
export class Seat {
  /** @param {string} token */
  constructor(token) {
    this.token = token;
    /** @type {number | null} */
    this.as = null;
  }

  /**
   * @param {string} path
   * @param {Query} [query]
   */
  async #get(path, query = {}) {
    return get(`/api/table/${this.token}${path}`, { as: this.as, ...query });
  }

  /**
   * @param {string} path
   * @param {unknown} wish
   */
  async #post(path, wish) {
    return post(`/api/table/${this.token}${path}`, wish);
  }

  /**
   * The whole table.
   * @returns {Promise<TableMessage>}
   */
  look() {
    return this.#get('');
  }

  /**
   * The whole table, or only the seats if it is still as at revision `rev`.
   * @param {number | null} rev
   * @returns {Promise<TableMessage | SeatsMessage>}
   */
  news(rev) {
    return this.#get('', { rev });
  }

  /** @returns {Promise<Sign[]>} */
  legend() {
    return this.#get('/legend');
  }

  /** @returns {Promise<string>} */
  async board() {
    return (await call('GET', `/api/table/${this.token}/board`)).text();
  }

  /**
   * @param {Answer} wish
   * @returns {Promise<Taken | Warned | Ends>}
   */
  answer(wish) {
    return this.#post('/answer', wish);
  }

  /**
   * What a reply over the socket says to an answer.
   * @param {Reply} reply
   * @returns {Taken | Warned | Ends}
   */
  said(reply) {
    if (!reply.said) throw new Problem(reply.status, reply.error);
    return reply.said;
  }

  /**
   * The same from a page that is being left.
   * @param {Answer} wish
   */
  farewell(wish) {
    navigator.sendBeacon(`/api/table/${this.token}/answer`, new Blob([JSON.stringify(wish)], { type: 'application/json' }));
  }

  /**
   * @param {TakeBack} wish
   * @returns {Promise<TakenBack>}
   */
  takeBack(wish) {
    return this.#post('/undo', wish);
  }

  /**
   * @param {Grant} wish
   * @returns {Promise<Revision>}
   */
  grant(wish) {
    return this.#post('/grant', wish);
  }

  /**
   * @param {HandOver} wish
   * @returns {Promise<Revision>}
   */
  handOver(wish) {
    return this.#post('/seat', wish);
  }

  /**
   * @param {Concede} wish
   * @returns {Promise<Revision>}
   */
  concede(wish) {
    return this.#post('/concede', wish);
  }

  /**
   * What this browser gives to the dice.
   * @param {Nonce} wish
   * @returns {Promise<NonceTaken>}
   */
  give(wish) {
    return this.#post('/nonce', wish);
  }

  /**
   * Why something cannot be done; without a target, everything that cannot.
   * @param {string} [target]
   * @returns {Promise<Refusal[]>}
   */
  why(target) {
    return this.#get('/why', { target });
  }

  /**
   * What can be done at once with the things that are picked; with `to`, the one list of answers that takes all of them there.
   * @param {string[]} picks
   * @param {{ to?: string, like?: string }} [how] `like`: the answers of the way that the first of them takes
   * @returns {Promise<Gestures>}
   */
  gestures(picks, how = {}) {
    return this.#get('/gestures', { pick: picks.join(','), ...how });
  }

  /**
   * What a thing could do and suffer where it lies.
   * @param {string} of
   * @returns {Promise<Outlook>}
   */
  outlook(of) {
    return this.#get('/outlook', { of });
  }

  /**
   * The line of sight from one place to another, and all that can be seen from the first.
   * @param {string} from
   * @param {string | null} to
   * @returns {Promise<Sight[]>}
   */
  sight(from, to) {
    return this.#get('/sight', { from, to });
  }

  /** @returns {Promise<Chart[]>} */
  charts() {
    return this.#get('/charts');
  }

  /**
   * What the fight would bring that these answers lead to.
   * @param {number[]} answers
   * @returns {Promise<Forecast[]>}
   */
  forecast(answers) {
    return this.#get('/forecast', { answer: answers.join(',') });
  }

  /** @returns {Promise<Here>} */
  here() {
    return this.#get('/aid');
  }

  /** @returns {Promise<Odds>} */
  odds() {
    return this.#get('/odds');
  }

  /** @returns {Promise<Hint[]>} */
  hints() {
    return this.#get('/hints');
  }

  /**
   * The variations of an analysis.
   * @returns {Promise<Tree>}
   */
  tree() {
    return this.#get('/study');
  }

  /**
   * @param {GoTo} wish
   * @returns {Promise<Revision>}
   */
  goTo(wish) {
    return this.#post('/study/go', wish);
  }

  /**
   * @param {KeepLine} wish
   * @returns {Promise<Revision>}
   */
  keepLine(wish) {
    return this.#post('/study/keep', wish);
  }

  /**
   * The computer's best lines in an analysis.
   * @returns {Promise<BestLine[]>}
   */
  lines() {
    return this.#get('/lines');
  }

  /**
   * May this match be analysed before its end?
   * @param {Agree} wish
   * @returns {Promise<Revision>}
   */
  agree(wish) {
    return this.#post('/agree', wish);
  }

  /**
   * What would have been better at a turning point.
   * @param {number} at
   * @returns {Promise<Better[]>}
   */
  better(at) {
    return this.#get(`/better/${at}`);
  }

  /** @returns {Promise<Chances>} */
  chances() {
    return this.#get('/chances');
  }

  /**
   * @param {number} before
   * @returns {Promise<OlderLog>}
   */
  olderLog(before) {
    return this.#get('/log', { before });
  }

  /**
   * Whose seat this is, without anything of the table.
   * @returns {Promise<SeatInfo>}
   */
  info() {
    return this.#get('/seat');
  }

  /**
   * A new invitation to the seat of the other player; the link that they had ends.
   * @param {number} side
   * @returns {Promise<Invite>}
   */
  inviteAgain(side) {
    return this.#post('/invite', { side });
  }

  /** @returns {Promise<Links>} */
  links() {
    return this.#get('/links');
  }

  /**
   * @param {number} number
   * @returns {Promise<Still>}
   */
  at(number) {
    return this.#get(`/at/${number}`);
  }

  /**
   * @param {number} from
   * @param {number} [to]
   * @returns {Promise<Frames>}
   */
  frames(from, to) {
    return this.#get('/frames', to === undefined ? { from } : { from, to });
  }

  /** @returns {Promise<Dice>} */
  dice() {
    return this.#get('/dice');
  }

  /** The save, and the name of its file. */
  async save() {
    const response = await call('GET', `/api/table/${this.token}/save`);
    const name = /filename="(.+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] || 'bivouac.json';
    return { text: await response.text(), name };
  }

  /** Where the socket listens. */
  get address() {
    const query = new URLSearchParams({ lang: lang(), ...(this.as === null ? {} : { as: String(this.as) }) });
    return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/${this.token}?${query}`;
  }
}
