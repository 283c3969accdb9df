/**
 * The umpire's clocks: those before the next stroke (placing, then the stroke), which a tap starts, pauses and passes on,
 * and the interval, the reporting time or a time-out, which run from a time that the sheet holds.
 */

import { cue, wake } from "../board/sound.js";
import { call } from "../match/speech.js";
import { set, show } from "../site/dom.js";
import { vibrate } from "../site/settings.js";
import { t } from "../site/texts.js";
import { onAnswer } from "./taps.js";

/** @typedef {import("./types.js").Span} Span */
/** @typedef {(request: Record<string, unknown>, words: string) => void} Tell */

const CALLED_AT = 5; // seconds left
const NO_SPAN = { kind: "", text: "", seconds: 0, lapse: null };

export class StrokeClock {
  /**
   * @param {HTMLElement} button
   * @param {HTMLElement} lapse the entry made when the time is over
   * @param {{ record: Tell, startsItself: () => boolean }} hooks
   */
  constructor(button, lapse, hooks) {
    this.button = button;
    this.lapse = lapse;
    this.hooks = hooks;
    this.timer = 0;
    this.version = -1;
    /** @type {Span[]} what is still to run, the first one now */
    this.spans = [];
    this.left = 0; // seconds, while it stands still
    this.isOver = false;
    document.addEventListener("pointerdown", wake, { once: true }); // sound is allowed after a touch only
    button.addEventListener("click", () => this.tap());
    onAnswer(lapse, () => {
      const over = this.now.lapse;
      if (over?.request) hooks.record(over.request, over.text);
    });
  }

  /** @returns {Span} */
  get now() {
    return this.spans[0] ?? NO_SPAN;
  }

  /**
   * Takes the clocks of the decision that is awaited; those of another one than before start afresh.
   *
   * @param {Span[]} spans
   * @param {number} version
   * @param {boolean} on
   */
  show(spans, version, on) {
    show(this.button, on && spans.length > 0);
    if (!on) {
      this.pause();
      show(this.lapse, false);
      return;
    }
    const isNew = version !== this.version || spans.length === 0;
    this.version = version;
    if (isNew) {
      this.pause();
      this.spans = [...spans];
      this.wind();
      if (spans.length && this.hooks.startsItself()) this.start();
    }
    show(this.lapse, this.isOver && this.now.lapse !== null);
  }

  /** The next one: full, standing still. */
  wind() {
    this.left = this.now.seconds;
    this.isOver = false;
    show(this.lapse, false);
    this.draw(this.left);
  }

  /** A tap starts it and pauses it; while coins are placed it passes on to the stroke. */
  tap() {
    wake();
    if (this.timer && this.spans.length > 1) {
      this.pause();
      this.spans.shift();
      this.wind();
      this.start();
    } else if (this.timer) this.pause();
    else {
      if (this.isOver) this.wind();
      this.start();
    }
  }

  start() {
    const end = performance.now() + 1000 * this.left;
    let said = this.left;
    clearInterval(this.timer);
    const tick = () => {
      this.left = Math.max((end - performance.now()) / 1000, 0);
      const whole = Math.ceil(this.left);
      this.draw(whole);
      if (whole === said) return;
      said = whole;
      if (whole === CALLED_AT) signal("turn", t("clock.left", { text: this.now.text, count: whole }), 200);
      if (!whole) this.over();
    };
    this.timer = setInterval(tick, 100);
    tick();
  }

  over() {
    this.pause();
    this.isOver = true;
    this.draw(0);
    signal("time", t("clock.over", { text: this.now.text }), 700);
    this.lapse.textContent = this.now.lapse?.text ?? "";
    show(this.lapse, this.now.lapse !== null);
  }

  /** Stands still: play is stopped, or an entry is under way. */
  pause() {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.timer = 0;
    this.draw(Math.ceil(this.left));
  }

  /** @param {number} left whole seconds */
  draw(left) {
    const { text, seconds } = this.now;
    const isFull = !this.timer && left === seconds;
    this.button.textContent = isFull ? t("clock.start", { text, count: seconds }) : this.timer || !left ? minutes(left) : t("clock.paused", { time: minutes(left) });
    this.button.classList.toggle("bad", !isFull && left <= CALLED_AT);
    set(this.button, { "aria-label": isFull ? t("clock.start_long", { text, count: seconds }) : t("clock.left", { text, count: left }) });
  }
}

/**
 * @param {"turn" | "time"} sound
 * @param {string} text
 * @param {number} ms of vibration
 */
function signal(sound, text, ms) {
  cue(sound);
  vibrate(ms);
  call(text);
}

/** @param {number} seconds */
function minutes(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

let interval = 0;
let ends = "";

/**
 * Tells how long the players still rest, and calls when it is over.
 *
 * @param {HTMLElement} holder
 * @param {{ until: string, text: string } | null} rest
 */
export function showInterval(holder, rest) {
  show(holder, rest !== null);
  if (rest && interval && rest.until === ends) return;
  clearInterval(interval);
  interval = 0;
  ends = rest?.until ?? "";
  if (!rest) return;
  const end = Date.parse(rest.until);
  let wasRunning = false;
  const tick = () => {
    const left = Math.max(Math.ceil((end - Date.now()) / 1000), 0);
    holder.textContent = left ? t("interval.left", { text: rest.text, time: minutes(left) }) : t("interval.over", { text: rest.text });
    holder.classList.toggle("warn", left <= CALLED_AT);
    if (!left) {
      clearInterval(interval);
      if (wasRunning) signal("time", holder.textContent, 700);
    }
    wasRunning = left > 0;
  };
  interval = setInterval(tick, 1000);
  tick();
}
