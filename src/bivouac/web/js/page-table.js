// The table: one seat of one match. Here the store, the net and the views are put together; each does its own work. It knows no title.

/**
 * @import { SeatsMessage, TableMessage } from './wire'
 * @import { Problem } from './api.js'
 * @import { Condition } from './line.js'
 * @import { Happening } from './table/model/state-changes.js'
 * @import { Snapshot } from './store.js'
 * @import { Tab } from './sheet.js'
 */

import { Seat, problem } from './api.js';
import { drawBar } from './bar.js';
import { Board } from './board.js';
import { ChartsPane } from './charts.js';
import { Chooser } from './choosing.js';
import { Curtain } from './curtain.js';
import { focus, h, put, reduced } from './dom.js';
import { learn } from './faces.js';
import { Ending } from './ending.js';
import { Focus } from './focus.js';
import { Follower } from './follow.js';
import { framed, trouble } from './frame.js';
import { happening, joined, nothing } from './table/model/state-changes.js';
import { Hand } from './hand.js';
import { Line } from './line.js';
import { drawLesson } from './lesson.js';
import { drawList } from './list.js';
import { KeyPane } from './key.js';
import { LogPane, ruleLink } from './log.js';
import { recall } from './memory.js';
import { MatchPane } from './menu.js';
import { Panels } from './panels.js';
import { Planning } from './planning.js';
import { Pop, Tip } from './pop.js';
import { honour } from './promises.js';
import { Replay } from './replay.js';
import { keepSeat, knowsSeat, see, seenUntil } from './seats.js';
import { Sheet } from './sheet.js';
import { play, resound } from './sound.js';
import { Store } from './store.js';
import { Talking } from './talking.js';
import { Trail } from './trail.js';
import { drawTray } from './tray.js';
import { victory } from './victory.js';
import { Tools } from './tools.js';
import { Reasons } from './why.js';
import { t } from './words.js';

/** @type {Record<string, number>} */
const PACES = { slow: 1600, normal: 800, fast: 300, none: 0 };
const NOTICE = 7000;
const MOST_MISSED = 400;
/** What lies in the drawer, in this order. */
const BESIDE = ['facts', 'track', 'pool'];

/** @param {HTMLElement} root */
export async function show(root) {
  const seat = new Seat(location.pathname.split('/').pop() ?? '');
  const drawn = knowsSeat(seat.token) ? seat.board().catch(() => null) : Promise.resolve(null);
  let first;
  try {
    if (!knowsSeat(seat.token) && !(await (await import('./whose-seat.js')).isOwnSeat(root, seat, () => show(root)))) return;
    first = await seat.look();
  } catch (e) {
    noTable(root, problem(e));
    return;
  }
  if (!first.lesson && first.match?.ahead === null) keepSeat(seat.token);
  await new Table(root, seat, first).begin(first, await drawn);
}

/**
 * @param {HTMLElement} root
 * @param {Problem} why
 */
function noTable(root, why) {
  const home = h('p', {}, h('a', { href: '/' }, t('house.home')));
  const leaf = h('section', { class: 'leaf narrow' }, h('h1', {}, t('table.no_table')), trouble(why.message), home);
  document.body.dataset.page = 'lost';
  framed(root, '', () => show(root), leaf);
}

