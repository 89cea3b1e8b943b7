// The editor of battles: a map to draw on, forms for the rest, and the checker's word while one works.

/**
 * @import { Battle, SideKey, Tool } from './battle'
 * @import { Bench, Remark, Seen } from './wire'
 * @import { Spot } from './editor-map'
 * @import { Child } from './types'
 */

import { problem } from './api.js';
import { battles } from './battles.js';
import { button, h, put, s } from './dom.js';
import * as drafting from './drafting.js';
import { Draft } from './drafting.js';
import { armyForm, battleForm, hexForm, rulesForm, select } from './editor-forms.js';
import { EditorMap, face } from './editor-map.js';
import { showPosition } from './editor-position.js';
import { filePart } from './editor-share.js';
import { framed, trouble } from './frame.js';
import { recall, remember } from './memory.js';
import { t } from './words.js';

const PAUSE = 350;
const COLOURS = ['green', 'black', 'gold'];

/** @param {HTMLElement} root */
export async function show(root) {
  const title = new URLSearchParams(location.search).get('title');
  if (title && title !== 'hold-the-line') {
    await showPosition(root, title);
    return;
  }
  const bench = await battles.bench();
  const editor = new Editor(bench);
  framed(root, t('editor.title'), () => show(root), editor.page());
  await editor.begin(new URLSearchParams(location.search));
}

export class Editor {
  /** @param {Bench} bench */
  constructor(bench) {
    this.bench = bench;
    this.draft = new Draft(/** @type {Battle} */ (/** @type {unknown} */ (bench.blank)));
    /** @type {Tool} */
    this.tool = { id: 'ground', letter: 'f', kind: 'infantry', side: 'union', morale: 'black' };
    this.chosen = -1;
    /** @type {{ side: SideKey, index: number } | null} a unit on its way */
    this.moving = null;
    /** @type {number[]} */
    this.stroke = [];
    /** @type {Seen} */
    this.seen = { mistakes: [], warnings: [], text: '', battle: {}, ground: '' };
    /** Which battle this is a copy of, and under which link it is kept. */
    this.ancestor = '';
    /** @type {{ id: string, key: string } | null} */
    this.kept = null;
    this.open = new Set(['hex', 'battle']);
    this.map = new EditorMap(bench, {
      down: (at) => this.down(at),
      over: (at) => this.over(at),
      up: (at) => this.up(at),
      key: (at) => this.tap(at),
    });
    this.tools = h('div', { class: 'tools', role: 'toolbar', 'aria-label': t('editor.tools') });
    this.said = h('div', { class: 'remarks', 'aria-live': 'polite' });
    this.forms = h('div', { class: 'forms' });
    this.file = h('div', {});
    this.zoom = 1;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.looks = 0;
    /** Whether what the checker said is about the battle as it is now. */
    this.fresh = true;
  }

  get battle() {
    return this.draft.battle;
  }

  page() {
    document.addEventListener('keydown', (e) => this.shortcut(e));
    return h(
      'article',
      { class: 'editor' },
      h('h1', {}, t('editor.title')),
      this.tools,
      h(
        'div',
        { class: 'workbench' },
        h('div', { class: 'left' }, this.map.holder, this.said),
        h('div', { class: 'right' }, this.file, this.forms),
      ),
    );
  }

  /** @param {URLSearchParams} query */
  async begin(query) {
    try {
      if (query.get('battle')) await this.openKept(query.get('battle') ?? '');
      else if (query.get('from')) await this.openScenario(query.get('from') ?? '');
      else this.take(recall('battle.draft', this.battle));
    } catch (e) {
      put(this.said, trouble(problem(e).message));
      this.draw();
    }
    put(this.file, filePart(this));
  }

  /** @param {string} id of one of the title's own */
  async openScenario(id) {
    const seen = await battles.look({ scenario: id });
    this.ancestor = id;
    this.take(/** @type {Battle} */ (/** @type {unknown} */ (seen.battle)), seen);
  }

  /** @param {string} id of a battle that is kept */
  async openKept(id) {
    const kept = await battles.kept(id);
    const seen = await battles.look({ text: kept.text });
    const mine = battles.mine().find((b) => b.id === id);
    this.kept = mine ? { id, key: mine.key } : null;
    this.ancestor = id;
    this.take(/** @type {Battle} */ (/** @type {unknown} */ (seen.battle)), seen);
  }

