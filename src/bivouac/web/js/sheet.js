// The page of the table: the strip, the stage with the board, the hands; beside them the bar, the overview with the tray, the drawer with its panes.

/**
 * @import { About, Room } from './wire'
 * @import { Board } from './board.js'
 * @import { Store } from './store.js'
 * @typedef {'log' | 'side' | 'list' | 'charts' | 'key' | 'match' | 'talk'} Tab
 */

import { button, h, put, s } from './dom.js';
import { languages } from './frame.js';
import { Overview } from './overview.js';
import { soundButton } from './sound.js';
import { t } from './words.js';

/** @type {Tab[]} */
const TABS = ['log', 'side', 'list', 'charts', 'key', 'match', 'talk'];
const MAP = 'M2 5l6-2 8 3 6-2v15l-6 2-8-3-6 2zM8 5.3v10.6l8 3V8.300z';
/** A phone, or a window as small as one: the drawer and the map come when they are called. */
const SMALL = matchMedia('(max-width: 900px), (max-height: 520px)');

export class Sheet {
  /**
   * @param {About} about
   * @param {Board} board
   * @param {{ tab: Tab, switches: HTMLElement[], opened: () => void, relearn: () => unknown }} more the pane to open; the tools to take up; what to do when another pane is opened, and when another language is chosen
   */
  constructor(about, board, { tab, switches, opened, relearn }) {
    this.opened = opened;
    this.tab = tab;
    this.isOpen = false;
    this.status = h('ul', { class: 'status', 'aria-label': t('table.status'), onclick: () => this.open('side') });
    this.presence = h('ul', { class: 'presence', 'aria-label': t('table.seats') });
    this.bar = h('section', { class: 'bar', 'aria-label': t('table.question') });
    this.lesson = h('section', { class: 'lesson', 'aria-label': t('lesson.lesson'), 'aria-live': 'polite', tabindex: '0', hidden: true });
    this.hands = h('div', { class: 'hands' });
    this.lineups = h('div', { class: 'lineups' });
    this.live = h('div', { class: 'sr', 'aria-live': 'polite' });
    this.tray = h('section', { class: 'tray', tabindex: '0', 'aria-label': t('table.tray') });
    this.overview = new Overview(board, switches);
    this.desk = h('section', { class: 'desk', 'aria-label': t('table.around') }, this.overview.element, this.tray);
    this.notice = h('div', { class: 'notice', role: 'alert' });
    /** @type {Record<Tab, HTMLElement>} */
    this.panes = byTab(pane);
    /** @type {Record<Tab, HTMLElement>} */
    this.tabs = byTab((name) => this.tabButton(name));
    this.drawer = this.drawerOf(relearn);
    this.toggle = button(
      [h('span', { 'aria-hidden': 'true' }, '☰'), h('span', { class: 'sr' }, t('table.drawer'))],
      () => this.pull(!this.isOpen),
      {
        class: 'toggle',
        'aria-expanded': 'true',
        title: t('table.drawer'),
      },
    );
    this.all = h(
      'div',
      { class: 'table' },
      h('a', { class: 'skip', href: '#prompt' }, t('table.skip')),
      this.strip(about, relearn),
      h('main', { class: 'stage', id: 'content', tabindex: '-1' }, board.element, this.notice),
      this.hands,
      h(
        'div',
        { class: 'beside' },
        this.lesson,
        this.bar,
        h('nav', { class: 'corner', 'aria-label': t('table.drawer') }, this.mapButton(), this.toggle),
        this.desk,
        this.lineups,
        this.drawer,
      ),
      this.live,
    );
    this.turnTo(tab);
    this.pull(!SMALL.matches);
    SMALL.onchange = () => this.pull(!SMALL.matches);
  }

  /** How much of the stage lies under a line-up, from its foot. */
  get shade() {
    if (!SMALL.matches || !this.lineups.firstChild) return 0;
    const stage = this.all.querySelector('.stage')?.getBoundingClientRect().bottom ?? 0;
    return Math.max(stage - this.lineups.getBoundingClientRect().top, 0);
  }

  /**
   * @param {About} about
   * @param {() => unknown} relearn
   */
  strip(about, relearn) {
    return h(
      'header',
      { class: 'strip' },
      h(
        'a',
        { class: 'brand', href: '/', title: t('house.home') },
        h('img', { src: '/static/mark.svg', alt: '', width: 30, height: 30 }),
        h('span', { class: 'sr' }, t('house.home')),
      ),
      h('h1', {}, h('span', { class: 'title-name' }, about.name), ' ', h('span', { class: 'scenario' }, about.scenario)),
      this.status,
      this.presence,
      SMALL.matches ? null : [soundButton(), languages(relearn)],
    );
  }

