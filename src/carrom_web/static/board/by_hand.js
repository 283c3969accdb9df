/**
 * A stroke by hand: place, point, pull, let go, or each value on the ruler. There are no modes: where one presses decides.
 * A finger never decides by accident: lifting it changes nothing, a slip cancels, every pull can be taken back.
 * It knows no law: spans, gaps, directions and speeds come with the decision's domain.
 */

import { settings, vibrate } from "../site/settings.js";
import { aimPath, norm, toward, turn } from "./geometry.js";
import { BASE_MIDDLE, mm } from "./measurements.js";
import { aimOfPull, DEAD, frees, fullPull, isAgainst, isAlong, rested, roomFor, shareOf, SLACK_FINE, SLACK_PULL } from "./pull.js";
import { LEAST_SHARE } from "./stroke.js";
import { quarterTurns } from "../site/wire.js";

/** @typedef {import("./stroke.js").Stroke} Stroke */
/** @typedef {import("./geometry.js").Disc} Disc */
/** @typedef {import("../site/wire.js").Seat} Seat */
/** @typedef {"place" | "aim" | "power"} Value what the ruler sets */
/** @typedef {"striker" | "place" | "point" | "rule" | "pull"} DragKind */
/**
 * @typedef {{ id: number, kind: DragKind, touch: boolean, x0: number, y0: number, lastX: number, lastY: number, grab: number,
 *   from: { offset: number, angle: number, held: boolean }, pulledFrom: [number, number], trail: import("./pull.js").Trace[] }} Drag
 */
/**
 * What the page does with it. `changed` comes after every change that should be seen; `settled` when a drag ended.
 *
 * @typedef {{ changed: () => void, settled: () => void, strike: () => void, armed: () => void, cancelled: () => void,
 *   forbidden: () => void, limit: (angle: boolean) => void }} Hooks
 */

const NOTCH = 0.1; // degrees
const FINE_NOTCH = 0.02;
const GRAB = 4; // degrees
const START_TOUCH = 8; // px
const START_MOUSE = 4;
const REACH_TOUCH = 30; // px round the striker's middle
const REACH_MOUSE = 16;
const LEAST_REACH = 30; // mm
const STRIP = 46; // mm on either side of the base line's middle: what a finger takes hold of on a page that scrolls
const BEHIND = 30; // px: a finger that places and goes on this far behind the base line pulls
const RULED = { aim: 0.04, place: 0.8, power: 0.003 }; // degrees, mm, and of a full pull, a px of the ruler
const FREED = 6; // ms of buzz when a crooked pull lets the aim go
const FIRST_SHARE = 0.35; // of a full pull, where power is set for the first time

export class ByHand {
  /**
   * @param {import("./draw.js").Board} board
   * @param {Stroke} stroke
   * @param {Hooks} hooks
   * @param {{ scrolls?: boolean }} [page] that scrolls: a finger takes hold of the striker and its base line alone, elsewhere it moves the page
   */
  constructor(board, stroke, hooks, { scrolls = false } = {}) {
    this.board = board;
    this.stroke = stroke;
    this.hooks = hooks;
    this.scrolls = scrolls;
    /** @type {Seat} */
    this.seat = "south";
    /** @type {Drag | null} */
    this.drag = null;
    /** @type {Value} what the ruler sets: what was touched last */
    this.chosen = "aim";
    this.lastShare = FIRST_SHARE; // where power begins that is set in steps
    this.armed = false;
    this.on = false;
    /** @type {Disc[]} */
    this.discs = [];
    this.listen();
  }

  /**
   * @param {Seat} seat who strikes
   * @param {readonly import("../site/wire.js").Lying[]} position metres in board axes
   */
  start(seat, position) {
    this.seat = seat;
    this.discs = position.filter(([number]) => number !== 0).map(([number, x, y]) => {
      const [px, py] = turn(mm(x), mm(y), -quarterTurns(seat));
      return { number, x: px, y: py };
    });
    this.on = true;
    this.stroke.phase = "aim";
  }

  stop() {
    this.on = false;
    this.drag = null;
    this.armed = false;
    this.stroke.pullTo(0);
    this.stroke.phase = "off";
  }

  get path() {
    return aimPath(this.stroke.offset, this.stroke.angle, this.discs);
  }

