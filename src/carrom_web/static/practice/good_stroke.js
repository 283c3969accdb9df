/**
 * A good stroke on a board without laws: the one that most surely sinks a piece. Geometry says what is worth a thought, the kernel
 * what it comes to: first struck exactly, then as a hand strikes it. Pure: the same board gives the same stroke.
 */

import { normal, random } from "../analysis/scatter.js";
import { degrees, radians } from "../board/geometry.js";
import { DISCS, DONE, F_STATUS, F_STRIKER_FELL, FACTS, P_BASE, P_COIN_RADIUS, P_DECELERATION, P_POCKET, P_STRIKER_RADIUS } from "../physics/figures.js";
import { findClearWays, guessChances } from "../physics/kernel.js";
import { layoutOf, simulateMany } from "../physics/simulate.js";
import { quarterTurns } from "../site/wire.js";

/** @typedef {import("../site/wire.js").Lying} Lying */
/** @typedef {import("../analysis/scatter.js").Hand} Hand */
/**
 * @typedef {{ position: Lying[], seat: import("../site/wire.js").Seat, parameters: Float64Array, spans: [number, number][],
 *   speeds: [number, number], hand: Hand, sight: Float64Array }} Asked spans and speeds: where and how one may strike, metres and m/s;
 *   sight: what `guessChances` is given of hand and board
 */
/** @typedef {{ offset: number, angle: number, speed: number, piece: number, sunk: number, played: number }} GoodStroke metres, radians, m/s */
/** @typedef {{ piece: number, stroke: [number, number, number], width: number }} Try width: of the directions that do it, by geometry */

const PIECES = 8; // the likeliest are looked at
const PLACES = 15; // of the striker along its line
const TRIES = 36; // that are struck exactly,
const ALIKE = 4; // no more than so many of them at one piece into one pocket,
const FAN = 6; // in so many directions to either side,
const FAN_STEP = 0.7; // widths apart: friction throws a piece by some of them,
const PACES = [1.15, 1.6, 2.3]; // at so many times the least speed
const FINALISTS = 12;
const SAMPLES = 60; // strokes of a hand at each of them
const BEST = 3;
const MORE_SAMPLES = 240; // at these
const SEED = 1;
const THINNEST = 0.21; // cosine of the thinnest cut
const PASSED_ON = 1.37; // of the striker's speed that a coin hit full takes along
const GOES_ON = 1.3; // how much farther than the pocket a piece is to run
const PLACES_A_METRE = 100_000; // to which a page rounds a stroke,
const DIRECTIONS_A_DEGREE = 1000;

/** @param {Asked} asked @returns {GoodStroke | null} null: no piece can be sunk straight */
export function goodStroke({ position, seat, parameters, spans, speeds, hand, sight }) {
  const layout = layoutOf(position, quarterTurns(seat));
  const tries = triesOn(layout, parameters, spans, sight);
  const fans = tries.flatMap((each) => fanOf(each, speeds));
  const hits = sinks(fans, layout, parameters);
  const safe = fans.map((each, k) => ({ ...each, sure: hits[k] ? 1 + neighbours(hits, fans, k) : 0 })).filter(({ sure }) => sure > 0);
  safe.sort((one, other) => other.sure * other.width - one.sure * one.width);
  const finalists = safe.slice(0, FINALISTS).map(({ piece, stroke }) => ({ piece, stroke, sunk: 0, played: 0 }));
  const next = random(SEED);
  sample(finalists, SAMPLES, hand, layout, parameters, next);
  const best = finalists.sort(likelier).slice(0, BEST);
  sample(best, MORE_SAMPLES, hand, layout, parameters, next);
  const [found] = best.sort(likelier);
  if (!found) return null;
  const [offset, angle, speed] = found.stroke;
  return { offset, angle, speed, piece: found.piece, sunk: found.sunk, played: found.played };
}

/** @param {{ sunk: number, played: number }} one @param {{ sunk: number, played: number }} other */
function likelier(one, other) {
  return other.sunk / other.played - one.sunk / one.played;
}

/**
 * Straight ways: striker to piece, piece to pocket, nothing between.
 *
 * @param {Float64Array} layout
 * @param {Float64Array} parameters
 * @param {[number, number][]} spans
 * @param {Float64Array} sight
 * @returns {Try[]} the widest first
 */
function triesOn(layout, parameters, spans, sight) {
  const numbers = Array.from({ length: DISCS }, (_, number) => number).filter((number) => number > 0 && !Number.isNaN(layout[2 * number]));
  const points = Float64Array.from(numbers.flatMap((number) => [layout[2 * number], layout[2 * number + 1]]));
  const chances = guessChances(layout, numbers.reduce((mask, number) => mask | (1 << number), 0), sight);
  const likeliest = [...numbers].sort((one, other) => chances[other] - chances[one]).slice(0, PIECES);
  const coin = parameters[P_COIN_RADIUS];
  const reach = coin + parameters[P_STRIKER_RADIUS];
  const far = parameters[P_POCKET];
  const lines = likeliest.flatMap((piece) => [[far, far], [-far, far], [-far, -far], [far, -far]].map((goal) => ({ piece, goal })));
  const clearLines = clear(lines.map(({ piece, goal }) => [layout[2 * piece], layout[2 * piece + 1], goal[0], goal[1]]), lines, points, numbers, 1.98 * coin);
  const ways = clearLines.flatMap((line) => placesOn(spans).map((offset) => ({ ...line, ...contactOf(line, offset, layout, parameters, reach) })))
    .filter(({ cut }) => cut > THINNEST);
  const open = clear(ways.map(({ offset, ghost }) => [offset, -parameters[P_BASE], ghost[0], ghost[1]]), ways, points, numbers, 0.97 * reach);
  const alike = new Map();
  return open.sort((one, other) => other.width - one.width).filter(({ piece, goal }) => {
    const idea = `${piece} ${goal}`;
    alike.set(idea, (alike.get(idea) ?? 0) + 1);
    return alike.get(idea) <= ALIKE;
  }).slice(0, TRIES).map(({ piece, stroke, width }) => ({ piece, stroke, width }));
}

