/** The good stroke that practice shows: found by geometry, kernel and a hand's errors; what is said of it is what happens. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { turn } from "../../src/carrom_web/static/board/geometry.js";
import { strokesNear } from "../../src/carrom_web/static/analysis/scatter.js";
import { load } from "../../src/carrom_web/static/physics/kernel.js";
import { simulate } from "../../src/carrom_web/static/physics/simulate.js";
import { goodStroke } from "../../src/carrom_web/static/practice/good_stroke.js";
import { BOARD, HAND, SIGHT } from "./board.js";

/** @typedef {[number, number, number][]} Lying */

await load(readFileSync(new URL("../../src/carrom_web/static/physics/kernel.wasm", import.meta.url)));
const HARD = /** @type {Lying} */ ([[3, 0.02, 0.05], [12, -0.19, 0.11], [14, 0.05, 0.3], [1, -0.06, -0.02]]);

/** @param {Lying} position @param {"south" | "east" | "north" | "west"} [seat] */
function goodOn(position, seat = "south") {
  return goodStroke({ position, seat, parameters: BOARD, spans: [[-0.2191, 0.2191]], speeds: [0.05, 8], hand: HAND, sight: SIGHT });
}

test("what is said of a good stroke is what the kernel plays, one stroke at a time, under other errors of the same hand", () => {
  const found = goodOn(HARD);
  assert.ok(found);
  const came = strokesNear(found, HAND, 400, 99).map((stroke) => simulate(HARD, stroke, "south", BOARD));
  const sunk = came.filter(({ fallen }) => fallen.includes(found.piece) && !fallen.includes(0)).length;

  assert.ok(simulate(HARD, found, "south", BOARD).fallen.includes(found.piece));
  assert.ok(Math.abs(sunk / came.length - found.sunk / found.played) < 0.1, `${sunk / came.length} and ${found.sunk / found.played}`);
  assert.equal(found.played, 300);
});

test("it is the same from every seat", () => {
  const south = goodOn(HARD);

  for (const [turns, seat] of /** @type {[number, "east" | "north" | "west"][]} */ ([[1, "east"], [2, "north"], [3, "west"]])) {
    const turned = /** @type {Lying} */ (HARD.map(([number, x, y]) => [number, ...turn(x, y, turns)]));
    assert.deepEqual(goodOn(turned, seat), south);
  }
});

test("a piece in front of its pocket is sunk more surely than one behind others", () => {
  const easy = goodOn([[5, 0.3, 0.3], ...HARD]);

  assert.equal(easy?.piece, 5);
  assert.ok(easy.sunk / easy.played > 0.9);
});

test("there is none on an empty board, nor where the striker can lie nowhere", () => {
  assert.equal(goodOn([]), null);
  assert.equal(goodStroke({ position: HARD, seat: "south", parameters: BOARD, spans: [], speeds: [0.05, 8], hand: HAND, sight: SIGHT }), null);
});
