/**
 * A stroke by hand: place, point, turn, pull, let go. There are no modes: where one presses decides.
 * A finger never decides by accident: lifting it changes nothing, a slip cancels, every pull can be taken back.
 * It knows no law: spans, gaps, directions and speeds come with the decision's domain.
 */

import { settings } from "../site/settings.js";
import { aimPath, norm, toward, turn } from "./geometry.js";
import { mm } from "./measurements.js";
import { aimOfPull, DEAD, fullPull, isAlong, rested, roomFor, shareOf, SLACK_FINE, SLACK_PULL } from "./pull.js";
import { quarterTurns } from "../site/wire.js";

/** @typedef {import("./stroke.js").Stroke} Stroke */
/** @typedef {import("./geometry.js").Disc} Disc */
/** @typedef {import("../site/wire.js").Seat} Seat */
/** @typedef {"striker" | "point" | "rail" | "wheel" | "pull"} DragKind */
/**
 * @typedef {{ id: number, kind: DragKind, touch: boolean, x0: number, y0: number, lastX: number, lastY: number, grab: number,
 *   scale: number, onBoard: boolean,
 *   from: { offset: number, angle: number, held: boolean }, trail: import("./pull.js").Trace[] }} Drag
 */
/**
 * What the page does with it. `changed` comes after every change that should be seen; `settled` when a drag ended.
 *
 * @typedef {{ changed: () => void, settled: () => void, strike: () => void, armed: () => void, cancelled: () => void,
 *   forbidden: () => void, limit: (angle: boolean) => void }} Hooks
 */

const WHEEL = 0.02; // degrees a px
const NOTCH = 0.1;
const FINE_NOTCH = 0.02;
const GRAB = 4; // degrees
const START_TOUCH = 8; // px
const START_MOUSE = 4;
const REACH_TOUCH = 28; // px round the striker
const REACH_MOUSE = 6; // px beyond its rim

