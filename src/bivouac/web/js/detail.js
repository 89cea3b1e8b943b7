// How much of a board's writing is shown: what would be too small to read is left out until one comes nearer.

/** Names are readable from here on, in pixels; at the first look they are at least so large. */
export const READABLE = 11;
/** A name may become so small before it goes; letters and numbers of a grid go at once. */
const SMALLEST_NAME = 8;
export const NAME = /\p{L}{4}/u;

/** @typedef {{ size: number, name: boolean, texts: Element[], shown: boolean }} Lot texts of one size */

export class Detail {
  /** @param {Element} art */
  constructor(art) {
    /** @type {Map<string, Lot>} */
    const lots = new Map();
    for (const text of art.querySelectorAll('text')) {
      const size = fontSize(text);
      const name = NAME.test(text.textContent ?? '');
      const key = `${size} ${name}`;
      const lot = lots.get(key) ?? { size, name, texts: [], shown: true };
      lot.texts.push(text);
      lots.set(key, lot);
    }
    this.lots = [...lots.values()];
  }

  /** The smallest name on the board, in its units. */
  get smallest() {
    return Math.min(...this.lots.filter((lot) => lot.name).map((lot) => lot.size));
  }

  /** @param {number} scale pixels a unit */
  at(scale) {
    for (const lot of this.lots) {
      const shown = lot.size * scale >= (lot.name ? SMALLEST_NAME : READABLE) - 0.01;
      if (shown === lot.shown) continue;
      lot.shown = shown;
      for (const text of lot.texts) text.classList.toggle('faint', !shown);
    }
  }
}

/** @param {Element} text */
function fontSize(text) {
  const near = text.closest('[font-size]');
  return Number.parseFloat(near?.getAttribute('font-size') ?? '16');
}
