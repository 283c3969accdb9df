/** The page of a match: the board, who decides what, and the connection. */

import { Board } from "../board/draw.js";
import { Player } from "../board/player.js";
import { cue, soundOf, wake } from "../board/sound.js";
import { P_DECELERATION } from "../physics/kernel.js";
import { byId, set, show } from "../site/dom.js";
import { onSettings, settings, showSettings, still } from "../site/settings.js";
import { t } from "../site/texts.js";
import { showBeforeBreak } from "./before_break.js";
import { Ahead } from "./ahead.js";
import { showClock } from "./clock.js";
import { Controls } from "./controls.js";
import { Declaring } from "./declare.js";
import { closeDialog, connectBar, connectDialogs, connectSettings, dockSheet, openDialog, showMenu, toggleMute } from "./menu.js";
import { Others } from "./others.js";
import { Official } from "./official.js";
import { showOffers, showPanel } from "./panel.js";
import { Placing } from "./placing.js";
import { Rulings } from "./ruling.js";
import { showScore } from "./score.js";
import { showSolo } from "./solo_sheet.js";
import { Connection } from "./socket.js";
import { call, hush, say, saySoon } from "./speech.js";
import { Table } from "./table.js";
import { Timeline } from "./timeline.js";

/** @typedef {import("../site/wire.js").View} View */
/** @typedef {import("../site/wire.js").Seat} Seat */
/** @typedef {import("../site/wire.js").MatchEvent} MatchEvent */

const AIMS_APART = 100; // ms: at most ten a second are passed on
const page = byId("arena").dataset;

/** @type {Seat[]} */
let seats = [];
/** @type {[import("../site/wire.js").SideName, number][]} whom this guest plays: sides change seats during a match */
let players = [];
let playingHere = true;
let online = false;
/** @type {"stroke" | "place" | "watch" | "panel"} */
let mode = "panel";
let aimSentAt = 0;
let aimTimer = 0;

showSettings();
const board = new Board(byId("stage"));
const player = new Player(board, { onEvent: soundOf, pace: () => settings.pace });
const controls = new Controls(board, { strike, aims: sendAim, letter, placed: () => table.fill(position(), seatInView(), strikerOffset()) });
const placing = new Placing(board, {
  place: (piece, x, y) => request("place", { piece, x, y }), forgo: () => request("forgo"), say, settled: saySoon,
});
const rulings = new Rulings({ again: () => rulings.last && void seeAgain(rulings.last), closed: () => board.svg.focus({ preventScroll: true }) });
for (const event of JSON.parse(byId("told").textContent || "[]")) rulings.add(event, false); // before this page came
const others = new Others(board);
const declaring = new Declaring(request);
const official = new Official(request);
const table = new Table({ aimAt: (angle) => controls.hand.on && controls.keys.aimAtAngle(angle), back: () => board.svg.focus() });
const timeline = new Timeline(board, player, { starts, shown, missing: () => connection.sync(), differs, origin: originOf });
const ahead = new Ahead();

connectDialogs();
dockSheet();
connectSettings();
connectBar();
dock();

/** @type {View} */
const first = JSON.parse(byId("view").textContent || "null");
timeline.received = first.version - 1; // the socket's hello says the same or more
board.lay(first.position);
showScore(first, first.sides[0]?.side ?? null, []);
showSolo(first);

const connection = new Connection(page.socket ?? "", {
  message: receive, state: showConnection, slow: showSlow, version: () => timeline.version,
});

/** @type {Map<number, number>} when each version was heard of */
const arrived = new Map();

/** @param {any} message */
function receive(message) {
  if (message.view) {
    arrived.clear();
    arrived.set(message.view.version, performance.now());
  }
  switch (message.kind) {
    case "hello":
      seats = message.seats;
      players = message.players ?? [];
      playingHere = message.playing || !seats.length;
      if (message.engine) showEngine(message.engine);
      ahead.learn(message.physics);
      if (ahead.parameters) controls.stroke.deceleration = ahead.parameters[P_DECELERATION];
      greet(message);
      break;
    case "snapshot": timeline.reset(message.view); break;
    case "event": timeline.push(message); break;
    case "done": answered(message.number); break;
    case "refused": refused(message); break;
    case "aim":
      if (!seats.includes(message.seat)) others.push(message);
      break;
    case "watchers":
      byId("watchers").textContent = t("watchers", { count: message.count });
      show(byId("watchers"), message.count > 0);
      break;
    case "tab":
      playingHere = message.playing;
      if (timeline.view && !timeline.busy) decide(timeline.view);
      break;
    case "engine": showEngine(message.state); break;
    default: // a newer server may say more
  }
}

