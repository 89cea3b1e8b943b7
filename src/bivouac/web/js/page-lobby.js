// The lobby: challenges that wait, matches to watch, and a challenge of one's own.

/**
 * @import { Challenge, Lobby, NewChallenge, Running, Title } from './wire'
 * @import { Child } from './types'
 */

import { house, problem } from './api.js';
import { button, h, put } from './dom.js';
import { framed, trouble } from './frame.js';
import { keepFresh } from './fresh.js';
import { desk } from './lobby.js';
import { LATE, PACES, paceWords } from './pace.js';
import { people, rememberName, wasHere } from './people.js';
import { keepSeat } from './seats.js';
import { t, when } from './words.js';

/**
 * @param {HTMLElement} root
 * @param {Child} [told]
 */
export async function show(root, told = null) {
  const [found, titles, greeting] = await Promise.all([desk.lobby(), house.titles(), wasHere() ? people.here() : null]);
  if (greeting) rememberName(greeting.name);
  const say = h('div', { 'aria-live': 'polite' }, told);
  /** @param {() => Promise<Child>} work */
  const act = async (work) => {
    try {
      await show(root, await work());
      root.querySelector('.lobby .news')?.scrollIntoView({ block: 'center' }); // what came of it may be far above the form
    } catch (e) {
      put(say, trouble(problem(e).message));
      say.scrollIntoView({ block: 'center' });
    }
  };
  const waiting = h('div', {}, challenges(found, act));
  const played = h('div', {}, running(found.running));
  followLobby(found, (now) => {
    put(waiting, challenges(now, act));
    put(played, running(now.running));
  });
  framed(
    root,
    t('lobby.title'),
    () => show(root),
    h(
      'section',
      { class: 'leaf lobby' },
      h('h1', {}, t('lobby.title')),
      h('p', { class: 'lead' }, t('lobby.lead')),
      say,
      waiting,
      h('h2', { class: 'ruled' }, t('lobby.new')),
      greeting?.name
        ? new Form(titles, act).element
        : h('p', {}, t('lobby.sign_in_first'), ' ', h('a', { href: '/enter' }, t('me.sign_in'))),
      greeting?.name ? computerForm(titles, act) : null,
      played,
      h(
        'p',
        {},
        h('a', { href: '/ratings', id: 'to-ratings' }, t('ratings.title')),
        ' · ',
        h('a', { href: '/tournaments' }, t('tournaments.title')),
      ),
    ),
  );
}

/**
 * Challenges come and go while somebody looks; the form below them stays as it is.
 * @param {Lobby} found
 * @param {(now: Lobby) => void} draw
 */
function followLobby(found, draw) {
  let shown = JSON.stringify(found);
  keepFresh(async () => {
    const now = await desk.lobby().catch(() => null); // the next look may find it
    const text = JSON.stringify(now);
    if (!now || text === shown) return;
    shown = text;
    draw(now);
  });
}

/** @typedef {(work: () => Promise<Child>) => Promise<void>} Act */

/**
 * A rated match against the computer: title, level, and it begins.
 * @param {Title[]} titles
 * @param {Act} act
 */
function computerForm(titles, act) {
  const title = select(
    'rated-title',
    titles.map((x) => [x.id, x.name]),
  );
  const plain = titles[0].levels.filter((x) => !x.id.includes('-'));
  const level = select(
    'rated-level',
    plain.map((x) => [x.id, x.name]),
  );
  /** @param {Event} e */
  const begin = (e) => {
    e.preventDefault();
    act(async () => {
      const seat = await desk.computer({ title: title.value, level: level.value });
      keepSeat(seat.token);
      location.href = seat.url;
      return null;
    });
  };
  return [
    h('h2', { class: 'ruled' }, t('ratings.play')),
    h('p', { class: 'quiet' }, t('ratings.play_help')),
    h(
      'form',
      { class: 'challenge', onsubmit: begin },
      field('rated-title', t('lobby.which'), title),
      field('rated-level', t('ratings.level'), level),
      h('button', { type: 'submit', id: 'rated-begin' }, t('ratings.begin')),
    ),
  ];
}

/**
 * @param {Lobby} found
 * @param {Act} act
 */
function challenges(found, act) {
  const mine = found.challenges.filter((c) => c.for_me);
  const open = found.challenges.filter((c) => !c.for_me);
  const empty = h(
    'p',
    {},
    t('lobby.none'),
    ' ',
    h('a', { href: '/#titles' }, t('lobby.empty_computer')),
    '. ',
    h('span', { class: 'quiet' }, t('lobby.empty_leave')),
  );
  return [
    mine.length ? [h('h2', { class: 'ruled' }, t('lobby.for_you')), list(mine, act)] : null,
    h('h2', { class: 'ruled' }, t('lobby.open')),
    open.length ? list(open, act) : empty,
  ];
}

/**
 * @param {Challenge[]} rows
 * @param {Act} act
 */
const list = (rows, act) =>
  h(
    'ul',
    { class: 'challenges' },
    rows.map((row) => challenge(row, act)),
  );

/**
 * @param {Challenge} row
 * @param {Act} act
 */
