// The service worker: shows a reminder that was pushed here, and leads to its table. It keeps no files; where the server cannot be reached
// it leads to the folder that plays without one, if this device has kept it.

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  event.respondWith(
    fetch(event.request).catch(async (error) => {
      if (await caches.match('/alone/')) return Response.redirect('/alone/#/?apart');
      throw error;
    }),
  );
});

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });
const at = (path) => (client) => new URL(client.url).pathname === path;

self.addEventListener('push', (event) => {
  const { title, body, path, tag, lang } = event.data.json();
  event.waitUntil(
    windows().then((open) => {
      if (open.filter(at(path)).some((client) => client.focused)) return; // it is being looked at
      return self.registration.showNotification(title, { body, tag, lang, icon: '/icon-192.png', badge: '/badge.png', data: { path } });
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { path } = event.notification.data;
  event.waitUntil(
    windows().then((open) => {
      const there = open.find(at(path));
      return there ? there.focus() : self.clients.openWindow(path);
    }),
  );
});

// A browser may change its address at the push service: the server is told the new one.
self.addEventListener('pushsubscriptionchange', (event) => {
  const headers = { 'content-type': 'application/json' };
  const { applicationServerKey } = event.oldSubscription?.options ?? {};
  if (!applicationServerKey) return;
  event.waitUntil(
    self.registration.pushManager
      .subscribe({ userVisibleOnly: true, applicationServerKey })
      .then((made) => made.toJSON())
      .then(({ endpoint, keys }) => fetch('/api/me/push', { method: 'POST', headers, body: JSON.stringify({ endpoint, keys }) })),
  );
});