export class ByHand {
  /**
   * @param {import("./draw.js").Board} board
   * @param {Stroke} stroke
   * @param {{ rail: HTMLElement, wheel: HTMLElement, handle: HTMLElement } | null} controls beside the board, where there are any
   * @param {Hooks} hooks
   * @param {{ scrolls?: boolean }} [page] that scrolls: a finger takes hold of the striker alone, elsewhere it moves the page
   */
  constructor(board, stroke, controls, hooks, { scrolls = false } = {}) {
    this.board = board;
    this.stroke = stroke;
    this.controls = controls;
    this.hooks = hooks;
    this.scrolls = scrolls;
    /** @type {Seat} */
    this.seat = "south";
    /** @type {Drag | null} */
    this.drag = null;
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
    this.armed = false;
    this.stroke.phase = "aim";
    this.stroke.pullTo(0);
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

  /** @returns {boolean} whether something is being pulled or armed that a cancel takes back */
  get pulling() {
    return this.stroke.phase === "pull" || this.armed;
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
      if (!this.drag && !this.pulling) return;
      event.preventDefault();
      this.cancel();
    });
    document.addEventListener("visibilitychange", () => document.hidden && this.cancel());
    matchMedia("(orientation: portrait)").addEventListener("change", () => this.keep());
    svg.addEventListener("wheel", (event) => this.turnWheel(event), { passive: false });
    svg.addEventListener("touchstart", (event) => {
      if (event.cancelable && this.on && (!this.scrolls || this.isAtStriker(event.touches[0], true))) event.preventDefault();
    }, { passive: false });
    if (this.controls) this.listenBeside(this.controls);
  }

  /** @param {{ rail: HTMLElement, wheel: HTMLElement, handle: HTMLElement }} controls */
  listenBeside({ rail, wheel, handle }) {
    handle.addEventListener("pointerdown", (event) => this.pressHandle(event));
    rail.addEventListener("pointerdown", (event) => this.begin(event, "rail", 480 / (rail.clientWidth || 1)));
    wheel.addEventListener("pointerdown", (event) => this.begin(event, "wheel"));
    for (const element of [rail, wheel, handle]) {
      element.addEventListener("touchstart", (event) => event.cancelable && this.on && event.preventDefault(), { passive: false });
    }
  }

  /**
   * @param {{ clientX: number, clientY: number }} event
   * @param {boolean} touch
   * @returns {boolean} whether it takes hold of the striker
   */
  isAtStriker(event, touch) {
    const [x, y] = this.board.pointOf(event, this.seat);
    const { scale } = this.board;
    const reach = touch ? Math.max(26, REACH_TOUCH * scale) : 20.65 + REACH_MOUSE * scale;
    return Math.hypot(x - this.stroke.offset, y + 252.6) < reach;
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
      this.begin(event, "striker", this.board.scale);
      return;
    }
    if ((this.scrolls && touch) || !this.begin(event, "point") || !this.drag) return;
    const angle = toward(this.board.pointOf(event, this.seat), this.stroke.offset);
    const apart = norm(this.stroke.angle - angle);
    this.drag.grab = Math.abs(apart) < GRAB ? apart : 0;
    this.move(event);
  }

  /** @param {PointerEvent} event */
  pressHandle(event) {
    if (!this.on) return;
    if (!this.stroke.legal) {
      this.hooks.forbidden();
      return;
    }
    if (this.begin(event, "pull")) this.stroke.held = true;
  }

  /**
   * @param {PointerEvent} event
   * @param {DragKind} kind
   * @param {number} [scale] mm a px
   * @returns {boolean}
   */
  begin(event, kind, scale = 1) {
    if (!this.on || this.stroke.phase === "released" || event.button !== 0 || this.drag) return false;
    this.unarm();
    const { offset, angle, held } = this.stroke;
    this.drag = {
      id: event.pointerId, kind, touch: event.pointerType !== "mouse", x0: event.clientX, y0: event.clientY, lastX: event.clientX,
      lastY: event.clientY, grab: 0, scale, onBoard: kind === "striker", from: { offset, angle, held }, trail: [],
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
      case "rail":
        if (drag.onBoard) this.slide(drag, this.board.wayOf(stepX, stepY, this.seat)[0], Math.abs(py));
        else this.slide(drag, stepX, Math.abs(event.clientY - drag.y0));
        break;
      case "wheel":
        stroke.phase = "fine";
        stroke.held = true;
        this.turnTo(stroke.angle - stepX * WHEEL * gainAt(Math.abs(event.clientY - drag.y0)));
        break;
      case "point":
        stroke.phase = "aim";
        stroke.held = true;
        this.turnTo(toward(this.board.pointOf(event, this.seat), stroke.offset) + drag.grab);
        break;
      case "pull":
        stroke.phase = "pull";
        this.pull(drag, event.clientX, event.clientY);
        break;
      default:
    }
    drag.trail.push({ time: event.timeStamp, x: event.clientX, y: event.clientY, angle: stroke.angle, offset: stroke.offset });
    this.hooks.changed();
  }

  /**
   * Along the base line: place. Any other way: pull.
   *
   * @param {Drag} drag
   * @param {number} px
   * @param {number} py
   * @returns {boolean} whether it is known by now
   */
  decide(drag, px, py) {
    if (Math.hypot(px, py) < (drag.touch ? START_TOUCH : START_MOUSE)) return false;
    if (isAlong(px, py)) {
      drag.kind = "rail";
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

  /**
   * @param {Drag} drag
   * @param {number} step px along the line
   * @param {number} away px from it: farther is finer
   */
  slide(drag, step, away) {
    const before = this.stroke.offset;
    this.stroke.phase = "place";
    this.raw = (this.raw ?? before) + step * gainAt(away) * drag.scale;
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

  /**
   * @param {Drag} drag
   * @param {number} x CSS px, where the finger is
   * @param {number} y
   */
  pull({ x0, y0 }, x, y) {
    const length = Math.hypot(x - x0, y - y0);
    if (length < DEAD) {
      this.stroke.pullTo(0);
      return;
    }
    const room = roomFor([x0, y0], [x - x0, y - y0], [innerWidth, innerHeight]);
    this.stroke.pullTo(Math.max(0.001, shareOf(length, fullPull(this.board.width, room))));
    if (this.stroke.held) return;
    const sign = settings.pull === "push" ? 1 : -1;
    const [px, py] = this.board.wayOf(x - x0, y - y0, this.seat);
    this.turnTo(aimOfPull(sign * px, sign * py, this.stroke.angle));
  }

  /** @param {PointerEvent} event */
  lift(event) {
    const { drag, stroke } = this;
    if (!drag || event.pointerId !== drag.id) return;
    this.drag = null;
    this.raw = undefined;
    if (drag.kind === "pull") {
      if (stroke.share <= 0) {
        this.takeBack(drag);
        return;
      }
      const meant = rested(drag.trail, event.timeStamp, SLACK_PULL);
      if (meant) this.pull(drag, meant.x, meant.y);
      this.letGo();
      return;
    }
    const meant = rested(drag.trail, event.timeStamp, SLACK_FINE);
    if (meant) {
      stroke.angle = meant.angle;
      stroke.offset = meant.offset;
    }
    if (drag.kind === "striker") stroke.held = !stroke.held; // a tap holds or frees the aim
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

  unarm() {
    this.armed = false;
    this.stroke.pullTo(0);
    if (this.stroke.phase === "pull") this.stroke.phase = "aim";
  }

  /** @param {Drag} drag a pull that ended where it began */
  takeBack(drag) {
    this.stroke.aimAt(drag.from.angle);
    this.stroke.held = drag.from.held;
    this.unarm();
    this.hooks.changed();
    this.hooks.cancelled();
  }

  /** Takes back whatever was being done; nothing is sent. */
  cancel() {
    const { drag } = this;
    if (!drag && !this.pulling) return;
    this.drag = null;
    this.raw = undefined;
    if (drag) {
      this.stroke.angle = drag.from.angle;
      this.stroke.offset = drag.from.offset;
      this.stroke.held = drag.from.held;
    }
    this.unarm();
    if (this.stroke.phase !== "off" && this.stroke.phase !== "released") this.stroke.phase = "aim";
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
    if (drag.kind === "pull" && !this.controls) {
      this.cancel(); // no button strikes here
      return;
    }
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
    this.unarm();
    this.stroke.held = true;
    this.stroke.phase = "fine";
    this.turnTo(this.stroke.angle - notches * (event.shiftKey ? FINE_NOTCH : NOTCH));
    this.hooks.changed();
    this.stroke.phase = "aim";
    this.hooks.settled();
  }
}

/**
 * @param {number} away px that the finger is from rail or wheel
 * @returns {number} how much of its way counts: farther is finer
 */
function gainAt(away) {
  return away < 40 ? 1 : away < 80 ? 0.5 : away < 140 ? 0.25 : 0.1;
}
