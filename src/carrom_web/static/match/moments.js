/**
 * Moments worth a second look: the queen, her cover, the last coin, a clean sweep, the end. A word over the board, gone
 * by itself in under two seconds or with the next touch or key. Readers of a screen reader hear the ruling.
 */

import { byId, html } from "../site/dom.js";
import { still } from "../site/settings.js";
import { t } from "../site/texts.js";

/** @typedef {import("../site/wire.js").View} View */
/** @typedef {import("../site/wire.js").MatchEvent} MatchEvent */
/** @typedef {"won" | "over" | "sweep" | "cover" | "queen" | "last"} Moment */

const SHOWN = 1800; // ms
const COINS = 9;
const COVERED = ["queen_covered_now", "queen_covered_after", "queen_covered_before", "last_own_covers"];

/**
 * @param {Pick<MatchEvent, "entry">} event
 * @param {View} view after it
 * @param {View | null} before it
 * @param {import("../site/wire.js").SideName[]} own sides of this page
 * @returns {Moment | null}
 */
export function momentOf({ entry }, view, before, own) {
  const { ruling } = entry;
  if (view.phase === "over" && before?.phase !== "over") return own.length === 1 && own[0] === view.result?.winner ? "won" : "over";
  if (!ruling || entry.kind !== "stroke") return null;
  if (ruling.points) return ruling.points.side && ruling.points.points >= COINS ? "sweep" : null;
  const reasons = ruling.reasons.map(({ code }) => code);
  if (reasons.some((code) => COVERED.includes(code))) return "cover";
  if (reasons.includes("queen_to_cover")) return "queen";
  const upOf = (/** @type {View | null} */ one) => one?.sides.find(({ side }) => side === entry.side)?.up;
  return upOf(view) === 1 && (upOf(before) ?? 0) > 1 && !view.solo ? "last" : null;
}

/** @type {HTMLElement | null} */
let shown = null;

/** @param {Moment | null} moment */
export function showMoment(moment) {
  if (!moment) return;
  endMoment();
  const element = html("p", { class: `moment moment-${moment}${still() ? " still" : ""}`, "aria-hidden": "true" }, t(`moment.${moment}`));
  shown = element;
  byId("stage").append(element);
  setTimeout(() => shown === element && endMoment(), SHOWN);
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, endMoment, { once: true, capture: true });
}

function endMoment() {
  shown?.remove();
  shown = null;
}
