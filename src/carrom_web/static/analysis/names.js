/** Pieces by their names, as the text of a position has them. */

import { kindOf } from "../board/words.js";
import { t } from "../site/texts.js";

/** @param {number[]} numbers @returns {string} "white w3, queen" */
export function named(numbers) {
  return numbers.map(nameOf).join(", ");
}

/** @param {number} number @returns {string} "white w3", as the position's text names it */
export function nameOf(number) {
  const kind = kindOf(number);
  return kind === "white" || kind === "black" ? `${t(`piece.${kind}`)} ${kind[0]}${number}` : t(`piece.${kind}`);
}
