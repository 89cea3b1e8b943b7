// An analysis that somebody shared: opened as a copy of one's own, to look at and to go on with.

import { house, problem } from './api.js';
import { button, h, put } from './dom.js';
import { framed, trouble } from './frame.js';
import { keepSeat } from './seats.js';
import { t } from './words.js';

/** @param {HTMLElement} root */
export function show(root) {
  const token = location.pathname.split('/').pop() ?? '';
  const say = h('div');
  const open = async () => {
    try {
      const made = await house.study({ token });
      keepSeat(made.token);
      location.href = made.url;
    } catch (e) {
      put(say, trouble(problem(e).message));
    }
  };
  framed(
    root,
    t('study.study'),
    () => show(root),
    h(
      'section',
      { class: 'leaf narrow' },
      h('h1', {}, t('study.study')),
      h('p', { class: 'lead' }, t('study.shared')),
      h(
        'div',
        { class: 'row' },
        button(t('study.open'), open, { class: 'main' }),
        h('a', { class: 'button', href: `/t/${token}` }, t('study.look')),
      ),
      say,
    ),
  );
}
