/** Draws the stroke that is being made: strips, line, ghost, pull. Nodes are made once and changed, never rewritten. */

import { quarterTurns } from "../site/wire.js";
import { set, show, svg } from "../site/dom.js";
import { direction, radians, turn } from "./geometry.js";
import { BASE_MIDDLE, HALF, STRIKER } from "./measurements.js";
import { shareOfSpeed } from "./pull.js";

/** @typedef {import("./stroke.js").Stroke} Stroke */
/** @typedef {import("./geometry.js").AimPath} AimPath */
/** @typedef {import("../site/wire.js").Seat} Seat */

const RING = 27;
const AROUND = 2 * Math.PI * RING;
const STRIP = 25;
const STRONG = 0.86; // of a full pull: from here on band and ring warn
const BOARD_LENGTH = (2 * HALF) / 1000; // m
const f = (/** @type {number} */ value) => value.toFixed(2);

export class AimDrawing {
  /** @param {import("./draw.js").Board} board */
  constructor(board) {
    this.board = board;
    this.strips = svg("g", {});
    this.halo = svg("path", { class: "line-halo" });
    this.line = svg("path", { class: "line" });
    this.ghost = svg("circle", { class: "ghost", r: STRIKER });
    this.hit = svg("circle", { class: "hit", r: 20.5 });
    this.aimed = svg("g", {}, this.halo, this.line, this.ghost, this.hit);
    /** @type {{ draw: (path: AimPath) => void } | null} the line of the first coin, in matches that have this aid */
    this.coinLine = null;
    this.band = svg("path", { class: "band" });
    this.ringHalo = svg("circle", { class: "ring-halo", r: RING });
    this.ring = svg("circle", { class: "ring", r: RING });
    this.ticks = svg("g", {});
    this.pulled = svg("g", {}, this.band, this.ringHalo, this.ring, this.ticks);
    this.noPlace = svg("g", {}, svg("circle", { class: "no-place", r: 24 }), svg("path", { class: "no-place-bar", d: "M-15 -15L15 15" }));
    this.arc = svg("path", { class: "open-arc" });
    this.hand = svg("g", { class: "hand" }, this.arc, this.aimed, this.pulled, this.noPlace);
    this.handRegions = svg("g", { class: "hand" }, this.strips);
    /** @type {unknown} */
    this.drawnSpans = null;
  }

  /** Puts the nodes on the board; what else was drawn there goes. */
  attach() {
    if (this.hand.parentNode !== this.board.aim) this.board.aim.replaceChildren(this.hand);
    if (this.handRegions.parentNode !== this.board.regions) this.board.regions.replaceChildren(this.handRegions);
  }

  clear() {
    this.hand.remove();
    this.handRegions.remove();
    this.board.remove(0);
  }

  /**
   * @param {Stroke} stroke
   * @param {Seat} seat
   * @param {AimPath} path
   */
  draw(stroke, seat, path) {
    this.attach();
    const turned = `rotate(${quarterTurns(seat) * 90})`;
    set(this.hand, { transform: turned });
    set(this.handRegions, { transform: turned });
    const x = stroke.offset;
    const y = -BASE_MIDDLE;
    const [dx, dy] = direction(stroke.angle);
    const back = stroke.phase === "released" ? 6 : 0; // the striker draws back and stands until the motion arrives
    const [bx, by] = turn(x - dx * back, y - dy * back, quarterTurns(seat));
    this.board.put(0, bx, by);

    show(this.strips, stroke.phase === "place" || !stroke.legal);
    if (this.drawnSpans !== stroke.spans) this.drawStrips(stroke);

    set(this.noPlace, { transform: `translate(${f(x)} ${f(y)})` });
    show(this.noPlace, !stroke.legal);
    const aiming = stroke.legal && stroke.phase !== "released";
    show(this.aimed, aiming);
    this.hand.classList.toggle("held", stroke.held);
    if (aiming) this.drawLine(path, x, y, dx, dy);
    const pulled = aiming && stroke.share > 0;
    show(this.pulled, pulled);
    if (pulled) this.drawPull(stroke, x, y, dx, dy);
    show(this.arc, aiming && stroke.atLimit);
    if (aiming && stroke.atLimit) this.drawArc(stroke, x, y);
  }

