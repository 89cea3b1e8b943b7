// What is seen of what happens: arrows, and where the eye goes while others move: to what they do, where it can be followed, and back to where
// the reader looked before.

/**
 * @import { LogLine } from './wire'
 * @import { Spot } from './camera.js'
 * @import { Arrow, PlacedMarker } from './board/effects.js'
 * @import { Happening } from './table/model/state-changes.js'
 * @import { Table } from './page-table.js'
 * @import { Snapshot } from './store.js'
 */

import { happening, nothing } from './table/model/state-changes.js';

export class Trail {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** What was done last. @type {Happening | null} */
    this.latest = null;
    /** What led to the position that one looks back at. */
    this.looked = nothing();
    /** Where the reader looked before the eye followed somebody. @type {{ cx: number, cy: number, scale: number } | null} */
    this.left = null;
  }

  /**
   * To the question; until there is one, to what others do.
   * @param {Spot[]} subjects what the question speaks of
   */
  look(subjects) {
    const { board, follower, store } = this.table;
    if (!store.live) return;
    if (store.ask) this.back(subjects, board.spots(board.lit.keys()));
    else if (follower.held && this.latest) this.follow(board.spots(places(this.latest)));
  }

  /**
   * Another position is looked at.
   * @param {Snapshot | null} before the one that it followed from; null where one has jumped to it, and only shots can be told
   * @param {LogLine[]} lines what was told of it
   */
  recall(before, lines) {
    const { board, store } = this.table;
    const now = store.snapshot();
    this.looked = happening(before ?? now, now, lines, board.places);
    this.goes(this.looked);
    board.include(board.spots(places(this.looked)));
  }

  /**
   * Pieces go by their ways when they are drawn next.
   * @param {Happening} found
   */
  goes({ moves }) {
    this.table.board.ways = new Map(moves.map(({ id, via }) => [id, via]));
  }

  /**
   * @param {Happening} found
   * @returns {Arrow[]}
   */
  arrows({ moves, shots }) {
    const { board } = this.table;
    /** @type {(from: string, to: string, kind: 'way' | 'fire' | 'retreat', side: number, via?: string[]) => Arrow[]} */
    const one = (from, to, kind, side, via = []) => {
      const [start, end] = [board.spot(from), board.spot(to)];
      return start && end ? [{ from: start, via: board.spots(via), to: end, kind, side }] : [];
    };
    return [
      ...moves.flatMap((m) => one(m.from, m.to, m.retreats ? 'retreat' : 'way', m.side, m.via)),
      ...shots.flatMap(([from, to]) => one(from, to, 'fire', 2)),
    ];
  }

  /**
   * The markers at their pieces, or at the places of those that are gone.
   * @param {Happening} found
   * @returns {PlacedMarker[]}
   */
  markers({ marks }) {
    const { board } = this.table;
    return marks.flatMap(({ kind, thing, at, n }) => {
      const spot = (kind !== 'destroyed' && board.spot(thing)) || board.spot(at);
      return spot ? [{ spot, kind, n }] : [];
    });
  }

  /** @param {Spot[]} spots */
  follow(spots) {
    const { board } = this.table;
    const { cx, cy, scale } = board.camera;
    if (!board.opened || spots.every((spot) => board.camera.sees(spot))) return;
    this.left ??= { cx, cy, scale };
    board.include(spots);
  }

  /**
   * Show the question's place: from where the reader looked before the eye followed somebody, unless the reader has moved the view since.
   * @param {Spot[]} subjects what the question speaks of: all of it comes into sight
   * @param {Spot[]} options what can be chosen: some of it stays in sight
   */
  back(subjects, options) {
    const { board } = this.table;
    const { camera } = board;
    const { left } = this;
    this.left = null;
    if (left && board.gliding)
      board.glide(() => {
        Object.assign(camera, left);
        if (subjects.length) camera.include(subjects);
        else if (options.length && !options.some((spot) => camera.sees(spot))) camera.gather(options);
      });
    else if (!board.opened) board.bring([...options, ...subjects]);
    else if (subjects.length) board.include(subjects);
    else board.bring(options);
  }
}

/**
 * Where something was done: where pieces went, who fired at whom, what was lost; all that is spoken of where that is nothing.
 * @param {Happening} found
 */
function places({ moves, shots, marks, lines }) {
  const seen = [...moves.map((m) => m.to), ...shots.flat(), ...marks.map((x) => x.at)];
  return seen.length ? seen : lines.flatMap((x) => x.targets ?? []);
}
