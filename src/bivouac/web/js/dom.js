// Small help for making pages: elements, dialogs, places to click. No markup from strings, except drawings that titles give.

/** @import { Attributes, Child } from './types' */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
export const kept = (children) =>
  /** @type {Exclude<Child, Child[]>[]} */ (children.flat(/** @type {1} */ (9)))
    .filter((c) => c !== null && c !== undefined && c !== false)
    .map((c) => (c instanceof Node ? c : String(c)));

/**
 * @template {HTMLElement | SVGElement} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name === 'data') Object.assign(element.dataset, value);
    else if (name === 'value' && 'value' in element) element.value = value;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...kept(children));
  return element;
}

/**
 * h('button', {class: 'x', onclick: f}, 'words', child)
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export const h = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);

/**
 * The same for drawings.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export const s = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/**
 * A button that does something.
 * @param {Child} words
 * @param {(e: MouseEvent) => unknown} act
 * @param {Attributes} [more]
 */
export const button = (words, act, more = {}) => h('button', { type: 'button', onclick: act, ...more }, words);

/**
 * @param {Element} parent
 * @param {...Child} children
 */
export const put = (parent, ...children) => parent.replaceChildren(...kept(children));

/**
 * What to do to point at something while it is touched by pointer or focus, and to stop pointing.
 * @param {(on: boolean) => unknown} light
 * @returns {Attributes}
 */
export const touched = (light) => ({
  onmouseenter: () => light(true),
  onmouseleave: () => light(false),
  onfocus: () => light(true),
  onblur: () => light(false),
});

/**
 * A drawing that a title gave, as an element; whatever could do more than be drawn is left out.
 * @param {string} text
 */
export function drawing(text) {
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  for (const node of parsed.querySelectorAll('script, style, foreignObject, iframe, a, animate, set')) node.remove();
  for (const node of [parsed, ...parsed.querySelectorAll('*')])
    for (const { name } of [...node.attributes]) if (name.startsWith('on') || name === 'style') node.removeAttribute(name);
  return document.importNode(parsed, true);
}

/**
 * A modal dialog; `build(close)` gives its content. Resolves to what `close` was given, or undefined.
 * @template T
 * @param {string} label
 * @param {(close: (value?: T) => void) => Child} build
 * @param {string} [className]
 * @returns {Promise<T | undefined>}
 */
export function dialog(label, build, className = '') {
  return new Promise((resolve) => {
    /** @type {T | undefined} */
    let answer;
    const before = document.activeElement;
    const box = h('dialog', { class: `sheet ${className}`, 'aria-label': label });
    /** @param {T} [value] */
    const close = (value) => {
      answer = value;
      box.close();
    };
    box.append(...kept([build(close)]));
    box.addEventListener('click', (e) => {
      if (e.target === box) close(undefined);
    });
    box.addEventListener('close', () => {
      box.remove();
      if (before?.isConnected) focus(before);
      resolve(answer);
    });
    document.body.append(box);
    box.showModal();
  });
}

/**
 * @param {Element | null | undefined} element
 * @param {FocusOptions} [how]
 */
export function focus(element, how) {
  if (element instanceof HTMLElement || element instanceof SVGElement) element.focus(how);
}

export const reduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Words under a heading, one paragraph for each line.
 * @param {string} text
 */
export const paragraphs = (text) =>
  text
    .split('\n')
    .map((l) => l.trim())
    .filter(Boolean)
    .map((l) => h('p', {}, l));

/**
 * Something to keep as a file.
 * @param {string} name
 * @param {string | Blob} content
 */
export function saveFile(name, content) {
  const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type: 'application/json' }) : content);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
