/**
 * The analysis board: any position, any stroke, and how all of it runs on, by the page's own kernel. Striking shows the stroke and
 * goes back; nothing is stored, no law is asked. A match against people has no way to here until it is over.
 */

import { Motion } from "../board/motion.js";
import { notice } from "../match/around_the_board.js";
import { call, say } from "../match/speech.js";
import { FreeBoard } from "../practice/free_board.js";
import { Hint } from "../practice/hint.js";
import { linkOf, sharedIn } from "../practice/link.js";
import { outcomeWords } from "../practice/outcome.js";
import { positionOf, textOf } from "../practice/position.js";
import { byId, html, set, show } from "../site/dom.js";
import { figure, t } from "../site/texts.js";
import { Coach } from "./coach.js";
import { Forecast } from "./forecast.js";
import { Hand } from "./hand.js";
import { Moment } from "./moment.js";
import { named } from "./names.js";
import { OwnSurface } from "./own_surface.js";
import { movingPicture, stillPicture } from "./picture.js";
import { StrokesOfMatch } from "./strokes_of_match.js";

/** @typedef {import("../physics/simulate.js").Simulated} Simulated */
/** @typedef {import("../site/wire.js").Lying} Lying */
/** @typedef {import("../practice/link.js").Aim} Aim */
/** @typedef {import("./strokes_of_match.js").OfMatch} OfMatch */
/**
 * @typedef {import("../practice/free_board.js").Line & import("../practice/hint.js").Values & { surfaces: Record<string, number[]>, racks: Lying[][],
 *   sliders: import("./own_surface.js").Sliders, strokes: Record<string, OfMatch>, chosen: number | null, picture: string,
 *   coach: import("./coach.js").Asked | null }} Values
 */

/** @type {Aim} */
const FIRST_AIM = { offset: 0, angle: 0, speed: 2 };
const SAVING = ["save-still", "save-moving"];

/** @type {Values} */
const values = JSON.parse(byId("analysis").textContent || "null");
const typed = /** @type {HTMLTextAreaElement} */ (byId("typed"));

/** @type {{ simulated: Simulated, motion: Motion } | null} */
let shown = null;

const surface = new OwnSurface(values, surfaceChanged);
const free = new FreeBoard("analysis", values, {
  parameters: () => surface.parameters(), draw, go,
  clear: () => {
    forecast.clear();
    document.body.classList.remove("scrubbed");
  },
  ready: () => {
    moment.whole();
    if (free.task === "arrange") nothingDrawn();
    typed.value = textOf(free.position);
  },
  struck: (simulated, aimed) => {
    free.board.lay(free.position);
    free.decide();
    free.aimAs(aimed);
    say(t("outcome.drawn", { speed: figure(aimed.speed, 2), fell: outcomeWords(simulated, named, "outcome.nothing") }));
  },
  changed: () => {
    typed.value = textOf(free.position);
    keep();
  },
});
const forecast = new Forecast(free.board);
const moment = new Moment(forecast);
const hint = new Hint(free, values);
const hand = new Hand(forecast, () => shown && { simulated: shown.simulated, stroke: free.meant, cameTo: (stroke) => free.cameTo(stroke), position: free.position });
const ofMatch = new StrokesOfMatch(values, (stroke) => {
  free.before.length = 0;
  surface.take("match");
  showOfMatch(stroke);
  surface.show();
});

const coach = values.coach && new Coach(values.coach, values.strokes, {
  choose: (number) => ofMatch.take(number),
  aim: (stroke) => {
    free.before.length = 0;
    surface.take("match");
    lay(values.strokes[ofMatch.number], stroke ?? values.strokes[ofMatch.number].stroke);
    surface.show();
  },
});

/** Draws how all runs on, and has the hand's strokes played once nothing changes any more. */
function draw() {
  hint.check();
  hand.wait();
  const { stroke } = free.controls;
  const simulated = free.isAiming && stroke.legal ? free.cameTo(free.meant) : null;
  if (!simulated) {
    if (!free.isAiming) return;
    nothingDrawn();
    byId("outcome").textContent = t(free.trouble);
    return;
  }
  shown = { simulated, motion: new Motion(simulated) };
  moment.take(shown.motion);
  for (const id of SAVING) byId(id).removeAttribute("disabled");
  byId("outcome").textContent = t("outcome.drawn", { speed: figure(free.meant.speed, 2), fell: outcomeWords(simulated, named, "outcome.nothing") });
  hand.playSoon();
}

