/**
 * Geometry of aiming, pure. Degrees from straight ahead, left positive; millimetres in the striking player's axes.
 * It draws the line to the first contact and after one rebound; it never says how anything would run on.
 */

import { BASE_MIDDLE, COIN, HALF, STRIKER } from "./measurements.js";

/** @typedef {[number, number]} Point */
/** @typedef {{ number: number, x: number, y: number }} Disc */
/** @typedef {{ legs: [Point, Point][], hit: Disc | null, ghost: Point }} AimPath */

const REACH = STRIKER + COIN;

/**
 * @param {number} x
 * @param {number} y
 * @param {number} quarterTurns anticlockwise
 * @returns {Point} turned about the centre, exactly
 */
export function turn(x, y, quarterTurns) {
  switch (((quarterTurns % 4) + 4) % 4) {
    case 1: return [-y, x];
    case 2: return [-x, -y];
    case 3: return [y, -x];
    default: return [x, y];
  }
}

/**
 * @param {number} degrees
 * @returns {number} the same direction within -180..180
 */
export function norm(degrees) {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}

/** @param {number} degrees */
export function radians(degrees) {
  return (degrees * Math.PI) / 180;
}

/** @param {number} rad */
export function degrees(rad) {
  return (rad * 180) / Math.PI;
}

/**
 * @param {number} angle degrees
 * @returns {Point} the unit vector of a stroke
 */
export function direction(angle) {
  return [-Math.sin(radians(angle)), Math.cos(radians(angle))];
}

/**
 * @param {Point} point
 * @param {number} offset of the striker
 * @returns {number} the angle that points from the striker to it
 */
export function toward([x, y], offset) {
  return degrees(Math.atan2(-(x - offset), y + BASE_MIDDLE));
}

/**
 * @param {Point} from
 * @param {Point} unit
 * @param {Disc[]} discs
 * @returns {{ distance: number, hit: Disc | null, wall: "x" | "y" | null }} how far the striker goes until it touches something
 */
function castRay([x, y], [dx, dy], discs) {
  /** @type {{ distance: number, hit: Disc | null, wall: "x" | "y" | null }} */
  let best = { distance: Infinity, hit: null, wall: null };
  for (const disc of discs) {
    const fx = disc.x - x;
    const fy = disc.y - y;
    const along = fx * dx + fy * dy;
    const aside = fx * fx + fy * fy - along * along;
    if (along <= 0 || aside >= REACH * REACH) continue;
    const distance = along - Math.sqrt(REACH * REACH - aside);
    if (distance > -1e-6 && distance < best.distance) best = { distance: Math.max(0, distance), hit: disc, wall: null };
  }
  const inner = HALF - STRIKER;
  for (const [place, speed, wall] of /** @type {[number, number, "x" | "y"][]} */ ([[x, dx, "x"], [y, dy, "y"]])) {
    const distance = speed > 0 ? (inner - place) / speed : speed < 0 ? (-inner - place) / speed : Infinity;
    if (distance > 1e-6 && distance < best.distance) best = { distance, hit: null, wall };
  }
  return best;
}

/**
 * @param {number} offset
 * @param {number} angle
 * @param {Disc[]} discs in the player's axes
 * @returns {AimPath} to the first contact, with one leg after the first frame
 */
export function aimPath(offset, angle, discs) {
  /** @type {[Point, Point][]} */
  const legs = [];
  /** @type {Point} */
  let from = [offset, -BASE_MIDDLE];
  let unit = direction(angle);
  /** @type {Disc | null} */
  let hit = null;
  for (let leg = 0; leg < 2; leg += 1) {
    const ray = castRay(from, unit, discs);
    if (!Number.isFinite(ray.distance)) break;
    /** @type {Point} */
    const to = [from[0] + unit[0] * ray.distance, from[1] + unit[1] * ray.distance];
    legs.push([from, to]);
    hit = ray.hit;
    from = to;
    if (!ray.wall) break;
    unit = ray.wall === "x" ? [-unit[0], unit[1]] : [unit[0], -unit[1]];
  }
  return { legs, hit, ghost: from };
}

/**
 * @param {AimPath} path
 * @returns {number | null} the share of the coin's face that is hit in per cent, 100 head-on; null where nothing is hit
 */
export function fullness(path) {
  const last = path.legs.at(-1);
  if (!path.hit || !last) return null;
  const [[ax, ay], [bx, by]] = last;
  const length = Math.hypot(bx - ax, by - ay);
  if (length < 1e-9) return 100;
  const aside = Math.abs((path.hit.x - ax) * ((by - ay) / length) - (path.hit.y - ay) * ((bx - ax) / length));
  return Math.round(100 * (1 - Math.min(1, aside / REACH)));
}

/** @typedef {[number, number]} Span from and to, both allowed */

/**
 * @param {Span[]} spans
 * @param {number} value
 * @param {number} [slack]
 */
export function within(spans, value, slack = 1e-9) {
  return spans.some(([from, to]) => value >= from - slack && value <= to + slack);
}

/**
 * @param {Span[]} spans
 * @param {number} value
 * @param {number} step what is sent is a whole number of these
 * @returns {number} rounded to the step, and never out of the span that holds the value
 */
export function roundWithin(spans, value, step) {
  const whole = Math.round(1 / step);
  const rounded = Math.round(value * whole) / whole;
  const span = spans.find(([from, to]) => value >= from - step && value <= to + step);
  if (!span) return rounded;
  if (rounded < span[0]) return Math.ceil(span[0] * whole - 1e-9) / whole;
  if (rounded > span[1]) return Math.floor(span[1] * whole + 1e-9) / whole;
  return rounded;
}

/**
 * @param {Span[]} spans
 * @param {number} value
 * @returns {number} itself where allowed, else the nearest allowed value
 */
export function nearest(spans, value) {
  if (!spans.length || within(spans, value)) return value;
  return spans.flat().reduce((best, end) => (Math.abs(end - value) < Math.abs(best - value) ? end : best));
}

/**
 * @param {Span[]} spans of angles in degrees
 * @param {number} angle
 * @returns {number} the nearest allowed direction, the short way round
 */
export function nearestAngle(spans, angle) {
  if (!spans.length || within(spans, angle, 1e-7)) return angle;
  return spans.flat().reduce((best, end) => (Math.abs(norm(end - angle)) < Math.abs(norm(best - angle)) ? end : best));
}