function challenge(row, act) {
  const take = () =>
    act(async () => {
      const seat = await desk.take(row.id);
      keepSeat(seat.token);
      location.href = seat.url;
      return null;
    });
  const drop = () => act(async () => void (await desk.drop(row.id)));
  const facts = [
    row.scenario,
    ...row.options,
    row.side_name ? t('lobby.you_play', { side: row.side_name }) : t('lobby.by_lot'),
    paceWords(row.pace),
    (row.pace.kind ?? 'none') === 'none' ? '' : t(`lobby.late_${row.pace.late ?? 'wait'}`),
    t(row.rated ? 'lobby.rated' : 'lobby.unrated'),
    row.rematch ? t('lobby.rematch') : '',
  ].filter(Boolean);
  const who = row.mine ? t('lobby.yours') : t(row.for_me ? 'lobby.by' : 'lobby.offers', { name: row.maker });
  return h(
    'li',
    {},
    h(
      'div',
      { class: 'what' },
      h('p', { class: 'quiet' }, who),
      h('strong', {}, row.name),
      h(
        'p',
        { class: 'facts' },
        facts.map((f) => h('span', {}, f)),
      ),
    ),
    h(
      'div',
      { class: 'row' },
      row.mine ? button(t('lobby.withdraw'), drop) : button(t('lobby.take'), take, { class: 'main' }),
      row.for_me ? button(t('lobby.decline'), drop) : null,
    ),
  );
}

/** @param {Running[]} rows */
function running(rows) {
  const drawn = rows.map((row) =>
    h(
      'li',
      {},
      h(
        'a',
        { href: row.watch },
        h('strong', {}, row.name),
        ' ',
        h('span', {}, row.scenario),
        h('span', { class: 'state' }, t('lobby.versus', { union: row.players[0], csa: row.players[1] })),
      ),
      h('span', { class: 'time' }, t('lobby.answers', { n: row.serial }), ' · ', when(row.updated)),
    ),
  );
  return [
    h('h2', { class: 'ruled' }, t('lobby.running')),
    drawn.length ? h('ul', { class: 'matches' }, drawn) : h('p', { class: 'quiet' }, t('lobby.none_running')),
  ];
}

// --- a challenge of one's own -----------------------------------------------------------------------------

class Form {
  /**
   * @param {Title[]} titles
   * @param {Act} act
   */
  constructor(titles, act) {
    this.titles = titles;
    this.title = select(
      'title',
      titles.map((x) => [x.id, x.name]),
      () => this.draw(),
    );
    this.pace = select(
      'pace',
      PACES.map((pace, i) => [String(i), paceWords(pace)]),
      () => this.drawLate(),
    );
    this.late = select(
      'late',
      LATE.map((x) => [x, t(`lobby.late_${x}`)]),
    );
    this.pace.value = '2';
    this.whom = h('input', { type: 'text', id: 'whom', maxlength: 24, autocomplete: 'off' });
    this.rated = h('input', { type: 'checkbox', id: 'rated' });
    this.scenario = select('scenario', []);
    this.side = select('side', []);
    this.options = h('div');
    this.lateField = field('late', t('lobby.late'), this.late);
    /** @param {Event} e */
    const leave = (e) => {
      e.preventDefault();
      act(async () => {
        await desk.leave(this.wish());
        return h('p', { class: 'news', role: 'status' }, t('lobby.left'));
      });
    };
    this.element = h(
      'form',
      { class: 'challenge', onsubmit: leave },
      field('title', t('lobby.which'), this.title),
      field('scenario', t('lobby.scenario'), this.scenario),
      h('details', {}, h('summary', {}, t('lobby.options')), this.options),
      field('side', t('lobby.side'), this.side),
      field('pace', t('lobby.pace'), this.pace),
      this.lateField,
      h('div', { class: 'check' }, this.rated, h('label', { for: 'rated' }, t('lobby.is_rated'))),
      field('whom', t('lobby.whom'), this.whom),
      h('button', { type: 'submit', class: 'main', id: 'leave-challenge' }, t('lobby.leave')),
    );
    this.draw();
    this.drawLate();
  }

  draw() {
    const title = /** @type {Title} */ (this.titles.find((x) => x.id === this.title.value));
    put(
      this.scenario,
      title.scenarios.map((x) => h('option', { value: x.id }, x.name)),
    );
    const sides = [['', t('lobby.by_lot')], ...title.sides.map((name, side) => [String(side), name])];
    put(
      this.side,
      sides.map(([value, name]) => h('option', { value }, name)),
    );
    this.boxes = title.options.map((option) => ({ option, box: h('input', { type: 'checkbox', id: `o-${option.id}` }) }));
    put(
      this.options,
      this.boxes.map(({ option, box }) =>
        h('div', { class: 'option' }, box, h('label', { for: box.id }, option.name), h('p', {}, option.help)),
      ),
    );
  }

  drawLate() {
    this.lateField.hidden = this.pace.value === '0';
  }

  /** @returns {NewChallenge} */
  wish() {
    const late = /** @type {typeof LATE[number]} */ (this.late.value);
    return {
      title: this.title.value,
      scenario: this.scenario.value,
      options: (this.boxes ?? []).filter((b) => b.box.checked).map((b) => b.option.id),
      side: this.side.value === '' ? null : Number(this.side.value),
      pace: { ...PACES[Number(this.pace.value)], late },
      rated: this.rated.checked,
      whom: this.whom.value.trim() || null,
    };
  }
}

/**
 * @param {string} id
 * @param {string[][]} choices
 * @param {() => void} [changed]
 */
function select(id, choices, changed = () => {}) {
  const names = choices.map(([value, name]) => h('option', { value }, name));
  return h('select', { id, onchange: () => changed() }, names);
}

/**
 * @param {string} id
 * @param {string} label
 * @param {HTMLElement} control
 */
const field = (id, label, control) => h('div', { class: 'field' }, h('label', { for: id }, label), control);