/**
 * @template {{ piece: number }} Way
 * @param {number[][]} ends of each way
 * @param {Way[]} ways
 * @param {Float64Array} points
 * @param {number[]} numbers of the points
 * @param {number} reach
 * @returns {Way[]} those that pass all pieces but their own
 */
function clear(ends, ways, points, numbers, reach) {
  const free = findClearWays(Float64Array.from(ends.flat()), points, Int32Array.from(ways, ({ piece }) => numbers.indexOf(piece)), reach);
  return ways.filter((_, k) => free[k] === 1);
}

/** @param {[number, number][]} spans @returns {number[]} places of the striker: both ends of each span, and evenly between */
function placesOn(spans) {
  const total = spans.reduce((sum, [from, to]) => sum + to - from, 0);
  return spans.flatMap(([from, to]) => {
    const steps = Math.max(1, Math.round((PLACES * (to - from)) / total));
    return Array.from({ length: steps + 1 }, (_, k) => from + ((to - from) * k) / steps);
  });
}

/**
 * The stroke from one place that brings the striker behind a piece, on the line to the pocket.
 *
 * @param {{ piece: number, goal: number[] }} line
 * @param {number} offset
 * @param {Float64Array} layout
 * @param {Float64Array} parameters
 * @param {number} reach
 */
function contactOf({ piece, goal }, offset, layout, parameters, reach) {
  const [x, y] = [layout[2 * piece], layout[2 * piece + 1]];
  const travel = Math.hypot(goal[0] - x, goal[1] - y);
  const [ux, uy] = [(goal[0] - x) / travel, (goal[1] - y) / travel];
  const ghost = [x - reach * ux, y - reach * uy];
  const [dx, dy] = [ghost[0] - offset, ghost[1] + parameters[P_BASE]];
  const far = Math.hypot(dx, dy);
  const cut = (dx * ux + dy * uy) / far;
  const twice = 2 * parameters[P_DECELERATION];
  const atContact = Math.sqrt(twice * (GOES_ON * travel + 0.02)) / (PASSED_ON * Math.max(cut, THINNEST));
  const width = ((parameters[P_COIN_RADIUS] / travel) * reach * cut) / far;
  return { offset, ghost, cut, width, stroke: /** @type {[number, number, number]} */ ([offset, Math.atan2(-dx, dy), Math.sqrt(atContact ** 2 + twice * far)]) };
}

/** @param {Try} meant @param {[number, number]} speeds @returns {Try[]} directions beside it, at several speeds, as a page would round them */
function fanOf({ piece, stroke: [offset, angle, least], width }, [slowest, fastest]) {
  return PACES.flatMap((pace) => Array.from({ length: 2 * FAN + 1 }, (_, k) => ({
    piece, width,
    stroke: /** @type {[number, number, number]} */ ([
      rounded(offset, PLACES_A_METRE), radians(rounded(degrees(angle + (k - FAN) * FAN_STEP * width), DIRECTIONS_A_DEGREE)),
      rounded(Math.min(fastest, Math.max(slowest, pace * least)), 100),
    ]),
  })));
}

/** @param {number} value @param {number} parts @returns {number} */
function rounded(value, parts) {
  return Math.round(value * parts) / parts;
}

/** @param {boolean[]} hits @param {Try[]} fans @param {number} k @returns {number} how many directions next to it do it as well */
function neighbours(hits, fans, k) {
  return [k - 1, k + 1].filter((other) => hits[other] && Math.floor(other / (2 * FAN + 1)) === Math.floor(k / (2 * FAN + 1)) && fans[other].piece === fans[k].piece).length;
}

/**
 * @param {{ piece: number, stroke: [number, number, number] }[]} meant
 * @param {Float64Array} layout
 * @param {Float64Array} parameters
 * @returns {boolean[]} whether each sinks its piece, and not the striker
 */
function sinks(meant, layout, parameters) {
  const { fallen, facts } = simulateMany(Float64Array.from(meant.flatMap(({ stroke }) => stroke)), layout, parameters);
  return meant.map(({ piece }, k) => facts[k * FACTS + F_STATUS] === DONE && !facts[k * FACTS + F_STRIKER_FELL] && fallen.subarray(k * DISCS, (k + 1) * DISCS).includes(piece));
}

/**
 * Strikes each as a hand does, under the same errors, and counts.
 *
 * @param {{ piece: number, stroke: [number, number, number], sunk: number, played: number }[]} finalists
 * @param {number} count
 * @param {Hand} hand
 * @param {Float64Array} layout
 * @param {Float64Array} parameters
 * @param {() => number} next from [0, 1)
 */
function sample(finalists, count, hand, layout, parameters, next) {
  const errors = Array.from({ length: count }, () => [hand.place * normal(next), hand.aim * normal(next), 1 + hand.speed * normal(next)]);
  for (const each of finalists) {
    const [offset, angle, speed] = each.stroke;
    const struck = errors.map(([place, aim, pace]) => ({
      piece: each.piece, stroke: /** @type {[number, number, number]} */ ([offset + place, angle + aim, Math.max(1e-3, speed * pace)]),
    }));
    each.sunk += sinks(struck, layout, parameters).filter(Boolean).length;
    each.played += count;
  }
}
