// The page of a title: its scenarios and options, who sits where, where it comes from; and a save to go on with.

/**
 * @import { Created, NewMatch, Option, Scenario, Title } from './wire'
 * @import { Child } from './types'
 * @typedef {{ scenario?: string, options?: string[], seats?: string[], seconds?: number[] }} Habits what was chosen here last
 * @typedef {{ seat: HTMLSelectElement, seconds: HTMLSelectElement, earnest: HTMLElement }} Chair
 * @typedef {{ option: Option, box: HTMLInputElement }} Box
 */

import { house, problem } from './api.js';
import { button, h, paragraphs, put } from './dom.js';
import { trouble } from './frame.js';
import { isTimed, secondsSelect } from './levels.js';
import { recall, remember } from './memory.js';
import { keepSeat } from './seats.js';
import { lang, t } from './words.js';

/**
 * @param {Title} title
 * @param {string} [scenario]
 */
export const picture = (title, scenario) =>
  `/api/titles/${title.id}/picture.svg?lang=${lang()}${scenario ? `&scenario=${encodeURIComponent(scenario)}` : ''}`;

/** @param {Created} made */
function sitDown(made) {
  keepSeat(made.token);
  location.href = made.url + (made.invites.length ? '#invite' : '');
}

/**
 * What a game is like: its scale, how long it takes, how complex it is, what is hidden.
 * @param {Title} title
 */
export function factsOf({ scale, minutes: [low, high], complexity, hidden, secrets }) {
  const length = high ? t('home.minutes', { low, high }) : '';
  const weight = complexity ? t('home.complexity', { n: complexity }) : '';
  return [scale, length, weight, secrets ? t('home.hidden', { hidden }) : t('home.nothing_hidden')].filter(Boolean);
}

/** @param {Title} title */
export function titlePage(title) {
  const setup = new Setup(title);
  const facts = factsOf(title);
  return h(
    'article',
    { class: 'leaf title-page' },
    h('p', { class: 'kicker' }, h('a', { href: '#' }, t('home.all_titles'))),
    h('h1', {}, title.name),
    h('p', { class: 'lead' }, title.blurb),
    h(
      'p',
      { class: 'facts' },
      facts.map((f) => h('span', {}, f)),
      h('a', { href: `/rules/${title.id}` }, t('home.rules_link', { n: title.clauses })),
      title.lessons ? h('a', { href: `/learn#${title.id}` }, t('lesson.learn_link')) : null,
      title.lessons ? h('a', { href: `/aid/${title.id}` }, t('aid.link')) : null,
    ),
    h(
      'div',
      { class: 'columns' },
      setup.form(),
      h(
        'div',
        { class: 'beside' },
        h('figure', {}, setup.plate),
        title.howto ? h('details', { class: 'howto' }, h('summary', {}, t('rules.howto')), paragraphs(title.howto)) : null,
        provenance(title),
      ),
    ),
  );
}

/** Everything that is chosen before a match begins. */
class Setup {
  /** @param {Title} title */
  constructor(title) {
    this.title = title;
    /** @type {Habits} */
    const kept = recall(`setup.${title.id}`, {});
    this.say = h('div', { 'aria-live': 'polite' });
    this.plate = h('img', { class: 'board-plate', src: picture(title), alt: t('home.picture', { name: title.name }) });
    this.about = h('div', { class: 'about-scenario' });
    this.balance = h('div', { class: 'balance' });
    /** A scenario of the player's own. @type {string | null} */
    this.own = null;
    /** The options that even the scenario, and the box that ticks them all. @type {Box[]} */
    this.evening = [];
    /** @type {HTMLInputElement | null} */
    this.even = null;
    this.scenario = this.scenarios(kept.scenario);
    this.boxes = title.options.map((option) => this.box(option, (kept.options ?? []).includes(option.id)));
    this.chairs = [0, 1].map((side) => chair(title, side, kept.seats?.[side], kept.seconds?.[side]));
    /** @type {HTMLButtonElement} */
    this.start = button(t('home.start'), () => this.begin(), { class: 'main big', id: 'start' });
    for (const { seat } of this.chairs) seat.addEventListener('change', () => this.changeSeats());
    this.drawScenario();
  }

