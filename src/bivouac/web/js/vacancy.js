// Nobody has joined yet: the table says so, and offers the invitation.

/** @import { Table } from './page-table.js' */

import { button, h } from './dom.js';
import { t } from './words.js';

/**
 * Nobody has joined yet: what to do about it, for the player who invites.
 * @param {Table} table
 */
export function vacancy(table) {
  const { about, outcome, room } = table.store;
  const vacant = room.seats.find((seat, side) => seat.vacant && !seat.agent && !room.sides.includes(side));
  if (!vacant || outcome || !about.owner) return null;
  return h(
    'div',
    { class: 'asked vacancy', role: 'status' },
    h('p', {}, t('table.not_joined', { side: vacant.name })),
    button(t('table.copy_invitation'), () => copy(table), { class: 'main', 'data-keep': 'copy-invitation' }),
  );
}

/** @param {Table} table */
const copy = (table) => import('./invite.js').then((x) => x.copyInvitation(table)).catch((e) => table.trouble(e));
