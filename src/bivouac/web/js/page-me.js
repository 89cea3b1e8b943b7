// One's own page: name, languages, ways in, sessions, matches, results; all of it to take away or to delete.

/**
 * @import { Away, Me } from './wire'
 * @import { Child } from './types'
 */

import { problem } from './api.js';
import { button, dialog, h, put, saveFile } from './dom.js';
import { framed, trouble } from './frame.js';
import { desk } from './lobby.js';
import { newsPart } from './news.js';
import { words } from './page-enter.js';
import { grid, hasPasskeys, makePasskey, opener, people, rememberName } from './people.js';
import { keepSeat, seats } from './seats.js';
import { LANGUAGES, t, when } from './words.js';

/** @param {HTMLElement} root */
export async function show(root) {
  let me;
  try {
    me = await people.me();
  } catch (e) {
    if (problem(e).status !== 401) throw e;
    rememberName(null);
    location.replace('/enter');
    return;
  }
  rememberName(me.name);
  const wanted = /^#open=(.+)/.exec(location.hash)?.[1];
  onhashchange = () => show(root); // a link of a mail, opened where this page was open already
  if (wanted && (await openMatch(wanted))) return;
  draw(root, me);
}

/**
 * Where a message leads: to the match, if one has a seat there.
 * @param {string} match
 */
async function openMatch(match) {
  try {
    const seat = await people.open(match);
    keepSeat(seat.token);
    location.replace(seat.url);
    return true;
  } catch (e) {
    problem(e);
    return false;
  }
}

/**
 * @param {HTMLElement} root
 * @param {Me} me
 * @param {Child} [told]
 */
function draw(root, me, told = null) {
  const say = h('div', { 'aria-live': 'polite' }, told);
  /**
   * Ask for something; what comes back is shown.
   * @param {() => Promise<unknown>} work
   * @param {string} [done]
   */
  const act = async (work, done = t('me.saved')) => {
    try {
      await work();
      draw(root, await people.me(), h('p', { class: 'news', role: 'status' }, done));
    } catch (e) {
      put(say, trouble(words(e)));
      say.scrollIntoView({ block: 'center' });
    }
  };
  framed(
    root,
    t('me.title'),
    () => show(root),
    h(
      'section',
      { class: 'leaf narrow mine' },
      h('p', { class: 'kicker' }, t('me.title')),
      h('h1', {}, me.name),
      h('p', { class: 'lead' }, location.hash === '#name' ? t('me.choose_name') : t('me.hello')),
      say,
      nameForm(me, act),
      matchesPart(me, act),
      resultsPart(me.results),
      ratingsPart(me.ratings, t('ratings.no_mine')),
      waysIn(me, act),
      sessionsPart(me, act),
      vacationPart(),
      newsPart(),
      everything(me, say),
    ),
  );
}

/** @typedef {(work: () => Promise<unknown>, done?: string) => Promise<void>} Act */

/**
 * @param {string} heading
 * @param {...Child} content
 */
const part = (heading, ...content) => h('section', {}, h('h2', { class: 'ruled' }, heading), content);

/**
 * @param {Me} me
 * @param {Act} act
 */
function nameForm(me, act) {
  const name = h('input', { type: 'text', id: 'name', value: me.name, maxlength: 24, required: true });
  const boxes = Object.entries(LANGUAGES)
    .sort(([a], [b]) => order(me, a) - order(me, b))
    .map(([id, words_]) => ({ id, words_, box: h('input', { type: 'checkbox', id: `l-${id}`, checked: me.languages.includes(id) }) }));
  const listed = h('input', { type: 'checkbox', id: 'listed', checked: me.listed });
  /** @param {Event} e */
  const save = (e) => {
    e.preventDefault();
    const languages = boxes.filter((b) => b.box.checked).map((b) => b.id);
    act(() => people.change({ name: name.value, languages, listed: listed.checked }));
  };
  return h(
    'form',
    { onsubmit: save },
    h('div', { class: 'field' }, h('label', { for: 'name' }, t('me.name')), name),
    h(
      'fieldset',
      { class: 'small' },
      h('legend', {}, t('me.languages')),
      boxes.map((b) => h('div', { class: 'check' }, b.box, h('label', { for: b.box.id, lang: b.id }, b.words_))),
    ),
    h('div', { class: 'check' }, listed, h('label', { for: 'listed' }, t('me.listed'))),
    h('div', { class: 'row' }, h('button', { type: 'submit', class: 'main', id: 'save-me' }, t('me.save')), leaveButton()),
  );
}

/**
 * @param {Me} me
 * @param {string} id
 */
const order = (me, id) => (me.languages.includes(id) ? me.languages.indexOf(id) : 9);

function leaveButton() {
  const leave = async () => {
    await people.leave().catch(() => null);
    rememberName(null);
    location.href = '/';
  };
  return button(t('me.leave'), leave, { id: 'leave' });
}

/**
 * @param {Me} me
 * @param {Act} act
 */
function matchesPart(me, act) {
  const unknown = seats();
  const take = async () => {
    const { taken } = await people.takeAlong(unknown);
    await act(async () => {}, t('me.taken', { n: taken }));
  };
  const rows = me.matches.map((status) => {
    const state = status.outcome || (status.yours ? t('home.your_turn') : t('home.turn_of', { side: status.asked ?? '' }));
    return h(
      'li',
      { class: status.yours && !status.outcome ? 'yours' : '' },
      opener(status.match, h('strong', {}, status.name), ' ', h('span', {}, status.scenario), h('span', { class: 'state' }, state)),
      h('span', { class: 'time' }, when(status.updated)),
    );
  });
  return part(
    t('me.matches'),
    rows.length ? h('ul', { class: 'matches' }, rows) : h('p', { class: 'quiet' }, t('home.no_matches')),
    unknown.length ? button(t('me.take_along'), take, { id: 'take-along' }) : null,
  );
}

