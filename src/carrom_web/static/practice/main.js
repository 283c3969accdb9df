/**
 * The practice board: strokes played by the page alone, with no server and no laws. What is drawn while one aims is what will happen.
 * Position, aim, surface and striker can be undone, set again, and shared by a link.
 */

import { Board } from "../board/draw.js";
import { Motion } from "../board/motion.js";
import { glide, Player } from "../board/player.js";
import { soundOf, wake } from "../board/sound.js";
import { Controls } from "../match/controls.js";
import { connectBar, connectDialogs, connectSettings, openDialog, toggleMute } from "../match/menu.js";
import { call, hush, say, saySoon } from "../match/speech.js";
import { Table } from "../match/table.js";
import { kindOf } from "../match/words.js";
import { P_DECELERATION, P_STRIKER_MASS } from "../physics/kernel.js";
import { CannotPlayError, simulate } from "../physics/simulate.js";
import { byId, set, show } from "../site/dom.js";
import { onSettings, settings, showSettings, still } from "../site/settings.js";
import { figure, t } from "../site/texts.js";
import { Arranging } from "./arranging.js";
import { baseLine } from "./base_line.js";
import { linkOf, sharedIn } from "./link.js";
import { Prediction } from "./prediction.js";

/** @typedef {import("../physics/simulate.js").Simulated} Simulated */
/** @typedef {import("../site/wire.js").Lying} Lying */
/** @typedef {import("../site/wire.js").Seat} Seat */
/** @typedef {import("./link.js").Aim} Aim */
/**
 * @typedef {{ surfaces: Record<string, number[]>, racks: Lying[][], limit: number, distance: number, speed: [number, number] }} Values
 */

const GLIDE = 320; // ms
const FIRST_SPEED = 2; // m/s that is drawn for until something was pulled
const MOST_KEPT = 200; // positions that can be undone

/** @type {Values} */
const values = JSON.parse(byId("practice").textContent || "null");
const select = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (byId(id));
const surface = select("surface");
const mass = select("striker-mass");
const side = select("seat");
const predicts = /** @type {HTMLInputElement} */ (byId("predict"));

showSettings();
const board = new Board(byId("stage"));
const player = new Player(board, { onEvent: soundOf, pace: () => settings.pace });
const prediction = new Prediction(board);
const controls = new Controls(board, { strike, aims: predictSoon, letter, placed: () => fillTable() });
const arranging = new Arranging(board, { changed: arranged, say, settled: saySoon });
const table = new Table({ aimAt: (angle) => controls.hand.on && controls.keys.aimAtAngle(angle), back: () => board.svg.focus() });

/** @type {Lying[]} */
let position = [];
/** @type {{ position: Lying[], aim: Aim | null }} */
let start = { position: values.racks[0], aim: null };
/** @type {{ position: Lying[], aim: Aim }[]} */
const before = [];
let task = /** @type {"strike" | "arrange"} */ ("strike");
let drawnSpeed = FIRST_SPEED;
let racked = 0;
let frame = 0;

connectDialogs();
connectSettings();
connectBar();

/** @param {string} name @param {number} grams */
function parametersOf(name, grams) {
  const parameters = Float64Array.from(values.surfaces[name]);
  parameters[P_STRIKER_MASS] = grams / 1000;
  return parameters;
}

function parameters() {
  return parametersOf(surface.value, Number(mass.value));
}

/** @returns {Seat} */
function seat() {
  return /** @type {Seat} */ (side.value);
}

/** @returns {Aim} as it is shown now */
function aim() {
  const { offset, angle, speed } = controls.stroke;
  return { offset, angle, speed: speed || drawnSpeed };
}

function remember() {
  before.push({ position, aim: aim() });
  if (before.length > MOST_KEPT) before.shift();
}

/**
 * @param {Lying[]} next
 * @param {Aim | null} [aimed]
 */
async function go(next, aimed = null) {
  leave();
  position = next;
  byId("played").textContent = "";
  history.replaceState(null, "", link());
  prediction.clear();
  await glide(board, position, new Map(position.map(([number]) => [number, [number === 1 ? 0 : number <= 10 ? -400 : 400, 0]])), GLIDE);
  decide();
  if (aimed && task === "strike") aimAs(aimed);
}

/** Ends a stroke that is being shown; it does not count. */
function leave() {
  if (document.body.dataset.mode === "watch") document.body.dataset.mode = "stroke";
  player.stop();
}

