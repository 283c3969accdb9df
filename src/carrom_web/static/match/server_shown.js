/** How the server can be reached, as the page shows it: the connection, an answer that is waited for, an engine that gets ready. */

import { byId, set, show } from "../site/dom.js";
import { t } from "../site/texts.js";
import { call } from "./speech.js";
import { stands } from "./unanswered.js";

const SENT_FOR = 1000; // ms that "all sent" stands

export class ServerShown {
  isOnline = false;
  isOver = false;

  /**
   * @param {string} engine its state when the page was made
   * @param {boolean} isOver whether the match was over then
   */
  constructor(engine, isOver) {
    this.engine = engine;
    this.showOver(isOver);
  }

  /** @param {"open" | "reconnecting"} state */
  showConnection(state) {
    const was = this.isOnline;
    this.isOnline = state === "open";
    const chip = byId("connection");
    chip.textContent = this.isOnline ? t("all_sent") : t("reconnecting");
    chip.className = this.isOnline ? "chip ok" : "chip warn";
    if (this.isOnline) setTimeout(() => this.isOnline && show(chip, false), SENT_FOR);
    else {
      show(chip, true);
      if (was) call(t("connection.lost"));
    }
  }

  /**
   * @param {import("./socket.js").Pending | null} pending what is not answered yet
   * @param {number} seconds since it was sent; 0: some tenths
   */
  showSlow(pending, seconds) {
    const note = byId("slow");
    const words = byId("slow-text");
    show(note, pending !== null);
    const text = pending ? t(this.slowWords(pending, seconds)) : "";
    if (words.textContent !== text) words.textContent = text;
    if (pending) show(byId("slow-back"), seconds > 0 && !pending.withdrawn && !stands(pending.kind));
  }

  /** @param {import("./socket.js").Pending} pending @param {number} seconds @returns {string} the key of what is said of it */
  slowWords(pending, seconds) {
    const isStroke = stands(pending.kind);
    if (this.isOnline && isStroke && this.engine === "getting-ready") return "engine.stroke_waits";
    if (!seconds) return "waiting_for_server";
    return isStroke ? "stroke_not_confirmed" : "not_confirmed";
  }

  /**
   * @param {string} state of the engine on the server
   * @param {{ compiled?: number, of?: number }} [so_far] functions that it has compiled, of so many
   */
  showEngine(state, { compiled, of } = {}) {
    this.engine = state;
    show(byId("engine"), state === "getting-ready" && !this.isOver);
    const bar = /** @type {HTMLProgressElement} */ (byId("engine-bar"));
    if (compiled === undefined || !of) bar.removeAttribute("value");
    else set(bar, { max: of, value: compiled });
    byId("engine-figure").textContent = compiled === undefined || !of ? "" : t("engine.compiled", { compiled, of });
  }

  /** @param {boolean} isOver whether nothing is left that the engine would be needed for */
  showOver(isOver) {
    this.isOver = isOver;
    this.showEngine(this.engine);
  }
}
