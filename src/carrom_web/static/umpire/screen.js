/** How the sheet suits who scores it: light, dark or bright sun, the hand, whether strokes are recorded by themselves. */

import { byId } from "../site/dom.js";
import { choose, isDark, settings, showSettings } from "../site/settings.js";
import { recordAfter, recordsAfter } from "./automatic.js";

const KEY = "carrom-sheet-theme";
const NARROW = "(max-width: 899px), (max-height: 560px)";

/** @param {() => void} changed */
export function connectScreen(changed) {
  const root = document.documentElement.dataset;
  const showTheme = (/** @type {string | null} */ theme) => {
    showSettings();
    if (theme) root.theme = theme;
  };
  showTheme(readTheme());
  /** @type {Record<string, { now: () => string, choose: (value: string) => void }>} */
  const ways = {
    theme: {
      now: () => root.theme ?? (isDark() ? "dark" : "light"),
      choose: (value) => {
        showTheme(value);
        try {
          localStorage.setItem(KEY, value);
        } catch {
          // it holds for this page then
        }
      },
    },
    hand: { now: () => settings.hand, choose: (value) => {
      choose("hand", value === "left" ? "left" : "right");
      showTheme(readTheme());
    } },
    auto: { now: () => String(recordsAfter()), choose: (value) => recordAfter(Number(value)) },
  };
  for (const [name, way] of Object.entries(ways)) {
    const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(`[data-${name}-choice]`));
    const press = () => buttons.forEach((button) => button.setAttribute("aria-pressed", String(button.getAttribute(`data-${name}-choice`) === way.now())));
    for (const button of buttons) button.addEventListener("click", () => {
      way.choose(button.getAttribute(`data-${name}-choice`) ?? "");
      press();
      changed();
    });
    press();
  }
}

/** @returns {string | null} */
function readTheme() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/**
 * What was recorded stands beside the keys where there is room; on a phone in a dialog of the menu while keys are shown.
 *
 * @param {boolean} areKeysShown
 */
export function placeLog(areKeysShown) {
  const holder = byId(areKeysShown && matchMedia(NARROW).matches ? "log-here" : "log-beside");
  const log = byId("log-parts");
  if (log.parentElement !== holder) holder.append(log);
}
