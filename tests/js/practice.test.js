/** The practice board's values: where pieces may lie, the position as text, a link that gives everything back. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { load } from "../../src/carrom_web/static/physics/kernel.js";
import { simulate, CannotPlayError } from "../../src/carrom_web/static/physics/simulate.js";
import { difference } from "../../src/carrom_web/static/match/ahead.js";
import { baseLine } from "../../src/carrom_web/static/practice/base_line.js";
import { linkOf, sharedIn } from "../../src/carrom_web/static/practice/link.js";
import { freeNumbers, nearestFree, positionOf, textOf, verdictOn, withPiece } from "../../src/carrom_web/static/practice/position.js";
import { BOARD } from "./board.js";

await load(readFileSync(new URL("../../src/carrom_web/static/physics/kernel.wasm", import.meta.url)));
const LYING = /** @type {[number, number, number][]} */ ([[1, 0.030000000000000002, 0.045], [2, -0.215, 1e-7], [11, 0.1, 0.15]]);

test("a piece lies wholly on the surface, in no pocket, on no other", () => {
  assert.equal(verdictOn(LYING, 5, 0, 0.2, BOARD), "free");
  assert.equal(verdictOn(LYING, 5, 0.355, 0, BOARD), "outside");
  assert.equal(verdictOn(LYING, 5, 0.34, -0.34, BOARD), "pocket");
  assert.equal(verdictOn(LYING, 5, 0.1, 0.12, BOARD), "touches");
  assert.equal(verdictOn(LYING, 11, 0.1, 0.12, BOARD), "free"); // it is the piece itself
  assert.equal(verdictOn(LYING, 5, NaN, 0, BOARD), "outside");
});

test("the nearest free place is free and near", () => {
  const place = nearestFree(LYING, 5, 0.1, 0.14, BOARD);

  assert.ok(place && verdictOn(LYING, 5, place[0], place[1], BOARD) === "free");
  assert.ok(Math.hypot(place[0] - 0.1, place[1] - 0.14) < 0.024);
  assert.equal(nearestFree(LYING, 5, 0.1, 0.14, BOARD, 3), null);
});

test("numbers of a kind are given out once, the lowest first", () => {
  assert.deepEqual(freeNumbers(LYING, "queen"), []);
  assert.deepEqual(freeNumbers(LYING, "white"), [3, 4, 5, 6, 7, 8, 9, 10]);
  assert.deepEqual(withPiece(LYING, 3, 0, 0).map(([number]) => number), [1, 2, 3, 11]);
});

test("a position as text gives every float back", () => {
  assert.equal(textOf(LYING), "q1(0.030000000000000002,0.045) w2(-0.215,1e-7) b11(0.1,0.15)");
  assert.deepEqual(positionOf(textOf(LYING), BOARD), LYING);
  assert.deepEqual(positionOf("empty", BOARD), []);
  assert.deepEqual(positionOf("w(0,0) w(0.1,0)", BOARD), [[2, 0, 0], [3, 0.1, 0]]);
});

for (const bad of ["q1(0,0) q1(0.1,0)", "w1(0,0)", "w11(0,0)", "w2(0,0) w3(0.01,0)", "w2(0.4,0)", "w2(1e999,0)", "w2(0,0", "striker", "w2(,)", "q(0,0) q(0.1,0)"]) {
  test(`${bad} is no position`, () => assert.equal(positionOf(bad, BOARD), null));
}

const KNOWN = { surfaces: { tournament: [], club: [] }, masses: [8, 15], parameters: () => BOARD };

test("a link gives position, surface, striker, side and aim back", () => {
  const shared = { position: LYING, surface: "club", mass: 8, seat: /** @type {const} */ ("west"), aim: { offset: -33.25, angle: 7.125, speed: 1.5 } };

  assert.deepEqual(sharedIn(linkOf(shared), KNOWN), shared);
});

test("a link that holds nothing, or what cannot be, is distinguished from one that does", () => {
  assert.equal(sharedIn("", KNOWN), "nothing");
  assert.equal(sharedIn("#stage", KNOWN), "nothing");
  for (const bad of ["#position=w2(9,9)", "#position=empty&surface=ice", "#position=empty&surface=toString", "#position=empty&striker=9", "#position=empty&seat=up"]) {
    assert.equal(sharedIn(bad, KNOWN), "bad");
  }
});

