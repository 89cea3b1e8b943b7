// A lesson at the table: its chapter, its sentences, and the way on. What is lit and what is refused comes from the server like everything else.

/**
 * @import { LessonStep } from './wire'
 * @import { Table } from './page-table.js'
 * @import { Child } from './types'
 */

import { button, h, put } from './dom.js';
import { begin, keepLearned } from './learned.js';
import { lang, t } from './words.js';

/**
 * @param {Table} table
 * @param {HTMLElement} place is heard when its words change
 */
export function drawLesson(table, place) {
  const { lesson, about } = table.store;
  table.parts.all.classList.toggle('with-lesson', lesson !== null);
  table.parts.all.classList.toggle('lesson-over', lesson !== null && (lesson.over || lesson.next !== null));
  place.hidden = lesson === null;
  if (!lesson) return;
  keepLearned(about.title, lesson, table.seat.token);
  const said = `${lang()} ${lesson.step} ${lesson.over}`;
  if (place.dataset.said === said) return;
  place.dataset.said = said;
  put(place, heading(lesson), words(lesson), onward(table, lesson));
  place.scrollTop = 0;
}

/** @param {LessonStep} lesson */
function heading({ chapter, chapters, lesson, next, step, steps }) {
  const at = next === null ? chapter : next - 1;
  const way = t('lesson.chapter', { n: at + 1, of: chapters.length, name: chapters[at] });
  const name = lesson === 'puzzles' ? chapters[at] : way;
  return h('header', {}, h('h2', {}, name), h('progress', { max: steps, value: step, 'aria-label': t('lesson.progress') }));
}

/**
 * @param {LessonStep} lesson
 * @returns {Child}
 */
const words = ({ done, say }) => [done ? success(done.split('\n')) : null, say.map((line) => h('p', {}, line))];

/**
 * What is said of a chapter at its end: a word of praise, and why.
 * @param {string[]} lines
 */
const success = ([praise, ...why]) => [
  h('p', { class: 'done' }, h('span', { 'aria-hidden': 'true' }, '✓ '), praise),
  why.map((line) => h('p', {}, line)),
];

/**
 * @param {Table} table
 * @param {LessonStep} lesson
 * @returns {Child}
 */
function onward(table, { lesson, next, over }) {
  const { title } = table.store.about;
  if (!over && next === null) return null;
  return h(
    'div',
    { class: 'row' },
    next === null
      ? h('a', { class: 'button main', href: `/#${title}` }, t('lesson.play'))
      : button(
          t(lesson === 'puzzles' ? 'lesson.next_puzzle' : 'lesson.next'),
          () => begin(title, lesson, next).catch((e) => table.trouble(e)),
          {
            class: 'main',
          },
        ),
    h('a', { class: 'button', href: '/learn' }, t('lesson.all')),
  );
}
