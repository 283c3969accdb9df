/** The own stroke ahead of the server: what follows when it is confirmed, refused, overtaken, or the state comes instead. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Timeline } from "../../src/carrom_web/static/match/timeline.js";

globalThis.matchMedia = /** @type {any} */ (() => ({ matches: true })); // nothing glides
const STROKE = { offset: 0.01, angle: 0.1, speed: 2 };
const OWN = /** @type {any} */ ({ discs: [0, 2], duration: 1, segments: new Float32Array(0), events: [], final: [[2, 0.1, 0.2]], fallen: [], jumped: [] });
const NOW = () => new Promise((resolve) => setTimeout(resolve));

function view(version, position = [[2, 0, 0]]) {
  return /** @type {any} */ ({ version, position });
}

/** @param {any} [final] */
function event(number, { asked = STROKE, kind = "stroke", final = [[2, 0.1, 0.2]], motion = true } = {}) {
  const wire = { discs: [0, 2], duration: 1, segments: "", events: [], final };
  return /** @type {any} */ ({ kind: "event", number, entry: { kind, asked, motion: motion ? wire : null }, view: view(number, [[2, number, 0]]) });
}

function table() {
  /** @type {any[]} */
  const calls = [];
  /** @type {(() => void) | null} */
  let ends = null;
  const player = {
    play: () => new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
      calls.push("plays");
      ends = () => resolve();
    }),
    end: () => ends?.(),
    stop: () => ends?.(),
    skip: () => ends?.(),
    replace: () => calls.push("replaced"),
  };
  /** @type {any} */
  const board = { nodes: new Map(), lay: (/** @type {number[][]} */ position) => calls.push(`lies at ${position[0][1]}`) };
  const timeline = new Timeline(board, /** @type {any} */ (player), {
    starts: async () => void calls.push("starts"),
    shown: (/** @type {any} */ happened, /** @type {any} */ now) => calls.push(`shown ${happened ? happened.number : "state"} ${now.version}`),
    missing: () => calls.push("missing"),
    differs: (number, part) => calls.push(`differs ${number} ${part}`),
    origin: () => [0, 0],
  });
  return { timeline, player, calls };
}

async function struck() {
  const all = table();
  all.timeline.reset(view(4));
  await NOW();
  all.calls.length = 0;
  void all.timeline.ahead(STROKE, OWN);
  await NOW();
  return all;
}

test("a stroke that the server confirms is shown once and then ruled", async () => {
  const { timeline, player, calls } = await struck();

  timeline.push(event(5));
  await NOW();
  assert.deepEqual(calls, ["plays", "replaced"]); // the ruling waits for the end of the motion
  player.end();
  await NOW();

  assert.deepEqual(calls, ["plays", "replaced", "lies at 5", "shown 5 5"]);
  assert.equal(timeline.busy, false);
});

test("a stroke that has run to its end waits for the server", async () => {
  const { timeline, player, calls } = await struck();

  player.end();
  await NOW();
  assert.deepEqual(calls, ["plays"]);
  timeline.push(event(5));
  await NOW();

  assert.deepEqual(calls.slice(-2), ["lies at 5", "shown 5 5"]);
});

test("a refused stroke puts the board back", async () => {
  const { timeline, calls } = await struck();

  timeline.back();
  await NOW();

  assert.deepEqual(calls, ["plays", "lies at 0", "shown state 4"]);
  assert.equal(timeline.busy, false);
});

test("an entry that was stored first is shown instead, from the board as it was", async () => {
  const { timeline, calls } = await struck();

  timeline.push(event(5, { kind: "concede", motion: false }));
  await NOW();
  timeline.back(); // the refusal that follows
  await NOW();

  assert.deepEqual(calls, ["plays", "lies at 5", "shown 5 5"]);
});

test("another's stroke that was stored first is played as the server tells it", async () => {
  const { timeline, player, calls } = await struck();

  timeline.push(event(5, { asked: { ...STROKE, speed: 3 } }));
  await NOW();
  player.end();
  await NOW();

  assert.deepEqual(calls, ["plays", "starts", "plays", "lies at 5", "shown 5 5"]);
});

test("a state that comes instead of the event is shown at once", async () => {
  const { timeline, calls } = await struck();

  timeline.reset(view(4));
  await NOW();
  assert.deepEqual(calls, ["plays"]); // it says nothing new
  timeline.reset(view(7, [[2, 7, 0]]));
  await NOW();

  assert.deepEqual(calls, ["plays", "lies at 7", "shown state 7"]);
  assert.equal(timeline.busy, false);
});

test("what differs from the server's is reported, and the server's is shown", async () => {
  const { timeline, player, calls } = await struck();

  timeline.push(event(5, { final: [[2, 0.1, 0.2 + 2 ** -54]] }));
  player.end();
  await NOW();

  assert.deepEqual(calls, ["plays", "differs 5 final", "replaced", "lies at 5", "shown 5 5"]);
});

test("an event after the next asks for what is missing and leaves the stroke running", async () => {
  const { timeline, calls } = await struck();

  timeline.push(event(6));
  await NOW();

  assert.deepEqual(calls, ["plays", "missing"]);
});
