/**
 * The service worker of the umpire's table (`/umpire/`): opens it without a network. Files with a hash in their name come
 * from its cache; pages from the network, and only without one (or a slow one) as they were last seen. What a page asks
 * beside that, how a sheet stands above all, is never cached. The server puts `self.CARROM` in front of this text; another
 * version has a cache of its own, and the old one goes.
 */

/** @typedef {{ version: string, files: string[], home: string, scope: string }} Config */

const worker = /** @type {any} */ (self);
const config = /** @type {Config} */ (worker.CARROM);
const FILES = `carrom-umpire-files-${config.version}`;
const PAGES = `carrom-umpire-pages-${config.version}`;
const SLOW = 3_000; // ms that a page is waited for
const MOST_PAGES = 20;

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (url.pathname.startsWith(config.scope)) event.respondWith(page(request));
  } else if (config.files.includes(url.pathname)) event.respondWith(file(request));
});

worker.addEventListener("message", (/** @type {any} */ event) => {
  const { pathname } = new URL(event.source.url); // a page that was open before this worker was there
  const wanted = /** @type {string[]} */ (event.data?.pages ?? [pathname]).filter((url) => url.startsWith(config.scope));
  event.waitUntil(Promise.all([worker.clients.claim(), caches.open(PAGES).then((pages) => Promise.all(wanted.map((url) => refresh(pages, url))))]));
});

async function install() {
  const files = await caches.open(FILES);
  await files.addAll(config.files);
  const pages = await caches.open(PAGES);
  const known = await knownPages();
  await Promise.all([config.home, ...known].map((url) => refresh(pages, url)));
  await worker.skipWaiting();
}

/** @returns {Promise<string[]>} the pages that an older version has cached: they are fetched again, for this one */
async function knownPages() {
  const found = new Set();
  for (const name of await caches.keys()) {
    if (!name.startsWith("carrom-umpire-pages-") || name === PAGES) continue;
    for (const request of await (await caches.open(name)).keys()) found.add(new URL(request.url).pathname);
  }
  found.delete(config.home);
  return [...found];
}

/**
 * @param {Cache} pages
 * @param {string} url
 */
async function refresh(pages, url) {
  try {
    const answer = await fetch(url, { cache: "no-store", signal: AbortSignal.timeout(3 * SLOW) });
    if (answer.ok && !answer.redirected) await pages.put(url, answer);
  } catch {
    // it comes when it is opened
  }
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith("carrom-umpire-") && name !== FILES && name !== PAGES) await caches.delete(name);
  }
  await worker.clients.claim();
}

/** @param {Request} request */
async function file(request) {
  return (await caches.match(request.url, { cacheName: FILES, ignoreVary: true })) ?? fetch(request);
}

/** @param {Request} request */
async function page(request) {
  const pages = await caches.open(PAGES);
  const { pathname } = new URL(request.url);
  const cached = await pages.match(pathname, { ignoreVary: true });
  const asked = fetch(request).then(async (answer) => {
    if (answer.ok && !answer.redirected) await keep(pages, pathname, answer.clone());
    return answer;
  });
  if (!cached) return asked.catch(async () => (await pages.match(config.home, { ignoreVary: true })) ?? Response.error());
  const slow = new Promise((done) => setTimeout(done, SLOW));
  try {
    const answer = /** @type {Response | undefined} */ (await Promise.race([asked, slow]));
    if (answer && answer.status < 500) return answer;
  } catch {
    // no network
  }
  asked.catch(() => undefined);
  return cached;
}

/**
 * @param {Cache} pages
 * @param {string} pathname
 * @param {Response} answer
 */
async function keep(pages, pathname, answer) {
  const isNew = !(await pages.delete(pathname));
  await pages.put(pathname, answer);
  if (isNew && pathname !== config.home) await refresh(pages, config.home); // where the new one is listed
  const all = await pages.keys();
  const others = all.filter(({ url }) => new URL(url).pathname !== config.home);
  for (const old of others.slice(0, Math.max(others.length - MOST_PAGES, 0))) await pages.delete(old);
}
