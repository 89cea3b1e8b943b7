// A picture of the position, to be kept or shared: the whole board with all that lies on it, as PNG. Fetched when somebody wants one.

/**
 * @import { Table } from './page-table.js'
 * @import { Box } from './camera.js'
 */

import { Detail } from './detail.js';
import { s, saveFile } from './dom.js';

const LONGEST = 2400;
const FONTS = [
  ['Old Standard TT', '400', 'old-standard-tt-latin-400-normal'],
  ['Old Standard TT', '700', 'old-standard-tt-latin-700-normal'],
  ['Source Sans 3', '400', 'source-sans-3-latin-400-normal'],
  ['Source Sans 3', '600', 'source-sans-3-latin-600-normal'],
];
/** What the sheet of styles says of things on the board, for a drawing that stands alone. */
const STYLE = `.count circle{fill:#2a2018;stroke:#f4ecd8}.count text{fill:#fbf6e9;font-family:"Source Sans 3";font-weight:600}
.arrow,.flash{vector-effect:non-scaling-stroke;stroke:#fff;stroke-width:1.5;fill-opacity:.85;fill:#8c1f16}
.arrow.way.side-0{fill:#1f3a63}.arrow.way.side-1{fill:#6f5f3c}.flash{fill-opacity:.35;stroke:#c2200f;stroke-width:2.500}`;
/** What is only for who plays. */
const OURS = '.rings, .shields, .subjects, .marks, .halo, .effects, .shadow, .cursor, .scouted, .costs, .lens, .plans';

/**
 * @param {Blob} blob
 * @returns {Promise<string>}
 */
export const asText = (blob) =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsDataURL(blob);
  });

/** @type {Promise<string> | undefined} */
let letters;

/** The typefaces as a drawing that stands alone needs them. */
async function fetchLetters() {
  const rules = FONTS.map(async ([family, weight, file]) => {
    const found = await fetch(`/static/fonts/${file}.woff2`);
    return `@font-face{font-family:"${family}";font-weight:${weight};src:url(${await asText(await found.blob())})}`;
  });
  return (await Promise.all(rules)).join('');
}

/**
 * A part of a board as a drawing of its own, drawn.
 * @param {Box} box of the board, in its units
 * @param {number} scale pixels a unit
 * @param {SVGElement} world what is to be drawn
 * @returns {Promise<HTMLCanvasElement>}
 */
export async function drawn({ x, y, w, h }, scale, world) {
  const [width, height] = [Math.round(w * scale), Math.round(h * scale)];
  letters ??= fetchLetters();
  const used = new Set([...world.querySelectorAll('use')].map((use) => use.getAttribute('href')?.slice(1)));
  const symbols = [...document.querySelectorAll('.faces symbol')].filter(({ id }) => used.has(id)).map((symbol) => symbol.cloneNode(true));
  const made = s('svg', {
    viewBox: `${x} ${y} ${w} ${h}`,
    width,
    height,
    xmlns: 'http://www.w3.org/2000/svg',
    'font-family': 'Old Standard TT',
  });
  made.append(s('style', {}, (await letters) + STYLE), s('defs', {}, ...symbols), world);
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(made))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  return canvas;
}

/**
 * A copy of a part of the board without what is only for who plays, with the words that can be read at a scale.
 * @template {SVGElement} E
 * @param {E} part
 * @param {number} scale
 * @returns {E}
 */
export function copied(part, scale) {
  const copy = /** @type {E} */ (part.cloneNode(true));
  for (const node of copy.querySelectorAll(OURS)) node.remove();
  for (const node of copy.querySelectorAll('.paper')) node.setAttribute('fill', '#f4ecd8');
  for (const node of copy.querySelectorAll('.faint')) node.classList.remove('faint');
  new Detail(copy).at(scale);
  for (const node of copy.querySelectorAll('.faint')) node.remove();
  return copy;
}

/**
 * So many pixels a unit that the longer side of a box has `longest`.
 * @param {Box} box
 * @param {number} longest
 */
export const scaleFor = ({ w, h }, longest) => longest / Math.max(w, h);

/** @param {Table} table */
export async function keepPicture({ board, store }) {
  const { size } = board.camera;
  const scale = scaleFor(size, LONGEST);
  const canvas = await drawn(size, scale, copied(board.world, scale));
  canvas.toBlob((blob) => blob && saveFile(`${store.about.title}-${store.serial}.png`, blob), 'image/png');
}
