/** The match menu, the settings, the list of keys, and the values of a stroke typed in. */

import { byId, show } from "../site/dom.js";
import { choose, isDark, onSettings, settings } from "../site/settings.js";

/** @typedef {import("../site/wire.js").View} View */

/** @param {string} id */
export function openDialog(id) {
  const dialog = byId(id);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

/** @param {string} id */
export function closeDialog(id) {
  const dialog = byId(id);
  if (dialog instanceof HTMLDialogElement) dialog.close();
}

/** Lets every `data-open` open its dialog, and a tap beside a dialog or on its `data-close` close it. */
export function connectDialogs() {
  for (const button of document.querySelectorAll("[data-open]")) {
    button.addEventListener("click", () => {
      button.closest("dialog")?.close();
      openDialog(button.getAttribute("data-open") ?? "");
    });
  }
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    for (const button of dialog.querySelectorAll("[data-close]")) button.addEventListener("click", () => dialog.close());
  }
}

/** Boards and set stand beside the board where there is room, else in a dialog of the menu. */
export function dockSheet() {
  const wide = matchMedia("(min-width: 900px)");
  const place = () => byId(wide.matches ? "side" : "score-sheet-body").append(byId("boards-of-game"), byId("solo"));
  wide.addEventListener("change", () => {
    closeDialog("score-sheet");
    place();
  });
  place();
}

/** Lets every control with `data-setting` show and change its setting. */
export function connectSettings() {
  const controls = /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (document.querySelectorAll("[data-setting]"));
  const showAll = () => {
    for (const control of controls) {
      const value = settings[/** @type {keyof typeof settings} */ (control.dataset.setting)];
      if (control instanceof HTMLInputElement && control.type === "checkbox") control.checked = Boolean(value);
      else control.value = String(value);
    }
  };
  for (const control of controls) {
    control.addEventListener("input", () => {
      const name = /** @type {keyof typeof settings} */ (control.dataset.setting);
      const before = settings[name];
      const value = control instanceof HTMLInputElement && control.type === "checkbox" ? control.checked
        : typeof before === "number" ? Number(control.value) : control.value;
      choose(name, /** @type {never} */ (value));
    });
  }
  onSettings(showAll);
  showAll();
}

/** Theme and mute in the bar. */
export function connectBar() {
  const theme = document.getElementById("theme");
  theme?.addEventListener("click", () => choose("theme", isDark() ? "light" : "dark"));
  const mute = document.getElementById("mute");
  if (!mute) return;
  const showMute = () => {
    mute.setAttribute("aria-pressed", String(settings.mute));
    mute.querySelector("use")?.setAttribute("href", settings.mute ? "#i-mute" : "#i-sound");
  };
  mute.addEventListener("click", () => toggleMute());
  onSettings(showMute);
  showMute();
}

export function toggleMute() {
  choose("mute", !settings.mute);
  if (!settings.mute) void import("../board/sound.js").then(({ wake }) => wake()); // the start page does without until then
}

/**
 * @param {View} view
 * @param {boolean} seated
 */
export function showMenu(view, seated) {
  for (const button of document.querySelectorAll("[data-request]")) {
    const [kind, what] = (button.getAttribute("data-request") ?? "").split(" ");
    const may = kind === "take_back" ? view.may.take_back
      : kind === "concede" ? view.may.concede
        : kind === "pass" ? view.may.pass : view.may.offer.includes(what);
    show(button, seated && may && view.phase !== "over");
  }
}
