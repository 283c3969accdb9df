/** Geometry of aiming. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  aimPath, direction, fullness, nearest, nearestAngle, norm, roundWithin, toward, turn, within,
} from "../../src/carrom_web/static/board/geometry.js";

const near = (/** @type {number} */ a, /** @type {number} */ b, slack = 1e-6) => assert.ok(Math.abs(a - b) <= slack, `${a} is not ${b}`);

test("straight ahead is away from the player, left is positive", () => {
  near(direction(0)[1], 1);
  near(direction(90)[0], -1);
  near(direction(-90)[0], 1);
});

test("to point at a piece and to strike there is the same direction", () => {
  const angle = toward([-100, 47.4], 0);
  const [dx, dy] = direction(angle);

  near(dx / dy, -100 / 300);
});

test("four quarter turns are none, and each is exact", () => {
  assert.deepEqual(turn(3, 5, 4), [3, 5]);
  assert.deepEqual(turn(3, 5, 1), [-5, 3]);
  assert.deepEqual(turn(...turn(3, 5, 1), -1), [3, 5]);
});

test("a coin straight ahead is hit full, and the ghost touches it", () => {
  const path = aimPath(0, 0, [{ number: 2, x: 0, y: 0 }]);

  assert.equal(path.hit?.number, 2);
  assert.equal(fullness(path), 100);
  near(path.ghost[1], -(15.9 + 20.65));
});

test("a coin half aside is hit half, one farther aside is missed", () => {
  const reach = 15.9 + 20.65;

  assert.equal(fullness(aimPath(0, 0, [{ number: 2, x: reach / 2, y: 0 }])), 50);
  assert.equal(aimPath(0, 0, [{ number: 2, x: reach + 0.01, y: 0 }]).hit, null);
});

test("the nearest of two coins is hit first", () => {
  assert.equal(aimPath(0, 0, [{ number: 2, x: 0, y: 100 }, { number: 3, x: 5, y: -50 }]).hit?.number, 3);
});

test("the line turns at a frame once, by the law of the mirror", () => {
  const { legs } = aimPath(0, 60, []);

  assert.equal(legs.length, 2);
  near(legs[0][1][0], -(370 - 20.65));
  const slope = (/** @type {[number, number][]} */ [a, b]) => (b[1] - a[1]) / (b[0] - a[0]);
  near(slope(legs[0]), -slope(legs[1]));
});

test("angles come back into half a turn to either side", () => {
  assert.equal(norm(190), -170);
  assert.equal(norm(-190), 170);
  assert.equal(norm(0), 0);
});

test("what is rounded never leaves the span that holds it", () => {
  /** @type {[number, number][]} */
  const spans = [[-182.554, 182.556]];

  assert.equal(roundWithin(spans, -182.554, 0.01), -182.55);
  assert.equal(roundWithin(spans, 182.556, 0.01), 182.55);
  assert.equal(roundWithin(spans, 12.345678, 0.01), 12.35);
});

test("the nearest legal place is an end of the nearest span, or the place itself", () => {
  /** @type {[number, number][]} */
  const spans = [[-222.3, -214.35], [-182.55, 182.55], [214.35, 222.3]];

  assert.equal(nearest(spans, 190), 182.55);
  assert.equal(nearest(spans, 210), 214.35);
  assert.equal(nearest(spans, 3), 3);
  assert.ok(within(spans, 214.35) && !within(spans, 200));
});

test("a direction that is not allowed stops at the nearest limit, the short way round", () => {
  /** @type {[number, number][]} */
  const spans = [[-90, 90]];

  assert.equal(nearestAngle(spans, 100), 90);
  assert.equal(nearestAngle(spans, -179), -90);
  assert.equal(nearestAngle(spans, 45), 45);
});
