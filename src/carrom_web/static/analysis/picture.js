/**
 * A stroke as a file: one SVG that stands by itself, still or moving, as `carrom simulate --svg` and `--animate` draw it.
 * Between two keys a disc slides on a straight line and slows down evenly: a Bézier curve with handles at a third and two thirds of
 * the time is just that, so the motion is exact. The empty board comes from the server (`analysis.picture`). Pure.
 */

import { letterOf, radiusOf } from "../board/measurements.js";
import { quarterTurns } from "../site/wire.js";

/** @typedef {import("../board/motion.js").Motion} Motion */
/** @typedef {import("../site/wire.js").Seat} Seat */
/** @typedef {{ board: string, seat: Seat, title: string, says: string }} Frame `board`: the server's SVG with its marks */

const COLOURS = { s: "#0f5a8a", q: "#b3261e", w: "#8a5a1c", b: "#1e1814" };
const WAIT = 0.5; // s before the release,
const HOLD = 1.5; // after all lie still,
const FADE = 0.12; // and in which a disc fades that fell
const EVEN = "0 0 1 1";

/**
 * @param {Motion} motion
 * @param {number} time seconds from the release
 * @param {Frame} frame
 * @returns {string} ways up to then, contacts, where discs lay before, and where they are at that time
 */
export function stillPicture(motion, time, frame) {
  const { lines, dots } = waysOf(motion, time);
  const ghosts = motion.discs.filter((number) => hasStarted(motion, number, time)).map((number) => {
    const [x, y] = motion.at(number, 0) ?? [0, 0];
    return `<circle r="${radiusOf(number)}" cx="${short(x)}" cy="${short(y)}"/>`;
  });
  const there = motion.discs.filter((number) => !((motion.fell.get(number) ?? Infinity) <= time));
  const discs = there.map((number) => {
    const [x, y] = motion.at(number, time) ?? [0, 0];
    return `<use href="#p-${letterOf(number)}-light" x="${short(x)}" y="${short(y)}" data-piece="${number}"/>`;
  });
  return framed(`<g>${discs.join("")}</g><g fill="none" stroke-linejoin="round">${lines}</g>`
    + `<g fill="none" stroke="#33230f" stroke-width="1.2" stroke-opacity=".6" stroke-dasharray="4 3">${ghosts.join("")}</g>`
    + `<g fill="#b3261e">${dots}</g>`, frame);
}

/**
 * @param {Motion} motion
 * @param {Frame} frame
 * @returns {string} a picture that plays the stroke again and again
 */
export function movingPicture(motion, frame) {
  const whole = WAIT + motion.duration + HOLD;
  const { lines } = waysOf(motion, motion.duration);
  const discs = motion.discs.map((number) => {
    const keys = keysOf(motion, number, whole);
    const fell = motion.fell.get(number);
    const [x, y] = motion.at(number, 0) ?? [0, 0];
    return `<g transform="translate(${short(x)} ${short(y)})" data-piece="${number}">${slide(keys, whole)}`
      + `${fell === undefined ? "" : fade((WAIT + fell) / whole, whole)}<use href="#p-${letterOf(number)}-light"/></g>`;
  });
  return framed(`<g fill="none" stroke-opacity=".55" stroke-linejoin="round">${lines}</g><g>${discs.join("")}</g>`, frame);
}

