// The player's aid: the sequence of play, where a match stands in it, what can be done now, tables, signs, how one wins. One page to print.

/** @import { Aid, Here, Chart, Sign } from './wire' */

import { Seat, house, problem } from './api.js';
import { chartTable } from './chart.js';
import { drawing, h, put } from './dom.js';
import { framed, trouble } from './frame.js';
import { t } from './words.js';

const AGAIN = 3000;
const GROUPS = ['pieces', 'markers', 'map'];

/** @param {HTMLElement} root */
export async function show(root) {
  const redraw = () => show(root);
  const title = location.pathname.split('/').pop() ?? '';
  try {
    const [aid, rules] = await Promise.all([house.aid(title), house.rules(title)]);
    const now = h('section', { class: 'now', 'aria-live': 'polite' });
    const chain = h('ol', { class: 'sequence' }, aid.phases.map(phase));
    framed(root, t('aid.aid', { name: aid.name }), redraw, page(aid, rules.charts, chain, now));
    follow(chain, now);
  } catch (e) {
    framed(root, '', redraw, h('section', { class: 'leaf narrow' }, trouble(problem(e).message)));
  }
}

/**
 * @param {Aid} aid
 * @param {Chart[]} charts
 * @param {HTMLElement} chain
 * @param {HTMLElement} now
 */
const page = (aid, charts, chain, now) =>
  h(
    'article',
    { class: 'leaf aid' },
    h('h1', {}, t('aid.aid', { name: aid.name })),
    h('h2', {}, t('aid.sequence')),
    chain,
    now,
    h('h2', {}, t('aid.victory')),
    h(
      'ul',
      {},
      aid.victory.map((words) => h('li', {}, words)),
    ),
    charts.length ? h('h2', {}, t('aid.tables')) : null,
    h(
      'div',
      { class: 'charts', tabindex: '0', role: 'group', 'aria-label': t('aid.tables') },
      charts.map((x) => chartTable(x, x.name)),
    ),
    h('h2', {}, t('aid.legend')),
    GROUPS.map((group) => h('ul', { class: 'signs' }, aid.signs.filter((s) => s.group === group).map(sign))),
  );

/** @param {{ name: string, does: string }} phase */
const phase = ({ name, does }) => h('li', {}, h('strong', {}, name), h('span', {}, does));

/** @param {Sign} sign */
const sign = ({ drawing: inner, half = 24, meaning }) =>
  h(
    'li',
    {},
    drawing(`<svg xmlns="http://www.w3.org/2000/svg" class="icon" viewBox="${-half} -24 ${2 * half} 48" aria-hidden="true">${inner}</svg>`),
    h('span', {}, meaning),
  );

/**
 * Where the match of a seat stands (`/aid/title#SEAT`), for as long as the page is open.
 * @param {HTMLElement} chain
 * @param {HTMLElement} now
 */
async function follow(chain, now) {
  const token = location.hash.slice(1);
  if (!token) return;
  const seat = new Seat(token);
  let told = '';
  while (chain.isConnected) {
    const here = await seat.here().catch(() => null);
    const words = JSON.stringify(here);
    if (here && words !== told) mark(chain, now, here);
    told = words;
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
}

/**
 * @param {HTMLElement} chain
 * @param {HTMLElement} now
 * @param {Here} here
 */
function mark(chain, now, { choices, phase: at, prompt }) {
  [...chain.children].forEach((part, i) => {
    part.classList.toggle('here', i === at);
    if (i === at) part.setAttribute('aria-current', 'step');
    else part.removeAttribute('aria-current');
  });
  const list = choices.slice(0, 12).map((words) => h('li', {}, words));
  put(
    now,
    prompt
      ? [h('h2', {}, t('aid.now')), h('p', {}, prompt), h('ul', {}, list, choices.length > 12 ? h('li', {}, '…') : null)]
      : h('p', { class: 'quiet' }, t('aid.waiting')),
  );
}