/** @param {Aim} aimed */
function aimAs({ offset, angle, speed }) {
  drawnSpeed = speed || drawnSpeed;
  controls.stroke.placeExactly(offset);
  controls.stroke.aimAt(angle);
  controls.stroke.held = true;
  controls.draw();
}

/** Lets one do what was chosen: strike, or put pieces. */
function decide() {
  hush(false);
  board.seeFrom(seat());
  board.playable(true);
  set(byId("to-strike"), { "aria-pressed": String(task === "strike") });
  set(byId("to-arrange"), { "aria-pressed": String(task === "arrange") });
  if (task === "arrange") {
    controls.hide();
    prediction.clear();
    arranging.start(position, parameters());
    byId("outcome").textContent = "";
    enter("arrange");
  } else {
    arranging.stop();
    controls.stroke.deceleration = parameters()[P_DECELERATION];
    controls.start("practice", baseLine(position, seat(), parameters(), values, t("striker.lies_on")), position, seat());
    enter("stroke");
    predictSoon();
  }
  set(byId("undo"), { "aria-disabled": String(!before.length) });
  fillTable();
}

/** @param {"stroke" | "arrange" | "watch"} mode */
function enter(mode) {
  const held = [byId("controls"), byId("watch"), byId("arrange")].some((part) => part.contains(document.activeElement));
  show(byId("controls"), mode === "stroke");
  show(byId("arrange"), mode === "arrange");
  show(byId("watch"), mode === "watch");
  show(byId("step"), still());
  document.body.dataset.mode = mode;
  if (held) board.svg.focus({ preventScroll: true });
}

function fillTable() {
  table.fill(position, seat(), task === "strike" && controls.hand.on ? controls.stroke.offset : null);
}

/** @param {import("../site/wire.js").Released} stroke */
async function strike(stroke) {
  const simulated = cameTo(stroke);
  if (!simulated) {
    call(t("cannot"));
    decide();
    return;
  }
  remember();
  drawnSpeed = stroke.speed;
  controls.hide();
  prediction.clear();
  enter("watch");
  hush(true);
  const motion = new Motion(simulated);
  await player.play(motion);
  if (document.body.dataset.mode !== "watch") return; // it was left
  position = simulated.final;
  board.lay(position);
  history.replaceState(null, "", link());
  decide();
  const told = t("outcome.played", { fell: words(simulated, "outcome.nothing_fell") });
  byId("played").textContent = told;
  say(told);
}

/** @param {import("../site/wire.js").Released} stroke */
function cameTo(stroke) {
  try {
    return simulate(position, stroke, seat(), parameters());
  } catch (error) {
    if (error instanceof CannotPlayError) return null;
    throw error;
  }
}

function predictSoon() {
  if (!frame) frame = requestAnimationFrame(predict);
}

/** Draws how everything will run, for the speed that is pulled, else for the one before. */
function predict() {
  frame = 0;
  if (document.body.dataset.mode !== "stroke" || !controls.hand.on) return;
  if (!predicts.checked || !controls.stroke.legal) {
    prediction.clear();
    return;
  }
  const stroke = controls.stroke.asSent();
  stroke.speed ||= drawnSpeed;
  const simulated = cameTo(stroke);
  if (!simulated) {
    prediction.clear();
    return;
  }
  prediction.draw(simulated);
  byId("outcome").textContent = t("outcome.drawn", { speed: figure(stroke.speed, 2), fell: words(simulated, "outcome.nothing") });
}

/**
 * @param {Simulated} simulated
 * @param {string} none key of the words where nothing falls
 * @returns {string} "2 white, queen down."
 */
function words(simulated, none) {
  const told = [];
  if (simulated.fallen.length) told.push(t("outcome.falls", { pieces: counted(simulated.fallen) }));
  if (simulated.jumped.length) told.push(t("outcome.over", { pieces: counted(simulated.jumped) }));
  return told.join(" ") || t(none);
}

/** @param {number[]} numbers @returns {string} "2 white, queen" */
function counted(numbers) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const number of numbers) counts.set(kindOf(number), (counts.get(kindOf(number)) ?? 0) + 1);
  return [...counts].map(([kind, count]) => (kind === "queen" || kind === "striker" ? t(`piece.${kind}`) : t("count.piece", { count, piece: t(`piece.${kind}`) }))).join(", ");
}

/** @param {Lying[]} next */
function arranged(next) {
  remember();
  position = next;
  board.lay(position);
  history.replaceState(null, "", link());
  set(byId("undo"), { "aria-disabled": "false" });
  fillTable();
}

