/** The umpire's own clocks: that of a stroke, started by a tap when he says so, and the interval between two boards. */

import { call } from "../match/speech.js";
import { set, show } from "../site/dom.js";
import { t } from "../site/texts.js";
import { onTap } from "./taps.js";

const CALLED_AT = 5; // seconds left

export class StrokeClock {
  /**
   * @param {HTMLElement} button
   * @param {number} seconds of a stroke under these laws; 0 where they have none
   */
  constructor(button, seconds) {
    this.button = button;
    this.seconds = seconds;
    this.timer = 0;
    onTap(button, () => (this.timer ? this.stop() : this.start()));
    this.stop();
  }

  /** @param {boolean} on */
  show(on) {
    show(this.button, on && this.seconds > 0);
    if (!on) this.stop();
  }

  start() {
    const end = performance.now() + 1000 * this.seconds;
    let said = this.seconds;
    const tick = () => {
      const left = Math.max(Math.ceil((end - performance.now()) / 1000), 0);
      this.draw(left);
      if (left === said) return;
      said = left;
      if (left === CALLED_AT) signal(t("clock.left", { count: left }), [200]);
      if (!left) {
        signal(t("clock.over"), [300, 100, 300]);
        clearInterval(this.timer);
      }
    };
    this.timer = setInterval(tick, 100);
    tick();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.button.classList.remove("bad");
    this.button.textContent = t("clock.start", { count: this.seconds });
    set(this.button, { "aria-label": t("clock.start_long", { count: this.seconds }) });
  }

  /** @param {number} left */
  draw(left) {
    this.button.textContent = minutes(left);
    this.button.classList.toggle("bad", left <= CALLED_AT);
    set(this.button, { "aria-label": t("clock.left", { count: left }) });
  }
}

/**
 * @param {string} text
 * @param {number[]} pattern ms of vibration and rest
 */
function signal(text, pattern) {
  call(text);
  navigator.vibrate?.(pattern);
}

/** @param {number} seconds */
function minutes(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

let interval = 0;

/**
 * Tells how long the players still rest.
 *
 * @param {HTMLElement} holder
 * @param {{ until: string, text: string } | null} rest
 */
export function showInterval(holder, rest) {
  clearInterval(interval);
  show(holder, rest !== null);
  if (!rest) return;
  const end = Date.parse(rest.until);
  const tick = () => {
    const left = Math.max(Math.ceil((end - Date.now()) / 1000), 0);
    holder.textContent = left ? t("interval.left", { text: rest.text, time: minutes(left) }) : t("interval.over", { text: rest.text });
    if (!left) clearInterval(interval);
  };
  interval = setInterval(tick, 1000);
  tick();
}
