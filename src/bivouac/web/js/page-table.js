// The table: one seat of one match. Keeps what the server told, draws it, and sends answers. Knows no title.

import { h, put, recall, reduced } from './dom.js';
import { Problem, get, getText, t } from './api.js';
import { Board } from './board.js';
import { languages, trouble, framed } from './frame.js';
import { choosing } from './choosing.js';
import { learn } from './faces.js';
import { Line } from './net.js';
import { drawBar } from './bar.js';
import { drawList } from './list.js';
import { drawLog } from './log.js';
import { PACES, looking } from './looking.js';
import { drawMenu, links } from './menu.js';
import { panel } from './panels.js';
import { keepSeat } from './seats.js';

export async function show(root) {
  const table = new Table(root, location.pathname.split('/').pop());
  await table.begin();
}

class Table {
  constructor(root, token) {
    Object.assign(this, {
      root,
      token,
      as: null,
      rev: null,
      tokens: new Map(),
      panels: [],
      status: [],
      log: [],
      notes: [],
      lit: new Map(),
      queue: [],
      frames: [],
      mode: 'live',
      seats: [],
      sides: [],
      question: null,
      outcome: null,
      serial: 0,
      why: new Map(),
      tab: 'log',
      lastInput: 'pointer',
    });
    this.board = new Board({
      pick: (id, e) => this.pick(id, e),
      hover: (id, e) => this.hover(id, e),
      leave: () => this.leave(),
      hold: (id, e) => this.explain(id, e),
    });
    this.line = new Line(
      token,
      () => ({ as: this.as, rev: this.rev }),
      (m) => this.told(m),
      (s) => this.connection(s),
    );
  }

  async begin() {
    let first;
    const drawn = getText(`/api/table/${this.token}/board`).catch(() => null);
    try {
      first = await get(`/api/table/${this.token}`);
    } catch (e) {
      if (!(e instanceof Problem)) throw e;
      framed(
        this.root,
        '',
        () => this.begin(),
        h(
          'section',
          { class: 'leaf narrow' },
          h('h1', {}, t('table.no_table')),
          trouble(e.message),
          h('p', {}, h('a', { href: '/' }, t('house.home'))),
        ),
      );
      return;
    }
    keepSeat(this.token);
    this.about = first.match;
    this.title = first.match.title;
    this.build();
    await this.loadBoard(first.match, await drawn);
    this.celebrated = first.outcome !== null;
    this.told(first);
    this.line.open();
    const at = new URLSearchParams(location.search).get('at');
    if (at !== null) this.look(Number(at) || 0);
    if (location.hash === '#invite') {
      history.replaceState(null, '', location.pathname);
      links(this);
    }
  }

  async loadBoard(about, drawn = null) {
    const text = drawn ?? (await getText(`/api/table/${this.token}/board`));
    this.board.load(text, about.places, t('table.board', { name: about.name }));
  }

  // --- the page ------------------------------------------------------------

  build() {
    const tabs = ['log', 'side', 'list', 'match'];
    const tab = (name) =>
      h(
        'button',
        { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `pane-${name}`, onclick: () => this.open(name) },
        t(`table.tab_${name}`),
      );
    this.parts = Object.fromEntries(['bar', 'hands', 'lineups', 'status', 'presence', 'live', 'curtain', 'notice'].map((n) => [n, null]));
    const p = this.parts;
    p.status = h('ul', { class: 'status', 'aria-label': t('table.status') });
    p.presence = h('ul', { class: 'presence', 'aria-label': t('table.seats') });
    p.bar = h('section', { class: 'bar', 'aria-label': t('table.question') });
    p.hands = h('div', { class: 'hands' });
    p.lineups = h('div', { class: 'lineups' });
    p.live = h('div', { class: 'sr', 'aria-live': 'polite' });
    p.notice = h('div', { class: 'notice', role: 'alert' });
    p.curtain = h('div', { class: 'curtain', hidden: true });
    p.tip = h('div', { class: 'tip', role: 'tooltip', hidden: true });
    p.panes = Object.fromEntries(
      tabs.map((n) => [
        n,
        h('div', { class: `pane ${n}`, id: `pane-${n}`, role: 'tabpanel', 'aria-labelledby': `tab-${n}`, tabindex: '0', hidden: true }),
      ]),
    );
    p.tabs = h(
      'div',
      { class: 'tabs', role: 'tablist', 'aria-label': t('table.drawer'), onkeydown: (e) => this.turnTab(e, tabs) },
      tabs.map(tab),
    );
    p.drawer = h('aside', { class: 'drawer', 'aria-label': t('table.drawer') }, p.tabs, Object.values(p.panes));
    p.toggle = h(
      'button',
      { type: 'button', class: 'toggle', 'aria-expanded': 'true', title: t('table.drawer'), onclick: () => this.drawer(!this.isOpen) },
      h('span', { 'aria-hidden': 'true' }, '☰'),
      h('span', { class: 'sr' }, t('table.drawer')),
    );
    p.stage = h('main', { class: 'stage', id: 'content', tabindex: '-1' }, this.board.element, this.board.buttons(), p.lineups, p.notice);
    p.strip = h(
      'header',
      { class: 'strip' },
      h(
        'a',
        { class: 'brand', href: '/', title: t('house.home') },
        h('img', { src: '/static/mark.svg', alt: '', width: 30, height: 30 }),
        h('span', { class: 'sr' }, t('house.home')),
      ),
      h('h1', {}, h('span', { class: 'title-name' }, this.about.name), ' ', h('span', { class: 'scenario' }, this.about.scenario)),
      p.status,
      p.presence,
      languages(() => this.relearn()),
      p.toggle,
    );
    p.all = h(
      'div',
      { class: 'table' },
      h('a', { class: 'skip', href: '#prompt' }, t('table.skip')),
      p.strip,
      p.stage,
      p.hands,
      p.bar,
      p.drawer,
      p.live,
    );
    put(this.root, p.all, p.curtain, p.tip);
    document.title = `${this.about.name} · Bivouac`;
    this.open(this.tab, { quiet: true });
    this.drawer(innerWidth > 900);
    if (!this.listening) this.listen();
  }

