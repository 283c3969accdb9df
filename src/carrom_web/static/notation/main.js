/**
 * Importing a match: the page reads the chosen file by itself, before anything is sent, and shows the matches in it, or
 * the line that cannot be read, and the chosen one on the board. Whether it can have happened as it says, the server says.
 */

import { byId, html, show } from "../site/dom.js";
import { has, t } from "../site/texts.js";
import { RefusedError, readMatchFile } from "./match_file.js";
import { clearBoard, showOnBoard } from "./on_the_board.js";

/** @typedef {import("./match_file.js").FileMatch} FileMatch */
/** @typedef {import("./match_file.js").Fields} Fields */

const form = /** @type {HTMLFormElement} */ (byId("bring"));
const file = /** @type {HTMLInputElement} */ (byId("record"));
const list = byId("found");
const number = /** @type {HTMLInputElement} */ (byId("match"));
const side = /** @type {HTMLSelectElement} */ (byId("side"));
const usual = [...side.options].map((option) => option.text);
let text = ""; // of the chosen file

file.addEventListener("change", () => void look());
if (file.files?.length) void look(); // the browser still has the file of a form that was sent

/** Reads the chosen file, and shows what it says. */
async function look() {
  const chosen = file.files?.[0];
  show(list, false);
  list.querySelectorAll("label").forEach((label) => label.remove());
  number.value = "";
  refuse("");
  call(null);
  clearBoard();
  if (!chosen) return;
  if (chosen.size > Number(form.dataset.greatest)) {
    refuse(t("file.large"));
    return;
  }
  try {
    text = await chosen.text();
    offer(readMatchFile(text).matches);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    refuse(t("file.refused", { line: error.line, sentence: sentence(error) }));
  }
}

/** @param {RefusedError} error */
function sentence({ code, found }) {
  const key = has(`refused.${code}`) ? `refused.${code}` : "refused.bad-syntax";
  return t(key, { found: found || "–" });
}

/** @param {string} text why the file is not sent; empty: it can be */
function refuse(text) {
  const fault = byId("fault");
  fault.textContent = text;
  show(fault, text !== "");
  file.setCustomValidity(text);
  if (text) file.setAttribute("aria-invalid", "true");
  else file.removeAttribute("aria-invalid");
}

/** @param {FileMatch[]} matches */
function offer(matches) {
  matches.forEach((match, index) => {
    const choice = html("input", { type: "radio", name: "chosen", value: index + 1 });
    choice.addEventListener("change", () => choose(match, index));
    const title = html("strong", {}, t("file.match", { number: index + 1, names: sides(match) }));
    const words = html("span", {}, title, html("br"), html("span", { class: "muted small" }, about(match)));
    list.append(html("label", { class: "card choice" }, choice, words));
  });
  show(list, true);
  show(byId("number"), false);
  const first = /** @type {HTMLInputElement} */ (list.querySelector("input"));
  first.checked = true;
  choose(matches[0], 0);
}

/**
 * @param {FileMatch} match
 * @param {number} index
 */
function choose(match, index) {
  number.value = String(index + 1);
  call(match);
  void showOnBoard(match, text, index + 1);
}

/** @param {FileMatch | null} match whose players are named in the choice of sides */
function call(match) {
  for (const [index, option] of [...side.options].entries()) {
    const names = match && option.value ? players(match, option.value) : "";
    option.text = names || usual[index];
  }
}

/**
 * @param {FileMatch} match
 * @param {string} of side
 */
function players(match, of) {
  const found = match.head.players.filter((/** @type {Fields} */ player) => player.side === of);
  return found.map((/** @type {Fields} */ player) => player.name).join(" & ");
}

/** @param {FileMatch} match */
function sides(match) {
  return [players(match, "a"), players(match, "b")].filter(Boolean).join(" – ");
}

/** @param {FileMatch} match */
function about({ head, entries = [], result }) {
  const strokes = entries.filter((entry) => ["stroke", "facts"].includes(entry.asked.kind)).length;
  const tags = (head.tags ?? []).map((/** @type {string[]} */ tag) => tag[1]);
  const score = result ? result.games.join(" : ") : t("file.open");
  const made = strokes ? [t("file.strokes", { count: strokes })] : [];
  return [head.ruleset, ...made, score, ...tags].join(" · ");
}
