// Checking the dice of a match that is over, in this browser and without the server: SHA-256, HMAC and a remainder. See docs/save.md.

/**
 * @import { DiceSpan, Throw, Dice } from './wire'
 * @import { Kept } from './promises.js'
 * @typedef {Pick<Dice, 'spans' | 'kinds' | 'rolls'>} Evidence
 */
/**
 * @typedef {object} Verdict
 * @property {number} right results that follow from seed, nonces and number
 * @property {number} sealed results whose seed is not known
 * @property {{ n: number, due: number, result: number } | null} wrong the first that does not
 * @property {number[]} broken the starts of spans whose seed is not the one that was promised
 * @property {number} kept promises that this browser was made, and that were kept
 * @property {string[]} lost promises that this browser was made, and that are not among the spans
 * @property {string[]} unused promises for which this browser gave a nonce that is not in their span
 */

/** @param {string} hex */
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (x) => parseInt(x, 16));

/** @param {ArrayBuffer} buffer */
const hex = (buffer) => Array.from(new Uint8Array(buffer), (b) => b.toString(16).padStart(2, '0')).join('');

/** @param {Uint8Array<ArrayBuffer>} data */
const sha256 = (data) => crypto.subtle.digest('SHA-256', data);

/**
 * @param {Uint8Array<ArrayBuffer>} key
 * @param {string} words
 */
async function hmac(key, words) {
  const usable = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return crypto.subtle.sign('HMAC', usable, new TextEncoder().encode(words));
}

/** Browsers lend their cryptography only to pages that came safely. */
export const canCheck = () => Boolean(globalThis.crypto?.subtle);

/**
 * What a span gives for answer number n.
 * @param {DiceSpan} span
 * @param {number} n
 * @param {Throw} kind
 */
export async function dueOf({ seed, nonces }, n, { outcomes, weights }) {
  const key = bytes(seed ?? '');
  const digest = nonces
    ? await hmac(key, [...nonces, n].join(':'))
    : await sha256(new Uint8Array([...key, ...new TextEncoder().encode(`:${n}`)])); // matches of the first format had no nonces
  const shares = weights ?? outcomes.map(() => 1);
  const total = shares.reduce((sum, w) => sum + w, 0);
  let point = new Uint8Array(digest).reduce((rest, byte) => (rest * 256 + byte) % total, 0);
  for (const [i, share] of shares.entries()) {
    if (point < share) return outcomes[i];
    point -= share;
  }
  throw new Error('the weights do not add up');
}

/**
 * @param {DiceSpan} span
 * @returns {Promise<boolean>}
 */
const isPromised = async ({ seed, commit }) => seed === null || hex(await sha256(bytes(seed))) === commit;

/**
 * Do the results follow from seeds, nonces and numbers?
 * @param {Evidence} evidence
 */
async function checkRolls({ spans, kinds, rolls }) {
  /** @type {Pick<Verdict, 'right' | 'sealed' | 'wrong'>} */
  const found = { right: 0, sealed: 0, wrong: null };
  for (const [n, kind, result] of rolls) {
    const span = spans.findLast((x) => x.from <= n);
    const due = span?.seed ? await dueOf(span, n, kinds[kind]) : null;
    if (due === null) found.sealed += 1;
    else if (due === result) found.right += 1;
    else found.wrong ??= { n, due, result };
  }
  return found;
}

/**
 * Was this browser promised these dice, and did it have a part in them?
 * @param {DiceSpan[]} spans
 * @param {Kept[]} kept
 */
function checkPromises(spans, kept) {
  const commits = new Set(spans.map((x) => x.commit));
  const lost = kept.filter((x) => !commits.has(x.commit)).map((x) => x.commit);
  const given = kept.filter((x) => x.nonce && commits.has(x.commit));
  const unused = given.filter((x) => !spans.some((s) => s.commit === x.commit && s.nonces?.includes(x.nonce ?? ''))).map((x) => x.commit);
  return { kept: kept.length - lost.length - unused.length, lost, unused };
}

/**
 * @param {Evidence} evidence
 * @param {Kept[]} kept what this browser was promised while the match was going on
 * @returns {Promise<Verdict>}
 */
export async function check(evidence, kept) {
  const { spans } = evidence;
  const promised = await Promise.all(spans.map(isPromised));
  const broken = spans.filter((_, i) => !promised[i]).map((x) => x.from);
  return { ...(await checkRolls(evidence)), ...checkPromises(spans, kept), broken };
}

/** @param {Verdict} verdict */
export const isFair = ({ wrong, broken, lost, unused }) => !wrong && ![...broken, ...lost, ...unused].length;
