// Where the server cannot be reached the browser shows a page of ours that says so. Nothing is played without the server.

/** @type {any} */
const worker = globalThis;
const NAME = 'bivouac';

worker.addEventListener('install', (/** @type {any} */ e) => e.waitUntil(caches.open(NAME).then((c) => c.add('/offline'))));
worker.addEventListener('fetch', (/** @type {any} */ e) => {
  if (e.request.mode !== 'navigate') return;
  const instead = async () => (await caches.match('/offline')) ?? Response.error();
  e.respondWith(fetch(e.request).catch(instead));
});
