// The match, or a stretch of it, as an animated picture to be kept or shared. Made here, of what this reader sees; fetched when somebody wants one.

/**
 * @import { LogLine } from './wire'
 * @import { Board } from './board.js'
 * @import { Table } from './page-table.js'
 * @import { Snapshot } from './store.js'
 * @import { Pixels } from './gif.js'
 * @import { Happening } from './table/model/state-changes.js'
 * @import { Box, Spot } from './camera.js'
 * @typedef {Snapshot & { lines: LogLine[] }} Shot
 * @typedef {'recent' | 'stretch' | 'whole'} Stretch
 */

import { arranged } from './arrange.js';
import { button, dialog, h, put, s, saveFile } from './dom.js';
import { Effects } from './board/effects.js';
import { placed } from './faces.js';
import { Gif, palette } from './gif.js';
import { happening, nothing } from './table/model/state-changes.js';
import { recall } from './memory.js';
import { asText, copied, drawn, scaleFor } from './picture.js';
import { t } from './words.js';

const LONGEST = 1100;
/** The least part of a board that is worth a picture, as a share of its longer side. */
const LEAST = 0.45;
const WORDS = 58;
const MOST = 60;
/** Positions of a whole match: each is asked for by itself. */
const POSITIONS = 36;
const BACK = 40;
/** @type {Record<string, number>} */
const SECONDS = { slow: 2, normal: 1.2, fast: 0.6 };
const LAST = 3;

// --- what is to be seen ------------------------------------------------------------

/**
 * Where the picture ends: at the position that is looked at.
 * @param {Table} table
 */
const here = ({ replay, store }) => (store.mode === 'still' ? replay.at : store.serial);

/**
 * @param {Table} table
 * @param {Stretch} stretch
 * @param {(share: number) => void} tell how far it is; throws when nobody wants it any more
 * @returns {Promise<Shot[]>}
 */
async function shots(table, stretch, tell) {
  const { seat, store } = table;
  const end = here(table);
  if (stretch !== 'whole') {
    const { frames } = await seat.frames(stretch === 'recent' ? store.about.recap : Math.max(end - BACK, 0), end);
    return thinned(taken(table, frames));
  }
  const found = [];
  const count = Math.min(POSITIONS, end + 1);
  for (let i = 0; i < count; i += 1) {
    tell(i / count / 2);
    found.push(await seat.at(Math.round((end * i) / Math.max(count - 1, 1))));
  }
  return taken(table, found);
}

/**
 * What lies on the table at each of some scenes; the table itself stays as it is.
 * @param {Table} table
 * @param {{ scene: import('./wire').Scene, lines: LogLine[] }[]} scenes
 * @returns {Shot[]}
 */
function taken({ store }, scenes) {
  const now = store.snapshot();
  const found = scenes.map(({ scene, lines }) => {
    store.merge(scene);
    return { ...store.snapshot(), lines };
  });
  store.restore(now);
  return found;
}

/**
 * Not too many of them, the last one always; what was told of those left out is told with the next.
 * @param {Shot[]} all
 */
function thinned(all) {
  const step = Math.ceil(all.length / MOST);
  const kept = all.filter((_, i) => (all.length - 1 - i) % step === 0);
  return kept.map((shot) => {
    const i = all.indexOf(shot);
    return { ...shot, lines: all.slice(Math.max(i - step + 1, 0), i + 1).flatMap((x) => x.lines) };
  });
}

// --- drawing it ------------------------------------------------------------

/**
 * The part of the board where something happens, as the reader has it before the eyes.
 * @param {Board} board
 * @param {Spot[]} spots
 * @returns {Box}
 */
function around({ camera }, spots) {
  const { x, y, w, h: high } = camera.size;
  const seen = spots.map((spot) => ({ ...camera.seen(spot), size: spot.size }));
  if (!seen.length) return camera.size;
  /** @type {(least: number, most: number, from: number, long: number) => [number, number]} */
  const along = (least, most, from, long) => {
    const wide = Math.min(Math.max(most - least, LEAST * Math.max(w, high)), long);
    return [Math.min(Math.max((least + most - wide) / 2, from), from + long - wide), wide];
  };
  /** @type {(sign: number, axis: 'x' | 'y') => number[]} */
  const edges = (sign, axis) => seen.map((spot) => spot[axis] + sign * 2 * spot.size);
  const [left, wide] = along(Math.min(...edges(-1, 'x')), Math.max(...edges(1, 'x')), x, w);
  const [top, tall] = along(Math.min(...edges(-1, 'y')), Math.max(...edges(1, 'y')), y, high);
  return { x: left, y: top, w: wide, h: tall };
}

