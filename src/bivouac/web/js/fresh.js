// Lists that follow what happens elsewhere: read again when the server says that something has changed, and now and then while they are seen.

const EVERY = 10_000;

/** What the server says to signed-in players (standing.js): an event of this name on the window. */
export const CHANGED = 'standing';

/** @type {(() => unknown) | null} */
let refresh = null;

function again() {
  if (!document.hidden) refresh?.();
}

/**
 * Call this from now on, instead of what was called before, to bring the page up to date.
 * @param {() => unknown} act
 */
export function keepFresh(act) {
  if (!refresh) {
    setInterval(again, EVERY);
    addEventListener(CHANGED, () => refresh?.()); // in a hidden tab, too: its title tells how many games wait
    document.addEventListener('visibilitychange', again);
  }
  refresh = act;
}
