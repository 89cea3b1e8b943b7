// Why something cannot be done: asked of the server once for each thing, as long as the question stands.

/**
 * @import { Refusal } from './wire'
 * @import { Store } from './store.js'
 */

export class Reasons {
  /**
   * @param {{ why: (target: string) => Promise<Refusal[]> }} seat
   * @param {Store} store
   */
  constructor(seat, store) {
    this.seat = seat;
    this.store = store;
    /** @type {unknown} */
    this.question = null;
    /** @type {Map<string, Promise<Refusal[]>>} */
    this.known = new Map();
  }

  /**
   * Reasons tied to one thing on the table.
   * @param {string} id
   * @returns {Promise<Refusal[]>}
   */
  async of(id) {
    const { store } = this;
    if (!store.live || !store.ask || store.choicesFor(id).length) return [];
    if (this.question !== store.question) {
      this.question = store.question;
      this.known.clear();
    }
    const found = this.known.get(id) ?? this.seat.why(id).catch(() => []);
    this.known.set(id, found);
    return found;
  }

  /**
   * Why nothing happens here: reasons tied to the thing, or to the place it lies on.
   * @param {string} id
   */
  async near(id) {
    const own = await this.of(id);
    const at = this.store.tokens.get(id)?.at;
    return own.length || !at ? own : this.of(at);
  }
}
