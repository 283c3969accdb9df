/**
 * The own stroke, simulated before the server has answered, then replaced by the server's motion and compared with it.
 * Only this page's own stroke, only where the server plays with the same engine, and never while one aims. Until the server
 * has stored it, nothing but the striker's free run is shown.
 */

import { ENGINE, PARAMETERS } from "../physics/figures.js";
import { isReady, load } from "../physics/kernel.js";
import { CannotPlayError, simulate } from "../physics/simulate.js";
import { floatsOf } from "../board/motion.js";

/** @typedef {import("../physics/simulate.js").Simulated} Simulated */
/** @typedef {import("../site/wire.js").Entry} Entry */
/** @typedef {import("../site/wire.js").Physics} Physics */
/** @typedef {import("../site/wire.js").Released} Released */
/** @typedef {import("../site/wire.js").Seat} Seat */
/** @typedef {import("../site/wire.js").WireMotion} WireMotion */
/** @typedef {"discs" | "events" | "segments" | "final"} Part of a motion */

const TIME_SENT = 1e-6; // s: the wire rounds times of events to this,
const SPEED_SENT = 1e-4; // m/s, and speeds to this
const FLOAT32 = 1.2e-7; // relative; the deceleration alone comes from a root of two squares

export class Ahead {
  /** @type {Float64Array | null} the surface of the match; null where the page waits for the server */
  parameters = null;

  /** @param {Physics | null | undefined} physics what the server plays with */
  learn(physics) {
    const same = physics?.engine === ENGINE && physics.parameters.length === PARAMETERS;
    this.parameters = same ? Float64Array.from(physics.parameters) : null;
    if (same) load().catch(() => {}); // where it cannot be had the page waits for the server
  }

  /**
   * @param {readonly import("../site/wire.js").Lying[]} position
   * @param {Released} stroke
   * @param {Seat} seat
   * @returns {Simulated | null} null where only the server can tell
   */
  simulated(position, stroke, seat) {
    if (!this.parameters || !position.length || !isReady()) return null;
    try {
      return simulate(position, stroke, seat, this.parameters);
    } catch (error) {
      if (error instanceof CannotPlayError) return null; // the server says why, in words
      throw error;
    }
  }
}

/**
 * @param {Simulated} simulated
 * @returns {number} seconds until the striker meets anything; the whole run of one that meets nothing
 */
export function firstContact(simulated) {
  return simulated.events[0]?.[0] ?? simulated.duration;
}

/**
 * @param {Entry} entry
 * @param {Released} stroke
 * @returns {boolean} whether the entry is this stroke
 */
export function isStroke(entry, stroke) {
  const { asked } = entry;
  return entry.kind === "stroke" && entry.motion !== null && asked.offset === stroke.offset && asked.angle === stroke.angle && asked.speed === stroke.speed;
}

/**
 * @param {Simulated} own
 * @param {WireMotion} served by the server
 * @returns {Part | null} the first part in which they differ. Places are compared to the last bit, what the wire rounds as it is rounded.
 */
export function difference(own, served) {
  if (own.discs.join() !== served.discs.join()) return "discs";
  const sameEvents = own.events.length === served.events.length && own.events.every(([time, what, first, second, speed], k) => {
    const other = served.events[k];
    return what === other[1] && first === other[2] && second === other[3] && near(time, other[0], TIME_SENT) && near(speed, other[4], SPEED_SENT);
  });
  if (!sameEvents) return "events";
  const floats = floatsOf(served.segments);
  if (floats.length !== own.segments.length || !own.segments.every((value, at) => near(value, floats[at], at % 7 === 6 ? FLOAT32 * value : 0))) return "segments";
  if (served.final && JSON.stringify(served.final) !== JSON.stringify(own.final)) return "final"; // written so, a float64 reads back as itself
  return null;
}

/**
 * @param {number} a
 * @param {number} b
 * @param {number} apart
 */
function near(a, b, apart) {
  return Math.abs(a - b) <= apart;
}
