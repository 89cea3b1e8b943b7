// Which part of the board is in sight: a centre and a scale, kept within the board; the board may lie turned round. Only numbers.

/**
 * @typedef {{ x: number, y: number, w: number, h: number }} Box
 * @typedef {{ width: number, height: number }} Room pixels
 * @typedef {{ x: number, y: number, size: number, weight?: number }} Spot `weight`: how much is there to be seen, 1 where nothing is said
 */

const MARGIN = 12;
const EDGE = 20;
const FRAME = 48; // pixels around what the view moves to
const CLOSEST = 6;

export class Camera {
  /** @param {() => Room} room */
  constructor(room) {
    this.room = room;
    /** The board; nothing is shown before there is one. @type {Box} */
    this.size = { x: 0, y: 0, w: 1, h: 1 };
    this.cx = 0;
    this.cy = 0;
    this.scale = 1;
    /** The scale at which names and counters can be read. */
    this.reading = 1;
    /** The board lies the other way round. */
    this.turned = false;
    this.fitted = false;
    /** So many pixels at the foot of the room lie under something else. */
    this.shade = 0;
  }

  /** The scale at which the whole board is in sight. */
  get least() {
    const { width, height } = this.room();
    const { w, h } = this.size;
    return Math.max(Math.min((width - 2 * MARGIN) / w, (height - 2 * MARGIN) / h), 0.01);
  }

  /** The whole board. */
  fit() {
    const { x, y, w, h } = this.size;
    this.cx = x + w / 2;
    this.cy = y + h / 2;
    this.scale = this.least;
    this.fitted = true;
  }

  /**
   * The first look: where the question is, at a size that can be read.
   * @param {Spot[]} spots
   */
  open(spots) {
    this.fit();
    if (this.reading <= this.least) return;
    this.scale = this.reading;
    this.fitted = false;
    this.gather(spots);
  }

  /**
   * Look where most of the spots are: at all of them if they are near each other, at the fullest view of them otherwise.
   * @param {Spot[]} spots
   */
  gather(spots) {
    if (!spots.length) return;
    const { width, height } = this.room();
    const all = spots.map((s) => this.seen(s));
    const [wide, high] = [(width - 2 * EDGE) / this.scale, (height - this.shade - 2 * EDGE) / this.scale];
    let box = around(all);
    const weights = spots.map((s) => s.weight ?? 1);
    if (box.w >= wide || box.h >= high) box = around(fullest(all, weights, wide, high));
    this.cx = box.x + box.w / 2;
    this.cy = box.y + box.h / 2 + this.shade / this.scale / 2;
  }

  /**
   * Move as little as possible so that all of these spots are in sight; look at most of them where they are too far apart.
   * @param {Spot[]} spots
   */
  include(spots) {
    if (!spots.length || spots.every((spot) => this.sees(spot))) return;
    const { width, height } = this.room();
    const { x, y, w, h } = around(spots.map((spot) => this.seen(spot)));
    const [wide, high] = [(width - 2 * FRAME) / this.scale, (height - this.shade - 2 * FRAME) / this.scale];
    if (w > wide || h > high) this.gather(spots);
    else {
      this.cx = Math.min(Math.max(this.cx, x + w - wide / 2), x + wide / 2);
      const lift = this.shade / this.scale / 2;
      this.cy = Math.min(Math.max(this.cy - lift, y + h - high / 2), y + high / 2) + lift;
    }
  }

