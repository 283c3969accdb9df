/**
 * The analysis board: any position, any stroke, and how all of it runs on, by the page's own kernel. Striking shows the stroke and
 * goes back; nothing is stored, no law is asked. A match against people has no way to here until it is over.
 */

import { Board } from "../board/draw.js";
import { degrees } from "../board/geometry.js";
import { Motion } from "../board/motion.js";
import { Player } from "../board/player.js";
import { soundOf, wake } from "../board/sound.js";
import { Controls } from "../match/controls.js";
import { connectBar, connectDialogs, connectSettings, openDialog, toggleMute } from "../match/menu.js";
import { call, hush, say, saySoon } from "../match/speech.js";
import { Table } from "../match/table.js";
import { kindOf } from "../match/words.js";
import * as kernel from "../physics/kernel.js";
import { CannotPlayError, simulate } from "../physics/simulate.js";
import { Arranging } from "../practice/arranging.js";
import { baseLine } from "../practice/base_line.js";
import { linkOf, sharedIn } from "../practice/link.js";
import { positionOf, textOf } from "../practice/position.js";
import { byId, html, set, show } from "../site/dom.js";
import { onSettings, settings, showSettings, still } from "../site/settings.js";
import { figure, t } from "../site/texts.js";
import { Forecast } from "./forecast.js";
import { movingPicture, stillPicture } from "./picture.js";
import { scatterOf, strokesNear } from "./scatter.js";

/** @typedef {import("../physics/simulate.js").Simulated} Simulated */
/** @typedef {import("../site/wire.js").Lying} Lying */
/** @typedef {import("../site/wire.js").Seat} Seat */
/** @typedef {import("../practice/link.js").Aim} Aim */
/** @typedef {{ position: Lying[], seat: Seat, stroke: [offset: number, angle: number, speed: number] }} OfMatch */
/**
 * @typedef {{ surfaces: Record<string, number[]>, racks: Lying[][], limit: number, distance: number, speed: [number, number],
 *   sliders: Record<string, [parameter: string, over: string, digits: number]>, strokes: Record<string, OfMatch>, chosen: number | null,
 *   picture: string }} Values
 */

const FIRST_SPEED = 2; // m/s
const MOST_KEPT = 200; // positions that can be undone
const SAMPLES = 150; // strokes that a hand makes
const SEED = 1;
const SETTLED = 200; // ms without a change, until they are played

/** @type {Values} */
const values = JSON.parse(byId("analysis").textContent || "null");
const select = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (byId(id));
const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byId(id));
const surface = select("surface");
const side = select("seat");
const moment = input("moment");
const speed = input("speed");
const typed = /** @type {HTMLTextAreaElement} */ (byId("typed"));
const ofMatch = /** @type {HTMLSelectElement | null} */ (document.getElementById("of-match"));
const numbers = /** @type {Record<string, number>} */ (/** @type {unknown} */ (kernel));

showSettings();
const board = new Board(byId("stage"));
const player = new Player(board, { onEvent: soundOf, pace: () => settings.pace });
const forecast = new Forecast(board);
const controls = new Controls(board, { strike, aims: drawSoon, letter, placed: () => fillTable() });
const arranging = new Arranging(board, { changed: arranged, say, settled: saySoon });
const table = new Table({ aimAt: (angle) => controls.hand.on && controls.keys.aimAtAngle(angle), back: () => board.svg.focus() });

/** @type {Lying[]} */
let position = values.racks[0];
/** @type {Map<string, number>} what of the surface was changed by hand */
const changed = new Map();
/** @type {Lying[][]} */
const before = [];
let task = /** @type {"strike" | "arrange"} */ ("strike");
/** @type {{ simulated: Simulated, motion: Motion } | null} */
let shown = null;
let frame = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let settling;

connectDialogs();
connectSettings();
connectBar();

/** @param {string} name */
function presetOf(name) {
  return Float64Array.from(values.surfaces[name]);
}

