// Learn: a guided first match and puzzles for every title, and what of them was done in this browser.

/**
 * @import { LessonRow, LessonsOf } from './wire'
 * @import { Child } from './types'
 */

import { house, problem } from './api.js';
import { button, h, put } from './dom.js';
import { framed, trouble } from './frame.js';
import { begin, learned } from './learned.js';
import { t } from './words.js';

/** @param {HTMLElement} root */
export async function show(root) {
  const redraw = () => show(root);
  let titles;
  try {
    titles = await house.lessons();
  } catch (e) {
    framed(root, t('lesson.learn'), redraw, h('section', { class: 'leaf narrow' }, trouble(problem(e).message)));
    return;
  }
  const page = h(
    'article',
    { class: 'leaf learn' },
    h('h1', {}, t('lesson.learn')),
    h('p', { class: 'lead' }, t('lesson.lead')),
    titles.map(ofTitle),
  );
  framed(root, t('lesson.learn'), redraw, page);
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

/** @param {LessonsOf} row */
function ofTitle({ title, name, lessons }) {
  return h(
    'section',
    { id: title, 'aria-labelledby': `${title}-h` },
    h('h2', { id: `${title}-h`, class: 'ruled' }, name),
    lessons.map((lesson) => (lesson.id === 'puzzles' ? puzzles(title, lesson) : guided(title, lesson))),
  );
}

/**
 * @param {string} title
 * @param {LessonRow} lesson
 */
function guided(title, lesson) {
  const { done, token } = learned(title, lesson.id);
  const chapters = lesson.chapters.map((name, i) =>
    h('li', {}, starter(title, lesson.id, i, [mark(done.includes(i)), `${i + 1}. ${name}`], { class: 'chapter' })),
  );
  const start = starter(title, lesson.id, 0, t('lesson.begin', { n: lesson.minutes }), { class: 'main big', id: `learn-${title}` });
  return h(
    'div',
    { class: 'guided' },
    h('h3', {}, lesson.name),
    h('p', {}, lesson.about),
    h('div', { class: 'row' }, token ? h('a', { class: 'button main big', href: `/t/${token}` }, t('lesson.go_on')) : null, start),
    h('ol', { class: 'chapters' }, chapters),
  );
}

/**
 * @param {string} title
 * @param {LessonRow} lesson
 */
function puzzles(title, lesson) {
  const done = learned(title, lesson.id).done.filter((i) => i < lesson.chapters.length);
  const all = lesson.chapters.map((name, i) =>
    h(
      'li',
      {},
      starter(title, lesson.id, i, [mark(done.includes(i)), String(i + 1)], {
        class: 'chapter',
        'aria-label': told(name, done.includes(i)),
      }),
    ),
  );
  return h(
    'div',
    { class: 'puzzles' },
    h('h3', {}, lesson.name),
    h('p', {}, lesson.about, ' ', t('lesson.solved', { n: done.length, of: lesson.chapters.length })),
    h('ol', { class: 'chapters' }, all),
  );
}

/**
 * @param {string} name
 * @param {boolean} isDone
 */
const told = (name, isDone) => (isDone ? `${name}: ${t('lesson.done')}` : name);

/** @param {boolean} isDone */
const mark = (isDone) =>
  isDone ? h('span', { class: 'done' }, h('span', { 'aria-hidden': 'true' }, '✓ '), h('span', { class: 'sr' }, t('lesson.done'))) : null;

/**
 * A button that begins a lesson at one of its chapters.
 * @param {string} title
 * @param {string} lesson
 * @param {number} chapter
 * @param {Child} words
 * @param {import('./types').Attributes} more
 */
function starter(title, lesson, chapter, words, more) {
  const act = () => begin(title, lesson, chapter).catch((e) => put(made, trouble(problem(e).message)));
  const made = button(words, act, more);
  return made;
}
