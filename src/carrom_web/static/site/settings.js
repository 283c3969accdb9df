/** What a guest chose for this device: stored in the browser, shown as attributes of the page. */

/**
 * @typedef {{ theme: "system" | "light" | "dark", hand: "right" | "left", pull: "sling" | "push", ask: boolean, mute: boolean,
 *   volume: number, vibrate: boolean, marks: "plain" | "maple" | "strong", surface: "birch" | "pale" | "walnut" | "contrast", letters: boolean,
 *   pace: 1 | 2 | 4, turn: boolean, table: boolean, hold: boolean, quiet: boolean }} Settings
 */

const KEY = "carrom-settings";

/** @type {Settings} */
const DEFAULTS = {
  theme: "system", hand: "right", pull: "sling", ask: false, mute: false, volume: 0.8, vibrate: true, marks: "plain",
  surface: "birch", letters: true, pace: 1, turn: true, table: false, hold: false, quiet: false,
};

/** @returns {Settings} */
function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) || "{}") };
  } catch {
    return { ...DEFAULTS }; // storage is off, or holds something else
  }
}

/** @type {Settings} */
export const settings = read();

/** @type {(() => void)[]} */
const listeners = [];

/** @param {() => void} listener */
export function onSettings(listener) {
  listeners.push(listener);
}

/**
 * @template {keyof Settings} K
 * @param {K} name
 * @param {Settings[K]} value
 */
export function choose(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // it holds for this page then
  }
  showSettings();
  listeners.forEach((listener) => listener());
}

const STRUCK = "carrom-struck";
let struck = false;

/** @returns {boolean} whether somebody has struck on this device before, and knows how it is done */
export function hasStruck() {
  try {
    struck ||= localStorage.getItem(STRUCK) !== null;
  } catch {
    // storage is off: it is known for this page alone
  }
  return struck;
}

export function rememberStroke() {
  if (hasStruck()) return;
  struck = true;
  try {
    localStorage.setItem(STRUCK, "1");
  } catch {
    // it holds for this page then
  }
}

export function showSettings() {
  const data = document.documentElement.dataset;
  if (settings.theme === "system") delete data.theme;
  else data.theme = settings.theme;
  data.hand = settings.hand;
  data.marks = settings.surface === "contrast" ? "strong" : settings.marks; // bold coins go with the board of high contrast
  data.surface = settings.surface;
}

/** @returns {boolean} whether the page is dark now, by choice or by the system */
export function isDark() {
  return settings.theme === "dark" || (settings.theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
}

/** @returns {boolean} */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @param {number | number[]} ms */
export function vibrate(ms) {
  if (settings.vibrate && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(ms);
}