export class Table {
  /**
   * @param {HTMLElement} root
   * @param {Seat} seat
   * @param {TableMessage} first
   */
  constructor(root, seat, { match }) {
    if (!match) throw new Error('the first message tells everything');
    this.root = root;
    this.seat = seat;
    this.store = new Store(match, learn);
    this.reasons = new Reasons(seat, this.store);
    this.chooser = new Chooser(this);
    this.hand = new Hand(this);
    this.ending = new Ending(this);
    this.panels = new Panels(this);
    this.tools = new Tools(this);
    this.tip = new Tip(() => this.tools.scout.clear());
    this.pop = new Pop(() => this.parts.all, { opening: () => this.tip.leave(), closed: () => this.popped() });
    this.board = new Board(this.tools.hooks());
    /** What single keys do. @type {Record<string, () => unknown>} */
    this.keys = {
      u: () => (this.ending.isOpen ? this.ending.takeBack() : this.store.undo.free && this.chooser.takeBack()),
      a: () => this.hand.again(),
      p: () => this.tools.turn('plan'),
      v: () => this.store.about.sight && this.tools.turn('lens'),
      l: () => this.parts.open('log'),
      o: () => this.openList(),
    };
    this.board.under(this.tools.scout.element, this.tools.lens.element);
    this.board.over(this.tools.plan.element, this.tools.scout.costs);
    this.curtain = new Curtain((side) => this.lift(side));
    this.line = new Line(seat, {
      rev: () => this.store.rev,
      told: (message) => this.told(message),
      status: (now, why) => this.connection(now, why),
    });
    /** What came of the reader's last answer, or all that others did since; `summed`: the latter. @type {Happening} */
    this.happened = nothing();
    this.summed = false;
    this.trail = new Trail(this);
    this.follower = this.following();
    this.replay = this.replaying();
    this.celebrated = false;
    this.wasLost = false;
    /** A friend has just taken over the screen. */
    this.handedOver = false;
    /** @type {unknown} */
    this.announced = null;
    /** @type {unknown} */
    this.oddsFor = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.noticeTimer = undefined;
    this.parts = this.build('log');
    this.log = new LogPane(this, this.parts.panes.log);
    this.key = new KeyPane(this, this.parts.panes.key);
    this.charts = new ChartsPane(this, this.parts.panes.charts);
    this.menu = new MatchPane(this, this.parts.panes.match);
    this.talking = new Talking(this);
    this.planning = new Planning(this);
    this.focus = this.focusing();
    this.listen();
  }

  /** @param {TableMessage | SeatsMessage} message */
  told(message) {
    this.follower.told(message);
    if (this.handedOver && message.kind === 'table' && this.store.ask) {
      this.handedOver = false;
      this.catchUp();
    }
    if (message.kind === 'table' && !document.hidden) see(this.seat.token, message.serial);
    if (message.kind === 'table' && !message.outcome) this.promised(message);
  }

  /**
   * What is promised of the dice is kept, and they get what they wait for; should that fail, the next message asks again.
   * @param {TableMessage} message
   */
  async promised({ dice }) {
    const given = await honour(this.seat, dice).catch(() => false);
    if (given) this.line.nudge();
  }

  /** A card was closed. */
  popped() {
    this.point([]);
    this.tools.scout.clear();
  }

  following() {
    return new Follower(this.store, {
      pace: () => (document.hidden || reduced() ? 0 : this.pace()),
      draw: () => this.draw(),
      drawBar: () => this.drawBar(),
      greeted: () => this.drawSeats(),
      announce: (message) => this.announce(message),
      happened: (before, message, how) => this.saw(before, message, how),
      missed: () => this.line.open(),
    });
  }

  /**
   * What is different on the table now: kept until the reader's next answer.
   * @param {Snapshot} before
   * @param {TableMessage} message
   * @param {{ mine: boolean, back: boolean }} how
   */
  saw(before, message, { mine, back }) {
    if (message.base === null || back) {
      this.happened = nothing();
      this.summed = false;
      return;
    }
    const found = happening(before, this.store.snapshot(), message.log.lines, this.board.places);
    this.trail.goes(found);
    this.trail.latest = found;
    const goesOn = !mine && (this.summed || message.by === null);
    this.happened = goesOn ? joined(this.happened, found) : found;
    this.summed = !mine && (this.summed || message.by !== null);
    if (this.summed) this.store.acting = [];
    if (!this.follower.skipping) resound(found);
  }

  /** Who comes back to the table, or takes it over, is told what others did meanwhile. */
  async catchUp() {
    const { board, follower, replay, store } = this;
    if (!store.live || !store.ask || !store.missed || store.serial - store.about.recap > MOST_MISSED) return;
    const asked = store.question;
    if (follower.frames.length < 2) await replay.fetchFrames().catch(() => {}); // the line says by itself that it is lost
    if (store.question !== asked) return;
    const { frames } = follower;
    this.happened = frames.slice(1).reduce((all, now, i) => joined(all, happening(frames[i], now, now.lines, board.places)), nothing());
    this.summed = true;
    this.drawHappened();
    this.drawBar();
  }

