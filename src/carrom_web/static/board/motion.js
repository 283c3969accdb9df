/**
 * A stroke's motion, as the server sent it or the page simulated it: exact segments of constant deceleration, and the
 * ordered events.
 * Pure: it tells where every disc is at a time, and draws nothing.
 */

import { mm } from "./measurements.js";

/** @typedef {{ time: number, what: import("../site/wire.js").Happening[1], first: number, second: number, speed: number }} MotionEvent */
/** @typedef {{ time: number, x: number, y: number, vx: number, vy: number, deceleration: number }} Segment metres, seconds */

const ROW = 7; // number, t, x, y, vx, vy, a
const FALL = 0.3; // s in which a pocketed piece goes out of sight
const SMALLER = 0.34; // by this much it is smaller then
const POCKET = 347.75; // mm, the middles of the pockets from those of the board

/**
 * @param {string} base64 little-endian float32
 * @returns {Float32Array}
 */
export function floatsOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
  const view = new DataView(bytes.buffer);
  const floats = new Float32Array(bytes.length >> 2);
  for (let i = 0; i < floats.length; i += 1) floats[i] = view.getFloat32(i * 4, true);
  return floats;
}

export class Motion {
  /** @param {import("../site/wire.js").WireMotion | import("../physics/simulate.js").Simulated} wire */
  constructor(wire) {
    this.discs = wire.discs;
    this.duration = wire.duration;
    /** @type {MotionEvent[]} */
    this.events = wire.events.map(([time, what, first, second, speed]) => ({ time, what, first, second, speed }));
    /** @type {Map<number, Segment[]>} */
    this.segments = new Map(wire.discs.map((number) => [number, []]));
    const floats = typeof wire.segments === "string" ? floatsOf(wire.segments) : wire.segments;
    for (let i = 0; i + ROW <= floats.length; i += ROW) {
      const [number, time, x, y, vx, vy, deceleration] = floats.subarray(i, i + ROW);
      const rows = this.segments.get(number) ?? [];
      rows.push({ time, x, y, vx, vy, deceleration });
      this.segments.set(number, rows);
    }
    const gone = this.events.filter((event) => event.what === "pocket" || event.what === "jump");
    /** @type {Map<number, number>} when each disc fell, or went over a frame */
    this.fell = new Map(gone.map((event) => [event.first, event.time]));
    /** @type {Map<number, number>} into which pocket: bit 0 is right, bit 1 far */
    this.into = new Map(gone.filter(({ what }) => what === "pocket").map((event) => [event.first, event.second]));
    this.end = Math.max(this.duration, ...[...this.fell.values()].map((time) => time + FALL));
  }

  /**
   * @param {number} number
   * @param {number} time seconds since the release
   * @returns {[number, number] | null} millimetres in board axes; null for a disc that takes no part
   */
  at(number, time) {
    const rows = this.segments.get(number);
    if (!rows || !rows.length) return null;
    let low = 0;
    let high = rows.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (rows[middle].time <= time) low = middle;
      else high = middle - 1;
    }
    return placeIn(rows[low], time);
  }

  /**
   * @param {number} number
   * @param {number} time
   * @returns {[number, number] | null} where the disc is drawn: one that falls goes to the middle of its pocket
   */
  drawnAt(number, time) {
    const place = this.at(number, time);
    const [fell, pocket] = [this.fell.get(number), this.into.get(number)];
    if (!place || fell === undefined || pocket === undefined || time <= fell) return place;
    const share = 1 - (1 - Math.min(1, (time - fell) / FALL)) ** 2; // quick at the rim
    const middle = [pocket & 1 ? POCKET : -POCKET, pocket & 2 ? POCKET : -POCKET];
    return [place[0] + (middle[0] - place[0]) * share, place[1] + (middle[1] - place[1]) * share];
  }

  /**
   * @param {number} number
   * @param {number} time
   * @returns {number} how much of a falling disc is left to see: 1 on the board, 0 gone
   */
  size(number, time) {
    const fell = this.fell.get(number);
    if (fell === undefined || time <= fell) return 1;
    return time >= fell + FALL ? 0 : 1 - SMALLER * ((time - fell) / FALL);
  }

  /**
   * @param {number} from
   * @param {number} to
   * @returns {MotionEvent[]} those after `from`, up to and with `to`
   */
  eventsBetween(from, to) {
    return this.events.filter((event) => event.time > from && event.time <= to);
  }

  /**
   * @param {number} number
   * @param {number} [until]
   * @returns {[number, number][]} the disc's way as points, dense enough to draw; straight legs need their ends only
   */
  track(number, until = this.duration) {
    const rows = this.segments.get(number) ?? [];
    /** @type {[number, number][]} */
    const points = [];
    rows.forEach((row) => {
      if (row.time <= until) points.push(placeIn(row, row.time));
    });
    const end = this.at(number, until);
    if (end) points.push(end);
    return points;
  }

  /** @param {number} number */
  moves(number) {
    return (this.segments.get(number) ?? []).some((row) => row.vx !== 0 || row.vy !== 0);
  }
}

/**
 * @param {Segment} row
 * @param {number} time
 * @returns {[number, number]} millimetres
 */
function placeIn(row, time) {
  const speed = Math.hypot(row.vx, row.vy);
  if (speed === 0) return [mm(row.x), mm(row.y)];
  let h = Math.max(0, time - row.time);
  if (row.deceleration > 0) h = Math.min(h, speed / row.deceleration);
  const way = h - (row.deceleration * h * h) / (2 * speed);
  return [mm(row.x + row.vx * way), mm(row.y + row.vy * way)];
}
