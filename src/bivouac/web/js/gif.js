// Pictures one after another as an animated GIF: the format that every messenger shows. Only bytes; nothing is drawn here.

/** @typedef {{ data: Uint8ClampedArray | Uint8Array, width: number, height: number }} Pixels red, green, blue and alpha, row by row */
/** @typedef {{ x: number, y: number, w: number, h: number }} Patch */

const COLOURS = 255;
/** The colour that stands for "as it was". */
const SAME = 255;
const MOST_CODES = 4096;
/** Five bits of each colour are told apart. */
const BITS = 5;

/** @param {ArrayLike<number>} data @param {number} i */
const key = (data, i) => ((data[i] >> 3) << 10) | ((data[i + 1] >> 3) << 5) | (data[i + 2] >> 3);

/**
 * @param {number} colour
 * @param {number} channel 0 red, 1 green, 2 blue
 */
const channelOf = (colour, channel) => (colour >> (BITS * (2 - channel))) & 31;

/**
 * The colours that serve some pictures best: all there are in a box, boxes halved until there are enough, the mean of each.
 * @param {Pixels[]} pictures
 * @returns {number[][]}
 */
export function palette(pictures) {
  const count = new Uint32Array(1 << (3 * BITS));
  for (const { data } of pictures) for (let i = 0; i < data.length; i += 4) count[key(data, i)] += 1;
  let boxes = [
    box(
      [...count.keys()].filter((colour) => count[colour]),
      count,
    ),
  ];
  while (boxes.length < COLOURS) {
    const widest = boxes.reduce((a, b) => (b.worth > a.worth ? b : a));
    if (!widest.worth) break;
    boxes = [...boxes.filter((b) => b !== widest), ...halves(widest.colours, widest.channel, count).map((part) => box(part, count))];
  }
  return boxes.map(({ colours }) => mean(colours, count));
}

/**
 * Some colours, along which channel they differ most, and what it is worth to tell them apart.
 * @param {number[]} colours
 * @param {Uint32Array} count
 */
function box(colours, count) {
  const spans = [0, 1, 2].map((c) => {
    const values = colours.map((colour) => channelOf(colour, c));
    return values.reduce((a, b) => Math.max(a, b), 0) - values.reduce((a, b) => Math.min(a, b), 31);
  });
  const span = Math.max(...spans);
  const pixels = colours.reduce((sum, colour) => sum + count[colour], 0);
  return { colours, channel: spans.indexOf(span), worth: span * Math.sqrt(pixels) };
}

/**
 * @param {number[]} colours
 * @param {number} channel
 * @param {Uint32Array} count
 */
function halves(colours, channel, count) {
  const sorted = [...colours].sort((a, b) => channelOf(a, channel) - channelOf(b, channel));
  const half = sorted.reduce((sum, colour) => sum + count[colour], 0) / 2;
  let [n, seen] = [0, 0];
  while (n < sorted.length - 2 && seen + count[sorted[n]] < half) {
    seen += count[sorted[n]];
    n += 1;
  }
  return [sorted.slice(0, n + 1), sorted.slice(n + 1)];
}

/**
 * @param {number[]} colours
 * @param {Uint32Array} count
 */
function mean(colours, count) {
  const all = colours.reduce((sum, colour) => sum + count[colour], 0) || 1;
  return [0, 1, 2].map((c) =>
    Math.round(((colours.reduce((sum, colour) => sum + channelOf(colour, c) * count[colour], 0) / all) * 255) / 31),
  );
}

export class Gif {
  /**
   * @param {number} width
   * @param {number} height
   * @param {number[][]} colours at most 255
   */
  constructor(width, height, colours) {
    this.width = width;
    this.height = height;
    this.colours = colours;
    /** The nearest of them for each colour, found when it is met. */
    this.nearest = new Int16Array(1 << (3 * BITS)).fill(-1);
    /** @type {Uint8Array | null} */
    this.last = null;
    const table = Array.from({ length: 256 }, (_, i) => colours[i] ?? [0, 0, 0]).flat();
    const forever = [0x21, 0xff, 11, ...ascii('NETSCAPE2.0'), 3, 1, 0, 0, 0];
    /** @type {Uint8Array<ArrayBuffer>[]} */
    this.parts = [Uint8Array.from([...ascii('GIF89a'), ...word(width), ...word(height), 0xf7, 0, 0, ...table, ...forever])];
  }

