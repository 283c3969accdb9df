/** What is chosen on a device is stored and shown on its pages; the board of high contrast brings bold coins. */

import assert from "node:assert/strict";
import { test } from "node:test";

/** @type {Map<string, string>} */
const stored = new Map();
const dataset = /** @type {Record<string, string>} */ ({});
globalThis.localStorage = /** @type {any} */ ({ getItem: (/** @type {string} */ key) => stored.get(key) ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value) });
globalThis.document = /** @type {any} */ ({ documentElement: { dataset } });
const { choose } = await import("../../src/carrom_web/static/site/settings.js");

test("a board and its coins are remembered and shown", () => {
  choose("surface", "walnut");
  choose("marks", "maple");

  assert.deepEqual([dataset.surface, dataset.marks], ["walnut", "maple"]);
  assert.deepEqual(JSON.parse(stored.get("carrom-settings") ?? "{}").surface, "walnut");
});

test("high contrast has bold coins, and another board the coins that were chosen", () => {
  choose("surface", "contrast");
  assert.deepEqual([dataset.surface, dataset.marks], ["contrast", "strong"]);
  choose("surface", "birch");
  assert.deepEqual([dataset.surface, dataset.marks], ["birch", "maple"]);
});