/** @param {import("../site/wire.js").Hello} hello */
function greet(hello) {
  const missed = timeline.view !== null && hello.last !== null && hello.last.number === timeline.received + 1 && hello.version === hello.last.number;
  if (missed && hello.last?.view) {
    timeline.push({ ...hello.last, view: hello.last.view });
    return;
  }
  if (hello.last && hello.last.number > (rulings.last?.number ?? -1)) rulings.add(hello.last, false);
  else if (hello.last && hello.last.number === rulings.last?.number) rulings.last = hello.last; // with its motion
  if (timeline.version === hello.version && timeline.view && !timeline.busy) decide(timeline.view);
  timeline.reset(hello.view);
}

/**
 * @param {string} kind
 * @param {Record<string, unknown>} [members]
 */
function request(kind, members = {}) {
  connection.request(kind, members);
}

/** @param {{ offset: number, angle: number, speed: number }} stroke */
function strike(stroke) {
  clearTimeout(aimTimer);
  document.body.dataset.stroke = JSON.stringify(stroke); // what was sent, for those who check the page
  request("stroke", stroke);
  const simulated = timeline.view && !timeline.busy ? ahead.simulated(timeline.view.position, stroke, controls.hand.seat) : null;
  if (!simulated) return; // it is shown when the server has answered
  running();
  void timeline.ahead(stroke, simulated);
}

/**
 * The server's motion holds. That the page's own was another one is a fault of the program, and told.
 *
 * @param {number} number of the event
 * @param {import("./ahead.js").Part} part in which they differ
 */
function differs(number, part) {
  console.error(`stroke ${number}: the page's ${part} are not the server's`);
  connection.send({ kind: "differs", number, part });
}

/** @param {number} number of the entry that was stored */
function answered(number) {
  showSlow(null, 0);
  if (number > timeline.received) setTimeout(() => number > timeline.received && connection.sync(), 1000);
}

/** @param {{ code: string, text: string, id: string | null, withdrawn?: boolean }} message */
function refused(message) {
  showSlow(null, 0);
  if (message.withdrawn && message.code === "unknown-request") say(t("taken_back"));
  else {
    call(message.text);
    notice(message.text);
  }
  if (message.code === "stale") connection.sync();
  if (timeline.guess && !connection.pending) timeline.back();
  else if (timeline.view && !timeline.busy) decide(timeline.view);
}

/** @param {MatchEvent} event whose motion is about to be shown */
async function starts(event) {
  const { asked, seat } = event.entry;
  enter("watch");
  if (seat && !seats.includes(seat) && typeof asked.offset === "number") await others.snap(seat, /** @type {any} */ (asked));
  running();
}

/** Nothing can be done, and nothing is said, while pieces run. */
function running() {
  enter("watch");
  others.clear();
  controls.hide();
  placing.stop();
  hush(true);
}

/**
 * An entry was shown to its end, or the state was fetched.
 *
 * @param {MatchEvent | null} event
 * @param {View} view
 */
function shown(event, view) {
  hush(false);
  sit(view);
  const own = ownSides(view);
  turnBoard(view);
  showScore(view, sideBelow(view), seats);
  showSolo(view);
  showOffers(view, own, request);
  showBeforeBreak(view, playingHere ? seats : [], playingHere ? own : [], request);
  showMenu(view, seats.length > 0);
  declaring.show(view, own);
  official.show(view, own);
  others.clear();
  if (event) {
    const { ruling } = event.entry;
    rulings.add(event, own.length > 0);
    say(ruling?.spoken || [event.entry.text, view.awaiting.text].filter(Boolean).join(". "));
    if (view.phase === "over" && view.result?.winner) cue(!own.length || own.includes(view.result.winner) ? "won" : "lost");
    else if (ruling?.points) cue(own.includes(ruling.points.side) || !own.length ? "won" : "lost");
    else if (ruling?.ends_turn && ruling.open && own.includes(ruling.side) && own.length === 1) cue("against");
    else if (mine(view).length && event.entry.seat && !seats.includes(event.entry.seat)) cue("turn");
  }
  if (!timeline.queue.length) decide(view);
}

