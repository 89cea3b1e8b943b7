// What the link at the end of a mail opens: no more of them come. No signing in, and one click to take it back.

/** @import { Stopped } from './wire' */

import { post, problem } from './api.js';
import { button, h, put } from './dom.js';
import { framed, trouble } from './frame.js';
import { t } from './words.js';

/** @param {HTMLElement} root */
export async function show(root) {
  const place = h('div', { 'aria-live': 'polite', id: 'stopped' }, h('p', {}, '…'));
  framed(
    root,
    t('news.stop_title'),
    () => show(root),
    h(
      'section',
      { class: 'leaf narrow' },
      h('h1', {}, t('news.stop_title')),
      place,
      h('p', {}, h('a', { href: '/me' }, t('news.stop_more'))),
    ),
  );
  await ask(place, false);
}

/**
 * @param {HTMLElement} place
 * @param {boolean} again
 */
async function ask(place, again) {
  try {
    /** @type {Stopped} */
    const { all, on } = await post(location.pathname, { again });
    put(
      place,
      h('p', { class: 'news', role: 'status' }, t(on ? 'news.stop_again' : all ? 'news.stopped_all' : 'news.stopped_match')),
      on ? null : button(t('news.stop_back'), () => ask(place, true), { id: 'stop-back' }),
    );
  } catch (e) {
    put(place, trouble(problem(e).message));
  }
}
