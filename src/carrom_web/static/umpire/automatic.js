/** A stroke is recorded by itself some time after the last tap. A ring on Record shows how long; a finger on the page stops it. */

import { byId } from "../site/dom.js";

const KEY = "carrom-sheet-auto";
const USUAL = 2000; // ms
const LEAST = 300; // ms that are left when a finger is lifted

/** @returns {number} ms after which a stroke is recorded, 0: never; it holds for every sheet on this device */
export function recordsAfter() {
  try {
    return Number(localStorage.getItem(KEY) ?? USUAL);
  } catch {
    return USUAL;
  }
}

/** @param {number} milliseconds */
export function recordAfter(milliseconds) {
  try {
    localStorage.setItem(KEY, String(milliseconds));
  } catch {
    // it stays as it is
  }
}

export class Ring {
  /** @param {() => void} record */
  constructor(record) {
    this.record = record;
    this.timer = 0;
    this.ends = 0; // by the page's clock, 0: it does not run
    this.left = 0; // ms, while a finger is down
    this.fingers = new Set();
    addEventListener("pointerdown", ({ pointerId }) => {
      this.fingers.add(pointerId);
      this.hold();
    }, true);
    for (const lifted of ["pointerup", "pointercancel"]) addEventListener(lifted, (event) => {
      this.fingers.delete(/** @type {PointerEvent} */ (event).pointerId);
      if (!this.fingers.size) this.goOn();
    }, true);
  }

  get isRunning() {
    return this.ends > 0;
  }

  start() {
    this.stop();
    const after = recordsAfter();
    if (!after) return;
    this.left = after;
    this.ends = performance.now() + after;
    const ring = byId("ring");
    ring.style.setProperty("--ring-time", `${after}ms`);
    ring.getBoundingClientRect(); // or the one that was stopped now would go on
    ring.classList.add("run");
    if (this.fingers.size) this.hold();
    else this.wait();
  }

  wait() {
    this.timer = setTimeout(() => {
      if (document.querySelector("dialog[open]")) { // somebody reads
        this.left = LEAST;
        this.wait();
        return;
      }
      this.stop();
      this.record();
    }, this.left);
  }

  hold() {
    if (!this.isRunning) return;
    clearTimeout(this.timer);
    this.left = Math.max(LEAST, this.ends - performance.now());
    byId("ring").classList.add("held");
  }

  goOn() {
    if (!this.isRunning) return;
    clearTimeout(this.timer);
    this.ends = performance.now() + this.left;
    byId("ring").classList.remove("held");
    this.wait();
  }

  stop() {
    clearTimeout(this.timer);
    this.ends = 0;
    byId("ring").classList.remove("run", "held");
  }
}
