/**
 * A puzzle: one stroke, or one place of a due. The page sends what was tried; the server plays it, judges it, and says
 * what came of it. The idea is not on the page until somebody asks for it.
 */

import { Board } from "../board/draw.js";
import { degrees } from "../board/geometry.js";
import { Motion } from "../board/motion.js";
import { Player } from "../board/player.js";
import { sense } from "../board/sound.js";
import { connectAround, lettersWith } from "../match/around_the_board.js";
import { Controls } from "../match/controls.js";
import { Placing } from "../match/placing.js";
import { call, hush, say, saySoon } from "../match/speech.js";
import { Table } from "../match/table.js";
import { connectWatching } from "../match/watching.js";
import { P_DECELERATION } from "../physics/figures.js";
import { byId, html, show } from "../site/dom.js";
import { settings, showSettings, still } from "../site/settings.js";
import { figure, t } from "../site/texts.js";
import { Idea } from "./idea.js";

/** @typedef {import("../site/wire.js").Lying} Lying */
/** @typedef {import("../site/wire.js").Released} Released */
/**
 * @typedef {{ url: string, position: Lying[], domain: import("../site/wire.js").StrokeDomain | null,
 *   placing: import("../site/wire.js").PlacingDomain | null, physics: { parameters: number[] } }} Values
 * @typedef {{ reached: boolean, text: string, motion: import("../site/wire.js").WireMotion | null, position: Lying[],
 *   solution: number[] | null, note: string, themes: string[], first: boolean, rating: { value: number, gain: number },
 *   run: number, days: number }} Judged
 * @typedef {{ stroke: Released } | { place: { x: number, y: number } } | { show: true }} Try
 */

const PATIENCE = 15_000; // ms for an answer
const AIMED_FOR = 900; // ms that the idea is aimed before it is struck

/** @type {Values} */
const puzzle = JSON.parse(byId("puzzle").textContent || "null");
showSettings();
const board = new Board(byId("stage"));
const player = new Player(board, { onEvent: sense, pace: () => settings.pace });
const table = new Table({ aimAt: (angle) => controls.hand.on && controls.keys.aimAtAngle(angle), back: () => board.svg.focus() });
const controls = new Controls(board, {
  strike: (stroke) => void attempt({ stroke }), aims: () => {}, letter: lettersWith(table), placed: () => fillTable(),
});
const placing = new Placing(board, { place: (_piece, x, y) => void attempt({ place: { x, y } }), forgo: () => {}, say, settled: saySoon });
const idea = new Idea(board);
let isAsking = false;
let isSolved = false;

connectAround();
connectWatching(board, player);

/** @param {"stroke" | "place" | "watch" | "verdict"} mode */
function enter(mode) {
  const held = byId("controls").contains(document.activeElement) || byId("due").contains(document.activeElement) || byId("watch").contains(document.activeElement);
  show(byId("controls"), mode === "stroke");
  show(byId("due"), mode === "place");
  show(byId("watch"), mode === "watch");
  show(byId("step"), still());
  document.body.dataset.mode = mode;
  if (held) board.svg.focus({ preventScroll: true });
}

function fillTable(position = puzzle.position) {
  table.fill(position, "south", controls.hand.on ? controls.stroke.offset : null);
}

/** The board as the puzzle has it, to be tried. */
function begin() {
  hush(false);
  idea.clear();
  board.lay(puzzle.position);
  board.playable(true);
  if (puzzle.placing) {
    placing.start(puzzle.placing, "");
    enter("place");
  } else if (puzzle.domain) {
    controls.stroke.deceleration = puzzle.physics.parameters[P_DECELERATION];
    controls.start(puzzle.url, puzzle.domain, puzzle.position, "south"); // place and aim of the last try stay
    enter("stroke");
  }
  show(byId("again"), false);
  fillTable();
}

/** Nothing can be done. */
function rest() {
  controls.hide();
  placing.stop();
  board.playable(false);
}

/** @param {Try} tried one's own */
async function attempt(tried) {
  const judged = await asked(tried);
  if (!judged) return;
  await watch(judged);
  tell(judged);
  show(byId("again"), true);
  byId("again").className = isSolved ? "btn grow" : "btn primary grow";
  byId(isSolved ? "next" : "again").focus({ preventScroll: true });
}

/** @param {Judged} judged */
async function watch(judged) {
  rest();
  show(byId("verdict"), false);
  if (!judged.motion) {
    board.lay(judged.position);
    return;
  }
  enter("watch");
  hush(true);
  await player.play(new Motion(judged.motion));
  hush(false);
  board.lay(judged.position);
}

