/** The menu of a sheet: how it is shown and scored on this device, and what is seldom recorded. */

import { closeDialog } from "../match/menu.js";
import { byId, show } from "../site/dom.js";
import { t } from "../site/texts.js";
import { onAnswer } from "./taps.js";

export class SheetMenu {
  /**
   * @param {import("./choices.js").Choices} choices
   * @param {object} page
   * @param {() => void} page.draw
   * @param {() => void} page.cancel ends the current entry, since another kind of entry is asked for
   * @param {(request: Record<string, unknown>, words: string) => void} page.record
   * @param {DOMStringMap} links addresses of pages about the match
   */
  constructor(choices, { draw, cancel, record }, links) {
    this.choices = choices;
    /** @type {HTMLAnchorElement} */ (byId("live")).href = links.live ?? "";
    /** @type {HTMLAnchorElement} */ (byId("record-link")).href = links.record ?? "";
    byId("swap").addEventListener("click", () => {
      choices.toggle("swapped");
      closeDialog("menu");
      draw();
    });
    byId("way").addEventListener("click", () => {
      choices.toggle("boards");
      closeDialog("menu");
      cancel();
    });
    byId("clock-auto").addEventListener("click", () => {
      choices.toggle("clock-by-hand");
      draw();
    });
    onAnswer(byId("pass"), () => {
      closeDialog("menu");
      record({ kind: "pass" }, t("pass.words"));
    });
  }

  /**
   * @param {import("./types.js").Situation} situation
   * @param {{ isStroke: boolean, hasClock: boolean }} now
   */
  draw({ view, ceremony }, { isStroke, hasClock }) {
    byId("way").textContent = this.choices.has("boards") ? t("way.strokes") : t("way.boards");
    for (const id of ["way", "swap"]) show(byId(id), !view.solo);
    show(byId("clock-auto"), ceremony && hasClock);
    byId("clock-auto").setAttribute("aria-pressed", String(!this.choices.has("clock-by-hand")));
    show(byId("pass"), view.may.pass && isStroke);
    show(byId("stop-open"), view.awaiting.kind === "stroke");
    show(byId("concede-open"), view.may.concede && view.sides.length > 1);
  }
}
