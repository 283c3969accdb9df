/**
 * The chosen match of a file, shown on the board as far as this page knows it: by what the file says, or, if its reader asks for it,
 * by the laws in this page. Nothing is sent.
 */

import { load, NoKernelError } from "../physics/kernel.js";
import { byId, show } from "../site/dom.js";
import { t } from "../site/texts.js";
import { courseOf } from "./course.js";
import { Laws } from "./laws.js";
import { Replay } from "./replay.js";

/** @typedef {import("./values.js").FileMatch} FileMatch */
/** @typedef {{ surfaces: [values: [string, number][], parameters: number[]][], laws: import("./laws.js").Addresses }} Values */

/** @type {Values} */
const values = JSON.parse(byId("values").textContent || "null");
const laws = new Laws(values.laws);
const replay = new Replay();
const work = byId("work-out");

/** @type {{ match: FileMatch, text: string, number: number } | null} */
let shown = null;

work.addEventListener("click", () => void workOut());

/** Shows no match. */
export function clearBoard() {
  shown = null;
  replay.leave();
  show(byId("replay"), false);
}

/**
 * @param {FileMatch} match
 * @param {string} text of its file
 * @param {number} number which match of it, from 1
 */
export async function showOnBoard(match, text, number) {
  const asked = { match, text, number };
  shown = asked;
  replay.leave();
  try {
    await load();
  } catch (error) {
    if (!(error instanceof NoKernelError)) throw error;
    if (shown === asked) begin(match, null, null, t(error.code));
    return;
  }
  if (shown !== asked) return;
  begin(match, surfaceOf(match), null, "");
}

/** Has the laws say what followed. */
async function workOut() {
  const asked = shown;
  if (!asked) return;
  note(t("replay.loading"));
  show(work, false);
  byId("replay-title").focus();
  const said = await laws.ask(asked.text, asked.number);
  if (shown !== asked) return;
  if (!said) {
    note(t("replay.no_laws"));
    return;
  }
  const { parameters, entries, refused } = said;
  if (parameters) begin(asked.match, Float64Array.from(parameters), { parameters, entries }, "");
  if (!refused) return;
  note(t("replay.refused", { sentence: refused.text }));
  byId("replay-note").classList.add("warn");
}

/**
 * @param {FileMatch} match
 * @param {Float64Array | null} parameters
 * @param {import("./course.js").Laws | null} followed
 * @param {string} trouble why strokes cannot be simulated
 */
function begin(match, parameters, followed, trouble) {
  const steps = courseOf(match, { parameters, laws: followed });
  const strokes = steps.filter((step) => step.isCompared).length;
  const others = steps.filter((step) => step.difference).length;
  const isUnknown = steps.some((step) => step.asked && !step.depth && step.after === null) && !followed;
  const isOnBoard = match.head.positions !== false;
  if (trouble) note(trouble);
  else if (!isOnBoard) note(t("replay.sheet"));
  else if (isUnknown) note(t(laws.areHere ? "replay.unknown" : "replay.unknown_here"));
  else if (followed) note(t("replay.holds"));
  else if (others) note(t("replay.differ", { count: others }));
  else note(strokes ? t("replay.same", { count: strokes }) : "");
  byId("replay-note").classList.toggle("warn", others > 0);
  show(work, isUnknown && laws.areHere && !trouble);
  show(byId("stage"), isOnBoard);
  show(byId("replay"), true);
  replay.take(steps, parameters);
}

/** @param {string} text that stands above the board */
function note(text) {
  byId("replay-note").textContent = text;
  show(byId("replay-note"), text !== "");
}

/** @param {FileMatch} match @returns {Float64Array | null} null: a surface of its own, which only the laws read */
function surfaceOf({ head }) {
  const own = JSON.stringify([...(head.surface_values ?? [])].sort());
  const known = values.surfaces.find(([stored]) => JSON.stringify([...stored].sort()) === own);
  return known ? Float64Array.from(known[1]) : null;
}
