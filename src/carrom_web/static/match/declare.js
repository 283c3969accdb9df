/** Facts that only people see: declared against one's own side, until the next stroke. */

import { byId, html, show } from "../site/dom.js";
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
    const sides = view.sides.filter((side) => own.includes(side.side));
    this.about.replaceChildren(...sides.map((side) => html("option", { value: side.side }, side.name)));
    show(byId("declare-open"), sides.length > 0 && view.phase !== "toss" && this.facts.length > 0);
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

