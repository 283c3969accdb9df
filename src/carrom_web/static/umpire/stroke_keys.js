/** The keys with which a stroke is entered, and its entry so far. */

import { closeDialog } from "../match/menu.js";
import { byId, coin, html, set, show } from "../site/dom.js";
import { fill } from "../site/steady.js";
import { t } from "../site/texts.js";

/** @typedef {import("./types.js").Toggle} Toggle */
/**
 * `tapped`: a key is tapped, before it changes anything. `changed`: something of the stroke has changed. `factWords` are those of a declared fact. `coins` are the sizes of a coin and of the striker on the
 * large keys, `more` is the dialog that closes with a lesser key, `empty` what stands there while nothing is entered.
 *
 * @typedef {{ tapped?: () => void, changed: () => void, factWords: (fact: string) => string, coins: [string, string], more?: string, empty?: string }} Hooks
 */

const PIECES = ["white", "black", "queen"];

export class StrokeKeys {
  /**
   * @param {import("./stroke.js").StrokeDraft} stroke
   * @param {Hooks} hooks
   */
  constructor(stroke, hooks) {
    this.stroke = stroke;
    this.hooks = hooks;
    /** @type {Toggle[]} what may be said of the stroke */
    this.toggles = [];
    for (const [id, act] of /** @type {[string, () => void][]} */ ([
      ["nothing", () => stroke.nothing()], ["untouched", () => stroke.untouched()], ["fell-back", () => stroke.back()],
    ])) this.onTell(byId(id), act);
  }

  /**
   * @param {HTMLElement} button
   * @param {() => void} act
   */
  onTell(button, act) {
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

  /**
   * @param {string} first the colour of the first key
   * @param {boolean} isOwn that it is the own one of who strikes is known; else the keys name colours alone
   * @param {Toggle[]} toggles
   */
  draw(first, isOwn, toggles) {
    const { stroke } = this;
    this.toggles = toggles;
    const other = first === "white" ? "black" : "white";
    /** @type {Record<string, string>} */
    const names = isOwn ? { [first]: t("key.own"), [other]: t("key.opponent") } : { white: t("key.white"), black: t("key.black") };
    fill(byId("keys"), [first, other, "queen", "striker"].map((piece) => this.key(piece, names[piece] ?? t(`key.${piece}`), isOwn && names[piece] ? t(`piece.${piece}`) : "")));
    byId("fell").replaceChildren(...this.fellItems());
    show(byId("fell-back"), stroke.isStarted);
    byId("nothing").setAttribute("aria-pressed", String(stroke.isStarted && !stroke.order.length && stroke.facts.touched && stroke.facts.made && !stroke.on.size));
    byId("untouched").setAttribute("aria-pressed", String(stroke.isStarted && stroke.facts.made && !stroke.facts.touched));
    fill(byId("toggles"), this.toggles.filter((toggle) => !toggle.asks).map((toggle) => this.toggleKey(toggle)));
    fill(byId("asks"), this.questions());
    const gone = stroke.facts.striker_left_board ? [...stroke.facts.left_board, "striker"] : stroke.facts.left_board;
    fill(byId("jumped"), [...PIECES, "striker"].map((piece) => this.smallKey(piece, gone, () => stroke.jumped(piece))));
    fill(byId("dropped"), PIECES.map((piece) => this.smallKey(piece, stroke.facts.dropped, () => stroke.dropped(piece))));
  }

  /** @returns {Toggle | undefined} what is to be answered before these laws can rule */
  get question() {
    return this.stroke.isStarted ? this.stroke.question(this.toggles) : undefined;
  }

  /** @returns {HTMLElement[]} what is asked now, with a key for each answer */
  questions() {
    const toggle = this.question;
    if (!toggle?.asks) return [];
    const { text, yes, no } = toggle.asks;
    const answers = [yes, no].map((words, i) => {
      const button = html("button", { class: "key low", type: "button", "data-answer": i ? "no" : "yes" }, words);
      this.onTell(button, () => this.stroke.answer(toggle, i === 0));
      return button;
    });
    return [html("p", { class: "strong", id: "asked" }, text), html("div", { class: "keys low", role: "group", "aria-labelledby": "asked" }, ...answers)];
  }

  /** @param {Toggle} toggle */
  toggleKey({ key, text }) {
    const button = html("button", { class: "key low", type: "button", "data-toggle": key, "aria-pressed": String(this.stroke.on.has(key)) }, text);
    this.onTell(button, this.andClose(() => {
      const now = this.toggles.find((each) => each.key === key); // the key stays while what it says changes
      if (now) this.stroke.toggle(now);
    }));
    return button;
  }

  /**
   * @param {string} piece
   * @param {string} name
   * @param {string} about
   */
  key(piece, name, about) {
    const words = html("span", {}, name, ...(about ? [html("small", {}, about)] : []));
    const button = html("button", { class: "key", type: "button", "data-piece": piece }, coin(piece, this.hooks.coins[piece === "striker" ? 1 : 0]), words);
    if (piece === "striker") set(button, { "aria-pressed": String(this.stroke.order.includes(piece)) }); // it falls once
    this.onTell(button, () => this.stroke.fell(piece));
    return button;
  }

  /**
   * A key of the dialog, which stays open: two coins are two taps.
   *
   * @param {string} piece
   * @param {readonly string[]} pieces pieces that were entered so; the key shows how many
   * @param {() => void} act
   */
  smallKey(piece, pieces, act) {
    const count = pieces.filter((each) => each === piece).length;
    const words = count > 1 ? t("key.count", { piece: t(`key.${piece}`), count }) : t(`key.${piece}`);
    const button = html("button", { class: "key low", type: "button", "data-piece": piece, "aria-pressed": String(count > 0) }, coin(piece, "s20"), words);
    this.onTell(button, act);
    return button;
  }

  /** @returns {HTMLElement[]} */
  fellItems() {
    const { facts, order, isStarted, on } = this.stroke;
    const items = order.map((piece) => html("li", { class: `chip ${piece === "striker" ? "bad" : ""}` }, coin(piece, "s16"), t(`piece.${piece}`)));
    for (const piece of facts.left_board) items.push(html("li", { class: "chip warn" }, coin(piece, "s16"), t("fell.jumped", { piece: t(`piece.${piece}`) })));
    if (facts.striker_left_board) items.push(html("li", { class: "chip warn" }, coin("striker", "s16"), t("fell.jumped", { piece: t("piece.striker") })));
    for (const piece of facts.dropped) items.push(html("li", { class: "chip" }, coin(piece, "s16"), t("fell.dropped", { piece: t(`piece.${piece}`) })));
    if (isStarted && facts.made && !facts.touched) items.push(html("li", { class: "chip" }, t("fell.untouched")));
    for (const toggle of on.values()) items.push(html("li", { class: "chip bad" }, toggle.text));
    for (const fact of facts.declared) items.push(html("li", { class: "chip bad" }, this.hooks.factWords(fact)));
    if (isStarted && !items.length) items.push(html("li", { class: "chip" }, t("fell.nothing")));
    if (!items.length && this.hooks.empty) items.push(html("li", { class: "muted small" }, this.hooks.empty));
    return items;
  }
}