  /** @param {Stroke} stroke */
  drawStrips(stroke) {
    this.drawnSpans = stroke.spans;
    this.strips.replaceChildren(...stroke.spans.map(([from, to]) =>
      svg("rect", { class: "strip", x: f(from - 12), y: f(-BASE_MIDDLE - STRIP), width: f(to - from + 24), height: 2 * STRIP, rx: STRIP })));
  }

  /**
   * @param {AimPath} path
   * @param {number} x
   * @param {number} y
   * @param {number} dx
   * @param {number} dy
   */
  drawLine(path, x, y, dx, dy) {
    const first = path.legs[0];
    const far = first ? Math.hypot(first[1][0] - x, first[1][1] - y) > 22 : false;
    const start = `M${f(x + dx * 22)} ${f(y + dy * 22)}`;
    const d = far ? start + path.legs.map(([, to]) => `L${f(to[0])} ${f(to[1])}`).join("") : "";
    set(this.halo, { d });
    set(this.line, { d });
    set(this.ghost, { cx: f(path.ghost[0]), cy: f(path.ghost[1]) });
    show(this.hit, path.hit !== null);
    if (path.hit) set(this.hit, { cx: f(path.hit.x), cy: f(path.hit.y) });
    this.coinLine?.draw(path);
  }

  /**
   * @param {Stroke} stroke
   * @param {number} x
   * @param {number} y
   * @param {number} dx
   * @param {number} dy
   */
  drawPull(stroke, x, y, dx, dy) {
    const length = 24 + stroke.share * 96;
    this.pulled.classList.toggle("strong", stroke.share >= STRONG);
    set(this.band, { d: `M${f(x - dx * 22)} ${f(y - dy * 22)}L${f(x - dx * length)} ${f(y - dy * length)}` });
    set(this.ringHalo, { cx: f(x), cy: f(y) });
    const filled = AROUND * stroke.share;
    set(this.ring, { cx: f(x), cy: f(y), "stroke-dasharray": `${f(filled)} ${f(AROUND)}`, transform: `rotate(90 ${f(x)} ${f(y)})` });
    set(this.ticks, { transform: `translate(${f(x)} ${f(y)})` });
    if (this.ticksFor !== stroke.deceleration) this.drawTicks(stroke.deceleration);
  }

  ticksFor = 0;

  /**
   * Marks where the striker would slide half, one, two and three lengths of the board.
   *
   * @param {number} deceleration
   */
  drawTicks(deceleration) {
    this.ticksFor = deceleration;
    this.ticks.replaceChildren(...[0.5, 1, 2, 3].map((lengths) => {
      const share = shareOfSpeed(Math.sqrt(2 * deceleration * lengths * BOARD_LENGTH));
      const [tx, ty] = direction(share * 360);
      return svg("path", { class: "tick", d: `M${f(tx * 30)} ${f(ty * 30)}L${f(tx * 36)} ${f(ty * 36)}` });
    }));
  }

  /**
   * @param {Stroke} stroke
   * @param {number} x
   * @param {number} y
   */
  drawArc(stroke, x, y) {
    const r = 60;
    const d = stroke.angles.map(([from, to]) => {
      const at = (/** @type {number} */ angle) => `${f(x - Math.sin(radians(angle)) * r)} ${f(y + Math.cos(radians(angle)) * r)}`;
      return `M${at(from)}A${r} ${r} 0 ${to - from > 180 ? 1 : 0} 1 ${at(to)}`;
    }).join("");
    set(this.arc, { d });
  }
}
