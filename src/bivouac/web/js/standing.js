// What waits for a signed-in person, told as it changes: the tab's title, the lists of the page, and a banner when a game of theirs has begun.

/** @import { Begun, Standing } from './wire' */

import { button, h } from './dom.js';
import { CHANGED } from './fresh.js';
import { tellWaiting } from './tab-title.js';
import { recall, remember } from './memory.js';
import { hasMet, meet, people } from './people.js';
import { keepSeat } from './seats.js';
import { lang, t } from './words.js';

const AGAIN = 2000; // about so long after a failure the page connects again
const SILENCE = 60_000; // the server speaks every twenty seconds: after this long the connection is dead

class Listener {
  /** @param {boolean} counts whether the page has no count of its own in its title */
  constructor(counts) {
    this.counts = counts;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.last = '';
    this.heard = 0;
    this.open();
    setInterval(() => this.check(), SILENCE / 2);
    for (const name of ['online', 'visibilitychange']) (name === 'online' ? window : document).addEventListener(name, () => this.check());
  }

  open() {
    this.heard = Date.now();
    const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/me?lang=${lang()}`;
    const socket = (this.socket = new WebSocket(address));
    let isKnown = false;
    socket.onmessage = (e) => {
      isKnown = true;
      this.heard = Date.now();
      this.hear(JSON.parse(e.data));
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (isKnown) setTimeout(() => this.check(), AGAIN * (0.5 + Math.random()));
    };
  }

  /** Connect again where the connection is lost or silent. */
  check() {
    if (this.socket && Date.now() - this.heard < SILENCE) return;
    this.socket?.close();
    this.open();
  }

  /** @param {Standing} standing */
  hear(standing) {
    const text = JSON.stringify(standing);
    if (text === this.last) return;
    const isFirst = this.last === '';
    this.last = text;
    if (this.counts) tellWaiting(standing.waiting + standing.invited);
    announce(standing.begun, isFirst);
    if (!isFirst) dispatchEvent(new CustomEvent(CHANGED));
  }
}

/**
 * A banner for a game that has begun, until its player has gone there or closed it.
 * @param {Begun | null} begun
 * @param {boolean} isFirst
 */
function announce(begun, isFirst) {
  document.querySelector('.begun')?.remove();
  if (isFirst && recall('met', null) === null) {
    remember('met', begun ? [begun.match] : []); // a browser that has just met this person: the game may be an old one
    return;
  }
  if (!begun || hasMet(begun.match)) return;
  const go = async () => {
    const seat = await people.open(begun.match);
    keepSeat(seat.token);
    location.href = seat.url;
  };
  const banner = h(
    'div',
    { class: 'begun', role: 'alert' },
    h(
      'p',
      {},
      t(begun.is_challenge ? 'lobby.accepted' : 'lobby.begun', { other: begun.other, name: begun.name, scenario: begun.scenario }),
    ),
    h(
      'div',
      { class: 'row' },
      button(t('lobby.to_table'), go, { class: 'main' }),
      button(
        '×',
        () => {
          meet(begun.match);
          banner.remove();
        },
        { class: 'plain', 'aria-label': t('house.close') },
      ),
    ),
  );
  document.body.append(banner);
}

/** @param {{ counts: boolean }} how */
export const listen = ({ counts }) => new Listener(counts);