  /** @returns {boolean} whether power is set, which a cancel takes back */
  get pulling() {
    return this.on && this.stroke.share > 0;
  }

  listen() {
    const { svg } = this.board;
    // a second finger anywhere cancels, before anything else sees it
    document.addEventListener("pointerdown", (event) => {
      if (this.drag && event.pointerId !== this.drag.id) {
        event.stopPropagation();
        this.cancel();
      }
    }, { capture: true });
    svg.addEventListener("pointerdown", (event) => this.pressBoard(event));
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.lift(event));
    addEventListener("pointercancel", (event) => this.drag && event.pointerId === this.drag.id && this.cancel());
    addEventListener("contextmenu", (event) => {
      if (!this.drag) return;
      event.preventDefault();
      this.cancel();
    });
    document.addEventListener("visibilitychange", () => document.hidden && this.drag && this.cancel());
    matchMedia("(orientation: portrait)").addEventListener("change", () => this.keep());
    svg.addEventListener("wheel", (event) => this.turnWheel(event), { passive: false });
    svg.addEventListener("touchstart", (event) => {
      if (event.cancelable && this.on && (!this.scrolls || this.isInStrip(event.touches[0]) || this.isAtStriker(event.touches[0], true))) event.preventDefault();
    }, { passive: false });
  }

  /**
   * @param {{ clientX: number, clientY: number }} event
   * @param {boolean} touch
   * @returns {boolean} whether it takes hold of the striker
   */
  isAtStriker(event, touch) {
    const [x, y] = this.board.pointOf(event, this.seat);
    const reach = Math.max(LEAST_REACH, (touch ? REACH_TOUCH : REACH_MOUSE) * this.board.scale);
    return Math.hypot(x - this.stroke.offset, y + BASE_MIDDLE) < reach;
  }

  /** @param {{ clientX: number, clientY: number }} event @returns {boolean} whether it lies in the strip of the base line */
  isInStrip(event) {
    return Math.abs(this.board.pointOf(event, this.seat)[1] + BASE_MIDDLE) < STRIP;
  }

  /** @param {PointerEvent} event */
  pressBoard(event) {
    if (!this.on) return;
    if (event.button !== 0) {
      this.cancel();
      return;
    }
    const touch = event.pointerType !== "mouse";
    if (this.isAtStriker(event, touch)) {
      this.begin(event, "striker");
      return;
    }
    if (this.scrolls && touch) {
      if (this.isInStrip(event)) this.begin(event, "place");
      return;
    }
    if (!this.begin(event, "point") || !this.drag) return;
    const angle = toward(this.board.pointOf(event, this.seat), this.stroke.offset);
    const apart = norm(this.stroke.angle - angle);
    this.drag.grab = Math.abs(apart) < GRAB ? apart : 0;
    this.move(event);
  }

  /**
   * @param {PointerEvent} event
   * @param {DragKind} kind
   * @returns {boolean}
   */
  begin(event, kind) {
    if (!this.on || this.stroke.phase === "released" || event.button !== 0 || this.drag) return false;
    const { offset, angle, held } = this.stroke;
    this.drag = {
      id: event.pointerId, kind, touch: event.pointerType !== "mouse", x0: event.clientX, y0: event.clientY, lastX: event.clientX,
      lastY: event.clientY, grab: 0, from: { offset, angle, held }, pulledFrom: [event.clientX, event.clientY], trail: [],
    };
    if (event.target instanceof Element) {
      try {
        event.target.setPointerCapture(event.pointerId);
      } catch {
        // the pointer has gone already
      }
      if (event.currentTarget instanceof HTMLElement || event.currentTarget instanceof SVGElement) event.currentTarget.focus({ preventScroll: true });
    }
    event.preventDefault();
    return true;
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { drag, stroke } = this;
    if (!drag || event.pointerId !== drag.id) return;
    if (event.buttons & 2) {
      this.cancel(); // the right button, pressed while the left is held
      return;
    }
    const stepX = event.clientX - drag.lastX;
    const stepY = event.clientY - drag.lastY;
    const [px, py] = this.board.wayOf(event.clientX - drag.x0, event.clientY - drag.y0, this.seat);
    if (drag.kind === "striker" && !this.decide(drag, px, py)) return;
    drag.lastX = event.clientX;
    drag.lastY = event.clientY;
    switch (drag.kind) {
      case "place":
        if (-py > BEHIND && stroke.legal) this.goOnPulling(drag, event);
        else this.slide(this.board.wayOf(stepX, stepY, this.seat)[0] * gainAt(Math.abs(py)) * this.board.scale);
        break;
      case "rule":
        this.rule(stepX * gainAt(Math.abs(event.clientY - drag.y0)));
        break;
      case "point":
        this.chosen = "aim";
        stroke.phase = "aim";
        stroke.held = true;
        this.turnTo(toward(this.board.pointOf(event, this.seat), stroke.offset) + drag.grab);
        break;
      case "pull":
        this.pull(drag, event.clientX, event.clientY);
        break;
      default:
    }
    const { angle, offset, held, share } = stroke;
    drag.trail.push({ time: event.timeStamp, x: event.clientX, y: event.clientY, angle, offset, held, share });
    this.hooks.changed();
  }

  /**
   * Along the base line: place. Any other way, or straight against an aim that is held: pull.
   *
   * @param {Drag} drag
   * @param {number} px
   * @param {number} py
   * @returns {boolean} whether it is known by now
   */
  decide(drag, px, py) {
    if (Math.hypot(px, py) < (drag.touch ? START_TOUCH : START_MOUSE)) return false;
    const sign = settings.pull === "push" ? 1 : -1;
    if (isAlong(px, py) && !(this.stroke.held && isAgainst(sign * px, sign * py, this.stroke.angle))) {
      drag.kind = "place";
      return true;
    }
    if (!this.stroke.legal) {
      this.drag = null;
      this.hooks.forbidden();
      return false;
    }
    drag.kind = "pull";
    return true;
  }

  /** @param {number} step mm along the line */
  slide(step) {
    const before = this.stroke.offset;
    this.chosen = "place";
    this.stroke.phase = "place";
    this.raw = (this.raw ?? before) + step;
    this.stroke.place(this.raw);
    if (this.stroke.spans.flat().includes(this.stroke.offset) && this.stroke.offset !== before) this.hooks.limit(false);
  }

  /** @type {number | undefined} where the finger is along the line, without snapping */
  raw;

  /** @param {number} angle */
  turnTo(angle) {
    const before = this.stroke.angle;
    if (this.stroke.aimAt(angle) && before !== this.stroke.angle) this.hooks.limit(true);
  }

  /** @param {number} step px of the ruler, the farther from it the finer */
  rule(step) {
    const { stroke } = this;
    if (this.chosen === "place") this.slide(step * RULED.place);
    else if (this.chosen === "aim") {
      stroke.phase = "fine";
      stroke.held = true;
      this.turnTo(stroke.angle - step * RULED.aim);
    } else this.setPower(stroke.share + step * RULED.power);
  }

  /** @param {number} share of a full pull, set in steps: the aim stays where it is */
  setPower(share) {
    const { stroke } = this;
    this.chosen = "power";
    stroke.phase = "pull";
    stroke.held = true;
    stroke.pullTo(Math.max(LEAST_SHARE, share));
    this.lastShare = stroke.share;
  }

  /**
   * The finger that placed goes on behind the base line: place, aim and power in one gesture. The pull counts from where the
   * finger would be if it had taken hold of the striker as it lies now.
   *
   * @param {Drag} drag
   * @param {PointerEvent} event
   */
  goOnPulling(drag, event) {
    const [right, down] = this.board.pixelsOf(this.stroke.offset - drag.from.offset, 0, this.seat);
    drag.kind = "pull";
    drag.pulledFrom = [drag.x0 + right, drag.y0 + down];
    this.stroke.held = false;
    this.pull(drag, event.clientX, event.clientY);
  }

  /**
   * @param {Drag} drag
   * @param {number} x CSS px, where the finger is
   * @param {number} y
   */
  pull({ pulledFrom: [x0, y0] }, x, y) {
    const { stroke } = this;
    const length = Math.hypot(x - x0, y - y0);
    this.chosen = "power";
    stroke.phase = "pull";
    if (length < DEAD) {
      stroke.pullTo(0);
      return;
    }
    const room = roomFor([x0, y0], [x - x0, y - y0], [innerWidth, innerHeight]);
    stroke.pullTo(Math.max(LEAST_SHARE, shareOf(length, fullPull(this.board.width, room))));
    const sign = settings.pull === "push" ? 1 : -1;
    const [px, py] = this.board.wayOf(x - x0, y - y0, this.seat).map((way) => sign * way);
    if (stroke.held && frees(length, px, py, stroke.angle)) {
      stroke.held = false;
      vibrate(FREED);
    }
    if (!stroke.held) this.turnTo(aimOfPull(px, py, stroke.angle));
  }

  /** @param {PointerEvent} event */
  lift(event) {
    const { drag, stroke } = this;
    if (!drag || event.pointerId !== drag.id) return;
    const pulls = drag.kind === "pull";
    if (pulls && stroke.share <= 0) {
      this.cancel(); // it ended where it began
      return;
    }
    const meant = rested(drag.trail, event.timeStamp, pulls ? SLACK_PULL : SLACK_FINE);
    if (meant) {
      stroke.angle = meant.angle;
      stroke.held = meant.held;
      if (pulls) this.pull(drag, meant.x, meant.y);
      else {
        stroke.offset = meant.offset;
        stroke.pullTo(meant.share);
      }
    }
    if (pulls && stroke.share <= 0) {
      this.cancel(); // it has hardly started
      return;
    }
    this.drag = null;
    this.raw = undefined;
    if (pulls) {
      this.letGo();
      return;
    }
    stroke.phase = "aim";
    this.hooks.changed();
    this.hooks.settled();
  }

  /** Strikes, or arms where the player wants to be asked. */
  letGo() {
    if (settings.ask) {
      this.armed = true;
      this.hooks.changed();
      this.hooks.armed();
      return;
    }
    this.strike();
  }

  strike() {
    if (!this.on || !this.stroke.legal || this.stroke.share <= 0) return;
    this.armed = false;
    this.stroke.phase = "released";
    this.hooks.strike();
  }

  /** Takes the power back. */
  unarm() {
    this.armed = false;
    this.stroke.pullTo(0);
    if (this.stroke.phase === "pull") this.stroke.phase = "aim";
  }

  /** Takes back what was being done; nothing is sent. The striker stays where it was put. */
  cancel() {
    const { drag, stroke } = this;
    if (!drag && !this.pulling) return;
    this.drag = null;
    this.raw = undefined;
    if (drag) {
      stroke.angle = drag.from.angle;
      stroke.held = drag.from.held;
    }
    this.unarm();
    if (stroke.phase !== "off" && stroke.phase !== "released") stroke.phase = "aim";
    this.hooks.changed();
    this.hooks.cancelled();
  }

  /**
   * The device is turned: place, aim and what was pulled stay. The finger that pulled is elsewhere on the board now, so lifting it
   * strikes nothing: the stroke waits for "Strike", as where the player wants to be asked.
   */
  keep() {
    const { drag, stroke } = this;
    if (!drag) return;
    this.drag = null;
    this.raw = undefined;
    if (drag.kind !== "pull" || stroke.share <= 0) stroke.phase = "aim";
    else {
      this.armed = true;
      stroke.held = true;
      this.hooks.armed();
    }
    this.hooks.changed();
  }

  /** @param {WheelEvent} event */
  turnWheel(event) {
    if (!this.on || this.stroke.phase === "released" || event.ctrlKey || this.drag) return;
    event.preventDefault();
    const delta = event.deltaY || event.deltaX; // with Shift some browsers scroll sideways
    const notches = event.deltaMode === 0 ? Math.max(-3, Math.min(3, delta / 100)) : Math.sign(delta);
    this.chosen = "aim";
    this.stroke.held = true;
    this.stroke.phase = "fine";
    this.turnTo(this.stroke.angle - notches * (event.shiftKey ? FINE_NOTCH : NOTCH));
    this.hooks.changed();
    this.stroke.phase = "aim";
    this.hooks.settled();
  }
}

/**
 * @param {number} away px that the finger is from the ruler, or from the base line
 * @returns {number} how much of its way counts: farther is finer
 */
function gainAt(away) {
  return away < 40 ? 1 : away < 80 ? 0.5 : away < 140 ? 0.25 : 0.1;
}
