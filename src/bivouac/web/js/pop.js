// Words beside the pointer: the tip that follows a mouse, and the small card that a click opens.

/** @import { Child } from './types' */
/** @typedef {{ clientX?: number, clientY?: number, target: EventTarget | null }} At */

import { button, focus, h, kept, put } from './dom.js';
import { t } from './words.js';

const AWHILE = 280;

export class Tip {
  /** @param {() => void} left what else goes when it goes */
  constructor(left) {
    this.left = left;
    this.element = h('div', { class: 'tip', role: 'tooltip', hidden: true });
    /** @type {At} */
    this.at = { target: null };
    /** What the mouse is over. @type {string | null} */
    this.over = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /**
   * After a while over the same thing, show what `words` gives, and then what `more` finds out.
   * @param {string} id
   * @param {At} at
   * @param {() => Promise<Child>} words
   * @param {() => Promise<Child>[]} more each of them as soon as it is there
   */
  hover(id, at, words, more) {
    this.over = id;
    this.at = at;
    this.timer = setTimeout(async () => {
      const rest = more();
      const content = await words();
      if (this.over !== id) return;
      put(this.element, content);
      this.element.hidden = false;
      this.move(this.at);
      rest.forEach(async (part) => {
        const found = kept([await part]);
        if (this.over !== id || !found.length) return;
        this.element.append(...found);
        this.move(this.at);
      });
    }, AWHILE);
  }

  /** @param {At} at */
  move(at) {
    this.at = at;
    if (this.element.hidden) return;
    const { offsetWidth: wide, offsetHeight: high } = this.element;
    const { x, y } = pointOf(at);
    const below = y + 20;
    this.element.style.left = `${Math.max(8, Math.min(x + 16, innerWidth - wide - 8))}px`;
    this.element.style.top = `${Math.max(8, below + high > innerHeight ? y - high - 12 : below)}px`;
  }

  leave() {
    clearTimeout(this.timer);
    this.over = null;
    this.element.hidden = true;
    this.left();
  }
}

export class Pop {
  /**
   * @param {() => Element} holder
   * @param {{ opening: () => void, closed: () => void }} hooks
   */
  constructor(holder, hooks) {
    this.holder = holder;
    this.hooks = hooks;
    /** @type {HTMLElement | null} */
    this.element = null;
  }

  get isOpen() {
    return this.element !== null;
  }

  /**
   * @param {string} label
   * @param {At} at
   * @param {...Child} content
   */
  open(label, at, ...content) {
    this.close();
    this.hooks.opening();
    const before = document.activeElement;
    const leave = () => {
      this.close();
      focus(before);
    };
    const pop = h(
      'div',
      {
        class: 'pop',
        role: 'dialog',
        'aria-label': label,
        onkeydown: (e) => {
          if (e.key !== 'Escape') return;
          e.stopPropagation();
          leave();
        },
      },
      h('header', {}, h('h2', {}, label), button('×', leave, { class: 'plain', 'aria-label': t('house.close') })),
      content,
    );
    this.holder().append(pop);
    this.element = pop;
    place(pop, at);
    focus(pop.querySelector('.lit, .options button') ?? pop.querySelector('button'), { preventScroll: true });
    return pop;
  }

  close() {
    if (!this.element) return;
    this.element.remove();
    this.element = null;
    this.hooks.closed();
  }
}

/**
 * Beside the pointer, or the thing that was chosen by key, and within the window.
 * @param {HTMLElement} pop
 * @param {At} at
 */
function place(pop, at) {
  const { x, y } = pointOf(at);
  pop.style.left = `${Math.max(8, Math.min(x + 12, innerWidth - pop.offsetWidth - 8))}px`;
  pop.style.top = `${Math.max(8, Math.min(y - 20, innerHeight - pop.offsetHeight - 8))}px`;
}

/** @param {At} at */
function pointOf({ clientX, clientY, target }) {
  const box = target instanceof Element ? target.getBoundingClientRect() : null;
  return { x: clientX || (box ? box.left + box.width / 2 : innerWidth / 2), y: clientY || (box ? box.bottom : innerHeight / 2) };
}
