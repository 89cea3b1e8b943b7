// The table: one seat of one match. Keeps what the server told, draws it, and sends answers. Knows no title.

import { dialog, h, put, recall, reduced, remember } from './dom.js';
import { Problem, get, getText, post, t } from './api.js';
import { Board } from './board.js';
import { languages, trouble, framed } from './frame.js';
import { icon, learn } from './faces.js';
import { Line } from './net.js';
import { drawBar } from './bar.js';
import { drawList } from './list.js';
import { drawLog, line as logLine, ruleLink } from './log.js';
import { drawMenu, links } from './menu.js';
import { panel } from './panels.js';
import { keepSeat } from './seats.js';

const PACES = { slow: 1600, normal: 800, fast: 300, none: 0 };

export async function show(root) {
  const table = new Table(root, location.pathname.split('/').pop());
  await table.begin();
}

class Table {
  constructor(root, token) {
    Object.assign(this, { root, token, as: null, rev: null, tokens: new Map(), panels: [], status: [], log: [], notes: [], lit: new Map(), queue: [], frames: [], mode: 'live', seats: [], sides: [], question: null, outcome: null, serial: 0, why: new Map(), tab: 'log', lastInput: 'pointer' });
    this.board = new Board({ pick: (id, e) => this.pick(id, e), hover: (id, e) => this.hover(id, e), leave: () => this.leave(), hold: (id, e) => this.explain(id, e) });
    this.line = new Line(token, () => ({ as: this.as, rev: this.rev }), (m) => this.told(m), (s) => this.connection(s));
  }

  async begin() {
    let first;
    try {
      first = await get(`/api/table/${this.token}`);
    } catch (e) {
      if (!(e instanceof Problem)) throw e;
      framed(this.root, '', () => this.begin(), h('section', { class: 'leaf narrow' }, h('h1', {}, t('table.no_table')), trouble(e.message), h('p', {}, h('a', { href: '/' }, t('house.home')))));
      return;
    }
    keepSeat(this.token);
    this.about = first.match;
    this.title = first.match.title;
    this.build();
    await this.loadBoard(first.match);
    this.celebrated = first.outcome !== null;
    this.told(first);
    this.line.open();
    const at = new URLSearchParams(location.search).get('at');
    if (at !== null) this.look(Number(at) || 0);
    if (location.hash === '#invite') { history.replaceState(null, '', location.pathname); links(this); }
  }

  async loadBoard(about) {
    const text = await getText(`/api/table/${this.token}/board`);
    this.board.load(text, about.places, t('table.board', { name: about.name }));
  }

  // --- the page -----------------------------------------------------------------------------------------

  build() {
    const tabs = ['log', 'side', 'list', 'match'];
    const tab = (name) => h('button', { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `pane-${name}`, onclick: () => this.open(name) }, t(`table.tab_${name}`));
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
    p.panes = Object.fromEntries(tabs.map((n) => [n, h('div', { class: `pane ${n}`, id: `pane-${n}`, role: 'tabpanel', 'aria-labelledby': `tab-${n}`, tabindex: '0', hidden: true })]));
    p.tabs = h('div', { class: 'tabs', role: 'tablist', 'aria-label': t('table.drawer'), onkeydown: (e) => this.turnTab(e, tabs) }, tabs.map(tab));
    p.drawer = h('aside', { class: 'drawer', 'aria-label': t('table.drawer') }, p.tabs, Object.values(p.panes));
    p.toggle = h('button', { type: 'button', class: 'toggle', 'aria-expanded': 'true', title: t('table.drawer'), onclick: () => this.drawer(!this.isOpen) }, h('span', { 'aria-hidden': 'true' }, '☰'), h('span', { class: 'sr' }, t('table.drawer')));
    p.stage = h('main', { class: 'stage', id: 'content', tabindex: '-1' }, this.board.element, this.board.buttons(), p.lineups, p.notice);
    p.strip = h('header', { class: 'strip' }, h('a', { class: 'brand', href: '/', title: t('house.home') }, h('img', { src: '/static/mark.svg', alt: '', width: 30, height: 30 }), h('span', { class: 'sr' }, t('house.home'))),
      h('h1', {}, h('span', { class: 'title-name' }, this.about.name), ' ', h('span', { class: 'scenario' }, this.about.scenario)), p.status, p.presence, languages(() => this.relearn()), p.toggle);
    p.all = h('div', { class: 'table' }, h('a', { class: 'skip', href: '#prompt' }, t('table.skip')), p.strip, p.stage, p.hands, p.bar, p.drawer, p.live);
    put(this.root, p.all, p.curtain, p.tip);
    document.title = `${this.about.name} · Bivouac`;
    this.open(this.tab, { quiet: true });
    this.drawer(innerWidth > 900);
    if (!this.listening) this.listen();
  }

