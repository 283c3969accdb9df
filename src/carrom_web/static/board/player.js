/**
 * Plays a motion on the board at true speed, or faster, or as tracks where nothing may fly.
 * It shows what the motion says, when the motion says it; it works out nothing.
 * A motion that nobody has confirmed is shown up to a bound, where the picture waits for the one that takes its place.
 */

import { still } from "../site/settings.js";
import { svg } from "../site/dom.js";
import { letterOf } from "./measurements.js";

/** @typedef {import("./draw.js").Board} Board */
/** @typedef {import("./motion.js").Motion} Motion */
/** @typedef {import("./motion.js").MotionEvent} MotionEvent */

const BEFORE = 1e-6; // s: the picture waits just before its bound, so that what happens there is not shown
const TRACKS_SHOWN = 1200; // ms that tracks stand before the new position is final, where nothing may fly and nobody holds them

export class Player {
  /**
   * @param {Board} board
   * @param {{ onEvent: (event: MotionEvent) => void, pace: () => number }} hooks
   */
  constructor(board, hooks) {
    this.board = board;
    this.hooks = hooks;
    /** @type {Motion | null} */
    this.motion = null;
    /** @type {(() => void) | null} */
    this.leave = null;
    this.time = 0;
    this.bound = Infinity; // s of the motion, beyond which nothing is shown yet
    this.hurries = false; // whether the end was asked for while the picture waited
  }

  get playing() {
    return this.motion !== null;
  }

  /** @returns {boolean} whether the picture stands at its bound */
  get waiting() {
    return this.motion !== null && this.time >= this.bound;
  }

  /**
   * @param {Motion} motion
   * @param {{ until?: number }} [options] seconds of the motion after which nothing is shown before `replace` confirms it
   * @returns {Promise<void>} when it has been seen to its end
   */
  play(motion, { until = Infinity } = {}) {
    this.bound = Infinity;
    this.skip();
    this.motion = motion;
    this.time = 0;
    this.bound = Math.max(0, until - BEFORE);
    this.hurries = false;
    return new Promise((resolve) => {
      this.leave = () => {
        this.motion = null;
        this.leave = null;
        this.stepping = false;
        clearTimeout(this.countdown);
        this.board.aim.replaceChildren();
        resolve();
      };
      if (still()) this.tracks();
      else this.run();
    });
  }

  /** Shows the end at once, or all that may be shown yet. */
  skip() {
    if (this.motion && this.bound < Infinity) {
      this.hurries = true;
      this.time = this.bound;
      if (!still()) this.show(this.time);
      return;
    }
    if (this.motion) this.show(this.motion.end + 1);
    this.leave?.();
  }

  /** Leaves everything where it is now. */
  stop() {
    this.leave?.();
  }

  /**
   * Goes on with another motion of the same stroke, at the same time of it, and to its end.
   *
   * @param {Motion} motion
   */
  replace(motion) {
    if (!this.motion) return;
    this.motion = motion;
    this.bound = Infinity;
    if (still()) this.tracks();
    else if (this.hurries) this.skip();
  }