/** A canvas with the board, and below it where the match stands and what was told. */
class Stage {
  /**
   * @param {Table} table
   * @param {Box} box
   */
  constructor(table, box) {
    this.table = table;
    this.box = box;
    this.scale = Math.min(scaleFor(box, LONGEST), 1.5 * table.board.camera.reading);
    this.width = Math.round(box.w * this.scale);
    this.height = Math.round(box.h * this.scale) + WORDS;
    const canvas = Object.assign(document.createElement('canvas'), { width: this.width, height: this.height });
    this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { willReadFrequently: true }));
    /** The bare board as it was drawn last, and in whose hands its places were. */
    this.held = '';
    /** @type {HTMLCanvasElement | null} */
    this.board = null;
  }

  /**
   * @param {Shot} shot
   * @param {Happening} found what has happened since the one before
   * @returns {Promise<Pixels>}
   */
  async picture(shot, found) {
    const { box, pen, scale, table } = this;
    const held = JSON.stringify(shot.held);
    if (!this.board || this.held !== held) this.board = await drawn(box, scale, this.ground(shot.held));
    this.held = held;
    pen.drawImage(this.board, 0, 0);
    pen.drawImage(await drawn(box, scale, this.turned(...pieces(table.board, shot), this.arrows(found))), 0, 0);
    this.words(shot);
    return pen.getImageData(0, 0, this.width, this.height);
  }

  /** @param {Record<string, number>} held */
  ground(held) {
    const { board, store } = this.table;
    board.hold(held);
    const copy = copied(board.art, this.scale);
    board.hold(store.held);
    return this.turned(copy);
  }

  /**
   * As the board lies for the reader.
   * @param {...SVGElement} parts
   */
  turned(...parts) {
    const transform = this.table.board.world.getAttribute('transform');
    return s('g', { transform }, ...parts);
  }

  /** @param {Happening} found */
  arrows(found) {
    const effects = new Effects();
    effects.show(this.table.trail.arrows(found), this.table.trail.markers(found));
    effects.element.classList.remove('effects');
    return effects.element;
  }

  /** @param {Shot} shot */
  words({ lines, status }) {
    const { height, pen, table, width } = this;
    const told = lines.filter((x) => x.text && !x.heading).at(-1)?.text ?? '';
    pen.fillStyle = '#2e2117';
    pen.fillRect(0, height - WORDS, width, WORDS);
    pen.fillStyle = '#f4ecd8';
    const say = (/** @type {string} */ text, /** @type {number} */ weight, /** @type {number} */ y) => {
      pen.font = `${weight} 18px "Source Sans 3"`;
      pen.fillText(fitting(pen, text, width - 20), 10, height - WORDS + y);
    };
    say([table.store.about.name, ...status].join(' · '), 600, 24);
    say(told, 400, 48);
  }
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {string} text
 * @param {number} wide
 */
function fitting(pen, text, wide) {
  let cut = text;
  while (cut && pen.measureText(cut === text ? cut : `${cut} …`).width > wide) cut = cut.slice(0, cut.lastIndexOf(' '));
  return cut === text ? cut : `${cut} …`;
}

/**
 * @param {Board} board
 * @param {Snapshot} shot
 * @returns {SVGGElement[]}
 */
function pieces(board, { tokens }) {
  const lying = board.stacks(tokens).flatMap(({ place, stack }) => arranged(place, stack, new Set(), board.large));
  const laid = lying.map(({ token, x, y, edge }) => {
    const g = s('g', {}, placed(token, edge));
    g.style.transform = board.upright(x, y);
    return g;
  });
  return [...laid, ...lying.filter(({ count }) => count).map((spot) => board.badge(spot))];
}

/**
 * Where something happened.
 * @param {Board} board
 * @param {Happening[]} done
 */