  listen() {
    this.listening = true;
    addEventListener('keydown', (e) => { this.lastInput = 'key'; this.shortcut(e); });
    addEventListener('pointerdown', (e) => { this.lastInput = 'pointer'; if (this.pop && !this.pop.contains(e.target)) this.closePop(); });
  }

  shortcut(e) {
    if (e.key === 'Escape') { this.closePop(); this.leave(); return; }
    if (e.ctrlKey || e.metaKey || e.altKey || !recall('keys', true) || /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName) || document.querySelector('dialog[open]')) return;
    if (/^[1-9]$/.test(e.key)) this.parts.bar.querySelectorAll('.options button')[Number(e.key) - 1]?.click();
    else if (e.key === 'u' && this.undo?.free) this.takeBack();
    else if (e.key === 'l') this.open('log');
    else if (e.key === 'o') { this.open('list'); this.parts.panes.list.querySelector('.options button')?.focus(); }
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
    if (!quiet) { this.drawer(true); this.drawPane(); }
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

  // --- what the server tells ----------------------------------------------------------------------------

  told(message) {
    if (message.kind === 'seats') {
      Object.assign(this, { seats: message.seats, thinking: message.thinking, request: message.request, requested: message.requested });
      this.drawSeats();
      this.drawBar();
      return;
    }
    if (message.base !== null && message.base !== this.rev) { this.line.open(); return; }
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
      const message = this.queue.shift();
      const before = this.snapshot();
      this.apply(message);
      const foreign = message.by !== null && !(this.sides.includes(message.by) && !this.seats[message.by].agent) && message.log.lines.length > 0 && message.base !== null;
      if (message.by !== null && !foreign) this.frames = [];
      if (foreign) { if (!this.frames.length) this.frames.push({ ...before, lines: [] }); this.frames.push({ ...this.snapshot(), lines: message.log.lines }); if (this.frames.length > 600) this.frames.splice(0, 100); }
      const pace = foreign && !this.skipping && !document.hidden && !reduced() ? PACES[recall('pace', 'normal')] : 0;
      if (this.mode !== 'live' || (!pace && this.queue.length)) continue;
      this.draw();
      if (pace && this.queue.length) { this.showing = message.log.lines; this.drawBar(); await this.pause(Math.max(pace / 4, Math.min(pace, 15000 / this.queue.length))); this.showing = null; }
    }
    this.skipping = false;
    this.pumping = false;
    if (this.mode === 'live') this.drawBar();
  }

  pause(ms) { return new Promise((resolve) => { const timer = setTimeout(resolve, ms); this.wake = () => { clearTimeout(timer); resolve(); }; }); }

  skip() { this.skipping = true; this.wake?.(); }

  snapshot() { return { tokens: new Map(this.tokens), panels: this.panels, status: this.status }; }

  apply(message) {
    this.merge(message);
    if (message.match) { this.about = message.match; }
    this.log = [...this.log.filter((x) => message.log.from !== -1 && x.n < message.log.from), ...message.log.lines];
    if (message.base === null) this.more = message.log.more;
    for (const name of ['question', 'outcome', 'undo', 'seats', 'sides', 'side', 'thinking', 'request', 'requested', 'notes', 'serial']) this[name] = message[name];
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
    const lines = message.by !== null && !(this.sides.includes(message.by)) ? message.log.lines.slice(-6).map((x) => x.text) : [];
    const q = this.question;
    if (this.outcome) lines.push(this.outcome.text);
    else if (q?.yours && this.announced !== q.serial) { lines.push(q.prompt); this.announced = q.serial; }
    if (lines.length) this.parts.live.textContent = lines.join(' ');
  }

  connection(status) {
    if (this.parts?.all) this.parts.all.dataset.line = status;
    if (status === 'lost') this.say(t('table.lost'), { stay: true });
    else if (this.wasLost) this.parts.notice.replaceChildren();
    this.wasLost = status === 'lost';
  }

  // --- drawing ------------------------------------------------------------------------------------------

  draw() {
    if (this.drawCurtain()) return;
    const where = this.focusPlace();
    this.closePop();
    this.light();
    this.board.draw(this.tokens);
    this.board.light(this.lit);
    this.drawSeats();
    put(this.parts.status, this.status.map((x) => h('li', {}, x)));
    const of = (kind) => this.panels.filter((x) => x.kind === kind);
    put(this.parts.hands, of('hand').map((x) => panel(this, x)));
    put(this.parts.lineups, of('lineup').map((x) => panel(this, x)));
    this.drawPane();
    this.drawBar();
    this.refocus(where);
    if (this.question?.yours && this.mode === 'live') this.board.bring([...this.lit.keys()].map((id) => this.board.spot(id)).filter(Boolean));
    if (this.outcome && !this.celebrated && this.mode === 'live') { this.celebrated = true; this.victory(); }
  }

  drawPane() {
    const pane = this.parts.panes[this.tab];
    if (!this.about || !this.status) return;
    if (this.tab === 'log') drawLog(this, pane);
    else if (this.tab === 'list') drawList(this, pane);
    else if (this.tab === 'match') drawMenu(this, pane);
    else {
      const rest = this.panels.filter((x) => x.kind !== 'hand' && x.kind !== 'lineup');
      put(pane, rest.length ? rest.map((x) => panel(this, x)) : h('p', { class: 'quiet' }, t('table.no_panels')));
    }
  }

  drawSeats() {
    put(this.parts.presence, this.seats.map((seat, side) => {
      const asked = !this.outcome && this.question?.side === side;
      const state = this.thinking === side ? t('table.thinking_short') : seat.agent ? t('table.computer') : this.sides.includes(side) ? t('table.you') : seat.here ? t('table.here') : t('table.away');
      return h('li', { class: `seat side-${side}${asked ? ' asked' : ''}${this.thinking === side ? ' thinking' : ''}${!seat.agent && !seat.here && !this.sides.includes(side) ? ' away' : ''}` }, h('span', { class: 'flag', 'aria-hidden': 'true' }), h('span', { class: 'seat-name' }, seat.name), h('span', { class: 'seat-state' }, state), asked ? h('span', { class: 'sr' }, t('table.asked')) : null);
    }));
    if (this.tab === 'match') this.drawPane();
  }

  drawBar() { if (this.parts && !this.covered) drawBar(this, this.parts.bar); }

  /** What can be chosen: the id of each thing on the table, and what choosing it would do. */
  light() {
    this.lit = new Map();
    if (this.mode !== 'live' || !this.question?.yours) return;
    for (const [, label, targets] of this.question.choices) for (const id of targets) this.lit.set(id, this.lit.has(id) ? `${this.lit.get(id)}; ${label}` : label);
  }

  /** Options that nothing in sight stands for. */
  buttons() {
    const shown = (id) => this.board.places.has(id) || (this.tokens.has(id) && this.inSight(this.tokens.get(id).at)) || this.inSight(id);
    return this.question.choices.filter(([, , targets]) => !targets.some(shown));
  }

  inSight(at) {
    return this.board.places.has(at) || this.panels.some((p) => (p.kind === 'hand' || p.kind === 'lineup') && p.cells.some(([id]) => id === at));
  }

  waiting() {
    const q = this.question;
    if (this.outcome) return this.outcome.text;
    if (!q) return '';
    if (this.thinking !== null && this.thinking !== undefined) return t('table.thinking', { side: this.seats[this.thinking].name });
    return t('table.waiting', { side: q.name });
  }

  // --- focus: keyboards go on where they were -------------------------------------------------------------

  focusPlace() {
    if (this.lastInput !== 'key') return null;
    const active = document.activeElement;
    if (!active || active === document.body) return this.lastPlace || null;
    this.lastPlace = this.parts.bar.contains(active) ? 'bar' : this.board.svg.contains(active) && active !== this.board.svg ? 'board' : this.parts.panes.list.contains(active) ? 'list' : this.parts.hands.contains(active) ? 'hands' : null;
    return this.lastPlace;
  }

  refocus(where) {
    if (!where || !this.question?.yours) return;
    const active = document.activeElement;
    if (active && active !== document.body && active.isConnected && active.matches('.lit, .options button, [data-answer]')) return;
    const first = { bar: '.bar .options button', board: '.board .lit', list: '.pane.list .options button', hands: '.hands .lit' };
    const next = document.querySelector(first[where]) || document.querySelector('.bar .options button') || document.querySelector('.board .lit') || document.querySelector('.hands .lit') || document.getElementById('prompt');
    next?.focus();
  }

  // --- choosing -----------------------------------------------------------------------------------------

  choicesFor(id) { return this.mode === 'live' && this.question?.yours ? this.question.choices.filter(([, , targets]) => targets.includes(id)) : []; }

  pick(id, event) {
    this.leave();
    if (!id) { this.closePop(); return; }
    const direct = this.choicesFor(id);
    const token = this.tokens.get(id);
    const place = token ? token.at : id;
    const stack = [...this.tokens.values()].filter((x) => x.at === place);
    const litHere = stack.filter((x) => this.lit.has(x.id));
    const finger = event.pointerType === 'touch' && litHere.length > 1 && this.board.places.has(place) && !this.pop;
    if (direct.length === 1 && !finger) { this.choose(direct[0][0]); return; }
    if (direct.length > 1 && !finger) { this.choices(direct, id, event); return; }
    const there = this.choicesFor(place);
    if (token && !litHere.length && there.length === 1) { this.choose(there[0][0]); return; }
    if (!token && !there.length && litHere.length === 1 && this.choicesFor(litHere[0].id).length === 1) { this.choose(this.choicesFor(litHere[0].id)[0][0]); return; }
    if (stack.length && this.board.places.has(place)) this.stackCard(place, stack, event);
    else this.explain(id, event);
  }

  async choose(answer, sure = !recall('warn', true)) {
    if (this.busy || !this.question?.yours) return;
    this.busy = true;
    this.closePop();
    this.parts.bar.classList.add('sending');
    try {
      const reply = await post(`/api/table/${this.token}/answer`, { answer, serial: this.question.serial, side: this.question.side, sure });
      this.busy = false;
      if (reply.warn) { if (await this.certain(reply.warn)) await this.choose(answer, true); } else this.nudge();
    } catch (e) {
      if (!(e instanceof Problem)) throw e;
      if (e.stale) this.nudge();
      else this.trouble(e.message, e.rule);
    } finally {
      this.busy = false;
      this.parts.bar.classList.remove('sending');
    }
  }

  certain(words) {
    return dialog(t('table.sure'), (close) => [h('h2', {}, t('table.sure')), h('p', {}, words), h('div', { class: 'row' },
      h('button', { type: 'button', class: 'main', onclick: () => close(false) }, t('table.go_back')), h('button', { type: 'button', class: 'anyway', onclick: () => close(true) }, t('table.anyway')))]);
  }

  /** Where no socket tells, ask. */
  nudge() { if (!this.line.live) this.line.poll(); }

  async takeBack(whole = false) {
    if (this.busy) return;
    this.busy = true;
    try {
      const side = this.side ?? this.sides[0];
      if (this.undo.free) await post(`/api/table/${this.token}/undo`, { side, whole });
      else {
        const sure = await dialog(t('table.ask_undo'), (close) => [h('h2', {}, t('table.ask_undo')), h('p', {}, this.undo.why), h('p', {}, t('table.ask_undo_help')), h('div', { class: 'row' },
          h('button', { type: 'button', class: 'main', onclick: () => close(true) }, t('table.ask_undo')), h('button', { type: 'button', onclick: () => close(false) }, t('house.cancel')))]);
        if (sure) await post(`/api/table/${this.token}/undo`, { side, ask: true });
      }
      this.nudge();
    } catch (e) { this.trouble(e.message); } finally { this.busy = false; }
  }

  async grant(yes) {
    try { await post(`/api/table/${this.token}/grant`, { yes }); this.nudge(); } catch (e) { this.trouble(e.message); }
  }

  // --- words beside the pointer ---------------------------------------------------------------------------

  nameOf(id) { return this.tokens.get(id)?.name || this.board.places.get(id)?.name || ''; }

  async reasons(id) {
    if (this.mode !== 'live' || !this.question?.yours || this.lit.has(id)) return [];
    if (!this.why.has(id)) this.why.set(id, get(`/api/table/${this.token}/why`, { target: id, as: this.as }).catch(() => []));
    return this.why.get(id);
  }

  /** Why nothing happens here: reasons tied to the thing, or to the place it lies on. */
  async whyNot(id) {
    const own = await this.reasons(id);
    const at = this.tokens.get(id)?.at;
    return own.length || !at ? own : this.reasons(at);
  }

  hover(id, event) {
    if (id === this.hovered) { if (!this.parts.tip.hidden) this.moveTip(event); return; }
    this.leave();
    this.hovered = id;
    if (!id || this.pop) return;
    this.hoverTimer = setTimeout(async () => {
      const reasons = await this.whyNot(id);
      if (this.hovered !== id) return;
      const lit = this.lit.get(id);
      const place = this.board.places.get(this.tokens.get(id)?.at || id);
      const stack = place ? [...this.tokens.values()].filter((x) => x.at === place.id) : [];
      put(this.parts.tip, h('strong', {}, this.nameOf(id)), this.tokens.has(id) && place ? h('span', { class: 'where' }, place.name) : stack.length ? h('span', { class: 'where' }, stack.slice(0, 6).map((x) => x.name).join(', ') + (stack.length > 6 ? ' …' : '')) : null,
        lit && lit !== this.nameOf(id) ? h('span', { class: 'do' }, lit) : null, reasons.slice(0, 3).map((r) => h('span', { class: 'no' }, r.why, ' ', h('span', { class: 'rule' }, r.rule))));
      this.parts.tip.hidden = false;
      this.moveTip(event);
    }, 280);
  }

  moveTip(event) {
    const tip = this.parts.tip;
    const { offsetWidth: w, offsetHeight: hgt } = tip;
    tip.style.left = `${Math.min(event.clientX + 16, innerWidth - w - 8)}px`;
    tip.style.top = `${event.clientY + 20 + hgt > innerHeight ? event.clientY - hgt - 12 : event.clientY + 20}px`;
  }

  leave() { clearTimeout(this.hoverTimer); this.hovered = null; if (this.parts?.tip) this.parts.tip.hidden = true; }

  popUp(label, event, ...content) {
    this.closePop();
    this.leave();
    const before = document.activeElement;
    const pop = h('div', { class: 'pop', role: 'dialog', 'aria-label': label, onkeydown: (e) => { if (e.key === 'Escape') { e.stopPropagation(); this.closePop(); before?.focus?.(); } } },
      h('header', {}, h('h2', {}, label), h('button', { type: 'button', class: 'plain', 'aria-label': t('house.close'), onclick: () => { this.closePop(); before?.focus?.(); } }, '×')), content);
    this.parts.all.append(pop);
    this.pop = pop;
    const box = event.target?.getBoundingClientRect?.();
    const x = event.clientX || (box ? box.left + box.width / 2 : innerWidth / 2);
    const y = event.clientY || (box ? box.bottom : innerHeight / 2);
    pop.style.left = `${Math.max(8, Math.min(x + 12, innerWidth - pop.offsetWidth - 8))}px`;
    pop.style.top = `${Math.max(8, Math.min(y - 20, innerHeight - pop.offsetHeight - 8))}px`;
    (pop.querySelector('.lit, .options button') || pop.querySelector('button')).focus({ preventScroll: true });
    return pop;
  }

  closePop() { this.pop?.remove(); this.pop = null; }

  options(list) { return h('ul', { class: 'options' }, list.map(([answer, label]) => h('li', {}, h('button', { type: 'button', data: { answer }, onclick: () => this.choose(answer) }, label)))); }

  choices(list, id, event) { this.popUp(this.nameOf(id) || t('table.choose'), event, this.options(list)); }

  /** A stack spread out: every piece with its name, the lit ones to click. */
  stackCard(place, stack, event) {
    const there = this.choicesFor(place);
    const row = (token) => {
      const mine = this.choicesFor(token.id);
      const words = h('span', { class: 'name' }, token.name);
      if (!mine.length) return h('li', { class: 'quiet', onmouseenter: async (e) => { const li = e.currentTarget; const r = await this.reasons(token.id); if (r.length && !li.querySelector('.no')) li.append(h('span', { class: 'no' }, r[0].why, ' ', ruleLink(this, r[0].rule))); } }, icon(token), words);
      return h('li', {}, h('button', { type: 'button', class: 'lit', data: { id: token.id }, onclick: (e) => (mine.length === 1 ? this.choose(mine[0][0]) : this.choices(mine, token.id, e)) }, icon(token), words));
    };
    const order = [...stack].sort((a, b) => this.lit.has(b.id) - this.lit.has(a.id));
    this.popUp(this.board.places.get(place).name, event, h('ul', { class: 'stack' }, order.map(row)), there.length ? this.options(there) : null);
    if (!there.length && !stack.some((x) => this.lit.has(x.id))) this.reasons(place).then((r) => { if (this.pop) this.pop.append(...r.slice(0, 3).map((x) => h('p', { class: 'no' }, x.why, ' ', ruleLink(this, x.rule)))); });
  }

  async explain(id, event) {
    if (!id) return;
    const reasons = await this.whyNot(id);
    const choices = this.choicesFor(id);
    this.popUp(this.nameOf(id) || t('table.nothing_here'), event, reasons.slice(0, 6).map((r) => h('p', { class: 'no' }, r.why, ' ', ruleLink(this, r.rule))),
      choices.length ? this.options(choices) : null, !reasons.length && !choices.length ? h('p', { class: 'quiet' }, this.question?.yours ? t('table.not_now') : this.waiting()) : null);
  }

  point(ids, move = false) { this.board.point(ids, { move }); }

  say(words, { stay = false, rule = null } = {}) {
    clearTimeout(this.noticeTimer);
    put(this.parts.notice, h('p', {}, words, ' ', ruleLink(this, rule)));
    if (!stay) this.noticeTimer = setTimeout(() => put(this.parts.notice), 7000);
  }

  trouble(words, rule) { this.say(words, { rule }); }

  // --- the curtain: two people at one screen, with secrets -------------------------------------------------

  drawCurtain() {
    const q = this.question;
    const needed = this.about.secrets && this.sides.length === 2 && !this.outcome && this.mode === 'live' && q && q.here && !q.agent && this.side !== q.side;
    this.covered = Boolean(needed);
    this.parts.curtain.hidden = !needed;
    this.parts.all.toggleAttribute('inert', Boolean(needed));
    this.parts.all.classList.toggle('covered', Boolean(needed));
    if (!needed) return false;
    this.closePop();
    this.board.draw(new Map(), { still: true });
    for (const part of ['hands', 'lineups', 'status']) put(this.parts[part]);
    for (const pane of Object.values(this.parts.panes)) put(pane);
    const lift = h('button', { type: 'button', class: `main big side-${q.side}`, onclick: () => { this.as = q.side; this.rev = null; this.stale = true; this.line.open(); } }, t('table.i_am', { side: q.name }));
    put(this.parts.curtain, h('div', { class: 'leaf narrow' }, h('p', { class: 'kicker' }, this.about.name), h('h2', {}, t('table.curtain', { side: q.name })), h('p', {}, t('table.curtain_help')), lift));
    lift.focus();
    return true;
  }

  // --- looking back: recap and replay ---------------------------------------------------------------------

  async recap() {
    if (this.frames.length < 2) {
      const found = await get(`/api/table/${this.token}/frames`, { from: this.about.recap, as: this.as });
      this.frames = [];
      const kept = this.snapshot();
      for (const frame of found.frames) { this.merge(frame); this.frames.push({ ...this.snapshot(), lines: frame.lines }); }
      Object.assign(this, kept);
    }
    if (this.frames.length < 2) { this.say(t('table.nothing_happened')); return; }
    this.kept = this.snapshot();
    this.mode = 'recap';
    this.step(1);
  }

  step(index) {
    this.index = Math.min(Math.max(index, 0), this.frames.length - 1);
    const frame = this.frames[this.index];
    Object.assign(this, { tokens: frame.tokens, panels: frame.panels, status: frame.status });
    this.draw();
    this.point(frame.lines.flatMap((x) => x.targets || []), true);
    this.parts.live.textContent = frame.lines.map((x) => x.text).join(' ');
  }

  async playFrames() {
    this.playing = !this.playing;
    if (this.playing && this.index >= this.frames.length - 1) this.step(0);
    this.drawBar();
    while (this.playing && this.mode === 'recap' && this.index < this.frames.length - 1) {
      await this.pause(PACES[recall('pace', 'normal')] || 300);
      if (this.playing && this.mode === 'recap') this.step(this.index + 1);
    }
    this.playing = false;
    if (this.mode === 'recap') this.drawBar();
  }

  async look(number) {
    const wanted = Math.max(0, Math.min(number, this.serial));
    const first = this.mode !== 'still';
    if (this.mode === 'live') this.kept = this.snapshot();
    this.mode = 'still';
    this.at = wanted;
    const ask = this.asking = Symbol('look');
    let still;
    try { still = await get(`/api/table/${this.token}/at/${wanted}`, { as: this.as }); } catch (e) { this.trouble(e.message); return; }
    if (this.asking !== ask || this.mode !== 'still') return;
    this.merge(still);
    this.still = still;
    history.replaceState(null, '', `${location.pathname}?at=${wanted}`);
    this.draw();
    const last = still.lines.filter((x) => x.n === (still.lines.at(-1)?.n));
    this.point(last.flatMap((x) => x.targets || []));
    if (first) this.parts.bar.querySelector('input[type=range]')?.focus();
  }

  async playStill() {
    this.playing = !this.playing;
    this.drawBar();
    while (this.playing && this.mode === 'still' && this.at < this.serial) {
      await Promise.all([this.look(this.at + 1), this.pause(PACES[recall('pace', 'normal')] || 200)]);
    }
    this.playing = false;
    if (this.mode === 'still') this.drawBar();
  }

  /** Back to the match as it stands. */
  async live() {
    this.playing = false;
    this.mode = 'live';
    this.point([]);
    history.replaceState(null, '', location.pathname);
    if (this.kept) Object.assign(this, this.kept);
    this.kept = null;
    const now = await get(`/api/table/${this.token}`, { as: this.as });
    this.rev = now.rev;
    this.queue = [];
    this.apply(now);
    this.draw();
    this.line.open();
  }

  // --- the end ------------------------------------------------------------------------------------------

  async victory() {
    const o = this.outcome;
    const lastLines = this.log.slice(-6).filter((x) => !x.heading);
    const next = await dialog(t('table.over'), (close) => [h('p', { class: 'kicker' }, t('table.over')), h('h2', { class: 'winner' }, o.winner === null ? t('table.draw') : t('table.wins', { side: o.name })),
      h('p', { class: 'lead' }, o.text, ' ', ruleLink(this, o.rule)), lastLines.length ? h('div', { class: 'last-lines' }, lastLines.slice(-3).map((x) => logLine(this, x))) : null,
      h('div', { class: 'row' }, h('button', { type: 'button', class: 'main', onclick: () => close('') }, t('table.see_table')), h('button', { type: 'button', onclick: () => close('replay') }, t('replay.replay')), h('a', { class: 'button', href: '/' }, t('house.home')))].filter(Boolean), `victory side-${o.winner ?? 2}`);
    if (next === 'replay') this.look(0);
    else remember('last', this.token);
  }
}
