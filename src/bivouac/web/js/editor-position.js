// The editor of positions: the title's own board, things to move and values to set; it knows no title.

/**
 * @import { Arranged, Panel, Remark, SlotRow, Slots, Token } from './wire'
 * @import { Battle } from './battle'
 * @import { Child } from './types'
 * @typedef {{ scenario: string, options: string[], values: Record<string, string> }} Position
 */

import { problem } from './api.js';
import { Board } from './board.js';
import { button, h, put, saveFile } from './dom.js';
import { Draft } from './drafting.js';
import { field, select } from './editor-forms.js';
import { icon, learn } from './faces.js';
import { framed, trouble } from './frame.js';
import { recall, remember } from './memory.js';
import { chairs, positions, sitDown } from './positions.js';
import { t } from './words.js';

const PAUSE = 200;
const MOST_MARKS = 12;

/**
 * @param {HTMLElement} root
 * @param {string} title
 */
export async function showPosition(root, title) {
  const editor = new PositionEditor(title);
  const again = () => showPosition(root, title);
  framed(root, t('position.title'), again, editor.element);
  await editor.begin(new URLSearchParams(location.search));
}

class PositionEditor {
  /** @param {string} title */
  constructor(title) {
    this.title = title;
    /** @type {Slots | null} */
    this.slots = null;
    /** @type {Map<string, SlotRow[]>} the slots of each thing and place */
    this.of = new Map();
    this.draft = new Draft(/** @type {Battle} */ (/** @type {unknown} */ ({ scenario: '', options: [], values: {} })));
    /** @type {Arranged | null} */
    this.seen = null;
    /** @type {Map<string, Token>} */
    this.tokens = new Map();
    /** @type {Panel[]} */
    this.panels = [];
    this.chosen = '';
    this.moving = false;
    /** @type {Set<string>} the panels that are open */
    this.unfolded = new Set();
    this.looks = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    const nothing = () => {};
    /** @type {Board} */
    this.board = new Board({
      pick: (id) => this.pick(id),
      hover: nothing,
      leave: nothing,
      hold: (id) => this.pick(id),
      focus: nothing,
      grabs: (id, touch) => !touch && Boolean(id && this.carrier(id)),
      grab: (id) => this.choose(id, { moving: true }),
      release: (id) => this.pick(id),
      frame: nothing,
    });
    this.head = h('h1', {}, t('position.title'));
    this.tools = h('div', { class: 'tools', role: 'toolbar', 'aria-label': t('editor.tools') });
    this.beside = h('div', { class: 'beside-position' });
    this.said = h('div', { class: 'remarks', 'aria-live': 'polite' });
    this.file = h('div', {});
    this.form = h('section', { class: 'forms thing-form', 'aria-live': 'polite' });
    this.whole = h('section', { class: 'forms whole-form' });
    this.element = h(
      'article',
      { class: 'editor position-editor' },
      this.head,
      this.tools,
      h(
        'div',
        { class: 'workbench' },
        h('div', { class: 'left' }, h('div', { class: 'stage-of-position' }, this.board.element), this.said, this.beside),
        h('div', { class: 'right' }, this.form, this.whole, this.file),
      ),
    );
    document.addEventListener('keydown', (e) => this.shortcut(e));
  }

  /** @returns {Position} */
  get position() {
    return /** @type {Position} */ (/** @type {unknown} */ (this.draft.battle));
  }

  get store() {
    return `position.${this.title}`;
  }

  // --- beginning ----------------------------------------------------------------------------------------

  /** @param {URLSearchParams} query */
  async begin(query) {
    const match = query.get('match');
    const kept = /** @type {Position | null} */ (recall(this.store, /** @type {unknown} */ (null)));
    if (match) await this.open({ token: match, at: Number(query.get('at')) || 0 });
    else if (kept && !query.get('from')) await this.open(kept);
    else await this.open({ scenario: query.get('from') });
    if (!this.seen) await this.open({});
  }

  /**
   * Another position altogether.
   * @param {Partial<import('./wire').Arrange>} wish
   */
  async open(wish) {
    await this.daring(async () => {
      const seen = await positions.arrange(this.title, wish);
      const { options, scenario, values } = seen;
      await this.learnSlots(scenario);
      this.draft.change(/** @type {Battle} */ (/** @type {unknown} */ ({ scenario, options, values })));
      this.chosen = '';
      this.moving = false;
      this.learn(seen);
      this.board.begin();
      this.draw();
    });
  }

