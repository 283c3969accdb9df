/** Places, directions, contacts, power and pieces in words. */

import { figure, t } from "../site/texts.js";
import { fullness } from "./geometry.js";
import { letterOf } from "./measurements.js";

/** @typedef {import("./geometry.js").AimPath} AimPath */

const KINDS = { w: "white", b: "black", q: "queen", s: "striker" };
/** The least share of the coin's face in per cent, above which a contact has this name. */
const CONTACTS = /** @type {const} */ ([[86, "contact.full"], [60, "contact.three_quarters"], [36, "contact.half"], [12, "contact.thin"]]);
/** The share of a full pull below which it has this name. */
const POWERS = /** @type {const} */ ([[0.2, "power.soft"], [0.45, "power.medium"], [0.8, "power.firm"]]);

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
 * @param {AimPath} path
 * @returns {string} "white, half"
 */
export function contactWords(path) {
  const share = fullness(path);
  if (!path.hit || share === null) return t("contact.none");
  const name = CONTACTS.find(([least]) => share > least)?.[1] ?? "contact.touch";
  return t(name, { piece: t(`piece.${kindOf(path.hit.number)}`) });
}

/**
 * @param {number} angle
 * @param {AimPath} path
 * @returns {string} "13.40° left: white, half"
 */
export function aimWords(angle, path) {
  return `${angleWords(angle)}: ${contactWords(path)}`;
}

/**
 * @param {number} share of a full pull
 * @returns {string} "medium, 40 %"
 */
export function powerWords(share) {
  if (share <= 0) return t("power.none");
  const name = POWERS.find(([most]) => share < most)?.[1] ?? "power.full";
  return t(name, { share: Math.max(1, Math.round(share * 100)) });
}

/**
 * @param {import("./by_hand.js").Value} value
 * @param {import("./stroke.js").Stroke} stroke
 * @param {AimPath} path
 * @returns {string} this value of it
 */
export function valueWords(value, stroke, path) {
  if (value === "power") return powerWords(stroke.share);
  return value === "place" ? placeWords(stroke.offset) : aimWords(stroke.angle, path);
}

/**
 * @param {import("./stroke.js").Stroke} stroke
 * @param {AimPath} path
 * @returns {string} all that is ready, before the second press strikes
 */
export function readyWords(stroke, path) {
  return t("ready", { aim: `${placeWords(stroke.offset)}, ${aimWords(stroke.angle, path)}`, speed: powerWords(stroke.share) });
}

/**
 * @param {import("./stroke.js").Stroke} stroke
 * @returns {string} "2.40 m/s · slides 1.7 m"
 */
export function speedWords({ speed, deceleration }) {
  return t("pull.short", { speed: figure(speed, 2), slide: figure(speed ** 2 / (2 * deceleration), 1) });
}

/**
 * @param {import("../site/wire.js").Clause[]} clauses
 * @returns {string} "Law 92"
 */
export function lawWords(clauses) {
  return clauses.map((clause) => clause.title).join(", ");
}
