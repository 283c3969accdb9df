/** Places, directions and pieces in words. */

import { coin, html } from "../site/dom.js";
import { figure, t } from "../site/texts.js";
import { fullness } from "../board/geometry.js";
import { letterOf } from "../board/measurements.js";

/** @typedef {import("../board/geometry.js").AimPath} AimPath */

const KINDS = { w: "white", b: "black", q: "queen", s: "striker" };

/** @param {number} number of a piece */
export function kindOf(number) {
  return KINDS[letterOf(number)];
}

/** @param {number} offset mm */
export function placeWords(offset) {
  if (Math.abs(offset) < 0.05) return t("place.middle");
  const distance = figure(Math.abs(offset), Math.abs(offset) % 1 === 0 ? 0 : 1);
  return t(offset < 0 ? "place.left" : "place.right", { distance });
}

/**
 * @param {number} angle degrees
 * @param {number} [digits]
 */
export function angleWords(angle, digits = 2) {
  if (Math.abs(angle) < 0.5 / 10 ** digits) return t("aim.straight");
  return t(angle > 0 ? "aim.left" : "aim.right", { angle: figure(Math.abs(angle), digits) });
}

/**
 * @param {number} angle
 * @param {AimPath} path
 * @returns {(string | Node)[]} "13.40° left, black 24 %", the piece as its picture with the word for readers
 */
export function aimShort(angle, path) {
  const words = Math.abs(angle) < 0.005 ? t("aim.short.straight") : angleWords(angle);
  if (!path.hit) return [words];
  const kind = kindOf(path.hit.number);
  return [`${words} `, html("span", { class: "sr" }, `, ${t(`piece.${kind}`)} `), coin(kind, "s14"), ` ${t("share", { share: fullness(path) ?? 0 })}`];
}

/**
 * @param {number} angle
 * @param {AimPath} path
 * @returns {string} for the ear
 */
export function aimSpoken(angle, path) {
  const contact = path.hit
    ? t("aim.spoken.hit", { piece: t(`piece.${kindOf(path.hit.number)}`), share: fullness(path) ?? 0 })
    : t("aim.spoken.none");
  return `${angleWords(angle)}. ${contact}`;
}

/**
 * @param {number} speed m/s
 * @param {number} deceleration m/s2
 */
export function speedShort(speed, deceleration) {
  return t("pull.short", { speed: figure(speed, 2), slide: figure(speed ** 2 / (2 * deceleration), 1) });
}

/** @param {number} speed m/s */
export function speedSpoken(speed) {
  return t("pull.spoken", { speed: figure(speed, 2) });
}

/**
 * @param {import("../site/wire.js").Clause[]} clauses
 * @returns {string} "Law 92"
 */
export function lawWords(clauses) {
  return clauses.map((clause) => clause.title).join(", ");
}