const spots = (board, done) =>
  board.spots(
    done.flatMap(({ moves, shots: fired, marks }) => [...moves.flatMap((m) => [m.from, m.to]), ...fired.flat(), ...marks.map((x) => x.at)]),
  );

/**
 * @param {Table} table
 * @param {Stretch} stretch
 * @param {number} seconds how long each picture stays
 * @param {(share: number) => void} tell
 */
export async function film(table, stretch, seconds, tell) {
  const { board } = table;
  const all = await shots(table, stretch, tell);
  const done = all.map((shot, i) => (i ? happening(all[i - 1], shot, shot.lines, board.places) : nothing()));
  const stage = new Stage(table, stretch === 'whole' ? board.camera.size : around(board, spots(board, done)));
  const samples = [];
  for (const shot of new Set([all[0], all[all.length >> 1], all[all.length - 1]])) samples.push(await stage.picture(shot, nothing()));
  const gif = new Gif(stage.width, stage.height, palette(samples));
  for (const [i, shot] of all.entries()) {
    tell(0.5 + i / all.length / 2);
    gif.add(await stage.picture(shot, done[i]), i === all.length - 1 ? LAST : seconds);
  }
  return gif.done();
}

// --- asking what is wanted ------------------------------------------------------------

/**
 * @param {string} id
 * @param {[string, string][]} values and their words
 * @param {string} chosen
 */
function choice(id, values, chosen) {
  /** @type {HTMLSelectElement} */
  const select = h(
    'select',
    { id },
    values.map(([value, words]) => h('option', { value, selected: value === chosen }, words)),
  );
  return { select, field: h('div', { class: 'field' }, h('label', { for: id }, t(`film.${id.slice(5)}`)), select) };
}

/** @param {Table} table */
export function offerFilm(table) {
  const { store } = table;
  let wanted = true;
  const stretches = /** @type {Stretch[]} */ (['recent', 'stretch', 'whole']).filter((x) => x !== 'recent' || (store.live && store.missed));
  const what = choice(
    'film-what',
    stretches.map((x) => [x, t(`film.${x}`, { n: BACK })]),
    stretches[0],
  );
  const speed = choice(
    'film-speed',
    Object.keys(SECONDS).map((x) => [x, t(`table.pace_${x}`)]),
    recall('pace', 'normal'),
  );
  const result = h('div', { class: 'film', role: 'status' });
  const make = async () => {
    const bar = h('progress', { 'aria-label': t('film.making') });
    put(result, h('p', {}, t('film.making')), bar);
    try {
      const blob = await film(table, /** @type {Stretch} */ (what.select.value), SECONDS[speed.select.value] ?? SECONDS.normal, (share) => {
        if (!wanted) throw new Unwanted();
        bar.value = share;
      });
      await show(table, result, blob);
    } catch (e) {
      put(result);
      if (!(e instanceof Unwanted)) table.trouble(e);
    }
  };
  return dialog(t('film.film'), (close) => [
    h('h2', {}, t('film.film')),
    h('p', { class: 'quiet' }, t('film.help')),
    what.field,
    speed.field,
    h(
      'div',
      { class: 'row' },
      button(t('film.make'), make, { class: 'main', id: 'film-make' }),
      button(t('house.close'), () => close()),
    ),
    result,
  ]).then(() => {
    wanted = false;
  });
}

/** Somebody closed the dialog. */
class Unwanted extends Error {}

/**
 * @param {Table} table
 * @param {HTMLElement} place
 * @param {Blob} blob
 */
async function show({ store }, place, blob) {
  const name = `${store.about.title}-${store.serial}.gif`;
  const file = new File([blob], name, { type: blob.type });
  const size = t('film.size', { n: Math.ceil(blob.size / 1000) });
  put(
    place,
    h('img', { src: await asText(blob), alt: t('film.alt', { name: store.about.name }) }),
    h(
      'div',
      { class: 'row' },
      button(t('film.save'), () => saveFile(name, blob), { class: 'main', id: 'film-save' }),
      navigator.canShare?.({ files: [file] }) ? button(t('film.share'), () => navigator.share({ files: [file] }).catch(() => {})) : null,
      h('span', { class: 'quiet' }, size),
    ),
  );
}
