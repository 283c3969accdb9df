/** What the laws say: to the current entry, before it is recorded; without one, to the last entry. */

import { reasonItems } from "../match/situation.js";
import { byId, show } from "../site/dom.js";
import { t } from "../site/texts.js";

/** @typedef {import("./standing.js").Draft} Draft */

/**
 * @param {Draft | null} draft the ruling on the current entry; null: nothing yet
 */
export function showRuling(draft) {
  const judged = draft?.judged ?? null;
  const refusal = draft?.refusal ?? null;
  const title = refusal ? t("verdict.impossible") : judged ? judged.ruling?.headline || judged.text : t(draft?.isOffline ? "verdict.offline" : "verdict.asking");
  const text = refusal ? refusal.text : judged ? judged.ruling?.sentence ?? "" : draft?.isOffline ? t("verdict.later") : "";
  put({ title, text, follows: judged?.follows ?? [], reasons: judged?.ruling?.reasons ?? [], readings: judged?.ruling?.readings ?? [], isBad: refusal !== null, isHere: draft?.isHere === true });
}

/** Says that there is no ruling before a question is answered. */
export function showQuestion() {
  put({ title: t("verdict.asks"), text: "", follows: [], reasons: [], readings: [], isBad: false, isHere: false });
}

/** @param {import("./types.js").Situation} situation whose newest line that holds is shown */
export function showLast({ log }) {
  const last = log.find(({ struck }) => !struck);
  put({ title: t(last ? "verdict.last" : "verdict.none"), text: last?.text ?? "", follows: last?.follows ?? [], reasons: last?.reasons ?? [], readings: last?.readings ?? [], isBad: false, isHere: false });
}

/**
 * @param {{ title: string, text: string, follows: string[], reasons: Parameters<typeof reasonItems>[0], readings: Parameters<typeof reasonItems>[0], isBad: boolean, isHere: boolean }} verdict
 */
function put({ title, text, follows, reasons, readings, isBad, isHere }) {
  byId("verdict").classList.toggle("bad", isBad);
  byId("verdict-title").textContent = title;
  byId("verdict-text").textContent = text;
  byId("verdict-follows").textContent = follows.join(" ");
  show(byId("verdict-follows"), follows.length > 0);
  byId("verdict-readings").replaceChildren(...reasonItems(readings));
  show(byId("verdict-readings"), readings.length > 0);
  byId("verdict-reasons").replaceChildren(...reasonItems(reasons));
  show(byId("verdict-why"), reasons.length > 0);
  show(byId("ruled-here"), isHere);
}
