/** The idea of a puzzle on the board: the ways of all that move, where the striker meets a piece, and what falls. */

import { letterOf, radiusOf, STRIKER } from "../board/measurements.js";
import { tracksOf } from "../board/player.js";
import { svg } from "../site/dom.js";

const AT_REST = 0.5; // mm: what moves less is where it was

export class Idea {
  /** @param {import("../board/draw.js").Board} board */
  constructor(board) {
    this.board = board;
    this.whole = svg("g", { class: "predicted", "aria-hidden": "true" });
  }

  /** @param {import("../board/motion.js").Motion} motion */
  draw(motion) {
    const drawn = tracksOf(motion, motion.duration);
    for (const number of motion.discs) {
      const [from, to] = [motion.at(number, 0), motion.at(number, motion.end + 1)];
      if (!from || !to || Math.hypot(to[0] - from[0], to[1] - from[1]) < AT_REST) continue;
      const [x, y] = to.map((value) => value.toFixed(1));
      if (motion.fell.has(number)) drawn.push(svg("circle", { class: "falls", r: radiusOf(number), cx: x, cy: y }));
      else drawn.push(svg("g", { class: "ends" }, svg("use", { href: `#p-${letterOf(number)}`, x, y })));
    }
    const met = motion.events.find(({ what, first, second }) => what === "pair" && (first === 0 || second === 0));
    const place = met && motion.at(0, met.time);
    if (place) drawn.push(svg("g", { class: "ghosts" }, svg("circle", { r: STRIKER, cx: place[0].toFixed(1), cy: place[1].toFixed(1) })));
    this.whole.replaceChildren(...drawn);
    this.board.others.replaceChildren(this.whole);
  }

  clear() {
    this.whole.remove();
  }
}
