/**
 * A stroke simulated in the page: what the server will come to, to the last bit, where engine and surface are the same.
 * It says how discs run. It decides nothing: what counts is what the server stores.
 */

import { turn } from "../board/geometry.js";
import { quarterTurns } from "../site/wire.js";
import {
  BAD_ANGLE, BAD_OFFSET, BAD_PLACE, BAD_SPEED, BAD_STROKE, DISCS, DONE, EVENT_COLUMNS, F_BACK, F_BEHIND, F_CROSSED,
  F_EVENT_ROWS, F_FIRST, F_FRAMES, F_JUMPED, F_SEGMENT_ROWS, F_SPREAD, F_STATUS, F_STRUCK, FACTS, FRAME, FULL, JUMP, OUTSIDE, OVER_POCKET, OVERLAP, PAIR, POCKET, SEGMENT_COLUMNS, UNSETTLED, WALL,
} from "./figures.js";
import { simulateStrokes } from "./kernel.js";
import { SLIDING } from "./sliding.js";

/** @typedef {import("../site/wire.js").Seat} Seat */
/** @typedef {import("../site/wire.js").Lying} Lying */
/** @typedef {import("../site/wire.js").Released} Released */
/** @typedef {import("../site/wire.js").Happening} Happening */
/**
 * What a stroke came to, in board axes: as the wire tells a motion, with the rows as they are. `fallen` and `jumped` are numbers in
 * order: of what fell into pockets, and of what went over a frame.
 *
 * @typedef {{ discs: number[], duration: number, segments: Float32Array, events: Happening[], final: Lying[], fallen: number[], jumped: number[] }} Simulated
 */

let room = 1024; // rows; more is made when it does not do
let segmentRoom = new Float64Array(room * SEGMENT_COLUMNS); // reused: a stroke that is aimed is simulated in every frame
let eventRoom = new Float64Array(room * EVENT_COLUMNS);
const DRAWN = 7; // columns of a motion that is drawn: number, t, x, y, vx, vy, deceleration

/** Why a stroke cannot be simulated, by the kernel's status; the words are the codes of the server's errors. */
const REASONS = new Map([
  [UNSETTLED, "unsettled"], [BAD_STROKE, "impossible-stroke"], [BAD_SPEED, "speed-out-of-range"], [BAD_OFFSET, "offset-out-of-range"],
  [BAD_ANGLE, "angle-out-of-range"], [BAD_PLACE, "striker-overlaps"], [OUTSIDE, "off-surface"], [OVERLAP, "pieces-overlap"],
  [OVER_POCKET, "in-pocket"],
]);

/** @type {Map<number, Happening[1]>} */
const WORDS = new Map([[PAIR, "pair"], [FRAME, "frame"], [POCKET, "pocket"], [WALL, "wall"], [JUMP, "jump"]]);

// One quarter turn anticlockwise: frames right to far, far to left, left to near, near to right; pockets likewise.
const NEXT_FRAME = [2, 3, 1, 0];
const NEXT_POCKET = [1, 3, 0, 2];

export class CannotPlayError extends Error {
  /** @param {string} code */
  constructor(code) {
    super(`the stroke cannot be simulated: ${code}`);
    this.code = code;
  }
}

/**
 * @param {readonly Lying[]} position metres in board axes, without the striker
 * @param {Released} stroke in the player's axes
 * @param {Seat} seat who strikes
 * @param {Float64Array} parameters of the surface, in the kernel's order
 * @returns {Simulated}
 * @throws {CannotPlayError} the pieces cannot lie so, or the striker cannot be struck so
 */
export function simulate(position, stroke, seat, parameters) {
  const turns = quarterTurns(seat);
  const came = cameTo(position, stroke, turns, parameters);
  const events = eventsOf(came.events, turns);
  return {
    discs: [0, ...position.map(([number]) => number).sort((a, b) => a - b)],
    duration: came.duration,
    segments: drawnRows(came.segments, turns),
    events,
    final: finalOf(came.final, turns),
    fallen: [...came.fallen].filter((number) => number >= 0),
    jumped: events.filter(([, what]) => what === "jump").map(([, , number]) => number),
  };
}

/**
 * What laws ask of a stroke, for Python in this page.
 *
 * @param {readonly Lying[]} position
 * @param {Released} stroke
 * @param {Seat} seat
 * @param {Float64Array} parameters
 * @returns {{ final: Lying[], fallen: number[], facts: number[] }} as `carrom.physics.trace.trace_of` takes them
 * @throws {CannotPlayError}
 */
export function simulateFacts(position, stroke, seat, parameters) {
  const turns = quarterTurns(seat);
  const { final, fallen, facts } = cameTo(position, stroke, turns, parameters);
  return {
    final: finalOf(final, turns),
    fallen: [...fallen].filter((number) => number >= 0),
    facts: [F_FIRST, F_STRUCK, F_JUMPED, F_SPREAD, F_FRAMES, F_CROSSED, F_BEHIND, F_BACK].map((fact) => facts[fact]),
  };
}

