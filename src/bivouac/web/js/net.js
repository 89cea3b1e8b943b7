// The line to the server: a WebSocket, or asking again and again where that does not work.

import { get, lang } from './api.js';

const POLL = 1500;
const PING = 20000;

export class Line {
  /** `state()` gives { as, rev }; `told(message)`; `status('live' | 'polling' | 'lost')`. */
  constructor(token, state, told, status) {
    Object.assign(this, { token, state, told, status, failures: 0, socket: null, timer: null });
    addEventListener('online', () => this.open());
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden && !this.socket) this.open();
    });
  }

  open() {
    this.close();
    const { as } = this.state();
    const query = new URLSearchParams({ lang: lang(), ...(as === null ? {} : { as }) });
    let socket;
    try {
      socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/${this.token}?${query}`);
    } catch {
      this.fallBack();
      return;
    }
    this.socket = socket;
    let last = Date.now();
    socket.onmessage = (e) => {
      if (this.socket !== socket) return;
      last = Date.now();
      this.failures = 0;
      clearTimeout(this.timer);
      const message = JSON.parse(e.data);
      if (message.kind !== 'pong') {
        this.status('live');
        this.told(message);
      }
    };
    this.beat = setInterval(() => {
      if (Date.now() - last > 2 * PING) this.open();
      else if (socket.readyState === 1) socket.send('ping');
    }, PING);
    socket.onclose = () => {
      if (this.socket !== socket) return;
      clearInterval(this.beat);
      this.socket = null;
      this.failures += 1;
      this.fallBack();
      setTimeout(
        () => {
          if (!this.socket) this.open();
        },
        Math.min(500 * 2 ** this.failures, 15000),
      );
    };
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
        if (!this.socket || this.socket.readyState !== 1) this.fallBack();
      },
      this.failures < 2 ? 300 : POLL,
    );
  }

  /** Ask once. Also after an answer, when the socket is not there to tell. */
  async poll() {
    const { as, rev } = this.state();
    try {
      const message = await get(`/api/table/${this.token}`, { as, rev });
      this.status('polling');
      this.told(message);
    } catch {
      this.status('lost');
    }
  }

  get live() {
    return this.socket?.readyState === 1;
  }
}
