/** Facts that only people see, until the next stroke: against one's own side they hold, against the other it must agree. */

import { byId, html, show } from "../site/dom.js";
import { t } from "../site/texts.js";
import { closeDialog } from "./menu.js";

/** @typedef {import("../site/wire.js").View} View */
/** @typedef {{ key: string, text: string, kind: string, effect: string, clauses: import("../site/wire.js").Clause[] }} Fact */

export class Declaring {
  /** @param {(kind: string, members?: Record<string, unknown>) => void} request */
  constructor(request) {
    this.request = request;
    /** @type {Fact[]} */
    this.facts = JSON.parse(byId("facts")?.textContent || "[]");
    this.search = /** @type {HTMLInputElement} */ (byId("declare-search"));
    this.about = /** @type {HTMLSelectElement} */ (byId("declare-about"));
    this.when = /** @type {HTMLSelectElement} */ (byId("declare-when"));
    this.search.addEventListener("input", () => this.list());
    byId("declare-withdraw").addEventListener("click", () => this.send("withdraw"));
    this.list();
  }

  /**
   * @param {View} view
   * @param {import("../site/wire.js").SideName[]} own
   */
  show(view, own) {
    const people = view.sides.filter((side) => own.includes(side.side) || side.players.some((player) => player.kind === "person"));
    const sides = people.sort((one, other) => Number(own.includes(other.side)) - Number(own.includes(one.side)));
    this.about.replaceChildren(...sides.map(({ side, name }) => html("option", { value: side }, own.includes(side) ? name : t("declare.claim", { name }))));
    show(byId("declare-withdraw"), view.may.withdraw);
    show(byId("declare-open"), own.length > 0 && view.phase !== "toss" && this.facts.length > 0);
  }

  list() {
    const wanted = this.search.value.trim().toLowerCase();
    const found = this.facts.filter((fact) => `${fact.text} ${fact.kind} ${fact.effect}`.toLowerCase().includes(wanted));
    byId("declare-list").replaceChildren(...found.map((fact) => this.item(fact)));
    show(byId("declare-none"), !found.length);
  }

  /** @param {Fact} fact */
  item(fact) {
    const laws = fact.clauses.map((clause) => clause.title).join(", ");
    const button = html("button", { class: "btn block fact", type: "button" },
      html("span", { class: "strong" }, fact.text), html("span", { class: "small muted" }, [fact.effect, laws].filter(Boolean).join(" · ")));
    button.addEventListener("click", () => this.send("declare", { fact: fact.key, about: this.about.value, made: this.when.value === "made" }));
    return html("li", {}, button);
  }

  /**
   * @param {string} kind
   * @param {Record<string, unknown>} [members]
   */
  send(kind, members = {}) {
    closeDialog("declare");
    this.request(kind, members);
  }
}

