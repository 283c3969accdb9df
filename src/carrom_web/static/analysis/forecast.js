/** The whole motion of a stroke on the board: ways, contacts, where discs lay before, where they are at one moment, and where a hand may bring them. */

import { letterOf, radiusOf } from "../board/measurements.js";
import { svg } from "../site/dom.js";
import { contactOf } from "./picture.js";

/** @typedef {import("../board/motion.js").Motion} Motion */

const AT_REST = 0.5; // mm: who moves less is where it was

export class Forecast {
  /** @param {import("../board/draw.js").Board} board */
  constructor(board) {
    this.board = board;
    this.spread = svg("g", { class: "spread" });
    this.ways = svg("g", {});
    this.ghosts = svg("g", { class: "ghosts" });
    this.discs = svg("g", { class: "there" });
    this.dots = svg("g", {});
    this.falls = svg("g", {});
    this.whole = svg("g", { class: "predicted", "aria-hidden": "true" }, this.spread, this.ways, this.ghosts, this.discs, this.dots, this.falls);
  }

  /**
   * @param {Motion} motion
   * @param {number | null} time seconds from the release; null: all of it, where discs come to rest drawn pale
   */
  draw(motion, time) {
    const until = time ?? motion.duration;
    const moved = motion.discs.filter((number) => motion.moves(number));
    const moving = moved.filter((number) => motion.segments.get(number)?.some((row) => (row.vx !== 0 || row.vy !== 0) && row.time <= until));
    this.ways.replaceChildren(...moving.map((number) => svg("polyline", {
      class: `track track-of-${letterOf(number)}`, points: motion.track(number, until).map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" "),
    })));
    const met = motion.events.filter((event) => event.time <= until);
    this.dots.replaceChildren(...met.map((event) => contactOf(motion, event)).filter((point) => point !== null)
      .map(([x, y]) => svg("circle", { class: "contact", r: 2.5, cx: x.toFixed(1), cy: y.toFixed(1) })));
    const strikes = met.filter(({ what, first, second }) => what === "pair" && (first === 0 || second === 0)).map((event) => circleAt(motion, 0, event.time));
    this.ghosts.replaceChildren(...moving.map((number) => circleAt(motion, number, 0)), ...strikes);
    const discs = [];
    const falls = [];
    for (const number of time === null ? moved : motion.discs) {
      const place = motion.at(number, time === null ? motion.end + 1 : time);
      if (!place) continue;
      if ((motion.fell.get(number) ?? Infinity) <= until) falls.push(svg("circle", { class: "falls", r: radiusOf(number), cx: place[0].toFixed(1), cy: place[1].toFixed(1) }));
      else if (time !== null || far(motion, number, place)) discs.push(svg("use", { href: `#p-${letterOf(number)}`, x: place[0].toFixed(2), y: place[1].toFixed(2), "data-piece": number }));
    }
    this.discs.replaceChildren(...discs);
    this.discs.classList.toggle("ends", time === null);
    this.falls.replaceChildren(...falls);
    if (this.whole.parentNode !== this.board.others) this.board.others.replaceChildren(this.whole);
  }

  /** @param {import("./scatter.js").Scatter | null} scatter where pieces come to rest after many strokes */
  drawSpread(scatter) {
    this.spread.replaceChildren(...(scatter?.ends ?? []).map(([number, x, y]) => svg("circle", {
      class: `end-of-${letterOf(number)}`, r: 2.4, cx: (x * 1000).toFixed(1), cy: (y * 1000).toFixed(1),
    })));
  }

  clear() {
    this.whole.remove();
  }
}

/** @param {Motion} motion @param {number} number @param {number} time */
function circleAt(motion, number, time) {
  const [x, y] = motion.at(number, time) ?? [0, 0];
  return svg("circle", { r: radiusOf(number), cx: x.toFixed(1), cy: y.toFixed(1) });
}

/** @param {Motion} motion @param {number} number @param {[number, number]} place */
function far(motion, number, [x, y]) {
  const [bx, by] = motion.at(number, 0) ?? [x, y];
  return Math.hypot(x - bx, y - by) >= AT_REST;
}
