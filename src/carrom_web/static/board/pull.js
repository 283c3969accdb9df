/** How far a pull is, and what it means: length in CSS pixels to a share, share to speed, way to an aim. Pure. */

import { degrees, norm } from "./geometry.js";

export const DEAD = 12;
const LEAST_FULL = 140;
const MOST_FULL = 240;
const SHARE_OF_BOARD = 0.42;
const EDGE = 14; // px that a pull stays away from the window's edge
const LEAST_ROOM = 32; // px: from a point nearer to an edge the pull goes another way
const ALONG = 35; // degrees from the base line: a drag of the striker within them places it
const STEEPEST = 90 - ALONG;
const RESTED = 60; // ms before letting go: lifting a finger moves it, so what counts is where it rested
export const SLACK_PULL = 24; // px
export const SLACK_FINE = 6; // px, for ruler, placing and pointing
const FREES = 36; // px: a pull that is longer, and points more than this many degrees away from the aim, lets it go
const CROOKED = 12;

/** @typedef {[number, number]} Pixels CSS px to the right and down */

/**
 * Full power is in reach wherever one pulls: where the window ends earlier, the pull is shorter.
 *
 * @param {number} boardWidth CSS px
 * @param {number} [room] px that there are in the pull's own way
 * @returns {number} the pull in px that is full
 */
export function fullPull(boardWidth, room = Infinity) {
  return Math.min(MOST_FULL, Math.max(LEAST_FULL, SHARE_OF_BOARD * boardWidth), Math.max(LEAST_ROOM, room));
}

/**
 * @param {Pixels} from where the pull began
 * @param {Pixels} way its direction, of any length
 * @param {Pixels} size of the window
 * @returns {number} px that a pull may be long this way
 */
export function roomFor(from, way, size) {
  const length = Math.hypot(...way);
  if (length === 0) return Infinity;
  const rooms = [0, 1].map((axis) => {
    const share = way[axis] / length;
    if (share === 0) return Infinity;
    return share > 0 ? (size[axis] - EDGE - from[axis]) / share : (EDGE - from[axis]) / share;
  });
  return Math.max(0, Math.min(...rooms));
}

/**
 * @param {number} px of a drag of the striker, in the player's axes
 * @param {number} py
 * @returns {boolean} whether it runs along the base line: then it places, and never aims
 */
export function isAlong(px, py) {
  return Math.abs(py) < Math.tan((ALONG * Math.PI) / 180) * Math.abs(px);
}

/**
 * A slingshot: the striker goes against the pull. A pull that has become one along the base line, as by a hand that
 * slips aside, turns the aim no further than a pull that could have started; steeper aims are pointed.
 *
 * @param {number} px the way of the striker, in the player's axes
 * @param {number} py
 * @param {number} before the aim so far: forward stays forward until the hand is clearly behind
 * @returns {number} degrees
 */
export function aimOfPull(px, py, before) {
  const angle = degrees(Math.atan2(-px, py));
  if (!isAlong(px, py)) return angle;
  return Math.sign(angle) * (Math.abs(before) <= 90 ? STEEPEST : 180 - STEEPEST);
}

/**
 * @param {number} px the way of the striker, in the player's axes
 * @param {number} py
 * @param {number} angle degrees, the aim
 * @returns {boolean} whether the pull goes against the aim, as nearly as a hand can
 */
export function isAgainst(px, py, angle) {
  return Math.abs(norm(degrees(Math.atan2(-px, py)) - angle)) <= CROOKED;
}

/**
 * An aim that was pointed, ruled or keyed stays while one pulls, unless the pull is clearly meant otherwise.
 *
 * @param {number} length px of the pull
 * @param {number} px the way of the striker, in the player's axes
 * @param {number} py
 * @param {number} angle degrees, the aim that stays
 * @returns {boolean} whether the aim comes free
 */
export function frees(length, px, py, angle) {
  return length > FREES && !isAgainst(px, py, angle);
}

/**
 * @param {number} length px
 * @param {number} full px
 * @returns {number} 0 within the dead zone, 1 when full
 */
export function shareOf(length, full) {
  return Math.min(1, Math.max(0, (length - DEAD) / (full - DEAD)));
}

/** @param {number} share 0..1 */
function curve(share) {
  return 0.2 + 2.2 * share + 5.6 * share ** 3;
}

/**
 * @param {number} share 0..1
 * @param {[number, number]} limits m/s, the least and the greatest speed that may be struck
 * @returns {number} m/s: fine where nearly all play happens, steep at the end
 */
export function speedOf(share, [least, most]) {
  return Number(Math.min(most, Math.max(least, curve(share))).toFixed(3));
}

/**
 * @param {number} speed m/s
 * @returns {number} the share that gives this speed
 */
export function shareOfSpeed(speed) {
  let [low, high] = [0, 1];
  for (let i = 0; i < 40; i += 1) {
    const middle = (low + high) / 2;
    if (curve(middle) < speed) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * One moment of a drag: where the pointer was, and what it had set by then.
 *
 * @typedef {{ time: number, x: number, y: number, angle: number, offset: number, held: boolean, share: number }} Trace
 */

/**
 * @param {Trace[]} trail oldest first
 * @param {number} now ms, when the pointer was lifted
 * @param {number} slack px
 * @returns {Trace | null} where the pointer rested before it was lifted, or null where it was clearly still on its way
 */
export function rested(trail, now, slack) {
  const last = trail.at(-1);
  if (!last) return null;
  for (let i = trail.length - 1; i >= 0; i -= 1) {
    const moment = trail[i];
    if (now - moment.time >= RESTED) return Math.hypot(last.x - moment.x, last.y - moment.y) < slack ? moment : null;
  }
  return null;
}
