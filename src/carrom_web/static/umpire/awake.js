/** The screen stays on while a match is scored, where the browser lets it; and the theme for sunlight. */

import { isDark, showSettings } from "../site/settings.js";

const KEY = "carrom-sheet-theme";
const NEXT = { light: "dark", dark: "sun", sun: "light" };

/** @type {WakeLockSentinel | null} */
let lock = null;

/** Asks for the screen to stay on, now and whenever the page is seen again. */
export function stayAwake() {
  const ask = async () => {
    if (document.hidden || (lock && !lock.released)) return;
    try {
      lock = (await navigator.wakeLock?.request("screen")) ?? null;
    } catch {
      lock = null; // the battery is low, or the page is not on https
    }
  };
  document.addEventListener("visibilitychange", () => void ask());
  document.addEventListener("pointerup", () => void ask()); // some browsers allow it after a touch only
  void ask();
}

/** @param {HTMLElement} button that goes through light, dark and sunlight */
export function connectThemes(button) {
  const root = document.documentElement.dataset;
  const shown = () => /** @type {keyof typeof NEXT} */ (root.theme === "sun" ? "sun" : isDark() ? "dark" : "light");
  const show = (/** @type {string | null} */ theme) => {
    showSettings();
    if (theme && theme in NEXT) root.theme = theme;
  };
  try {
    show(localStorage.getItem(KEY));
  } catch {
    show(null);
  }
  button.addEventListener("click", () => {
    const now = root.theme && root.theme in NEXT ? /** @type {keyof typeof NEXT} */ (root.theme) : shown();
    const next = NEXT[now];
    show(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // it holds for this page then
    }
  });
}