function nothingDrawn() {
  shown = null;
  moment.drop();
  hand.clear();
  for (const id of SAVING) set(byId(id), { disabled: "" });
}

/** @param {Lying[]} next @param {Aim | null} [aimed] */
function go(next, aimed = null) {
  free.leave();
  hint.clear();
  free.position = next;
  free.board.lay(next);
  free.decide();
  if (aimed) free.aimAs(aimed);
  keep();
}

/** The address always holds what is seen. */
function keep() {
  const hash = linkOf({ position: free.position, surface: surface.name, mass: surface.usualMass(surface.name), seat: free.seat, aim: free.aim });
  const own = surface.asText();
  history.replaceState(null, "", own ? `${hash}&values=${encodeURIComponent(own)}` : hash);
}

/** Begins with what the address holds, with the match's stroke, or with a rack. */
function open() {
  const masses = [...Array.from({ length: 8 }, (_, k) => 8 + k), ...Object.keys(values.surfaces).map((name) => surface.usualMass(name))];
  const shared = sharedIn(location.hash, { surfaces: values.surfaces, masses, parameters: (name) => surface.named(name) });
  free.before.length = 0;
  if (shared === "bad") {
    call(t("link.bad"));
    notice(t("link.bad"));
  }
  if (shared === "bad" || shared === "nothing") {
    surface.own.clear();
    if (ofMatch.first) showOfMatch(ofMatch.first);
    else go(values.racks[0], FIRST_AIM);
  } else {
    surface.take(shared.surface);
    free.side.value = shared.seat;
    surface.changeAs(new URLSearchParams(location.hash.slice(1)).get("values") ?? "");
    if (shared.mass !== surface.usualMass(shared.surface) && !surface.own.has("striker_grams")) surface.change("striker_grams", shared.mass);
    go(shared.position, shared.aim ?? FIRST_AIM);
    if (ofMatch.first) speakOf(ofMatch.number);
  }
  surface.show();
}

/** @param {OfMatch} stroke */
function showOfMatch(stroke) {
  lay(stroke, stroke.stroke);
  speakOf(ofMatch.number);
}

/** Shows what was ruled after a stroke of the match, and the coach's ideas for it. @param {string} number */
function speakOf(number) {
  ofMatch.show();
  coach?.shows(number);
}

/** Lays the board as it was before a stroke of the match, and aims. @param {OfMatch} stroke @param {OfMatch["stroke"]} aimed */
function lay(stroke, [offset, angle, meters]) {
  free.side.value = stroke.seat;
  free.task = "strike";
  go(stroke.position.map(([number, x, y]) => [number, x, y]));
  free.aimAsRecorded({ offset, angle, speed: meters });
  keep();
}

function surfaceChanged() {
  if (!free.isWatching) {
    const aimed = free.aim;
    free.decide();
    free.aimAs(aimed);
  }
  keep();
}

/** Downloads a picture as a file. @param {string} text @param {string} name */
function save(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  html("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function framing() {
  const { offset, angle } = free.controls.stroke;
  const fell = shown ? outcomeWords(shown.simulated, named, "outcome.nothing") : "";
  const says = t("picture.says", { offset: figure(offset, 1), angle: figure(angle, 2), speed: figure(free.meant.speed, 2), fell });
  return { board: values.picture, seat: free.seat, title: t("picture.title"), says };
}

byId("undo").addEventListener("click", () => {
  const last = free.undo();
  if (last) go(last.position, free.aim);
});
byId("rack").addEventListener("click", () => {
  free.remember();
  go(values.racks[0]);
  say(t("racked"));
});
byId("type").addEventListener("submit", (event) => {
  event.preventDefault();
  const next = positionOf(typed.value, surface.parameters());
  show(byId("typed-error"), !next);
  set(typed, { "aria-invalid": String(!next) });
  if (!next) {
    typed.focus();
    return;
  }
  free.remember();
  go(next, free.aim);
  say(t("taken"));
});
byId("save-still").addEventListener("click", () => shown && save(stillPicture(shown.motion, moment.time ?? shown.motion.duration, framing()), "stroke.svg"));
byId("save-moving").addEventListener("click", () => shown && save(movingPicture(shown.motion, framing()), "stroke-moving.svg"));
free.side.addEventListener("change", surfaceChanged);
for (const part of [free.board.svg, byId("controls")]) {
  for (const kind of ["pointerup", "click", "keyup"]) part.addEventListener(kind, keep);
}
addEventListener("hashchange", open);
void free.begin(open).then(() => hint.start());
