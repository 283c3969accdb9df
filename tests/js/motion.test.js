/** A motion is shown where its segments say, and events come once and in order. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Motion } from "../../src/carrom_web/static/board/motion.js";

/** @param {number[][]} rows */
function wire(rows, events = [], duration = 2) {
  const bytes = Buffer.from(new Float32Array(rows.flat()).buffer);
  return { discs: [...new Set(rows.map((row) => row[0]))], duration, segments: bytes.toString("base64"), events };
}

test("a sliding disc slows down evenly and rests where its speed is spent", () => {
  // 1 m/s to the right, slowed by 2 m/s2: after 0.25 s 0.1875 m, at rest after 0.5 s and 0.25 m
  const motion = new Motion(wire([[0, 0, 0, 0, 1, 0, 2], [0, 0.5, 0.25, 0, 0, 0, 0]]));

  const seen = [0, 0.25, 0.5, 1.9].map((time) => motion.at(0, time)?.[0] ?? NaN);
  [0, 187.5, 250, 250].forEach((expected, i) => assert.ok(Math.abs(seen[i] - expected) < 1e-4, `${seen[i]} is not ${expected}`));
});

test("a disc never runs back past the end of its last segment", () => {
  const motion = new Motion(wire([[0, 0, 0, 0, 1, 0, 2]]));

  assert.ok(Math.abs((motion.at(0, 30)?.[0] ?? 0) - 250) < 1e-4);
});

test("the segment that holds at a time is the last that has started", () => {
  const motion = new Motion(wire([[5, 0, 0, 0, 1, 0, 0], [5, 1, 1, 0, 0, 1, 0], [5, 2, 1, 1, 0, 0, 0]]));

  assert.deepEqual(motion.at(5, 0.5), [500, 0]);
  assert.deepEqual(motion.at(5, 1.5), [1000, 500]);
  assert.deepEqual(motion.at(5, 9), [1000, 1000]);
  assert.equal(motion.at(6, 0), null);
});

test("a pocketed piece shrinks from the moment it falls and is gone 300 ms later", () => {
  const motion = new Motion(wire([[3, 0, 0, 0, 1, 0, 0]], [[0.4, "pocket", 3, 1, 1]], 0.4));

  assert.equal(motion.size(3, 0.4), 1);
  assert.ok(motion.size(3, 0.5) < 1 && motion.size(3, 0.5) > 0.6);
  assert.equal(motion.size(3, 0.701), 0);
  assert.ok(motion.end >= 0.7);
});

test("a piece that falls is drawn on its way to the middle of its pocket, and one over the frame where it went", () => {
  const events = [[0.34, "pocket", 3, 3, 1], [0.4, "jump", 4, 2, 1]];
  const motion = new Motion(wire([[3, 0, 0, 0, 1, 1, 0], [3, 0.34, 0.34, 0.34, 0, 0, 0], [4, 0, 0, 0, 1, 0, 0], [4, 0.4, 0.4, 0, 0, 0, 0]], events, 0.4));

  assert.deepEqual(motion.drawnAt(3, 0.34), motion.at(3, 0.34));
  const [x, y] = motion.drawnAt(3, 0.44) ?? [0, 0];
  assert.ok(x > 340 && x < 347.75 && x === y, `${x}, ${y}`);
  assert.deepEqual(motion.drawnAt(3, 0.7)?.map((each) => Number(each.toFixed(3))), [347.75, 347.75]);
  assert.deepEqual(motion.drawnAt(4, 0.6), motion.at(4, 0.6));
  assert.equal(motion.drawnAt(9, 0), null);
});

test("each event is given once, however the frames fall", () => {
  const events = [[0.1, "pair", 0, 2, 1], [0.1, "pair", 2, 3, 1], [0.5, "frame", 2, 0, 1]];
  const motion = new Motion(wire([[0, 0, 0, 0, 1, 0, 0]], events));

  const seen = [];
  for (let time = 0; time < 1; time += 0.07) seen.push(...motion.eventsBetween(time, time + 0.07));

  assert.deepEqual(seen.map((event) => event.time), [0.1, 0.1, 0.5]);
});
