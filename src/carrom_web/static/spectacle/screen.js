/** The large view of a match, for a projector: it is only looked at, from ten metres away, for hours. */

import { Board } from "../board/draw.js";
import { Motion } from "../board/motion.js";
import { glide, Player } from "../board/player.js";
import { showClock } from "../match/clock.js";
import { asTheySit } from "../match/situation.js";
import { byId, coin, html, show } from "../site/dom.js";
import { locale, t } from "../site/texts.js";
import { stayAwake } from "../umpire/awake.js";
import { Feed } from "./feed.js";
import { coinsUp, gamesWon, isAsked, marks, names, where } from "./parts.js";

/** @typedef {import("../site/wire.js").View} View */
/** @typedef {import("../site/wire.js").Side} Side */

const IDLE = 4000; // ms without the pointer: then the controls go
const TICK = 5000; // ms between two looks at the time of day
const GLIDE = 320; // ms
const BOARDS = 12; // that have room in the line below

const page = byId("screen").dataset;
/** @type {ReturnType<typeof setInterval> | undefined} */
let waiting;
const stage = document.getElementById("stage");
const board = stage ? new Board(stage) : null;
const player = board ? new Player(board, { onEvent: () => undefined, pace: () => 1 }) : null;

stayAwake();
const feed = new Feed(page.socket ?? "", {
  moves: async (event) => {
    if (player && event.entry.motion) await player.play(new Motion(event.entry.motion));
  },
  shown: (view) => {
    if (board) void glide(board, view.position, new Map(), board.nodes.size ? GLIDE : 0);
    queueMicrotask(draw);
  },
  state: (isOpen) => show(byId("connection"), !isOpen),
});
document.addEventListener("visibilitychange", () => document.hidden && player?.skip());
connectTools();
tick();
setInterval(tick, TICK);

function draw() {
  const { view } = feed;
  const sides = asTheySit(view, page.swap === "1");
  if (board) sides.reverse(); // who sits on the other side of the board stands above
  for (const [i, holder] of [byId("side-first"), byId("side-second")].entries()) {
    const side = sides[i];
    show(holder, Boolean(side));
    if (side) drawSide(holder, view, side);
  }
  drawMiddle(view);
  drawBoards(view);
  byId("next").textContent = view.result?.text ?? view.awaiting.text;
  byId("ruling").textContent = view.result?.text === feed.last ? "" : feed.last;
  showClock(view.phase === "over" ? null : feed.clock, false, view.clock_stopped);
  showWait();
  document.body.dataset.phase = view.phase;
}

/**
 * @param {HTMLElement} holder
 * @param {View} view
 * @param {Side} side
 */
function drawSide(holder, view, side) {
  const asked = isAsked(view, side);
  const { solo } = view;
  holder.classList.toggle("on", asked);
  const head = html("h2", { class: "who" }, names(view, side));
  const figure = html("p", { class: "points" }, String(solo ? solo.strokes : side.score));
  const unit = html("p", { class: "unit" }, solo ? t("unit.strokes", { count: solo.strokes }) : t("unit.points", { count: side.score }));
  const won = gamesWon(view, side);
  if (won && !solo) unit.append(won);
  const pieces = solo ? soloPieces(solo) : side.colour ? [coinsUp(side)] : [html("span", {}, t("up.words", { count: side.up }))];
  const below = html("p", { class: "below" }, ...(view.phase === "playing" ? pieces : []), ...marks(view, side));
  const plays = html("p", { class: "plays" }, asked ? t(view.awaiting.kind === "placing" ? "side.places" : "side.plays") : "");
  holder.replaceChildren(head, plays, figure, unit, below);
}

/** @param {import("../site/wire.js").Solo} solo */
function soloPieces(solo) {
  return [coin("white"), html("b", {}, String(solo.up.white)), coin("black"), html("b", {}, String(solo.up.black)), ...(solo.up.queen ? [coin("q")] : [])];
}

/** @param {View} view */
function drawMiddle(view) {
  const lines = where(view).map((text, i, all) => html("p", { class: i === all.length - 1 ? "main" : "" }, text));
  if (view.phase === "over") lines.push(html("p", { class: "main" }, t("middle.over")));
  if (view.phase === "playing" && !view.solo) {
    const { standing } = view.queen;
    const words = view.early_queen ? "queen.early" : standing === "on_board" ? "queen.up" : standing === "covered" ? "queen.covered" : "queen.pending";
    lines.push(html("p", { class: `queen-now ${standing === "awaiting_cover" || view.early_queen ? "warn" : ""}` }, coin("q"), html("span", { class: "sr" }, `${t("queen.name")} `), t(words)));
    lines.push(html("p", {}, t("middle.stroke", { stroke: view.stroke_number + 1 })));
  }
  if (view.solo?.average) lines.push(html("p", {}, t("solo.average")), html("p", { class: "main" }, view.solo.average));
  byId("middle").replaceChildren(...lines);
}

/** @param {View} view the boards of this game, or where each game is a board, of the match */
function drawBoards(view) {
  const isWhole = view.format.board_limit === 1;
  const sides = asTheySit(view, page.swap === "1");
  const boards = view.boards.filter(({ game }) => isWhole || game === view.game_number || view.phase === "over").slice(-BOARDS);
  byId("boards").replaceChildren(...boards.map((one) => {
    const points = view.solo ? String(one.points) : sides.map(({ side }) => (one.winner === side ? String(one.points) : "–")).join(" : ");
    return html("li", {}, html("small", {}, t("middle.board", { board: isWhole ? one.game : one.board })), html("b", {}, points));
  }));
  show(byId("boards"), boards.length > 0);
}

/** How long the players still rest, or have to report. */
function showWait() {
  clearInterval(waiting);
  const { wait } = feed.view;
  show(byId("wait"), wait !== null);
  if (!wait) return;
  const end = feed.arrived + 1000 * wait.left;
  const step = () => {
    const left = Math.max(Math.ceil((end - performance.now()) / 1000), 0);
    byId("wait").textContent = `${wait.text} ${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    byId("wait").className = left ? "chip" : "chip warn";
    if (!left) clearInterval(waiting);
  };
  waiting = setInterval(step, 500);
  step();
}

function tick() {
  byId("time").textContent = new Date().toLocaleTimeString(locale(), { hour: "2-digit", minute: "2-digit" });
}

/** The whole screen, and the way back to the match: seen while the pointer moves. */
function connectTools() {
  const full = byId("full");
  show(full, document.fullscreenEnabled);
  const turn = () => void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  full.addEventListener("click", turn);
  document.addEventListener("fullscreenchange", () => { full.textContent = t(document.fullscreenElement ? "full.leave" : "full.enter"); });
  document.addEventListener("keydown", (event) => {
    if (event.key === "f" && !event.ctrlKey && !event.metaKey && !event.altKey && document.fullscreenEnabled) turn();
  });
  let timer = 0;
  const awake = () => {
    document.body.classList.remove("idle");
    clearTimeout(timer);
    timer = setTimeout(() => document.body.classList.add("idle"), IDLE);
  };
  for (const kind of ["pointermove", "pointerdown", "keydown"]) document.addEventListener(kind, awake);
  awake();
}
