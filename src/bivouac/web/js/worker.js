// Where the server cannot be reached the browser shows a page of ours that says so; and what the server has to tell while no page is open is
// shown. Nothing is played without the server.

/** @type {any} */
const worker = globalThis;
const NAME = 'bivouac-2';
const KEPT = ['/offline', '/static/css/house.css', '/static/mark.svg'];

worker.addEventListener('install', (/** @type {any} */ e) => e.waitUntil(caches.open(NAME).then((c) => c.addAll(KEPT))));
worker.addEventListener('activate', (/** @type {any} */ e) =>
  e.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name))))),
);
worker.addEventListener('fetch', (/** @type {any} */ e) => {
  const path = e.request.mode === 'navigate' ? '/offline' : new URL(e.request.url).pathname;
  if (!KEPT.includes(path)) return;
  const instead = async () => (await caches.match(path)) ?? Response.error();
  e.respondWith(fetch(e.request).catch(instead));
});

/** One message for a match: a later one takes the place of the one before. */
worker.addEventListener('push', (/** @type {any} */ e) => {
  const { subject, text, url, match, kind, waiting } = e.data.json();
  const shown = worker.registration.showNotification(subject, {
    body: text,
    tag: match ?? kind,
    icon: '/static/mark.svg',
    data: new URL(url).hash ? `/me${new URL(url).hash}` : new URL(url).pathname,
  });
  const badge = worker.navigator.setAppBadge?.(waiting).catch(() => {});
  e.waitUntil(Promise.all([shown, badge]));
});

/** A click leads to the match, in a tab of ours if one is open. */
worker.addEventListener('notificationclick', (/** @type {any} */ e) => {
  e.notification.close();
  const go = async () => {
    const [tab] = await worker.clients.matchAll({ type: 'window' });
    const there = tab && (await tab.navigate(e.notification.data).catch(() => null));
    return there ? there.focus() : worker.clients.openWindow(e.notification.data);
  };
  e.waitUntil(go());
});
