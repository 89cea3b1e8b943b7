// The line to the server: a WebSocket, or asking again and again where that does not work.

/**
 * @import { SeatsMessage, TableMessage, ToClient, ToServer } from './wire'
 * @typedef {{ address: string, news: (rev: number | null) => Promise<TableMessage | SeatsMessage> }} Far
 * @typedef {'live' | 'polling' | 'lost'} Condition
 */

const POLL = 1500;
const PING = 10000;
const OPEN = 1;
/** @type {ToServer} */
const ARE_YOU_THERE = { kind: 'ping' };

export class Line {
  /**
   * @param {Far} far the seat at the other end
   * @param {{ rev: () => number | null, told: (message: TableMessage | SeatsMessage) => void, status: (now: Condition) => void }} near
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
  }

  open() {
    this.close();
    let socket;
    try {
      socket = new WebSocket(this.far.address);
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
    if (message.kind === 'pong') {
      if (message.rev !== this.near.rev()) this.poll(); // something was missed
      return;
    }
    this.near.status('live');
    this.near.told(message);
  }

  lose() {
    clearInterval(this.beat);
    this.socket = null;
    this.failures += 1;
    this.fallBack();
    setTimeout(() => this.reopen(), Math.min(500 * 2 ** this.failures, 15000));
  }

  /** If there is no socket, try again. */
  reopen() {
    if (!this.socket) this.open();
  }

  close() {
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
        if (!this.live) this.fallBack();
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
    } catch {
      this.near.status('lost');
    }
  }

  /** After an answer: where no socket tells what came of it, ask. */
  nudge() {
    if (!this.live) this.poll();
  }

  get live() {
    return this.socket?.readyState === OPEN;
  }
}
