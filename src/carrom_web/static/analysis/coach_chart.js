/** The graph of the coach: what the best stroke would bring, stroke by stroke, with rings at the costliest. */

import { set, svg } from "../site/dom.js";
import { figure, t } from "../site/texts.js";

/** @typedef {{ number: string, board: number, value: number, lost: number, solo: boolean }} Point a value that is not known yet is NaN */

const WIDTH = 300;
const TOP = 6;
const BOTTOM = 78;
const HEIGHT = 84;
const RINGS = 3;
const LEAST_LOST = { chance: 0.08, strokes: 0.8 }; // a smaller loss gets no ring

/**
 * @param {HTMLElement} place
 * @param {Point[]} points
 * @param {string} shown the number of the stroke that is shown
 * @param {string} caption
 */
export function chart(place, points, shown, caption) {
  const known = points.filter(({ value }) => !Number.isNaN(value));
  const solo = known.some((point) => point.solo);
  const [low, high] = solo ? range(known) : [0, 1];
  const x = (/** @type {number} */ index) => (points.length > 1 ? (index / (points.length - 1)) * WIDTH : WIDTH / 2);
  // alone fewer strokes are better, and stand higher
  const y = (/** @type {number} */ value) => BOTTOM - ((solo ? high - value : value - low) / (high - low)) * (BOTTOM - TOP);
  const drawn = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  if (!solo) drawn.append(svg("path", { class: "half", d: `M0 ${y(0.5)}H${WIDTH}` }));
  const lines = parts(points).map((part) => part.map((index) => `${x(index).toFixed(1)} ${y(points[index].value).toFixed(1)}`));
  for (const line of lines) {
    const [first, last] = [line[0].split(" ")[0], line[line.length - 1].split(" ")[0]];
    drawn.append(svg("path", { class: "area", d: `M${first} ${HEIGHT}L${line.join("L")}L${last} ${HEIGHT}z` }));
  }
  for (const line of lines) drawn.append(svg("path", { class: "curve", d: line.length > 1 ? `M${line.join("L")}` : `M${line[0]}h0.1` }));
  const at = points.findIndex(({ number }) => number === shown);
  if (at >= 0) drawn.append(svg("path", { class: "now", d: `M${x(at)} 0V${HEIGHT}` }));
  const rings = worst(points).map((index) => {
    const ring = document.createElement("i");
    ring.style.insetInlineStart = `${(100 * x(index)) / WIDTH}%`;
    ring.style.top = `${y(points[index].value)}px`; // the picture is as high as its box
    return ring;
  });
  const words = document.createElement("span");
  words.textContent = caption;
  place.replaceChildren(drawn, ...rings, words);
  place.dir = "ltr"; // time runs to the right, as on the board's player
  set(place, { "aria-label": spoken(points, known, solo, caption) });
}

/** @param {Point[]} points @returns {number[]} the costliest strokes of the side, the worst first */
function worst(points) {
  return points
    .map((point, index) => ({ index, lost: point.lost, least: point.solo ? LEAST_LOST.strokes : LEAST_LOST.chance }))
    .filter(({ lost, least }) => lost >= least)
    .sort((a, b) => b.lost - a.lost)
    .slice(0, RINGS)
    .map(({ index }) => index);
}

/** @param {Point[]} points @returns {number[][]} strokes of one board that are known, in a row */
function parts(points) {
  /** @type {number[][]} */
  const found = [];
  let open = false;
  points.forEach(({ value, board }, index) => {
    if (Number.isNaN(value)) {
      open = false;
      return;
    }
    if (open && points[index - 1].board === board) found[found.length - 1].push(index);
    else found.push([index]);
    open = true;
  });
  return found;
}

/** @param {Point[]} known @returns {[number, number]} */
function range(known) {
  const values = known.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return [low - 1, Math.max(high, low + 2) + 1];
}

/** @param {Point[]} points @param {Point[]} known @param {boolean} solo @param {string} caption */
function spoken(points, known, solo, caption) {
  if (!known.length) return t("coach.thinking");
  const values = known.map(({ value }) => (solo ? value : 100 * value));
  const range = { least: figure(Math.min(...values), 0), most: figure(Math.max(...values), 0) };
  const costly = worst(points).map((index) => index + 1).sort((a, b) => a - b).join(", ");
  return [t(solo ? "coach.graph.strokes" : "coach.graph.chance", range), costly && t("coach.graph.worst", { strokes: costly }), caption].filter(Boolean).join(" ");
}