/** @param {View} view */
function decide(view) {
  const { awaiting } = view;
  const asked = mine(view);
  const free = online && playingHere && !connection.pending;
  showClock(clockOf(view), asked.length > 0, view.clock_stopped);
  set(byId("stage"), { "aria-busy": "false" });
  board.playable(asked.length > 0 && playingHere && (awaiting.kind === "stroke" || awaiting.kind === "placing"));
  if (asked.length && playingHere && awaiting.kind === "stroke" && view.phase !== "over") {
    placing.stop();
    const seat = awaiting.domain.seat ?? asked[0];
    const turn = `${view.id} ${view.game_number} ${view.board_number} ${seat} ${view.to_play}`;
    controls.start(turn, awaiting.domain, view.position, seat);
    controls.hand.on = free;
    enter("stroke");
  } else if (asked.length && playingHere && awaiting.kind === "placing") {
    controls.stop();
    placing.start(awaiting.domain, awaiting.text);
    placing.locked = !free;
    enter("place");
  } else {
    controls.stop();
    placing.stop();
    showPanel(view, playingHere ? seats : [], { request, recordUrl: page.record ?? "", playUrl: page.play ?? "" });
    enter("panel");
  }
  show(byId("other-tab"), seats.length > 0 && !playingHere);
  byId("controls").toggleAttribute("inert", !free);
  table.fill(view.position, seatInView(), strikerOffset());
}

let clockRead = { version: -1, at: 0 };

/**
 * @param {View} view told some time ago: the motion was shown meanwhile
 * @returns {number | null} seconds left now
 */
function clockOf(view) {
  if (view.clock === null) return null;
  if (clockRead.version !== view.version) clockRead = { version: view.version, at: arrived.get(view.version) ?? performance.now() };
  return Math.max(view.clock - (performance.now() - clockRead.at) / 1000, 0);
}

/** @param {typeof mode} next */
function enter(next) {
  const held = [byId("controls"), byId("due"), byId("panel"), byId("watch")].some((part) => part.contains(document.activeElement));
  mode = next;
  show(byId("controls"), mode === "stroke");
  show(byId("due"), mode === "place");
  show(byId("panel"), mode === "panel");
  show(byId("watch"), mode === "watch");
  show(byId("step"), still());
  document.body.dataset.mode = mode;
  if (held && !rulings.isOpen && (mode === "stroke" || mode === "place" || mode === "watch")) board.svg.focus({ preventScroll: true });
  else if (held && mode === "panel") byId("panel").focus({ preventScroll: true });
}

/** @param {View} view */
function mine(view) {
  if (view.awaiting.kind === "toss") return seats; // anybody seated may ask for it
  return view.awaiting.seats.filter((seat) => seats.includes(seat));
}

/** @param {View} view finds the seats of this guest, which change with the sides */
function sit(view) {
  if (!players.length) return;
  const found = players.map(([side, nth]) => view.sides.find((each) => each.side === side)?.players[nth]?.seat ?? null);
  seats = found.filter((seat) => seat !== null);
}

/** @param {View} view */
function ownSides(view) {
  return view.sides.filter((side) => side.players.some((each) => each.seat !== null && seats.includes(each.seat))).map((side) => side.side);
}

/** @returns {Seat} whose edge lies below */
function seatInView() {
  return board.seat;
}

/** @param {View} view */
function turnBoard(view) {
  const asked = mine(view);
  if (!seats.length) board.seeFrom("south");
  else if (settings.turn && asked.length) board.seeFrom(asked.includes(board.seat) ? board.seat : asked[0]);
  else if (!seats.includes(board.seat)) board.seeFrom(seats[0]);
}

/** @param {View} view */
function sideBelow(view) {
  return view.sides.find((side) => side.players.some((each) => each.seat === board.seat))?.side ?? null;
}

function position() {
  return timeline.view?.position ?? [];
}

