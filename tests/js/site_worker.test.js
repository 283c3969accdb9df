/** The service worker of the site: what opens without a network, what never does, and whose pages it stores. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const SOURCE = readFileSync(new URL("../../src/carrom_web/static/app/service_worker.js", import.meta.url), "utf8");
const ORIGIN = "https://carrom.example";
const FILE = "/static/site/app.0123456789ab.js";
const config = (version = "one") => ({
  version, files: [FILE], offline: "/offline/", pages: ["/practice/"], later: ["/learn/icf/"],
  others: ["/umpire/", "/notifications/"], leaves: ["/accounts/logout/"],
});

class Caches {
  /** @type {Map<string, Map<string, Response>>} */
  all = new Map();

  /** @param {string} name */
  async open(name) {
    if (!this.all.has(name)) this.all.set(name, new Map());
    const held = /** @type {Map<string, Response>} */ (this.all.get(name));
    const whole = (/** @type {any} */ key) => new URL(key.url ?? key, ORIGIN).href;
    const add = async (/** @type {string} */ url) => void held.set(whole(url), await network.fetch(url));
    return {
      add,
      addAll: (/** @type {string[]} */ urls) => Promise.all(urls.map(add)),
      put: async (/** @type {any} */ key, /** @type {Response} */ answer) => void held.set(whole(key), answer),
      match: async (/** @type {any} */ key) => held.get(whole(key))?.clone(),
      delete: async (/** @type {any} */ key) => held.delete(whole(key)),
      keys: async () => [...held.keys()].map((url) => ({ url })),
    };
  }

  async keys() {
    return [...this.all.keys()];
  }

  /** @param {string} name */
  async delete(name) {
    return this.all.delete(name);
  }

  /** @param {any} key @param {{ cacheName: string }} where */
  async match(key, { cacheName }) {
    return this.all.has(cacheName) ? (await this.open(cacheName)).match(key) : undefined;
  }

  /** @param {string} kind */
  held(kind) {
    return [...this.all].filter(([name]) => name.includes(`-${kind}-`)).flatMap(([, pages]) => [...pages.keys()].map((url) => url.slice(ORIGIN.length)));
  }
}

