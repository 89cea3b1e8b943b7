// What was learned in this browser: the chapters of each lesson that were played to their end, and the table it was left at.

/**
 * @import { LessonStep } from './wire'
 * @typedef {{ done: number[], token: string }} Learned
 */

import { house } from './api.js';
import { recall, remember } from './memory.js';

/**
 * @param {string} title
 * @param {string} lesson
 * @returns {Learned}
 */
export const learned = (title, lesson) => recall(`lesson.${title}.${lesson}`, { done: [], token: '' });

/**
 * The chapter that has just been played to its end, if one has.
 * @param {LessonStep} step
 */
export const ended = ({ chapter, done, over }) => (done ? (over ? chapter : chapter - 1) : null);

/**
 * @param {string} title
 * @param {LessonStep} step
 * @param {string} token the seat at its table
 */
export function keepLearned(title, step, token) {
  const known = learned(title, step.lesson);
  const chapter = ended(step);
  const done = chapter === null ? known.done : [...new Set([...known.done, chapter])].sort((a, b) => a - b);
  remember(`lesson.${title}.${step.lesson}`, { done, token: step.over || step.next !== null ? '' : token });
}

/**
 * Sit down to a lesson.
 * @param {string} title
 * @param {string} lesson
 * @param {number} chapter
 */
export async function begin(title, lesson, chapter) {
  const made = await house.teach({ title, lesson, chapter });
  location.href = made.url;
}
