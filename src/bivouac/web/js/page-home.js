// Home: pick a title or go on with a match; and the page of a title (setup.js).

/**
 * @import { Status, Title } from './wire'
 * @import { Child } from './types'
 * @typedef {Status & { token: string | null }} Known a match of this browser, or of who is here
 */

import { house, problem } from './api.js';
import { button, dialog, focus, h, put } from './dom.js';
import { framed, trouble } from './frame.js';
import { keepFresh } from './fresh.js';
import { tellWaiting } from './tab-title.js';
import { begin } from './learned.js';
import { opener, people, rememberName, wasHere } from './people.js';
import { dropSeat, seats } from './seats.js';
import { factsOf, picture, titlePage, uploader } from './setup.js';
import { lang, t, when } from './words.js';

/** How many challenges wait for who is here. */
let invitations = 0;

/** @param {HTMLElement} root */
export async function show(root) {
  const redraw = () => show(root);
  const all = await house.allTitles();
  const titles = all.filter((x) => !x.broken);
  /** @type {HTMLElement | null} */
  let shown = null;
  keepFresh(() => shown && listMatches(shown));
  const draw = () => {
    shown = null;
    const chosen = titles.find((x) => `#${x.id}` === location.hash);
    if (chosen) {
      framed(root, chosen.name, redraw, titlePage(chosen));
      return;
    }
    const matches = h('div', { class: 'list' }, h('p', {}, '…'));
    framed(
      root,
      '',
      redraw,
      hall(
        titles,
        all.filter((x) => x.broken),
        matches,
      ),
    );
    shown = matches;
    listMatches(matches);
  };
  window.onhashchange = () => {
    draw();
    scrollTo(0, 0);
    focus(document.getElementById('content'), { preventScroll: true });
  };
  draw();
}

// --- the hall: titles and matches ---------------------------------------------------------------------

/**
 * @param {Title[]} titles
 * @param {Title[]} broken those that cannot be loaded
 * @param {HTMLElement} matches
 * @returns {Child}
 */
function hall(titles, broken, matches) {
  return [
    h(
      'section',
      { class: 'masthead' },
      h('p', { class: 'over' }, t('home.over')),
      h('h1', {}, 'Bivouac'),
      h('p', { class: 'under' }, t('home.under')),
      h('p', { class: 'lobby-link' }, h('a', { class: 'button', href: '/lobby', id: 'to-lobby' }, t('lobby.title'))),
    ),
    seats().length || wasHere() ? part('matches', t('home.matches'), matches) : null,
    part('learn', t('lesson.new_here'), learners(titles)),
    part('titles', t('home.titles'), h('div', {}, h('ul', { class: 'titles' }, titles.map(card)), broken.map(whyBroken))),
    seats().length || wasHere() ? null : part('matches', t('home.matches'), matches),
    titles.length ? part('save', t('home.save'), uploader(titles[0])) : null,
  ];
}

/**
 * @param {string} id
 * @param {string} heading
 * @param {HTMLElement} content
 */
const part = (id, heading, content) =>
  h('section', { id, 'aria-labelledby': `${id}-h` }, h('h2', { id: `${id}-h`, class: 'ruled' }, heading), content);

/**
 * One click to the first lesson of a title.
 * @param {Title[]} titles
 */
function learners(titles) {
  const said = h('div', { role: 'status' });
  /** @param {Title} title */
  const one = ({ id, name }) =>
    button(t('lesson.learn_one', { name }), () => begin(id, 'first', 0).catch((e) => put(said, trouble(problem(e).message))), {
      id: `learn-${id}`,
    });
  return h(
    'div',
    { class: 'learners' },
    titles.filter((x) => x.lessons).map(one),
    h('a', { class: 'button', href: '/learn' }, t('lesson.all')),
    said,
  );
}

/** @param {Title} title */
function card(title) {
  return h(
    'li',
    {},
    h(
      'a',
      { class: 'title-card', href: `#${title.id}` },
      h('span', { class: 'plate' }, h('img', { src: picture(title), alt: '', loading: 'lazy' })),
      h(
        'span',
        { class: 'words' },
        h('strong', {}, title.name),
        h('span', { class: 'blurb' }, title.blurb),
        h(
          'span',
          { class: 'facts' },
          factsOf(title).map((fact) => h('span', {}, fact)),
        ),
      ),
    ),
  );
}

