// Which part of the board is in sight: a centre and a scale, kept within the board. Only numbers.

/**
 * @typedef {{ x: number, y: number, w: number, h: number }} Box
 * @typedef {{ width: number, height: number }} Room pixels
 * @typedef {{ x: number, y: number, size: number }} Spot
 */

const MARGIN = 1.03;
const SMALL_SCREEN = 560;
const READABLE = 36;
const EDGE = 20;

export class Camera {
  /** @param {() => Room} room */
  constructor(room) {
    this.room = room;
    /** The board; nothing is shown before there is one. @type {Box} */
    this.size = { x: 0, y: 0, w: 1, h: 1 };
    this.cx = 0;
    this.cy = 0;
    this.scale = 1;
    /** The scale at which the whole board is in sight. */
    this.least = 1;
    this.fitted = false;
  }

  /** The whole board. */
  fit() {
    const { width, height } = this.room();
    const { x, y, w, h } = this.size;
    this.least = Math.min(width / (w * MARGIN), height / (h * MARGIN));
    this.cx = x + w / 2;
    this.cy = y + h / 2;
    this.scale = this.least;
    this.fitted = true;
  }

  /** The first look: the whole board, or on a small screen as much of it as can be read. */
  open() {
    this.fit();
    const { width, height } = this.room();
    if (Math.min(width, height) > SMALL_SCREEN) return;
    const cover = Math.max(width / this.size.w, height / this.size.h);
    if (cover > this.least * 1.15) this.zoom(Math.min(cover / this.least, 2.2));
  }

  /**
   * @param {number} factor
   * @param {number} [px] the point that stays where it is, in pixels
   * @param {number} [py]
   */
  zoom(factor, px, py) {
    const { width, height } = this.room();
    const scale = Math.min(Math.max(this.scale * factor, this.least * 0.8), Math.max(this.least * 12, 2));
    const dx = (px ?? width / 2) - width / 2;
    const dy = (py ?? height / 2) - height / 2;
    this.cx += dx / this.scale - dx / scale;
    this.cy += dy / this.scale - dy / scale;
    this.scale = scale;
    this.fitted = false;
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.cx -= dx / this.scale;
    this.cy -= dy / this.scale;
    this.fitted = false;
  }

  /** @param {Spot} spot */
  centre(spot) {
    this.cx = spot.x;
    this.cy = spot.y;
  }

  /**
   * Centre on something, near enough to read it.
   * @param {Spot} spot
   */
  approach(spot) {
    this.centre(spot);
    if (spot.size * this.scale < READABLE) this.scale = Math.min(READABLE / spot.size, this.least * 12);
    this.fitted = false;
  }

  /** @param {Spot} spot */
  sees(spot) {
    const { width, height } = this.room();
    return Math.abs((spot.x - this.cx) * this.scale) < width / 2 - EDGE && Math.abs((spot.y - this.cy) * this.scale) < height / 2 - EDGE;
  }

  /**
   * A point of the screen on the board.
   * @param {number} px
   * @param {number} py
   */
  boardPoint(px, py) {
    const { width, height } = this.room();
    return { x: (px - width / 2) / this.scale + this.cx, y: (py - height / 2) / this.scale + this.cy };
  }

  /** What is in sight, as an SVG says it; the centre never leaves the board. */
  viewBox() {
    const { width, height } = this.room();
    const { x, y, w, h } = this.size;
    this.cx = Math.min(Math.max(this.cx, x), x + w);
    this.cy = Math.min(Math.max(this.cy, y), y + h);
    const wide = width / this.scale;
    const high = height / this.scale;
    return `${this.cx - wide / 2} ${this.cy - high / 2} ${wide} ${high}`;
  }
}
