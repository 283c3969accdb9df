/** Positions put by hand: where a piece may lie on this surface, numbers that are free, and the position as text for a link. Pure. */

import { P_COIN_RADIUS, P_COIN_TIP, P_HALF, P_POCKET } from "../physics/figures.js";

/** @typedef {import("../site/wire.js").Lying} Lying */
/** @typedef {"free" | "outside" | "pocket" | "touches"} Verdict */
/** @typedef {"white" | "black" | "queen"} Kind */

/** @type {Record<Kind, [first: number, last: number]>} */
const NUMBERS = { queen: [1, 1], white: [2, 10], black: [11, 19] };
/** @type {Record<string, Kind>} */
const KINDS = { q: "queen", w: "white", b: "black" };
const OVERLAP = 1e-6; // m: pieces at rest may be pressed into each other by half of it
const STEP = 1e-5; // m: a piece put by hand lies on a hundredth of a millimetre
const RINGS = 400; // mm searched for a free place
const ROUND = 64; // directions

/** @param {number} value metres */
export function rounded(value) {
  return Number((Math.round(value / STEP) * STEP).toFixed(5)) + 0;
}

/**
 * @param {readonly Lying[]} position
 * @param {number} number of the piece that would lie there
 * @param {number} x
 * @param {number} y
 * @param {Float64Array} parameters
 * @returns {Verdict}
 */
export function verdictOn(position, number, x, y, parameters) {
  const radius = parameters[P_COIN_RADIUS];
  const wall = parameters[P_HALF] - radius + OVERLAP;
  if (!(Math.abs(x) <= wall && Math.abs(y) <= wall)) return "outside";
  if (Math.hypot(Math.abs(x) - parameters[P_POCKET], Math.abs(y) - parameters[P_POCKET]) < parameters[P_COIN_TIP] - OVERLAP) return "pocket";
  const touches = position.some(([other, ox, oy]) => other !== number && Math.hypot(x - ox, y - oy) < 2 * radius - OVERLAP);
  return touches ? "touches" : "free";
}

/**
 * @param {readonly Lying[]} position
 * @param {number} number
 * @param {number} x
 * @param {number} y
 * @param {Float64Array} parameters
 * @param {number} [within] mm
 * @returns {[number, number] | null} the free place nearest to this one, to a millimetre; null where there is none
 */
export function nearestFree(position, number, x, y, parameters, within = RINGS) {
  for (let ring = 0; ring <= within; ring += 1) {
    for (let k = 0; k < (ring ? ROUND : 1); k += 1) {
      const angle = (2 * Math.PI * k) / ROUND;
      const px = rounded(x + (ring / 1000) * Math.cos(angle));
      const py = rounded(y + (ring / 1000) * Math.sin(angle));
      if (verdictOn(position, number, px, py, parameters) === "free") return [px, py];
    }
  }
  return null;
}

/**
 * @param {readonly Lying[]} position
 * @param {Kind} kind
 * @returns {number[]} numbers of this kind that are not on the board
 */
export function freeNumbers(position, kind) {
  const taken = new Set(position.map(([number]) => number));
  const [first, last] = NUMBERS[kind];
  return Array.from({ length: last - first + 1 }, (_, k) => first + k).filter((number) => !taken.has(number));
}

/**
 * @param {readonly Lying[]} position
 * @param {number} number
 * @param {number} x
 * @param {number} y
 * @returns {Lying[]} the position with this piece there
 */
export function withPiece(position, number, x, y) {
  const others = position.filter(([other]) => other !== number);
  return sorted([...others, [number, x, y]]);
}

/** @param {Lying[]} position */
function sorted(position) {
  return position.sort(([one], [other]) => one - other);
}

/**
 * @param {readonly Lying[]} position
 * @returns {string} as docs/notation.md has it: `q1(0,0) w2(0.1,-0.2)`, every float exact
 */
export function textOf(position) {
  const letter = (/** @type {number} */ number) => (number === 1 ? "q" : number <= 10 ? "w" : "b");
  return position.length ? position.map(([number, x, y]) => `${letter(number)}${number}(${x},${y})`).join(" ") : "empty";
}

/**
 * @param {string} text
 * @param {Float64Array} parameters
 * @returns {Lying[] | null} null where the text is no position, or the pieces cannot lie so
 */
export function positionOf(text, parameters) {
  /** @type {Lying[]} */
  const position = [];
  const words = text.trim() === "empty" ? [] : text.trim().split(/\s+/);
  for (const word of words) {
    const match = /^([qwb])(\d{0,2})\(([-+.\de]{1,30}),([-+.\de]{1,30})\)$/.exec(word);
    if (!match) return null;
    const kind = KINDS[match[1]];
    const number = match[2] ? Number(match[2]) : freeNumbers(position, kind)[0];
    const [first, last] = NUMBERS[kind];
    const [x, y] = [Number(match[3]) + 0, Number(match[4]) + 0];
    if (!(number >= first && number <= last) || position.some(([other]) => other === number)) return null;
    if (verdictOn(position, number, x, y, parameters) !== "free") return null; // NaN lies nowhere
    position.push([number, x, y]);
  }
  return sorted(position);
}
