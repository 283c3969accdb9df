/** A match that is over is locked, so that nobody's sleeve undoes its last entry. */

import { byId, html } from "../site/dom.js";
import { t } from "../site/texts.js";
import { onHold } from "./taps.js";

const UNLOCK = 1000; // ms that the lock is held

export class Lock {
  isOpen = false;

  /**
   * @param {string} begin address at which another match begins
   * @param {() => void} opened
   */
  constructor(begin, opened) {
    this.begin = begin;
    this.opened = opened;
  }

  /** @param {HTMLElement} holder of the buttons */
  draw(holder) {
    /** @type {HTMLElement[]} */
    const parts = [html("a", { class: "btn big block", href: this.begin }, t("over.new"))];
    if (!this.isOpen) {
      const lock = html("button", { class: "btn big block hold", type: "button" }, t("over.unlock"));
      onHold(lock, UNLOCK, () => {
        this.isOpen = true;
        this.opened();
        byId("undo").focus();
      });
      parts.push(lock);
    }
    holder.dataset.steps = "";
    holder.replaceChildren(...parts);
  }
}
