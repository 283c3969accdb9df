/** Another match of the same players: it begins when all of them want it, and every page of the old one goes there. */

import { byId, html, icon } from "../site/dom.js";
import { t } from "../site/texts.js";
import { notice } from "./around_the_board.js";
import { call } from "./speech.js";

/** @typedef {import("../site/wire.js").View} View */
/** @typedef {import("../site/wire.js").Rematch} State */

const PATIENCE = 15_000; // ms for an answer

export class Rematch {
  /** @type {State | null} */
  state = null;
  leaves = false;

  /** @param {() => void} changed shows the panel again */
  constructor(changed) {
    this.changed = changed;
  }

  /** @param {State | null} state as the page heard it when it came */
  learn(state) {
    this.state = state;
  }

  /** @param {State} state as just announced: spectators go along */
  follow(state) {
    this.state = state;
    if (!state.next) this.changed();
    else if (!this.leaves) {
      this.leaves = true; // the answer and the announcement both say so: a second call would stop the first
      location.assign(state.next);
    }
  }

  /**
   * @param {View} view
   * @param {import("../site/wire.js").SideName[]} own sides of this guest
   * @returns {HTMLElement[]} what can be done about it, to stand first
   */
  parts(view, own) {
    const state = this.state ?? { wanted: [], next: null };
    if (state.next) return [html("a", { class: "btn primary grow", href: state.next }, t("over.next"))];
    if (!own.length) return [];
    const others = view.sides.filter(({ side }) => !own.includes(side));
    const name = others.map((side) => side.name).join(", ");
    const parts = [];
    if (others.some(({ side }) => state.wanted.includes(side))) parts.push(html("p", { class: "whole" }, t("rematch.wanted", { name })));
    if (own.every((side) => state.wanted.includes(side))) parts.push(html("p", { class: "whole", role: "status" }, t("rematch.waiting", { name })));
    else {
      const button = html("button", { class: "btn primary grow", type: "button" }, icon("again"), t("over.rematch"));
      button.addEventListener("click", () => void this.ask(button));
      parts.push(button);
    }
    return parts;
  }

  /** @param {HTMLButtonElement} button */
  async ask(button) {
    button.disabled = true;
    try {
      const token = /** @type {HTMLInputElement} */ (document.querySelector("[name=csrfmiddlewaretoken]")).value;
      const answer = await fetch(byId("arena").dataset.rematch ?? "", {
        method: "POST", headers: { "X-CSRFToken": token }, signal: AbortSignal.timeout(PATIENCE),
      });
      const offer = await answer.json();
      if (answer.ok) {
        this.follow(offer);
        return;
      }
      notice(offer.text);
      call(offer.text);
    } catch {
      notice(t("rematch.failed")); // no network, no answer in time, or none that can be read
      call(t("rematch.failed"));
    }
    button.disabled = false;
  }
}
