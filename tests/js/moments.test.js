/** Moments of a match: which one is shown after a stroke, and that one match has its end once. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { momentOf } from "../../src/carrom_web/static/match/moments.js";

/** @param {any} [more] */
function view({ up = { a: 5, b: 5 }, phase = "playing", winner = null, solo = null } = {}) {
  const sides = Object.entries(up).map(([side, left]) => ({ side, up: left }));
  return /** @type {any} */ ({ phase, solo, sides, result: phase === "over" ? { winner } : null });
}

/** @param {any} [more] */
function stroke({ reasons = [], points = null, side = "a", kind = "stroke" } = {}) {
  return /** @type {any} */ ({ entry: { kind, side, ruling: { reasons: reasons.map((code) => ({ code })), points } } });
}

test("the queen, her cover and the last coin have their moment", () => {
  assert.equal(momentOf(stroke({ reasons: ["queen_to_cover"] }), view(), view(), ["a"]), "queen");
  assert.equal(momentOf(stroke({ reasons: ["own_pocketed", "queen_covered_now"] }), view(), view(), []), "cover");
  assert.equal(momentOf(stroke(), view({ up: { a: 1, b: 5 } }), view({ up: { a: 2, b: 5 } }), ["b"]), "last");
});

test("a last coin that was the last before has no second moment, nor has the other side's", () => {
  const one = view({ up: { a: 1, b: 5 } });
  assert.equal(momentOf(stroke(), one, one, ["a"]), null);
  assert.equal(momentOf(stroke({ side: "b" }), one, view({ up: { a: 2, b: 5 } }), ["a"]), null);
  assert.equal(momentOf(stroke(), one, null, ["a"]), null);
});

test("a board won with all coins of the other side up is a clean sweep, another board has its ruling alone", () => {
  assert.equal(momentOf(stroke({ points: { side: "a", points: 9 } }), view(), view(), ["a"]), "sweep");
  assert.equal(momentOf(stroke({ points: { side: "b", points: 4 } }), view(), view(), ["a"]), null);
  assert.equal(momentOf(stroke({ points: { side: null, points: 12 } }), view(), view(), ["a"]), null);
});

test("the end is a win for who won and an end for everybody else, once, whatever ended it", () => {
  const over = view({ phase: "over", winner: "a" });
  assert.equal(momentOf(stroke({ points: { side: "a", points: 12 } }), over, view(), ["a"]), "won");
  assert.equal(momentOf(stroke({ kind: "absence" }), over, view(), ["b"]), "over");
  assert.equal(momentOf(stroke(), over, view(), []), "over");
  assert.equal(momentOf(stroke(), over, view(), ["a", "b"]), "over", "both sides play on this screen");
  assert.equal(momentOf(stroke(), view({ phase: "over" }), view(), ["a"]), "over");
  assert.equal(momentOf(stroke({ kind: "note" }), over, over, ["a"]), null);
});

test("nothing is said of what is no stroke, or was not ruled on", () => {
  assert.equal(momentOf(stroke({ kind: "place", reasons: ["queen_to_cover"] }), view(), view(), ["a"]), null);
  assert.equal(momentOf(/** @type {any} */ ({ entry: { kind: "stroke", side: "a", ruling: null } }), view(), view(), ["a"]), null);
});
