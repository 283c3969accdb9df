/** A stroke by the keyboard, on the board, the rail, the wheel or the handle: the same stroke, the same controls. */

import { settings } from "../site/settings.js";
import { toward } from "./geometry.js";

/** @typedef {import("./by_hand.js").ByHand} ByHand */

const ANGLE = [1, 0.1, 0.01]; // degrees: plain, Shift, Alt
const PLACE = [10, 1, 0.1]; // mm
const PULL = [0.05, 0.01, 0.002]; // of a full pull
const FIRST_PULL = 0.35;
const TWICE_WITHIN = 5000; // ms

export class Keys {
  /**
   * @param {ByHand} hand
   * @param {{ ready: () => void, say: (text: "place" | "aim" | "pull") => void, letter: (key: string) => boolean }} hooks
   */
  constructor(hand, hooks) {
    this.hand = hand;
    this.hooks = hooks;
    this.readyAt = -Infinity;
    this.lastShare = FIRST_PULL;
    this.target = -1;
    this.places = /** @type {(Element | null)[]} */ ([hand.board.svg, ...Object.values(hand.controls ?? {})]);
    addEventListener("keydown", (event) => this.press(event));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { hand } = this;
    if (event.key === "Escape") {
      this.readyAt = -Infinity;
      if (hand.drag || hand.pulling) hand.cancel();
      return;
    }
    const here = document.activeElement;
    if (!here || !this.places.includes(here) || event.metaKey) return;
    const onBoard = here === hand.board.svg;
    if (onBoard && settings.letters && !event.ctrlKey && !event.altKey && event.key.length === 1 && event.key !== " " && this.letter(event)) {
      event.preventDefault();
      return;
    }
    if (!hand.on || hand.stroke.phase === "released" || hand.drag) return;
    const said = this.change(event, here === hand.controls?.rail, here === hand.controls?.handle);
    if (!said) return;
    event.preventDefault();
    if (said === "struck") return;
    this.readyAt = -Infinity;
    hand.hooks.changed();
    this.hooks.say(said);
    hand.hooks.settled();
  }

  /**
   * @param {KeyboardEvent} event
   * @param {boolean} onRail
   * @param {boolean} onHandle
   * @returns {"place" | "aim" | "pull" | "struck" | null} what changed
   */
  change(event, onRail, onHandle) {
    const { hand } = this;
    const { stroke } = hand;
    const size = event.altKey ? 2 : event.shiftKey ? 1 : 0;
    const side = { ArrowLeft: 1, ArrowRight: -1 }[event.key];
    const up = { ArrowUp: 1, ArrowDown: -1, PageUp: 4, PageDown: -4 }[event.key];
    if (side && onHandle && !event.ctrlKey) return this.pullBy(-side * PULL[size]);
    if (side && (onRail || event.ctrlKey)) {
      hand.unarm();
      stroke.phase = "place";
      stroke.placeExactly(stroke.offset - side * PLACE[size]);
      return "place";
    }
    if (side) {
      hand.unarm();
      stroke.held = true;
      stroke.phase = size ? "fine" : "aim";
      hand.turnTo(stroke.angle + side * ANGLE[size]);
      return "aim";
    }
    if (up) return this.pullBy(up * PULL[size]);
    if (event.key === "Home") {
      hand.unarm();
      stroke.held = true;
      hand.turnTo(0);
      return "aim";
    }
    if (event.key === " " || event.key === "Enter") return this.strike(event);
    return null;
  }

  /**
   * @param {number} step
   * @returns {"pull"}
   */
  pullBy(step) {
    const { stroke } = this.hand;
    stroke.phase = "pull";
    stroke.held = true;
    stroke.pullTo(Math.max(0.01, (stroke.share || this.lastShare) + step));
    this.lastShare = stroke.share;
    return "pull";
  }

  /**
   * The first press says what is ready, the second within five seconds strikes.
   *
   * @param {KeyboardEvent} event
   * @returns {"struck"}
   */
  strike(event) {
    const { hand } = this;
    const { stroke } = hand;
    if (event.repeat) return "struck"; // a key that is held down never strikes
    if (!stroke.legal) {
      hand.hooks.forbidden();
      return "struck";
    }
    if (stroke.share > 0 && (hand.armed || event.timeStamp - this.readyAt < TWICE_WITHIN)) {
      this.readyAt = -Infinity;
      this.lastShare = stroke.share;
      hand.strike();
      return "struck";
    }
    if (stroke.share <= 0) stroke.pullTo(this.lastShare);
    stroke.phase = "pull";
    stroke.held = true;
    this.readyAt = event.timeStamp;
    hand.hooks.changed();
    this.hooks.ready();
    return "struck";
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the letter meant something
   */
  letter(event) {
    const { hand } = this;
    const key = event.key.toLowerCase();
    if (hand.on && hand.stroke.phase !== "released") {
      if (key === "n") {
        this.nextTarget(event.shiftKey ? -1 : 1);
        return true;
      }
      if (key === "c") {
        hand.unarm();
        hand.stroke.placeNearest();
        hand.hooks.changed();
        this.hooks.say("place");
        return true;
      }
      if (key === "l") {
        hand.stroke.held = !hand.stroke.held;
        hand.hooks.changed();
        this.hooks.say("aim");
        return true;
      }
    }
    return this.hooks.letter(key);
  }

  /** @param {1 | -1} by aims at the next piece from left to right, counted from the striker */
  nextTarget(by) {
    const { hand } = this;
    const order = hand.discs.map((disc) => toward([disc.x, disc.y], hand.stroke.offset)).sort((a, b) => b - a);
    if (!order.length) return;
    if (this.target < 0 && by < 0) this.target = 0;
    this.target = (this.target + by + order.length) % order.length;
    this.aimAtAngle(order[this.target]);
  }

  /** @param {number} angle */
  aimAtAngle(angle) {
    const { hand } = this;
    hand.unarm();
    hand.stroke.phase = "aim";
    hand.stroke.held = true;
    hand.turnTo(angle);
    this.readyAt = -Infinity;
    hand.hooks.changed();
    this.hooks.say("aim");
  }
}
