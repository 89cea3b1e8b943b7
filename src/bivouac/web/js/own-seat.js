// The seat that the reader has at a match already: in this browser, or by name on every device.

import { house } from './api.js';
import { people } from './people.js';
import { keepSeat, seats } from './seats.js';

/**
 * @typedef {object} OwnSeat
 * @property {number[]} sides
 * @property {() => Promise<void>} go opens its table
 */

/**
 * @param {string} match
 * @param {number[]} held the sides that the reader, if signed in, holds there
 * @returns {Promise<OwnSeat | null>}
 */
export async function ownSeat(match, held) {
  const tokens = seats();
  const found = tokens.length ? await house.status(tokens) : [];
  const at = found.findIndex((status) => status?.match === match && status.sides.length > 0);
  if (at >= 0) return { sides: found[at]?.sides ?? [], go: async () => void (location.href = `/t/${tokens[at]}`) };
  if (!held.length) return null;
  const open = async () => {
    const seat = await people.open(match);
    keepSeat(seat.token);
    location.href = seat.url;
  };
  return { sides: held, go: open };
}
