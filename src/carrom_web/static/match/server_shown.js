/** How the server can be reached, as the page shows it: the connection, an answer that is waited for. */

import { byId, show } from "../site/dom.js";
import { t } from "../site/texts.js";
import { call } from "./speech.js";
import { stands } from "./unanswered.js";

const SENT_FOR = 1000; // ms that "all sent" stands

export class ServerShown {
  isOnline = false;

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
    if (!seconds) return "waiting_for_server";
    return stands(pending.kind) ? "stroke_not_confirmed" : "not_confirmed";
  }
}
