/** The strokes of the match that is analysed, one by one; a page without a match has none. */

import { say } from "../match/speech.js";
import { byId, set } from "../site/dom.js";

/** @typedef {{ position: import("../site/wire.js").Lying[], seat: import("../site/wire.js").Seat, stroke: [offset: number, angle: number, speed: number], side: string, board: number }} OfMatch */

export class StrokesOfMatch {
  /**
   * @param {{ strokes: Record<string, OfMatch>, chosen: number | null }} values
   * @param {(stroke: OfMatch) => void} choose another one is to be shown
   */
  constructor({ strokes, chosen }, choose) {
    this.strokes = strokes;
    this.choose = choose;
    this.first = chosen === null ? null : strokes[String(chosen)] ?? null;
    this.select = /** @type {HTMLSelectElement | null} */ (document.getElementById("of-match"));
    const { select } = this;
    if (!select) return;
    select.addEventListener("change", () => choose(strokes[select.value]));
    for (const [id, by] of /** @type {const} */ ([["earlier", -1], ["later", 1]])) {
      byId(id).addEventListener("click", () => {
        const next = select.selectedIndex + by;
        if (next < 0 || next >= select.options.length) return;
        select.selectedIndex = next;
        choose(strokes[select.value]);
        say(byId("ruled").textContent ?? "");
      });
    }
  }

  /** @returns {string} the number of the stroke that is shown; empty without a match */
  get number() {
    return this.select?.value ?? "";
  }

  /** @param {string} number of the stroke to show */
  take(number) {
    if (!this.select) return;
    this.select.value = number;
    this.choose(this.strokes[number]);
    say(byId("ruled").textContent ?? "");
  }

  /** Tells what was ruled on the stroke that is shown, and whether there are others before and after it. */
  show() {
    const { select } = this;
    if (!select) return;
    byId("ruled").textContent = select.selectedOptions[0].textContent;
    set(byId("earlier"), { "aria-disabled": String(select.selectedIndex === 0) });
    set(byId("later"), { "aria-disabled": String(select.selectedIndex === select.options.length - 1) });
  }
}
