// Tournaments: the list with a form for a new one, and the page of one of them with its table and rounds.

/**
 * @import { Encounter, Made, NewTournament, TableLine, Title, TournamentPage, TournamentRow } from './wire'
 * @import { Child } from './types'
 * @typedef {(work: () => Promise<unknown>) => Promise<void>} Act
 */

import { get, house, post, problem } from './api.js';
import { button, h, put } from './dom.js';
import { framed, trouble } from './frame.js';
import { PACES, paceWords } from './pace.js';
import { grid, opener, people, rememberName, wasHere } from './people.js';
import { keepTournamentPromises } from './promises.js';
import { t, when } from './words.js';

const AGAIN = 5000; // milliseconds until a tournament that is played is looked at again
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {HTMLElement} root */
export async function show(root) {
  const id = location.pathname.split('/')[2];
  clearTimeout(timer);
  if (id) await one(root, id);
  else await all(root);
}

/**
 * @param {HTMLElement} say
 * @param {() => unknown} redraw
 * @returns {Act}
 */
const acting = (say, redraw) => async (work) => {
  try {
    await work();
    await redraw();
  } catch (e) {
    put(say, trouble(problem(e).message));
    say.scrollIntoView({ block: 'center' });
  }
};

// --- the list ------------------------------------------------------------------------------------------------

/** @param {HTMLElement} root */
async function all(root) {
  /** @type {[TournamentRow[], Title[], import('./wire').Greeting | null]} */
  const [rows, titles, greeting] = await Promise.all([get('/api/tournaments'), house.titles(), wasHere() ? people.here() : null]);
  if (greeting) rememberName(greeting.name);
  const say = h('div', { 'aria-live': 'polite' });
  framed(
    root,
    t('tournaments.title'),
    () => show(root),
    h(
      'section',
      { class: 'leaf' },
      h('h1', {}, t('tournaments.title')),
      h('p', { class: 'lead' }, t('tournaments.lead')),
      say,
      rows.length ? h('ul', { class: 'matches' }, rows.map(row)) : h('p', { class: 'quiet' }, t('tournaments.none')),
      h('h2', { class: 'ruled' }, t('tournaments.new')),
      greeting?.name ? form(titles, say) : h('p', {}, t('tournaments.sign_in'), ' ', h('a', { href: '/enter' }, t('me.sign_in'))),
    ),
  );
}

/** @param {TournamentRow} x */
const state = (x) => t(`tournaments.${x.state}`, { round: x.round, rounds: x.rounds });

/** @param {TournamentRow} x */
function row(x) {
  return h(
    'li',
    {},
    h(
      'a',
      { href: `/tournaments/${x.id}` },
      h('strong', {}, x.name),
      ' ',
      h('span', {}, `${x.title_name} · ${t(`tournaments.${x.kind}`)}`),
      h(
        'span',
        { class: 'state' },
        [state(x), t('tournaments.players', { n: x.players }), x.mine ? t('tournaments.mine') : ''].filter(Boolean).join(' · '),
      ),
    ),
    h('span', { class: 'time' }, when(x.created)),
  );
}

/**
 * @param {string} id
 * @param {string} label
 * @param {HTMLElement} control
 */
const field = (id, label, control) => h('div', { class: 'field' }, h('label', { for: id }, label), control);

/**
 * @param {string} id
 * @param {string[][]} choices
 * @param {() => unknown} [changed]
 */
const select = (id, choices, changed = () => {}) =>
  h(
    'select',
    { id, onchange: () => changed() },
    choices.map(([value, name]) => h('option', { value }, name)),
  );

/**
 * @param {Title[]} titles
 * @param {HTMLElement} say
 */