  /**
   * @param {number} factor
   * @param {number} [px] the point that stays where it is, in pixels
   * @param {number} [py]
   */
  zoom(factor, px, py) {
    const { width, height } = this.room();
    const scale = Math.min(Math.max(this.scale * factor, this.least), Math.max(this.least * 2, this.reading * CLOSEST));
    const dx = (px ?? width / 2) - width / 2;
    const dy = (py ?? height / 2) - height / 2;
    this.cx += dx / this.scale - dx / scale;
    this.cy += dy / this.scale - dy / scale;
    this.scale = scale;
    this.fitted = scale === this.least;
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

  /** @param {{ x: number, y: number }} spot */
  centre(spot) {
    const { x, y } = this.seen(spot);
    this.cx = x;
    this.cy = y;
    this.fitted = false;
  }

  /**
   * Centre on something, near enough to read it.
   * @param {Spot} spot
   */
  approach(spot) {
    this.scale = Math.max(this.scale, this.reading);
    this.centre(spot);
  }

  /** @param {Spot} spot */
  sees(spot) {
    const { width, height } = this.room();
    const { x, y } = this.seen(spot);
    const [right, down] = [(x - this.cx) * this.scale, (y - this.cy) * this.scale];
    return Math.abs(right) < width / 2 - EDGE && down > EDGE - height / 2 && down < height / 2 - EDGE - this.shade;
  }

  /**
   * Where a point of the board is as the board lies.
   * @param {{ x: number, y: number }} point
   */
  seen({ x, y }) {
    const { size } = this;
    return this.turned ? { x: 2 * size.x + size.w - x, y: 2 * size.y + size.h - y } : { x, y };
  }

  /**
   * A point of the screen on the board.
   * @param {number} px
   * @param {number} py
   */
  boardPoint(px, py) {
    const { width, height } = this.room();
    return this.seen({ x: (px - width / 2) / this.scale + this.cx, y: (py - height / 2) / this.scale + this.cy });
  }

  /** What is in sight, as the board lies; its edges never come farther in than they must. */
  view() {
    const { width, height } = this.room();
    const { x, y, w, h } = this.size;
    const wide = width / this.scale;
    const high = height / this.scale;
    const rim = MARGIN / this.scale;
    this.cx = within(this.cx, x - rim, x + w + rim, wide);
    this.cy = within(this.cy, y - rim, y + h + rim + this.shade / this.scale, high);
    return { x: this.cx - wide / 2, y: this.cy - high / 2, w: wide, h: high };
  }
}

/**
 * The centre of a stretch that does not leave `low` to `high`; in the middle where it is longer.
 * @param {number} centre
 * @param {number} low
 * @param {number} high
 * @param {number} length
 */
function within(centre, low, high, length) {
  if (length >= high - low) return (low + high) / 2;
  return Math.min(Math.max(centre, low + length / 2), high - length / 2);
}

/**
 * The points that are seen together through a window of that size where most can be seen.
 * @param {{ x: number, y: number }[]} points
 * @param {number[]} weights
 * @param {number} wide
 * @param {number} high
 */
function fullest(points, weights, wide, high) {
  const down = points.map((p, i) => ({ ...p, weight: weights[i] })).sort((a, b) => a.y - b.y);
  let [best, most] = [down.slice(0, 1), 0];
  for (const { x: left } of down) {
    const column = down.filter(({ x }) => x >= left && x <= left + wide);
    let [first, sum] = [0, 0];
    column.forEach((p, last) => {
      sum += p.weight;
      while (p.y - column[first].y > high) sum -= column[first++].weight;
      if (sum > most) [best, most] = [column.slice(first, last + 1), sum];
    });
  }
  return best;
}

/**
 * @param {{ x: number, y: number }[]} points
 * @returns {Box}
 */
function around(points) {
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}

/**
 * The nearest place that lies in a direction, aside as little as may be.
 * @template {{ x: number, y: number }} T
 * @param {{ x: number, y: number }} from
 * @param {T[]} places
 * @param {number} dx
 * @param {number} dy
 * @returns {T | null}
 */
export function nextTo(from, places, dx, dy) {
  let [best, least] = [/** @type {T | null} */ (null), Infinity];
  for (const place of places) {
    const [x, y] = [place.x - from.x, place.y - from.y];
    const [ahead, aside] = [x * dx + y * dy, Math.abs(x * dy - y * dx)];
    const far = ahead + 2 * aside;
    if (ahead > 1 && ahead >= aside * 0.6 && far < least) [best, least] = [place, far];
  }
  return best;
}
