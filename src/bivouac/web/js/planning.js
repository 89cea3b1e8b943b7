// The way to planning ahead: what draws it comes when a turn is planned, or may be, not with the table.

/**
 * @import { Table } from './page-table.js'
 * @import { PlanStrip } from './ahead.js'
 */

export class Planning {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Promise<PlanStrip> | null} */
    this.strip = null;
  }

  load() {
    this.strip ??= import('./ahead.js').then(({ PlanStrip }) => new PlanStrip(this.table));
    return this.strip;
  }

  /** Whether this is a private copy, or the reader sits at one side of a match that goes on, with a person at the other. */
  get isWanted() {
    const { about, lesson, outcome, room } = this.table.store;
    if (about.ahead !== null) return true;
    return !about.study && !lesson && !outcome && room.sides.length === 1 && !room.seats[1 - room.sides[0]].computer;
  }

  /** The page was built anew. */
  anew() {
    this.strip = null;
  }

  draw() {
    if (this.isWanted) this.load().then((strip) => strip.draw());
  }

  /** To the private copy; `anew`: a fresh one. */
  begin(anew = false) {
    return this.load().then((strip) => strip.begin(anew));
  }
}
