// The curtain: between two people at one screen, in a title with secrets, nothing is shown until the one who is asked says so.

/** @import { Asked, Question } from './wire' */

import { button, h, put } from './dom.js';
import { t } from './words.js';

export class Curtain {
  /** @param {(side: number) => void} lifted */
  constructor(lifted) {
    this.lifted = lifted;
    this.element = h('div', { class: 'curtain', role: 'dialog', 'aria-modal': 'true', 'aria-label': t('table.covered'), hidden: true });
  }

  raise() {
    this.element.hidden = true;
  }

  /**
   * @param {string} name of the title
   * @param {Asked | Question} q
   */
  fall(name, q) {
    const lift = button(t('table.i_am', { side: q.name }), () => this.lifted(q.side), { class: `main big side-${q.side}` });
    put(
      this.element,
      h(
        'div',
        { class: 'leaf narrow' },
        h('p', { class: 'kicker' }, name),
        h('h2', {}, t('table.curtain', { side: q.name })),
        h('p', {}, t('table.curtain_help')),
        lift,
      ),
    );
    this.element.hidden = false;
    lift.focus();
  }
}