  /** @param {string | undefined} kept */
  scenarios(kept) {
    const { scenarios } = this.title;
    const onchange = () => {
      this.own = null;
      if (this.even?.checked) this.tick(this.evening, false);
      this.drawScenario();
      this.check();
    };
    const names = scenarios.map((x) => h('option', { value: x.id }, x.name));
    const select = h('select', { id: 'scenario', onchange }, names);
    if (kept && scenarios.some((x) => x.id === kept)) select.value = kept;
    return select;
  }

  /** The chosen scenario. @returns {Scenario} */
  chosen() {
    return /** @type {Scenario} */ (this.title.scenarios.find((one) => one.id === this.scenario.value));
  }

  /** Where somebody thinks before he moves another handicap may be right. */
  changeSeats() {
    if (this.own) return;
    const evened = this.even?.checked;
    if (evened) this.tick(this.evening, false);
    this.drawBalance(this.chosen());
    if (evened) this.tick(this.evening, true);
    this.mirror();
    this.check();
  }

  drawScenario() {
    const x = this.chosen();
    this.plate.src = picture(this.title, x.id);
    put(
      this.about,
      x.source === 'reconstructed' ? h('p', { class: 'stamp' }, t('home.reconstructed')) : null,
      x.page.map((p) => h('p', {}, p)),
    );
    this.drawBalance(x);
  }

  /**
   * How even a scenario is between equal players, and the handicap that evens it for those who play, to be ticked at once.
   * @param {Scenario} scenario
   */
  drawBalance({ balance, handicap, thinking_handicap }) {
    const evens = this.chairs.some(thinks) ? thinking_handicap : handicap;
    this.evening = this.boxes.filter((b) => evens.includes(b.option.id));
    const onchange = () => {
      this.tick(this.evening, /** @type {HTMLInputElement} */ (this.even).checked);
      this.check();
    };
    this.even = evens.length ? h('input', { type: 'checkbox', id: 'even', onchange }) : null;
    const label = this.even ? h('label', { class: 'earnest' }, this.even, ` ${t('balance.even_it')}`) : null;
    put(this.balance, balance ? h('p', { class: 'quiet' }, balance) : null, label);
    this.mirror();
  }

  /**
   * Ticks some options or none of them; what they exclude goes.
   * @param {Box[]} boxes
   * @param {boolean} checked
   */
  tick(boxes, checked) {
    const excluded = new Set(boxes.flatMap((b) => b.option.excludes));
    for (const { option, box } of this.boxes) if (checked && excluded.has(option.id)) box.checked = false;
    for (const { box } of boxes) box.checked = checked;
  }

  /** The handicap is ticked when all of its options are. */
  mirror() {
    if (this.even) this.even.checked = this.evening.every((b) => b.box.checked);
  }

  /**
   * @param {Option} option
   * @param {boolean} checked
   * @returns {Box}
   */
  box(option, checked) {
    const { id } = option;
    const onchange = () => {
      this.mirror();
      this.check();
    };
    const box = h('input', { type: 'checkbox', id: `o-${id}`, checked, onchange, 'aria-describedby': `h-${id}` });
    return { option, box };
  }

  /** @returns {NewMatch} */
  wish() {
    return {
      title: this.title.id,
      scenario: this.scenario.value,
      options: this.boxes.filter((b) => b.box.checked).map((b) => b.option.id),
      ...seated(this.chairs),
      ...(this.own ? { scenario_text: this.own } : {}),
    };
  }

  /** Can it be played so? */
  async check() {
    try {
      await house.check(this.wish());
      put(this.say);
    } catch (e) {
      put(this.say, trouble(problem(e).message));
    }
  }

  async begin() {
    this.start.disabled = true;
    try {
      const made = await house.begin(this.wish());
      this.keep();
      sitDown(made);
    } catch (e) {
      put(this.say, trouble(problem(e).message));
      this.start.disabled = false;
    }
  }