/** @param {Me['results']} results */
export function resultsPart(results) {
  const rows = results.map((r) => [r.name, r.side_name, r.won, r.lost, r.drawn]);
  const headings = ['result_title', 'result_side', 'won', 'lost', 'drawn'].map((key) => t(`me.${key}`));
  return part(t('me.results'), rows.length ? grid(headings, rows) : h('p', { class: 'quiet' }, t('me.no_results')));
}

/**
 * @param {Me['ratings']} ratings
 * @param {string} none
 */
export function ratingsPart(ratings, none) {
  const headings = [t('me.result_title'), t('me.result_side'), t('ratings.rating'), t('ratings.matches')];
  const rows = ratings.map((r) => [r.name, r.side_name, t('ratings.margin', { rating: r.rating, margin: r.margin }), r.matches]);
  return part(
    t('ratings.mine'),
    rows.length ? grid(headings, rows) : h('p', { class: 'quiet' }, none),
    h('p', {}, h('a', { href: '/ratings' }, t('ratings.title'))),
  );
}

/**
 * @param {Me} me
 * @param {Act} act
 */
function waysIn(me, act) {
  const mail = h('input', { type: 'email', id: 'mail', value: me.mail ?? '', autocomplete: 'email', required: true });
  /** @param {Event} e */
  const change = (e) => {
    e.preventDefault();
    act(() => people.changeMail({ mail: mail.value }), t('enter.sent'));
  };
  const keys = me.passkeys.map((key) =>
    h(
      'li',
      {},
      h('span', {}, t('me.made', { when: when(key.created) }), key.used ? ` · ${t('me.used', { when: when(key.used) })}` : ''),
      button(t('me.drop'), () => act(() => people.drop({ id: key.id }))),
    ),
  );
  return [
    part(
      t('me.passkeys'),
      keys.length ? h('ul', { class: 'things' }, keys) : h('p', { class: 'quiet' }, t('me.no_passkeys')),
      hasPasskeys() ? button(t('me.add_passkey'), () => act(() => makePasskey(null)), { id: 'add-passkey' }) : null,
    ),
    part(
      t('me.mail'),
      h(
        'form',
        { onsubmit: change },
        h('div', { class: 'field' }, h('label', { for: 'mail' }, t('enter.mail')), mail),
        h('button', { type: 'submit' }, t('me.change_mail')),
      ),
    ),
  ];
}

/**
 * @param {Me} me
 * @param {Act} act
 */
function sessionsPart(me, act) {
  const rows = me.sessions.map((s) =>
    h(
      'li',
      {},
      h('span', {}, `${s.device} · ${t('me.used', { when: when(s.used) })}`),
      s.here ? h('strong', {}, t('me.this_one')) : button(t('me.end'), () => act(() => people.end({ mark: s.mark }))),
    ),
  );
  const others = me.sessions.length > 1 ? button(t('me.end_others'), () => act(() => people.end({})), { id: 'end-others' }) : null;
  return part(t('me.sessions'), h('ul', { class: 'things' }, rows), others);
}

/** Days away, on which clocks by days stand still. */
function vacationPart() {
  const place = h('div');
  const days = h('input', { type: 'number', id: 'days', min: 1, max: 21, value: '7' });
  /** @param {Promise<Away>} reading */
  const tell = async (reading) => {
    try {
      const away = await reading;
      put(
        place,
        h('p', {}, t('vacation.about', { n: Math.floor(away.days) })),
        away.until
          ? h(
              'p',
              {},
              t('vacation.until', { when: when(away.until) }),
              ' ',
              button(t('vacation.back'), () => tell(desk.goAway(0))),
            )
          : h(
              'div',
              { class: 'row' },
              h('label', { for: 'days' }, t('vacation.days')),
              days,
              button(t('vacation.go'), () => tell(desk.goAway(Number(days.value)))),
            ),
      );
    } catch (e) {
      put(place, trouble(problem(e).message));
    }
  };
  tell(desk.away());
  return part(t('vacation.heading'), place);
}

/**
 * @param {Me} me
 * @param {HTMLElement} say
 */
function everything(me, say) {
  const take = async () => saveFile('bivouac-me.json', JSON.stringify(await people.export(), null, 1));
  const gone = async () => {
    const name = h('input', { type: 'text', 'aria-label': t('me.name') });
    const sure = await dialog(t('me.delete'), (close) => [
      h('h2', {}, t('me.delete')),
      h('p', {}, t('me.delete_sure', { name: me.name })),
      h(
        'div',
        { class: 'row' },
        name,
        button(t('me.delete'), () => close(true), { class: 'danger' }),
        button(t('house.cancel'), () => close(false)),
      ),
    ]);
    if (!sure) return;
    try {
      await people.delete({ name: name.value });
      rememberName(null);
      location.href = '/';
    } catch (e) {
      put(say, trouble(problem(e).message));
      say.scrollIntoView({ block: 'center' });
    }
  };
  return part(
    t('me.everything'),
    h(
      'div',
      { class: 'row' },
      button(t('me.export'), take, { id: 'export' }),
      button(t('me.delete'), gone, { class: 'danger', id: 'delete' }),
    ),
  );
}