function form(titles, say) {
  const name = h('input', { type: 'text', id: 'name', maxlength: 60, required: true });
  const kind = select(
    'kind',
    ['robin', 'swiss'].map((k) => [k, t(`tournaments.${k}`)]),
  );
  const scenario = select('scenario', []);
  const scenarios = () => {
    const chosen = titles.find((x) => x.id === title.value);
    put(scenario, chosen ? chosen.scenarios.map((x) => h('option', { value: x.id }, x.name)) : null);
  };
  const title = select(
    'title',
    titles.map((x) => [x.id, x.name]),
    scenarios,
  );
  const pace = select(
    'pace',
    PACES.map((p, i) => [String(i), paceWords(p)]),
  );
  pace.value = '2';
  const days = h('input', { type: 'number', id: 'days', min: 1, max: 365, value: '30' });
  const rounds = h('input', { type: 'number', id: 'rounds', min: 0, max: 31, value: '0' });
  const rated = h('input', { type: 'checkbox', id: 'rated' });
  /** @param {Event} e */
  const make = async (e) => {
    e.preventDefault();
    /** @type {NewTournament} */
    const wish = {
      name: name.value,
      title: title.value,
      kind: kind.value === 'swiss' ? 'swiss' : 'robin',
      scenario: scenario.value,
      pace: PACES[Number(pace.value)],
      days: Number(days.value),
      rounds: Number(rounds.value),
      rated: rated.checked,
    };
    try {
      /** @type {Made} */
      const made = await post('/api/tournaments', wish);
      location.href = `/tournaments/${made.id}`;
    } catch (error) {
      put(say, trouble(problem(error).message));
      say.scrollIntoView({ block: 'center' });
    }
  };
  scenarios();
  return h(
    'form',
    { class: 'challenge', onsubmit: make },
    field('name', t('tournaments.name'), name),
    field('title', t('lobby.which'), title),
    field('scenario', t('lobby.scenario'), scenario),
    field('kind', t('tournaments.kind'), kind),
    field('rounds', t('tournaments.rounds'), rounds),
    field('pace', t('lobby.pace'), pace),
    field('days', t('tournaments.days'), days),
    h('p', { class: 'quiet' }, t('tournaments.late')),
    h('div', { class: 'check' }, rated, h('label', { for: 'rated' }, t('lobby.is_rated'))),
    h('button', { type: 'submit', class: 'main', id: 'make' }, t('tournaments.make')),
  );
}

// --- one of them ---------------------------------------------------------------------------------------------

/**
 * @param {HTMLElement} root
 * @param {string} id
 */
async function one(root, id) {
  /** @type {TournamentPage} */
  let x;
  try {
    x = await get(`/api/tournaments/${id}`);
  } catch (e) {
    framed(root, t('tournaments.title'), () => show(root), h('section', { class: 'leaf' }, trouble(problem(e).message), back()));
    return;
  }
  const say = h('div', { 'aria-live': 'polite' });
  const act = acting(say, () => show(root));
  const facts = [x.about.title_name, x.about.scenario, ...x.options, t(`tournaments.${x.about.kind}`), paceWords(x.pace)];
  const more = [t(x.rated ? 'lobby.rated' : 'lobby.unrated'), t('tournaments.by', { name: x.maker })];
  framed(
    root,
    x.about.name,
    () => show(root),
    h(
      'section',
      { class: 'leaf tournament' },
      h('h1', {}, x.about.name),
      h(
        'p',
        { class: 'facts' },
        [...facts, ...more].map((f) => h('span', {}, f)),
      ),
      h('p', { class: 'lead' }, state(x.about), x.due ? `, ${t('tournaments.due', { when: when(x.due) })}` : ''),
      say,
      deeds(x, act),
      x.table.length
        ? [h('h2', { class: 'ruled' }, t('tournaments.table')), table(x.table), h('p', { class: 'quiet' }, t('tournaments.ties'))]
        : null,
      x.encounters.map(round).reverse(),
      back(),
    ),
  );
  give(x);
  if (x.about.state === 'running') timer = setTimeout(() => again(root, id, JSON.stringify(x)), AGAIN);
}

