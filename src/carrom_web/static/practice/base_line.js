/** Where the striker may lie and how it may be struck in practice: anywhere on its line but on a piece. A matter of room, not of laws. */

import { P_COIN_RADIUS, P_STRIKER_RADIUS } from "../physics/figures.js";
import { turn } from "../board/geometry.js";
import { quarterTurns } from "../site/wire.js";

/** @typedef {import("../site/wire.js").Lying} Lying */
/** @typedef {import("../site/wire.js").Seat} Seat */
/** @typedef {import("../site/wire.js").StrokeDomain} StrokeDomain */

const CLEAR = 1e-5; // m

/**
 * @param {readonly Lying[]} position
 * @param {Seat} seat
 * @param {Float64Array} parameters
 * @param {{ limit: number, distance: number, speed: [number, number] }} values
 * @param {string} text why the striker cannot lie on a piece
 * @returns {StrokeDomain}
 */
export function baseLine(position, seat, parameters, values, text) {
  const reach = parameters[P_COIN_RADIUS] + parameters[P_STRIKER_RADIUS] + CLEAR;
  /** @type {import("../site/wire.js").Gap[]} */
  const gaps = [];
  for (const [, x, y] of position) {
    const [along, away] = turn(x, y, -quarterTurns(seat));
    const across = away + values.distance;
    if (Math.abs(across) >= reach) continue;
    const half = Math.sqrt(reach * reach - across * across);
    gaps.push({ from: along - half, to: along + half, code: "place-overlaps", text, clauses: [] });
  }
  gaps.sort((one, other) => one.from - other.from);
  /** @type {[number, number][]} */
  const spans = [];
  let from = -values.limit;
  for (const gap of gaps) {
    if (gap.from > from && gap.from <= values.limit) spans.push([from, gap.from]);
    from = Math.max(from, gap.to);
  }
  if (from < values.limit) spans.push([from, values.limit]);
  return {
    seat, distance: values.distance, limit: values.limit, spans, gaps, angles: [[-Math.PI, Math.PI]], angles_text: null, angles_clauses: [],
    speed: values.speed,
  };
}
