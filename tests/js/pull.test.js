/** How far a pull is and what it means. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { aimOfPull, frees, fullPull, rested, roomFor, shareOf, shareOfSpeed, speedOf } from "../../src/carrom_web/static/board/pull.js";

/** @type {[number, number]} */
const LIMITS = [0.05, 8];

test("on a board of 352 px pulls of 20, 46, 80 and 148 px give 0.33, 0.84, 2.00 and 8.00 m/s", () => {
  const full = fullPull(352);
  for (const [length, speed] of [[20, 0.33], [46, 0.84], [80, 2.0], [148, 8.0]]) {
    const got = speedOf(shareOf(length, full), LIMITS);
    assert.ok(Math.abs(got - speed) <= 0.03 * speed, `${length} px gave ${got}, not ${speed}`);
  }
});

test("a full pull is 42 % of the board, at least 140 and at most 240 px", () => {
  assert.equal(fullPull(200), 140);
  assert.equal(fullPull(400), 168);
  assert.equal(fullPull(900), 240);
});

/** Windows by their size, with a board and where its striker lies in them, as the pages lay them out. */
const WINDOWS = /** @type {[string, [number, number], number, [number, number]][]} */ ([
  ["1366 x 768", [1366, 768], 680, [683, 607]], ["390 x 844", [390, 844], 382, [195, 397]], ["360 x 740", [360, 740], 352, [180, 373]],
  ["844 x 390", [844, 390], 342, [171, 317]], ["667 x 375", [667, 375], 327, [164, 305]],
]);

for (const [name, size, board, striker] of WINDOWS) {
  test(`full power is reached inside a window of ${name}, whichever way one pulls`, () => {
    for (let degrees = 0; degrees < 360; degrees += 5) {
      /** @type {[number, number]} */
      const way = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
      const full = fullPull(board, roomFor(striker, way, size));
      const [x, y] = [striker[0] + full * way[0], striker[1] + full * way[1]];
      assert.ok(x >= 0 && y >= 0 && x <= size[0] && y <= size[1], `${degrees} degrees: a full pull ends at ${x}, ${y}`);
      assert.equal(speedOf(shareOf(full, full), LIMITS), 8);
      assert.ok(full >= 50, `${degrees} degrees: a full pull is ${full} px`);
    }
  });
}

test("where there is room a pull is as long as the board says", () => {
  assert.equal(fullPull(352, roomFor([180, 373], [0, 1], [360, 740])), 0.42 * 352);
});

test("a pull that slips aside turns the aim no further than one that could have started", () => {
  assert.equal(Math.round(aimOfPull(10, 100, 0)), -6);
  assert.equal(aimOfPull(100, 1, -20), -55);
  assert.equal(aimOfPull(-100, 1, 20), 55);
  assert.equal(aimOfPull(100, -1, -55), -55); // still forward, though the hand is a little before the striker
  assert.equal(aimOfPull(100, 1, -130), -125); // and still backward
  assert.equal(Math.round(aimOfPull(0.001, -100, 0)), -180); // clearly behind: backward
});

test("an aim that was pointed comes free in a pull over 36 px that points over 12 degrees away", () => {
  const way = (/** @type {number} */ angle) => /** @type {[number, number]} */ ([-Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)]);

  assert.ok(frees(37, ...way(33), 20));
  assert.ok(frees(37, ...way(7), 20));
  assert.ok(!frees(37, ...way(31), 20));
  assert.ok(!frees(36, ...way(90), 20));
  assert.ok(!frees(200, ...way(-175), 178)); // the short way round
});

test("no direction lies between the steepest aim forward and the steepest backward", () => {
  for (let degrees = 0; degrees < 360; degrees += 1) {
    const angle = Math.abs(aimOfPull(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180), 0));
    assert.ok(angle <= 55 + 1e-9 || angle >= 125 - 1e-9, `${degrees} degrees aim at ${angle}`);
  }
});

test("within the dead zone nothing is pulled, beyond a full pull nothing grows", () => {
  assert.equal(shareOf(12, 148), 0);
  assert.equal(shareOf(5, 148), 0);
  assert.equal(shareOf(400, 148), 1);
});

test("the speed of a share and the share of a speed undo each other", () => {
  for (const share of [0.05, 0.3, 0.5, 0.75, 0.99]) {
    assert.ok(Math.abs(shareOfSpeed(speedOf(share, LIMITS)) - share) < 1e-3);
  }
});

test("no pull is faster or slower than what may be struck", () => {
  assert.equal(speedOf(1, [0.5, 6]), 6);
  assert.equal(speedOf(0, [0.5, 6]), 0.5);
});

const at = (/** @type {number} */ time, /** @type {number} */ x, y = 0) => ({ time, x, y, angle: 0, offset: 0 });

test("what counts is where the pointer rested 60 ms before it was lifted", () => {
  const trail = [at(0, 0), at(100, 80), at(295, 83), at(300, 89)];

  assert.equal(rested(trail, 305, 24)?.x, 80);
});

test("a pointer that is clearly still on its way counts where it is", () => {
  const trail = [at(0, 0), at(100, 20), at(150, 60), at(160, 90)];

  assert.equal(rested(trail, 165, 24), null);
});

test("a pull quicker than 60 ms counts where it ended", () => {
  assert.equal(rested([at(0, 0), at(20, 50)], 40, 24), null);
  assert.equal(rested([], 40, 24), null);
});
