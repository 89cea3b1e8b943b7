// The title's printed tables beside the board, the rows in force marked; asked for anew when the question has changed.

/**
 * @import { Chart } from './wire'
 * @import { Table } from './page-table.js'
 */

import { chartTable } from './chart.js';
import { h, put } from './dom.js';
import { ruleLink } from './log.js';
import { lang, t } from './words.js';

export class ChartsPane {
  /**
   * @param {Table} table
   * @param {HTMLElement} place
   */
  constructor(table, place) {
    this.table = table;
    this.place = place;
    this.shown = '';
  }

  async draw() {
    const now = `${lang()} ${this.table.store.rev}`;
    if (this.shown === now) return;
    this.shown = now;
    const charts = await this.table.seat.charts().catch(() => []);
    if (this.shown !== now) return;
    const top = this.place.scrollTop;
    put(this.place, charts.length ? charts.map((chart) => this.drawn(chart)) : h('p', { class: 'quiet' }, t('table.no_charts')));
    this.place.scrollTop = top;
  }

  /** @param {Chart} chart */
  drawn(chart) {
    const { name, rule } = chart;
    return h(
      'section',
      { class: 'chart' },
      h('h3', {}, name, ' ', ruleLink(this.table, rule)),
      h('div', { class: 'wide', tabindex: '0', role: 'group', 'aria-label': name }, chartTable(chart)),
    );
  }
}
