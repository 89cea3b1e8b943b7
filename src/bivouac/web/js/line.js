// The line to the server: a WebSocket, or asking again and again where that does not work.

/**
 * @import { Answer, Ends, Reply, SeatsMessage, TableMessage, Taken, ToClient, ToServer, Warned } from './wire'
 * @typedef {Taken | Warned | Ends} Said
 * @typedef {{
 *   address: string,
 *   news: (rev: number | null) => Promise<TableMessage | SeatsMessage>,
 *   answer: (wish: Answer) => Promise<Said>,
 *   said: (reply: Reply) => Said,
 * }} Far
 * @typedef {'live' | 'polling' | 'lost' | 'ended'} Condition
 */

const POLL = 1500;
const PING = 10000;
const LATEST = 3000; // about so long after a failure one tries again, and not everybody at once
const OPEN = 1;
const PATIENCE = 4000; // for the reply to an answer
const GONE = [404, 410]; // the link has ended, or the match was deleted
const LONG = 1000; // characters of an answer that do not go over the socket
/** @type {ToServer} */
const ARE_YOU_THERE = { kind: 'ping' };

export class Line {
  /**
   * @param {Far} far the seat at the other end
   * @param {{ rev: () => number | null, told: (message: TableMessage | SeatsMessage) => void, status: (now: Condition, why?: string) => void }} near
   */
  constructor(far, near) {
    this.far = far;
    this.near = near;
    this.failures = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.beat = undefined;
    this.asked = 0;
    this.isEnded = false;
    /** Who waits for the reply to an answer. @type {Map<number, (reply: Reply | null) => void>} */
    this.waiting = new Map();
  }

  /** @param {number | null} known the revision of the table that this page has, if that is all it wants to know */
  open(known = null) {
    this.close();
    let socket;
    try {
      socket = new WebSocket(this.far.address + (known === null ? '' : `&rev=${known}`));
    } catch {
      this.fallBack();
      return;
    }
    this.listen(socket);
  }

  /** @param {WebSocket} socket */
  listen(socket) {
    this.socket = socket;
    let last = Date.now();
    socket.onmessage = (e) => {
      if (this.socket !== socket) return;
      last = Date.now();
      this.failures = 0;
      clearTimeout(this.timer);
      this.hear(JSON.parse(e.data));
    };
    this.beat = setInterval(() => {
      const silence = Date.now() - last;
      if (silence > 2 * PING) this.open();
      else if (silence >= PING && socket.readyState === OPEN) socket.send(JSON.stringify(ARE_YOU_THERE));
    }, PING);
    socket.onclose = () => {
      if (this.socket === socket) this.lose();
    };
  }

  /** @param {ToClient} message */
  hear(message) {
    if (message.kind === 'reply') {
      this.waiting.get(message.id)?.(message);
      return;
    }
    if (message.kind === 'pong') {
      if (message.rev !== this.near.rev()) this.poll(); // something was missed
      return;
    }
    this.near.status('live');
    this.near.told(message);
  }

  /**
   * An answer: over the socket, or where nothing comes back, as a request: should it have been taken meanwhile, that one is stale.
   * @param {Answer} wish
   */
  async answer(wish) {
    const reply = await this.give(wish);
    return reply ? this.far.said(reply) : this.far.answer(wish);
  }

  /**
   * @param {Answer} wish
   * @returns {Promise<Reply | null>}
   */
  async give(wish) {
    const id = (this.asked += 1);
    const text = JSON.stringify(/** @type {ToServer} */ ({ kind: 'answer', id, wish }));
    if (!this.live || text.length > LONG) return null;
    this.socket?.send(text);
    const reply = await new Promise((resolve) => {
      this.waiting.set(id, resolve);
      setTimeout(resolve, PATIENCE, null);
    });
    this.waiting.delete(id);
    return reply;
  }

  /** Nobody replies any more. */
  forsake() {
    for (const resolve of this.waiting.values()) resolve(null);
  }

  lose() {
    this.forsake();
    clearInterval(this.beat);
    this.socket = null;
    this.failures += 1;
    this.fallBack();
    setTimeout(() => this.reopen(), Math.min(250 * 2 ** this.failures, LATEST) * (0.5 + Math.random()));
  }

  /** If there is no socket, try again. */
  reopen() {
    if (!this.socket && !this.isEnded) this.open(this.near.rev());
  }

  close() {
    this.forsake();
    clearInterval(this.beat);
    clearTimeout(this.timer);
    const old = this.socket;
    this.socket = null;
    old?.close();
  }

  fallBack() {
    clearTimeout(this.timer);
    this.timer = setTimeout(
      async () => {
        await this.poll();
        if (!this.live && !this.isEnded) this.fallBack();
      },
      this.failures < 2 ? 300 : POLL,
    );
  }

  /** Ask once. */
  async poll() {
    try {
      const message = await this.far.news(this.near.rev());
      this.near.status('polling');
      this.near.told(message);
    } catch (e) {
      const { status, message } = /** @type {{ status?: number, message?: string }} */ (e);
      if (GONE.includes(status ?? 0)) this.end(message ?? '');
      else this.near.status('lost');
    }
  }

  /**
   * The link opens nothing any more: nothing more is asked for.
   * @param {string} why
   */
  end(why) {
    this.isEnded = true;
    this.close();
    this.near.status('ended', why);
  }

  /** After an answer: where no socket tells what came of it, ask. */
  nudge() {
    if (!this.live) this.poll();
  }

  get live() {
    return this.socket?.readyState === OPEN;
  }
}