/** @param {string} inside @param {Frame} frame */
function framed(inside, { board, seat, title, says }) {
  return board
    .replace("<!--inside-->", () => inside).replace("@title@", () => escaped(title)).replace("@says@", () => escaped(says))
    .replace("rotate(0) scale", () => `rotate(${90 * quarterTurns(seat)}) scale`);
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** @param {Motion} motion @param {number} number @param {number} time */
function hasStarted(motion, number, time) {
  return (motion.segments.get(number) ?? []).some((row) => (row.vx !== 0 || row.vy !== 0) && row.time <= time);
}

/** @param {Motion} motion @param {number} time */
function waysOf(motion, time) {
  const lines = motion.discs.filter((number) => hasStarted(motion, number, time)).map((number) => {
    const letter = letterOf(number);
    const points = motion.track(number, time).map(([x, y]) => `${short(x)},${short(y)}`);
    return `<polyline stroke="${COLOURS[letter]}" stroke-width="${number ? 1.5 : 2}" points="${points.filter((point, k) => point !== points[k - 1]).join(" ")}"/>`;
  });
  const dots = motion.events.filter((event) => event.time <= time).map((event) => contactOf(motion, event)).filter((point) => point !== null)
    .map(([x, y]) => `<circle r="2" cx="${short(x)}" cy="${short(y)}"/>`);
  return { lines: lines.join(""), dots: dots.join("") };
}

/**
 * @param {Motion} motion
 * @param {import("../board/motion.js").MotionEvent} event
 * @returns {[number, number] | null} where two rims, or a rim and a frame, met, in millimetres; null for what is no contact
 */
export function contactOf(motion, { what, time, first, second }) {
  const place = motion.at(first, time);
  if (!place) return null;
  const [x, y] = place;
  const radius = radiusOf(first);
  if (what === "pair") {
    const other = motion.at(second, time);
    if (!other) return null;
    const part = radius / (radius + radiusOf(second));
    return [x + part * (other[0] - x), y + part * (other[1] - y)];
  }
  if (what !== "frame" && what !== "wall") return null;
  const across = second === 0 || second === 2 ? radius : -radius;
  return second < 2 ? [x + across, y] : [x, y + across];
}

/** @typedef {{ part: number, place: string, came: string }} Key part of the whole time, and the curve that led there */

/**
 * @param {Motion} motion
 * @param {number} number
 * @param {number} whole
 * @returns {Key[]}
 */
function keysOf(motion, number, whole) {
  const all = motion.segments.get(number) ?? [];
  const rows = all.filter((row, k) => k === all.length - 1 || all[k + 1].time > row.time);
  const first = motion.at(number, 0) ?? [0, 0];
  /** @type {Key[]} */
  const keys = [{ part: 0, place: placeText(first), came: EVEN }];
  let came = EVEN; // until the release it lies
  rows.forEach((row, k) => {
    keys.push({ part: (WAIT + row.time) / whole, place: placeText([row.x * 1000, row.y * 1000]), came });
    const after = rows[k + 1];
    came = after ? curve(Math.hypot(row.vx, row.vy), row.deceleration, after.time - row.time) : EVEN;
  });
  keys.push({ part: 1, place: keys[keys.length - 1].place, came: EVEN });
  return keys;
}

/** @param {readonly [number, number]} place */
function placeText([x, y]) {
  return `${short(x)} ${short(y)}`;
}

/**
 * @param {number} speed
 * @param {number} deceleration
 * @param {number} duration
 * @returns {string} the handles of v h - a h²/2 as a part of the whole way
 */
function curve(speed, deceleration, duration) {
  const way = duration * (speed - 0.5 * deceleration * duration);
  if (way <= 0) return EVEN;
  const steep = Math.min(Math.max((speed * duration) / way, 1), 2);
  return `.3333 ${short(steep / 3, 4)} .6667 ${short((1 + steep) / 3, 4)}`;
}

/** @param {Key[]} keys @param {number} whole */
function slide(keys, whole) {
  if (new Set(keys.map(({ place }) => place)).size === 1) return "";
  return `<animateTransform attributeName="transform" type="translate" calcMode="spline" dur="${short(whole, 4)}s" repeatCount="indefinite" `
    + `keyTimes="${keys.map(({ part }) => short(part, 6)).join(";")}" values="${keys.map(({ place }) => place).join(";")}" `
    + `keySplines="${keys.slice(1).map(({ came }) => came).join(";")}"/>`;
}

/** @param {number} part @param {number} whole */
function fade(part, whole) {
  return `<animate attributeName="opacity" dur="${short(whole, 4)}s" repeatCount="indefinite" `
    + `keyTimes="0;${short(part, 6)};${short(Math.min(part + FADE / whole, 1), 6)};1" values="1;1;0;0"/>`;
}

/** @param {number} value @param {number} [digits] */
function short(value, digits = 2) {
  return String(Number(value.toFixed(digits)) + 0);
}
