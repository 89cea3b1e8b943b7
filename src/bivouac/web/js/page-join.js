// An invitation: what it is for, and a chair to take.

import { house, problem } from './api.js';
import { h, put } from './dom.js';
import { framed, trouble } from './frame.js';
import { keepSeat } from './seats.js';
import { t } from './words.js';

/** @param {HTMLElement} root */
export async function show(root) {
  const token = location.pathname.split('/').pop() ?? '';
  const redraw = () => show(root);
  let found;
  try {
    found = await house.invitation(token);
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
  const sit = async () => {
    try {
      const seat = await house.sit(token);
      keepSeat(seat.token);
      location.href = seat.url;
    } catch (e) {
      put(say, trouble(problem(e).message));
    }
  };
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
      h('p', {}, t(found.taken ? 'join.about' : 'join.offer', { side: found.side_name, scenario: found.scenario })),
      found.taken
        ? trouble(t('join.taken'))
        : h('button', { class: `main side-${found.side}`, onclick: sit, type: 'button' }, t('join.sit', { side: found.side_name })),
      say,
      h('p', {}, h('a', { href: found.watch }, t('join.watch')), ' · ', h('a', { href: `/rules/${found.title}` }, t('rules.rules'))),
    ),
  );
}
