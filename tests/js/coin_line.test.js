/** The line of the first coin: along the two middles, and no farther than the frame. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { wayOf } from "../../src/carrom_web/static/board/coin_line.js";

test("it goes on from the coin away from the striker", () => {
  assert.deepEqual(wayOf([0, -36], [0, 0]), [[0, 0], [0, 260]]);
  const [, [x, y]] = /** @type {[number, number][]} */ (wayOf([-30, -40], [0, 0]));
  assert.ok(Math.abs(x - 156) < 1e-9 && Math.abs(y - 208) < 1e-9);
});

test("it ends where the coin meets a frame, and there is none without a direction", () => {
  const [, [x, y]] = /** @type {[number, number][]} */ (wayOf([264, 0], [300, 0]));
  assert.ok(Math.abs(x - (370 - 15.9)) < 1e-9 && y === 0);
  assert.equal(wayOf([5, 5], [5, 5]), null);
});
