/** What pages say of a stroke: the first contact and the power in words. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { contactWords, powerWords } from "../../src/carrom_web/static/board/words.js";

// no page: each text is its key
globalThis.document = /** @type {any} */ ({ getElementById: () => null, documentElement: { lang: "en" } });

/** @param {number} aside mm, of the coin from the line @returns {import("../../src/carrom_web/static/board/geometry.js").AimPath} */
const pathPast = (aside) => ({ legs: [[[0, -252.6], [0, 0]]], hit: { number: 2, x: aside, y: 30 }, ghost: [0, 0] });

test("a contact is named by the share of the face that is hit", () => {
  const reach = 20.65 + 15.9;
  for (const [share, name] of /** @type {[number, string][]} */ ([[1, "full"], [0.87, "full"], [0.85, "three_quarters"], [0.61, "three_quarters"], [0.59, "half"],
    [0.37, "half"], [0.35, "thin"], [0.13, "thin"], [0.11, "touch"]])) {
    assert.equal(contactWords(pathPast((1 - share) * reach)), `contact.${name}`, `${share}`);
  }
  assert.equal(contactWords({ legs: [], hit: null, ghost: [0, 0] }), "contact.none");
});

test("a power is named by its share of a full pull", () => {
  for (const [share, name] of /** @type {[number, string][]} */ ([[0, "none"], [0.001, "soft"], [0.19, "soft"], [0.2, "medium"], [0.44, "medium"], [0.45, "firm"], [0.79, "firm"],
    [0.8, "full"], [1, "full"]])) {
    assert.equal(powerWords(share), `power.${name}`, `${share}`);
  }
});
