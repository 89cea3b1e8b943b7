// How long a computer player thinks: the levels that take their time, the seconds one can choose, and the glass that shows them running.

/**
 * @import { Clock, Level, Seconds } from './wire'
 * @import { Attributes } from './types'
 */

import { h } from './dom.js';
import { t } from './words.js';

/**
 * @param {Level[]} levels
 * @param {string | null} id
 */
export const isTimed = (levels, id) => levels.some((l) => l.id === id && l.timed);

/**
 * The seconds for a turn, to choose. What was chosen elsewhere stays among them.
 * @param {string} id
 * @param {Seconds} seconds
 * @param {number | undefined} chosen
 * @param {string} label
 * @param {Attributes} [more]
 */
export function secondsSelect(id, { choices, standard }, chosen, label, more = {}) {
  const known = chosen && chosen > 0 && chosen <= Math.max(...choices) ? chosen : standard;
  const every = [...new Set([...choices, known])].sort((a, b) => a - b);
  const select = h(
    'select',
    { id, class: 'seconds', 'aria-label': label, ...more },
    every.map((n) => h('option', { value: n }, t('home.seconds_n', { n }))),
  );
  select.value = String(known);
  return select;
}

/**
 * How much of the turn's seconds is used. It runs by itself and is not announced: whoever wants to know looks.
 * @param {Clock} clock
 * @param {number} since when it would have begun at nought
 */
export function glass(clock, since) {
  const all = Math.round(clock.seconds * 10) / 10;
  const bar = h('progress', { max: clock.seconds, 'aria-hidden': 'true' });
  const words = h('span', {});
  const element = h('div', { class: 'glass', role: 'timer', 'aria-label': t('table.thinking_clock') }, bar, words);
  const show = () => {
    const used = Math.min(clock.running ? (performance.now() - since) / 1000 : clock.spent, clock.seconds);
    bar.value = used;
    const text = t('table.thinking_of', { n: Math.floor(used), all });
    if (words.textContent !== text) words.textContent = text;
  };
  show();
  if (clock.running) {
    const timer = setInterval(() => (element.isConnected ? show() : clearInterval(timer)), 250);
  }
  return element;
}