  /** @param {string} scenario */
  async learnSlots(scenario) {
    if (this.slots?.scenario === scenario) return;
    const [slots, board] = await Promise.all([positions.slots(this.title, scenario), positions.board(this.title, scenario)]);
    this.slots = slots;
    this.of = new Map();
    for (const slot of slots.slots) this.of.set(slot.of, [...(this.of.get(slot.of) ?? []), slot]);
    this.board.load(board, slots.places, slots.name);
    this.head.textContent = `${t('position.title')}: ${slots.name}`;
    this.players = chairs(slots.sides);
  }

  /** @param {() => Promise<unknown>} work that the server may refuse */
  async daring(work) {
    try {
      await work();
    } catch (e) {
      put(this.said, trouble(problem(e).message));
    }
  }

  // --- changes ------------------------------------------------------------------------------------------

  /**
   * @param {string} slot
   * @param {string} value
   */
  set(slot, value) {
    const { position } = this;
    const made = { ...position, values: { ...position.values, [slot]: value } };
    if (this.draft.change(/** @type {Battle} */ (/** @type {unknown} */ (made)))) this.changed();
  }

  changed() {
    remember(this.store, this.position);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), PAUSE);
    this.draw();
  }

  undo() {
    if (this.draft.undo()) this.changed();
  }

  redo() {
    if (this.draft.redo()) this.changed();
  }

  /** @param {KeyboardEvent} e */
  shortcut(e) {
    if (!this.element.isConnected || !(e.ctrlKey || e.metaKey) || /** @type {HTMLElement} */ (e.target).closest('input')) return;
    const back = e.key === 'z' && !e.shiftKey;
    const forth = e.key === 'y' || (e.key.toLowerCase() === 'z' && e.shiftKey);
    if (!back && !forth) return;
    e.preventDefault();
    if (back) this.undo();
    else this.redo();
  }

  /** Ask the checker. */
  async look() {
    clearTimeout(this.timer);
    this.looks += 1;
    const mine = this.looks;
    const { position } = this;
    await this.daring(async () => {
      await this.learnSlots(position.scenario);
      const seen = await positions.arrange(this.title, position);
      if (mine !== this.looks) return;
      this.learn(seen);
      this.draw();
    });
  }

  /** @param {Arranged} seen */
  learn(seen) {
    this.seen = seen;
    if (!seen.scene) return;
    learn(seen.scene);
    this.tokens = new Map(seen.scene.tokens.map((token) => [token.id, token]));
    this.panels = seen.scene.panels ?? [];
    this.board.draw(this.tokens);
    this.board.hold(seen.scene.held ?? {});
  }

  // --- hands --------------------------------------------------------------------------------------------

  /**
   * What a slot may be, with words.
   * @param {SlotRow} slot
   */
  list(slot) {
    return this.slots?.lists[slot.values] ?? {};
  }

  /**
   * The slot that says where a thing lies, if it can be moved.
   * @param {string} id
   * @returns {SlotRow | undefined}
   */
  carrier(id) {
    return (this.of.get(id) ?? []).find((slot) => this.isThing(slot) || Object.keys(this.list(slot)).some((v) => this.board.places.has(v)));
  }

  /**
   * @param {SlotRow} slot
   * @returns {boolean}
   */
  isThing(slot) {
    return slot.id === slot.of && !this.cellName(slot.of);
  }

  /**
   * Something was pointed at: where the thing that is moved goes to, or what is looked at from now on.
   * @param {string | null} id
   */
  pick(id) {
    const target = id ? (this.tokens.get(id)?.at ?? id) : '';
    if (this.moving) {
      const slot = this.carrier(this.chosen);
      this.moving = false;
      if (slot && target && target in this.list(slot)) this.set(slot.id, target);
      else this.draw();
    } else if (id && this.of.has(id)) this.choose(id);
    else this.choose(target);
  }

  /**
   * @param {string} id
   * @param {{ moving?: boolean }} [how]
   */
  choose(id, { moving = false } = {}) {
    this.chosen = id;
    this.moving = moving;
    this.draw();
  }

  // --- drawing ------------------------------------------------------------------------------------------

  draw() {
    if (!this.slots) return;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.id : '';
    this.drawTools();
    this.drawForm();
    this.drawWhole();
    this.drawBeside();
    this.drawRemarks();
    if (!this.file.childNodes.length) put(this.file, this.filePart());
    const slot = this.moving ? this.carrier(this.chosen) : undefined;
    this.board.light(new Map(Object.entries(slot ? this.list(slot) : {}).filter(([place]) => this.board.places.has(place))));
    this.board.point([this.chosen, ...(this.seen?.mistakes ?? []).flatMap((m) => m.at)].filter(Boolean).slice(0, MOST_MARKS));
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  drawTools() {
    const { board, draft } = this;
    const tool = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => void} */ act, more = {}) =>
      button(sign, act, { 'aria-label': name, title: name, ...more });
    put(
      this.tools,
      h(
        'div',
        { role: 'group', class: 'tool-group', 'aria-label': t('editor.whole') },
        h('span', { class: 'over', 'aria-hidden': 'true' }, t('editor.whole')),
        tool('↶', t('editor.undo'), () => this.undo(), { id: 'undo', disabled: draft.before.length < 2 }),
        tool('↷', t('editor.redo'), () => this.redo(), { id: 'redo', disabled: !draft.after.length }),
        tool('−', t('editor.smaller'), () => board.zoom(1 / 1.4), { id: 'smaller' }),
        tool('+', t('editor.larger'), () => board.zoom(1.4), { id: 'larger' }),
        tool('▣', t('position.fit'), () => board.fit(), { id: 'fit' }),
      ),
    );
  }

  /**
   * The name of a place of the board or of a cell beside it.
   * @param {string} id
   * @returns {string}
   */
  cellName(id) {
    return this.board.places.get(id)?.name ?? this.panels.flatMap((p) => p.cells).find((c) => c.id === id)?.name ?? '';
  }

  /** @param {string} id */
  nameOf(id) {
    return this.tokens.get(id)?.name ?? (this.cellName(id) || (this.of.get(id)?.[0].name ?? ''));
  }

  drawForm() {
    const { chosen } = this;
    if (!chosen) {
      put(this.form, h('p', { class: 'quiet' }, t('position.choose')));
      return;
    }
    put(
      this.form,
      h('h2', {}, this.nameOf(chosen)),
      this.moving ? h('p', { role: 'status' }, t('position.move_where')) : null,
      this.cellName(chosen) ? this.placeForm(chosen) : this.thingForm(chosen),
      (this.of.get(chosen) ?? []).map((slot) => this.slotField(slot)),
    );
  }

  /** @param {string} id */
  thingForm(id) {
    const slot = this.carrier(id);
    const at = this.tokens.get(id)?.at;
    return h(
      'div',
      { class: 'row' },
      slot
        ? button(t('editor.move'), () => this.choose(id, { moving: !this.moving }), { id: 'move', 'aria-pressed': String(this.moving) })
        : null,
      at && this.cellName(at) ? button(this.cellName(at), () => this.choose(at)) : null,
    );
  }

  /** @param {string} id */
  placeForm(id) {
    const here = [...this.tokens.values()].filter((token) => token.at === id && this.of.has(token.id));
    const reserve = this.reserve((slot) => id in this.list(slot));
    const put_ = (/** @type {string} */ thing) => {
      if (!thing) return;
      this.chosen = thing;
      this.set(thing, id);
    };
    return [
      here.length
        ? h(
            'div',
            { class: 'row here' },
            here.map((token) => button([icon(token), h('span', {}, token.name)], () => this.choose(token.id), { class: 'thing' })),
          )
        : null,
      reserve.length ? field(t('position.put_here'), select('', [['', '…'], ...reserve], put_, { id: 'put-here' })) : null,
    ];
  }

  /**
   * Things that lie nowhere on the table; of those that are called alike one, with their number.
   * @param {(slot: SlotRow) => boolean} fits
   * @returns {[string, string][]}
   */
  reserve(fits) {
    /** @type {Map<string, [string, number]>} */
    const found = new Map();
    for (const slot of this.slots?.slots ?? []) {
      if (!this.isThing(slot) || this.tokens.has(slot.of) || !fits(slot)) continue;
      const [first, n] = found.get(slot.name) ?? [slot.id, 0];
      found.set(slot.name, [first, n + 1]);
    }
    return [...found].map(([name, [id, n]]) => [id, n > 1 ? `${name} (${n})` : name]);
  }

  /**
   * Whether a slot is of the position as a whole: of nothing on the table, or of a marker that only shows it.
   * @param {SlotRow} slot
   */
  isOfAll(slot) {
    return !slot.of || !(this.cellName(slot.of) || this.of.get(slot.of)?.some((x) => this.isThing(x)));
  }

  /**
   * @param {SlotRow} slot
   * @param {string} [where]
   */
  slotField(slot, where = 'slot') {
    const value = this.position.values[slot.id];
    const label = this.isThing(slot) ? t('position.where') : slot.name;
    const id = `${where}-${slot.id.replace(/\W/g, '-')}`;
    return field(
      label,
      select(value, Object.entries(this.list(slot)), (made) => this.set(slot.id, made), { id }),
    );
  }

  drawWhole() {
    const reserve = this.reserve(() => true);
    put(
      this.whole,
      h('h2', {}, t('position.whole')),
      h(
        'div',
        { class: 'whole-fields' },
        (this.slots?.slots ?? []).filter((slot) => this.isOfAll(slot)).map((slot) => this.slotField(slot, 'all')),
      ),
      reserve.length
        ? field(
            t('position.reserve'),
            select('', [['', '…'], ...reserve], (id) => id && this.choose(id), { id: 'reserve' }),
          )
        : null,
    );
  }

  /** The panels of the table: trays, tracks, hands; folded until somebody wants them. */
  drawBeside() {
    put(
      this.beside,
      this.panels.filter((p) => p.kind !== 'facts' && p.kind !== 'lineup').map((p) => this.panel(p)),
    );
  }

  /** @param {Panel} p */
  panel(p) {
    const made = h(
      'details',
      { class: 'tray', open: this.unfolded.has(p.id), 'data-panel': p.id },
      h('summary', {}, p.name),
      h(
        'ul',
        { class: 'cells' },
        p.cells.map((c) => this.cell(c)),
      ),
    );
    made.addEventListener('toggle', () => {
      if (made.open) this.unfolded.add(p.id);
      else this.unfolded.delete(p.id);
    });
    return made;
  }

  /** @param {import('./wire').Cell} c */
  cell({ id, name }) {
    const here = [...this.tokens.values()].filter((token) => token.at === id);
    return h(
      'li',
      { class: 'cell' },
      button(name, () => this.pick(id), { class: 'cell-choice', 'data-cell': id, 'aria-pressed': String(id === this.chosen) }),
      here.map((token) =>
        button([icon(token), h('span', { class: 'sr' }, token.name)], () => this.pick(token.id), {
          class: 'thing',
          'data-thing': token.id,
        }),
      ),
    );
  }

  drawRemarks() {
    if (!this.seen) return;
    const { mistakes, warnings } = this.seen;
    const good = mistakes.length ? t('editor.wrong', { n: mistakes.length }) : t('position.good');
    put(
      this.said,
      h('p', { class: mistakes.length ? 'verdict wrong' : 'verdict good' }, good),
      h('ul', {}, [...mistakes.map((m) => this.remark(m, 'wrong')), ...warnings.map((m) => this.remark(m, 'strange'))]),
    );
  }

  /**
   * @param {Remark} remark
   * @param {string} kind
   */
  remark({ at, message }, kind) {
    return h('li', { class: kind }, at.length ? button(message, () => this.choose(at[0]), { class: 'plain' }) : message);
  }

  // --- what is done with it -----------------------------------------------------------------------------

  /** @returns {Child} */
  filePart() {
    const say = h('div', { 'aria-live': 'polite' });
    const scenarios = Object.entries(this.slots?.scenarios ?? {});
    /** @type {HTMLInputElement} */
    const file = h('input', {
      type: 'file',
      accept: '.toml,.json,text/plain,application/json',
      onchange: async () => {
        const text = await file.files?.[0]?.text();
        if (text) await this.open(text.trimStart().startsWith('{') ? { save: text } : { text });
      },
    });
    const good = async () => {
      await this.look();
      const text = this.seen?.text ?? '';
      put(say, text ? null : trouble(t('editor.first_right')));
      return text;
    };
    const play = () =>
      this.daring(async () => {
        const text = await good();
        if (text && this.players) sitDown(await positions.play(this.title, text, this.position.options, this.players.seats()));
      });
    const download = async () => {
      const text = await good();
      if (text) saveFile(`${this.title}-position.toml`, new Blob([text], { type: 'text/plain' }));
    };
    return h(
      'details',
      { id: 'part-file', open: true },
      h('summary', {}, t('position.play_it')),
      field(
        t('editor.begin_from'),
        select('', [['', '…'], ...scenarios], (id) => id && this.open({ scenario: id }), { id: 'begin-from' }),
      ),
      field(t('position.upload'), file),
      this.players?.fields ?? null,
      h(
        'div',
        { class: 'row' },
        button(t('position.begin'), play, { class: 'main', id: 'play' }),
        button(t('editor.download'), download, { id: 'download' }),
      ),
      say,
    );
  }
}
