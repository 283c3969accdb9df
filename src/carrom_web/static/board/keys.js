/** A stroke by the keyboard, on the board or on the ruler: the same stroke, the same values. */

import { settings } from "../site/settings.js";
import { toward } from "./geometry.js";

/** @typedef {import("./by_hand.js").ByHand} ByHand */
/** @typedef {import("./by_hand.js").Value} Value */

const ANGLE = [1, 0.1, 0.01]; // degrees: plain, Shift, Alt
const PLACE = [10, 1, 0.1]; // mm
const PULL = [0.05, 0.01, 0.002]; // of a full pull
const PAGE = 4; // such steps
const TWICE_WITHIN = 5000; // ms

export class Keys {
  /**
   * @param {ByHand} hand
   * @param {Element} ruler
   * @param {{ ready: () => void, say: (what: Value) => void, letter: (key: string) => boolean }} hooks
   */
  constructor(hand, ruler, hooks) {
    this.hand = hand;
    this.ruler = ruler;
    this.hooks = hooks;
    this.readyAt = -Infinity;
    this.target = -1;
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
    if (!here || (here !== hand.board.svg && here !== this.ruler) || event.metaKey) return;
    if (settings.letters && !event.ctrlKey && !event.altKey && event.key.length === 1 && event.key !== " " && this.letter(event)) {
      event.preventDefault();
      return;
    }
    if (!hand.on || hand.stroke.phase === "released" || hand.drag) return;
    const said = this.change(event, here === this.ruler);
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
   * @param {boolean} onRuler there the arrows set what is chosen, whichever way they point
   * @returns {Value | "struck" | null} what changed
   */
  change(event, onRuler) {
    const { hand } = this;
    const size = event.altKey ? 2 : event.shiftKey ? 1 : 0;
    const right = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const up = { ArrowUp: 1, ArrowDown: -1, PageUp: PAGE, PageDown: -PAGE }[event.key];
    if (right && event.ctrlKey) return this.by("place", right, size);
    if (onRuler && (right || up)) return this.by(hand.chosen, right ?? up ?? 0, size);
    if (right) return this.by("aim", right, size);
    if (up) return this.by("power", up, size);
    if (event.key === "Home") {
      hand.chosen = "aim";
      hand.stroke.held = true;
      hand.turnTo(0);
      return "aim";
    }
    if (event.key === " " || event.key === "Enter") return this.strike(event);
    return null;
  }

  /**
   * @param {Value} value
   * @param {number} steps to the right, or more
   * @param {number} size 0 coarse to 2 fine
   * @returns {Value}
   */
  by(value, steps, size) {
    const { hand } = this;
    const { stroke } = hand;
    hand.chosen = value;
    if (value === "power") hand.setPower((stroke.share || hand.lastShare) + steps * PULL[size]);
    else if (value === "place") {
      stroke.phase = "place";
      stroke.placeExactly(stroke.offset + steps * PLACE[size]);
    } else {
      stroke.held = true;
      stroke.phase = size ? "fine" : "aim";
      hand.turnTo(stroke.angle - steps * ANGLE[size]);
    }
    return value;
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
      hand.strike();
      return "struck";
    }
    hand.setPower(stroke.share || hand.lastShare);
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
        hand.chosen = "place";
        hand.stroke.placeNearest();
        hand.hooks.changed();
        this.hooks.say("place");
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
    hand.chosen = "aim";
    hand.stroke.phase = "aim";
    hand.stroke.held = true;
    hand.turnTo(angle);
    this.readyAt = -Infinity;
    hand.hooks.changed();
    this.hooks.say("aim");
  }
}
