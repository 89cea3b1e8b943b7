// Where there is nothing, or nothing for this visitor: what the server has to say about it, and ways to go on.

import { call, problem } from './api.js';
import { h } from './dom.js';
import { framed } from './frame.js';
import { t } from './words.js';

/** @param {HTMLElement} root */
export async function show(root) {
  framed(
    root,
    t('house.lost'),
    () => show(root),
    h(
      'section',
      { class: 'leaf narrow' },
      h('h1', {}, t('house.lost')),
      h('p', { class: 'lead' }, await why()),
      h(
        'p',
        { class: 'row' },
        h('a', { class: 'button main', href: '/' }, t('house.lost_home')),
        h('a', { class: 'button', href: '/learn' }, t('house.lost_learn')),
      ),
    ),
  );
}

/** The same request once more, as the interface answers it: in the words of the language that is spoken here. */
async function why() {
  try {
    await call('GET', location.pathname);
    return t('errors.no_page');
  } catch (e) {
    return problem(e).message;
  }
}
