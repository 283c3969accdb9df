/** How far a pull is, and what it means: length in CSS pixels to a share, share to speed. Pure. */

export const DEAD = 12;
const LEAST_FULL = 140;
const MOST_FULL = 240;
const SHARE_OF_BOARD = 0.42;
const RESTED = 60; // ms before letting go: lifting a finger moves it, so what counts is where it rested
export const SLACK_PULL = 24; // px
export const SLACK_FINE = 6; // px, for wheel, rail and pointing

/**
 * @param {number} boardWidth CSS px
 * @returns {number} the pull in px that is full
 */
export function fullPull(boardWidth) {
  return Math.min(MOST_FULL, Math.max(LEAST_FULL, SHARE_OF_BOARD * boardWidth));
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

/** @typedef {{ time: number, x: number, y: number, angle: number, offset: number }} Trace one moment of a drag */

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