/**
 * Why a title cannot be played.
 * @param {Title} title
 */
const whyBroken = ({ id, broken }) => h('p', { class: 'trouble', 'data-broken': id }, broken?.told ?? '');

/** @param {HTMLElement} place */
async function listMatches(place) {
  let rows;
  try {
    rows = await knownMatches();
  } catch (e) {
    if (!place.dataset.rows) put(place, trouble(problem(e).message));
    return;
  }
  const running = rows.filter((r) => !r.outcome);
  tellWaiting(running.filter((r) => r.yours).length + invitations);
  const text = JSON.stringify([lang(), rows]);
  if (place.dataset.rows === text) return; // nothing has changed: what has the focus keeps it
  place.dataset.rows = text;
  const finished = rows.filter((r) => r.outcome);
  if (rows.length) put(place, group(t('home.running'), running, place), group(t('home.finished'), finished, place));
  else put(place, h('p', { class: 'quiet' }, t('home.no_matches')));
}

/** @returns {Promise<Known[]>} the latest first */
async function knownMatches() {
  const tokens = seats();
  const found = tokens.length ? await house.status(tokens) : [];
  const waits = (/** @type {Known} */ row) => Number(row.yours && !row.outcome);
  const here = found
    .map((status, i) => ({ status, token: tokens[i] }))
    .flatMap(({ status, token }) => (status ? [{ ...status, token }] : []));
  return [...here, ...(wasHere() ? await heldElsewhere(found) : [])].sort((a, b) => waits(b) - waits(a) || b.updated - a.updated);
}

/**
 * Challenges for who is here lead to the lobby.
 * @param {number} n
 */
function invitedTo(n) {
  invitations = n;
  const link = document.getElementById('to-lobby');
  if (n && link) put(link, t('lobby.invited', { n }));
}

/**
 * The matches of who is here that this browser does not know.
 * @param {(Status | null)[]} known
 * @returns {Promise<Known[]>}
 */
async function heldElsewhere(known) {
  const { name, matches, invited } = await people.here();
  rememberName(name);
  invitedTo(invited);
  return matches.filter((m) => !known.some((k) => k?.match === m.match)).map((m) => ({ ...m, token: null }));
}

/**
 * @param {string} name
 * @param {Known[]} rows
 * @param {HTMLElement} place
 * @returns {Child}
 */
function group(name, rows, place) {
  const drawn = rows.map((row) => matchRow(row, place));
  return rows.length ? [h('h3', {}, name), h('ul', { class: 'matches' }, drawn)] : null;
}

/**
 * @param {Known} row
 * @param {HTMLElement} place
 */
function matchRow(row, place) {
  const state = row.outcome || (row.yours ? t('home.your_turn') : t('home.turn_of', { side: row.asked ?? '' }));
  const label = t('home.forget', { name: row.name });
  const forget = async () => {
    if (!row.token || !(await reallyForget(label))) return;
    dropSeat(row.token);
    listMatches(place);
  };
  const words = [h('strong', {}, row.name), ' ', h('span', {}, row.scenario), h('span', { class: 'state' }, state)];
  return h(
    'li',
    { class: row.yours && !row.outcome ? 'yours' : '' },
    row.token ? h('a', { href: `/t/${row.token}` }, words) : opener(row.match, words),
    h('span', { class: 'time' }, when(row.updated)),
    row.token ? button('×', forget, { class: 'plain', 'aria-label': label, title: label }) : null,
  );
}

/**
 * @param {string} label
 * @returns {Promise<boolean | undefined>}
 */
const reallyForget = (label) =>
  dialog(label, (close) => [
    h('p', {}, t('home.forget_sure')),
    h(
      'div',
      { class: 'row' },
      button(label, () => close(true), { class: 'main' }),
      button(t('house.cancel'), () => close(false)),
    ),
  ]);