/** The site as the worker reaches it. */
const network = {
  /** @type {string[]} */
  asked: [],
  reader: "asha",
  /** @type {"there" | "gone" | "slow" | 503} */
  is: "there",
  says: "now",

  /** @param {any} request */
  async fetch(request) {
    const url = new URL(request.url ?? request, ORIGIN);
    this.asked.push(url.pathname + url.search);
    if (this.is === "gone") throw new TypeError("no network");
    if (this.is === "slow") return new Promise(() => {});
    if (this.is === 503) return new Response("a proxy", { status: 503 });
    /** @type {Record<string, string>} */
    const headers = { "Carrom-Reader": this.reader, "Content-Security-Policy": "default-src 'self'", Date: "Fri, 02 Jan 2026 10:00:00 GMT" };
    if (/^\/(practice|learn|offline)\//.test(url.pathname)) headers["Carrom-Offline"] = "public";
    else if (/^\/(matches|analysis)\//.test(url.pathname)) headers["Carrom-Offline"] = "private";
    return new Response(`<!DOCTYPE html><html lang="en">${url.pathname} ${this.says}`, { headers });
  },
};

/** @param {Caches} caches @param {string} [version] */
async function started(caches, version) {
  Object.assign(network, { asked: [], reader: "asha", is: "there", says: "now" });
  /** @type {Record<string, (event: any) => void>} */
  const listeners = {};
  const self = {
    CARROM: config(version), clients: { claim: async () => {} }, skipWaiting: async () => {},
    addEventListener: (/** @type {string} */ name, /** @type {any} */ listener) => (listeners[name] = listener),
  };
  const now = (/** @type {() => void} */ then) => setTimeout(then, 5); // three seconds, for a page that is stored
  const fetch = (/** @type {any} */ request) => network.fetch(request);
  vm.runInNewContext(SOURCE, { self, caches, fetch, location: new URL(ORIGIN), URL, Response, Headers, AbortSignal, setTimeout: now });
  /** @param {string} name @param {any} event @returns {Promise<Response | undefined>} */
  const happens = async (name, event = {}) => {
    /** @type {any[]} */
    const waits = [];
    /** @type {Promise<Response> | undefined} */
    let given;
    listeners[name]({ waitUntil: (/** @type {any} */ promise) => waits.push(promise), respondWith: (/** @type {any} */ answer) => (given = answer), ...event });
    const answer = await given;
    await Promise.all(waits);
    return answer;
  };
  await happens("install");
  await happens("activate");
  return {
    happens,
    /** @param {string} url @returns {Promise<string>} what is seen */
    open: async (url) => (await happens("fetch", { request: { method: "GET", mode: "navigate", url: ORIGIN + url } }))?.text() ?? "passed by",
  };
}

test("pages come from the network as long as it is there, and as they were without it or where it is slow", async () => {
  const { open } = await started(new Caches());
  network.says = "newer";
  assert.match(await open("/practice/"), /newer/);
  for (const fault of /** @type {const} */ (["gone", "slow", 503])) {
    network.is = fault;
    assert.match(await open("/practice/"), /^<!DOCTYPE html><html data-cached lang="en">\/practice\/ newer/);
  }
});

test("a page of one's own says when it was so, and keeps its policy", async () => {
  const { open, happens } = await started(new Caches());
  await open("/matches/1/");
  network.is = "gone";
  const request = { method: "GET", mode: "navigate", url: `${ORIGIN}/matches/1/` };
  const answer = /** @type {Response} */ (await happens("fetch", { request }));
  assert.equal(answer.headers.get("Content-Security-Policy"), "default-src 'self'");
  assert.match(await answer.text(), /<html data-cached data-as-it-was="2026-01-02T10:00:00.000Z" lang/);
});

test("everything else is the page that says what opens; other workers' addresses are theirs", async () => {
  const { open } = await started(new Caches());
  await open("/events/"); // nobody marked it
  await open("/matches/?shows=over"); // another page than that without a query
  network.is = "gone";
  for (const url of ["/", "/events/", "/matches/?shows=over", "/matches/2/"]) assert.match(await open(url), /\/offline\//, url);
  for (const url of ["/umpire/", "/notifications/"]) assert.equal(await open(url), "passed by");
});

test("of a match the page is stored with its strokes, wherever they begin", async () => {
  const { open } = await started(new Caches());
  await open("/analysis/?match=7&stroke=3");
  network.is = "gone";
  assert.match(await open("/analysis/?match=7"), /\/analysis\/ now/);
  assert.match(await open("/analysis/?match=8"), /\/offline\//);
});

test("files with a hash are never asked for twice", async () => {
  const { happens } = await started(new Caches());
  network.asked = [];
  const answer = await happens("fetch", { request: { method: "GET", mode: "no-cors", url: ORIGIN + FILE } });
  assert.ok(answer);
  assert.equal(await happens("fetch", { request: { method: "GET", mode: "no-cors", url: `${ORIGIN}/static/other.js` } }), undefined);
  assert.deepEqual(network.asked, []);
});

test("one's own pages go when one signs out, and when somebody else is answered", async () => {
  for (const leaves of [
    async (/** @type {any} */ worker) => worker.happens("fetch", { request: { method: "POST", mode: "navigate", url: `${ORIGIN}/accounts/logout/` } }),
    async (/** @type {any} */ worker) => {
      network.reader = "ben";
      await worker.open("/events/");
    },
  ]) {
    const caches = new Caches();
    const worker = await started(caches);
    await worker.open("/matches/1/");
    assert.deepEqual(caches.held("own"), ["/matches/1/"]);
    await leaves(worker);
    assert.deepEqual(caches.held("own"), []);
    network.is = "gone";
    assert.match(await worker.open("/matches/1/"), /\/offline\//);
    assert.match(await worker.open("/practice/"), /\/practice\//);
  }
});

test("what was asked before somebody signed out is not stored after it", async () => {
  const caches = new Caches();
  const worker = await started(caches);
  await worker.open("/matches/1/");
  /** @type {(value?: unknown) => void} */
  let arrives = () => {};
  const before = network.fetch;
  network.fetch = async (request) => {
    const answer = await before.call(network, request);
    await new Promise((done) => (arrives = done));
    return answer;
  };
  const stored = worker.happens("message", { data: { pages: ["/matches/2/"] } });
  await new Promise((done) => setTimeout(done, 5));
  network.fetch = before;
  await worker.happens("fetch", { request: { method: "POST", mode: "navigate", url: `${ORIGIN}/accounts/logout/` } });
  arrives();
  await stored;
  assert.deepEqual(caches.held("own"), []);
});

test("thirty pages of one's own are stored, those that were looked at last", async () => {
  const caches = new Caches();
  const { open } = await started(caches);
  for (let i = 0; i < 30; i += 1) await open(`/matches/${i}/`);
  await open("/matches/0/");
  await open("/matches/30/");
  const held = caches.held("own");
  assert.equal(held.length, 30);
  assert.ok(held.includes("/matches/0/") && held.includes("/matches/30/") && !held.includes("/matches/1/"));
});

test("another version fetches what was stored again, and drops the older one", async () => {
  const caches = new Caches();
  const { open, happens } = await started(caches);
  await open("/matches/1/");
  await happens("message", { data: { pages: ["https://elsewhere.example/practice/"], installed: true } });
  assert.deepEqual(caches.held("pages"), ["/offline/", "/practice/", "/learn/icf/"]);
  await caches.open("carrom-umpire-pages-x");
  await started(caches, "two");
  assert.deepEqual([...caches.all.keys()].sort(), ["carrom-site-files-two", "carrom-site-own-two", "carrom-site-pages-two", "carrom-umpire-pages-x"]);
  assert.deepEqual(caches.held("own"), ["/matches/1/"]);
  assert.ok(caches.held("pages").includes("/learn/icf/"));
});
