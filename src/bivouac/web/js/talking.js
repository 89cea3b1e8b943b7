// The way to the talk beside the match: what draws it comes when it is needed, not with the table.

/**
 * @import { Table } from './page-table.js'
 * @import { TalkPane } from './talk.js'
 */

const SOON = 1000;

export class Talking {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {number | null} */
    this.said = null;
    /** @type {Promise<TalkPane> | null} */
    this.pane = null;
  }

  load() {
    this.pane ??= import('./talk.js').then(({ TalkPane }) => new TalkPane(this.table));
    return this.pane;
  }

  /** The page was built anew. */
  anew() {
    this.pane = null;
  }

  draw() {
    this.load().then((pane) => pane.draw());
  }

  /** Something may have been said: by a person who sits elsewhere, or among spectators. */
  hear() {
    const { room } = this.table.store;
    const first = this.said === null;
    const others = !room.sides.length || room.seats.some((seat, side) => !room.sides.includes(side) && !seat.agent);
    if (room.said === this.said || !others) return;
    this.said = room.said;
    setTimeout(() => this.load().then((pane) => pane.read({ first })), first ? SOON : 0);
  }
}
