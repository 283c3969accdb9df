/** What every page with a board has around it: dialogs, settings, the bar, the table in words, a note, and what its single letters do. */

import { wake } from "../board/sound.js";
import { byId, show } from "../site/dom.js";
import { onSettings, settings } from "../site/settings.js";
import { connectBar, connectDialogs, connectSettings, openDialog, toggleMute } from "./menu.js";

/** Connects all of it; the settings hold from now on, and whenever one is changed. */
export function connectAround() {
  connectDialogs();
  connectSettings();
  connectBar();
  byId("notice-close").addEventListener("click", () => show(byId("notice"), false));
  for (const [type, input] of /** @type {const} */ ([["pointerdown", "pointer"], ["keydown", "keys"]])) {
    addEventListener(type, () => {
      wake();
      document.documentElement.dataset.input = input; // a ring round the board is for those who use keys
    }, { capture: true });
  }
  onSettings(() => {
    show(byId("strike"), settings.ask);
    showTable();
  });
  showTable();
}

function showTable() {
  byId("in-words").classList.toggle("sr-until-focus", !settings.table);
}

/** @param {string} text that stands until it is closed: an answer that changed nothing, a link that was copied */
export function notice(text) {
  byId("notice-text").textContent = text;
  show(byId("notice"), true);
}

/**
 * @param {import("./table.js").Table} table
 * @returns {(key: string) => boolean} does what a single letter asks for, pressed on the board; false where it asks for nothing
 */
export function lettersWith(table) {
  return (key) => {
    if (key === "b") table.focus();
    else if (key === "m") toggleMute();
    else if (key === "?") openDialog("keys");
    else return false;
    return true;
  };
}
