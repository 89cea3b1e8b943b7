// The key: what every counter, marker and sign of the map means, and what is special in the scenario.

/**
 * @import { Sign } from './wire'
 * @import { Table } from './page-table.js'
 */

import { drawing, h, put } from './dom.js';
import { lang, t } from './words.js';

const GROUPS = ['pieces', 'markers', 'map'];

export class KeyPane {
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
    if (this.shown === lang()) return;
    this.shown = lang();
    const { page } = this.table.store.about;
    const story = page.length ? [h('h3', {}, t('table.scenario')), page.map((x) => h('p', {}, x))] : null;
    put(this.place, story);
    const signs = await this.table.seat.legend().catch(() => []);
    const { about } = this.table.store;
    put(
      this.place,
      h('p', {}, h('a', { href: `/aid/${about.title}#${this.table.seat.token}`, target: '_blank' }, t('aid.link'))),
      GROUPS.map((group) =>
        list(
          signs.filter((x) => x.group === group),
          group,
        ),
      ),
      story,
    );
  }
}

/**
 * @param {Sign[]} signs
 * @param {string} group
 */
function list(signs, group) {
  if (!signs.length) return null;
  const rows = signs.map((x) => h('li', {}, sign(x), h('span', {}, x.meaning)));
  return [h('h3', {}, t(`table.key_of_${group}`)), h('ul', { class: 'signs' }, rows)];
}

/** @param {Sign} sign */
function sign({ drawing: text, half = 24 }) {
  const box = `${-half} -24 ${2 * half} 48`;
  const made = drawing(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" class="icon" aria-hidden="true">${text}</svg>`);
  return made;
}