/** @param {"strike" | "arrange"} next */
function take(next) {
  if (task === next) return;
  player.skip();
  task = next;
  byId("tag-text").textContent = "";
  if (document.body.dataset.mode !== "watch") decide();
}

function undo() {
  const last = before.pop();
  if (!last) {
    say(t("undo.none"));
    return;
  }
  void go(last.position, last.aim);
  say(t("undone"));
}

function link() {
  return linkOf({ position, surface: surface.value, mass: Number(mass.value), seat: seat(), aim: aim() });
}

async function share() {
  const address = `${location.origin}${location.pathname}${link()}`;
  history.replaceState(null, "", link());
  try {
    await navigator.clipboard.writeText(address);
    say(t("link.copied"));
    notice(t("link.copied"));
  } catch {
    // no clipboard here: on plain http, or not allowed
    const field = /** @type {HTMLInputElement} */ (byId("link-text"));
    field.value = address;
    openDialog("link");
    field.select();
  }
}

/** @param {string} text */
function notice(text) {
  byId("notice-text").textContent = text;
  show(byId("notice"), true);
}

/** Begins with what the address holds, or with a rack. */
function open() {
  const masses = [...mass.options].map((option) => Number(option.value));
  const shared = sharedIn(location.hash, { surfaces: values.surfaces, masses, parameters: parametersOf });
  if (shared === "bad") {
    call(t("link.bad"));
    notice(t("link.bad"));
  }
  if (shared === "bad" || shared === "nothing") start = { position: values.racks[0], aim: null };
  else {
    surface.value = shared.surface;
    mass.value = String(shared.mass);
    side.value = shared.seat;
    start = { position: shared.position, aim: shared.aim };
  }
  leave();
  before.length = 0;
  position = start.position;
  board.lay(position);
  decide();
  if (start.aim) aimAs(start.aim);
}

/**
 * @param {string} key a single letter, pressed on the board
 * @returns {boolean}
 */
function letter(key) {
  if (key === "b") table.focus();
  else if (key === "m") toggleMute();
  else if (key === "?") openDialog("keys");
  else return false;
  return true;
}

byId("to-strike").addEventListener("click", () => take("strike"));
byId("to-arrange").addEventListener("click", () => take("arrange"));
byId("undo").addEventListener("click", undo);
byId("reset").addEventListener("click", () => {
  remember();
  void go(start.position, start.aim);
  say(t("again"));
});
byId("to-analysis").addEventListener("click", () => {
  const way = byId("to-analysis");
  set(way, { href: `${way.getAttribute("href")?.split("#")[0]}${link()}` });
});
byId("share").addEventListener("click", () => void share());
byId("rack").addEventListener("click", () => {
  remember();
  racked = (racked + 1) % values.racks.length; // gaps are never twice the same
  void go(values.racks[racked]);
  say(t("racked"));
});
byId("clear").addEventListener("click", () => {
  remember();
  void go([]);
  say(t("cleared"));
});
for (const choice of [surface, mass, side]) {
  choice.addEventListener("change", () => {
    history.replaceState(null, "", link());
    if (document.body.dataset.mode !== "watch") decide();
  });
}
predicts.addEventListener("change", () => {
  byId("outcome").textContent = "";
  predictSoon();
});
for (const button of document.querySelectorAll("[data-pace]")) {
  button.addEventListener("click", () => {
    settings.pace = /** @type {1 | 2 | 4} */ (Number(button.getAttribute("data-pace")));
    showPace();
  });
}
function showPace() {
  for (const each of document.querySelectorAll("[data-pace]")) set(each, { "aria-pressed": String(Number(each.getAttribute("data-pace")) === settings.pace) });
}
byId("to-end").addEventListener("click", () => player.skip());
byId("step").addEventListener("click", () => player.step());
byId("notice-close").addEventListener("click", () => show(byId("notice"), false));
board.svg.addEventListener("pointerdown", () => player.playing && !still() && player.skip());
board.svg.addEventListener("keydown", (event) => {
  if (!player.playing || (event.key !== " " && event.key !== "Enter")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.repeat) return;
  if (still()) player.step();
  else player.skip();
});
for (const [type, input] of /** @type {const} */ ([["pointerdown", "pointer"], ["keydown", "keys"]])) {
  addEventListener(type, () => {
    wake();
    document.documentElement.dataset.input = input;
  }, { capture: true });
}
addEventListener("hashchange", open);
onSettings(() => {
  show(byId("strike"), settings.ask);
  showTable();
});
function showTable() {
  byId("in-words").classList.toggle("sr-until-focus", !settings.table);
}
showTable();
showPace();
open();