/** What came of it. @param {Judged} judged */
function tell(judged) {
  enter("verdict");
  fillTable(judged.position);
  isSolved ||= judged.reached;
  const title = t(judged.reached ? "puzzle.solved" : "puzzle.missed");
  write(title, judged.text, judged.note, judged.reached ? "good" : "bad");
  chips(judged);
  if (isSolved) byId("next").className = "btn primary grow";
  say(`${title} ${judged.text}`);
}

/**
 * @param {string} title
 * @param {string} text
 * @param {string} note
 * @param {"good" | "bad" | ""} tone
 */
function write(title, text, note, tone) {
  byId("verdict").className = `card verdict ${tone}`;
  byId("verdict-title").textContent = title;
  byId("verdict-text").textContent = text;
  byId("verdict-note").textContent = note;
  byId("verdict-chips").replaceChildren();
  show(byId("verdict"), true);
}

/** @param {Judged} judged */
function chips({ first, rating, run, days, themes }) {
  const said = [...themes];
  if (first) {
    said.unshift(t("puzzle.gain", { value: rating.value, gain: `${rating.gain < 0 ? "−" : "+"}${Math.abs(rating.gain)}` }));
    if (run > 1) said.push(t("puzzle.run", { count: run }));
    byId("rating").textContent = String(rating.value);
    byId("run").textContent = String(run);
    show(byId("counts"), false);
  }
  byId("days").textContent = String(days);
  byId("verdict-chips").replaceChildren(...said.map((text) => html("span", { class: "chip" }, text)));
}

/** The idea: it is aimed and struck, or placed, then drawn on the board as it lay, so that one can make it oneself. */
async function showIdea() {
  const judged = await asked({ show: true });
  if (!judged?.solution) return;
  show(byId("verdict"), false);
  const [first, second, speed] = judged.solution;
  if (puzzle.placing) {
    rest();
    board.lay(judged.position);
    enter("verdict");
    write(t("puzzle.idea"), judged.text, judged.note, "");
    chips(judged);
    show(byId("again"), true);
    say(`${t("puzzle.idea")}. ${judged.text} ${judged.note}`);
    return;
  }
  begin();
  controls.hand.on = false;
  controls.stroke.layAsRecorded(first, second);
  controls.stroke.pullToSpeed(speed);
  controls.stroke.phase = "pull";
  controls.draw();
  await new Promise((resolve) => setTimeout(resolve, AIMED_FOR));
  await watch(judged);
  begin();
  controls.stroke.place(first * 1000);
  controls.stroke.aimAt(degrees(second));
  controls.stroke.held = true;
  controls.draw();
  if (judged.motion) idea.draw(new Motion(judged.motion));
  write(t("puzzle.idea"), t("puzzle.aim", { speed: figure(speed, 1) }), judged.note, "");
  chips(judged);
  say(`${t("puzzle.idea")}. ${judged.note} ${t("puzzle.aim", { speed: figure(speed, 1) })}`);
}

/**
 * @param {Try} tried
 * @returns {Promise<Judged | null>} null: it was not judged, and the board is as before
 */
async function asked(tried) {
  if (isAsking) return null;
  isAsking = true;
  try {
    const answer = await fetch(puzzle.url, {
      method: "POST", body: JSON.stringify(tried), headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken() },
      signal: AbortSignal.timeout(PATIENCE),
    });
    const judged = await answer.json();
    if (answer.ok) return judged;
    refuse(judged.text);
  } catch (error) {
    refuse(t("puzzle.failed"));
    if (!(error instanceof TypeError || error instanceof DOMException || error instanceof SyntaxError)) throw error;
  } finally {
    isAsking = false;
  }
  return null;
}

/** @param {string} text why nothing was judged */
function refuse(text) {
  if (puzzle.placing) placing.unlock();
  else controls.again();
  write(t("puzzle.refused"), text, "", "bad");
  call(text);
}

/** @returns {string} */
function csrfToken() {
  return /** @type {HTMLInputElement} */ (document.querySelector("[name=csrfmiddlewaretoken]")).value;
}

byId("again").addEventListener("click", () => {
  show(byId("verdict"), false);
  begin();
  board.svg.focus({ preventScroll: true });
});
byId("show").addEventListener("click", () => void showIdea());
board.seeFrom("south");
begin();
byId("stage").dataset.ready = "";
