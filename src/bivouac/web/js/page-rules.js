// The rules of a title to read: contents, how to play in one screen, then every clause in our words with its tables, switches, rulings and
// examples; what does not apply at the end. The search finds words of either language.

/**
 * @import { Clause, Example, Chart, Rules } from './wire'
 * @import { Child } from './types'
 */

import { house, problem } from './api.js';
import { found, numbers, pieces, speakers } from './book.js';
import { chartTable } from './chart.js';
import { button, h, paragraphs, put } from './dom.js';
import { die } from './faces.js';
import { framed, trouble } from './frame.js';
import { rulingParagraphs } from './rule.js';
import { LANGUAGES, lang, t } from './words.js';

const LAST = 'not-applicable';

/** @param {HTMLElement} root */
export async function show(root) {
  const redraw = () => show(root);
  const title = location.pathname.split('/').pop() ?? '';
  try {
    new Book(await house.rules(title)).draw(root, redraw);
  } catch (e) {
    framed(root, t('rules.rules'), redraw, h('section', { class: 'leaf narrow' }, trouble(problem(e).message)));
  }
}

class Book {
  /** @param {Rules} rules */
  constructor(rules) {
    this.rules = rules;
    /** The book in every language that was asked for. */
    this.books = [rules];
    this.known = numbers(rules);
    this.speakers = speakers(rules);
    this.list = h('div', { class: 'clauses' });
    this.contents = h('ol', {});
    this.count = h('p', { class: 'count', role: 'status' });
    /** @type {HTMLInputElement} */
    this.search = h('input', { type: 'search', id: 'search', autocomplete: 'off', spellcheck: 'false', oninput: () => this.seek() });
  }

  /**
   * @param {HTMLElement} root
   * @param {() => unknown} redraw
   */
  draw(root, redraw) {
    const { howto, name } = this.rules;
    const nav = h(
      'nav',
      { class: 'contents', 'aria-label': t('rules.contents') },
      h('details', { open: innerWidth > 900 }, h('summary', {}, t('rules.contents')), this.contents),
    );
    framed(
      root,
      `${name}: ${t('rules.rules')}`,
      redraw,
      h(
        'section',
        { class: 'leaf rulebook' },
        h('p', { class: 'kicker' }, t('rules.rules')),
        h('h1', {}, name),
        howto ? h('div', { class: 'howto' }, h('h2', {}, t('rules.howto')), paragraphs(howto)) : null,
        h(
          'div',
          { class: 'search', role: 'search' },
          h('label', { for: 'search' }, t('rules.search')),
          this.search,
          this.count,
          this.printer(),
        ),
        h('div', { class: 'book' }, nav, this.list),
      ),
    );
    this.fill(this.rules.clauses);
    addEventListener('hashchange', () => this.turnTo());
    this.turnTo();
  }

  /** All clauses on paper, or those that were found. */
  printer() {
    return button(t('table.print'), () => print(), { class: 'printer' });
  }

  /** The place that the address names. */
  turnTo() {
    const wanted = decodeURIComponent(location.hash.slice(1));
    if (wanted && !document.getElementById(wanted) && this.search.value) {
      this.search.value = '';
      this.fill(this.rules.clauses);
    }
    const target = wanted && document.getElementById(wanted);
    if (!target) return;
    for (const other of this.list.querySelectorAll('.meant')) other.classList.remove('meant');
    if (target.matches('.clause')) target.classList.add('meant');
    target.scrollIntoView({ block: target.matches('.clause') ? 'center' : 'start' });
    target.focus({ preventScroll: true });
  }

  /** The other languages are fetched when somebody searches for the first time. */
  async seek() {
    if (this.books.length === 1) {
      this.books = [this.rules];
      const others = Object.keys(LANGUAGES).filter((id) => id !== lang());
      const more = await Promise.all(others.map((id) => house.rules(this.rules.title, id).catch(() => null)));
      this.books = [this.rules, ...more.filter((book) => book !== null)];
    }
    const hits = found(this.books, this.search.value);
    this.fill(this.rules.clauses.filter((c) => hits.has(c.id)));
  }

