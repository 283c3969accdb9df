/** The keys with which a stroke is corrected, and the list of what fell in it. */

import { byId, coin, html, set, show } from "../site/dom.js";
import { fill } from "../site/steady.js";
import { t } from "../site/texts.js";
import { StrokeDetails } from "./stroke_details.js";

/** @typedef {import("./types.js").Toggle} Toggle */

export class StrokeKeys extends StrokeDetails {
  /**
   * @param {import("./stroke.js").StrokeDraft} stroke
   * @param {import("./stroke_details.js").Hooks} hooks
   */
  constructor(stroke, hooks) {
    super(stroke, hooks);
    this.onTap(byId("nothing"), () => stroke.nothing());
    this.onTap(byId("fell-back"), () => stroke.back());
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
    const toggle = this.question;
    fill(byId("asks"), toggle?.asks ? [html("p", { class: "strong", id: "asked" }, toggle.asks.text), html("div", { class: "keys low", role: "group", "aria-labelledby": "asked" }, ...this.answers(toggle))] : []);
    this.drawDetails();
  }

  /**
   * @param {string} piece
   * @param {string} name
   * @param {string} about
   */
  key(piece, name, about) {
    const words = html("span", {}, name, ...(about ? [html("small", {}, about)] : []));
    const button = html("button", { class: "key", type: "button", "data-piece": piece }, coin(piece, "s20"), words);
    if (piece === "striker") set(button, { "aria-pressed": String(this.stroke.order.includes(piece)) }); // it falls once
    this.onTap(button, () => this.stroke.fell(piece));
    return button;
  }

  /** @returns {HTMLElement[]} */
  fellItems() {
    const { order, isStarted } = this.stroke;
    const items = order.map((piece) => html("li", { class: `chip ${piece === "striker" ? "bad" : ""}` }, coin(piece, "s16"), t(`piece.${piece}`)));
    for (const { text, piece, kind } of this.said()) items.push(html("li", { class: `chip ${kind}` }, ...(piece ? [coin(piece, "s16")] : []), text));
    if (isStarted && !items.length) items.push(html("li", { class: "chip" }, t("fell.nothing")));
    return items;
  }
}