/**
 * @param {readonly Lying[]} position
 * @param {Released} stroke
 * @param {number} turns of the player's seat
 * @param {Float64Array} parameters
 * @throws {CannotPlayError}
 */
function cameTo(position, stroke, turns, parameters) {
  const layout = layoutOf(position, turns);
  const struck = Float64Array.of(stroke.offset, stroke.angle, stroke.speed);
  let came = run(struck, layout, parameters);
  while (came.facts[F_STATUS] === FULL) {
    room *= 8;
    segmentRoom = new Float64Array(room * SEGMENT_COLUMNS);
    eventRoom = new Float64Array(room * EVENT_COLUMNS);
    came = run(struck, layout, parameters);
  }
  const status = came.facts[F_STATUS];
  if (status !== DONE) throw new CannotPlayError(REASONS.get(status) ?? "unsettled");
  return came;
}

/**
 * Many strokes on one position, without their motions.
 *
 * @param {Float64Array} strokes (n, 3) offset, angle, speed
 * @param {Float64Array} layout from `layoutOf`
 * @param {Float64Array} parameters
 * @returns {{ fallen: Int8Array, facts: Int32Array }} (n, 20) numbers in the order they fell, -1 for none; (n, FACTS)
 */
export function simulateMany(strokes, layout, parameters) {
  const count = strokes.length / 3;
  const final = new Float64Array(count * DISCS * 2);
  const fallen = new Int8Array(count * DISCS).fill(-1);
  const facts = new Int32Array(count * FACTS);
  simulateStrokes(strokes, layout, parameters, SLIDING, final, fallen, facts, new Float64Array(count), new Float64Array(0), new Float64Array(0));
  return { fallen, facts };
}

/**
 * @param {Float64Array} stroke
 * @param {Float64Array} layout
 * @param {Float64Array} parameters
 */
function run(stroke, layout, parameters) {
  const final = new Float64Array(DISCS * 2).fill(NaN);
  const fallen = new Int8Array(DISCS).fill(-1);
  const facts = new Int32Array(FACTS);
  const duration = new Float64Array(1);
  simulateStrokes(stroke, layout, parameters, SLIDING, final, fallen, facts, duration, segmentRoom, eventRoom);
  return {
    final, fallen, facts, duration: duration[0],
    segments: segmentRoom.subarray(0, facts[F_SEGMENT_ROWS] * SEGMENT_COLUMNS),
    events: eventRoom.subarray(0, facts[F_EVENT_ROWS] * EVENT_COLUMNS),
  };
}

/**
 * @param {readonly Lying[]} position
 * @param {number} turns of the player's seat
 * @returns {Float64Array} a place for each number in the player's axes, NaN where that piece is not on the surface
 */
export function layoutOf(position, turns) {
  const layout = new Float64Array(DISCS * 2).fill(NaN);
  for (const [number, x, y] of position) {
    const [px, py] = turn(x, y, -turns);
    layout[2 * number] = px + 0; // no zero comes out negative
    layout[2 * number + 1] = py + 0;
  }
  return layout;
}

/**
 * @param {Float64Array} final
 * @param {number} turns
 * @returns {Lying[]} in order of their numbers, the striker left out
 */
function finalOf(final, turns) {
  /** @type {Lying[]} */
  const lying = [];
  for (let number = 1; number < DISCS; number += 1) {
    if (Number.isNaN(final[2 * number])) continue;
    const [x, y] = turn(final[2 * number], final[2 * number + 1], turns);
    lying.push([number, x + 0, y + 0]);
  }
  return lying;
}

/**
 * @param {Float64Array} segments
 * @param {number} turns
 * @returns {Float32Array} as the wire has them
 */
function drawnRows(segments, turns) {
  const rows = new Float32Array((segments.length / SEGMENT_COLUMNS) * DRAWN);
  for (let at = 0, from = 0; from < segments.length; at += DRAWN, from += SEGMENT_COLUMNS) {
    const [number, time, px, py, pvx, pvy, ax, ay] = segments.subarray(from, from + SEGMENT_COLUMNS);
    const [x, y] = turn(px, py, turns);
    const [vx, vy] = turn(pvx, pvy, turns);
    rows.set([number, time, x, y, vx, vy, Math.sqrt(ax * ax + ay * ay)], at);
  }
  return rows;
}

/**
 * @param {Float64Array} events
 * @param {number} turns
 * @returns {Happening[]}
 */
function eventsOf(events, turns) {
  /** @type {Happening[]} */
  const happenings = [];
  for (let from = 0; from < events.length; from += EVENT_COLUMNS) {
    const [time, kind, first, second, speed] = events.subarray(from, from + EVENT_COLUMNS);
    const what = WORDS.get(kind);
    if (!what) continue;
    const next = what === "pair" ? null : what === "pocket" ? NEXT_POCKET : NEXT_FRAME;
    let where = second;
    for (let k = 0; next && k < turns; k += 1) where = next[where];
    happenings.push([time, what, first, where, speed]);
  }
  return happenings;
}
