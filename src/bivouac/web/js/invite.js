// Invitations at the table: links to copy, and a new invitation for a player who has lost theirs.

/** @import { Table } from './page-table.js' */

import { button, dialog, h, put } from './dom.js';
import { t } from './words.js';

/** @param {Table} table */
export async function copyInvitation(table) {
  try {
    const [invite] = (await table.seat.links()).invites;
    if (invite && (await copied(new URL(invite.url, location.origin).href))) table.say(t('table.invitation_copied'));
    else await links(table);
  } catch (e) {
    table.trouble(e);
  }
}

/**
 * Whether the browser lets us write to the clipboard: only on pages that came safely.
 * @param {string} text
 */
const copied = (text) =>
  navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  ) ?? false;

/** @param {Table} table */
export async function links(table) {
  const { again, invites, watch } = await table.seat.links();
  const { seats } = table.store.room;
  await dialog(t('table.links'), (close) => [
    h('h2', {}, t('table.links')),
    isOnlyHere() ? h('p', { class: 'trouble' }, t('table.only_here', { port: location.port || '80' })) : null,
    invites.map((i) => link(t('table.invite_for', { side: i.name }), i.url)),
    again.map((side) => inviteAgain(table, side, seats[side].name)),
    link(t('table.watch_link'), watch),
    h('p', { class: 'quiet' }, t('table.own_link')),
    h(
      'div',
      { class: 'row' },
      button(t('house.close'), () => close(), { class: 'main' }),
    ),
  ]);
}

/**
 * The player has lost the link: a new invitation, at which the old link ends.
 * @param {Table} table
 * @param {number} side
 * @param {string} name
 */
function inviteAgain(table, side, name) {
  const place = h('div', { class: 'link' });
  const invite = async () => {
    try {
      const { url } = await table.seat.inviteAgain(side);
      put(place, link(t('table.invite_for', { side: name }), url), h('p', { role: 'status' }, t('table.invited_again')));
    } catch (e) {
      table.trouble(e);
    }
  };
  const ask = () =>
    put(
      place,
      h('p', {}, t('table.invite_again_sure')),
      h('div', { class: 'row' }, button(t('table.invite_again', { side: name }), invite, { class: 'danger', id: 'invite-again-sure' })),
    );
  put(
    place,
    h('p', {}, t('table.lost_link', { side: name })),
    button(t('table.invite_again', { side: name }), ask, { id: 'invite-again' }),
  );
  return place;
}

/** An address that means this machine and no other. */
const isOnlyHere = () => /^(localhost|127\.|\[?::1)/.test(location.hostname);

/**
 * @param {string} label
 * @param {string} url
 */
function link(label, url) {
  const full = new URL(url, location.origin).href;
  /** @type {HTMLInputElement} */
  const field = h('input', { type: 'text', readonly: true, value: full, 'aria-label': label, onfocus: () => field.select() });
  const said = h('span', { role: 'status' });
  const copy = async () => {
    if (!(await copied(full))) {
      field.select();
      document.execCommand('copy');
    }
    said.textContent = t('table.copied');
  };
  return h('div', { class: 'link' }, h('p', {}, label), h('div', { class: 'row' }, field, button(t('table.copy'), copy), said));
}