/** @param {string} name @returns {number} grams of its striker, as a link tells them */
function usualMass(name) {
  return Math.round(1000 * presetOf(name)[kernel.P_STRIKER_MASS]);
}

/** The surface as chosen; what no slider has touched stays as it is, to the last bit. */
function parameters() {
  const all = presetOf(surface.value);
  for (const [name, value] of changed) {
    const [at, over] = values.sliders[name];
    all[numbers[at]] = name === "striker_grams" ? value / 1000 : over ? value * all[numbers[over]] : value;
  }
  return all;
}

/** @returns {Seat} */
function seat() {
  return /** @type {Seat} */ (side.value);
}

/** @returns {Aim} as it is shown now */
function aim() {
  const { offset, angle } = controls.stroke;
  return { offset, angle, speed: Number(speed.value) };
}

/** The stroke that is drawn: the aim, at the speed that is pulled, else that of the slider. */
function meant() {
  const stroke = controls.stroke.asSent();
  return { ...stroke, speed: stroke.speed || Number(speed.value) };
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

function drawSoon() {
  if (!frame) frame = requestAnimationFrame(draw);
}

/** Draws how all runs on, and has the hand's strokes played once nothing changes any more. */
function draw() {
  frame = 0;
  clearTimeout(settling);
  const { stroke } = controls;
  if (stroke.speed) {
    speed.value = String(stroke.speed);
    byId("o-speed").textContent = t("speed", { speed: figure(stroke.speed, 2) });
  }
  const aims = document.body.dataset.mode === "stroke" && controls.hand.on;
  const simulated = aims && stroke.legal ? cameTo(meant()) : null;
  if (!simulated) {
    if (aims) nothingDrawn();
    return;
  }
  shown = { simulated, motion: new Motion(simulated) };
  moment.max = String(simulated.duration);
  for (const id of ["moment", "next-contact", "save-still", "save-moving"]) byId(id).removeAttribute("disabled");
  drawMoment();
  byId("outcome").textContent = t("outcome.drawn", { speed: figure(meant().speed, 2), fell: words(simulated) });
  settling = setTimeout(scatter, SETTLED);
}

function nothingDrawn() {
  shown = null;
  forecast.clear();
  byId("chances").replaceChildren();
  byId("outcome").textContent = t("cannot");
  for (const id of ["moment", "next-contact", "save-still", "save-moving"]) set(byId(id), { disabled: "" });
}

/** @returns {number | null} the moment that is shown; null: the whole stroke */
function time() {
  return Number(moment.value) > 0 ? Number(moment.value) : null;
}

function drawMoment() {
  if (!shown) return;
  const now = time();
  forecast.draw(shown.motion, now);
  document.body.classList.toggle("scrubbed", now !== null);
  const text = now === null ? t("moment.whole") : t("moment", { now: figure(now, 3), end: figure(shown.motion.duration, 3) });
  byId("o-moment").textContent = text;
  set(moment, { "aria-valuetext": text });
}

/** Plays the strokes that the hand may make, and tells how often each piece falls. */
function scatter() {
  if (!shown) return;
  const hand = {
    place: Number(input("hand-place").value) / 1000, aim: (Number(input("hand-aim").value) * Math.PI) / 180, speed: Number(input("hand-speed").value) / 100,
  };
  if (!hand.place && !hand.aim && !hand.speed) {
    forecast.drawSpread(null);
    byId("chances").replaceChildren();
    return;
  }
  const found = scatterOf(shown.simulated, strokesNear(meant(), hand, SAMPLES, SEED), cameTo, position);
  forecast.drawSpread(found);
  const share = (/** @type {number} */ count) => figure((100 * count) / Math.max(1, found.played), 0);
  const lines = [...found.fell].sort(([a, one], [b, other]) => other - one || a - b)
    .map(([number, count]) => t("chance.piece", { piece: nameOf(number), share: share(count) }));
  const texts = [t("chance.played", { played: found.played }), t("chance.same", { share: share(found.same) }), ...lines, t("chance.none", { share: share(found.none) })];
  byId("chances").replaceChildren(...texts.map((text) => html("li", {}, text)));
}

/** @param {number} number @returns {string} "white w3", as the position's text names it */
function nameOf(number) {
  const kind = kindOf(number);
  return kind === "white" || kind === "black" ? `${t(`piece.${kind}`)} ${kind[0]}${number}` : t(`piece.${kind}`);
}

/** @param {Simulated} simulated @returns {string} */
function words(simulated) {
  const told = [];
  if (simulated.fallen.length) told.push(t("outcome.falls", { pieces: simulated.fallen.map(nameOf).join(", ") }));
  if (simulated.jumped.length) told.push(t("outcome.over", { pieces: simulated.jumped.map(nameOf).join(", ") }));
  return told.join(" ") || t("outcome.nothing");
}

/** Lets one do what was chosen: strike, or put pieces. */
function decide() {
  hush(false);
  board.seeFrom(seat());
  board.playable(true);
  set(byId("to-strike"), { "aria-pressed": String(task === "strike") });
  set(byId("to-arrange"), { "aria-pressed": String(task === "arrange") });
  moment.value = "0";
  document.body.classList.remove("scrubbed");
  if (task === "arrange") {
    controls.hide();
    nothingDrawn();
    arranging.start(position, parameters());
    byId("outcome").textContent = "";
    enter("arrange");
  } else {
    arranging.stop();
    controls.stroke.deceleration = parameters()[kernel.P_DECELERATION];
    controls.start("analysis", baseLine(position, seat(), parameters(), values, t("striker.lies_on")), position, seat());
    enter("stroke");
    drawSoon();
  }
  typed.value = textOf(position);
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

/** Shows the stroke as it runs, then all as it lay before. @param {import("../site/wire.js").Released} stroke */
async function strike(stroke) {
  const simulated = cameTo(stroke);
  if (!simulated) {
    call(t("cannot"));
    decide();
    return;
  }
  const aimed = { ...aim(), speed: stroke.speed };
  controls.hide();
  forecast.clear();
  document.body.classList.remove("scrubbed");
  enter("watch");
  hush(true);
  await player.play(new Motion(simulated));
  if (document.body.dataset.mode !== "watch") return; // it was left
  board.lay(position);
  decide();
  aimAs(aimed);
  say(t("outcome.drawn", { speed: figure(stroke.speed, 2), fell: words(simulated) }));
}

/** @param {Aim} aimed */
function aimAs({ offset, angle, speed: meters }) {
  if (meters) setSpeed(meters);
  if (task !== "strike") return;
  controls.stroke.placeExactly(offset);
  controls.stroke.aimAt(angle);
  controls.stroke.held = true;
  controls.draw();
}

/** @param {number} meters a second */
function setSpeed(meters) {
  speed.value = String(meters);
  controls.stroke.pullTo(0);
  byId("o-speed").textContent = t("speed", { speed: figure(Number(speed.value), 2) });
  drawSoon();
}

/** @param {Lying[]} next @param {Aim | null} [aimed] */
function go(next, aimed = null) {
  if (document.body.dataset.mode === "watch") document.body.dataset.mode = "stroke";
  player.stop();
  position = next;
  board.lay(position);
  decide();
  if (aimed) aimAs(aimed);
  keep();
}

function remember() {
  before.push(position);
  if (before.length > MOST_KEPT) before.shift();
}

/** @param {Lying[]} next */
function arranged(next) {
  remember();
  position = next;
  board.lay(position);
  typed.value = textOf(position);
  set(byId("undo"), { "aria-disabled": "false" });
  fillTable();
  keep();
}

function link() {
  const told = [...changed].map(([name, value]) => `${name}:${value}`).join(" ");
  const hash = linkOf({ position, surface: surface.value, mass: usualMass(surface.value), seat: seat(), aim: aim() });
  return told ? `${hash}&values=${encodeURIComponent(told)}` : hash;
}

/** The address always holds what is seen. */
function keep() {
  history.replaceState(null, "", link());
}

/** Begins with what the address holds, with the match's stroke, or with a rack. */
function open() {
  const masses = [...Array.from({ length: 8 }, (_, k) => 8 + k), ...Object.keys(values.surfaces).map(usualMass)];
  const shared = sharedIn(location.hash, { surfaces: values.surfaces, masses, parameters: presetOf });
  before.length = 0;
  changed.clear();
  if (shared === "bad") {
    call(t("link.bad"));
    notice(t("link.bad"));
  }
  if (shared === "bad" || shared === "nothing") {
    const stroke = values.chosen === null ? null : values.strokes[String(values.chosen)];
    if (stroke) showOfMatch(stroke);
    else go(values.racks[0], { offset: 0, angle: 0, speed: FIRST_SPEED });
  } else {
    surface.value = shared.surface;
    side.value = shared.seat;
    for (const word of (new URLSearchParams(location.hash.slice(1)).get("values") ?? "").split(" ")) {
      const [name, value] = word.split(":");
      if (Object.hasOwn(values.sliders, name)) change(name, Number(value));
    }
    if (shared.mass !== usualMass(shared.surface) && !changed.has("striker_grams")) change("striker_grams", shared.mass);
    go(shared.position, shared.aim ?? { offset: 0, angle: 0, speed: FIRST_SPEED });
  }
  showSliders();
}

/** Shows the stroke of the match that is chosen, on the match's own board. */
function chooseOfMatch() {
  if (!ofMatch) return;
  before.length = 0;
  surface.value = "match";
  changed.clear();
  showOfMatch(values.strokes[ofMatch.value]);
  showSliders();
}

/** @param {OfMatch} stroke */
function showOfMatch(stroke) {
  if (ofMatch) {
    byId("ruled").textContent = ofMatch.selectedOptions[0].textContent;
    set(byId("earlier"), { "aria-disabled": String(ofMatch.selectedIndex === 0) });
    set(byId("later"), { "aria-disabled": String(ofMatch.selectedIndex === ofMatch.options.length - 1) });
  }
  side.value = stroke.seat;
  const [offset, angle, meters] = stroke.stroke;
  task = "strike";
  go(stroke.position.map(([number, x, y]) => [number, x, y]), { offset: offset * 1000, angle: degrees(angle), speed: meters });
}

/** @param {string} name of a slider @param {number} value */
function change(name, value) {
  const slider = input(`slide-${name}`);
  if (!(value >= Number(slider.min) && value <= Number(slider.max))) return;
  changed.set(name, value);
}

/** Sets the sliders to the surface as it is. */
function showSliders() {
  const all = parameters();
  for (const [name, [at, over, digits]] of Object.entries(values.sliders)) {
    const held = all[numbers[at]];
    const value = name === "striker_grams" ? held * 1000 : over ? held / all[numbers[over]] : held;
    input(`slide-${name}`).value = String(value);
    byId(`o-${name}`).textContent = figure(value, digits);
  }
  show(byId("as-named"), changed.size > 0);
}

function surfaceChanged() {
  showSliders();
  if (document.body.dataset.mode !== "watch") {
    const aimed = aim();
    decide();
    aimAs(aimed);
  }
  keep();
}

/** @param {"strike" | "arrange"} next */
function take(next) {
  if (task === next) return;
  player.skip();
  task = next;
  byId("tag-text").textContent = "";
  if (document.body.dataset.mode !== "watch") decide();
}

/** @param {string} text */
function notice(text) {
  byId("notice-text").textContent = text;
  show(byId("notice"), true);
}

/** Hands a picture to whoever looks, as a file. @param {string} text @param {string} name */
function save(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  html("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function framing() {
  const { offset, angle } = controls.stroke;
  const says = t("picture.says", { offset: figure(offset, 1), angle: figure(angle, 2), speed: figure(meant().speed, 2), fell: shown ? words(shown.simulated) : "" });
  return { board: values.picture, seat: seat(), title: t("picture.title"), says };
}

/** @param {string} key a single letter, pressed on the board @returns {boolean} */
function letter(key) {
  if (key === "b") table.focus();
  else if (key === "m") toggleMute();
  else if (key === "?") openDialog("keys");
  else return false;
  return true;
}

byId("to-strike").addEventListener("click", () => take("strike"));
byId("to-arrange").addEventListener("click", () => take("arrange"));
byId("undo").addEventListener("click", () => {
  const last = before.pop();
  say(t(last ? "undone" : "undo.none"));
  if (last) go(last, aim());
});
byId("rack").addEventListener("click", () => {
  remember();
  go(values.racks[0]);
  say(t("racked"));
});
byId("clear").addEventListener("click", () => {
  remember();
  go([]);
  say(t("cleared"));
});
byId("type").addEventListener("submit", (event) => {
  event.preventDefault();
  const next = positionOf(typed.value, parameters());
  show(byId("typed-error"), !next);
  set(typed, { "aria-invalid": String(!next) });
  if (!next) {
    typed.focus();
    return;
  }
  remember();
  const aimed = aim();
  go(next, aimed);
  say(t("taken"));
});
if (ofMatch) {
  ofMatch.addEventListener("change", chooseOfMatch);
  for (const [id, by] of /** @type {const} */ ([["earlier", -1], ["later", 1]])) {
    byId(id).addEventListener("click", () => {
      const next = ofMatch.selectedIndex + by;
      if (next < 0 || next >= ofMatch.options.length) return;
      ofMatch.selectedIndex = next;
      chooseOfMatch();
      say(byId("ruled").textContent ?? "");
    });
  }
}
speed.addEventListener("input", () => setSpeed(Number(speed.value)));
speed.addEventListener("change", keep);
moment.addEventListener("input", drawMoment);
byId("next-contact").addEventListener("click", () => {
  if (!shown) return;
  const now = time() ?? 0;
  const next = shown.motion.events.find((event) => event.time > now + 1e-6);
  moment.value = String(next ? next.time : now < shown.motion.duration ? shown.motion.duration : 0);
  drawMoment();
  say(byId("o-moment").textContent ?? "");
});
byId("save-still").addEventListener("click", () => shown && save(stillPicture(shown.motion, time() ?? shown.motion.duration, framing()), "stroke.svg"));
byId("save-moving").addEventListener("click", () => shown && save(movingPicture(shown.motion, framing()), "stroke-moving.svg"));
surface.addEventListener("change", () => {
  changed.clear();
  surfaceChanged();
});
byId("as-named").addEventListener("click", () => {
  changed.clear();
  surface.focus();
  surfaceChanged();
});
side.addEventListener("change", surfaceChanged);
for (const name of Object.keys(values.sliders)) {
  input(`slide-${name}`).addEventListener("input", () => {
    change(name, Number(input(`slide-${name}`).value));
    surfaceChanged();
  });
}
for (const [name, digits] of /** @type {const} */ ([["aim", 2], ["speed", 1], ["place", 1]])) {
  const slider = input(`hand-${name}`);
  const tell = () => {
    byId(`o-hand-${name}`).textContent = figure(Number(slider.value), digits);
  };
  slider.addEventListener("input", () => {
    tell();
    clearTimeout(settling);
    settling = setTimeout(scatter, SETTLED);
  });
  tell();
}
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
board.svg.addEventListener("pointerup", keep);
board.svg.addEventListener("keyup", keep);
board.svg.addEventListener("keydown", (event) => {
  if (!player.playing || (event.key !== " " && event.key !== "Enter")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.repeat) return;
  if (still()) player.step();
  else player.skip();
});
for (const [type, kind] of /** @type {const} */ ([["pointerdown", "pointer"], ["keydown", "keys"]])) {
  addEventListener(type, () => {
    wake();
    document.documentElement.dataset.input = kind;
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
