// Notifications on one's own page: which are on, when not, where they go, and what was sent.

/**
 * @import { ChangeNews, ListenHere, NewHook, News, TryNews } from './wire'
 */

import { get, post, problem } from './api.js';
import { button, h, put } from './dom.js';
import { trouble } from './frame.js';
import { t, when } from './words.js';

const CHANNELS = /** @type {const} */ (['mail', 'push', 'hook']);
const KINDS = /** @type {const} */ (['json', 'discord', 'slack', 'telegram']);

const ask = {
  /** @type {() => Promise<News>} */
  read: () => get('/api/me/news'),
  /** @type {(wish: ChangeNews) => Promise<News>} */
  change: (wish) => post('/api/me/news', wish),
  /** @type {(wish: ListenHere) => Promise<News>} */
  listen: (wish) => post('/api/me/news/push', wish),
  /** @type {(wish: NewHook) => Promise<News>} */
  hook: (wish) => post('/api/me/news/hook', wish),
  /** @type {(id: string) => Promise<News>} */
  drop: (id) => post('/api/me/news/drop', { id }),
  /** @type {(wish: TryNews) => Promise<News>} */
  try: (wish) => post('/api/me/news/try', wish),
};

/** @typedef {(work: () => Promise<News>, done?: string) => Promise<void>} Act */

/** A part of the page that fills itself. */
export function newsPart() {
  const place = h('div', { id: 'news' });
  const say = h('div', { 'aria-live': 'polite' });
  /** @type {Act} */
  const act = async (work, done = t('news.saved')) => {
    try {
      draw(place, await work(), act);
      put(say, h('p', { class: 'news', role: 'status' }, done));
    } catch (e) {
      put(say, trouble(e instanceof DOMException ? t('news.denied') : problem(e).message));
    }
  };
  ask.read().then(
    (news) => draw(place, news, act),
    (e) => put(place, trouble(problem(e).message)),
  );
  return h('section', {}, h('h2', { class: 'ruled' }, t('news.heading')), h('p', { class: 'quiet' }, t('news.about')), say, place);
}

/**
 * @param {HTMLElement} place
 * @param {News} news
 * @param {Act} act
 */
const draw = (place, news, act) => put(place, usual(news, act), ways(news, act), newHook(act), sent(news));

/**
 * @param {News} news
 * @param {Act} act
 */
function usual(news, act) {
  const boxes = CHANNELS.map((id) => ({ id, box: h('input', { type: 'checkbox', id: `news-${id}`, checked: news.usual[id] }) }));
  const zones = Intl.supportedValuesOf('timeZone');
  const zone = h(
    'select',
    { id: 'news-zone' },
    ['UTC', ...zones.filter((z) => z !== 'UTC')].map((z) => h('option', { value: z }, z)),
  );
  zone.value = news.quiet_from ? news.zone : Intl.DateTimeFormat().resolvedOptions().timeZone;
  const from = h('input', { type: 'time', id: 'quiet-from', value: news.quiet_from ?? '' });
  const until = h('input', { type: 'time', id: 'quiet-until', value: news.quiet_until ?? '' });
  /** @param {Event} e */
  const save = (e) => {
    e.preventDefault();
    const [mail, push, hook] = boxes.map((b) => b.box.checked);
    act(() =>
      ask.change({ mail, push, hook, quiet_from: from.value || null, quiet_until: until.value || null, zone: zone.value || 'UTC' }),
    );
  };
  const names = {
    mail: news.mail ? t('news.mail_to', { mail: news.mail }) : t('news.no_mail'),
    push: t('news.push'),
    hook: t('news.hook'),
  };
  return h(
    'form',
    { onsubmit: save },
    h(
      'fieldset',
      { class: 'small' },
      h('legend', {}, t('news.usual')),
      boxes.map(({ id, box }) => h('div', { class: 'check' }, box, h('label', { for: box.id }, names[id]))),
    ),
    h(
      'fieldset',
      { class: 'small' },
      h('legend', {}, t('news.quiet')),
      h('div', { class: 'field' }, h('label', { for: 'quiet-from' }, t('news.quiet_from')), from),
      h('div', { class: 'field' }, h('label', { for: 'quiet-until' }, t('news.quiet_until')), until),
      h('div', { class: 'field' }, h('label', { for: 'news-zone' }, t('news.zone')), zone),
    ),
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'submit', class: 'main', id: 'save-news' }, t('news.save')),
      news.mail ? button(`${t('news.try')}: ${t('news.mail')}`, () => act(() => ask.try({ channel: 'mail' }), t('news.tried'))) : null,
    ),
  );
}

