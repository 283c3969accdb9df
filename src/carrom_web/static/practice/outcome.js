/** What a stroke comes to, in words. */

import { t } from "../site/texts.js";

/** @typedef {import("../physics/simulate.js").Simulated} Simulated */

/**
 * @param {Simulated} simulated
 * @param {(numbers: number[]) => string} list of pieces in words
 * @param {string} none key of the words where nothing falls
 * @returns {string} "2 white, queen down."
 */
export function outcomeWords(simulated, list, none) {
  const parts = [];
  if (simulated.fallen.length) parts.push(t("outcome.falls", { pieces: list(simulated.fallen) }));
  if (simulated.jumped.length) parts.push(t("outcome.over", { pieces: list(simulated.jumped) }));
  return parts.join(" ") || t(none);
}
