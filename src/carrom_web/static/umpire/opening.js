/**
 * All that is left before the first stroke of a board, on one page: ticked and answered in any order, and recorded as one
 * entry by the button at its foot. What was answered is stored with each tap, so that nothing is lost by a reload or when
 * the entry is taken back. The server names what these laws ask (docs/wire.md).
 */

import { call, say } from "../match/speech.js";
import { html } from "../site/dom.js";
import { whenReleased } from "../site/steady.js";
import { t } from "../site/texts.js";
import { onAnswer } from "./taps.js";

/** @typedef {import("./types.js").Opening} Opening */
/** @typedef {import("./types.js").OpeningItem} Item */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {{ board: string, ticks: string[], answers: Record<string, number> }} Held what was ticked, and which answer was chosen */
/**
 * @typedef {{ record: (request: Record<string, unknown>, words: string) => void, early: (fact: string) => void,
 *   ask: (request: Record<string, unknown>) => Promise<{ judged: { next: string } | null }>,
 *   button: (step: Step, shape: string) => HTMLElement }} Hooks
 */

const STANDARD = ["seat", "colour"]; // as everybody sits, and as the laws have it, until somebody chooses otherwise

export class OpeningForm {
  /**
   * @param {string} match
   * @param {Hooks} hooks
   */
  constructor(match, hooks) {
    this.key = `carrom-sheet-${match}-opening`;
    this.hooks = hooks;
    this.held = this.read();
    this.drawn = "";
    this.asked = 0;
  }

  /** @returns {Held} */
  read() {
    try {
      const { board, ticks, answers } = JSON.parse(localStorage.getItem(this.key) || "null") ?? {};
      if (typeof board === "string" && Array.isArray(ticks) && answers && typeof answers === "object") return { board, ticks, answers };
    } catch {
      // nothing can be stored here, or it is something else
    }
    return { board: "", ticks: [], answers: {} };
  }

  keep() {
    try {
      localStorage.setItem(this.key, JSON.stringify(this.held));
    } catch {
      // it holds for this page then
    }
  }

  /**
   * @param {HTMLElement} holder
   * @param {Opening} opening
   * @param {Step[]} acts what may come instead, as far as it may come now
   */
  draw(holder, opening, acts) {
    if (this.held.board !== opening.board) this.held = { board: opening.board, ticks: [], answers: {} };
    const drawn = JSON.stringify([opening, acts.map(({ text }) => text), this.held]);
    if (drawn === this.drawn && holder.firstElementChild?.classList.contains("opening")) return; // a finger or the focus on one is not lost
    this.drawn = drawn;
    const focus = holder.contains(document.activeElement) ? document.activeElement?.id : "";
    const form = this.form(holder, opening, acts);
    whenReleased(holder, () => {
      holder.replaceChildren(form);
      if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
    });
    void this.tellNext(opening);
  }

  /**
   * @param {HTMLElement} holder
   * @param {Opening} opening
   * @param {Step[]} acts
   */
  form(holder, opening, acts) {
    const form = html("form", { class: "opening" });
    const changed = () => {
      this.keep();
      this.draw(holder, opening, acts);
    };
    for (const item of opening.items) {
      if (item.kind === "checks") form.append(this.tick(item, changed));
      else if (this.isAsked(opening, item)) form.append(this.question(opening, item, changed));
    }
    const main = html("button", { class: "btn primary big block", type: "submit", id: "opening-main" }, opening.main);
    form.append(html("p", { class: "small muted", id: "opening-next" }), main);
    form.addEventListener("submit", (event) => event.preventDefault());
    onAnswer(main, () => this.begin(opening));
    if (acts.length) form.append(html("div", { class: "row wrap" }, ...acts.map((step) => this.act(opening, step))));
    return form;
  }

  /**
   * @param {Opening} opening
   * @param {Step} step
   */
  act(opening, step) {
    const { declares } = step;
    if (!declares || !opening.items.length) return this.hooks.button(step, "btn");
    const button = html("button", { class: "btn", type: "button" }, step.text);
    onAnswer(button, () => this.begin(opening) && this.hooks.early(declares));
    return button;
  }

  /**
   * @param {Item} item
   * @param {() => void} changed
   */
  tick(item, changed) {
    const input = html("input", { type: "checkbox", id: `opening-${item.name}` });
    input.checked = this.held.ticks.includes(item.name);
    input.addEventListener("change", () => {
      this.held.ticks = this.held.ticks.filter((name) => name !== item.name).concat(input.checked ? [item.name] : []);
      changed();
    });
    const lines = item.lines ?? [];
    const words = item.text
      ? html("span", {}, html("b", {}, item.text), html("span", { class: "small" }, ` ${lines.join(" · ")}`))
      : html("b", {}, lines.join(" · "));
    return html("label", { class: "tick" }, input, words);
  }

