// The address of a seat in a browser that does not know it: whose it is has to be said before anything of the table is shown.

/**
 * @import { SeatInfo } from './wire'
 * @import { Seat } from './api.js'
 */

import { button, h } from './dom.js';
import { framed } from './frame.js';
import { ownSeat } from './own-seat.js';
import { keepSeat } from './seats.js';
import { t } from './words.js';

/**
 * Whether the table may be shown; if not, the question has been asked instead.
 * @param {HTMLElement} root
 * @param {Seat} seat
 * @param {() => unknown} again shows the page
 */
export async function isOwnSeat(root, seat, again) {
  const info = await seat.info();
  if (!info.asks) return true;
  const own = await ownSeat(info.match, []);
  const take = () => {
    keepSeat(seat.token);
    document.body.dataset.page = 'table';
    again();
  };
  document.body.dataset.page = 'seat'; // no table yet: the page looks like any other
  framed(root, info.name, again, question(info, take, own && (() => own.go())));
  return false;
}

/**
 * @param {SeatInfo} info
 * @param {() => void} take
 * @param {(() => Promise<void>) | null} back to the seat that this browser has at the same match
 */
const question = ({ name, scenario, sides, watch }, take, back) =>
  h(
    'section',
    { class: 'leaf narrow' },
    h('h1', {}, t('seat.title')),
    h('p', { class: 'lead' }, t('seat.about', { side: sides.join(' + '), name, scenario })),
    h('p', {}, t(back ? 'seat.ask_player' : 'seat.ask')),
    h(
      'div',
      { class: 'row' },
      back ? button(t('join.continue'), back, { class: 'main', id: 'continue' }) : null,
      h('a', { class: 'button', href: watch, id: 'spectate' }, t('seat.spectate')),
      button(t('seat.mine'), take, { id: 'take-seat' }),
    ),
  );