  /**
   * On a phone the overview covers a part of the board, so it comes and goes.
   * @returns {HTMLElement}
   */
  mapButton() {
    const act = () => void this.all.classList.toggle('with-map');
    const sign = s('svg', { class: 'sign', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: MAP }));
    return button(sign, act, { class: 'show-map', 'aria-label': t('table.map'), title: t('table.map') });
  }

  // --- the drawer ------------------------------------------------------------

  /** @param {() => unknown} relearn */
  drawerOf(relearn) {
    /** @param {KeyboardEvent} e */
    const onkeydown = (e) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
      if (!step) return;
      this.open(TABS[(TABS.indexOf(this.tab) + step + TABS.length) % TABS.length]);
      this.tabs[this.tab].focus();
    };
    const row = h('div', { class: 'tabs', role: 'tablist', 'aria-label': t('table.drawer'), onkeydown }, Object.values(this.tabs));
    const speech = SMALL.matches ? h('div', { class: 'row ears' }, soundButton(), languages(relearn), this.closer()) : null;
    return h('aside', { class: 'drawer', 'aria-label': t('table.drawer') }, speech, row, Object.values(this.panes));
  }

  /** On a phone the drawer covers what opened it. */
  closer() {
    const shut = () => {
      this.pull(false);
      this.toggle.focus();
    };
    return button('×', shut, { class: 'plain shut', 'aria-label': t('house.close') });
  }

  /** @param {Tab} name */
  tabButton(name) {
    return button(t(`table.tab_${name}`), () => this.open(name), { role: 'tab', id: `tab-${name}`, 'aria-controls': `pane-${name}` });
  }

  /** @param {Tab} name */
  open(name) {
    this.turnTo(name);
    this.pull(true);
    this.opened();
  }

  /** @param {Tab} name */
  turnTo(name) {
    this.tab = name;
    for (const n of TABS) {
      this.panes[n].hidden = n !== name;
      this.tabs[n].setAttribute('aria-selected', String(n === name));
      this.tabs[n].tabIndex = n === name ? 0 : -1;
    }
  }

  /**
   * The drawer, out or in.
   * @param {boolean} out
   */
  pull(out) {
    this.isOpen = out;
    this.all.classList.toggle('with-drawer', out);
    this.drawer.toggleAttribute('inert', !out);
    this.toggle.setAttribute('aria-expanded', String(out));
  }

  // --- the strip ------------------------------------------------------------

  /** @param {string[]} status */
  drawStatus(status) {
    put(
      this.status,
      status.map((x) => h('li', { title: x }, x)),
    );
  }

  /** @param {Store} store */
  drawSeats(store) {
    put(
      this.presence,
      store.room.seats.map((_, side) => seat(store, side)),
    );
  }

  /**
   * Nobody may see what is on the table.
   * @param {boolean} covered
   */
  cover(covered) {
    this.all.toggleAttribute('inert', covered);
    this.all.classList.toggle('covered', covered);
    if (covered) for (const part of [this.hands, this.lineups, this.status, this.panes.side, this.panes.list]) put(part);
  }
}

/** @param {(name: Tab) => HTMLElement} made */
const byTab = (made) => /** @type {Record<Tab, HTMLElement>} */ (Object.fromEntries(TABS.map((name) => [name, made(name)])));

/** @param {Tab} name */
const pane = (name) =>
  h('div', { class: `pane ${name}`, id: `pane-${name}`, role: 'tabpanel', 'aria-labelledby': `tab-${name}`, tabindex: '0', hidden: true });

/**
 * How somebody sits there: the ending of a sentence's key.
 * @param {Room} room
 * @param {number} side
 */
function presence(room, side) {
  const { agent, here, vacant } = room.seats[side];
  if (room.thinking === side) return 'thinking_short';
  if (agent) return 'computer';
  if (room.sides.includes(side)) return 'you';
  if (vacant) return 'vacant';
  return here ? 'here' : 'away';
}

/**
 * @param {Store} store
 * @param {number} side
 */
function seat({ outcome, question, room }, side) {
  const how = presence(room, side);
  const asked = !outcome && question?.side === side;
  const classes = [
    'seat',
    `side-${side}`,
    asked && 'asked',
    how === 'thinking_short' && 'thinking',
    (how === 'away' || how === 'vacant') && 'away',
  ];
  return h(
    'li',
    { class: classes.filter(Boolean).join(' ') },
    h('span', { class: 'flag', 'aria-hidden': 'true' }),
    h('span', { class: 'seat-name' }, room.seats[side].name),
    h('span', { class: 'seat-state' }, t(`table.${how}`)),
    asked ? h('span', { class: 'sr' }, t('table.asked')) : null,
  );
}
