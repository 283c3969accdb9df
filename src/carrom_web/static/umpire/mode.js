/** What the page of a sheet asks for now, and what its title and its Record key then say. */

import { t } from "../site/texts.js";

/** @typedef {"follow" | "stroke" | "board" | "options" | "over" | "waiting"} Mode */
/** @typedef {import("./types.js").Situation} Situation */

const STAYS = ["facts", "note", "rename", "take_back", "declare", "correct", "forgo", "colour", "board"]; // after these the keys stay until it is known how the sheet stands
const STAYS_OFFLINE = ["facts", "note", "rename"];

/**
 * @param {object} page
 * @param {Situation} page.situation
 * @param {boolean} page.isScorer
 * @param {boolean} page.isCorrecting
 * @param {boolean} page.isByBoards whole boards are entered here
 * @param {boolean} page.isStarted a stroke is being entered
 * @param {string[] | null} page.unknown kinds of the entries that wait and whose ruling is not known
 * @param {boolean} page.isOffline
 * @returns {Mode}
 */
export function modeOf({ situation, isScorer, isCorrecting, isByBoards, isStarted, unknown, isOffline }) {
  const { view: { awaiting, phase, solo }, step } = situation;
  if (!isScorer) return "follow";
  if (isCorrecting) return "stroke";
  if (unknown?.some((kind) => !STAYS.includes(kind) || (isOffline && !STAYS_OFFLINE.includes(kind)))) return "waiting";
  if (phase === "over") return "over";
  const isCalled = awaiting.kind === "stroke" || (step === "play" && (isByBoards || isStarted)); // the entry then implies that play was called
  if (!isCalled) return "options";
  return isByBoards && !isStarted && !solo ? "board" : "stroke";
}

/**
 * @param {Mode} mode
 * @param {Situation} situation
 * @param {boolean} isCorrecting
 * @returns {string}
 */
export function titleOf(mode, { view, opening }, isCorrecting) {
  if (mode === "over" || mode === "follow") return view.result?.text ?? view.awaiting.text;
  if (mode === "waiting") return t("title.waiting");
  if (isCorrecting) return t("title.correct");
  if (mode === "stroke") return t("title.stroke");
  return mode === "board" ? t("title.board", { board: view.board_number }) : opening?.title ?? view.awaiting.text;
}

/**
 * @param {Mode} mode
 * @param {Situation} situation
 * @param {object} entry
 * @param {boolean} entry.isAsked a question is to be answered first
 * @param {boolean} entry.isCorrection
 * @param {boolean} entry.endsBoard
 * @returns {string}
 */
export function recordWords(mode, { view }, { isAsked, isCorrection, endsBoard }) {
  if (isAsked) return t("record.answer");
  if (mode === "board") return t("record.board", { board: view.board_number });
  if (isCorrection) return t("record.correct");
  return endsBoard ? t("record.end") : t("record.stroke");
}
