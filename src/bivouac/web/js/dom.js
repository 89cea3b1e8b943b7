// Small help for making pages: elements, dialogs, places to click. No markup from strings, except drawings that titles give.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'data') Object.assign(element.dataset, value);
    else if (name === 'value') element.value = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(3).filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

/** h('button', {class: 'x', onclick: f}, 'words', child) */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

export const put = (parent, ...children) =>
  parent.replaceChildren(...children.flat(3).filter((c) => c !== null && c !== undefined && c !== false));

/** A drawing that a title gave, as an element; whatever could do more than be drawn is left out. */
export function drawing(text) {
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  for (const node of parsed.querySelectorAll('script, style, foreignObject, iframe, a, animate, set')) node.remove();
  for (const node of [parsed, ...parsed.querySelectorAll('*')])
    for (const { name } of [...node.attributes]) if (name.startsWith('on') || name === 'style') node.removeAttribute(name);
  return document.importNode(parsed, true);
}

/** A modal dialog; `build(close)` gives its content. Resolves to what `close` was given. */
export function dialog(label, build, className = '') {
  return new Promise((resolve) => {
    let answer;
    const before = document.activeElement;
    const box = h('dialog', { class: `sheet ${className}`, 'aria-label': label });
    const close = (value) => {
      answer = value;
      box.close();
    };
    box.append(...[build(close)].flat());
    box.addEventListener('click', (e) => {
      if (e.target === box) close(undefined);
    });
    box.addEventListener('close', () => {
      box.remove();
      if (before && before.isConnected) before.focus();
      resolve(answer);
    });
    document.body.append(box);
    box.showModal();
  });
}

export const reduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Words under a heading, one paragraph for each line. */
export const paragraphs = (text) =>
  String(text || '')
    .split('\n')
    .map((l) => l.trim())
    .filter(Boolean)
    .map((l) => h('p', {}, l));

export function remember(name, value) {
  try {
    localStorage.setItem(`bivouac.${name}`, JSON.stringify(value));
  } catch {
    /* private windows forget */
  }
}
export function recall(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`bivouac.${name}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}
