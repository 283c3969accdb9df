/** The keys with which a stroke is told, and what of it was told so far. */

import { closeDialog } from "../match/menu.js";
import { byId, coin, html, show } from "../site/dom.js";
import { t } from "../site/texts.js";
import { onTap } from "./taps.js";

/** @typedef {import("./types.js").Toggle} Toggle */
/**
 * `told`: something of the stroke was told. `factWords` are those of a declared fact. `coins` are the sizes of a coin and of the striker on the
 * large keys, `more` is the dialog that closes with a lesser key, `empty` what stands there while nothing is told.
 *
 * @typedef {{ told: () => void, factWords: (fact: string) => string, coins: [string, string], more?: string, empty?: string }} Hooks
 */

const PIECES = ["white", "black", "queen"];

export class StrokeKeys {
  /**
   * @param {import("./stroke.js").StrokeTold} stroke
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
    onTap(button, () => {
      act();
      this.hooks.told();
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
    show(byId("fell-back"), stroke.begun);
    byId("nothing").setAttribute("aria-pressed", String(stroke.begun && !stroke.order.length && stroke.facts.touched && stroke.facts.made && !stroke.on.size));
    byId("untouched").setAttribute("aria-pressed", String(stroke.begun && stroke.facts.made && !stroke.facts.touched));
    fill(byId("toggles"), this.toggles.filter(({ needs }) => !needs || stroke.facts.pocketed.includes(needs)).map((toggle) => this.toggleKey(toggle)));
    fill(byId("jumped"), [...PIECES, "striker"].map((piece) => this.smallKey(piece, () => stroke.jumped(piece))));
    fill(byId("dropped"), PIECES.map((piece) => this.smallKey(piece, () => stroke.dropped(piece))));
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
    this.onTell(button, () => this.stroke.fell(piece));
    return button;
  }

  /**
   * @param {string} piece
   * @param {() => void} act
   */
  smallKey(piece, act) {
    const button = html("button", { class: "key low", type: "button", "data-piece": piece }, coin(piece, "s20"), t(`key.${piece}`));
    this.onTell(button, this.andClose(act));
    return button;
  }

  /** @returns {HTMLElement[]} */
  fellItems() {
    const { facts, order, begun, on } = this.stroke;
    const items = order.map((piece) => html("li", { class: `chip ${piece === "striker" ? "bad" : ""}` }, coin(piece, "s16"), t(`piece.${piece}`)));
    for (const piece of facts.left_board) items.push(html("li", { class: "chip warn" }, coin(piece, "s16"), t("fell.jumped", { piece: t(`piece.${piece}`) })));
    if (facts.striker_left_board) items.push(html("li", { class: "chip warn" }, coin("striker", "s16"), t("fell.jumped", { piece: t("piece.striker") })));
    for (const piece of facts.dropped) items.push(html("li", { class: "chip" }, coin(piece, "s16"), t("fell.dropped", { piece: t(`piece.${piece}`) })));
    if (begun && facts.made && !facts.touched) items.push(html("li", { class: "chip" }, t("fell.untouched")));
    for (const toggle of on.values()) items.push(html("li", { class: "chip bad" }, toggle.text));
    for (const fact of facts.declared) items.push(html("li", { class: "chip bad" }, this.hooks.factWords(fact)));
    if (begun && !items.length) items.push(html("li", { class: "chip" }, t("fell.nothing")));
    if (!items.length && this.hooks.empty) items.push(html("li", { class: "muted small" }, this.hooks.empty));
    return items;
  }
}

/**
 * Puts keys into a holder. Those that are there already stay, so that a finger or the focus on one is not lost.
 *
 * @param {HTMLElement} holder
 * @param {HTMLElement[]} keys
 */
function fill(holder, keys) {
  const same = holder.children.length === keys.length && keys.every((key, i) => key.outerHTML === holder.children[i].outerHTML);
  if (same) return;
  const index = [...holder.children].findIndex((child) => child === document.activeElement);
  holder.replaceChildren(...keys);
  if (index >= 0) /** @type {HTMLElement | undefined} */ (holder.children[index])?.focus({ preventScroll: true });
}
