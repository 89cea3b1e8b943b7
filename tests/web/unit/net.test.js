// The net: requests with their words, refusals in the server's, and a line that comes back.

/** @import { Answer } from '../../../src/bivouac/web/js/wire' */

import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import { Problem, Seat, house, problem } from '../../../src/bivouac/web/js/api.js';
import { Line } from '../../../src/bivouac/web/js/line.js';
import { Store } from '../../../src/bivouac/web/js/store.js';
import { Reasons } from '../../../src/bivouac/web/js/why.js';
import { learnWords } from '../../../src/bivouac/web/js/words.js';
import { about, choice, message, question } from './kit.js';

Object.assign(globalThis, { location: { origin: 'http://house', protocol: 'http:', host: 'house' } });
learnWords('en', {});

afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

/**
 * A server that says the same to everybody.
 * @param {number} status
 * @param {unknown} body
 */
function says(status, body) {
  return mock.method(globalThis, 'fetch', async () => new Response(JSON.stringify(body), { status }));
}

test('a seat asks as the side that looks, in the language of the moment', async () => {
  const server = says(200, []);
  const seat = new Seat('abc');
  await seat.why('post:1');
  seat.as = 1;
  await seat.why();
  assert.deepEqual(
    server.mock.calls.map((c) => String(c.arguments[0])),
    ['http://house/api/table/abc/why?lang=en&target=post%3A1', 'http://house/api/table/abc/why?lang=en&as=1'],
  );
  assert.equal(seat.address, 'ws://house/ws/abc?lang=en&as=1');
});

test('a wish is sent as JSON', async () => {
  const server = says(200, { rev: 3, serial: 4 });
  const reply = await new Seat('abc').answer({ answer: 7, serial: 3, side: 0, sure: true });
  assert.deepEqual(reply, { rev: 3, serial: 4 });
  const { body, method } = server.mock.calls[0].arguments[1] ?? {};
  assert.deepEqual([method, JSON.parse(String(body))], ['POST', { answer: 7, serial: 3, side: 0, sure: true }]);
});

test('a refusal carries its words and its rule; other faults are thrown on', async () => {
  says(409, { error: { message: 'Too late.', rule: 'TOY-3', stale: true } });
  const refused = await house.rules('x').catch(problem);
  assert.ok(refused instanceof Problem);
  assert.deepEqual([refused.status, refused.message, refused.rule, refused.stale], [409, 'Too late.', 'TOY-3', true]);
  assert.throws(() => problem(new TypeError('ours')), TypeError);
});

test('a server that cannot be reached is a problem, too', async () => {
  mock.method(globalThis, 'fetch', async () => {
    throw new TypeError('no route');
  });
  const refused = await house.titles().catch(problem);
  assert.ok(refused instanceof Problem && refused.status === 0);
});

test('a reason is asked for once while the question stands, and never for what can be chosen', async () => {
  const store = new Store(about());
  store.apply(message({ question: question([choice(1, 'post:1')]) }));
  const why = mock.fn(async (/** @type {string} */ target) =>
    target === 'post:0' ? [{ label: '', targets: [target], why: 'too far', rule: 'TOY-3c' }] : [],
  );
  const reasons = new Reasons({ why }, store);
  assert.equal((await reasons.near('picket:0'))[0].why, 'too far', 'a piece has the reasons of its place');
  await reasons.near('picket:0');
  assert.deepEqual(
    why.mock.calls.map((c) => c.arguments[0]),
    ['picket:0', 'post:0'],
  );
  assert.deepEqual(await reasons.of('post:1'), []);
  store.apply(message({ question: question([choice(1, 'post:1')]) }));
  await reasons.of('post:0');
  assert.equal(why.mock.callCount(), 3, 'another question, other reasons');
});

/** A socket that does what the test says. */
class FakeSocket {
  /** @type {FakeSocket[]} */
  static made = [];
  /** @type {((e: { data: string }) => void) | null} */
  onmessage = null;
  /** @type {(() => void) | null} */
  onclose = null;
  readyState = 1;
  /** @type {string[]} */
  sent = [];

  /** @param {string} address */
  constructor(address) {
    this.address = address;
    FakeSocket.made.push(this);
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(text);
  }

  close() {
    this.readyState = 3;
  }

  drop() {
    this.readyState = 3;
    this.onclose?.();
  }

  /** @param {unknown} data */
  tell(data) {
    this.onmessage?.({ data: JSON.stringify(data) });
  }
}

