// The service worker of a folder without a server: keeps every file at the first visit, so that the next needs no network.
// Above this line stand VERSION, which is another one as soon as any file is, and FILES. A new version waits until every page of the old one
// is closed: no match is begun by one and gone on with by another.
const NAME = `newfound ${VERSION}`;
const HOME = new URL('./', self.location).href;

self.addEventListener('install', (event) => event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES.map((file) => new Request(new URL(file, HOME), { cache: 'no-cache' }))))));
self.addEventListener('activate', (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith('newfound ') && name !== NAME).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  ),
);
self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || !event.request.url.startsWith(HOME)) return;
  if (event.request.url.startsWith(`${HOME}docs/`)) return; // pages about it, not kept
  const wanted = event.request.mode === 'navigate' ? HOME : event.request;
  event.respondWith(caches.open(NAME).then(async (cache) => (await cache.match(wanted, { ignoreSearch: true })) ?? fetch(event.request)));
});
