// Checking the dice of a match that is over from a file, in this browser alone: the net may be unplugged.

import { spanList, verdictOf } from './dice.js';
import { h, put } from './dom.js';
import { framed, trouble } from './frame.js';
import { t } from './words.js';

/** @param {HTMLElement} root */
export async function show(root) {
  const found = h('div', { 'aria-live': 'polite' });
  /** @type {HTMLInputElement} */
  const file = h('input', { type: 'file', id: 'evidence', accept: '.json,application/json', onchange: () => read(file, found) });
  framed(
    root,
    t('replay.dice'),
    () => show(root),
    h(
      'section',
      { class: 'leaf narrow' },
      h('h1', {}, t('replay.dice')),
      h('p', { class: 'lead' }, t('dice.intro')),
      h('div', { class: 'field' }, h('label', { for: 'evidence' }, t('dice.file')), file),
      found,
    ),
  );
}

/**
 * @param {HTMLInputElement} input
 * @param {HTMLElement} place
 */
async function read(input, place) {
  const file = input.files?.[0];
  if (!file) return;
  try {
    const evidence = JSON.parse(await file.text());
    if (![evidence.spans, evidence.kinds, evidence.rolls].every(Array.isArray)) throw new SyntaxError('not such a file');
    put(place, verdictOf(evidence, evidence.kept ?? []), spanList(evidence));
  } catch (e) {
    if (!(e instanceof SyntaxError)) throw e;
    put(place, trouble(t('dice.no_file')));
  }
}
