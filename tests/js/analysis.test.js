/** Analysis: what a hand may make of a stroke, counted; a stroke as a picture that moves. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { movingPicture, stillPicture } from "../../src/carrom_web/static/analysis/picture.js";
import { scatterOf, strokesNear } from "../../src/carrom_web/static/analysis/scatter.js";
import { Motion } from "../../src/carrom_web/static/board/motion.js";

const MEANT = { offset: 0.01, angle: 0.2, speed: 3 };
const FRAME = { board: '<svg><title>@title@</title><desc>@says@</desc><g transform="rotate(0) scale(1,-1)"><!--inside--></g></svg>', seat: /** @type {const} */ ("east"), title: "A & B", says: "<$&>" };

/** A coin that is struck and runs 0.1 m in 0.2 s, evenly slowed to rest; another that lies. */
function motion() {
  const rows = [0, 0, 0, -0.25, 0, 1, 1, 2, 0, 0.1, 0, 0, 0, 0, 0, 0.1, 0, -0.04135, 0, 0, 0, 2, 0.1, 0.1, 0, 1, 0, 5, 2, 0.3, 0.2, 0, 0, 0, 0];
  return new Motion({
    discs: [0, 2], duration: 0.3, segments: Float32Array.from(rows), events: [[0.1, "pair", 0, 2, 1], [0.3, "pocket", 2, 3, 0.1]], final: [], fallen: [2], jumped: [],
  });
}

test("a hand's strokes spread as it says, the same for the same seed, and a hand of stone makes the stroke that is meant", () => {
  const hand = { place: 0.001, aim: 0.005, speed: 0.04 };
  const strokes = strokesNear(MEANT, hand, 4000, 7);
  const spread = (/** @type {number[]} */ values) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return [mean, Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)];
  };
  for (const [name, usual] of /** @type {const} */ ([["offset", 0.001], ["angle", 0.005], ["speed", 0.12]])) {
    const [mean, deviation] = spread(strokes.map((stroke) => stroke[name]));
    assert.ok(Math.abs(mean - MEANT[name]) < 0.06 * usual, name);
    assert.ok(Math.abs(deviation / usual - 1) < 0.05, name);
  }
  assert.deepEqual(strokesNear(MEANT, hand, 5, 7), strokes.slice(0, 5));
  assert.notDeepEqual(strokesNear(MEANT, hand, 5, 8), strokes.slice(0, 5));
  assert.deepEqual(strokesNear(MEANT, { place: 0, aim: 0, speed: 0 }, 2, 7), [MEANT, MEANT]);
});

test("what falls is counted by piece and by whether it is what the stroke that is meant takes", () => {
  const came = (/** @type {number[]} */ fallen, /** @type {[number, number, number][]} */ final) =>
    /** @type {import("../../src/carrom_web/static/physics/simulate.js").Simulated} */ ({ discs: [], duration: 1, segments: new Float32Array(), events: [], fallen, jumped: [], final });
  const outcomes = [came([2, 11], [[3, 0.5, 0]]), came([11, 2], []), came([2], [[3, 0.1, 0]]), came([], []), null];
  let at = -1;
  const found = scatterOf(came([2, 11], []), outcomes.map(() => MEANT), () => {
    at += 1;
    return outcomes[at];
  }, [[2, 0, 0], [3, 0.1, 0], [11, 0.2, 0]]);

  assert.equal(found.played, 4);
  assert.deepEqual([...found.fell].sort(), [[11, 2], [2, 3]]);
  assert.deepEqual([found.same, found.none], [2, 1]);
  assert.deepEqual(found.ends, [[3, 0.5, 0]]);
});

test("a moving picture has a key for each segment, the exact curve, and a piece that fell is gone", () => {
  const text = movingPicture(motion(), FRAME);

  assert.ok(text.includes("rotate(90) scale") && text.includes("A &amp; B") && text.includes("&lt;$&amp;&gt;"));
  const [striker, coin] = [...text.matchAll(/<animateTransform[^>]*keyTimes="([^"]+)" values="([^"]+)" keySplines="([^"]+)"/g)];
  assert.deepEqual(striker[2].split(";"), ["0 -250", "0 -250", "0 -41.35", "0 -41.35"]);
  assert.deepEqual(coin[2].split(";"), ["100 0", "100 0", "100 0", "200 0", "200 0"]);
  assert.equal(coin[3].split(";")[2], ".3333 0.6667 .6667 1"); // 1 m/s, 5 m/s2, 0.2 s: it comes to rest
  const whole = 0.5 + 0.3 + 1.5;
  assert.deepEqual(striker[1].split(";").map(Number).map((part) => Math.round(part * whole * 1000)), [0, 500, 600, 2300]);
  assert.equal([...text.matchAll(/attributeName="opacity"/g)].length, 1);
  assert.ok(coin[3].split(";").length === coin[1].split(";").length - 1);
});

test("a still picture shows who is there at that moment, and no contact that is yet to come", () => {
  const early = stillPicture(motion(), 0.05, FRAME);
  const late = stillPicture(motion(), 0.3, FRAME);

  assert.equal([...early.matchAll(/data-piece="/g)].length, 2);
  assert.equal([...early.matchAll(/<circle r="2"/g)].length, 0);
  assert.equal([...late.matchAll(/data-piece="/g)].length, 1);
  assert.equal([...late.matchAll(/<circle r="2"/g)].length, 1);
});
