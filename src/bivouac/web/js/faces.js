// The drawings of pieces and cards: each is kept once as a symbol and used wherever it lies.

/** @import { Scene, Token } from './wire' */

import { drawing, h, s } from './dom.js';

/** @type {SVGSVGElement | null} */
let sheet = null;
/** The text of every drawing: one with words is another one in another language. @type {Map<string, string>} */
const known = new Map();

/** @param {Token} token */
export const isCard = (token) => /^(card|back)/.test(token.face) || token.id.startsWith('card');
/** @param {string} face */
const symbolId = (face) => `face-${face.replace(/[^\w-]/g, (c) => `_${c.charCodeAt(0)}_`)}`;

/**
 * The drawings that come with a scene.
 * @param {Scene} scene
 */
export function learn({ faces, tokens }) {
  sheet ??= s('svg', { class: 'faces', 'aria-hidden': 'true', width: 0, height: 0 });
  if (!sheet.isConnected) document.body.append(sheet);
  const cards = new Set(tokens.filter(isCard).map((x) => x.face));
  for (const [name, text] of Object.entries(faces)) {
    if (known.get(name) === text) continue;
    if (known.has(name)) document.getElementById(symbolId(name))?.remove();
    known.set(name, text);
    const box = cards.has(name) ? '0 0 90 126' : '0 0 48 48';
    const made = drawing(
      `<svg xmlns="http://www.w3.org/2000/svg"><symbol id="${symbolId(name)}" viewBox="${box}" overflow="visible">${text}</symbol></svg>`,
    );
    sheet.append(...made.childNodes);
  }
}

/**
 * A face for the board, centred on 0 0, `edge` units high.
 * @param {Token} token
 * @param {number} edge
 */
export function placed(token, edge) {
  const width = isCard(token) ? (edge * 90) / 126 : edge;
  return s('use', { href: `#${symbolId(token.face)}`, x: -width / 2, y: -edge / 2, width, height: edge });
}

/**
 * A face for a list or panel.
 * @param {Token} token
 */
export function icon(token) {
  const box = isCard(token) ? '0 0 90 126' : '0 0 48 48';
  const [, , width, height] = box.split(' ');
  return s(
    'svg',
    { class: isCard(token) ? 'icon card' : 'icon', viewBox: box, 'aria-hidden': 'true' },
    s('use', { href: `#${symbolId(token.face)}`, width, height }),
  );
}

/** @type {Record<number, number[]>} */
const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };

/** @param {number} value */
export function die(value) {
  return h(
    'span',
    { class: 'die' },
    s(
      'svg',
      { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
      s('rect', { x: 1, y: 1, width: 22, height: 22, rx: 4 }),
      PIPS[value].map((p) => s('circle', { cx: 6 + 6 * ((p - 1) % 3), cy: 6 + 6 * Math.floor((p - 1) / 3), r: 2.1 })),
    ),
  );
}