  keep() {
    /** @type {Habits} */
    const habits = {
      scenario: this.scenario.value,
      options: this.wish().options,
      seats: this.chairs.map((x) => x.seat.value),
      seconds: this.chairs.map((x) => Number(x.seconds.value)),
    };
    remember(`setup.${this.title.id}`, habits);
  }

  form() {
    const { boxes, chairs, title } = this;
    /** @param {number} side */
    const field = (side) =>
      h(
        'div',
        { class: `field seat side-${side}` },
        h('label', { for: `seat-${side}` }, title.sides[side]),
        chairs[side].seat,
        chairs[side].seconds,
        chairs[side].earnest,
      );
    return h(
      'form',
      { class: 'setup', onsubmit: (e) => e.preventDefault() },
      h('div', { class: 'field' }, h('label', { for: 'scenario' }, t('home.scenario')), this.scenario),
      h('fieldset', {}, h('legend', {}, t('home.who')), [0, 1].map(field)),
      h('div', { class: 'go' }, this.start, this.say),
      this.balance,
      h('details', { class: 'field' }, h('summary', {}, t('home.about_scenario')), this.about),
      title.own_scenario ? h('div', { class: 'field' }, this.ownScenario()) : null,
      title.workshop
        ? h('p', { class: 'row' }, h('a', { href: '/editor' }, t('battles.editor')), h('a', { href: '/battles' }, t('battles.title')))
        : null,
      title.positions ? h('p', { class: 'row' }, h('a', { href: `/editor?title=${title.id}` }, t('position.link'))) : null,
      boxes.length ? h('fieldset', {}, h('legend', {}, t('home.options')), this.optionGroups()) : null,
    );
  }

  ownScenario() {
    /** @type {HTMLInputElement} */
    const input = h('input', {
      type: 'file',
      id: 'own',
      accept: '.toml,text/plain',
      onchange: async () => {
        const file = input.files?.[0];
        if (!file) return;
        this.own = await file.text();
        put(this.about, h('p', {}, t('home.own', { name: file.name })));
        put(this.balance);
        this.check();
      },
    });
    return h('details', {}, h('summary', {}, t('home.own_scenario')), h('label', { for: 'own' }, t('home.own_file')), input);
  }

  /** @returns {Child} */
  optionGroups() {
    const groups = [...new Set(this.title.options.map((o) => o.group))];
    return groups.map((group) =>
      h(
        'div',
        { class: 'option-group' },
        groups.length > 1 ? h('h2', {}, group) : null,
        this.boxes.filter((b) => b.option.group === group).map((b) => this.optionRow(b)),
      ),
    );
  }

  /** @param {Box} box */
  optionRow({ option, box }) {
    const rule = h('a', { class: 'rule', href: `/rules/${this.title.id}#${option.rule}` }, option.rule);
    return h(
      'div',
      { class: 'option' },
      box,
      h('label', { for: box.id }, option.name),
      h('p', { id: `h-${option.id}` }, option.help, ' ', rule),
    );
  }
}

// --- where a title comes from ----------------------------------------------------------------------------------------

/** @param {Title} title */
function provenance(title) {
  return h(
    'section',
    { class: 'provenance' },
    h('h2', {}, t('home.about')),
    h(
      'p',
      {},
      Object.entries(title.credits).map(([role, name]) => [credit(role, name), h('br')]),
    ),
    h('p', { class: 'quiet' }, t('home.unofficial')),
    title.original ? [h('h3', {}, t('home.original')), paragraphs(title.original)] : null,
    title.reconstructed ? [h('h3', {}, t('home.is_reconstructed')), paragraphs(title.reconstructed)] : null,
    title.departures.length ? departures(title) : null,
  );
}

/** @param {Title} title */
function departures({ id, departures: found }) {
  const links = found.map(({ rule, topic }) => [h('a', { href: `/rules/${id}#${rule}` }, rule), ` (${topic})`]);
  return [
    h('h3', {}, t('home.departures')),
    h(
      'p',
      {},
      t('home.departures_help'),
      ' ',
      links.flatMap((x, i) => [i ? ', ' : '', ...x]),
      '.',
    ),
  ];
}

/**
 * @param {string} role
 * @param {string} name
 */
