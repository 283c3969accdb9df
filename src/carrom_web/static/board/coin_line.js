/**
 * An aid that a match may have, for both sides: where the first coin would go, along the line of the two middles. Friction
 * between discs turns it by some degrees, and nothing is foretold beyond the next frame: it shows a way, not an outcome.
 */

import { set, show, svg } from "../site/dom.js";
import { HALF } from "./measurements.js";

const LONGEST = 260; // mm
const COIN = 15.9; // mm

export class CoinLine {
  /** @param {import("./aim_drawing.js").AimDrawing} drawing that shows it from now on */
  constructor(drawing) {
    this.line = svg("path", { class: "line coin-line" });
    drawing.aimed.append(this.line);
    drawing.coinLine = this;
  }

  /** @param {import("./geometry.js").AimPath} path */
  draw(path) {
    const way = path.hit ? wayOf(path.ghost, [path.hit.x, path.hit.y]) : null;
    show(this.line, way !== null);
    if (way) set(this.line, { d: `M${way.flat().map((value) => value.toFixed(2)).join(" ")}` });
  }
}

/**
 * @param {import("./geometry.js").Point} ghost the middle of the striker as it meets the coin, mm
 * @param {import("./geometry.js").Point} coin its middle
 * @returns {[import("./geometry.js").Point, import("./geometry.js").Point] | null} from the coin to where its line ends, at a frame at the latest
 */
export function wayOf(ghost, coin) {
  const [x, y] = [coin[0] - ghost[0], coin[1] - ghost[1]];
  const apart = Math.hypot(x, y);
  if (apart < 1e-6) return null;
  const unit = [x / apart, y / apart];
  const most = HALF - COIN;
  const room = unit.map((part, i) => (Math.abs(part) < 1e-9 ? Infinity : (Math.sign(part) * most - coin[i]) / part));
  const length = Math.max(0, Math.min(LONGEST, ...room));
  return [coin, [coin[0] + unit[0] * length, coin[1] + unit[1] * length]];
}
