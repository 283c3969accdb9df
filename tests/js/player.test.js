/** The player of a motion: what it shows before the motion is confirmed, and after. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Motion } from "../../src/carrom_web/static/board/motion.js";
import { Player } from "../../src/carrom_web/static/board/player.js";

/** @type {((now: number) => void)[]} */
let frames = [];
let reduced = false;
globalThis.requestAnimationFrame = (frame) => frames.push(frame);
globalThis.matchMedia = /** @type {any} */ (() => ({ matches: reduced }));
globalThis.document = /** @type {any} */ ({ createElementNS: () => ({ setAttribute: () => undefined, append: () => undefined }) });

/** The striker runs along x at 1 m/s and touches coin 2 after half a second; the coin goes on. */
const MOTION = new Motion(/** @type {any} */ ({
  discs: [0, 2], duration: 1, events: [[0.5, "pair", 0, 2, 1]],
  segments: Float32Array.from([0, 0, 0, 0, 1, 0, 0, 2, 0, 0.6, 0, 0, 0, 0, 0, 0.5, 0.5, 0, 0, 0, 0, 2, 0.5, 0.6, 0, 1, 0, 0, 2, 1, 1.1, 0, 0, 0, 0]),
}));

function table({ still = false } = {}) {
  reduced = still;
  frames = [];
  let now = 1;
  /** @type {Map<number, number>} x of each piece, mm */
  const places = new Map();
  /** @type {string[]} */
  const received = [];
  const board = /** @type {any} */ ({ put: (/** @type {number} */ number, /** @type {number} */ x) => places.set(number, Math.round(x)), aim: { replaceChildren: () => undefined }, puff: () => undefined });
  const player = new Player(board, { onEvent: (event) => received.push(event.what), pace: () => 1 });
  const run = (/** @type {number} */ seconds) => {
    for (let i = 0; i < seconds * 20; i += 1) {
      const due = frames;
      frames = [];
      now += 50;
      due.forEach((frame) => frame(now));
    }
  };
  return { player, places, received, run };
}

test("a motion that is not confirmed stops at its bound, silent, however long it waits", () => {
  const { player, places, received, run } = table();
  void player.play(MOTION, { until: 0.5 });

  run(5);

  assert.deepEqual(Object.fromEntries(places), { 0: 500, 2: 600 });
  assert.deepEqual(received, []);
  assert.equal(player.waiting, true);
});

test("what was asked for in haste is shown up to the bound, and the rest at once when it is confirmed", async () => {
  const { player, places } = table();
  const seen = player.play(MOTION, { until: 0.5 });

  player.skip();
  assert.deepEqual(Object.fromEntries(places), { 0: 500, 2: 600 });
  assert.equal(player.playing, true);
  player.replace(MOTION);
  await seen;

  assert.equal(places.get(2), 1100);
});

test("once it is confirmed the picture goes on from where it waited", async () => {
  const { player, places, received, run } = table();
  const seen = player.play(MOTION, { until: 0.5 });
  run(2);

  player.replace(MOTION);
  run(0.2);
  const coin = places.get(2) ?? 0;
  assert.ok(coin > 600 && coin < 1100, `the coin lies at ${coin}`);
  run(2);
  await seen;

  assert.deepEqual(received, ["pair"]);
  assert.equal(places.get(2), 1100);
});

test("where nothing may fly the tracks end at the bound too", async () => {
  const { player, places } = table({ still: true });
  const seen = player.play(MOTION, { until: 0.5 });

  player.step();
  player.skip();
  assert.deepEqual(Object.fromEntries(places), { 0: 500, 2: 600 });
  player.replace(MOTION);
  player.skip();
  await seen;

  assert.equal(places.get(2), 1100);
});

/** @returns {() => boolean} whether what was promised has come */
function listenTo(/** @type {Promise<void>} */ promise) {
  let come = false;
  void promise.then(() => { come = true; });
  return () => come;
}

test("where nothing may fly the tracks go by themselves, and a sign of life gives them their whole time again", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { player, places } = table({ still: true });
  const seen = listenTo(player.play(MOTION));

  context.mock.timers.tick(1000);
  player.countDown(); // the pointer moved towards a button
  context.mock.timers.tick(1000);
  await Promise.resolve();
  assert.equal(seen(), false);
  context.mock.timers.tick(1000);
  await Promise.resolve();

  assert.equal(seen(), true);
  assert.equal(places.get(2), 1100);
});

test("tracks that are held stay until they are left, and go on counting when they are let go", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { player } = table({ still: true });
  let held = true;
  player.holds = () => held;
  const seen = listenTo(player.play(MOTION));

  context.mock.timers.tick(3_600_000);
  await Promise.resolve();
  assert.equal(seen(), false);
  held = false;
  player.countDown();
  context.mock.timers.tick(1300);
  await Promise.resolve();

  assert.equal(seen(), true);
});

test("tracks that one steps through stay too, and their countdown ends nothing that comes later", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { player } = table({ still: true });
  const first = listenTo(player.play(MOTION));
  context.mock.timers.tick(1000);
  player.step();
  player.countDown();
  context.mock.timers.tick(60_000);
  await Promise.resolve();
  assert.equal(first(), false);
  player.skip();

  const second = listenTo(player.play(MOTION));
  context.mock.timers.tick(1000);
  await Promise.resolve();

  assert.deepEqual([first(), second()], [true, false]);
});

test("a motion of somebody else is shown to its end", async () => {
  const { player, places, run } = table();
  const seen = player.play(MOTION);

  run(3);
  await seen;

  assert.equal(places.get(2), 1100);
});
