/** The page's kernel: it is loaded once, plays any number of strokes, and says why it cannot be had. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import * as figures from "../../src/carrom_web/static/physics/figures.js";
import { isReady, load, NoKernelError, simulateStrokes } from "../../src/carrom_web/static/physics/kernel.js";
import { SLIDING } from "../../src/carrom_web/static/physics/sliding.js";

const WASM = readFileSync(new URL("../../src/carrom_web/static/physics/kernel.wasm", import.meta.url));

/** A smooth, rigid board without spin: enough to see discs run. */
const BOARD = new Float64Array(figures.PARAMETERS);
for (const [name, value] of Object.entries({
  P_HALF: 0.37, P_POCKET: 0.34775, P_BASE: 0.2526, P_FRONT: 0.2367, P_DECELERATION: 1.1772, P_E_DISC: 0.85, P_E_FRAME: 0.75, P_MU_DISC: 0.15,
  P_MU_FRAME: 0.15, P_STRIKER_RADIUS: 0.02065, P_STRIKER_MASS: 0.015, P_STRIKER_TIP: 0.00829, P_COIN_RADIUS: 0.0159, P_COIN_MASS: 0.0053,
  P_COIN_TIP: 0.01556, P_PART: 0.6, P_TAIL_SPEED: 0.02, P_REST_SPEED: 1e-4, P_WEAK_SPEED: 1e-3, P_CONTACT_TIME: 2e-4, P_ELASTIC_SPEED: 5e-3,
  P_TIE: 1e-10, P_SPEED_LIMIT: 10, P_OVERLAP: 2e-5,
})) BOARD[/** @type {any} */ (figures)[name]] = value;

/** @param {number} count @param {number} [rows] room for segments and events */
function arrays(count, rows = 0) {
  const strokes = Float64Array.from({ length: 3 * count }, (_, k) => [0.001 * (k % 50), 0.05, 2][k % 3]);
  const layouts = new Float64Array(2 * figures.DISCS).fill(NaN);
  layouts.set([0.03, 0.1], 4);
  return /** @type {const} */ ([
    strokes, layouts, BOARD, SLIDING, new Float64Array(2 * figures.DISCS * count).fill(NaN), new Int8Array(figures.DISCS * count).fill(-1),
    new Int32Array(figures.FACTS * count), new Float64Array(count), new Float64Array(rows * figures.SEGMENT_COLUMNS),
    new Float64Array(rows * figures.EVENT_COLUMNS),
  ]);
}

test("nothing is played before it is loaded, and what is not the kernel is refused; asked again, it is tried again", async () => {
  assert.equal(isReady(), false);
  assert.throws(() => simulateStrokes(...arrays(1)), /not loaded/);
  await assert.rejects(load(new Uint8Array([1, 2, 3])), (error) => error instanceof NoKernelError && error.code === "kernel.no_wasm");
  await assert.rejects(load(), (error) => error instanceof NoKernelError && error.code === "kernel.not_loaded"); // node fetches no file

  const once = load(WASM);
  assert.equal(load(WASM), once);
  await once;

  assert.equal(isReady(), true);
});

test("a thousand strokes at once end as each by itself, and memory grows by what they need", async () => {
  await load(WASM);
  const many = arrays(1000);
  simulateStrokes(...many);

  for (const k of [0, 17, 999]) {
    const one = arrays(1);
    one[0].set(many[0].subarray(3 * k, 3 * k + 3));
    simulateStrokes(...one);
    assert.deepEqual(one[4], many[4].slice(2 * figures.DISCS * k, 2 * figures.DISCS * (k + 1)));
    assert.equal(one[7][0], many[7][k]);
  }
  assert.ok(many[7].every((duration) => duration > 0.5));
});

test("segments and events of the last stroke are returned as far as they were filled; too little room is reported", async () => {
  await load(WASM);
  const recorded = arrays(2, 1024);
  simulateStrokes(...recorded);
  const facts = recorded[6].subarray(figures.FACTS);
  const few = arrays(1, 41);
  simulateStrokes(...few);

  assert.equal(facts[figures.F_STATUS], figures.DONE);
  assert.ok(facts[figures.F_SEGMENT_ROWS] > 3 && facts[figures.F_EVENT_ROWS] > 0);
  assert.ok(recorded[8].subarray(facts[figures.F_SEGMENT_ROWS] * figures.SEGMENT_COLUMNS).every((value) => value === 0));
  assert.equal(few[6][figures.F_STATUS], figures.FULL);
});
