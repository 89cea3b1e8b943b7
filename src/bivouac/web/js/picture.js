// A picture of the position, to be kept or shared: the whole board with all that lies on it, as PNG.

/** @import { Table } from './page-table.js' */

import { s } from './dom.js';

const LONGEST = 2400;
const FONTS = [
  ['Old Standard TT', '400', 'old-standard-tt-latin-400-normal'],
  ['Old Standard TT', '700', 'old-standard-tt-latin-700-normal'],
  ['Source Sans 3', '400', 'source-sans-3-latin-400-normal'],
  ['Source Sans 3', '600', 'source-sans-3-latin-600-normal'],
];

/**
 * @param {Blob} blob
 * @returns {Promise<string>}
 */
const asText = (blob) =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsDataURL(blob);
  });

/** The typefaces as a drawing that stands alone needs them. */
async function letters() {
  const rules = FONTS.map(async ([family, weight, file]) => {
    const found = await fetch(`/static/fonts/${file}.woff2`);
    return `@font-face{font-family:"${family}";font-weight:${weight};src:url(${await asText(await found.blob())})}`;
  });
  return (await Promise.all(rules)).join('');
}

/**
 * The board as a drawing of its own.
 * @param {Table} table
 * @param {number} width
 * @param {number} height
 */
async function alone({ board }, width, height) {
  const { x, y, w, h } = board.camera.size;
  const made = s('svg', { viewBox: `${x} ${y} ${w} ${h}`, width, height, xmlns: 'http://www.w3.org/2000/svg' });
  const symbols = [...document.querySelectorAll('.faces symbol')].map((symbol) => symbol.cloneNode(true));
  const world = /** @type {SVGGElement} */ (board.world.cloneNode(true));
  for (const part of world.querySelectorAll('.rings, .subjects, .marks, .halo, .effects, .faint, .shadow')) part.remove();
  for (const node of world.querySelectorAll('.paper')) node.setAttribute('fill', '#f4ecd8');
  made.append(s('style', {}, await letters()), s('defs', {}, ...symbols), world);
  return new XMLSerializer().serializeToString(made);
}

/**
 * @param {Table} table
 * @returns {Promise<Blob | null>}
 */
export async function picture(table) {
  const { w, h } = table.board.camera.size;
  const scale = LONGEST / Math.max(w, h);
  const [width, height] = [Math.round(w * scale), Math.round(h * scale)];
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await alone(table, width, height))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
}
