// The gallery of battles that players have made.

/** @import { KeptBattle } from './wire' */

import { problem } from './api.js';
import { battles } from './battles.js';
import { button, h, put } from './dom.js';
import { balanceWords, seatsFor, trialPart } from './editor-share.js';
import { framed, trouble } from './frame.js';
import { keepSeat } from './seats.js';
import { lang, t, when } from './words.js';

/** @param {HTMLElement} root */
export async function show(root) {
  const list = h('ul', { class: 'gallery' });
  const redraw = () => show(root);
  framed(
    root,
    t('battles.title'),
    redraw,
    h(
      'section',
      { class: 'leaf' },
      h('h1', {}, t('battles.title')),
      h('p', { class: 'lead' }, t('battles.lead')),
      h('p', {}, h('a', { class: 'button main', href: '/editor' }, t('battles.new'))),
      list,
    ),
  );
  try {
    const found = await battles.gallery();
    put(list, found.length ? found.map((one) => card(one, redraw)) : h('li', { class: 'quiet' }, t('battles.none')));
  } catch (e) {
    put(list, h('li', {}, trouble(problem(e).message)));
  }
}

/**
 * @param {KeptBattle} battle
 * @param {() => unknown} redraw
 */
function card(battle, redraw) {
  const say = h('div', { 'aria-live': 'polite' });
  const mine = battles.mine().find((b) => b.id === battle.id);
  const daring = (/** @type {() => Promise<unknown>} */ work) => () => work().catch((e) => put(say, trouble(problem(e).message)));
  const play = daring(async () => {
    const made = await battles.playKept(battle.id, seatsFor('union'));
    keepSeat(made.token);
    location.href = made.url;
  });
  const drop = daring(async () => {
    await battles.drop(battle.id, mine?.key ?? '');
    battles.disown(battle.id);
    await redraw();
  });
  return h(
    'li',
    { class: 'kept-battle', 'data-battle': battle.id },
    h('span', { class: 'plate' }, h('img', { src: `/api/battles/${battle.id}/picture.svg?lang=${lang()}`, alt: '', loading: 'lazy' })),
    h(
      'div',
      { class: 'words' },
      h('h2', {}, battle.name),
      battle.about ? h('p', {}, battle.about) : null,
      battle.ancestor
        ? h('p', { class: 'quiet' }, h('a', { href: battle.ancestor_url }, t('editor.copy_of', { name: battle.ancestor })))
        : null,
      h('p', { class: 'facts' }, h('span', {}, when(battle.created)), h('span', {}, t('battles.played', { n: battle.played }))),
      h('p', { class: 'known-balance' }, balanceWords(battle.balance)),
      h(
        'div',
        { class: 'row' },
        button(t('battles.play'), play, { class: 'main play' }),
        h('a', { class: 'button copy', href: `/editor?battle=${battle.id}` }, t('battles.open')),
        mine ? button(t('battles.take_away'), drop, { class: 'danger' }) : null,
      ),
      trialPart(() => battles.attemptKept(battle.id)),
      say,
    ),
  );
}
