/** What is said of a stroke beside what usually falls: what a law asks, what left the board, what fell by itself. */

import { closeDialog } from "../match/menu.js";
import { byId, coin, html } from "../site/dom.js";
import { fill } from "../site/steady.js";
import { t } from "../site/texts.js";

/** @typedef {import("./types.js").Toggle} Toggle */
/**
 * `tapped`: a key is tapped, before it says anything. `changed`: something was said of the stroke. `factWords` are those of a
 * declared fact. `more` is the dialog that closes with a lesser key.
 *
 * @typedef {{ tapped?: () => void, changed: () => void, factWords: (fact: string) => string, more?: string }} Hooks
 */

const PIECES = ["white", "black", "queen"];

export class StrokeDetails {
  /**
   * @param {import("./stroke.js").StrokeDraft} stroke
   * @param {Hooks} hooks
   */
  constructor(stroke, hooks) {
    this.stroke = stroke;
    this.hooks = hooks;
    /** @type {Toggle[]} what may be said of the stroke */
    this.toggles = [];
    this.onTap(byId("untouched"), this.andClose(() => stroke.untouched()));
  }

  /**
   * @param {HTMLElement} button
   * @param {() => void} act
   */
  onTap(button, act) {
    button.addEventListener("click", () => {
      this.hooks.tapped?.();
      act();
      this.hooks.changed();
    });
  }

  /** @param {() => void} act with the dialog of lesser keys closed after it */
  andClose(act) {
    return () => {
      act();
      if (this.hooks.more) closeDialog(this.hooks.more);
    };
  }

  /** Draws the lesser keys. */
  drawDetails() {
    const { stroke } = this;
    byId("untouched").setAttribute("aria-pressed", String(stroke.isStarted && stroke.facts.made && !stroke.facts.touched));
    fill(byId("toggles"), this.toggles.filter((toggle) => !toggle.asks).map((toggle) => this.toggleKey(toggle)));
    const gone = stroke.facts.striker_left_board ? [...stroke.facts.left_board, "striker"] : stroke.facts.left_board;
    fill(byId("jumped"), [...PIECES, "striker"].map((piece) => this.smallKey(piece, gone, () => stroke.jumped(piece))));
    fill(byId("dropped"), PIECES.map((piece) => this.smallKey(piece, stroke.facts.dropped, () => stroke.dropped(piece))));
  }

  /** @returns {Toggle | undefined} what is to be answered before these laws can rule */
  get question() {
    return this.stroke.isStarted ? this.stroke.question(this.toggles) : undefined;
  }

  /**
   * @param {Toggle} toggle that is asked
   * @returns {HTMLElement[]} a key for each answer
   */
  answers(toggle) {
    const { yes = "", no = "" } = toggle.asks ?? {};
    return [yes, no].map((words, i) => {
      const button = html("button", { class: "btn", type: "button", "data-answer": i ? "no" : "yes" }, words);
      this.onTap(button, () => this.stroke.answer(toggle, i === 0));
      return button;
    });
  }

  /** @param {Toggle} toggle */
  toggleKey({ key, text }) {
    const button = html("button", { class: "key low", type: "button", "data-toggle": key, "aria-pressed": String(this.stroke.on.has(key)) }, text);
    this.onTap(button, this.andClose(() => {
      const now = this.toggles.find((each) => each.key === key); // the key stays while what it says changes
      if (now) this.stroke.toggle(now);
    }));
    return button;
  }

  /**
   * A key of the dialog, which stays open: two coins are two taps.
   *
   * @param {string} piece
   * @param {readonly string[]} reported pieces of which the key shows how many
   * @param {() => void} act
   */
  smallKey(piece, reported, act) {
    const count = reported.filter((each) => each === piece).length;
    const words = count > 1 ? t("key.count", { piece: t(`key.${piece}`), count }) : t(`key.${piece}`);
    const button = html("button", { class: "key low", type: "button", "data-piece": piece, "aria-pressed": String(count > 0) }, coin(piece, "s20"), words);
    this.onTap(button, act);
    return button;
  }

  /** @returns {{ text: string, piece: string, kind: string }[]} what is said of the stroke beside what the large keys count */
  said() {
    const { facts, isStarted, on } = this.stroke;
    const said = facts.left_board.map((piece) => ({ text: t("fell.jumped", { piece: t(`piece.${piece}`) }), piece, kind: "warn" }));
    if (facts.striker_left_board) said.push({ text: t("fell.jumped", { piece: t("piece.striker") }), piece: "striker", kind: "warn" });
    for (const piece of facts.dropped) said.push({ text: t("fell.dropped", { piece: t(`piece.${piece}`) }), piece, kind: "" });
    if (isStarted && facts.made && !facts.touched) said.push({ text: t("fell.untouched"), piece: "", kind: "" });
    for (const { text } of on.values()) said.push({ text, piece: "", kind: "bad" });
    for (const fact of facts.declared) said.push({ text: this.hooks.factWords(fact), piece: "", kind: "bad" });
    return said;
  }
}
