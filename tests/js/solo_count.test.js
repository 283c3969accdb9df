/** A set in strokes as its page counts it. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { averageOf, boardsWith, Count } from "../../src/carrom_web/static/umpire/solo_count.js";

const CAP = 45;

/** @param {number} strokes */
const board = (strokes) => ({ score: strokes, strokes, how: "cleared" });

/** @param {Record<string, unknown>} request */
const pending = (request) => ({ id: "1", after: 1, words: "", request });

/** @param {Record<string, string>} [held] */
function storage(held = {}) {
  return { getItem: (/** @type {string} */ key) => held[key] ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ text) => { held[key] = text; } };
}

test("B-040: boards of 21, 24, 19, 27 and 23 make 22.80, and halves go up", () => {
  assert.equal(averageOf([21, 24, 19, 27, 23]), "22.80");
  assert.equal(averageOf([20, 20, 21, 22, 24]), "21.40");
  assert.equal(averageOf([19]), "19.00");
  assert.equal(averageOf([20, 21, 21]), "20.67");
  assert.equal(averageOf([...Array(7).fill(20), 21]), "20.13"); // 20.125
  assert.equal(averageOf([]), "");
});

test("boards that wait stand after those that are stored, and an undo takes the last one", () => {
  const stored = [board(21), board(24)];
  const waiting = [pending({ kind: "board", ended: "cleared", strokes: 19 }), pending({ kind: "board", ended: "stopped", strokes: 45 })];

  const all = boardsWith(stored, waiting, CAP);
  assert.deepEqual(all.map(({ score, how, waits }) => [score, how, waits]), [[21, "cleared", false], [24, "cleared", false], [19, "cleared", true], [45, "stopped", true]]);
  const afterUndo = boardsWith(stored, [...waiting, pending({ kind: "take_back" })], CAP);
  assert.deepEqual(afterUndo.map(({ score }) => score), [21, 24, 19]);
  const scored = boardsWith(stored, [pending({ kind: "attest", witness: "Priya" }), pending({ kind: "take_back" })], CAP);
  assert.deepEqual(scored.map(({ score }) => score), [21, 24]);
  const atCap = boardsWith(stored, [pending({ kind: "cap", answer: "stop" })], CAP);
  assert.deepEqual(atCap.map(({ score }) => score), [21, 24, 45]);
  assert.equal(boardsWith(stored, [pending({ kind: "cap", answer: "play_on" })], CAP).length, 2);
});

test("strokes are stored at each tap and belong to their board", () => {
  const held = {};
  globalThis.localStorage = /** @type {any} */ (storage(held));
  const count = new Count("m");
  count.follow(1, 0);
  count.set(1, 12);

  const again = new Count("m");
  again.follow(1, 0);
  assert.equal(again.strokes, 12);
  again.follow(1, 7); // seven of them were entered one by one
  assert.equal(again.strokes, 12);
  again.follow(1, 14);
  assert.equal(again.strokes, 14);
  again.follow(2, 0);
  assert.deepEqual([again.board, again.strokes, again.isOn], [2, 0, false]);
  again.set(2, 45, true);
  again.follow(1, 0); // a page that is behind for a moment
  again.follow(2, 0);
  assert.deepEqual([again.strokes, again.isOn], [45, true]);
});

test("what is stored and is no count counts nothing", () => {
  for (const text of ["", "null", "{", "[1]", '{"board": 1}', '[{"board": "1", "strokes": 3}]', '[{"board": 1, "strokes": 2.5}]', '[{"board": 1, "strokes": -2}]']) {
    globalThis.localStorage = /** @type {any} */ (storage({ "carrom-solo-m": text }));
    const count = new Count("m");
    count.follow(1, 0);
    assert.equal(count.strokes, 0);
  }
});
