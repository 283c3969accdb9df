/** What the other player aims: striker, line and pull as they happen, a tenth of a second late and smoothed, at 60 %. */

import { AimDrawing } from "../board/aim_drawing.js";
import { aimPath, degrees, turn } from "../board/geometry.js";
import { BASE_MIDDLE } from "../board/measurements.js";
import { Stroke } from "../board/stroke.js";
import { quarterTurns } from "../site/wire.js";
import { still } from "../site/settings.js";

/** @typedef {import("../site/wire.js").AimMessage} AimMessage */
/** @typedef {import("../site/wire.js").Seat} Seat */

const LATE = 100; // ms
const SNAP = 150; // ms in which the true line stands before the motion
const AIMS = 1000; // ms in which a computer aims
const TURNS = (16 * Math.PI) / 180; // that it turns meanwhile
const SWAYS = (2 * Math.PI) / 180;
const PULLS_FROM = 0.6; // of that time

export class Others {
  /** @param {import("../board/draw.js").Board} board */
  constructor(board) {
    this.board = board;
    this.drawing = new AimDrawing(board);
    this.stroke = new Stroke();
    this.stroke.held = true;
    this.stroke.spans = [[-1000, 1000]]; // whether it may lie there is for its player to know
    /** @type {{ at: number, message: AimMessage }[]} */
    this.received = [];
    this.running = false;
    /** @type {Seat | null} whose aim is shown */
    this.seat = null;
  }

  /** @param {AimMessage} message */
  push(message) {
    this.seat = message.seat;
    this.received.push({ at: performance.now() + LATE, message });
    if (this.received.length > 20) this.received.shift();
    if (this.running) return;
    this.running = true;
    requestAnimationFrame(() => this.frame());
  }

  frame() {
    if (!this.running) return;
    const now = performance.now();
    while (this.received.length > 2 && this.received[1].at <= now) this.received.shift();
    const [from, to] = this.received;
    if (!from) return;
    const share = to && to.at > from.at ? Math.min(1, Math.max(0, (now - from.at) / (to.at - from.at))) : 0;
    this.draw(from.message.seat, mix(from.message, to?.message ?? from.message, share));
    if (to || now < from.at) requestAnimationFrame(() => this.frame());
    else this.running = false;
    if (to && to.at <= now) this.received.shift();
  }

  /**
   * @param {Seat} seat
   * @param {{ offset: number, angle: number, speed: number }} aim metres, radians, m/s
   */
  draw(seat, aim) {
    const { stroke, board } = this;
    stroke.phase = aim.speed > 0 ? "pull" : "aim";
    stroke.offset = aim.offset * 1000;
    stroke.angle = degrees(aim.angle);
    if (aim.speed > 0) stroke.pullToSpeed(aim.speed);
    else stroke.pullTo(0);
    const discs = board.lying().map((disc) => {
      const [x, y] = turn(disc.x, disc.y, -quarterTurns(seat));
      return { number: disc.number, x, y };
    });
    this.drawing.draw(stroke, seat, aimPath(stroke.offset, stroke.angle, discs));
    if (this.drawing.hand.parentNode !== board.others) board.others.append(this.drawing.hand);
    const [sx, sy] = turn(stroke.offset, -BASE_MIDDLE, quarterTurns(seat));
    board.put(0, sx, sy);
  }

  /**
   * The line snaps to the true one before all see the same motion.
   *
   * @param {Seat} seat
   * @param {{ offset: number, angle: number, speed: number }} aim
   * @returns {Promise<void>}
   */
  snap(seat, aim) {
    this.running = false;
    this.received = [];
    if (still()) return Promise.resolve();
    this.draw(seat, aim);
    return new Promise((resolve) => setTimeout(resolve, SNAP));
  }

  /**
   * A computer aims as people do: it places, turns with a small sway, settles, and pulls, before all see the motion.
   *
   * @param {Seat} seat
   * @param {{ offset: number, angle: number, speed: number }} aim
   * @returns {Promise<void>}
   */
  aims(seat, aim) {
    this.running = false;
    this.received = [];
    if (still()) return Promise.resolve();
    const side = aim.angle > 0 ? -1 : 1; // it comes from the middle
    return new Promise((resolve) => {
      let start = 0;
      const frame = (/** @type {number} */ now) => {
        start ||= now;
        const share = Math.min(1, (now - start) / AIMS);
        const rest = (1 - share) ** 3;
        this.draw(seat, {
          offset: aim.offset * Math.min(1, share * 2.2),
          angle: aim.angle + side * TURNS * rest + Math.sin(share * 9) * (1 - share) * SWAYS,
          speed: (aim.speed * Math.max(0, share - PULLS_FROM)) / (1 - PULLS_FROM),
        });
        if (share < 1) requestAnimationFrame(frame);
        else resolve();
      };
      requestAnimationFrame(frame);
    });
  }

  clear() {
    this.running = false;
    this.seat = null;
    this.received = [];
    if (this.drawing.hand.parentNode === this.board.others) this.drawing.clear();
  }
}

/**
 * @param {AimMessage} a
 * @param {AimMessage} b
 * @param {number} share
 */
function mix(a, b, share) {
  const between = (/** @type {number} */ from, /** @type {number} */ to) => from + (to - from) * share;
  const round = Math.abs(b.angle - a.angle) > Math.PI ? b.angle : between(a.angle, b.angle);
  return { offset: between(a.offset, b.offset), angle: round, speed: between(a.speed, b.speed) };
}