test("the striker may lie on its line wherever no piece is, as each seat sees it", () => {
  const values = { limit: 0.2191, distance: 0.2526, speed: /** @type {[number, number]} */ ([0.05, 8]) };
  const south = baseLine([[2, 0.05, -0.2526]], "south", BOARD, values, "taken");
  const west = baseLine([[2, -0.2526, 0.05]], "west", BOARD, values, "taken");

  assert.equal(south.spans.length, 2);
  assert.ok(Math.abs(south.spans[0][1] - (0.05 - 0.03656)) < 1e-9);
  assert.ok(Math.abs(south.spans[1][0] - (0.05 + 0.03656)) < 1e-9);
  assert.ok(Math.abs(west.gaps[0].from + 0.05 + 0.03656) < 1e-9);
  assert.deepEqual(baseLine([], "south", BOARD, values, "").spans, [[-0.2191, 0.2191]]);
  assert.ok(south.spans.every(([from, to]) => [from, to].every((offset) => simulate([[2, 0.05, -0.2526]], { offset, angle: 0, speed: 1 }, "south", BOARD))));
});

const STROKE = { offset: 0.01235, angle: -0.2, speed: 3.5 };
/** @type {(position: [number, number, number][], turns: number) => [number, number, number][]} */
const turned = (position, turns) => position.map(([number, x, y]) => /** @type {[number, number, number]} */ ([
  [number, x, y], [number, -y, x], [number, -x, -y], [number, y, -x]][turns]));

test("a stroke is the same from every seat, to the bit", () => {
  const south = simulate(LYING, STROKE, "south", BOARD);

  for (const [turns, seat] of /** @type {[number, "east" | "north" | "west"][]} */ ([[1, "east"], [2, "north"], [3, "west"]])) {
    const other = simulate(turned(LYING, turns), STROKE, seat, BOARD);
    assert.deepEqual(other.final, turned(south.final, turns).map(([number, x, y]) => [number, x + 0, y + 0]));
    assert.deepEqual(other.events.map(([time, what]) => [time, what]), south.events.map(([time, what]) => [time, what]));
  }
  assert.ok(south.events.length > 0);
});

for (const [position, stroke, code] of /** @type {[[number, number, number][], typeof STROKE, string][]} */ ([
  [LYING, { ...STROKE, speed: 0 }, "speed-out-of-range"], [LYING, { ...STROKE, angle: 7 }, "angle-out-of-range"],
  [LYING, { ...STROKE, offset: 0.36 }, "offset-out-of-range"], [LYING, { ...STROKE, speed: NaN }, "impossible-stroke"],
  [[[2, 0, -0.2526]], STROKE, "striker-overlaps"], [[[2, 0, 0], [3, 0, 0.01]], STROKE, "pieces-overlap"],
  [[[2, 0.4, 0]], STROKE, "off-surface"], [[[2, 0.345, 0.345]], STROKE, "in-pocket"],
])) {
  test(`what cannot be is refused: ${code}`, () => {
    assert.throws(() => simulate(position, stroke, "south", BOARD), (error) => error instanceof CannotPlayError && error.code === code);
  });
}

/** @param {import("../../src/carrom_web/static/physics/simulate.js").Simulated} own */
function overTheWire(own) {
  return {
    discs: [...own.discs], duration: own.duration, segments: Buffer.from(own.segments.buffer).toString("base64"), final: own.final.map((piece) => [...piece]),
    events: own.events.map(([time, what, first, second, speed]) => [Number(time.toFixed(6)), what, first, second, Number(speed.toFixed(4))]),
  };
}

test("a motion sent over the wire equals the own one, and the first part that differs is named", () => {
  const own = simulate(LYING, STROKE, "south", BOARD);
  const changed = (/** @type {(wire: any) => void} */ change) => {
    const wire = overTheWire(own);
    change(wire);
    return difference(own, /** @type {any} */ (wire));
  };

  assert.equal(changed(() => {}), null);
  assert.equal(changed((wire) => delete wire.final), null);
  assert.equal(changed((wire) => wire.discs.pop()), "discs");
  assert.equal(changed((wire) => wire.events.pop()), "events");
  assert.equal(changed((wire) => { wire.events[0][0] += 3e-6; }), "events");
  assert.equal(changed((wire) => { wire.segments = wire.segments.slice(0, -40); }), "segments");
  assert.equal(changed((wire) => { wire.final[0][1] += 1e-17; }), "final");
});
