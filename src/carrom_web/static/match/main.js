/** The page of a match: the board, who decides what, and the connection. */

import { Board } from "../board/draw.js";
import { Player } from "../board/player.js";
import { cue, sense } from "../board/sound.js";
import { P_DECELERATION } from "../physics/figures.js";
import { byId, set, show } from "../site/dom.js";
import { onSettings, settings, showSettings, still } from "../site/settings.js";
import { t } from "../site/texts.js";
import { Absences, showRest } from "./absences.js";
import { Ahead } from "./ahead.js";
import { AimsSent } from "./aims_sent.js";
import { connectAround, lettersWith, notice } from "./around_the_board.js";
import { showBeforeBreak } from "./before_break.js";
import { placeClock, Received, showClock } from "./clock.js";
import { Controls } from "./controls.js";
import { cueOf } from "./cues.js";
import { Declaring } from "./declare.js";
import { connectHint } from "./hint.js";
import { closeDialog, dockSheet, showMenu } from "./menu.js";
import { Official } from "./official.js";
import { Others } from "./others.js";
import { showOffers, showPanel } from "./panel.js";
import { Presence } from "./presence.js";
import { Placing } from "./placing.js";
import { Rematch } from "./rematch.js";
import { Rulings } from "./ruling.js";
import { showScore } from "./score.js";
import { isComputerAt, Seats, sideAt } from "./seats.js";
import { ServerShown } from "./server_shown.js";
import { showSolo } from "./solo_sheet.js";
import { Connection } from "./socket.js";
import { call, hush, say, saySoon } from "./speech.js";
import { Table } from "./table.js";
import { Talk } from "./talk.js";
import { Timeline } from "./timeline.js";
import { Unanswered } from "./unanswered.js";
import { connectWatching } from "./watching.js";

/** @typedef {import("../site/wire.js").View} View */
/** @typedef {import("../site/wire.js").MatchEvent} MatchEvent */

const page = byId("arena").dataset;

/** @type {"stroke" | "place" | "watch" | "panel"} */
let mode = "panel";
/** @type {View | null} */
let before = null; // as it was shown last
let mayWrite = false; // words, not only phrases

showSettings();
const board = new Board(byId("stage"));
const player = new Player(board, { onEvent: sense, pace: () => settings.pace });
const seats = new Seats();
/** @type {View} */
const first = JSON.parse(byId("view").textContent || "null");
const server = new ServerShown();
const received = new Received();
const table = new Table({ aimAt: (angle) => controls.hand.on && controls.keys.aimAtAngle(angle), back: () => board.svg.focus() });
const letter = lettersWith(table);
const controls = new Controls(board, {
  strike, aims: () => aims.tell(), placed: () => fillTable(),
  letter: (key) => {
    if (key === "r") say(rulings.spoken || t("rulings.none"));
    return key === "r" || letter(key);
  },
});
const aims = new AimsSent(controls.stroke, { may: () => controls.hand.on && server.isOnline, send: (message) => connection.send(message) });
const placing = new Placing(board, {
  place: (piece, x, y) => request("place", { piece, x, y }), forgo: () => request("forgo"), say, settled: saySoon,
});
const rulings = new Rulings({ again: () => rulings.last && void seeAgain(rulings.last), closed: () => board.svg.focus({ preventScroll: true }) });
for (const event of JSON.parse(byId("entries").textContent || "[]")) rulings.add(event, false); // before this page came
const others = new Others(board);
const rematch = new Rematch(() => decideAgain());
const presence = new Presence(() => {
  if (timeline.view && !timeline.busy) showSides(timeline.view);
  if (mode === "panel") decideAgain(); // who pulls or places keeps what they hold
});
const talk = new Talk((message) => connection.send(message), () => {
  if (timeline.view && !timeline.busy) showSides(timeline.view);
});
const absences = new Absences(request, () => mode === "panel" && decideAgain());
const declaring = new Declaring(request);
const official = new Official(request);
const timeline = new Timeline(board, player, { starts, shown, missing: () => connection.sync(), differs, origin: originOf });
const ahead = new Ahead();

connectAround();
connectWatching(board, player);
connectHint(page.hint, controls, () => timeline.version);
dockSheet();
dock();

timeline.received = first.version - 1; // the socket's hello says the same or more
if (first.coin_line) void import("../board/coin_line.js").then(({ CoinLine }) => [controls, others].forEach(({ drawing }) => new CoinLine(drawing)));
board.lay(first.position);
showScore(first, first.sides[0]?.side ?? null, [], presence.isAway, () => []);
showSolo(first);

const connection = new Connection(page.socket ?? "", {
  message: receive, slow: showSlow, version: () => timeline.version, unanswered: new Unanswered(first.id),
  state: (state) => {
    server.showConnection(state);
    if (!server.isOnline) decideAgain();
  },
});

