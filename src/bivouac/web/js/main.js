// Which page this is, and the words for it.

import { speak } from './api.js';
import { dress, recall } from './memory.js';
import { spoken } from './words.js';

dress();
navigator.serviceWorker?.register('/worker.js').catch(() => {}); // private windows and plain HTTP have none
const pages = {
  home: () => import('./page-home.js'),
  lost: () => import('./page-lost.js'),
  table: () => import('./page-table.js'),
  join: () => import('./page-join.js'),
  rules: () => import('./page-rules.js'),
  dice: () => import('./page-dice.js'),
  study: () => import('./page-study.js'),
  learn: () => import('./page-learn.js'),
  aid: () => import('./page-aid.js'),
  enter: () => import('./page-enter.js'),
  me: () => import('./page-me.js'),
  person: () => import('./page-person.js'),
  lobby: () => import('./page-lobby.js'),
  text: () => import('./page-text.js'),
  tournaments: () => import('./page-tournaments.js'),
  ratings: () => import('./page-ratings.js'),
  editor: () => import('./page-editor.js'),
  battles: () => import('./page-battles.js'),
  stop: () => import('./page-stop.js'),
};
const wanted = new URLSearchParams(location.search).get('lang');
const language = spoken(wanted, recall('language', ''), ...(navigator.languages ?? []));
const kind = /** @type {keyof typeof pages} */ (document.body.dataset.page);
try {
  const [page] = await Promise.all([pages[kind](), speak(language)]);
  await page.show(/** @type {HTMLElement} */ (document.getElementById('app')));
  if (recall('name', '')) (await import('./standing.js')).listen({ counts: !['home', 'table'].includes(kind) });
} catch (e) {
  const stalled = document.querySelector('.stalled');
  if (!stalled) throw e;
  stalled.classList.add('now'); // nothing has been drawn: the page offers to be loaded again
  console.error(e);
}
