/**
 * The practice board: strokes played by the page alone, with no server and no laws. What is drawn while one aims is what will happen.
 * Position, aim, surface and striker can be undone, set again, and shared by a link.
 */

import { glide } from "../board/player.js";
import { notice } from "../match/around_the_board.js";
import { openDialog } from "../match/menu.js";
import { call, say } from "../match/speech.js";
import { kindOf } from "../board/words.js";
import { P_STRIKER_MASS } from "../physics/figures.js";
import { byId, set } from "../site/dom.js";
import { figure, t } from "../site/texts.js";
import { FreeBoard } from "./free_board.js";
import { Hint } from "./hint.js";
import { linkOf, sharedIn } from "./link.js";
import { outcomeWords } from "./outcome.js";
import { Prediction } from "./prediction.js";

/** @typedef {import("../site/wire.js").Lying} Lying */
/** @typedef {import("./link.js").Aim} Aim */
/** @typedef {import("./free_board.js").Line & import("./hint.js").Values & { surfaces: Record<string, number[]>, racks: Lying[][] }} Values */

const GLIDE = 320; // ms

/** @type {Values} */
const values = JSON.parse(byId("practice").textContent || "null");
const surface = /** @type {HTMLSelectElement} */ (byId("surface"));
const mass = /** @type {HTMLSelectElement} */ (byId("striker-mass"));
const predicts = /** @type {HTMLInputElement} */ (byId("predict"));

/** @type {{ position: Lying[], aim: Aim | null }} */
let start = { position: values.racks[0], aim: null };
let racked = 0;

const free = new FreeBoard("practice", values, {
  parameters, draw: predict, clear: () => prediction.clear(), changed: keep, go: (position, aimed) => void go(position, aimed),
  strikes: () => {
    hint.clear();
    free.remember();
  },
  struck: (simulated) => {
    lay(simulated.final);
    keep();
    free.decide();
    const played = t("outcome.played", { fell: outcomeWords(simulated, counted, "outcome.nothing_fell") });
    byId("played").textContent = played;
    say(played);
  },
});
const prediction = new Prediction(free.board);
const hint = new Hint(free, values);

/** @param {string} name @param {number} grams */
function parametersOf(name, grams) {
  const all = Float64Array.from(values.surfaces[name]);
  all[P_STRIKER_MASS] = grams / 1000;
  return all;
}

function parameters() {
  return parametersOf(surface.value, Number(mass.value));
}

/** @param {Lying[]} position */
function lay(position) {
  free.position = position;
  free.board.lay(position);
}

/**
 * @param {Lying[]} next
 * @param {Aim | null} [aimed]
 */
async function go(next, aimed = null) {
  free.leave();
  hint.clear();
  free.position = next;
  byId("played").textContent = "";
  keep();
  prediction.clear();
  await glide(free.board, next, new Map(next.map(([number]) => [number, [number === 1 ? 0 : number <= 10 ? -400 : 400, 0]])), GLIDE);
  free.decide();
  if (aimed && free.task === "strike") free.aimAs(aimed);
}

/** Draws how everything will run, for the power that is set, else for the one before. */
function predict() {
  hint.check();
  if (!free.isAiming) return;
  const stroke = free.meant;
  const simulated = predicts.checked && free.controls.stroke.legal ? free.cameTo(stroke) : null;
  if (!simulated) {
    prediction.clear();
    return;
  }
  prediction.draw(simulated);
  byId("outcome").textContent = t("outcome.drawn", { speed: figure(stroke.speed, 2), fell: outcomeWords(simulated, counted, "outcome.nothing") });
}

/** @param {number[]} numbers @returns {string} "2 white, queen" */
function counted(numbers) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const number of numbers) counts.set(kindOf(number), (counts.get(kindOf(number)) ?? 0) + 1);
  return [...counts].map(([kind, count]) => (kind === "queen" || kind === "striker" ? t(`piece.${kind}`) : t("count.piece", { count, piece: t(`piece.${kind}`) }))).join(", ");
}

function link() {
  return linkOf({ position: free.position, surface: surface.value, mass: Number(mass.value), seat: free.seat, aim: free.aim });
}

/** The address always holds what is seen. */
function keep() {
  history.replaceState(null, "", link());
}

/** A phone or tablet hands the link to its own sharing. */
const mayShare = "share" in navigator && matchMedia("(pointer: coarse)").matches;
if (mayShare) byId("share").textContent = t("link.share");

async function share() {
  keep();
  const address = `${location.origin}${location.pathname}${link()}`;
  if (mayShare) {
    await navigator.share({ title: document.title, url: address }).catch(() => undefined); // closed without sharing
    return;
  }
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
    free.side.value = shared.seat;
    start = { position: shared.position, aim: shared.aim };
  }
  free.leave();
  free.before.length = 0;
  lay(start.position);
  free.decide();
  if (start.aim) free.aimAs(start.aim);
}

byId("undo").addEventListener("click", () => {
  const last = free.undo();
  if (last) void go(last.position, last.aim);
});
byId("reset").addEventListener("click", () => {
  free.remember();
  void go(start.position, start.aim);
  say(t("again"));
});
byId("to-analysis").addEventListener("click", () => {
  const way = byId("to-analysis");
  set(way, { href: `${way.getAttribute("href")?.split("#")[0]}${link()}` });
});
byId("share").addEventListener("click", () => void share());
byId("rack").addEventListener("click", () => {
  free.remember();
  racked = (racked + 1) % values.racks.length; // gaps are never twice the same
  void go(values.racks[racked]);
  say(t("racked"));
});
for (const choice of [surface, mass, free.side]) {
  choice.addEventListener("change", () => {
    keep();
    if (!free.isWatching) free.decide();
  });
}
predicts.addEventListener("change", () => {
  byId("outcome").textContent = "";
  free.drawSoon();
});
addEventListener("hashchange", open);
void free.begin(open).then(() => hint.start());