if (first.phase === "over" && "cached" in document.documentElement.dataset) timeline.reset(first); // no network: nobody says hello

/** @param {any} message */
function receive(message) {
  if (message.view) received.note(message.view.version);
  switch (message.kind) {
    case "hello":
      seats.learn(message);
      rematch.learn(message.rematch);
      absences.left = message.left;
      absences.free = message.free;
      mayWrite = message.may_write;
      ahead.learn(message.physics);
      if (ahead.parameters) controls.stroke.deceleration = ahead.parameters[P_DECELERATION];
      greet(message);
      break;
    case "snapshot":
      timeline.reset(message.view);
      if (timeline.view?.version === message.view.version && !timeline.busy) {
        timeline.view = message.view; // its clock was moved: days off begin or end
        showClocks(message.view);
      }
      break;
    case "event": timeline.push(message); break;
    case "done": answered(message.number); break;
    case "refused": refused(message); break;
    case "aim":
      if (!seats.has(message.seat)) others.push(message);
      break;
    case "presence":
      byId("watchers").textContent = t("watchers", { count: message.watchers });
      show(byId("watchers"), message.watchers > 0);
      presence.learn(message.players, timeline.view ?? first);
      if (others.seat && presence.isGone(timeline.view ?? first, others.seat)) others.clear();
      break;
    case "said": talk.hear(message, timeline.view ?? first); break;
    case "away": absences.learn(message.players); break;
    case "rematch": rematch.follow(message); break;
    case "tab":
      seats.isHere = message.playing;
      decideAgain();
      break;
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
 * @returns {boolean} whether it was sent: one request waits for its answer at a time
 */
function request(kind, members = {}) {
  const isSent = connection.request(kind, members);
  if (!isSent) notice(t("one_after_another"));
  return isSent;
}

/** @param {{ offset: number, angle: number, speed: number }} stroke */
function strike(stroke) {
  aims.end();
  document.body.dataset.stroke = JSON.stringify(stroke); // what was sent, for those who check the page
  if (request("stroke", stroke)) showLeaving(stroke, controls.hand.seat);
  else controls.again();
}

/**
 * The striker leaves at once; where that cannot be computed, the stroke is shown when the server has answered.
 *
 * @param {import("../site/wire.js").Released} stroke
 * @param {import("../site/wire.js").Seat} seat
 * @returns {boolean} whether it has left
 */
function showLeaving(stroke, seat) {
  const simulated = timeline.view && !timeline.busy ? ahead.simulated(timeline.view.position, stroke, seat) : null;
  if (!simulated) return false;
  running();
  void timeline.ahead(stroke, simulated);
  return true;
}

/**
 * A stroke that an earlier page sent, and that is not answered yet, has left the striker.
 *
 * @param {View} view
 * @param {import("../site/wire.js").Seat} seat
 */
function hasLeft(view, seat) {
  const { pending } = connection;
  if (pending?.kind !== "stroke" || pending.message.after !== view.version) return false;
  return showLeaving(/** @type {any} */ (pending.message), seat);
}

/**
 * The server's motion holds. If the page's own differs, that is a bug, and it is reported.
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
  else decideAgain(); // it was stored before this page asked
}

/** @param {{ code: string, text: string, id: string | null, withdrawn?: boolean }} message */
function refused(message) {
  if (message.code === "talk") {
    talk.refused(message.text);
    return;
  }
  showSlow(null, 0);
  if (message.withdrawn && message.code === "unknown-request") say(t("taken_back"));
  else {
    call(message.text);
    notice(message.text);
  }
  if (message.code === "stale") connection.sync();
  if (timeline.guess && !connection.pending) timeline.back();
  else decideAgain();
}

/** @param {MatchEvent} event whose motion is about to be shown */
async function starts(event) {
  const { asked, seat } = event.entry;
  enter("watch");
  const aims = !timeline.queue.length && isComputerAt(timeline.view ?? first, seat); // not while the page catches up
  if (seat && !seats.has(seat) && typeof asked.offset === "number") await others[aims ? "aims" : "snap"](seat, /** @type {any} */ (asked));
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
  seats.follow(view);
  const own = seats.sides(view);
  turnBoard(view);
  showSides(view);
  showSolo(view);
  showOffers(view, own, request);
  showBeforeBreak(view, seats.playing, seats.isHere ? own : [], request);
  showMenu(view, seats.own.length > 0);
  if (view.phase === "over" && seats.own.length) {
    navigator.serviceWorker?.controller?.postMessage({ pages: [location.pathname, page.review] }); // it opens without a network
  }
  talk.offer(view, seats.players, mayWrite);
  declaring.show(view, own);
  official.show(view, own);
  others.clear();
  if (event?.entry.kind === "stand_in" || event?.entry.kind === "reply") learnSeats(view);
  if (event) {
    const { ruling } = event.entry;
    rulings.add(event, own.length > 0);
    say(ruling?.spoken || [event.entry.text, view.awaiting.text].filter(Boolean).join(". "));
    const receivedNow = cueOf(event, view, seats);
    if (receivedNow) cue(receivedNow);
    const was = before;
    if (was && (event.entry.ruling || view.phase === "over")) {
      import("./moments.js") // when it is needed: pages stay light
        .then(({ momentOf, showMoment }) => showMoment(momentOf(event, view, was, own)))
        .catch(() => undefined); // no network just now: the match goes on without it
    }
  }
  before = view;
  if (!timeline.queue.length) decide(view);
}

/**
 * A player who left and finds a computer in their seat, or has it again, learns by a new page what is theirs.
 *
 * @param {View} view
 */
function learnSeats(view) {
  const isOut = seats.players.some(([side, nth]) => view.sides.find((each) => each.side === side)?.players[nth]?.kind === "computer");
  const isBack = [...absences.left, ...absences.free].some(([side, nth]) => view.sides.find((each) => each.side === side)?.players[nth]?.kind === "person");
  if (isOut || isBack) location.reload();
}

/** @param {View} view */
function showClocks(view) {
  const isAsked = seats.asked(view).length > 0;
  showClock(received.left(view), isAsked, view.clock_stopped, view.days !== null, view.rests_until !== null);
  showRest(view, isAsked);
}

/** @param {View} view */
function decide(view) {
  const { awaiting } = view;
  const asked = seats.asked(view);
  const free = server.isOnline && seats.isHere && !connection.pending;
  showClocks(view);
  set(byId("stage"), { "aria-busy": "false" });
  board.playable(asked.length > 0 && seats.isHere && (awaiting.kind === "stroke" || awaiting.kind === "placing"));
  if (asked.length && seats.isHere && awaiting.kind === "stroke" && view.phase !== "over") {
    placing.stop();
    const seat = awaiting.domain.seat ?? asked[0];
    if (hasLeft(view, seat)) return;
    const turn = `${view.id} ${view.game_number} ${view.board_number} ${seat} ${view.to_play}`;
    controls.start(turn, awaiting.domain, view.position, seat);
    controls.hand.on = free;
    enter("stroke");
  } else if (asked.length && seats.isHere && awaiting.kind === "placing") {
    controls.stop();
    placing.start(awaiting.domain, awaiting.text, !free);
    enter("place");
  } else {
    controls.stop();
    placing.stop();
    showPanel(view, seats.playing, { request, recordUrl: page.record ?? "", playUrl: page.play ?? "", away: presence.missed(view), absence: absences.parts(view, seats.sides(view), received.left(view)), rematch: rematch.parts(view, seats.sides(view)) });
    enter("panel");
  }
  show(byId("other-tab"), seats.own.length > 0 && !seats.isHere);
  byId("controls").toggleAttribute("inert", !free);
  fillTable();
}

/** @param {View} view */
function showSides(view) {
  showScore(view, sideAt(view, board.seat), seats.own, presence.isAway, (side) => talk.bubbles(side));
  placeClock();
}

/** Something else than the state has changed on which it depends what may be done. */
function decideAgain() {
  if (timeline.view && !timeline.busy) decide(timeline.view);
}

function fillTable() {
  table.fill(timeline.view?.position ?? [], board.seat, mode === "stroke" && controls.hand.on ? controls.stroke.offset : null);
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
function turnBoard(view) {
  const asked = seats.asked(view);
  if (!seats.own.length) board.seeFrom("south");
  else if (settings.turn && asked.length) board.seeFrom(asked.includes(board.seat) ? board.seat : asked[0]);
  else if (!seats.has(board.seat)) board.seeFrom(seats.own[0]);
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
 * @param {import("./socket.js").Pending | null} pending
 * @param {number} seconds
 */
function showSlow(pending, seconds) {
  server.showSlow(player.playing && !player.waiting && !seconds ? null : pending, seconds);
}

/** On a wide screen controls and notes stand in the right column, under the rulings; never over the board. */
function dock() {
  const wide = matchMedia("(min-width: 900px)");
  const place = () => {
    (wide.matches ? byId("dock") : byId("arena")).append(byId("decision"));
    if (wide.matches) byId("dock").before(byId("notes"));
    else byId("arena").append(byId("notes"));
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
byId("slow-back").addEventListener("click", () => connection.withdraw());
byId("play-here").addEventListener("click", () => {
  connection.send({ kind: "play_here" });
  seats.isHere = true;
  if (timeline.view) decide(timeline.view);
});
onSettings(() => {
  if (controls.hand.drag) return;
  if (timeline.view && !timeline.busy) turnBoard(timeline.view);
  decideAgain();
});
