/** The dialogs of a sheet: facts that only people see, warnings and penalties, appeals, notes, conceding. */

import { closeDialog } from "../match/menu.js";
import { byId, html, show } from "../site/dom.js";
import { t } from "../site/texts.js";

/** @typedef {import("./types.js").Situation} Situation */
/** @typedef {import("./types.js").Fact} Fact */
/** @typedef {{ record: (request: Record<string, unknown>, words: string) => void, inStroke: (fact: Fact, byOpponent: boolean) => void,
 *   draft: (request: Record<string, unknown>) => Promise<import("./standing.js").Draft> }} Hooks */

const FIRST = 8; // facts that are shown before anything is searched

/** @param {string} id */
const input = (id) => /** @type {HTMLInputElement} */ (byId(id));
/** @param {string} id */
const select = (id) => /** @type {HTMLSelectElement} */ (byId(id));

export class Dialogs {
  /** @param {Hooks} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    /** @type {Fact[]} */
    this.facts = JSON.parse(byId("facts").textContent || "[]");
    /** @type {Situation | null} */
    this.situation = null;
    byId("declare-search").addEventListener("input", () => this.list());
    this.asked = 0; // what a penalty would bring: an answer to an older question is passed over
    for (const id of ["official-what", "official-about", "official-points"]) byId(id).addEventListener("input", () => this.showPoints());
    this.onSubmit("official-form", "official", () => this.penalise());
    this.onSubmit("stop-form", "stop", () => this.stop());
    this.onSubmit("note-form", "note-dialog", () => this.note());
    this.onSubmit("concede-form", "concede", () => this.concede());
    this.list();
    /** @type {{ side: string, player: number, was: string, field: HTMLInputElement }[]} */
    this.names = [];
    byId("names-form").addEventListener("submit", (event) => {
      event.preventDefault();
      closeDialog("names");
      this.rename();
    });
  }

  /** Fields with the names as they are; what is being typed is not lost. */
  showNames() {
    if (!this.situation || /** @type {HTMLDialogElement} */ (byId("names")).open) return;
    this.names = this.situation.view.sides.flatMap(({ side, players }) => players.map(({ name }, player) => {
      const field = html("input", { type: "text", maxlength: "40", required: "", autocomplete: "off", id: `name-${side}-${player}` });
      field.value = name;
      return { side, player, was: name, field };
    }));
    byId("names-fields").replaceChildren(...this.names.map(({ field, was }) => html("div", { class: "field" }, html("label", { for: field.id }, was), field)));
  }

  rename() {
    for (const { side, player, was, field } of this.names) {
      const name = field.value.trim();
      if (name && name !== was) this.hooks.record({ kind: "rename", side, player, name }, t("names.changed", { was, name }));
    }
    this.showNames();
  }

  /**
   * @param {string} form
   * @param {string} dialog
   * @param {() => void} act
   */
  onSubmit(form, dialog, act) {
    byId(form).addEventListener("submit", (event) => {
      event.preventDefault();
      closeDialog(dialog);
      act();
      for (const text of /** @type {NodeListOf<HTMLInputElement>} */ (byId(form).querySelectorAll("input[type=text]"))) text.value = "";
    });
  }

  /** @param {Situation} situation */
  show(situation) {
    this.situation = situation;
    this.showNames();
    const { view } = situation;
    for (const list of /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll(".of-sides"))) {
      const chosen = list.value;
      const names = view.sides.map(({ side, name }) => html("option", { value: side }, name));
      if (list.classList.contains("with-players")) {
        for (const { side, players } of view.sides) if (players.length > 1) names.push(...players.map(({ name }, i) => html("option", { value: `${side}:${i}` }, name)));
      }
      if (list.classList.contains("with-umpire")) names.unshift(html("option", { value: "" }, t("dialog.umpire")));
      list.replaceChildren(...names);
      list.value = [...list.options].some(({ value }) => value === chosen) ? chosen : list.options[0]?.value ?? "";
    }
    const about = select("declare-about");
    const turn = view.sides.find((side) => side.players.some(({ seat }) => seat !== null && seat === view.to_play));
    const ordered = [...view.sides].sort((a, b) => Number(b === turn) - Number(a === turn));
    about.replaceChildren(...ordered.map(({ side, name }) => html("option", { value: side }, name)));
    const when = select("declare-when");
    const options = [];
    if (view.awaiting.kind === "stroke") options.push(["now", t("declare.now")], ["without", t("declare.without")]);
    if (situation.correct) options.push(["last", t("declare.last")]);
    when.replaceChildren(...options.map(([value, text]) => html("option", { value }, text)));
    this.showPoints();
  }

  showPoints() {
    const what = select("official-what").value;
    show(byId("official-points-row"), what === "points");
    void this.foresee(what);
  }

  /**
   * Says what a penalty would bring before it is recorded: points, the game, the match.
   *
   * @param {string} what
   */
  async foresee(what) {
    this.asked += 1;
    const number = this.asked;
    const brings = byId("official-brings");
    brings.textContent = "";
    if (what === "warning" || !/** @type {HTMLDialogElement} */ (byId("official")).open) return;
    const said = await this.hooks.draft(this.penalty(input("official-reason").value.trim() || "?"));
    if (number === this.asked) brings.textContent = said.judged ? said.judged.follows.join(" ") : said.refusal?.text ?? "";
  }

  /**
   * @param {string} reason
   * @returns {Record<string, unknown>}
   */
  penalty(reason) {
    const what = select("official-what").value;
    const disqualified = what === "disqualified";
    const [side, player] = select("official-about").value.split(":");
    return {
      kind: "penalise", what: disqualified ? "match" : what, side, reason, points: what === "points" ? Number(input("official-points").value) : 0,
      disqualified, player: player === undefined ? null : Number(player),
    };
  }

  list() {
    const wanted = input("declare-search").value.trim().toLowerCase();
    const found = wanted ? this.facts.filter(({ text, kind, effect }) => `${text} ${kind} ${effect}`.toLowerCase().includes(wanted)) : this.facts;
    show(byId("declare-none"), !found.length);
    const groups = new Map();
    found.forEach((fact, i) => {
      const group = !wanted && i < FIRST ? t("declare.first") : fact.kind;
      groups.set(group, [...(groups.get(group) ?? []), fact]);
    });
    const items = [...groups].flatMap(([group, facts]) => [
      html("li", { class: "small muted group" }, group), ...facts.map((/** @type {Fact} */ fact) => this.item(fact)),
    ]);
    byId("declare-list").replaceChildren(...items);
  }

  /** @param {Fact} fact */
  item(fact) {
    const laws = fact.clauses.map(({ title }) => title).join(", ");
    const button = html("button", { class: "btn block fact", type: "button" },
      html("span", { class: "strong" }, fact.text), html("span", { class: "small muted" }, [fact.effect, laws].filter(Boolean).join(" · ")));
    button.addEventListener("click", () => this.declare(fact));
    return html("li", {}, button);
  }

  /** @param {Fact} fact */
  declare(fact) {
    closeDialog("declare");
    const about = select("declare-about").value;
    const when = select("declare-when").value;
    if (when === "now") {
      const turn = this.situation?.view.sides.find((side) => side.players.some(({ seat }) => seat !== null && seat === this.situation?.view.to_play));
      this.hooks.inStroke(fact, about !== turn?.side);
    } else this.hooks.record({ kind: "declare", facts: [fact.key], about, made: when === "last" }, fact.text);
  }

  penalise() {
    this.hooks.record(this.penalty(input("official-reason").value.trim()), input("official-reason").value);
  }

  stop() {
    const stroke = select("stop-stroke").value;
    this.hooks.record({ kind: "appeal", about: input("stop-reason").value.trim(), side: select("stop-about").value || null, stroke: stroke ? Number(stroke) : null }, input("stop-reason").value);
  }

  note() {
    this.hooks.record({ kind: "note", text: input("note-reason").value.trim(), side: select("note-about").value || null }, input("note-reason").value);
  }

  concede() {
    this.hooks.record({ kind: "concede", what: select("concede-what").value, side: select("concede-about").value }, t("concede.words"));
  }
}
