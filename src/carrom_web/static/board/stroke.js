/**
 * The stroke that is being made: place, direction, pull, and what the server allows of them.
 * Every value is rounded to what will be sent before it is drawn, so picture and stroke are the same.
 */

import { degrees, nearest, nearestAngle, norm, radians, roundWithin, within } from "./geometry.js";
import { DECELERATION, metres, mm, RAIL_END } from "./measurements.js";
import { shareOfSpeed, speedOf } from "./pull.js";

/** @typedef {import("../site/wire.js").StrokeDomain} StrokeDomain */
/** @typedef {"place" | "aim" | "fine" | "pull" | "released" | "off"} Phase */

const SNAP = 2; // mm: limits pull the striker within this
const SNAP_MIDDLE = 3; // mm, and the middle within this
const PLACE_STEP = 0.01; // mm
export const LEAST_SHARE = 0.001; // of a full pull
const ANGLE_STEP = 0.001; // degrees
const AT_A_LIMIT = 0.0015; // degrees

export class Stroke {
  constructor() {
    /** @type {Phase} */
    this.phase = "off";
    this.offset = 0; // mm
    this.angle = 0; // degrees
    /** @type {{ offset: number, angle: number } | null} metres, radians: a recorded stroke that is shown as it was */
    this.recorded = null;
    this.held = false;
    this.share = 0; // of a full pull
    this.speed = 0; // m/s
    this.deceleration = DECELERATION; // m/s2 of this board, for what is said of a pull
    /** @type {StrokeDomain | null} */
    this.domain = null;
    /** @type {[number, number][]} mm */
    this.spans = [];
    /** @type {[number, number][]} degrees, ends that bound anything drawn in by one step */
    this.angles = [];
  }

  /** @param {StrokeDomain} domain as the server sent it */
  allow(domain) {
    this.domain = domain;
    this.spans = domain.spans.map(([from, to]) => [mm(from), mm(to)]);
    this.angles = domain.angles.map(([from, to]) => [degrees(from), degrees(to)]);
    if (this.angles.some(([from, to]) => to - from >= 360 - 1e-6)) this.angles = [[-180, 180]];
    else this.angles = this.angles.map(([from, to]) => [from + ANGLE_STEP, to - ANGLE_STEP]);
    this.aimAt(this.angle);
    if (this.phase === "off" || this.phase === "released") this.phase = "aim";
  }

  /** @param {number} offset mm, legal or not */
  place(offset) {
    let value = Math.max(-RAIL_END, Math.min(RAIL_END, offset));
    if (Math.abs(value) < SNAP_MIDDLE) value = 0;
    for (const end of this.spans.flat()) if (Math.abs(value - end) < SNAP) value = end;
    this.offset = roundWithin(this.spans, value, PLACE_STEP);
  }

  /** @param {number} offset mm, placed exactly there, without snapping */
  placeExactly(offset) {
    this.offset = roundWithin(this.spans, Math.max(-RAIL_END, Math.min(RAIL_END, offset)), PLACE_STEP);
  }

  /**
   * Lays it as a record has it, to the bit. It may lie there, for it did: a computer's striker may touch a coin.
   *
   * @param {number} offset m
   * @param {number} angle radians
   */
  layAsRecorded(offset, angle) {
    this.recorded = { offset, angle };
    this.offset = mm(offset);
    this.angle = degrees(angle);
    if (!this.legal) this.spans = [...this.spans, /** @type {[number, number]} */ ([this.offset, this.offset])].sort((a, b) => a[0] - b[0]);
  }

  placeNearest() {
    this.placeExactly(nearest(this.spans, this.offset));
  }

  /**
   * @param {number} angle degrees
   * @returns {boolean} whether it was stopped at a limit
   */
  aimAt(angle) {
    const wanted = norm(angle);
    const allowed = nearestAngle(this.angles, wanted);
    this.angle = roundWithin(this.angles, allowed, ANGLE_STEP);
    return Math.abs(norm(allowed - wanted)) > 1e-6;
  }

  get atLimit() {
    if (this.angles.length === 1 && this.angles[0][1] - this.angles[0][0] >= 360 - 1e-6) return false;
    return this.angles.flat().some((end) => Math.abs(norm(end - this.angle)) < AT_A_LIMIT);
  }

  /** @returns {[number, number]} m/s */
  get limits() {
    return this.domain?.speed ?? [0.05, 8];
  }

  /** @param {number} share 0 is no pull */
  pullTo(share) {
    this.share = Math.max(0, Math.min(1, share));
    this.speed = this.share > 0 ? speedOf(this.share, this.limits) : 0;
  }

  /** @param {number} speed m/s */
  pullToSpeed(speed) {
    this.pullAsRecorded(speed);
    this.speed = Number(this.speed.toFixed(3));
  }

  /** @param {number} speed m/s, stored to the bit: a computer's is not rounded */
  pullAsRecorded(speed) {
    const [least, most] = this.limits;
    this.speed = Math.max(least, Math.min(most, speed));
    this.share = Math.max(LEAST_SHARE, Math.min(1, shareOfSpeed(this.speed)));
  }

  get legal() {
    return within(this.spans, this.offset, 1e-7);
  }

  /** @returns {import("../site/wire.js").Gap | null} why the striker may not lie here */
  get gap() {
    if (this.legal || !this.domain) return null;
    const at = this.offset / 1000;
    const gaps = this.domain.gaps;
    return gaps.find((gap) => at >= gap.from - 1e-9 && at <= gap.to + 1e-9)
      ?? [...gaps].sort((a, b) => distanceTo(a, at) - distanceTo(b, at))[0] ?? null;
  }

  /** @returns {{ offset: number, angle: number, speed: number }} metres, radians, metres a second: exactly what is drawn */
  asSent() {
    const { recorded } = this; // what was not changed since is given to the bit
    return {
      offset: recorded && mm(recorded.offset) === this.offset ? recorded.offset : metres(this.offset),
      angle: recorded && degrees(recorded.angle) === this.angle ? recorded.angle : radians(this.angle),
      speed: this.speed,
    };
  }
}

/**
 * @param {{ from: number, to: number }} gap
 * @param {number} at
 */
function distanceTo(gap, at) {
  return Math.max(gap.from - at, at - gap.to, 0);
}
