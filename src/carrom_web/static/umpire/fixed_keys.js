/**
 * The keys of a sheet's stroke: by colour and seat, in the same place for the whole board. They are made once; what is counted
 * changes the figure on a key, and a new board at most its colour.
 */

import { byId, coin, html, set } from "../site/dom.js";
import { vibrate } from "../site/settings.js";
import { t } from "../site/texts.js";
import { StrokeDetails } from "./stroke_details.js";

/** @typedef {import("./types.js").Toggle} Toggle */
/** @typedef {{ key: string, text: string }} Foul */
/**
 * How the keys stand. `seats`: colour, name and coins left of who sits left and right; `plays`: the side to play and the other one,
 * where they are known.
 *
 * @typedef {{ seats: { colour: string, name: string, up: number }[], hasQueen: boolean, plays: { side: string, name: string } | null,
 *   other: { side: string, name: string } | null, toggles: Toggle[] }} Now
 */

const TAP = 8; // ms of vibration
/** @type {Record<string, string>} */
const BY_KEYBOARD = { 1: "left", 2: "right", q: "queen", s: "striker", n: "nothing", 0: "nothing" };

export class FixedKeys extends StrokeDetails {
  /**
   * @param {import("./stroke.js").StrokeDraft} stroke
   * @param {import("./stroke_details.js").Hooks} hooks
   */
  constructor(stroke, hooks) {
    super(stroke, hooks);
    /** @type {Now | null} */
    this.now = null;
    /** @type {Foul | null} of whom it is asked who did it, and when */
    this.foul = null;
    /** @type {{ foul: Foul, about: string } | null} a foul beside the stroke, which is recorded by itself */
    this.aside = null;
    this.isNothing = false; // "Nothing" was tapped last
    /** @type {Record<string, HTMLElement>} */
    this.made = {};
    for (const [place, shortcut] of [["left", "1"], ["right", "2"], ["queen", "Q"], ["striker", "S"], ["nothing", "N"]]) {
      const key = html("button", { class: "k", type: "button", "data-place": place });
      if (place === "nothing") key.id = "nothing";
      key.append(html("kbd", { class: "keycap", "aria-hidden": "true" }, shortcut));
      key.addEventListener("click", () => this.tap(place));
      this.made[place] = key;
    }
    byId("keys").replaceChildren(...Object.values(this.made));
    /** @type {Foul[]} */
    const fouls = JSON.parse(byId("foul-keys").textContent || "[]");
    const more = byId("more-open");
    for (const foul of fouls) {
      const key = html("button", { class: "btn danger", type: "button", "data-foul": foul.key, "aria-pressed": "false" }, foul.text);
      key.addEventListener("click", () => key.getAttribute("aria-disabled") !== "true" && this.tapFoul(foul));
      more.before(key);
    }
    document.addEventListener("keydown", (event) => this.press(event));
  }

  /** @returns {boolean} whether nothing is on the keys */
  get isEmpty() {
    return !this.stroke.isStarted && !this.foul && !this.aside;
  }

  clear() {
    this.stroke.clear();
    this.foul = null;
    this.aside = null;
    this.isNothing = false;
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const place = BY_KEYBOARD[event.key.toLowerCase()];
    const isTyping = event.target instanceof Element && event.target.closest("input, select, textarea");
    if (!place || isTyping || event.ctrlKey || event.metaKey || event.altKey || event.repeat || document.querySelector("dialog[open]")) return;
    if (document.body.dataset.mode === "stroke") this.tap(place);
  }

  /** @param {string} place */
  tap(place) {
    if (this.made[place].getAttribute("aria-disabled") === "true") return;
    this.hooks.tapped?.();
    vibrate(TAP);
    const { stroke } = this;
    const isFull = place === "queen" && this.count("queen") > 0;
    this.isNothing = place === "nothing";
    if (place === "nothing") {
      if (stroke.facts.declared.length || this.foul) stroke.fellNothing();
      else stroke.nothing();
    } else if (place === "left" || place === "right") {
      const seat = this.now?.seats[place === "left" ? 0 : 1];
      if (seat && this.count(seat.colour) < seat.up) stroke.fell(seat.colour);
    } else if (!isFull) stroke.fell(place);
    this.hooks.changed();
  }