/**
 * Drawn anew only when something has happened, and never under somebody's hands.
 * @param {HTMLElement} root
 * @param {string} id
 * @param {string} shown
 */
async function again(root, id, shown) {
  const now = await get(`/api/tournaments/${id}`).catch(() => null);
  const busy = document.activeElement !== document.body;
  if (!now || busy || JSON.stringify(now) === shown) {
    timer = setTimeout(() => again(root, id, shown), AGAIN);
    return;
  }
  const { scrollY } = globalThis;
  await one(root, id);
  scrollTo(0, scrollY);
}

/**
 * The part of the reader's browser in the dice of their games here, so that none of them waits for it.
 * @param {TournamentPage} x
 */
function give({ about, promises }) {
  if (!promises.length) return;
  post(`/api/tournaments/${about.id}/nonce`, { nonce: keepTournamentPromises(promises) }).catch(() => {}); // the next visit gives it
}

const back = () => h('p', {}, h('a', { href: '/tournaments' }, t('tournaments.all')));

/**
 * What the reader may do.
 * @param {TournamentPage} x
 * @param {Act} act
 * @returns {Child}
 */
function deeds(x, act) {
  const url = `/api/tournaments/${x.about.id}`;
  const level = select('level', Object.entries(x.levels));
  const drop = async () => {
    await post(`${url}/drop`);
    location.href = '/tournaments';
  };
  return [
    x.enter ? h('p', { class: 'quiet' }, t('tournaments.seen')) : null,
    h(
      'div',
      { class: 'row' },
      x.enter ? button(t('tournaments.enter'), () => act(() => post(`${url}/enter`)), { class: 'main', id: 'enter' }) : null,
      x.begin ? button(t('tournaments.begin'), () => act(() => post(`${url}/begin`)), { class: 'main', id: 'begin' }) : null,
      x.leave ? button(t('tournaments.leave'), () => act(() => post(`${url}/leave`)), { id: 'leave' }) : null,
      x.begin ? button(t('tournaments.drop'), () => act(drop), { class: 'danger' }) : null,
    ),
    x.begin
      ? h(
          'div',
          { class: 'row' },
          h('label', { for: 'level' }, t('tournaments.computer')),
          level,
          button(t('tournaments.add'), () => act(() => post(`${url}/computer`, { level: level.value })), { id: 'add' }),
        )
      : null,
  ];
}

/** @param {TableLine[]} lines */
function table(lines) {
  const headings = ['', ...['player', 'points'].map((key) => t(`tournaments.${key}`)), t('me.won'), t('me.drawn'), t('me.lost')];
  const ties = ['buchholz', 'berger'].map((key) => t(`tournaments.${key}`));
  return grid(
    [...headings, ...ties],
    lines.map((x, i) => [i + 1, name(x), x.points, x.won, x.drawn, x.lost, x.buchholz, x.berger]),
  );
}

/** @param {TableLine} x */
const name = (x) => x.name + (x.me ? ` (${t('ratings.you')})` : '') + (x.withdrawn ? ` (${t('tournaments.withdrawn')})` : '');

/**
 * @param {Encounter[]} encounters
 * @param {number} i
 */
function round(encounters, i) {
  return h(
    'section',
    {},
    h('h2', { class: 'ruled' }, t('tournaments.round', { n: i + 1 })),
    h('ul', { class: 'things encounters' }, encounters.map(encounter)),
  );
}

/** @param {Encounter} x */
function encounter(x) {
  if (!x.csa) return x.leg ? null : h('li', {}, t('tournaments.rests', { name: x.union }));
  return h(
    'li',
    {},
    h('span', {}, t('tournaments.match', { union: x.union, csa: x.csa })),
    x.scores ? h('strong', {}, x.scores.join(' : ')) : null,
    x.match && !x.scores ? opener(x.match, t('tournaments.play')) : x.watch ? h('a', { href: x.watch }, t('tournaments.watch')) : null,
  );
}
