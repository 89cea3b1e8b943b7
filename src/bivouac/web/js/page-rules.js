// The rules of a title: how to play in one screen, then every clause in our words, with its ruling, searchable.

/** @import { Clause } from './wire' */

import { house, problem } from './api.js';
import { h, paragraphs, put } from './dom.js';
import { framed, trouble } from './frame.js';
import { t } from './words.js';

/**
 * Small letters without accents, for searching.
 * @param {string} text
 */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** @param {HTMLElement} root */
export async function show(root) {
  const redraw = () => show(root);
  let book;
  try {
    book = await house.rules(location.pathname.split('/').pop() ?? '');
  } catch (e) {
    framed(root, t('rules.rules'), redraw, h('section', { class: 'leaf narrow' }, trouble(problem(e).message)));
    return;
  }
  const list = h('div', { class: 'clauses' });
  const count = h('p', { class: 'count', role: 'status' });
  /** @param {string} wanted */
  const draw = (wanted) => {
    const parts = plain(wanted).split(/\s+/).filter(Boolean);
    const found = book.clauses.filter((c) => {
      const all = plain(`${c.id} ${c.topic} ${c.text} ${c.ruling || ''}`);
      return parts.every((p) => all.includes(p));
    });
    count.textContent = t('rules.count', { n: found.length, all: book.clauses.length });
    put(
      list,
      book.chapters.map((chapter) => {
        const here = found.filter((c) => c.chapter === chapter.id);
        return here.length ? h('section', { 'aria-label': chapter.name }, h('h2', {}, chapter.name), here.map(clause)) : null;
      }),
    );
  };
  /** @type {HTMLInputElement} */
  const search = h('input', { type: 'search', id: 'search', autocomplete: 'off', spellcheck: 'false', oninput: () => draw(search.value) });
  framed(
    root,
    `${book.name}: ${t('rules.rules')}`,
    redraw,
    h(
      'section',
      { class: 'leaf' },
      h('p', { class: 'kicker' }, t('rules.rules')),
      h('h1', {}, book.name),
      book.howto ? h('div', { class: 'howto' }, h('h2', {}, t('rules.howto')), paragraphs(book.howto)) : null,
      h('div', { class: 'search', role: 'search' }, h('label', { for: 'search' }, t('rules.search')), search, count),
      list,
    ),
  );
  draw('');
  const wanted = decodeURIComponent(location.hash.slice(1));
  const target = wanted && document.getElementById(wanted);
  if (target) {
    target.classList.add('meant');
    target.scrollIntoView({ block: 'center' });
    target.focus();
  }
}

/** @param {Clause} c */
function clause(c) {
  return h(
    'article',
    { class: 'clause', id: c.id, tabindex: '-1' },
    h('h3', {}, h('a', { class: 'number', href: `#${c.id}` }, c.id), ' ', c.topic),
    h('p', {}, c.text),
    c.ruling ? h('p', { class: 'ruling' }, h('strong', {}, `${t('rules.ruling')} `), c.ruling) : null,
    c.reason ? h('p', { class: 'ruling' }, h('strong', {}, `${t('rules.not_applicable')} `), c.reason) : null,
  );
}