  /** @param {Clause[]} clauses */
  fill(clauses) {
    const { chapters, clauses: all } = this.rules;
    const parts = chapters
      .map((x) => ({ ...x, here: clauses.filter((c) => c.chapter === x.id && c.status !== 'not_applicable') }))
      .concat({ id: LAST, name: t('rules.last'), here: clauses.filter((c) => c.status === 'not_applicable') })
      .filter((x) => x.here.length);
    this.count.textContent = t('rules.count', { n: clauses.length, all: all.length });
    put(
      this.contents,
      parts.map((x) =>
        h('li', {}, h('a', { href: `#chapter-${x.id}` }, x.name), ' ', h('span', { class: 'quiet' }, String(x.here.length))),
      ),
    );
    put(
      this.list,
      parts.map((x) =>
        h(
          'section',
          { 'aria-label': x.name },
          h('h2', { id: `chapter-${x.id}`, tabindex: '-1' }, x.name),
          x.here.map((c) => this.clause(c)),
        ),
      ),
    );
  }

  /** @param {Clause} c */
  clause(c) {
    const { charts, examples, options } = this.rules;
    const also = [...(this.speakers.get(c.id) ?? [])];
    return h(
      'article',
      { class: `clause ${c.status}`, id: c.id, tabindex: '-1' },
      h('h3', {}, h('a', { class: 'number', href: `#${c.id}` }, c.id), ' ', c.topic),
      h('p', {}, this.linked(c.text)),
      ...rulingParagraphs(c, (words) => this.linked(words)),
      c.reason ? h('p', { class: 'ruling' }, h('strong', {}, `${t('rules.not_applicable')} `), this.linked(c.reason)) : null,
      options
        .filter((x) => x.rule === c.id)
        .map((x) => h('p', { class: 'switch' }, h('strong', {}, `${t('rules.switch')} ${x.name}. `), x.help)),
      also.length
        ? h(
            'p',
            { class: 'also' },
            `${t('rules.also')} `,
            also.flatMap((id, i) => [i ? ', ' : '', this.link(id, id)]),
          )
        : null,
      h('p', { class: 'also' }, c.place ? t('rules.place', { place: c.place }) : t(`rules.source_${c.source}`)),
      charts.filter((x) => x.rule === c.id).map(chart),
      examples.filter((x) => x.rule === c.id).map((x) => this.example(x)),
    );
  }

  /**
   * @param {string} words
   * @param {string} id
   */
  link(words, id) {
    return h('a', { href: `#${id}` }, words);
  }

  /**
   * @param {string} text
   * @returns {Child}
   */
  linked(text) {
    return pieces(text, this.known).map((x) => (Array.isArray(x) ? this.link(x[0], x[1]) : x));
  }

  /** @param {Example} x */
  example({ lines, name, picture, refusal, rule }) {
    const number = (/** @type {string | null | undefined} */ id) =>
      id && id !== rule ? [' ', h('a', { class: 'rule', href: `#${id}` }, id)] : null;
    return h(
      'figure',
      { class: 'example' },
      h('figcaption', {}, h('strong', {}, `${t('rules.example')} `), name),
      picture ? h('img', { src: picture, alt: t('rules.example_picture', { name }), loading: 'lazy', width: 640, height: 420 }) : null,
      lines.length
        ? h(
            'ol',
            {},
            lines.map((line) => h('li', {}, (line.dice ?? []).map(die), line.text, number(line.rule))),
          )
        : null,
      refusal ? h('p', { class: 'no' }, refusal.why, number(refusal.rule)) : null,
    );
  }
}

/** @param {Chart} x */
const chart = (x) => h('div', { class: 'chart', tabindex: '0', role: 'group', 'aria-label': x.name }, chartTable(x, x.name));