function credit(role, name) {
  const key = `home.credit_${role}`;
  return t(key) === key ? `${role}: ${name}` : t(key, { name });
}

// --- who sits where -----------------------------------------------------------------------------------

/**
 * Who sits at a side, and for a computer that takes its time how long it may think.
 * @param {Title} title
 * @param {number} side
 * @param {string} [kept]
 * @param {number} [seconds]
 * @param {string} [prefix]
 * @returns {Chair}
 */
function chair(title, side, kept, seconds, prefix = '') {
  const wishes = [
    { value: 'me', name: t('home.me') },
    { value: 'here', name: t('home.here') },
    { value: 'link', name: t('home.link') },
    ...title.levels.map((l) => ({ value: `computer:${l.id}`, name: t('home.computer', { level: l.name }) })),
  ];
  const names = wishes.map(({ value, name }) => h('option', { value }, name));
  const seat = h('select', { id: `${prefix}seat-${side}`, onchange: () => draw() }, names);
  const standard = side === 0 ? 'me' : `computer:${(title.levels.find((l) => l.id === 'veteran') || title.levels[0]).id}`;
  seat.value = wishes.find(({ value }) => value === kept)?.value ?? standard;
  const label = `${title.sides[side]}: ${t('home.seconds')}`;
  const glass = secondsSelect(`${prefix}seconds-${side}`, title.seconds, seconds, label);
  const earnest = h('label', { class: 'earnest' }, h('input', { type: 'checkbox' }), ` ${t('table.earnest')}`);
  const draw = () => {
    earnest.hidden = !seat.value.startsWith('computer:');
    glass.hidden = !isTimed(title.levels, seat.value.replace('computer:', ''));
  };
  draw();
  return { seat, seconds: glass, earnest };
}

/**
 * Whether a computer sits there that takes its time.
 * @param {Chair} chair
 */
const thinks = ({ seconds }) => !seconds.hidden;

/**
 * The chosen chairs as the server wants them.
 * @param {Chair[]} chairs
 * @returns {{ seats: Record<string, string>, seconds: Record<string, number> }}
 */
function seated(chairs) {
  const all = chairs.map((c, side) => ({ ...c, side: String(side) }));
  return {
    seats: Object.fromEntries(all.map(({ seat, earnest, side }) => [side, `${seat.value}${isEarnest(earnest) ? ':earnest' : ''}`])),
    seconds: Object.fromEntries(all.filter(thinks).map(({ seconds, side }) => [side, Number(seconds.value)])),
  };
}

/** @param {HTMLElement} label */
const isEarnest = (label) => !label.hidden && label.querySelector('input')?.checked === true;

// --- saves --------------------------------------------------------------------------------------------

/** @param {Title} title any: a save says itself which it is of */
export function uploader(title) {
  const say = h('div', { 'aria-live': 'polite' });
  const input = h('input', { type: 'file', id: 'save-file', accept: '.json,application/json' });
  const chairs = [0, 1].map((side) => chair(title, side, undefined, undefined, 'save-'));
  /** @param {(save: string) => ReturnType<typeof house.upload>} open */
  const go = async (open) => {
    const file = input.files?.[0];
    if (!file) {
      input.focus();
      put(say, trouble(t('home.choose_file')));
      return;
    }
    try {
      sitDown(await open(await file.text()));
    } catch (e) {
      put(say, trouble(problem(e).message));
    }
  };
  return h(
    'form',
    { class: 'upload', onsubmit: (e) => e.preventDefault() },
    h('div', { class: 'field' }, h('label', { for: 'save-file' }, t('home.save_file')), input),
    chairs.map(({ seat, seconds, earnest }, side) =>
      h('div', { class: 'field' }, h('label', { for: seat.id }, title.sides[side]), seat, seconds, earnest),
    ),
    h(
      'div',
      { class: 'row' },
      button(t('home.continue'), () => go((save) => house.upload({ save, ...seated(chairs) }))),
      button(t('study.analyse'), () => go((save) => house.study({ save })), { id: 'analyse-save' }),
    ),
    say,
  );
}
