// An invitation: what it is for, and a chair to take.

import { h } from './dom.js';
import { Problem, get, post, t } from './api.js';
import { framed, trouble } from './frame.js';
import { keepSeat } from './seats.js';

export async function show(root) {
  const token = location.pathname.split('/').pop();
  const redraw = () => show(root);
  let found;
  try {
    found = await get(`/api/join/${token}`);
  } catch (e) {
    if (!(e instanceof Problem)) throw e;
    framed(
      root,
      t('join.invitation'),
      redraw,
      h('section', { class: 'leaf narrow' }, h('h1', {}, t('join.invitation')), trouble(e.message)),
    );
    return;
  }
  const say = h('div');
  const sit = async () => {
    try {
      const seat = await post(`/api/join/${token}`);
      keepSeat(seat.token);
      location.href = seat.url;
    } catch (e) {
      say.replaceChildren(trouble(e.message));
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
      h('p', {}, t('join.offer', { side: found.side_name, scenario: found.scenario })),
      found.taken
        ? trouble(t('join.taken'))
        : h('button', { class: `main side-${found.side}`, onclick: sit, type: 'button' }, t('join.sit', { side: found.side_name })),
      say,
      h('p', {}, h('a', { href: found.watch }, t('join.watch')), ' · ', h('a', { href: `/rules/${found.title}` }, t('rules.rules'))),
    ),
  );
}
