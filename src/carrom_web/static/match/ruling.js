/** What the laws decided and why: the line under the board, the list, and the sheet with every reason and its clause. */

import { byId, coin, html, icon, show } from "../site/dom.js";
import { t } from "../site/texts.js";
import { lawWords } from "../board/words.js";

/** @typedef {import("../site/wire.js").Ruling} Ruling */
/** @typedef {Pick<import("../site/wire.js").MatchEvent, "number" | "entry">} Shown the stored part of an event */

const MOST_SHOWN = 60;
const WIDE = "(min-width: 900px)";

export class Rulings {
  /** @param {{ again: () => void, closed: () => void }} hooks */
  constructor(hooks) {
    this.sheet = byId("ruling-sheet");
    this.line = byId("last");
    this.list = byId("rulings");
    /** @type {Shown | null} */
    this.last = null;
    this.hooks = hooks;
    this.line.addEventListener("click", () => this.open());
    for (const button of this.sheet.querySelectorAll("[data-close]")) button.addEventListener("click", () => this.close());
    byId("see-again").addEventListener("click", () => {
      this.close();
      hooks.again();
    });
    this.sheet.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  get spoken() {
    return this.last?.entry.ruling?.spoken ?? "";
  }

  get isOpen() {
    return !this.sheet.hidden;
  }

  /**
   * @param {Shown} event an entry that was just shown to its end
   * @param {boolean} may whether the sheet may open by itself
   */
  add(event, may) {
    const { entry } = event;
    for (const number of entry.struck_out ?? []) this.list.querySelector(`[data-number="${number}"]`)?.classList.add("struck");
    const { ruling } = entry;
    const text = ruling ? ruling.sentence : entry.text;
    if (!text) return;
    if (ruling) this.last = event;
    this.line.replaceChildren(icon(ruling ? "check" : "info"), html("span", { class: "grow" }, ...whose(ruling), text));
    const clauses = ruling?.reasons.flatMap((reason) => reason.clauses) ?? [];
    if (clauses.length && !text.includes(clauses[0].title)) this.line.append(html("span", { class: "law" }, `${lawWords(clauses.slice(0, 1))} ›`));
    show(byId("rulings-empty"), false);
    const item = html("li", { "data-number": event.number });
    if (ruling) {
      for (const older of this.list.querySelectorAll("details")) older.open = false; // the newest stands open
      const why = html("details", { open: "" }, html("summary", { class: "strong" }, ...whose(ruling), text), html("ul", { class: "reasons" }, ...reasonsOf(ruling)));
      if (ruling.what_if) why.append(html("p", {}, html("a", { class: "what-if", href: ruling.what_if, target: "_blank", rel: "noopener" }, t("what_if"))));
      item.append(why);
    } else item.append(html("p", { class: "muted" }, text));
    this.list.prepend(item);
    while (this.list.childElementCount > MOST_SHOWN) this.list.lastElementChild?.remove();
    if (ruling) this.fill(ruling);
    if (ruling?.open && may && !matchMedia(WIDE).matches) this.open(); // on a wide screen all of it stands in the column
  }

  /** @param {Ruling} ruling */
  fill(ruling) {
    byId("ruling-player").replaceChildren(...whose(ruling));
    byId("ruling-headline").textContent = ruling.headline;
    byId("ruling-chips").replaceChildren(...ruling.chips.map((chip) => {
      const tone = chip.piece === "striker" ? "bad" : chip.what === "owed" ? "warn" : chip.what === "down" ? "ok" : "";
      return html("li", { class: `chip ${tone}` }, coin(chip.piece, "s16"), chipWords(chip));
    }));
    byId("ruling-why").replaceChildren(...reasonsOf(ruling));
    const adviser = byId("ruling-what-if");
    show(adviser, ruling.what_if !== null);
    if (ruling.what_if) adviser.setAttribute("href", ruling.what_if);
    const after = byId("ruling-after");
    after.textContent = ruling.after;
    show(after, ruling.after !== "");
  }

  open() {
    if (!this.last) return;
    show(this.sheet, true);
    this.sheet.focus({ preventScroll: true });
  }

  close() {
    if (this.sheet.hidden) return;
    show(this.sheet, false);
    this.hooks.closed();
  }
}

/**
 * @param {Ruling | null} ruling
 * @returns {(Node | string)[]} whose stroke it was, and which
 */
function whose(ruling) {
  return ruling?.player ? [html("span", { class: "whose muted" }, t("ruling.whose", { name: ruling.player, number: ruling.stroke })), " "] : [];
}

/**
 * @param {Ruling["reasons"][number]} reason
 * @returns {HTMLElement} the laws of a reason by number; a press shows their words below
 */
function clausesOf(reason) {
  const words = html("span", { class: "clause-text", hidden: "" });
  const numbers = reason.clauses.map((clause) => {
    if (!clause.text) return html("span", { class: "law" }, clause.title);
    const button = html("button", { class: "law", type: "button", "aria-expanded": "false" }, clause.title);
    button.addEventListener("click", () => {
      const opens = button.getAttribute("aria-expanded") === "false";
      for (const other of numbers) if (other.hasAttribute("aria-expanded")) other.setAttribute("aria-expanded", String(opens && other === button));
      words.replaceChildren(`${clause.title}: ${clause.text} `);
      if (clause.url) words.append(html("a", { href: clause.url, target: "_blank", rel: "noopener" }, t("law.open")));
      show(words, opens);
    });
    return button;
  });
  return html("span", { class: "clauses" }, ...numbers, words);
}

/**
 * @param {Ruling["chips"][number]} chip
 * @returns {string} "2 white down"; of queen and striker there is one only, and no number is said
 */
function chipWords({ piece, what, count }) {
  const only = piece === "queen" || piece === "striker";
  return t(only && what === "down" ? "chip.fell" : `chip.${what}`, { count, piece: t(`piece.${piece}`) });
}

/**
 * @param {Ruling} ruling
 * @returns {HTMLElement[]} why, one by one
 */
function reasonsOf(ruling) {
  return [...ruling.reasons, ...ruling.readings].map((reason) => html("li", {}, reason.text, " ", clausesOf(reason)));
}
