/**
 * The stroke in steps: place, aim and power on top of one ruler that sets the chosen one, arrows beside it, and "Strike".
 * It sets the same values as a hand on the board, which chooses by itself what it touches.
 */

import { byId, set } from "../site/dom.js";
import { t } from "../site/texts.js";
import { MOST_ANGLE, RAIL_END } from "./measurements.js";
import { angleWords, contactWords, placeWords, powerWords, speedWords } from "./words.js";

/** @typedef {import("./by_hand.js").ByHand} ByHand */
/** @typedef {import("./by_hand.js").Value} Value */
/** @typedef {import("./geometry.js").AimPath} AimPath */

const TAP = { place: 1, aim: 0.05, power: 0.01 }; // mm, degrees, and of a full pull
const PIXEL = { place: 0.8, aim: -0.04, power: 0.3 }; // of the value as the ruler has it, a px to the right
const LEAST = { place: -RAIL_END, aim: -MOST_ANGLE, power: 0 };
const MOST = { place: RAIL_END, aim: MOST_ANGLE, power: 100 };
const MARKS = 100; // px, after which the marks of the ruler repeat
const WAITS = 300; // ms after the ruler moved, until one can strike: a finger that slips off it strikes nothing

export class Ruler {
  /**
   * @param {ByHand} hand
   * @param {{ exact?: (value: Value) => void, say: (value: Value) => void }} hooks `exact` opens the value that is chosen already, to be typed
   */
  constructor(hand, hooks) {
    this.hand = hand;
    this.hooks = hooks;
    this.root = byId("controls");
    this.slider = byId("ruler");
    this.marks = byId("ruler-marks");
    this.caption = byId("ruler-says");
    this.button = byId("strike");
    this.values = /** @type {{ value: Value, button: HTMLElement, shown: HTMLDataElement }[]} */ ([...this.root.querySelectorAll("[data-value]")].map((button) => ({
      value: /** @type {HTMLElement} */ (button).dataset.value, button, shown: button.querySelector("data"),
    })));
    this.movedAt = -Infinity;
    this.wakes = 0;
    for (const { value, button } of this.values) button.addEventListener("click", () => this.choose(value));
    for (const arrow of /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("[data-nudge]"))) {
      arrow.addEventListener("click", () => this.nudge(Number(arrow.dataset.nudge)));
    }
    this.slider.addEventListener("pointerdown", (event) => this.press(event));
    this.slider.addEventListener("touchstart", (event) => event.cancelable && hand.on && event.preventDefault(), { passive: false });
    this.button.addEventListener("click", () => this.isReady && hand.strike());
  }

  /** @returns {boolean} whether "Strike" strikes now */
  get isReady() {
    const { hand } = this;
    return hand.on && hand.stroke.legal && hand.stroke.share > 0 && this.restsIn <= 0;
  }

  /** @returns {number} ms until the ruler has rested long enough */
  get restsIn() {
    return this.movedAt + WAITS - performance.now();
  }

  /** @param {Value} value */
  choose(value) {
    const { hand, hooks } = this;
    if (!hand.on || hand.drag) return;
    if (hand.chosen === value && hooks.exact) {
      hooks.exact(value);
      return;
    }
    hand.chosen = value;
    if (value === "power") this.beginPower();
    hand.hooks.changed();
  }

  /** A power that nobody has set yet begins where the last one was. */
  beginPower() {
    const { hand } = this;
    if (!hand.stroke.share) hand.setPower(hand.lastShare);
  }

  /** @param {number} by to the right, or more */
  nudge(by) {
    const { hand } = this;
    const { stroke, chosen } = hand;
    if (!hand.on || hand.drag) return;
    if (chosen === "place") {
      stroke.phase = "place";
      stroke.placeExactly(stroke.offset + by * TAP.place);
    } else if (chosen === "aim") {
      stroke.phase = "fine";
      stroke.held = true;
      hand.turnTo(stroke.angle - by * TAP.aim);
    } else hand.setPower((stroke.share || hand.lastShare) + by * TAP.power);
    hand.hooks.changed();
    this.hooks.say(chosen);
    hand.hooks.settled();
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (!this.hand.begin(event, "rule")) return;
    if (this.hand.chosen === "power") this.beginPower();
    this.hand.hooks.changed();
  }

  /** @param {AimPath} path */
  draw(path) {
    const { hand } = this;
    const { stroke, chosen } = hand;
    const shown = {
      place: { value: stroke.offset, words: placeWords(stroke.offset), says: t("ruler.drag") },
      aim: { value: stroke.angle, words: Math.abs(stroke.angle) < 0.005 ? t("aim.short.straight") : angleWords(stroke.angle), says: contactWords(path) },
      power: { value: Math.round(stroke.share * 1000) / 10, words: powerWords(stroke.share), says: stroke.share > 0 ? speedWords(stroke) : t("ruler.drag") },
    };
    for (const { value, button, shown: words } of this.values) {
      const isChosen = value === chosen;
      set(button, { "aria-pressed": String(isChosen) });
      if (isChosen && this.hooks.exact) set(button, { "aria-haspopup": "dialog" });
      else button.removeAttribute("aria-haspopup");
      words.value = String(value === "power" ? stroke.speed : shown[value].value);
      words.textContent = shown[value].words;
    }
    const { value, words, says } = shown[chosen];
    set(this.slider, {
      "aria-labelledby": `l-${chosen}`, "aria-valuemin": LEAST[chosen], "aria-valuemax": MOST[chosen], "aria-valuenow": value,
      "aria-valuetext": chosen === "place" ? words : `${words}, ${says}`,
    });
    this.marks.style.backgroundPositionX = `calc(50% + ${((value / PIXEL[chosen]) % MARKS).toFixed(1)}px)`;
    this.caption.textContent = says;
    if (hand.drag?.kind === "rule") this.movedAt = performance.now();
    this.drawStrike();
  }

  drawStrike() {
    const { hand } = this;
    const { stroke } = hand;
    const missing = !hand.on || stroke.phase === "released" ? "strike.wait" : !stroke.legal ? "strike.place" : stroke.share <= 0 ? "strike.power" : "";
    const text = t(missing || "strike");
    if (this.button.textContent !== text) this.button.textContent = text;
    const isReady = this.isReady;
    set(this.button, { "aria-disabled": String(!isReady) });
    clearTimeout(this.wakes);
    if (!missing && !isReady) this.wakes = setTimeout(() => this.drawStrike(), Math.max(this.restsIn, 1));
  }
}
