// What lies beside the board: hands, tracks, pools, battle line-ups, facts. Cells and tokens carry the same ids as choices.

/**
 * @import { Cell, Panel, Token } from './wire'
 * @import { Child } from './types'
 * @import { Table } from './page-table.js'
 */

import { button, h } from './dom.js';
import { icon } from './faces.js';

/** Hands and line-ups have their own places; everything else goes into the drawer. */
export class Panels {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** Whether line-ups are folded, once somebody has said so. @type {boolean | null} */
    this.folded = null;
  }

  /**
   * Where it lies on the board, as on a phone, a line-up is unfolded only to choose from it.
   * @param {Panel} p
   */
  isOpen({ cells }) {
    if (this.folded !== null || !matchMedia('(max-width: 900px), (max-height: 520px)').matches) return !this.folded;
    const { board, store } = this.table;
    return cells.some(({ id }) => board.lit.has(id) || store.stackAt(id).some((token) => board.lit.has(token.id)));
  }

  /**
   * There is something in it: a track always has its spaces, a pool is nothing without pieces.
   * @param {Panel} p
   */
  isWorth({ cells, kind }) {
    const { board, store } = this.table;
    return kind !== 'pool' || cells.some(({ id }) => board.lit.has(id) || store.stackAt(id).length);
  }

  /** @param {Panel} p */
  drawn(p) {
    const attributes = { class: `panel ${p.kind}`, 'aria-label': p.name, data: { panel: p.id } };
    if (p.kind !== 'lineup') return h('section', attributes, h(p.kind === 'hand' ? 'h2' : 'h3', {}, p.name), this.cells(p));
    const folds = h(
      'details',
      { open: this.isOpen(p) },
      h(
        'summary',
        {
          onclick: () => {
            this.folded = folds.open;
          },
        },
        p.name,
      ),
      this.cells(p),
    );
    return h('section', attributes, folds);
  }

  /** @param {Panel} p */
  cells(p) {
    if (p.kind === 'hand') return this.hand(p);
    if (p.kind === 'track')
      return h(
        'ol',
        { class: 'cells' },
        p.cells.map((c, i) => this.cell(c, 'li', { tabindex: i ? '-1' : '0' })),
      );
    if (p.kind === 'lineup')
      return h(
        'div',
        { class: 'cells' },
        p.cells.map((c) => this.cell(c, 'div')),
      );
    return h(
      'ul',
      { class: 'cells' },
      p.cells.map((c) => this.cell(c.name === p.name ? { ...c, name: '' } : c, 'li', { bare: p.kind === 'facts' })),
    );
  }

  /** @param {string} id */
  pieces(id) {
    const looks = new Set();
    return this.table.store.stackAt(id).map((token) => {
      const first = !looks.has(token.face);
      looks.add(token.face);
      return this.piece(token, first);
    });
  }

  /**
   * A token beside the board: a button when it can be chosen, a picture otherwise. Of alike ones the first can be reached by key.
   * @param {Token} token
   * @param {boolean} first
   */
  piece(token, first) {
    const words = this.table.board.lit.get(token.id);
    const spoken = words && words !== token.name ? `${token.name}: ${words}` : token.name;
    const data = { id: token.id };
    return words === undefined
      ? h('span', { class: 'piece', data, role: 'img', 'aria-label': spoken, tabindex: first ? '0' : null }, icon(token))
      : button([icon(token), h('span', { class: 'sr' }, spoken)], (e) => this.table.chooser.pick(token.id, e), {
          class: 'piece lit',
          data,
        });
  }

  /**
   * @param {Cell} c
   * @param {'li' | 'div'} tag
   * @param {{ bare?: boolean, tabindex?: string | null }} [how] bare: its name is all there is
   */
  cell({ id, name }, tag, { bare = false, tabindex = null } = {}) {
    const words = this.table.board.lit.get(id);
    if (words === undefined) {
      /** @type {Child} */
      const body = bare ? name : [name ? h('span', { class: 'cell-name' }, name) : null, this.pieces(id)];
      return h(tag, { class: 'cell', data: { id }, tabindex }, body);
    }
    const inner = [h('span', { class: 'cell-name' }, name), words !== name ? h('span', { class: 'sr' }, words) : null];
    return h(
      tag,
      { class: 'cell lit', data: { id } },
      button(inner, (e) => this.table.chooser.pick(id, e), { class: 'cell-button', data: { id } }),
      bare ? null : this.pieces(id),
    );
  }

  /** @param {Panel} p */
  hand(p) {
    const one = p.cells.length === 1;
    return h(
      'div',
      { class: 'cards', tabindex: '0', role: 'group', 'aria-label': p.name },
      p.cells.map(({ id, name }) =>
        h('div', { class: 'cell', data: { id } }, one ? null : h('span', { class: 'cell-name' }, name), this.pieces(id)),
      ),
    );
  }
}