  /** @param {string} text a file */
  async openText(text) {
    const seen = await battles.look({ text });
    if (!seen.text) {
      this.seen = seen;
      this.drawRemarks();
      return;
    }
    this.kept = null;
    this.take(/** @type {Battle} */ (/** @type {unknown} */ (seen.battle)), seen);
  }

  /**
   * Another battle altogether: what was can be had back.
   * @param {Battle} battle
   * @param {Seen} [seen]
   */
  take(battle, seen) {
    this.draft.change(battle);
    this.chosen = -1;
    this.fresh = Boolean(seen);
    if (seen) this.learn(seen);
    else this.look();
    this.draw();
  }

  // --- changes ------------------------------------------------------------------------------------------

  /** @param {Battle} battle */
  change(battle) {
    if (!this.draft.change(battle)) return;
    this.changed();
  }

  changed() {
    this.fresh = false;
    remember('battle.draft', this.battle);
    this.draw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), PAUSE);
  }

  /** @param {(battle: Battle) => void} work */
  edit(work) {
    const made = drafting.copied(this.battle);
    work(made);
    this.change(made);
  }

  undo() {
    if (this.draft.undo()) this.changed();
  }

  redo() {
    if (this.draft.redo()) this.changed();
  }

  /** @param {KeyboardEvent} e */
  shortcut(e) {
    if (!(e.ctrlKey || e.metaKey) || /** @type {HTMLElement} */ (e.target).closest('input, textarea')) return;
    const back = e.key === 'z' && !e.shiftKey;
    const forth = e.key === 'y' || (e.key.toLowerCase() === 'z' && e.shiftKey);
    if (!back && !forth) return;
    e.preventDefault();
    if (back) this.undo();
    else this.redo();
  }

  /** What the checker says of the battle as it is now. */
  async settled() {
    clearTimeout(this.timer);
    if (!this.fresh) await this.look();
    return this.seen;
  }

  /** Ask the checker. */
  async look() {
    this.looks += 1;
    const mine = this.looks;
    try {
      const seen = await battles.look({ battle: /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (this.battle)) });
      if (mine !== this.looks) return;
      this.fresh = true;
      this.learn(seen);
    } catch (e) {
      put(this.said, trouble(problem(e).message));
    }
  }

  /** @param {Seen} seen */
  learn(seen) {
    this.seen = seen;
    this.map.learnGround(seen.ground);
    this.map.draw(this.battle, seen, this.chosen);
    this.drawRemarks();
  }

  // --- hands on the map ---------------------------------------------------------------------------------

  /** @param {Spot} at */
  down(at) {
    this.stroke = [at.hex];
    if (this.tool.id === 'ground') this.map.wash([at.hex], this.tool.letter ?? '.');
    if (this.tool.id === 'choose' && !this.moving) this.choose(at.hex);
  }

  /** @param {Spot} at */
  over(at) {
    if (this.stroke.at(-1) === at.hex) return;
    this.stroke.push(at.hex);
    if (this.tool.id === 'ground') this.map.wash([at.hex], this.tool.letter ?? '.');
  }

  /** @param {Spot | null} at */
  up(at) {
    const [first] = this.stroke;
    const strokes = this.stroke;
    this.stroke = [];
    if (this.tool.id === 'ground') this.change(drafting.paint(this.battle, strokes, this.tool.letter ?? '.'));
    else if (this.tool.id === 'road') this.change(drafting.lay(this.battle, strokes, this.tool.kind === 'railroad' ? 'railroad' : 'road'));
    else if (this.tool.id === 'choose' && at && at.hex !== first) this.carry(first, at.hex);
    else if (at) this.tap(at);
  }

  /**
   * The tool at a spot: by pointer, or by key.
   * @param {Spot} at
   */
  tap({ hex, side }) {
    const { tool, battle } = this;
    if (this.moving) {
      this.change(drafting.move(battle, this.moving.side, this.moving.index, hex));
      this.moving = null;
      this.choose(hex);
    } else if (tool.id === 'ground') this.change(drafting.paint(battle, [hex], tool.letter ?? '.'));
    else if (tool.id === 'cover') this.change(drafting.toggleSide(battle, hex, side, tool.kind === 'trench' ? 'trench' : 'fence'));
    else if (tool.id === 'unit') this.enlist(hex);
    else if (tool.id === 'block')
      this.change(drafting.toggleBlock(battle, hex, tool.side ?? 'union', tool.kind === 'control' ? 'control' : 'capture'));
    else if (tool.id === 'erase') this.change(drafting.erase(battle, hex));
    else if (tool.id === 'road') this.extend(hex);
    else this.choose(hex);
  }

  /**
   * A road by keys: each hex is joined to the one before.
   * @param {number} hex
   */
  extend(hex) {
    this.stroke.push(hex);
    if (this.stroke.length > 1)
      this.change(drafting.lay(this.battle, this.stroke.slice(-2), this.tool.kind === 'railroad' ? 'railroad' : 'road'));
  }

  /** @param {number} hex */
  enlist(hex) {
    const { kind = 'infantry', side = 'union', morale = 'black' } = this.tool;
    const bare = kind === 'leader' || kind === 'gunboat';
    const name = drafting.freshName(this.battle, side, this.bench.words.kind[kind]);
    this.change(drafting.place(this.battle, hex, side, { kind, name, ...(bare ? {} : { morale }) }));
    this.choose(hex);
  }

  /**
   * The topmost unit of a hex to another.
   * @param {number} from
   * @param {number} to
   */
  carry(from, to) {
    const top = drafting.unitsAt(this.battle, from).at(-1);
    if (top) this.change(drafting.move(this.battle, top.side, top.index, to));
    this.choose(to);
  }

  /** @param {number} hex */
  choose(hex) {
    this.chosen = hex;
    this.open.add('hex');
    this.map.cursor = Math.max(0, hex);
    this.draw();
  }

  // --- drawing ------------------------------------------------------------------------------------------

  draw() {
    this.map.svg.classList.toggle('pan', this.tool.id === 'pan');
    this.map.draw(this.battle, this.seen, this.chosen);
    this.drawTools();
    this.drawForms();
  }

  /** @param {Partial<Tool>} tool */
  takeUp(tool) {
    this.tool = { ...this.tool, ...tool };
    this.stroke = [];
    this.draw();
    /** @type {HTMLElement | null} */ (this.tools.querySelector('[aria-pressed=true]'))?.focus({ preventScroll: true });
  }

  /**
   * A tool to take up.
   * @param {Tool['id']} id
   * @param {Child} words
   * @param {Partial<Tool>} [more]
   * @param {import('./types').Attributes} [looks]
   */
  toolButton(id, words, more = {}, looks = {}) {
    const { tool } = this;
    const held = tool.id === id && Object.entries(more).every(([k, v]) => tool[/** @type {keyof Tool} */ (k)] === v);
    const name = [id, ...Object.values(more)].join('-');
    return button(words, () => this.takeUp({ id, ...more }), { 'aria-pressed': String(held), 'data-tool': name, ...looks });
  }

  drawTools() {
    const { bench } = this;
    const swatch = (/** @type {string} */ letter) => h('span', { class: 'swatch', 'data-ground': letter, 'aria-hidden': 'true' });
    put(
      this.tools,
      toolGroup(
        t('editor.hand'),
        this.toolButton('pan', t('editor.pan')),
        this.toolButton('choose', t('editor.choose')),
        this.toolButton('erase', t('editor.erase')),
      ),
      toolGroup(
        t('editor.ground'),
        Object.entries(bench.words.terrain).map(([letter, name]) => this.toolButton('ground', [swatch(letter), name], { letter })),
      ),
      toolGroup(
        t('editor.lines'),
        ['road', 'railroad'].map((kind) => this.toolButton('road', t(`editor.${kind}`), { kind })),
        ['fence', 'trench'].map((kind) => this.toolButton('cover', t(`editor.${kind}`), { kind })),
      ),
      this.pieceTools(),
      this.wholeTools(),
    );
  }

  pieceTools() {
    const { tool, bench } = this;
    /** @type {[string, string][]} */
    const armies = drafting.ARMIES.map((x) => [x, t(`editor.${x}`)]);
    /** @type {[string, string][]} */
    const colours = COLOURS.map((x) => [x, t(`editor.${x}`)]);
    const takeSide = (/** @type {string} */ side) => this.takeUp({ side: /** @type {SideKey} */ (side) });
    return toolGroup(
      t('editor.pieces'),
      select(tool.side ?? 'union', armies, takeSide, { 'aria-label': t('editor.side'), id: 'tool-side' }),
      select(tool.morale ?? 'black', colours, (morale) => this.takeUp({ morale }), { 'aria-label': t('editor.morale'), id: 'tool-morale' }),
      Object.entries(bench.words.kind).map(([kind, name]) =>
        this.toolButton('unit', [this.icon(kind), h('span', { class: 'sr' }, name)], { kind }, { class: 'piece-tool', title: name }),
      ),
      ['capture', 'control'].map((kind) => this.toolButton('block', t(`editor.${kind}`), { kind })),
    );
  }

  wholeTools() {
    const { draft } = this;
    return toolGroup(
      t('editor.whole'),
      button('↶', () => this.undo(), {
        disabled: !draft.before.length,
        'aria-label': t('editor.undo'),
        title: t('editor.undo'),
        id: 'undo',
      }),
      button('↷', () => this.redo(), {
        disabled: !draft.after.length,
        'aria-label': t('editor.redo'),
        title: t('editor.redo'),
        id: 'redo',
      }),
      button(t('editor.mirror_across'), () => this.change(drafting.turned(this.battle, { across: true })), { id: 'mirror-across' }),
      button(t('editor.mirror_down'), () => this.change(drafting.turned(this.battle, { down: true })), { id: 'mirror-down' }),
      button(t('editor.rotate'), () => this.change(drafting.turned(this.battle, { across: true, down: true })), { id: 'rotate' }),
      button('−', () => this.enlarge(1 / 1.4), { 'aria-label': t('editor.smaller') }),
      button('+', () => this.enlarge(1.4), { 'aria-label': t('editor.larger'), id: 'larger' }),
    );
  }

  /** @param {string} kind */
  icon(kind) {
    const unit = { kind, name: '', morale: this.tool.morale };
    return s('svg', { class: 'icon', viewBox: '-24 -24 48 48', 'aria-hidden': 'true' }, face(this.tool.side ?? 'union', unit, this.bench));
  }

  /** @param {number} times */
  enlarge(times) {
    this.zoom = Math.min(4, Math.max(1, this.zoom * times));
    this.map.sheet.style.setProperty('width', `${Math.round(this.zoom * 100)}%`);
  }

  drawForms() {
    const { battle, bench } = this;
    const edit = (/** @type {(battle: Battle) => void} */ work) => this.edit(work);
    const moving = (/** @type {SideKey} */ side, /** @type {number} */ index) => {
      this.moving = { side, index };
      this.map.svg.focus();
      this.map.said.textContent = t('editor.move_where');
    };
    const focused = document.activeElement?.closest('.forms') ? document.activeElement.id : '';
    put(
      this.forms,
      this.part('hex', t('editor.hex'), () => hexForm(battle, this.chosen, bench, edit, moving)),
      this.part('battle', t('editor.battle'), () => battleForm(battle, edit)),
      drafting.ARMIES.map((side) => this.part(side, t(`editor.${side}`), () => armyForm(battle, side, bench, edit))),
      this.part('rules', t('editor.rules'), () => rulesForm(battle, bench, edit)),
    );
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  /**
   * @param {string} id
   * @param {string} name
   * @param {() => Child} build
   */
  part(id, name, build) {
    const inside = h('div', {});
    /** @type {HTMLDetailsElement} */
    const made = h('details', { id: `part-${id}`, open: this.open.has(id) }, h('summary', {}, name), inside);
    const fill = () => made.open && !inside.childNodes.length && put(inside, build());
    made.addEventListener('toggle', () => {
      if (made.open) this.open.add(id);
      else this.open.delete(id);
      fill();
    });
    fill();
    return made;
  }

  drawRemarks() {
    const { mistakes, warnings } = this.seen;
    const good = mistakes.length ? t('editor.wrong', { n: mistakes.length }) : t('editor.good');
    put(
      this.said,
      h(
        'p',
        { class: mistakes.length ? 'verdict wrong' : 'verdict good' },
        good,
        warnings.length ? ` ${t('editor.strange', { n: warnings.length })}` : '',
      ),
      h('ul', {}, [...mistakes.map((m) => this.remark(m, 'wrong')), ...warnings.map((m) => this.remark(m, 'strange'))]),
    );
  }

  /**
   * @param {Remark} remark
   * @param {string} kind
   */
  remark(remark, kind) {
    const [hex] = remark.at;
    const line = remark.line ? ` (${t('editor.line', { n: remark.line })})` : '';
    return h(
      'li',
      { class: kind },
      hex ? button(remark.message + line, () => this.choose(Number(hex.slice(4))), { class: 'plain' }) : remark.message + line,
    );
  }
}

/**
 * @param {string} label
 * @param {...Child} content
 */
const toolGroup = (label, ...content) =>
  h(
    'div',
    { role: 'group', 'aria-label': label, class: 'tool-group' },
    h('span', { class: 'over', 'aria-hidden': 'true' }, label),
    content,
  );
