/** The service worker that shows notifications and opens what they are about. It caches nothing and answers no request. */

const notifier = /** @type {any} */ (self);

notifier.addEventListener("install", () => notifier.skipWaiting());
notifier.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(notifier.clients.claim()));

notifier.addEventListener("push", (/** @type {any} */ event) => {
  /** @type {{ title: string, body: string, url: string, tag: string }} */
  const { title, body, url, tag } = event.data.json();
  const shown = { body, tag, renotify: true, icon: "/static/umpire/icon-192.png", data: { url } };
  event.waitUntil(notifier.registration.showNotification(title, shown));
});

notifier.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(openPage(new URL(event.notification.data.url, location.origin)));
});

/** @param {URL} url */
async function openPage(url) {
  if (url.origin !== location.origin) return;
  const pages = await notifier.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((/** @type {any} */ page) => new URL(page.url).pathname === url.pathname);
  await (there ? there.focus() : notifier.clients.openWindow(url.href));
}
