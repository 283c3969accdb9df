/** A magnified circle of the board, centred between ghost and coin, on the free side at the top. */

import { quarterTurns } from "../site/wire.js";
import { set, svg } from "../site/dom.js";
import { turn } from "./geometry.js";

const HALF_ACROSS = 46; // mm
const STAYS = 2000; // ms after the finger was lifted

export class Lens {
  /**
   * @param {import("./draw.js").Board} board
   * @param {HTMLElement} holder
   */
  constructor(board, holder) {
    this.board = board;
    this.holder = holder;
    this.use = svg("use", {});
    this.svg = svg("svg", { "aria-hidden": "true" }, this.use);
    this.holder.replaceChildren(this.svg);
    this.timer = 0;
    this.on = false;
  }

  open() {
    clearTimeout(this.timer);
    this.on = true;
  }

  /** @param {() => void} closed called when it has gone */
  closeSoon(closed) {
    if (!this.on) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.close();
      closed();
    }, STAYS);
  }

  close() {
    clearTimeout(this.timer);
    this.on = false;
    this.holder.classList.remove("on");
    this.use.removeAttribute("href"); // a copy that nobody sees costs time in every frame
  }

  /**
   * @param {import("./geometry.js").AimPath} path
   * @param {import("../site/wire.js").Seat} seat
   */
  draw(path, seat) {
    if (!this.on) return;
    const [x, y] = path.hit ? [(path.ghost[0] + path.hit.x) / 2, (path.ghost[1] + path.hit.y) / 2] : path.ghost;
    const [sx, sy] = turn(x, y, quarterTurns(seat) - quarterTurns(this.board.seat));
    set(this.svg, { viewBox: `${(sx - HALF_ACROSS).toFixed(2)} ${(-sy - HALF_ACROSS).toFixed(2)} ${2 * HALF_ACROSS} ${2 * HALF_ACROSS}` });
    if (!this.use.hasAttribute("href")) this.use.setAttribute("href", "#world");
    this.holder.classList.toggle("right", sx <= 0);
    this.holder.classList.add("on");
  }
}