function lined() {
  FakeSocket.made = [];
  Object.assign(globalThis, { WebSocket: FakeSocket });
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  /** @type {string[]} */
  const heard = [];
  const news = mock.fn(async () => message());
  /** @type {number[][]} */
  const posted = [];
  const answer = async (/** @type {Answer} */ wish) => {
    posted.push(wish.answers ?? []);
    return { rev: 3, serial: 3 };
  };
  const line = new Line(
    { address: 'ws://house/ws/abc', news, answer, said: Seat.prototype.said },
    { rev: () => 1, told: (m) => heard.push(m.kind), status: (now) => heard.push(now) },
  );
  line.open();
  return { line, heard, news, posted };
}

test('what the socket says is told, except that it is still there', () => {
  const { heard } = lined();
  const [socket] = FakeSocket.made;
  socket.tell(message());
  socket.tell({ kind: 'pong', rev: 1 });
  assert.deepEqual(heard, ['live', 'table']);
  mock.timers.tick(10_000);
  assert.deepEqual(
    socket.sent.map((x) => JSON.parse(x)),
    [{ kind: 'ping' }],
  );
});

test('who has heard something need not ask whether anybody is there', () => {
  lined();
  const [socket] = FakeSocket.made;
  mock.timers.tick(5_000);
  socket.tell(message());
  mock.timers.tick(5_000);
  assert.deepEqual(socket.sent, []);
  mock.timers.tick(10_000);
  assert.equal(socket.sent.length, 1);
});

test('who hears of another revision than its own asks for the table', async () => {
  const { heard, news } = lined();
  FakeSocket.made[0].tell({ kind: 'pong', rev: 2 });
  await Promise.resolve();
  await Promise.resolve();
  assert.equal(news.mock.callCount(), 1);
  assert.deepEqual(heard, ['polling', 'table']);
});

test('a socket that says nothing for long is given up', () => {
  lined();
  for (let n = 0; n < 3; n++) mock.timers.tick(10_000);
  assert.equal(FakeSocket.made.length, 2);
});

test('a lost socket is opened again, and until then the table is asked for', async () => {
  const { heard, news } = lined();
  const luck = mock.method(Math, 'random', () => 0.5); // it is opened again after a quarter to three quarters of a second
  FakeSocket.made[0].drop();
  luck.mock.restore();
  mock.timers.tick(300);
  await Promise.resolve();
  await Promise.resolve();
  assert.equal(news.mock.callCount(), 1);
  assert.deepEqual(heard, ['polling', 'table']);
  mock.timers.tick(1_000);
  assert.equal(FakeSocket.made.length, 2);
});

test('an old socket is not listened to any more', () => {
  const { line, heard } = lined();
  line.open();
  FakeSocket.made[0].tell(message());
  FakeSocket.made[0].drop();
  assert.deepEqual(heard, []);
});

test('where no socket tells, one asks after an answer', () => {
  const { line, news } = lined();
  line.nudge();
  assert.equal(news.mock.callCount(), 0);
  line.close();
  line.nudge();
  assert.equal(news.mock.callCount(), 1);
});

test('an answer goes over the socket, and the reply to it comes back', async () => {
  const { line, posted } = lined();
  const [socket] = FakeSocket.made;
  const wish = { answers: [5], serial: 2 };
  const taken = line.answer(wish);
  assert.deepEqual(JSON.parse(socket.sent[0]), { kind: 'answer', id: 1, wish });
  socket.tell({ kind: 'reply', id: 1, status: 200, said: { rev: 2, serial: 3 }, error: null });
  assert.deepEqual(await taken, { rev: 2, serial: 3 });
  const refused = line.answer(wish);
  socket.tell({ kind: 'reply', id: 2, status: 409, said: null, error: { message: 'too late', rule: null, stale: true } });
  await assert.rejects(refused, { status: 409, message: 'too late', stale: true });
  assert.deepEqual(posted, []);
});

test('where no reply comes, or the socket is lost, or the answer is long, it is sent as a request', async () => {
  const { line, posted } = lined();
  const [socket] = FakeSocket.made;
  socket.readyState = 0;
  await line.answer({ answers: [1], serial: 2 });
  socket.readyState = 1;
  const silent = line.answer({ answers: [2], serial: 2 });
  mock.timers.tick(4_000);
  await silent;
  const lost = line.answer({ answers: [3], serial: 2 });
  socket.drop();
  await lost;
  await line.answer({ answers: Array.from({ length: 300 }, (_, n) => 1000 + n), serial: 2 });
  assert.deepEqual(
    posted.map((answers) => answers[0]),
    [1, 2, 3, 1000],
  );
});
