// An invitation: what it is for, and a seat to take; who plays there already is led back to the table.

/**
 * @import { Invitation } from './wire'
 * @import { OwnSeat } from './own-seat.js'
 * @import { Child } from './types'
 */

import { house, problem } from './api.js';
import { button, h, put } from './dom.js';
import { framed, trouble } from './frame.js';
import { ownSeat } from './own-seat.js';
import { keepSeat } from './seats.js';
import { t } from './words.js';

/** @param {HTMLElement} root */
export async function show(root) {
  const token = location.pathname.split('/').pop() ?? '';
  const redraw = () => show(root);
  let found, own;
  try {
    found = await house.invitation(token);
    own = await ownSeat(found.match, found.held);
  } catch (e) {
    framed(
      root,
      t('join.invitation'),
      redraw,
      h('section', { class: 'leaf narrow' }, h('h1', {}, t('join.invitation')), trouble(problem(e).message)),
    );
    return;
  }
  const say = h('div');
  /** @param {() => Promise<void>} work */
  const act = (work) => work().catch((e) => put(say, trouble(problem(e).message)));
  const sit = () =>
    act(async () => {
      const seat = await house.sit(token);
      keepSeat(seat.token);
      location.href = seat.url;
    });
  framed(
    root,
    found.name,
    redraw,
    h(
      'section',
      { class: 'leaf narrow' },
      h('p', { class: 'kicker' }, t('join.invitation')),
      h('h1', {}, found.name),
      h('p', { class: 'lead' }, found.blurb),
      own ? back(found, own, { act, sit }) : offer(found, sit),
      say,
      h('p', {}, h('a', { href: found.watch }, t('join.watch')), ' · ', h('a', { href: `/rules/${found.title}` }, t('rules.rules'))),
    ),
  );
}

/**
 * For somebody new.
 * @param {Invitation} found
 * @param {() => Promise<void>} sit
 * @returns {Child}
 */
function offer({ taken, side, side_name, scenario }, sit) {
  if (taken) return [h('p', {}, t('join.about', { side: side_name, scenario })), trouble(t('join.taken'))];
  return [
    h('p', {}, t('join.offer', { side: side_name, scenario })),
    button(t('join.sit', { side: side_name }), sit, { class: `main side-${side}`, id: 'sit' }),
  ];
}

/**
 * For a player of the match: the one who was invited, or the one who invites.
 * @param {Invitation} found
 * @param {OwnSeat} own
 * @param {{ act: (work: () => Promise<void>) => Promise<void>, sit: () => Promise<void> }} how
 * @returns {Child}
 */
function back({ taken, side, side_name }, own, { act, sit }) {
  const mine = own.sides.includes(side);
  return [
    h('p', { class: 'news' }, t(mine ? 'join.you_play' : 'join.your_own', { side: side_name })),
    h(
      'div',
      { class: 'row' },
      button(t('join.continue'), () => act(own.go), { class: 'main', id: 'continue' }),
      mine || taken ? null : button(t('join.sit_too', { side: side_name }), sit, { id: 'sit' }),
    ),
  ];
}
