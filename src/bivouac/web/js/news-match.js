// Whether one is told of this match: a part of the match's pane, fetched when it is opened.

/**
 * @import { MatchNews, SwitchNews } from './wire'
 */

import { get, post, problem } from './api.js';
import { h, put } from './dom.js';
import { trouble } from './frame.js';
import { t } from './words.js';

const CHANNELS = /** @type {const} */ (['mail', 'push', 'hook']);

/**
 * @param {HTMLElement} place
 * @param {string} token
 */
export async function show(place, token) {
  /** @type {MatchNews} */
  let found;
  try {
    found = await get(`/api/table/${token}/news`);
  } catch (e) {
    put(place, trouble(problem(e).message));
    return;
  }
  const say = h('div', { 'aria-live': 'polite' });
  const rows = CHANNELS.map((id) => ({ id, select: choice(id, found) }));
  const save = async () => {
    const value = (/** @type {number} */ i) => ({ usual: null, on: true, off: false })[rows[i].select.value] ?? null;
    /** @type {SwitchNews} */
    const wish = { mail: value(0), push: value(1), hook: value(2) };
    try {
      await post(`/api/table/${token}/news`, wish);
      put(say, h('p', { class: 'news', role: 'status' }, t('news.saved')));
    } catch (e) {
      put(say, trouble(problem(e).message));
    }
  };
  put(
    place,
    rows.map(({ id, select }) => {
      select.addEventListener('change', save);
      return h('div', { class: 'field' }, h('label', { for: select.id }, t(`news.${id}`)), select);
    }),
    say,
  );
}

/**
 * @param {typeof CHANNELS[number]} id
 * @param {MatchNews} found
 */
function choice(id, found) {
  const said = found[id];
  const usual =
    said === null ? t('news.as_usual', { state: t(found.now[id] ? 'news.on' : 'news.off') }) : t('news.as_usual', { state: '…' });
  const select = h(
    'select',
    { id: `news-${id}` },
    h('option', { value: 'usual' }, usual),
    h('option', { value: 'on' }, t('news.on')),
    h('option', { value: 'off' }, t('news.off')),
  );
  select.value = said === null ? 'usual' : said ? 'on' : 'off';
  return select;
}