  /** Arrows, flashes and the tray. */
  drawHappened() {
    const { board, happened, parts, store, trail } = this;
    const shown = store.live ? happened : trail.looked;
    board.effects.show(trail.arrows(shown), trail.markers(shown));
    drawTray(this, parts.tray, shown, store.live && this.summed);
  }

  replaying() {
    return new Replay(this.seat, this.store, this.follower, {
      draw: () => this.draw(),
      drawBar: () => this.drawBar(),
      pointAt: (lines, move) =>
        this.point(
          lines.flatMap((x) => x.targets ?? []),
          { move },
        ),
      saw: (before, lines) => this.trail.recall(before, lines),
      announce: (words) => this.speak(words),
      address: (number) => history.replaceState(null, '', number === null ? location.pathname : `${location.pathname}?at=${number}`),
      entered: () => focus(this.parts.bar.querySelector('input[type=range]')),
      left: () => this.line.open(),
      trouble: (e) => this.trouble(e),
      pace: () => this.pace(),
    });
  }

  pace() {
    return PACES[recall('pace', 'normal')];
  }

  /**
   * @param {TableMessage} first
   * @param {string | null} drawn
   */
  async begin(first, drawn) {
    await this.loadBoard(drawn);
    this.celebrated = first.outcome !== null;
    const seen = seenUntil(this.seat.token);
    this.told(first);
    this.store.about.recap = Math.min(this.store.about.recap, seen ?? Infinity);
    this.line.open();
    this.catchUp();
    const at = new URLSearchParams(location.search).get('at');
    if (at !== null) this.replay.look(Number(at) || 0);
    if (location.hash === '#invite') {
      history.replaceState(null, '', location.pathname);
      import('./invite.js').then((x) => x.links(this)).catch((e) => this.trouble(e));
    }
  }

  /** @param {string | null} [drawn] */
  async loadBoard(drawn = null) {
    const { name, places } = this.store.about;
    const text = drawn ?? (await this.seat.board());
    this.board.load(text, places, t('table.board', { name }));
    this.parts.overview.load(text);
  }

  /**
   * The page in the language of the moment.
   * @param {Tab} tab
   */
  build(tab) {
    const sheet = new Sheet(this.store.about, this.board, {
      tab,
      switches: this.tools.switches(),
      opened: () => this.drawPane(),
      relearn: () => this.relearn(),
    });
    put(this.root, sheet.all, this.curtain.element);
    sheet.all.querySelector('.stage')?.append(this.tip.element);
    document.title = `${this.store.about.name} · Bivouac`;
    return sheet;
  }

  focusing() {
    const { bar, hands, panes } = this.parts;
    this.tools.watch();
    return new Focus({ bar, board: this.board.svg, list: panes.list, hands });
  }

  /** Another language: everything is fetched and drawn anew. */
  async relearn() {
    this.follower.startAnew();
    const first = await this.seat.look();
    if (first.match) this.store.about = first.match;
    const at = this.store.mode === 'still' ? this.replay.at : null;
    const { byKey } = this.focus;
    this.parts = this.build(this.parts.tab);
    this.log = new LogPane(this, this.parts.panes.log);
    this.key = new KeyPane(this, this.parts.panes.key);
    this.charts = new ChartsPane(this, this.parts.panes.charts);
    this.menu = new MatchPane(this, this.parts.panes.match);
    this.talking.anew();
    this.planning.anew();
    this.focus = this.focusing();
    this.focus.byKey = byKey;
    await this.loadBoard();
    this.follower.told(first);
    this.line.open();
    if (at !== null) this.replay.look(at);
  }

  // --- keys and connections ------------------------------------------------------------

