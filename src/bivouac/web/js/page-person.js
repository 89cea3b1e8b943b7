// What everybody may see of somebody who wants to be seen.

import { problem } from './api.js';
import { h } from './dom.js';
import { framed, trouble } from './frame.js';
import { ratingsPart, resultsPart } from './page-me.js';
import { people } from './people.js';
import { LANGUAGES, t, when } from './words.js';

/** @param {HTMLElement} root */
export async function show(root) {
  const name = decodeURIComponent(location.pathname.split('/').pop() ?? '');
  const redraw = () => show(root);
  try {
    const found = await people.profile(name);
    const facts = [t('me.since', { when: when(found.created) }), found.languages.map((l) => LANGUAGES[l]).join(', ')];
    framed(
      root,
      found.name,
      redraw,
      h(
        'section',
        { class: 'leaf narrow mine' },
        h('h1', {}, found.name),
        h(
          'p',
          { class: 'facts' },
          facts.map((f) => h('span', {}, f)),
        ),
        resultsPart(found.results),
        ratingsPart(found.ratings, t('ratings.none')),
      ),
    );
  } catch (e) {
    framed(root, name, redraw, h('section', { class: 'leaf narrow' }, h('h1', {}, name), trouble(problem(e).message)));
  }
}
