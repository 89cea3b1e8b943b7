// Coming in: by a passkey, or by a link in a mail.

/** @import { Entered } from './wire' */

import { Problem, problem } from './api.js';
import { button, h, put } from './dom.js';
import { framed, trouble } from './frame.js';
import { hasPasskeys, makePasskey, people, rememberName, usePasskey } from './people.js';
import { seats } from './seats.js';
import { t } from './words.js';

/** @param {HTMLElement} root */
export async function show(root) {
  const token = location.hash.slice(1);
  onhashchange = () => show(root); // a link of a mail, opened where this page was open already
  const say = h('div', { 'aria-live': 'polite' });
  const along = h('input', { type: 'checkbox', id: 'along', checked: true });
  const known = seats().length;
  const take = known ? h('div', { class: 'check' }, along, h('label', { for: 'along' }, t('enter.take_along', { n: known }))) : null;
  /** @param {() => Promise<Entered>} how */
  const enter = async (how) => {
    try {
      const entered = await how();
      rememberName(entered.name);
      if (known && along.checked) await people.takeAlong(seats());
      location.replace(entered.fresh ? '/me#name' : '/');
    } catch (e) {
      put(say, trouble(words(e)));
    }
  };
  framed(
    root,
    t('enter.title'),
    () => show(root),
    h(
      'section',
      { class: 'leaf narrow' },
      h('h1', {}, t('enter.title')),
      h('p', { class: 'lead' }, t(token ? 'enter.arrived' : 'enter.lead')),
      take,
      token
        ? button(t('enter.go_in'), () => enter(() => people.byLink(token)), { class: 'main big', id: 'go-in' })
        : [passkeyPart(enter), mailPart(say)],
      say,
    ),
  );
}

/** @param {(how: () => Promise<Entered>) => unknown} enter */
function passkeyPart(enter) {
  if (!hasPasskeys()) return h('p', { class: 'quiet' }, t('enter.no_passkeys'));
  const name = h('input', { type: 'text', id: 'name', maxlength: 24, autocomplete: 'username', required: true });
  /** @param {Event} e */
  const make = (e) => {
    e.preventDefault();
    enter(() => makePasskey(name.value));
  };
  return [
    button(t('enter.with_passkey'), () => enter(usePasskey), { class: 'main big', id: 'use-passkey' }),
    h('p', { class: 'quiet' }, t('enter.passkey_help')),
    h(
      'form',
      { onsubmit: make },
      h(
        'fieldset',
        {},
        h('legend', {}, t('enter.new')),
        h('div', { class: 'field' }, h('label', { for: 'name' }, t('enter.name')), name),
        h('button', { type: 'submit', id: 'make-passkey' }, t('enter.make_passkey')),
      ),
    ),
  ];
}

/** @param {HTMLElement} say */
function mailPart(say) {
  const mail = h('input', { type: 'email', id: 'mail', autocomplete: 'email', required: true });
  /** @param {Event} e */
  const send = async (e) => {
    e.preventDefault();
    try {
      await people.byMail({ mail: mail.value });
      put(say, h('p', { class: 'news', role: 'status' }, t('enter.sent')));
    } catch (error) {
      put(say, trouble(problem(error).message));
    }
  };
  return h(
    'form',
    { onsubmit: send },
    h(
      'fieldset',
      {},
      h('legend', {}, t('enter.by_mail')),
      h('div', { class: 'field' }, h('label', { for: 'mail' }, t('enter.mail')), mail),
      h('button', { type: 'submit', id: 'send-link' }, t('enter.send')),
    ),
  );
}

/**
 * What went wrong; a browser whose authenticator was waved away says so in its own way.
 * @param {unknown} e
 */
export const words = (e) => (e instanceof Problem ? e.message : e instanceof DOMException ? t('errors.passkey') : problem(e).message);