/**
 * @param {News} news
 * @param {Act} act
 */
function ways(news, act) {
  const rows = news.ways.map((way) => {
    const name = way.channel === 'hook' ? t(`news.kind_${way.name}`) : way.name;
    const channel = /** @type {typeof CHANNELS[number]} */ (way.channel);
    return h(
      'li',
      {},
      h('span', {}, `${t(`news.${way.channel}`)} · ${name} · ${way.host} · ${when(way.created)}`),
      h(
        'span',
        { class: 'row' },
        button(t('news.try'), () => act(() => ask.try({ channel, way: way.id }), t('news.tried'))),
        button(t('news.drop'), () => act(() => ask.drop(way.id))),
      ),
    );
  });
  return [
    h('h3', {}, t('news.ways')),
    rows.length ? h('ul', { class: 'things ways' }, rows) : h('p', { class: 'quiet' }, t('news.no_ways')),
    canListen()
      ? button(t('news.listen'), () => act(() => listen(news.key)), { id: 'listen' })
      : h('p', { class: 'quiet' }, t('news.no_push')),
  ];
}

const canListen = () => 'serviceWorker' in navigator && 'PushManager' in globalThis && isSecureContext;

/**
 * Ask the browser for somewhere to send messages to.
 * @param {string} key
 */
async function listen(key) {
  if ((await Notification.requestPermission()) !== 'granted') throw new DOMException('denied', 'NotAllowedError');
  const worker = await navigator.serviceWorker.ready;
  const found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = found.toJSON();
  return ask.listen({ endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' });
}

/** @param {Act} act */
function newHook(act) {
  const kind = h(
    'select',
    { id: 'hook-kind', onchange: () => show() },
    KINDS.map((id) => h('option', { value: id }, t(`news.kind_${id}`))),
  );
  const url = h('input', { type: 'url', id: 'hook-url', required: true, maxlength: 1000, 'aria-describedby': 'hook-help' });
  const chat = h('input', { type: 'text', id: 'hook-chat', maxlength: 200 });
  const chatField = h('div', { class: 'field' }, h('label', { for: 'hook-chat' }, t('news.chat')), chat);
  const show = () => {
    chatField.hidden = kind.value !== 'telegram';
  };
  show();
  /** @param {Event} e */
  const add = (e) => {
    e.preventDefault();
    act(() => ask.hook({ kind: /** @type {typeof KINDS[number]} */ (kind.value), url: url.value, chat: chat.value }));
  };
  return h(
    'details',
    { class: 'hooks' },
    h('summary', {}, t('news.new_hook')),
    h(
      'form',
      { onsubmit: add },
      h('div', { class: 'field' }, h('label', { for: 'hook-kind' }, t('news.kind')), kind),
      h('div', { class: 'field' }, h('label', { for: 'hook-url' }, t('news.url')), url),
      h('p', { class: 'quiet', id: 'hook-help' }, t('news.url_help')),
      chatField,
      h('button', { type: 'submit', id: 'add-hook' }, t('news.add')),
    ),
  );
}

/** @param {News} news */
function sent(news) {
  const rows = news.sent.map((x) => {
    const state = [t(`me.letter_${x.state}`), x.problem, x.tries ? t('news.tries', { n: x.tries + 1 }) : ''].filter(Boolean).join(' · ');
    return h('li', {}, h('span', {}, `${when(x.created)} · ${t(`news.${x.channel}`)} · ${x.subject}`), h('span', {}, state));
  });
  return [
    h('h3', {}, t('news.sent')),
    rows.length ? h('ul', { class: 'things sent' }, rows) : h('p', { class: 'quiet' }, t('news.none_sent')),
  ];
}