  /** @param {Foul} foul */
  tapFoul(foul) {
    this.hooks.tapped?.();
    vibrate(TAP);
    const isAsked = this.foul?.key === foul.key || this.aside?.foul.key === foul.key;
    this.foul = null;
    this.aside = null;
    if (this.stroke.facts.declared.includes(foul.key)) this.stroke.withdraw(foul.key);
    else if (!isAsked) this.foul = foul;
    this.hooks.changed();
  }

  /** @param {string} piece @returns {number} how many fell in this stroke */
  count(piece) {
    return this.stroke.order.filter((each) => each === piece).length;
  }

  /** @returns {{ text: string, answers: HTMLElement[] } | null} what is to be answered before these laws can rule */
  get asks() {
    if (this.foul) return { text: t("foul.who", { foul: this.foul.text }), answers: this.whoAndWhen(this.foul) };
    const toggle = this.aside ? undefined : this.question;
    return toggle?.asks ? { text: toggle.asks.text, answers: this.answers(toggle) } : null;
  }

  /**
   * @param {Foul} foul
   * @returns {HTMLElement[]}
   */
  whoAndWhen(foul) {
    const { plays, other } = this.now ?? {};
    /** @type {HTMLElement[]} */
    const answers = [];
    const add = (/** @type {string} */ words, /** @type {string} */ answer, /** @type {() => void} */ act) => {
      const key = html("button", { class: "btn", type: "button", "data-answer": answer }, words);
      this.onTap(key, () => {
        this.foul = null;
        act();
      });
      answers.push(key);
    };
    if (plays) {
      add(t("foul.in_stroke", { name: plays.name }), "stroke", () => this.stroke.declare(foul.key, false));
      add(t("foul.before", { name: plays.name }), "before", () => (this.aside = { foul, about: plays.side }));
    }
    if (other) add(other.name, "other", () => (this.aside = { foul, about: other.side }));
    return answers;
  }

  /** @param {Now} now */
  draw(now) {
    this.now = now;
    this.toggles = now.toggles;
    now.seats.forEach((seat, i) => this.dress(i ? "right" : "left", seat.colour, seat.name));
    for (const piece of ["queen", "striker", "nothing"]) this.dress(piece, piece, "");
    set(this.made.queen, { "aria-disabled": String(!now.hasQueen) });
    for (const key of byId("fouls").querySelectorAll("[data-foul]")) {
      const foul = key.getAttribute("data-foul") ?? "";
      const isOn = this.foul?.key === foul || this.aside?.foul.key === foul || this.stroke.facts.declared.includes(foul);
      set(key, { "aria-pressed": String(isOn), "aria-disabled": String(!now.plays) });
    }
    this.drawDetails();
  }

  /**
   * @param {string} place
   * @param {string} piece that the key stands for now
   * @param {string} name of whose coin it is
   */
  dress(place, piece, name) {
    const key = this.made[place];
    if (key.dataset.piece !== piece || key.dataset.name !== name) {
      key.dataset.piece = piece;
      key.dataset.name = name;
      const words = html("span", { class: "t" }, piece === "nothing" ? t("key.nothing") : t(`key.${piece}`), ...(name ? [html("small", {}, name)] : []));
      const mark = piece === "nothing" ? [] : [coin(piece)];
      key.replaceChildren(key.children[0], ...mark, words, html("span", { class: "n", "aria-hidden": "true" }), html("span", { class: "sr c" }));
    }
    const { stroke } = this;
    const isNothing = piece === "nothing" && stroke.isStarted && stroke.facts.made && !stroke.order.length && !stroke.facts.left_board.length;
    const count = piece === "nothing" ? Number(isNothing) : this.count(piece);
    key.classList.toggle("has", count > 0);
    if (piece === "nothing" || piece === "striker") set(key, { "aria-pressed": String(count > 0) });
    /** @type {HTMLElement} */ (key.querySelector(".n")).textContent = count ? String(count) : "";
    /** @type {HTMLElement} */ (key.querySelector(".c")).textContent = count && piece !== "nothing" ? t("key.in_stroke", { count }) : "";
  }
}