  /**
   * One picture more, of which only what has changed is kept.
   * @param {Pixels} picture
   * @param {number} seconds how long it stays
   */
  add(picture, seconds) {
    const now = this.indexed(picture.data);
    const patch = this.last ? changed(this.last, now, this.width) : { x: 0, y: 0, w: this.width, h: this.height };
    const { x, y, w, h } = patch;
    const delay = word(Math.round(seconds * 100));
    const head = [0x21, 0xf9, 4, 0b101, ...delay, SAME, 0, 0x2c, ...word(x), ...word(y), ...word(w), ...word(h), 0, 8];
    this.parts.push(Uint8Array.from(head), packed(cut(this.last, now, this.width, patch)));
    this.last = now;
  }

  /** @param {ArrayLike<number>} data */
  indexed(data) {
    const found = new Uint8Array(data.length / 4);
    for (let i = 0; i < found.length; i += 1) {
      const colour = key(data, 4 * i);
      if (this.nearest[colour] < 0) this.nearest[colour] = this.closest(colour);
      found[i] = this.nearest[colour];
    }
    return found;
  }

  /** @param {number} colour */
  closest(colour) {
    const [r, g, b] = [0, 1, 2].map((c) => (channelOf(colour, c) * 255) / 31);
    const far = this.colours.map((x) => 3 * (x[0] - r) ** 2 + 6 * (x[1] - g) ** 2 + (x[2] - b) ** 2);
    return far.indexOf(Math.min(...far));
  }

  /** @returns {Blob} */
  done() {
    return new Blob([...this.parts, Uint8Array.of(0x3b)], { type: 'image/gif' });
  }
}

/** @param {string} text */
const ascii = (text) => [...text].map((c) => c.charCodeAt(0));

/** @param {number} n */
const word = (n) => [n & 255, n >> 8];

/**
 * The smallest rectangle with all that is different; a point where nothing is.
 * @param {Uint8Array} before
 * @param {Uint8Array} now
 * @param {number} width
 * @returns {Patch}
 */
function changed(before, now, width) {
  let [left, top, right, bottom] = [width, -1, -1, 0];
  for (let i = 0; i < now.length; i += 1) {
    if (before[i] === now[i]) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    if (top < 0) top = y;
    bottom = y;
    left = Math.min(left, x);
    right = Math.max(right, x);
  }
  return top < 0 ? { x: 0, y: 0, w: 1, h: 1 } : { x: left, y: top, w: right - left + 1, h: bottom - top + 1 };
}

/**
 * A patch of a picture, where what is as before is left out.
 * @param {Uint8Array | null} before
 * @param {Uint8Array} now
 * @param {number} width
 * @param {Patch} patch
 */
function cut(before, now, width, { x, y, w, h }) {
  const found = new Uint8Array(w * h);
  for (let row = 0; row < h; row += 1)
    for (let column = 0; column < w; column += 1) {
      const i = (y + row) * width + x + column;
      found[row * w + column] = before && before[i] === now[i] ? SAME : now[i];
    }
  return found;
}

/**
 * Packed as the format wants it (LZW, codes of growing length, blocks of at most 255 bytes).
 * @param {Uint8Array} pixels
 * @returns {Uint8Array<ArrayBuffer>}
 */
function packed(pixels) {
  const [CLEAR, END] = [256, 257];
  const out = new Blocks();
  let codes = new Map();
  let long = 9;
  out.code(CLEAR, long);
  let prefix = pixels[0];
  for (let i = 1; i < pixels.length; i += 1) {
    const pair = (prefix << 8) | pixels[i];
    const known = codes.get(pair);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    out.code(prefix, long);
    const next = END + 1 + codes.size;
    if (next === MOST_CODES) {
      out.code(CLEAR, long);
      codes = new Map();
      long = 9;
    } else {
      if (next === 1 << long) long += 1;
      codes.set(pair, next);
    }
    prefix = pixels[i];
  }
  out.code(prefix, long);
  out.code(END, long);
  return out.done();
}

/** Bits, the lowest first, in blocks that begin with their length. */
class Blocks {
  constructor() {
    /** @type {number[]} */
    this.bytes = [];
    this.bits = 0;
    this.held = 0;
  }

  /**
   * @param {number} code
   * @param {number} long
   */
  code(code, long) {
    this.held |= code << this.bits;
    this.bits += long;
    while (this.bits >= 8) this.flush();
  }

  flush() {
    this.bytes.push(this.held & 255);
    this.held >>>= 8;
    this.bits -= 8;
  }

  done() {
    if (this.bits > 0) this.flush();
    const blocks = [];
    for (let i = 0; i < this.bytes.length; i += 255) {
      const block = this.bytes.slice(i, i + 255);
      blocks.push(block.length, ...block);
    }
    return Uint8Array.from([...blocks, 0]);
  }
}
