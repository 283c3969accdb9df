/** The clock of the awaited decision: it runs at the name of who decides, and is called at five seconds. */

import { cue } from "../board/sound.js";
import { byId, show } from "../site/dom.js";
import { t } from "../site/texts.js";
import { call } from "./speech.js";

const CALLED_AT = 5;

const SAME = 1000; // ms: the same clock, sent again

/** @type {HTMLElement | null} which moves from one name to the other, and is out of the page between them */
let moving = null;
const home = document.createComment("clock"); // where it stands while no name is in sight
let timer = 0;
let wasStopped = false;
let calledFor = 0; // when the clock that was called last runs out

function element() {
  if (!moving) {
    moving = byId("clock");
    moving.before(home);
    matchMedia("(min-width: 900px)").addEventListener("change", placeClock); // the names stand elsewhere then
  }
  return moving;
}

/** Puts the clock beside the name of who is awaited, where that is in sight; else it stays in the head of the page. */
export function placeClock() {
  const chip = element();
  const beside = [...document.querySelectorAll(".player.turn .figures")].find((figures) => figures.getClientRects().length);
  if (beside) beside.before(chip);
  else home.after(chip);
}

/**
 * Shows the seconds that are left, from now on; null: no clock runs. While a stroke is shown there is none.
 *
 * @param {number | null} seconds
 * @param {boolean} mine whether this page is asked
 * @param {boolean} [isStopped] it ran out again and again, and stands still until somebody plays
 * @param {boolean} [isSlow] it counts days
 * @param {boolean} [rests] it stands still: who is awaited has days off
 */
export function showClock(seconds, mine, isStopped = false, isSlow = false, rests = false) {
  clearInterval(timer);
  const chip = element();
  if (seconds === null) {
    chip.className = "chip";
    chip.textContent = isStopped ? t("clock.stopped") : "";
    chip.removeAttribute("aria-label");
    show(chip, isStopped);
    if (isStopped && !wasStopped) call(t("clock.stopped_long"));
    wasStopped = isStopped;
    return;
  }
  wasStopped = false;
  const end = performance.now() + 1000 * seconds;
  const tick = () => {
    const left = Math.max(Math.ceil(rests ? seconds : (end - performance.now()) / 1000), 0);
    const struck = document.body.dataset.mode === "watch";
    show(chip, !struck);
    chip.textContent = isSlow ? longTime(left) : t("clock.short", { count: left });
    chip.setAttribute("aria-label", isSlow ? longTime(left) : t("clock.left", { count: left }));
    chip.className = left <= CALLED_AT ? "chip warn" : "chip";
    if (left <= CALLED_AT && mine && !isSlow && !struck && Math.abs(end - calledFor) > SAME) {
      calledFor = end;
      call(t("clock.left", { count: left }));
      cue("against");
    }
    if (!left) clearInterval(timer);
  };
  timer = setInterval(tick, 250);
  queueMicrotask(tick); // after the page has entered its next mode
}

/** @param {number} seconds in days, hours or minutes, rounded up */
function longTime(seconds) {
  if (!seconds) return t("clock.out");
  const hours = seconds / 3600;
  if (hours > 36) return t("clock.days", { count: Math.ceil(hours / 24) });
  return hours > 1 ? t("clock.hours", { count: Math.ceil(hours) }) : t("clock.minutes", { count: Math.ceil(seconds / 60) });
}

/**
 * @param {import("../site/wire.js").View} view
 * @returns {number} when days off end, in ms since 1970; 0: nobody has days off now
 */
export function restsUntil(view) {
  const until = view.rests_until === null ? 0 : Date.parse(view.rests_until);
  return until > Date.now() ? until : 0;
}

/** When each state of the match was heard of: its clock runs on while motions are shown. */
export class Received {
  /** @type {Map<number, number>} by version, as performance.now tells it */
  at = new Map();
  read = { version: -1, at: 0 };

  /** @param {number} version that came now; those before it are passed */
  note(version) {
    this.at.clear();
    if (version === this.read.version) this.read.version = -1; // the same state, its clock moved
    this.at.set(version, performance.now());
  }

  /**
   * @param {import("../site/wire.js").View} view
   * @returns {number | null} seconds left now; null: no clock runs
   */
  left(view) {
    if (view.clock === null) return null;
    if (this.read.version !== view.version) this.read = { version: view.version, at: this.at.get(view.version) ?? performance.now() };
    if (restsUntil(view)) return view.clock;
    const rested = view.rests_until === null ? Infinity : (Date.now() - Date.parse(view.rests_until)) / 1000;
    return Math.max(view.clock - Math.min((performance.now() - this.read.at) / 1000, rested), 0);
  }
}