  listen() {
    addEventListener('online', () => this.line.open());
    addEventListener('beforeprint', () => this.drawForPaper());
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.line.reopen();
    });
    addEventListener('keydown', (e) => {
      this.focus.byKey = true;
      this.shortcut(e);
    });
    addEventListener('pointerdown', (e) => {
      this.focus.byKey = false;
      if (e.target instanceof Node && !this.pop.element?.contains(e.target)) this.pop.close();
    });
  }

  /** @param {KeyboardEvent} e */
  shortcut(e) {
    if (e.key === 'Escape') {
      this.pop.close();
      this.tip.leave();
      this.hand.put();
      if (this.ending.isOpen) this.ending.takeBack();
      if (this.tools.held) this.tools.take(null);
      return;
    }
    if (isElsewhere(e) || !recall('keys', true)) return;
    const buttons = this.parts.bar.querySelectorAll('.options button');
    if (/^[1-9]$/.test(e.key)) /** @type {HTMLElement | undefined} */ (buttons[Number(e.key) - 1])?.click();
    else this.keys[e.key]?.();
  }

  openList() {
    this.parts.open('list');
    focus(this.parts.panes.list.querySelector('.options button'));
  }

  /** On paper the board is followed by what lies where, and by the log. */
  drawForPaper() {
    if (this.store.isCovered) return;
    drawList(this, this.parts.panes.list);
    this.log.draw();
  }

  /**
   * @param {Condition} now
   * @param {string} [why]
   */
  connection(now, why = '') {
    this.parts.all.dataset.line = now;
    if (now === 'ended') this.say(why, { stay: true });
    else if (now === 'lost') this.say(t('table.lost'), { stay: true });
    else if (this.wasLost) put(this.parts.notice);
    this.wasLost = now === 'lost';
  }

  // --- drawing ------------------------------------------------------------

  draw() {
    const { board, parts, store } = this;
    parts.all.dataset.rev = String(store.rev);
    if (this.drawCurtain()) return;
    const where = this.focus.place();
    this.pop.close();
    if (!this.hand.isFull) this.hand.empty();
    const subjects = this.drawBoard();
    this.drawSeats();
    parts.drawStatus(store.status);
    this.drawPanels('hand', parts.hands);
    this.drawPanels('lineup', parts.lineups);
    this.drawPane();
    drawLesson(this, parts.lesson);
    this.planning.draw();
    this.drawBar();
    this.ending.mind();
    if (store.ask) this.focus.goOn(where);
    board.camera.shade = parts.shade;
    this.trail.look(subjects);
    board.begin(store.room.side);
    parts.overview.draw();
    this.drawHappened();
    this.tools.plan.draw();
    if (store.live && store.outcome && !this.celebrated && !store.about.study) this.victory();
  }

  /** What lies on the board, and what of it can be chosen. */
  drawBoard() {
    const { board, hand, store } = this;
    board.light(this.ending.isOpen ? new Map() : (hand.lit() ?? store.lit()));
    board.draw(store.tokens);
    board.hold(store.held);
    return board.speakOf(hand.isFull ? hand.picks : store.subjects);
  }

  /** Something was picked up or laid down. */
  drawHand() {
    const where = this.focus.place();
    this.pop.close();
    const subjects = this.drawBoard();
    this.drawPanels('hand', this.parts.hands);
    this.drawPanels('lineup', this.parts.lineups);
    this.drawBar();
    this.focus.goOn(where);
    if (this.hand.isFull) this.board.bring([...this.board.spots(this.board.lit.keys()), ...subjects]);
  }

  /**
   * @param {string} kind
   * @param {Element} place
   */
  drawPanels(kind, place) {
    put(
      place,
      this.store.panels.filter((x) => x.kind === kind).map((x) => this.panels.drawn(x)),
    );
  }

  drawPane() {
    const { panels, status } = this.store;
    const { panes, tab } = this.parts;
    if (tab === 'log') this.log.draw();
    else if (tab === 'list') drawList(this, panes.list);
    else if (tab === 'key') this.key.draw();
    else if (tab === 'charts') this.charts.draw();
    else if (tab === 'match') this.menu.draw();
    else if (tab === 'talk') this.talking.draw();
    else
      put(
        panes.side,
        h(
          'ul',
          { class: 'standing', 'aria-label': t('table.status') },
          status.map((x) => h('li', {}, x)),
        ),
        BESIDE.flatMap((kind) => panels.filter((x) => x.kind === kind && this.panels.isWorth(x)).map((x) => this.panels.drawn(x))),
      );
  }

  drawSeats() {
    this.parts.drawSeats(this.store);
    this.talking.hear();
    if (this.parts.tab === 'match') this.drawPane();
  }

  drawBar() {
    const { store } = this;
    if (store.isCovered) return;
    drawBar(this, this.parts.bar);
    if (store.live && store.ask && store.about.odds && this.oddsFor !== store.question) this.fetchOdds();
  }

  async fetchOdds() {
    const { question } = this.store;
    this.oddsFor = question;
    const { about, groups } = await this.seat.odds().catch(() => ({ about: '', groups: [] })); // odds are an extra
    const fights = groups.length ? await this.tools.scout.ofButtons() : [];
    if (this.store.question !== question || !groups.length) return;
    this.store.odds = { about, groups, fights };
    this.drawBar();
  }

  /** Between two people at one screen: true if nothing may be shown. */
  drawCurtain() {
    const { board, curtain, parts, store } = this;
    parts.cover(store.isCovered);
    if (!store.isCovered || !store.question) {
      curtain.raise();
      return false;
    }
    this.pop.close();
    board.draw(new Map(), { still: true });
    this.log.clear();
    this.menu.clear();
    curtain.fall(store.about.name, store.question);
    return true;
  }

  /** @param {number} side */
  lift(side) {
    this.seat.as = side;
    this.follower.startAnew();
    this.handedOver = true;
    this.line.open();
  }

  victory() {
    this.celebrated = true;
    return victory(this);
  }

  async recap() {
    if (!(await this.replay.recap())) this.say(t('table.nothing_happened'));
  }

  // --- words ------------------------------------------------------------

  /** @param {string} id */
  nameOf(id) {
    return this.store.tokens.get(id)?.name || this.board.places.get(id)?.name || this.store.cell(id)?.name || '';
  }

  /** Who is waited for. */
  waiting() {
    const { outcome, question, room } = this.store;
    if (outcome) return outcome.text;
    if (!question) return '';
    if (room.thinking !== null) return t('table.thinking', { side: room.seats[room.thinking].name });
    const key = room.seats[question.side]?.vacant ? 'table.waiting_to_join' : 'table.waiting';
    return t(key, { side: question.name });
  }

  /**
   * What was done, and the question if it is a new one: for ears.
   * @param {TableMessage} message
   */
  announce({ base, by, log }) {
    const { about, ask, outcome } = this.store;
    const lines = by !== null && base !== null ? log.lines.flatMap(({ text }) => text || []).slice(-6) : [];
    document.title = `${ask && !outcome ? '● ' : ''}${about.name} · Bivouac`;
    if (outcome) lines.push(outcome.text);
    else if (ask && this.announced !== ask.serial) {
      lines.push(ask.prompt);
      if (this.announced !== null && by !== null && by !== ask.side) play('call');
      this.announced = ask.serial;
    }
    if (lines.length) this.speak(lines.join(' '));
  }

  /** @param {string} words */
  speak(words) {
    this.parts.live.textContent = words;
  }

  /**
   * @param {string[]} ids
   * @param {{ move?: boolean }} [how]
   */
  point(ids, how) {
    this.board.point(ids, how);
  }

  /**
   * @param {string} words
   * @param {{ stay?: boolean, rule?: string | null }} [how]
   */
  say(words, { stay = false, rule = null } = {}) {
    clearTimeout(this.noticeTimer);
    put(this.parts.notice, h('p', {}, words, ' ', ruleLink(this, rule)));
    if (!stay) this.noticeTimer = setTimeout(() => put(this.parts.notice), NOTICE);
  }

  /** @param {unknown} e */
  trouble(e) {
    const { message, rule } = problem(e);
    this.say(message, { rule });
  }
}

/**
 * A key that is meant for something else: the browser, a field, an open dialog.
 * @param {KeyboardEvent} e
 */
function isElsewhere(e) {
  const writing = e.target instanceof Element && e.target.matches('input, select, textarea');
  return e.ctrlKey || e.metaKey || e.altKey || writing || document.querySelector('dialog[open]') !== null;
}
