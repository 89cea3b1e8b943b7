// What the server told of one table, and what can be asked of that. It knows no title, and nothing of how things are drawn.

/**
 * @import { About, Asked, Choice, Forecast, LessonStep, LogLine, Note, Outcome, OddsLine, OlderLog, Panel, Question, Room, Scene, TableMessage, Token, Undo } from './wire'
 * @typedef {{ label: string, forecast: Forecast }} Foreseen what a button leads to
 * @typedef {{ tokens: Map<string, Token>, panels: Panel[], status: string[], held: Record<string, number> }} Snapshot
 */

/** @type {Room} */
const NOBODY = { side: null, sides: [], thinking: null, clock: null, seats: [], request: null, requested: false, said: 0 };

export class Store {
  /**
   * @param {About} about
   * @param {(scene: Scene) => void} [learn] is shown every scene before it is merged, for its drawings
   */
  constructor(about, learn = () => {}) {
    this.about = about;
    this.learn = learn;
    /** @type {number | null} */
    this.rev = null;
    this.serial = 0;
    /** What lies on the table: the match as it stands, what others did lately, or an earlier position. @type {'live' | 'recap' | 'still'} */
    this.mode = 'live';
    this.room = NOBODY;
    /** When the clock of the room would have begun at nought. */
    this.clockSince = 0;
    /** @type {Map<string, Token>} */
    this.tokens = new Map();
    /** @type {Panel[]} */
    this.panels = [];
    /** @type {string[]} */
    this.status = [];
    /** Who holds what was printed for others. @type {Record<string, number>} */
    this.held = {};
    /** @type {Asked | Question | null} */
    this.question = null;
    /** @type {Outcome | null} */
    this.outcome = null;
    /** @type {Undo} */
    this.undo = { free: false, ask: false, practice: false, why: '' };
    /** @type {LogLine[]} */
    this.log = [];
    this.more = false;
    /** @type {Note[]} */
    this.notes = [];
    /** What may come of the attack at hand, and of what the buttons lead to. @type {{ about: string, groups: OddsLine[][], fights: Foreseen[] } | null} */
    this.odds = null;
    /** What a lesson says, where one is played. @type {LessonStep | null} */
    this.lesson = null;
    /** The pieces the reader chose last: they act. @type {string[]} */
    this.acting = [];
  }

  // --- what the server tells ------------------------------------------------------------

  /**
   * @param {TableMessage} message
   * @param {number} [heard] when it came
   */
  apply(message, heard = performance.now()) {
    this.merge(message.scene);
    this.greet(message.room, heard);
    if (message.match) this.about = message.match;
    const { from, more, lines } = message.log;
    this.log = [...this.log.filter((x) => from !== -1 && x.n < from), ...lines];
    if (message.base === null) this.more = more;
    this.question = message.question;
    this.outcome = message.outcome;
    this.undo = message.undo;
    this.notes = message.notes;
    this.serial = message.serial;
    this.lesson = message.lesson ?? null;
    this.odds = null;
  }

  /**
   * Who is here and who thinks.
   * @param {Room} room
   * @param {number} [heard]
   */
  greet(room, heard = performance.now()) {
    this.room = room;
    if (room.clock) this.clockSince = heard - 1000 * room.clock.spent;
  }

  /**
   * Tokens, panels and status of a message, a still or a frame.
   * @param {Scene} scene
   */
  merge(scene) {
    this.learn(scene);
    const tokens = new Map(scene.full ? [] : this.tokens);
    for (const id of scene.gone) tokens.delete(id);
    for (const token of scene.tokens) tokens.set(token.id, token);
    this.tokens = scene.order ? inOrder(tokens, scene.order) : tokens;
    if (scene.panels) this.panels = scene.panels;
    if (scene.held) this.held = scene.held;
    else if (scene.full) this.held = {};
    this.status = scene.status;
  }

  /** @param {OlderLog} older */
  lengthen(older) {
    this.log = [...older.lines, ...this.log];
    this.more = older.more;
  }

  /** @returns {Snapshot} */
  snapshot() {
    return { tokens: this.tokens, panels: this.panels, status: this.status, held: this.held };
  }

  /** @param {Snapshot} snapshot */
  restore({ tokens, panels, status, held }) {
    Object.assign(this, { tokens, panels, status, held });
  }

  /**
   * An answer is given. The piece that was chosen acts until another one is, or the reader does something without the board.
   * @param {number} answer
   */
  chosen(answer) {
    const targets = this.choices.find((c) => c.answer === answer)?.targets ?? [];
    const own = targets.filter((id) => this.tokens.get(id)?.side === this.question?.side);
    if (own.length || !targets.length) this.acting = own;
  }

  /** What the question speaks of, and the piece that acts unless another one is asked for. */
  get subjects() {
    if (!this.live || !this.ask) return [];
    const { side } = this.ask;
    const asksForOne = [...this.lit().keys()].some((id) => this.tokens.get(id)?.side === side);
    return [...new Set([...this.ask.about, ...(this.lesson?.light ?? []), ...(asksForOne ? [] : this.acting)])];
  }

