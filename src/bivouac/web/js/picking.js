// What a click on something means. Nothing is drawn or sent here.

/**
 * @import { Choice, Token } from './wire'
 * @import { Store } from './store.js'
 * @typedef {{ kind: 'choose', answer: number } | { kind: 'choices', list: Choice[] } | { kind: 'stack', place: string, stack: Token[] } | { kind: 'explain' }} Meaning
 */

/**
 * @param {Store} store
 * @param {{ has: (id: string) => boolean }} places those of the board
 * @param {string} id what was clicked: a token, a place, a cell
 * @param {{ touch: boolean }} hand a finger cannot tell the pieces of a stack apart: it is shown the stack first
 * @returns {Meaning}
 */
export function meant(store, places, id, { touch }) {
  const place = store.tokens.get(id)?.at ?? id;
  const stack = store.stackAt(place);
  const lit = stack.filter((x) => store.choicesFor(x.id).length);
  const finger = touch && lit.length > 1 && places.has(place);
  const list = finger ? [] : store.choicesFor(id);
  if (list.length) return chosen(list);
  const only = instead(store, id, place, lit);
  if (only.length === 1) return chosen(only);
  return stack.length && places.has(place) ? { kind: 'stack', place, stack } : { kind: 'explain' };
}

/**
 * What can be chosen where the thing itself cannot: its place, if none of the pieces there can be; or the only such piece of a place.
 * @param {Store} store
 * @param {string} id
 * @param {string} place
 * @param {Token[]} lit
 */
function instead(store, id, place, lit) {
  if (id !== place) return lit.length ? [] : store.choicesFor(place);
  return lit.length === 1 && !store.choicesFor(place).length ? store.choicesFor(lit[0].id) : [];
}

/**
 * @param {Choice[]} list
 * @returns {Meaning}
 */
const chosen = (list) => (list.length === 1 ? { kind: 'choose', answer: list[0].answer } : { kind: 'choices', list });
