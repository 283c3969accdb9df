/** The service worker of notifications: what it shows, and what a tap on it opens. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const SOURCE = readFileSync(new URL("../../src/carrom_web/static/push/worker.js", import.meta.url), "utf8");
const ORIGIN = "https://carrom.example";

/** The worker with a browser of these pages around it; what it did is written down. @param {string[]} pages */
function started(pages) {
  /** @type {Record<string, (event: any) => void>} */
  const listeners = {};
  /** @type {any[]} */
  const done = [];
  const clients = {
    claim: () => done.push("claim"),
    matchAll: async () => pages.map((url) => ({ url: ORIGIN + url, focus: () => done.push(["focus", url]) })),
    openWindow: (/** @type {string} */ url) => done.push(["open", url]),
  };
  const registration = { showNotification: (/** @type {any[]} */ ...shown) => done.push(shown) };
  const self = { addEventListener: (/** @type {string} */ name, /** @type {any} */ listener) => (listeners[name] = listener), clients, registration, skipWaiting: () => done.push("skip") };
  vm.runInNewContext(SOURCE, { self, URL, location: new URL(ORIGIN) });
  /** @param {string} name @param {any} event */
  const happens = async (name, event) => {
    /** @type {any[]} */
    const waits = [];
    listeners[name]({ waitUntil: (/** @type {any} */ promise) => waits.push(promise), ...event });
    await Promise.all(waits);
  };
  return { done, happens };
}

test("a message is shown as it says, and replaces an earlier one about the same", async () => {
  const { done, happens } = started([]);
  const message = { title: "Your turn", body: "Ben has played.", url: "/matches/1/", tag: "match-1" };
  await happens("push", { data: { json: () => message } });
  const [[title, shown]] = JSON.parse(JSON.stringify(done));
  assert.equal(title, "Your turn");
  assert.deepEqual(shown, { body: "Ben has played.", tag: "match-1", renotify: true, icon: "/static/umpire/icon-192.png", data: { url: "/matches/1/" } });
});

test("a tap goes to the page that is open, else opens it, and never leaves the site", async () => {
  for (const [pages, url, expected] of [
    [["/", "/matches/1/"], "/matches/1/", ["closed", ["focus", "/matches/1/"]]],
    [["/"], "/matches/1/", ["closed", ["open", `${ORIGIN}/matches/1/`]]],
    [["/"], "https://elsewhere.example/", ["closed"]],
    [["/"], "//elsewhere.example/", ["closed"]],
  ]) {
    const { done, happens } = started(/** @type {string[]} */ (pages));
    await happens("notificationclick", { notification: { close: () => done.push("closed"), data: { url } } });
    assert.deepEqual(done, expected, String(url));
  }
});