  // --- questions to it ------------------------------------------------------------

  get live() {
    return this.mode === 'live';
  }

  /** The question, if it is for who reads. */
  get ask() {
    return this.question?.yours ? this.question : null;
  }

  /** What can be chosen now: nothing while an earlier position is looked at. */
  get choices() {
    return (this.live && this.ask?.choices) || [];
  }

  /**
   * Whether somebody here answers for a side, and not a computer.
   * @param {number | null} side
   */
  isMine(side) {
    return side !== null && this.room.sides.includes(side) && !this.room.seats[side].agent;
  }

  /** Two people at one screen, with secrets: the one who is asked must say so before anything is shown. */
  get isCovered() {
    const q = this.question;
    return Boolean(
      this.live && this.about.secrets && this.room.sides.length === 2 && !this.outcome && q?.here && !q.agent && this.room.side !== q.side,
    );
  }

  /**
   * What can be chosen: the id of each thing on the table, and what choosing it would do.
   * @returns {Map<string, string>}
   */
  lit() {
    const lit = new Map();
    for (const { label, targets } of this.choices) for (const id of targets) lit.set(id, lit.has(id) ? `${lit.get(id)}; ${label}` : label);
    return lit;
  }

  /**
   * @param {string} id
   * @returns {Choice[]}
   */
  choicesFor(id) {
    return this.choices.filter((c) => c.targets.includes(id));
  }

  /**
   * Options that nothing in sight stands for.
   * @param {{ has: (id: string) => boolean }} places those of the board
   * @returns {Choice[]}
   */
  buttons(places) {
    return this.unseen(this.choices, places);
  }

  /**
   * Those that nothing in sight stands for.
   * @template {{ targets: string[] }} T
   * @param {T[]} things
   * @param {{ has: (id: string) => boolean }} places those of the board
   * @returns {T[]}
   */
  unseen(things, places) {
    /** @param {string} id */
    const shown = (id) => [id, this.tokens.get(id)?.at].some((at) => at !== undefined && this.inSight(at, places));
    return things.filter((c) => !c.targets.some(shown));
  }

  /**
   * On the board, in a hand or in the line-up of a battle; everything else is in the drawer.
   * @param {string} at
   * @param {{ has: (id: string) => boolean }} places
   */
  inSight(at, places) {
    return places.has(at) || this.panels.some((p) => (p.kind === 'hand' || p.kind === 'lineup') && p.cells.some((c) => c.id === at));
  }

  /**
   * What lies at a place or in a cell.
   * @param {string} place
   */
  stackAt(place) {
    return [...this.tokens.values()].filter((x) => x.at === place);
  }

  /**
   * A cell of a panel.
   * @param {string} id
   */
  cell(id) {
    return this.panels.flatMap((p) => p.cells).find((c) => c.id === id);
  }

  /** The log with the take-backs between its lines; of alike lines one, with their number. */
  lines() {
    const all = [...this.log.filter(({ text }) => text), ...this.notes.map((n) => ({ ...n, note: true }))];
    return once(
      all
        .map((line, i) => ({ line, i }))
        .sort((a, b) => a.line.n - b.line.n || a.i - b.i)
        .map(({ line }) => line),
    );
  }

  /** Something happened since the reader's own last answer. */
  get missed() {
    return this.about.recap < this.serial;
  }

  /** The side that would give up: the one that is asked, or the first. */
  get giver() {
    const { sides } = this.room;
    return this.question && sides.includes(this.question.side) ? this.question.side : sides[0];
  }
}

/**
 * @param {Map<string, Token>} tokens
 * @param {string[]} order
 */
function inOrder(tokens, order) {
  const found = new Map();
  for (const id of order) {
    const token = tokens.get(id);
    if (token) found.set(id, token);
  }
  return found;
}

/**
 * "3 × The infantry goes to Manassas.": what is told twice and more in a row, without dice, is told once.
 * @template {LogLine} L
 * @param {L[]} lines
 */
export function once(lines) {
  /** @type {L[][]} */
  const told = [];
  for (const line of lines) {
    const [first] = told.at(-1) ?? [];
    if (first && first.text === line.text && !line.heading && !line.dice?.length) told.at(-1)?.push(line);
    else told.push([line]);
  }
  return told.map((same) => {
    const targets = same.flatMap((x) => x.targets ?? []);
    return same.length > 1
      ? { ...same[0], text: `${same.length} × ${same[0].text}`, targets: targets.length ? targets : undefined }
      : same[0];
  });
}

/**
 * "3 infantry, 1 leader": alike names once, with their number.
 * @param {{ name: string }[]} tokens
 */
export function counted(tokens) {
  const names = new Map();
  for (const x of tokens) names.set(x.name, (names.get(x.name) || 0) + 1);
  return [...names].map(([name, n]) => (n > 1 ? `${n} × ${name}` : name)).join(', ');
}
