/** What an official decides beyond the laws: made by the person who plays both sides. */

import { byId, html, show } from "../site/dom.js";
import { closeDialog } from "./menu.js";

export class Official {
  /** @param {(kind: string, members?: Record<string, unknown>) => void} request */
  constructor(request) {
    this.request = request;
    this.about = /** @type {HTMLSelectElement} */ (byId("official-about"));
    this.what = /** @type {HTMLSelectElement} */ (byId("official-what"));
    this.points = /** @type {HTMLInputElement} */ (byId("official-points"));
    this.reason = /** @type {HTMLInputElement} */ (byId("official-reason"));
    this.what.addEventListener("input", () => this.showPoints());
    byId("official-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.decide();
    });
    byId("official-restore").addEventListener("click", () => this.send("restore"));
    byId("official-withdraw").addEventListener("click", () => this.send("withdraw"));
  }

  /**
   * @param {import("../site/wire.js").View} view
   * @param {import("../site/wire.js").SideName[]} own sides of this guest
   */
  show(view, own) {
    const keeps = view.sides.length > 1 && view.sides.every((side) => own.includes(side.side));
    const people = view.sides.every((side) => side.players.every((player) => player.kind === "person"));
    show(byId("official-withdraw"), view.may.withdraw);
    show(byId("official-open"), keeps && people && view.phase !== "toss");
    this.about.replaceChildren(...view.sides.map(({ side, name }) => html("option", { value: side }, name)));
    this.showPoints();
  }

  showPoints() {
    show(byId("official-points-row"), this.what.value === "points");
  }

  decide() {
    const disqualified = this.what.value === "disqualified";
    this.send("penalise", {
      what: disqualified ? "match" : this.what.value,
      about: this.about.value,
      reason: this.reason.value.trim(),
      points: this.what.value === "points" ? Number(this.points.value) : 0,
      disqualified,
    });
    this.reason.value = "";
  }

  /**
   * @param {string} kind
   * @param {Record<string, unknown>} [members]
   */
  send(kind, members = {}) {
    closeDialog("official");
    this.request(kind, members);
  }
}
