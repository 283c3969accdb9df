/**
 * The band of the ruling, of one height whatever stands in it: the ruling of the stroke that is reported, a question, what was
 * recorded last, or what was taken back.
 */

import { reasonItems } from "../match/situation.js";
import { byId, html, icon, show } from "../site/dom.js";
import { t } from "../site/texts.js";

/** @typedef {import("./standing.js").Draft} Draft */
/** @typedef {import("./types.js").Situation} Situation */
/** @typedef {{ over?: string, title: string, text?: string, follows?: string[], reasons?: Parameters<typeof reasonItems>[0], readings?: Parameters<typeof reasonItems>[0], isBad?: boolean, isHere?: boolean, isRecorded?: boolean }} Said */

/**
 * @param {Draft | null} draft what was said to what is reported; null: nothing yet
 * @param {string} said what was seen beside what fell
 */
export function showRuling(draft, said) {
  const judged = draft?.judged ?? null;
  const refusal = draft?.refusal ?? null;
  const isHere = draft?.isHere === true; // said in place of the words for this stroke: it takes no line of its own
  const over = [isHere && !refusal && judged ? "" : t("band.this"), said].filter(Boolean).join(" · ");
  if (refusal) put({ over, title: t("verdict.impossible"), text: refusal.text, isBad: true });
  else if (!judged) put({ over, title: t(draft?.isOffline ? "verdict.offline" : "verdict.asking"), text: draft?.isOffline ? t("verdict.later") : "" });
  else {
    const { ruling } = judged;
    put({
      over, title: ruling?.headline || judged.text, text: ruling ? judged.brief : "", follows: judged.follows, reasons: ruling?.reasons ?? [],
      readings: ruling?.readings ?? [], isBad: judged.against, isHere,
    });
  }
}

/** @param {{ text: string, answers: HTMLElement[] }} question */
export function showQuestion({ text, answers }) {
  show(byId("said"), false);
  show(byId("asks"), true);
  byId("verdict").classList.add("asking");
  byId("asked").textContent = text;
  byId("answers").replaceChildren(...answers);
}

/** @param {Situation} situation whose newest line that holds is shown, below what comes next */
export function showLast({ view, log, hint, breaks }) {
  const last = log.find(({ struck }) => !struck);
  const title = view.result?.text ?? view.awaiting.text;
  if (!last) put({ over: breaks?.name ?? "", title, text: view.awaiting.kind === "stroke" ? t("band.first") : "" });
  else put({ over: t("band.recorded"), title, text: [last.brief, hint].filter(Boolean).join(" "), follows: last.follows, reasons: last.reasons, readings: last.readings, isRecorded: true });
}

/**
 * Before a board is entered: what is to be said next, and the board that was entered last until then.
 *
 * @param {Situation} situation
 * @param {string} question
 * @param {boolean} isStarted
 */
export function showBoardQuestion({ view, log }, question, isStarted) {
  const last = log.find(({ struck }) => !struck);
  if (last?.kind === "board" && !isStarted) put({ over: t("band.recorded"), title: last.text, follows: last.follows, reasons: last.reasons, isRecorded: true });
  else put({ over: t("band.board", { board: view.board_number }), title: question, text: t("band.three") });
}

/**
 * @param {Situation} situation
 * @param {string} text what was taken back
 */
export function showTakenBack({ view }, text) {
  put({ over: t("band.back"), title: view.awaiting.text, text });
}

/** @param {Said} said */
function put({ over = "", title, text = "", follows = [], reasons = [], readings = [], isBad = false, isHere = false, isRecorded = false }) {
  byId("verdict").classList.remove("asking");
  show(byId("asks"), false);
  show(byId("said"), true);
  byId("verdict-over").replaceChildren(...(isRecorded ? [icon("check")] : []), over);
  byId("verdict-title").textContent = title;
  byId("verdict-title").classList.toggle("bad", isBad);
  byId("verdict-text").replaceChildren(text, ...(follows.length ? [" ", html("b", { id: "verdict-follows" }, follows.join(" "))] : []));
  byId("verdict-readings").replaceChildren(...reasonItems(readings));
  show(byId("verdict-readings"), readings.length > 0);
  byId("verdict-reasons").replaceChildren(...reasonItems(reasons));
  const why = byId("verdict-why");
  show(why, reasons.length + readings.length > 0);
  why.textContent = t(readings.length ? "band.why_reading" : "band.why");
  show(byId("ruled-here"), isHere);
}
