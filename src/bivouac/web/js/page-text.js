// A page to be read: the code of conduct, what is stored and for how long.

/** @import { Reading } from './wire' */

import { get } from './api.js';
import { h } from './dom.js';
import { framed } from './frame.js';

/** @param {HTMLElement} root */
export async function show(root) {
  const name = location.pathname.split('/').pop() ?? '';
  /** @type {Reading} */
  const text = await get(`/api/texts/${name}`);
  const parts = text.parts.map((part) =>
    h(
      'section',
      {},
      h('h2', {}, part.heading),
      h(
        'ul',
        {},
        part.lines.map((line) => h('li', {}, line)),
      ),
    ),
  );
  framed(
    root,
    text.title,
    () => show(root),
    h('section', { class: 'leaf narrow' }, h('h1', {}, text.title), h('p', { class: 'lead' }, text.lead), parts),
  );
}