function strikerOffset() {
  return mode === "stroke" && controls.hand.on ? controls.stroke.offset : null;
}

/**
 * @param {number} number of a piece that comes back
 * @returns {[number, number]} where it comes from: the edge of the one who holds the pips
 */
function originOf(number) {
  return number === 1 ? [0, 400] : [number <= 10 ? -400 : 400, 0];
}

/** @param {Pick<MatchEvent, "number" | "entry">} event */
async function seeAgain(event) {
  if (timeline.busy) return;
  controls.hide();
  placing.stop();
  enter("watch");
  await timeline.again(event);
}

/**
 * @param {string} key a single letter, pressed on the board
 * @returns {boolean}
 */
function letter(key) {
  if (key === "r") say(rulings.spoken || t("rulings.none"));
  else if (key === "b") table.focus();
  else if (key === "m") toggleMute();
  else if (key === "?") openDialog("keys");
  else return false;
  return true;
}

function sendAim() {
  if (!controls.hand.on || !online) return;
  clearTimeout(aimTimer);
  const wait = aimSentAt + AIMS_APART - performance.now();
  if (wait > 0) {
    aimTimer = setTimeout(sendAim, wait);
    return;
  }
  aimSentAt = performance.now();
  const { phase } = controls.stroke;
  if (phase === "off" || phase === "released") return;
  connection.send({ kind: "aim", ...controls.stroke.asSent(), phase: phase === "fine" ? "aim" : phase });
}

/** @param {"open" | "reconnecting"} state */
function showConnection(state) {
  const was = online;
  online = state === "open";
  const chip = byId("connection");
  chip.textContent = online ? t("all_sent") : t("reconnecting");
  chip.className = online ? "chip ok" : "chip warn";
  if (!online) {
    show(chip, true);
    if (was) call(t("connection.lost"));
    if (timeline.view && !timeline.busy) decide(timeline.view);
    return;
  }
  setTimeout(() => online && show(chip, false), 1000);
}

/**
 * @param {import("./socket.js").Pending | null} pending
 * @param {number} seconds
 */
function showSlow(pending, seconds) {
  const note = byId("slow");
  if (!pending || (player.playing && !seconds)) {
    show(note, false);
    byId("slow-text").textContent = "";
    return;
  }
  const text = t(engine === "getting-ready" ? "engine.getting_ready" : seconds ? "not_confirmed" : "waiting_for_server");
  if (byId("slow-text").textContent !== text) byId("slow-text").textContent = text;
  show(byId("slow-back"), seconds > 0 && !pending.withdrawn);
  show(note, true);
}

let engine = page.engine ?? "ready";

/** @param {string} state of the engine on the server */
function showEngine(state) {
  engine = state;
  show(byId("engine"), state === "getting-ready");
}

/** @param {string} text of an answer that changed nothing */
function notice(text) {
  const note = byId("notice");
  byId("notice-text").textContent = text;
  show(note, true);
}

/** On a wide screen the controls stand in the right column, under the rulings. */
function dock() {
  const wide = matchMedia("(min-width: 900px)");
  const place = () => {
    (wide.matches ? byId("dock") : byId("arena")).append(byId("decision"));
  };
  wide.addEventListener("change", place);
  place();
}

for (const button of document.querySelectorAll("[data-request]")) {
  button.addEventListener("click", () => {
    closeDialog("menu");
    closeDialog("concede");
    const [kind, what] = (button.getAttribute("data-request") ?? "").split(" ");
    request(kind, what ? { what } : {});
  });
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
byId("slow-back").addEventListener("click", () => connection.withdraw());
byId("play-here").addEventListener("click", () => {
  connection.send({ kind: "play_here" });
  playingHere = true;
  if (timeline.view) decide(timeline.view);
});
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
    document.documentElement.dataset.input = input; // a ring round the board is for those who use keys
  }, { capture: true });
}
onSettings(() => {
  show(byId("strike"), settings.ask);
  showTable();
  if (timeline.view && !timeline.busy && !controls.hand.drag) {
    turnBoard(timeline.view);
    decide(timeline.view);
  }
});
function showTable() {
  byId("in-words").classList.toggle("sr-until-focus", !settings.table);
}
showTable();
showPace();
showEngine(engine);