  /**
   * @param {Opening} opening
   * @param {Item} item
   * @param {() => void} changed
   */
  question(opening, item, changed) {
    const row = html("div", { class: "seg radios" });
    const chosen = this.chosen(item);
    const choose = (/** @type {number} */ number) => {
      this.held.answers[item.name] = number;
      changed();
    };
    for (const [number, { text }] of (item.answers ?? []).entries()) {
      const input = html("input", { type: "radio", name: item.name, value: number, id: `opening-${item.name}-${number}` });
      input.checked = number === chosen;
      input.addEventListener("change", () => choose(number));
      row.append(html("label", {}, input, html("span", {}, text)));
    }
    const by = this.chooser(opening, item);
    const legend = html("legend", {}, by && item.texts ? item.texts[by] : item.text);
    if (item.name === "toss") row.append(this.tossHere(item, choose));
    return html("fieldset", { id: `opening-${item.name}` }, legend, row);
  }

  /**
   * The phone tosses, with or without a network.
   *
   * @param {Item} item
   * @param {(number: number) => void} choose
   */
  tossHere(item, choose) {
    const button = html("button", { class: "btn quiet", type: "button", id: "opening-toss-here" }, t("opening.toss"));
    onAnswer(button, () => {
      const number = crypto.getRandomValues(new Uint8Array(1))[0] % 2;
      choose(number);
      say(t("opening.tossed", { name: item.answers?.[number].text ?? "" }));
    });
    return button;
  }

  /**
   * @param {Item} item
   * @returns {number | undefined}
   */
  chosen(item) {
    return this.held.answers[item.name] ?? (STANDARD.includes(item.name) ? 0 : undefined);
  }

  /**
   * @param {Opening} opening
   * @returns {string | null} the side that won the toss, as far as it is known
   */
  winner({ items }) {
    const toss = items.find(({ name }) => name === "toss");
    if (!toss) return items.find(({ name }) => name === "choice")?.by ?? null;
    const chosen = this.chosen(toss);
    return chosen === undefined ? null : String(toss.answers?.[chosen]?.value);
  }

  /**
   * @param {Opening} opening
   * @param {Item} item
   * @returns {string | null} the side that is asked
   */
  chooser(opening, item) {
    const winner = this.winner(opening);
    if (item.by) return item.by;
    return item.name === "seat" && winner ? { a: "b", b: "a" }[winner] ?? null : winner;
  }

  /**
   * @param {Opening} opening
   * @param {Item} item
   * @returns {boolean} what the other side chooses is not asked once the winner of the toss has taken a side of the board
   */
  isAsked({ items }, item) {
    if (!item.after) return true;
    const choice = items.find(({ name }) => name === "choice");
    const chosen = choice && this.chosen(choice);
    return chosen === undefined || Object.values(choice?.answers?.[chosen]?.values ?? {})[0] === item.after;
  }

  /**
   * @param {Opening} opening
   * @returns {{ request: Record<string, unknown> | null, missing: Item | null }} what is recorded, once all is answered
   */
  answered(opening) {
    /** @type {Record<string, unknown>} */
    const request = { kind: "begin", toss: null, choices: [], trials: null, colour: null };
    const choices = [];
    for (const item of opening.items) {
      if (item.kind === "checks" || !this.isAsked(opening, item)) continue;
      const chosen = this.chosen(item);
      const answer = chosen === undefined ? undefined : item.answers?.[chosen];
      if (!answer) return { request: null, missing: item };
      if (answer.values) choices.push(answer.values[this.chooser(opening, item) ?? ""]);
      else request[item.name] = answer.value ?? null;
    }
    return { request: { ...request, choices }, missing: null };
  }

  /**
   * @param {Opening} opening
   * @returns {boolean} whether all was answered, and is recorded
   */
  begin(opening) {
    const { request, missing } = this.answered(opening);
    if (request) {
      this.hooks.record(request, opening.main);
      return true;
    }
    call(t("opening.missing", { what: missing?.text ?? "" }));
    const place = document.getElementById(`opening-${missing?.name}`);
    place?.classList.add("missing");
    place?.querySelector("input")?.focus();
    return false;
  }

  /**
   * What comes next, if this is recorded: who breaks.
   *
   * @param {Opening} opening
   */
  async tellNext(opening) {
    this.asked += 1;
    const { asked } = this;
    const { request } = this.answered(opening);
    const said = request && opening.items.length ? await this.hooks.ask(request) : null;
    const line = document.getElementById("opening-next");
    if (asked === this.asked && line) line.textContent = said?.judged?.next ?? "";
  }
}
