// An animated picture is read back, pixel for pixel, by a reader of its own.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Gif, palette } from '../../../src/bivouac/web/js/gif.js';

const HEAD = 13 + 768 + 19;

/** @param {Uint8Array} packed @param {number} size */
function unpacked(packed, size) {
  let [at, bits, held, long] = [0, 0, 0, 9];
  const next = () => {
    while (bits < long) {
      held |= packed[at] << bits;
      at += 1;
      bits += 8;
    }
    const code = held & ((1 << long) - 1);
    held >>>= long;
    bits -= long;
    return code;
  };
  /** @type {number[][]} */
  let known = [];
  /** @type {number[]} */
  const out = [];
  /** @type {number[] | null} */
  let last = null;
  for (let code = next(); code !== 257; code = next()) {
    if (code === 256) {
      known = Array.from({ length: 258 }, (_, i) => [i]);
      long = 9;
      last = null;
      continue;
    }
    /** @type {number[]} */
    const entry = known[code] ?? [.../** @type {number[]} */ (last), /** @type {number[]} */ (last)[0]];
    out.push(...entry);
    if (last) known.push([...last, entry[0]]);
    if (known.length === 1 << long && long < 12) long += 1;
    last = entry;
  }
  assert.equal(out.length, size);
  return out;
}

/** What a reader of the format sees, picture by picture, as colours. @param {Uint8Array} bytes */
function shown(bytes) {
  const [width, height] = [bytes[6] | (bytes[7] << 8), bytes[8] | (bytes[9] << 8)];
  const colours = Array.from({ length: 256 }, (_, i) => [...bytes.slice(13 + 3 * i, 16 + 3 * i)].join());
  /** @type {string[]} */
  const canvas = new Array(width * height).fill('');
  const pictures = [];
  let at = HEAD;
  while (bytes[at] === 0x21) {
    const delay = bytes[at + 4] | (bytes[at + 5] << 8);
    at += 8;
    const [x, y, w, h] = [1, 3, 5, 7].map((o) => bytes[at + o] | (bytes[at + o + 1] << 8));
    at += 11;
    const packed = [];
    for (; bytes[at]; at += bytes[at] + 1) packed.push(...bytes.slice(at + 1, at + 1 + bytes[at]));
    at += 1;
    unpacked(Uint8Array.from(packed), w * h).forEach((index, i) => {
      if (index !== 255) canvas[(y + Math.floor(i / w)) * width + x + (i % w)] = colours[index];
    });
    pictures.push({ delay, patch: [x, y, w, h], canvas: [...canvas] });
  }
  assert.equal(bytes[at], 0x3b);
  return pictures;
}

/** @param {number} width @param {number} height @param {(i: number) => number[]} colour */
const picture = (width, height, colour) => ({
  width,
  height,
  data: Uint8Array.from(Array.from({ length: width * height }, (_, i) => [...colour(i), 255]).flat()),
});

/** @param {Gif} gif */
const read = async (gif) => shown(new Uint8Array(await gif.done().arrayBuffer()));

test('two pictures: the second keeps only what has changed', async () => {
  const first = picture(8, 4, (i) => (i % 2 ? [255, 0, 0] : [0, 0, 255]));
  const second = picture(8, 4, (i) => (i === 10 || i === 19 ? [0, 255, 0] : i % 2 ? [255, 0, 0] : [0, 0, 255]));
  const gif = new Gif(8, 4, palette([first, second]));
  gif.add(first, 0.5);
  gif.add(second, 2);
  gif.add(second, 1);
  const [a, b, c] = await read(gif);
  assert.deepEqual([a.delay, b.delay, b.patch, c.patch], [50, 200, [2, 1, 2, 2], [0, 0, 1, 1]]);
  assert.deepEqual(
    a.canvas,
    Array.from({ length: 32 }, (_, i) => (i % 2 ? '255,0,0' : '0,0,255')),
  );
  assert.deepEqual([b.canvas[10], b.canvas[11], b.canvas[19], c.canvas[19]], ['0,255,0', '255,0,0', '0,255,0', '0,255,0']);
});

test('many pixels and many colours: the table of codes begins anew, no colour is far from its own', async () => {
  let seed = 7;
  const some = () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) >> 16;
  const made = picture(200, 150, () => [some() & 255, some() & 127, some() & 63]);
  const gif = new Gif(200, 150, palette([made]));
  gif.add(made, 1);
  const [{ canvas }] = await read(gif);
  const off = canvas.map((words, i) => words.split(',').reduce((sum, v, c) => sum + Math.abs(Number(v) - made.data[4 * i + c]), 0));
  assert.ok(Math.max(...off) < 130 && off.reduce((a, b) => a + b) / off.length < 40);
});
