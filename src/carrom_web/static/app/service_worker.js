/**
 * The service worker of the whole site: opens practice, lessons, puzzles and one's own finished matches without a network.
 * Files with a hash in their name come from its cache. Pages come from the network; only without one (or a slow one) as they
 * were last seen, and then they say so. It stores the pages that the server marks (`core/offline.py`), and no others; what is
 * somebody's own goes as soon as another reader is answered, or somebody signs out. The umpire's table and notifications
 * have workers of their own. The server puts `self.CARROM` in front of this text; another version has caches of its own.
 */

/**
 * @typedef {object} SiteConfig
 * @property {string} version
 * @property {string[]} files with a hash in their names
 * @property {string} offline address of the page for everything that is not stored
 * @property {string[]} pages stored at once
 * @property {string[]} later stored once the site is installed as an app
 * @property {string[]} others scopes of other workers
 * @property {string[]} leaves addresses that somebody posts to when they sign out
 */

(() => { // its names are its own: workers are no modules, and share their names with one another where types are checked
  const worker = /** @type {any} */ (self);
  const config = /** @type {SiteConfig} */ (worker.CARROM);
  const PREFIX = "carrom-site-";
  const FILES = `${PREFIX}files-${config.version}`;
  const PAGES = `${PREFIX}pages-${config.version}`;
  const OWN = `${PREFIX}own-${config.version}`;
  const files = new Set(config.files);
  const SLOW = 3_000; // ms that a page is waited for, if it is stored
  const MOST_OWN = 30; // pages; the oldest go
  const NAMED_BY = ["match"]; // what of a query names a page
  const BESIDES = ["stroke", "theme"]; // what of a query only says where it begins
  const GONE = [502, 503, 504]; // a proxy answers: the site itself does not

  /** How often somebody has signed out or been followed by another reader: what was asked before is not stored after it. */
  let changes = 0;
  /** @type {string | null} the reader of the last answer, as the server marks them */
  let reader = null;

  worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
  worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (url.origin !== location.origin || config.others.some((scope) => url.pathname.startsWith(scope))) return;
    if (request.method === "POST" && config.leaves.includes(url.pathname)) event.waitUntil(dropOwn());
    if (request.method !== "GET") return;
    if (request.mode === "navigate") event.respondWith(page(event, url));
    else if (files.has(url.pathname)) event.respondWith(file(request));
  });
  worker.addEventListener("message", (/** @type {any} */ event) => {
    const wanted = /** @type {string[]} */ ([...(event.data?.pages ?? []), ...(event.data?.installed ? config.later : [])]);
    event.waitUntil(storeMissing(wanted));
  });

  async function install() {
    await (await caches.open(FILES)).addAll(config.files);
    await (await caches.open(PAGES)).add(config.offline);
    await Promise.all(config.pages.map(refresh));
    for (const address of await storedBefore()) await refresh(address); // in their order: the latest last
    await worker.skipWaiting();
  }

  /** @returns {Promise<string[]>} the pages that an older version has stored: they are fetched again, for this one */
  async function storedBefore() {
    const found = new Set();
    for (const name of await caches.keys()) {
      if (!name.startsWith(PREFIX) || [FILES, PAGES, OWN].includes(name) || name.startsWith(`${PREFIX}files-`)) continue;
      for (const { url } of await (await caches.open(name)).keys()) found.add(keyOf(new URL(url)));
    }
    for (const known of [null, config.offline, ...config.pages]) found.delete(known);
    return [...found];
  }

  async function activate() {
    for (const name of await caches.keys()) {
      if (name.startsWith(PREFIX) && ![FILES, PAGES, OWN].includes(name)) await caches.delete(name);
    }
    await worker.clients.claim();
  }

  /** @param {string[]} addresses of pages that may be wanted without a network */
  async function storeMissing(addresses) {
    for (const address of addresses) {
      const url = new URL(address, location.origin);
      const key = url.origin === location.origin ? keyOf(url) : null;
      if (key !== null && (await stored(key)) === undefined) await refresh(key);
    }
  }

  /**
   * @param {URL} url
   * @returns {string | null} under which a page is stored; null: it has a query that makes another page of it
   */
  function keyOf(url) {
    const named = NAMED_BY.filter((name) => url.searchParams.has(name));
    if ([...url.searchParams.keys()].some((name) => !NAMED_BY.includes(name) && !BESIDES.includes(name))) return null;
    return url.pathname + (named.length ? `?${named.map((name) => `${name}=${url.searchParams.get(name)}`).join("&")}` : "");
  }

  /** @param {string} key @returns {Promise<Response | undefined>} */
  async function stored(key) {
    for (const cacheName of [PAGES, OWN]) {
      const found = await caches.match(key, { cacheName, ignoreVary: true });
      if (found) return found;
    }
    return undefined;
  }

  /** @param {string} key */
  async function refresh(key) {
    const before = changes;
    try {
      const answer = await fetch(key, { cache: "no-store", signal: AbortSignal.timeout(3 * SLOW) });
      if (!answer.redirected) await learn(key, answer, before);
    } catch {
      // it comes when it is opened
    }
  }

  /** @param {Request} request */
  async function file(request) {
    return (await caches.match(request.url, { cacheName: FILES, ignoreVary: true })) ?? fetch(request);
  }

  /**
   * @param {any} event
   * @param {URL} url
   * @returns {Promise<Response>}
   */
  async function page(event, url) {
    const key = keyOf(url);
    const before = changes;
    const held = key === null ? undefined : await stored(key);
    const asked = fetch(event.request).then((answer) => {
      event.waitUntil(learn(key, answer.clone(), before).catch(() => undefined)); // no room on the disk: it is shown all the same
      return answer;
    });
    const slow = new Promise((done) => setTimeout(done, SLOW));
    try {
      const answer = /** @type {Response | undefined} */ (await (held ? Promise.race([asked, slow]) : asked));
      if (answer && !GONE.includes(answer.status)) return answer;
    } catch {
      // no network
    }
    asked.catch(() => undefined);
    const now = key === null ? undefined : await stored(key); // it may be gone by now: somebody else has been answered
    if (now) return asItWas(now);
    return (await stored(config.offline)) ?? Response.error();
  }

  /**
   * Stores an answer that may be, and drops what is another reader's.
   *
   * @param {string | null} key
   * @param {Response} answer
   * @param {number} before `changes`, when it was asked
   */
  async function learn(key, answer, before) {
    const by = answer.headers.get("Carrom-Reader");
    if (by !== null && before === changes && by !== reader) await dropOthers(by);
    const may = answer.headers.get("Carrom-Offline");
    if (key === null) return;
    if (answer.status === 404 || answer.status === 410 || (answer.ok && may !== "private" && by !== null)) {
      await (await caches.open(OWN)).delete(key); // it is not theirs any more
    }
    if (!answer.ok || answer.redirected) return;
    if (may === "public") await (await caches.open(PAGES)).put(key, answer);
    else if (may === "private" && by !== null && by === reader) {
      const own = await caches.open(OWN);
      await own.delete(key); // the order of the keys is that of looking at them
      await own.put(key, answer);
      if (by !== reader) await own.delete(key); // they have signed out meanwhile
      const all = await own.keys();
      for (const oldest of all.slice(0, Math.max(all.length - MOST_OWN, 0))) await own.delete(oldest);
    }
  }

  /** @param {string} by the reader of an answer */
  async function dropOthers(by) {
    reader = by;
    const own = await caches.open(OWN);
    for (const request of await own.keys()) {
      const answer = await own.match(request, { ignoreVary: true });
      if (answer?.headers.get("Carrom-Reader") !== by) await own.delete(request);
    }
  }

  async function dropOwn() {
    changes += 1;
    reader = null;
    for (const name of await caches.keys()) if (name.startsWith(`${PREFIX}own-`)) await caches.delete(name);
  }

  /**
   * @param {Response} held
   * @returns {Promise<Response>} the page, which now says itself that it is not from the site
   */
  async function asItWas(held) {
    const headers = new Headers(held.headers); // the content security policy among them
    for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
    const at = new Date(headers.get("Date") ?? 0).toISOString();
    const marks = headers.get("Carrom-Offline") === "private" ? `data-cached data-as-it-was="${at}"` : "data-cached";
    return new Response((await held.text()).replace("<html ", `<html ${marks} `), { headers });
  }
})();
