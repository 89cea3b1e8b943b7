// The title of the tab, with the number of games and challenges that wait for the reader; the app's badge shows it, too.

let waiting = 0;

/**
 * The title of the page, behind the number of things that wait.
 * @param {string} title
 */
export function entitle(title) {
  document.title = `${waiting ? `(${waiting}) ` : ''}${title}`;
}

/**
 * So many things wait for who sits here.
 * @param {number} n
 */
export function tellWaiting(n) {
  waiting = n;
  entitle(document.title.replace(/^\(\d+\) /, ''));
  const app = /** @type {{ setAppBadge?: (n: number) => Promise<void> }} */ (navigator);
  app.setAppBadge?.(n).catch(() => {});
}