  listen() {
    this.listening = true;
    addEventListener('keydown', (e) => {
      this.lastInput = 'key';
      this.shortcut(e);
    });
    addEventListener('pointerdown', (e) => {
      this.lastInput = 'pointer';
      if (this.pop && !this.pop.contains(e.target)) this.closePop();
    });
  }

  shortcut(e) {
    if (e.key === 'Escape') {
      this.closePop();
      this.leave();
      return;
    }
    if (
      e.ctrlKey ||
      e.metaKey ||
      e.altKey ||
      !recall('keys', true) ||
      /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName) ||
      document.querySelector('dialog[open]')
    )
      return;
    if (/^[1-9]$/.test(e.key)) this.parts.bar.querySelectorAll('.options button')[Number(e.key) - 1]?.click();
    else if (e.key === 'u' && this.undo?.free) this.takeBack();
    else if (e.key === 'l') this.open('log');
    else if (e.key === 'o') {
      this.open('list');
      this.parts.panes.list.querySelector('.options button')?.focus();
    }
  }

  turnTab(e, tabs) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(this.tab) + step + tabs.length) % tabs.length];
    this.open(next);
    document.getElementById(`tab-${next}`).focus();
  }

  open(name, { quiet = false } = {}) {
    this.tab = name;
    for (const [n, pane] of Object.entries(this.parts.panes)) {
      pane.hidden = n !== name;
      const button = this.parts.tabs.querySelector(`#tab-${n}`);
      button.setAttribute('aria-selected', String(n === name));
      button.tabIndex = n === name ? 0 : -1;
    }
    if (!quiet) {
      this.drawer(true);
      this.drawPane();
    }
  }

  drawer(open) {
    this.isOpen = open;
    this.parts.all.classList.toggle('with-drawer', open);
    this.parts.drawer.toggleAttribute('inert', !open);
    this.parts.toggle.setAttribute('aria-expanded', String(open));
  }

  /** Another language: everything is fetched and drawn anew. */
  async relearn() {
    this.rev = null;
    this.queue = [];
    const first = await get(`/api/table/${this.token}`, { as: this.as });
    this.about = first.match;
    const at = this.mode === 'still' ? this.at : null;
    this.build();
    await this.loadBoard(first.match);
    this.told(first);
    this.line.open();
    if (at !== null) this.look(at);
  }

  // --- what the server tells ------------------------------------------------------------

  told(message) {
    if (message.clock) message.clock.since = performance.now() - 1000 * message.clock.spent;
    if (message.kind === 'seats') {
      this.queue.push(message);
      this.pump();
      return;
    }
    if (this.mode !== 'live') {
      this.serial = message.serial; // looking back: the way to the table asks for everything anew
      this.frames = this.mode === 'recap' ? this.frames : [];
      return;
    }
    if (message.base !== null && message.base !== this.rev) {
      this.line.open();
      return;
    }
    if (message.base === null && message.rev === this.rev && message.side === this.side && !this.stale) return;
    this.stale = false;
    this.rev = message.rev;
    this.queue.push(message);
    this.pump();
  }

  /** Show what waits, one frame at a time while somebody else is moving, so that it can be followed. */
  async pump() {
    if (this.pumping) return;
    this.pumping = true;
    while (this.queue.length) {
      const mine = (side) => this.sides.includes(side) && !this.seats[side].agent;
      if (this.queue[0].kind === 'seats') {
        this.greet(this.queue.shift());
        continue;
      }
      if (this.held && !mine(this.queue[0].by)) await this.linger();
      const message = this.queue.shift();
      if (!message) break; // emptied meanwhile, by a change of language or the way back to the table
      const before = this.snapshot();
      this.apply(message);
      const foreign = message.by !== null && !mine(message.by) && message.log.lines.length > 0 && message.base !== null;
      if (mine(message.by)) {
        this.frames = [];
        this.about.recap = message.serial;
      }
      if (foreign) {
        if (!this.frames.length) this.frames.push({ ...before, lines: [] });
        this.frames.push({ ...this.snapshot(), lines: message.log.lines });
        if (this.frames.length > 600) this.frames.splice(0, 100);
      }
      const pace = foreign && !this.skipping && !document.hidden && !reduced() ? PACES[recall('pace', 'normal')] : 0;
      this.held = pace ? { lines: message.log.lines, until: performance.now() + pace, pace } : null;
      if (this.mode === 'live' && (pace || !this.queue.length)) this.draw();
    }
    this.skipping = false;
    this.pumping = false;
    if (this.mode === 'live') this.drawBar();
  }

  /** Who is here and who thinks; nothing has happened on the table. */
  greet({ seats, thinking, clock, request, requested }) {
    Object.assign(this, { seats, thinking, clock, request, requested });
    this.drawSeats();
    if (!this.queue.length) this.drawBar();
  }

  /** What somebody else did stays a while before the next thing comes, the shorter the more is waiting. */
  async linger() {
    if (!this.held || this.skipping || this.mode !== 'live') return;
    const { lines, until, pace } = this.held;
    const left = Math.min(until - performance.now(), Math.max(pace / 4, 15000 / this.queue.length));
    if (left <= 0) return;
    this.showing = lines;
    this.drawBar();
    await this.pause(left);
    this.showing = null;
  }

  pause(ms) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  skip() {
    this.skipping = true;
    this.wake?.();
  }

  snapshot() {
    return { tokens: new Map(this.tokens), panels: this.panels, status: this.status };
  }

  apply(message) {
    this.merge(message);
    if (message.match) {
      this.about = message.match;
    }
    this.log = [...this.log.filter((x) => message.log.from !== -1 && x.n < message.log.from), ...message.log.lines];
    if (message.base === null) this.more = message.log.more;
    for (const name of ['question', 'outcome', 'undo', 'seats', 'sides', 'side', 'thinking', 'clock', 'request', 'requested', 'notes'])
      this[name] = message[name];
    this.serial = message.serial;
    this.why.clear();
    this.odds = null;
    this.announce(message);
  }

  /** Tokens, panels and status of a message, a still or a frame. */
  merge(part) {
    if (part.full) this.tokens = new Map();
    const rows = part.tokens.map(([id, at, face, name, side, dx, dy]) => ({ id, at, face, name, side, dx, dy }));
    learn(part.faces, rows);
    for (const id of part.gone) this.tokens.delete(id);
    for (const token of rows) this.tokens.set(token.id, token);
    if (part.order) this.tokens = new Map(part.order.filter((id) => this.tokens.has(id)).map((id) => [id, this.tokens.get(id)]));
    if (part.panels) this.panels = part.panels;
    this.status = part.status;
  }

  announce(message) {
    const lines = message.by !== null && !this.sides.includes(message.by) ? message.log.lines.slice(-6).map((x) => x.text) : [];
    const q = this.question;
    document.title = `${q?.yours && !this.outcome ? '● ' : ''}${this.about.name} · Bivouac`;
    if (this.outcome) lines.push(this.outcome.text);
    else if (q?.yours && this.announced !== q.serial) {
      lines.push(q.prompt);
      this.announced = q.serial;
    }
    if (lines.length) this.parts.live.textContent = lines.join(' ');
  }

  connection(status) {
    if (this.parts?.all) this.parts.all.dataset.line = status;
    if (status === 'lost') this.say(t('table.lost'), { stay: true });
    else if (this.wasLost) this.parts.notice.replaceChildren();
    this.wasLost = status === 'lost';
  }

  // --- drawing ------------------------------------------------------------

  draw() {
    this.parts.all.dataset.rev = this.rev;
    if (this.drawCurtain()) return;
    const where = this.focusPlace();
    this.closePop();
    this.light();
    this.board.draw(this.tokens);
    this.board.light(this.lit);
    const subjects = this.board.speakOf(this.mode === 'live' && this.question?.yours ? this.question.about : []);
    this.drawSeats();
    put(
      this.parts.status,
      this.status.map((x) => h('li', { title: x }, x)),
    );
    const of = (kind) => this.panels.filter((x) => x.kind === kind);
    put(
      this.parts.hands,
      of('hand').map((x) => panel(this, x)),
    );
    put(
      this.parts.lineups,
      of('lineup').map((x) => panel(this, x)),
    );
    this.drawPane();
    this.drawBar();
    this.refocus(where);
    if (this.question?.yours && this.mode === 'live')
      this.board.bring([...[...this.lit.keys()].map((id) => this.board.spot(id)).filter(Boolean), ...subjects]);
    if (this.outcome && !this.celebrated && this.mode === 'live') {
      this.celebrated = true;
      this.victory();
    }
  }

  drawPane() {
    const pane = this.parts.panes[this.tab];
    if (!this.about || !this.status) return;
    if (this.tab === 'log') drawLog(this, pane);
    else if (this.tab === 'list') drawList(this, pane);
    else if (this.tab === 'match') drawMenu(this, pane);
    else {
      const rest = this.panels.filter((x) => x.kind !== 'hand' && x.kind !== 'lineup');
      const lines = this.status.map((x) => h('li', {}, x));
      put(
        pane,
        h('ul', { class: 'standing', 'aria-label': t('table.status') }, lines),
        rest.length ? rest.map((x) => panel(this, x)) : null,
      );
    }
  }

  drawSeats() {
    put(
      this.parts.presence,
      this.seats.map((seat, side) => {
        const asked = !this.outcome && this.question?.side === side;
        const state =
          this.thinking === side
            ? t('table.thinking_short')
            : seat.agent
              ? t('table.computer')
              : this.sides.includes(side)
                ? t('table.you')
                : seat.here
                  ? t('table.here')
                  : t('table.away');
        return h(
          'li',
          {
            class: `seat side-${side}${asked ? ' asked' : ''}${this.thinking === side ? ' thinking' : ''}${!seat.agent && !seat.here && !this.sides.includes(side) ? ' away' : ''}`,
          },
          h('span', { class: 'flag', 'aria-hidden': 'true' }),
          h('span', { class: 'seat-name' }, seat.name),
          h('span', { class: 'seat-state' }, state),
          asked ? h('span', { class: 'sr' }, t('table.asked')) : null,
        );
      }),
    );
    if (this.tab === 'match') this.drawPane();
  }

  drawBar() {
    if (this.parts && !this.covered) drawBar(this, this.parts.bar);
  }

  /** What can be chosen: the id of each thing on the table, and what choosing it would do. */
  light() {
    this.lit = new Map();
    if (this.mode !== 'live' || !this.question?.yours) return;
    for (const [, label, targets] of this.question.choices)
      for (const id of targets) this.lit.set(id, this.lit.has(id) ? `${this.lit.get(id)}; ${label}` : label);
  }

  /** Options that nothing in sight stands for. */
  buttons() {
    const shown = (id) => this.board.places.has(id) || (this.tokens.has(id) && this.inSight(this.tokens.get(id).at)) || this.inSight(id);
    return this.question.choices.filter(([, , targets]) => !targets.some(shown));
  }

  inSight(at) {
    return (
      this.board.places.has(at) || this.panels.some((p) => (p.kind === 'hand' || p.kind === 'lineup') && p.cells.some(([id]) => id === at))
    );
  }

  waiting() {
    const q = this.question;
    if (this.outcome) return this.outcome.text;
    if (!q) return '';
    if (this.thinking !== null && this.thinking !== undefined) return t('table.thinking', { side: this.seats[this.thinking].name });
    return t('table.waiting', { side: q.name });
  }

  // --- focus: keyboards go on where they were ------------------------------------------------------------

  focusPlace() {
    if (this.lastInput !== 'key') return null;
    const active = document.activeElement;
    if (!active || active === document.body) return this.lastPlace || null;
    this.lastPlace = this.parts.bar.contains(active)
      ? 'bar'
      : this.board.svg.contains(active) && active !== this.board.svg
        ? 'board'
        : this.parts.panes.list.contains(active)
          ? 'list'
          : this.parts.hands.contains(active)
            ? 'hands'
            : null;
    return this.lastPlace;
  }

  refocus(where) {
    if (!where || !this.question?.yours) return;
    const active = document.activeElement;
    if (active && active !== document.body && active.isConnected && active.matches('.lit, .options button, [data-answer]')) return;
    const first = { bar: '.bar .options button', board: '.board .lit', list: '.pane.list .options button', hands: '.hands .lit' };
    const next =
      document.querySelector(first[where]) ||
      document.querySelector('.bar .options button') ||
      document.querySelector('.board .lit') ||
      document.querySelector('.hands .lit') ||
      document.getElementById('prompt');
    next?.focus();
  }
}

Object.assign(Table.prototype, choosing, looking);
