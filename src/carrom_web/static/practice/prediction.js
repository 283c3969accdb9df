/** The whole motion of the stroke that is being aimed: ways, where the striker meets a piece, where all come to rest, what falls. In practice only, never in a match. */

import { Motion } from "../board/motion.js";
import { tracksOf } from "../board/player.js";
import { COIN, letterOf, STRIKER } from "../board/measurements.js";
import { svg } from "../site/dom.js";

/** @typedef {import("../physics/simulate.js").Simulated} Simulated */

const AT_REST = 0.5; // mm: who moves less is where it was

export class Prediction {
  /** @param {import("../board/draw.js").Board} board */
  constructor(board) {
    this.board = board;
    this.tracks = svg("g", {});
    this.ghost = svg("g", { class: "ghosts" });
    this.ends = svg("g", { class: "ends" });
    this.falls = svg("g", {});
    this.whole = svg("g", { class: "predicted", "aria-hidden": "true" }, this.tracks, this.ghost, this.ends, this.falls);
  }

  /** @param {Simulated} simulated */
  draw(simulated) {
    const motion = new Motion(simulated);
    const tracks = tracksOf(motion, motion.duration);
    const ends = [];
    const falls = [];
    for (const number of motion.discs) {
      const from = motion.at(number, 0);
      const to = motion.at(number, motion.end + 1);
      if (!from || !to || Math.hypot(to[0] - from[0], to[1] - from[1]) < AT_REST) continue;
      const place = { x: to[0].toFixed(1), y: to[1].toFixed(1) };
      if (motion.fell.has(number)) falls.push(svg("circle", { class: "falls", r: number ? COIN : STRIKER, cx: place.x, cy: place.y }));
      else ends.push(svg("use", { href: `#p-${letterOf(number)}`, ...place }));
    }
    const met = motion.events.find(({ what, first, second }) => what === "pair" && (first === 0 || second === 0));
    const [x, y] = (met && motion.at(0, met.time)) ?? [NaN, NaN];
    this.ghost.replaceChildren(...(met ? [svg("circle", { r: STRIKER, cx: x.toFixed(1), cy: y.toFixed(1) })] : []));
    this.tracks.replaceChildren(...tracks);
    this.ends.replaceChildren(...ends);
    this.falls.replaceChildren(...falls);
    if (this.whole.parentNode !== this.board.others) this.board.others.replaceChildren(this.whole);
  }

  clear() {
    this.whole.remove();
  }
}