  run() {
    const { leave } = this;
    let last = 0;
    this.show(0);
    const struck = this.motion?.at(0, 0);
    if (struck && this.motion?.moves(0)) this.board.puff(...struck);
    const frame = (/** @type {number} */ now) => {
      const { motion } = this;
      if (!motion || this.leave !== leave) return;
      const before = this.time;
      // a page that was hidden goes on where it was; one late frame never leaps
      if (last) this.time = Math.min(this.bound, this.time + (Math.min(now - last, 100) / 1000) * this.hooks.pace());
      last = now;
      this.show(this.time);
      for (const event of motion.eventsBetween(before || -1, this.time)) this.hooks.onEvent(event);
      if (this.time >= motion.end) this.skip();
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  /** @param {number} time seconds since the release */
  show(time) {
    const motion = this.motion;
    if (!motion) return;
    for (const number of motion.discs) {
      const size = motion.size(number, time);
      const place = motion.drawnAt(number, time);
      if (size === 0 || !place) this.board.remove(number);
      else this.board.put(number, place[0], place[1], size);
    }
  }

  /** Draws the ways of all that moved and a dot for each contact; "Step" goes contact by contact. */
  tracks() {
    const { motion } = this;
    if (!motion) return;
    this.board.aim.replaceChildren(...tracksOf(motion, Math.min(this.bound, motion.duration)));
    this.show(Math.min(this.bound, motion.end + 1));
    if (this.bound < Infinity) this.time = this.bound;
    else this.countDown();
  }

  /** Gives the tracks their whole time again; while somebody steps through them or holds them, they stay. */
  countDown() {
    clearTimeout(this.countdown);
    if (!this.motion || !still() || this.bound < Infinity || this.stepping || this.holds()) return;
    this.countdown = setTimeout(() => this.skip(), TRACKS_SHOWN);
  }

  /** Goes to the next contact of the motion that is shown as tracks. */
  step() {
    const motion = this.motion;
    if (!motion || this.bound < Infinity) return;
    if (!this.stepping) this.time = -1;
    this.stepping = true;
    clearTimeout(this.countdown);
    const next = motion.events.find((event) => event.time > this.time + 1e-6);
    if (!next) {
      this.skip();
      return;
    }
    this.time = next.time;
    this.board.aim.replaceChildren(...tracksOf(motion, this.time));
    this.show(this.time);
  }

  stepping = false;

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  countdown;

  /** @type {() => boolean} whether the tracks stay until they are left by hand; `countDown` is to be called when this may have become false */
  holds = () => false;
}

/**
 * @param {Motion} motion
 * @param {number} until
 * @returns {SVGElement[]}
 */
export function tracksOf(motion, until) {
  const lines = motion.discs.filter((number) => motion.moves(number)).map((number) =>
    svg("polyline", { class: `track track-of-${letterOf(number)}`, points: motion.track(number, until).map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ") }));
  const dots = motion.events.filter((event) => event.time <= until).map((event) => {
    const [x, y] = motion.at(event.first, event.time) ?? [0, 0];
    return svg("circle", { class: "contact", r: 3, cx: x.toFixed(1), cy: y.toFixed(1) });
  });
  return [...lines, ...dots];
}

/**
 * Lets pieces glide to where they lie from now on: dues set, a queen returned, a stroke taken back.
 *
 * @param {Board} board
 * @param {readonly import("../site/wire.js").Lying[]} position metres
 * @param {Map<number, [number, number]>} origins where pieces come from that are not on the board yet, millimetres
 * @param {number} duration ms
 * @returns {Promise<void>}
 */
export function glide(board, position, origins, duration) {
  /** @type {{ number: number, from: [number, number], to: [number, number] }[]} */
  const ways = [];
  for (const [number, x, y] of position) {
    const node = board.nodes.get(number);
    const from = node ? /** @type {[number, number]} */ ([node.x, node.y]) : origins.get(number);
    /** @type {[number, number]} */
    const to = [x * 1000, y * 1000];
    if (from && Math.hypot(from[0] - to[0], from[1] - to[1]) > 0.5) ways.push({ number, from, to });
  }
  board.lay(position);
  if (!ways.length || still() || !duration) return Promise.resolve();
  return new Promise((resolve) => {
    let start = 0;
    const frame = (/** @type {number} */ now) => {
      start ||= now;
      const share = Math.min(1, (now - start) / duration);
      const eased = 1 - (1 - share) ** 3;
      for (const { number, from, to } of ways) {
        if (board.nodes.has(number)) board.put(number, from[0] + (to[0] - from[0]) * eased, from[1] + (to[1] - from[1]) * eased);
      }
      if (share < 1) requestAnimationFrame(frame);
      else resolve();
    };
    requestAnimationFrame(frame);
  });
}
