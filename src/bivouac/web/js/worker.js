// Where the server cannot be reached the browser shows a page of ours that says so. Nothing is played without the server.

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
