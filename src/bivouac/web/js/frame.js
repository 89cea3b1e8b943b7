// What every page but the table has around it: the masthead with the language, and the foot.

/** @import { Child } from './types' */

import { speak } from './api.js';
import { focus, h, put } from './dom.js';
import { recall } from './memory.js';
import { entitle } from './tab-title.js';
import { LANGUAGES, lang, t } from './words.js';

/**
 * Buttons for the languages; `changed` is called when another one was chosen and its words are there.
 * @param {() => unknown} changed
 */
export function languages(changed) {
  return h(
    'div',
    { class: 'languages', role: 'group', 'aria-label': t('house.language') },
    Object.entries(LANGUAGES).map(([id, name]) =>
      h(
        'button',
        {
          type: 'button',
          class: 'plain',
          lang: id,
          'aria-pressed': String(id === lang()),
          title: name,
          onclick: async () => {
            if (id !== lang()) {
              await speak(id);
              await changed();
              focus(document.querySelector(`.languages [lang=${id}]`));
            }
          },
        },
        h('span', { 'aria-hidden': 'true' }, id.toUpperCase()),
        h('span', { class: 'sr' }, name),
      ),
    ),
  );
}

/** The corner of the masthead: one's own page, or the way in. */
function corner() {
  const name = recall('name', '');
  return h('a', { class: 'whoami', href: name ? '/me' : '/enter' }, name || t('me.sign_in'));
}

/**
 * @param {HTMLElement} root
 * @param {string} title
 * @param {() => unknown} redraw
 * @param {...Child} content
 */
export function framed(root, title, redraw, ...content) {
  entitle(title ? `${title} · Bivouac` : 'Bivouac');
  put(
    root,
    h('a', { class: 'skip', href: '#content' }, t('house.skip')),
    h(
      'header',
      { class: 'mast' },
      h(
        'a',
        { class: 'brand', href: '/' },
        h('img', { src: '/static/mark.svg', alt: '', width: 36, height: 36 }),
        h('span', {}, 'Bivouac'),
      ),
      h('p', { class: 'motto' }, t('house.motto')),
      corner(),
      languages(redraw),
    ),
    h('main', { id: 'content', tabindex: '-1' }, content),
    h(
      'footer',
      { class: 'foot' },
      h('p', {}, t('house.foot')),
      h('p', {}, h('a', { href: '/conduct' }, t('talk.conduct')), ' · ', h('a', { href: '/kept' }, t('talk.stored'))),
    ),
  );
}

/** @param {string} text */
export const trouble = (text) => h('p', { class: 'trouble', role: 'alert' }, text);
