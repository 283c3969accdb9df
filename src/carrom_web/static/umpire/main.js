/** The page of a sheet: a match on a real board, told by its umpire. It draws what the server says and asks; it holds no law. */

import { closeDialog, connectDialogs } from "../match/menu.js";
import { reasonItems, showBoards, showSides, sideToPlay } from "../match/situation.js";
import { call, say } from "../match/speech.js";
import { byId, coin, html, show } from "../site/dom.js";
import { t } from "../site/texts.js";
import { connectThemes, stayAwake } from "./awake.js";
import { BoardForm } from "./board_form.js";
import { showInterval, StrokeClock } from "./clock.js";
import { Dialogs } from "./dialogs.js";
import { keepHalf, takeHalf } from "./half_told.js";
import { Lead } from "./lead.js";
import { connectNewer, heard } from "./newer.js";
import { Outbox } from "./outbox.js";
import { Pen } from "./pen.js";
import { Standing } from "./standing.js";
import { StrokeTold } from "./stroke.js";
import { onHold, onTap } from "./taps.js";

/** @typedef {import("./types.js").Situation} Situation */
/** @typedef {import("./types.js").Judged} Judged */

const UNLOCK = 1000; // ms that the lock of a finished match is held
const page = byId("sheet").dataset;
const match = page.match ?? "";

/** @type {Situation} */
let situation = JSON.parse(byId("situation").textContent || "null");
const stroke = new StrokeTold();
let correcting = false;
let unlocked = false;
let asked = 0; // drafts that were sent: an answer to an older one is passed over
let isAsking = false; // the ruling that is shown is not yet that of what is told
/** @type {import("./standing.js").Draft | null} */
let draft = null;

connectThemes(byId("theme"));
connectDialogs();
stayAwake();
const board = new BoardForm(byId("board-panel"), () => {
  board.draw(situation);
  judge();
});
const strokeClock = new StrokeClock(byId("clock"), byId("lapse"), { record, startsItself: () => situation.ceremony && !kept("clock-by-hand") });
const lead = new Lead({
  record,
  early: (fact) => {
    stroke.declare(fact, false);
    told();
  },
  draw: () => draw(),
});
const dialogs = new Dialogs({
  record,
  draft: (request) => standing.draft(request),
  inStroke: (fact, byOpponent) => {
    stroke.declare(fact.key, byOpponent);
    told();
  },
});
const outbox = new Outbox(match, page.entries ?? "", page.token ?? "", {
  stored: ({ situation: newest, entry }) => receive(newest, entry),
  changed: () => {
    if (standing.laws.isReady) void standing.update();
    else draw();
  },
  elsewhere: () => void refresh(),
  refused: (refusal) => {
    call(refusal.text || t("refused.unknown"));
    void refresh();
  },
});

const standing = new Standing(situation, match, outbox, () => {
  const isNew = standing.shown.view.version > situation.view.version;
  situation = standing.shown;
  if (isNew) tellNewest();
  draw();
  if (isNew && (draft || stroke.begun)) onANewBoard();
  else if (isNew) void goOn();
  else if (draft?.isOffline && !draft.isHere && standing.laws.isReady) judge(); // what was told can be ruled by now
});

const pen = new Pen({ socket: page.socket ?? "", url: page.takeOver ?? "", token: page.token ?? "" }, {
  version: () => situation.view.version, refresh: () => void refresh(), refused: call,
  taken: ({ situation: newest, pen: now }) => {
    pen.receive(now);
    receive(newest);
    standing.start();
    draw();
    say(t("pen.mine"));
  },
});
for (const [id, act] of /** @type {[string, () => void][]} */ ([
  ["nothing", () => stroke.nothing()], ["untouched", () => stroke.untouched()], ["fell-back", () => stroke.back()],
])) {
  onTap(byId(id), () => {
    act();
    told();
  });
}
onTap(byId("record"), recordDraft);
onTap(byId("cancel"), cancel);
onTap(byId("undo"), () => record({ kind: "take_back" }, t("undo.words")));
onTap(byId("correct"), correct);
onTap(byId("forgo"), () => record({ kind: "forgo" }, situation.forgo));
onTap(byId("swap"), () => {
  keep("swapped", !kept("swapped"));
  closeDialog("menu");
  draw();
});
onTap(byId("way"), () => {
  keep("boards", !kept("boards"));
  closeDialog("menu");
  cancel();
});
onTap(byId("clock-auto"), () => {
  keep("clock-by-hand", !kept("clock-by-hand"));
  draw();
});
onTap(byId("pass"), () => {
  closeDialog("menu");
  record({ kind: "pass" }, t("pass.words"));
});
onTap(byId("refused-again"), () => outbox.again());
onTap(byId("refused-drop"), () => {
  outbox.drop();
  void refresh();
});
/** @type {HTMLAnchorElement} */ (byId("live")).href = page.live ?? "";
/** @type {HTMLAnchorElement} */ (byId("record-link")).href = page.record ?? "";
document.addEventListener("visibilitychange", () => !document.hidden && !outbox.told.length && void refresh());
onTap(byId("differs-seen"), () => standing.seen());
void goOn();
draw();
void standing.recall().then(() => pen.isMine && standing.start());
connectNewer(() => !stroke.begun && !correcting && !document.querySelector("dialog[open]"));
void outbox.send(); // what was told before this page was closed

/**
 * @param {string} name
 * @returns {boolean} what was chosen for this sheet on this device
 */
function kept(name) {
  try {
    return localStorage.getItem(`carrom-sheet-${match}-${name}`) === "1";
  } catch {
    return chosen.has(name);
  }
}

/** @type {Set<string>} the same where nothing can be kept */
const chosen = new Set();

/**
 * @param {string} name
 * @param {boolean} on
 */
function keep(name, on) {
  if (on) chosen.add(name);
  else chosen.delete(name);
  try {
    localStorage.setItem(`carrom-sheet-${match}-${name}`, on ? "1" : "0");
  } catch {
    // it holds for this page then
  }
}

/** Asks how the sheet stands: another tab may have written. */
async function refresh() {
  try {
    const answer = await fetch(page.entries ?? "", { headers: { Accept: "application/json" } });
    heard(answer);
    if (!answer.ok) return;
    const said = await answer.json();
    if (pen.isMine && !said.pen.mine) call(t("pen.lost"));
    pen.receive(said.pen);
    receive(said.situation);
    draw();
  } catch {
    // no network now; what stands here stays
  }
}

/**
 * @param {Situation} newest
 * @param {import("./kept.js").Entry | null} [entry] that was stored now
 */
function receive(newest, entry = null) {
  const isNew = newest.view.version > situation.view.version;
  void standing.receive(newest, entry);
  if (standing.shown === situation) return; // what this phone worked out goes on to be shown
  situation = standing.shown;
  if (isNew) tellNewest();
  draw();
  if (draft || stroke.begun) onANewBoard();
}

/** What was told meanwhile stands on a board that has moved on. */
function onANewBoard() {
  if (stroke.begun) keepTelling();
  judge();
}

/** Nothing is being told any more. */
function forgetHalf() {
  document.body.dataset.half = "";
  void keepHalf(match, stroke, 0);
}

/** Keeps the stroke that is being told; `data-half` says how much of it is on the disk. */
function keepTelling() {
  if (correcting) return;
  const much = stroke.begun ? String(stroke.order.length) : "";
  document.body.dataset.half = "";
  void keepHalf(match, stroke, situation.view.version).then(() => {
    document.body.dataset.half = much;
  });
}

/** Takes up the stroke that was being told when this page was left. */
async function goOn() {
  if (await takeHalf(match, stroke, situation.view.version)) told();
}

/** Reads out what was told last. */
function tellNewest() {
  const [line] = situation.log;
  if (line) say([line.text, ...line.follows, situation.view.awaiting.text].filter(Boolean).join(" "));
}

/**
 * Keeps what is told, and sends it.
 *
 * @param {Record<string, unknown>} request
 * @param {string} words
 */
function record(request, words) {
  strokeClock.pause();
  if (request.kind === "toss" && request.winner === null && outbox.isOffline) request.winner = crypto.getRandomValues(new Uint8Array(1))[0] % 2 ? "a" : "b"; // no server to toss
  outbox.add(request, words, standing.stored.view.version);
}

/** What is being told has changed. */
function told() {
  if (stroke.begun) strokeClock.pause(); // the stroke is made
  else draft = null;
  keepTelling();
  draw();
  judge();
}

/** @returns {Record<string, unknown> | null} what would be recorded now */
function wanted() {
  if (!pen.isMine) return null;
  if (mode() === "board") {
    const told = board.asSent(situation);
    return told && { kind: "board", ...told };
  }
  if (!stroke.begun) return null;
  const facts = stroke.asSent();
  return { kind: correcting ? "correct" : "facts", facts };
}

/** Asks what the laws say to what is being told. Nothing is stored by it. */
async function judge() {
  asked += 1;
  const number = asked;
  const request = wanted();
  isAsking = false;
  if (!request) {
    draft = null;
    drawVerdict();
    return;
  }
  const began = performance.now();
  isAsking = !standing.isBehind; // the board that it belongs to is not known yet
  drawVerdict();
  const said = await standing.draft(request);
  if (number !== asked) return;
  isAsking = false;
  document.body.dataset.ruled = String(Math.round(performance.now() - began)); // ms, for those who check the page
  draft = said;
  drawVerdict();
  const { judged } = draft;
  if (judged) say([judged.ruling?.sentence ?? judged.text, ...judged.follows].join(" "));
}

function recordDraft() {
  const request = wanted();
  if (!request || draft?.refusal || isAsking) return;
  const words = draft?.judged?.ruling?.sentence ?? strokeWords();
  stroke.clear();
  forgetHalf();
  board.clear();
  correcting = false;
  draft = null;
  asked += 1;
  record(request, words);
}

function cancel() {
  stroke.clear();
  forgetHalf();
  board.clear();
  correcting = false;
  draft = null;
  asked += 1;
  draw();
}

function correct() {
  if (!situation.correct) return;
  correcting = true;
  stroke.take(situation.correct.facts, situation.correct.toggles);
  keep("boards", false);
  told();
}

/** @returns {string} what is being told, in short */
function strokeWords() {
  return stroke.order.map((piece) => t(`piece.${piece}`)).join(", ") || t("nothing.words");
}

/** @returns {"follow" | "stroke" | "board" | "options" | "over" | "waiting"} what the page asks for */
function mode() {
  const { awaiting, phase } = situation.view;
  if (!pen.isMine) return "follow";
  if (correcting) return "stroke";
  if (standing.isBehind && outbox.told.some(({ request }) => request.kind !== "facts" && request.kind !== "note")) return "waiting";
  if (phase === "over") return "over";
  const isCalled = awaiting.kind === "stroke" || (situation.step === "play" && (kept("boards") || stroke.begun)); // what is told then says that play was called
  if (!isCalled) return "options";
  return kept("boards") && !stroke.begun && !situation.view.solo ? "board" : "stroke";
}

function draw() {
  const { view } = situation;
  const now = mode();
  const { isBehind } = standing;
  document.body.dataset.version = String(view.version); // for those who check the page
  document.body.dataset.mode = now;
  showSides(byId("sides"), view, { swapped: kept("swapped"), warnings: situation.warnings, attempt: situation.attempt, unknown: isBehind });
  showBoards(byId("boards"), view);
  drawKept();
  drawLog();
  dialogs.show(situation);
  byId("entry-title").textContent = now === "over" || now === "follow" ? view.result?.text ?? view.awaiting.text : now === "waiting" ? t("title.waiting")
    : correcting ? t("title.correct") : now === "stroke" ? t("title.stroke") : now === "board" ? t("title.board", { board: view.board_number }) : view.awaiting.text;
  show(byId("stroke-panel"), now === "stroke");
  show(byId("board-panel"), now === "board");
  show(byId("options-panel"), now === "options" || now === "over");
  show(byId("declare-open"), now === "stroke" && !view.solo && !isBehind);
  strokeClock.show(situation.clocks, view.version, now === "stroke" && !correcting && !isBehind);
  lead.show(situation, !isBehind && now !== "follow" && now !== "waiting");
  showInterval(byId("interval"), now === "over" || isBehind ? null : situation.interval);
  if (now === "stroke") drawStroke(isBehind);
  drawColour();
  if (now === "board") board.draw(situation);
  if (now === "options") lead.drawSteps(byId("options-panel"), situation);
  if (now === "over") drawOver();
  const byBoards = kept("boards");
  byId("way").textContent = t(byBoards ? "way.strokes" : "way.boards");
  for (const id of ["way", "swap"]) show(byId(id), !view.solo);
  show(byId("clock-auto"), situation.ceremony && page.strokeSeconds !== "");
  byId("clock-auto").setAttribute("aria-pressed", String(!kept("clock-by-hand")));
  show(byId("pass"), view.may.pass && now === "stroke");
  show(byId("stop-open"), view.awaiting.kind === "stroke");
  show(byId("concede-open"), view.may.concede && view.sides.length > 1);
  show(byId("refused"), outbox.refusal !== null);
  byId("laws-here").textContent = t(`laws.${standing.laws.state}`);
  show(byId("differs"), standing.differences.length > 0);
  byId("differs-list").replaceChildren(...standing.differences.map((each) => html("li", {}, html("p", {}, t("differs.here", { ...each })), html("p", { class: "strong" }, t("differs.server", { ...each })))));
  byId("refused-text").textContent = outbox.refusal ? t("refused.text", { text: outbox.refusal.text || t("refused.unknown"), count: outbox.told.length }) : "";
  drawVerdict();
}

/** @param {boolean} isBehind whose turn it is is not known: the keys name colours alone */
function drawStroke(isBehind) {
  const { view } = situation;
  const player = correcting ? view.sides.find(({ side }) => side === situation.correct?.side) : sideToPlay(view);
  const turn = isBehind || view.colours_open || view.solo ? undefined : player;
  const own = turn?.colour ?? "white";
  const other = own === "white" ? "black" : "white";
  /** @type {Record<string, string>} */
  const names = turn ? { [own]: t("key.own"), [other]: t("key.opponent") } : { white: t("key.white"), black: t("key.black") };
  fill(byId("keys"), [own, other, "queen", "striker"].map((piece) => key(piece, names[piece] ?? t(`key.${piece}`), turn && names[piece] ? t(`piece.${piece}`) : "")));
  byId("fell").replaceChildren(...fellItems());
  show(byId("fell-back"), stroke.begun);
  byId("nothing").setAttribute("aria-pressed", String(stroke.begun && !stroke.order.length && stroke.facts.touched && stroke.facts.made && !stroke.on.size));
  byId("untouched").setAttribute("aria-pressed", String(stroke.begun && stroke.facts.made && !stroke.facts.touched));
  const pieces = ["white", "black", "queen"];
  fill(byId("toggles"), toggles().filter(({ needs }) => !needs || stroke.facts.pocketed.includes(needs)).map((toggle) => {
    const button = html("button", { class: "key low", type: "button", "data-toggle": toggle.key, "aria-pressed": String(stroke.on.has(toggle.key)) }, toggle.text);
    onTap(button, () => {
      const now = toggles().find((each) => each.key === toggle.key);
      if (now) stroke.toggle(now);
      closeDialog("more");
      told();
    });
    return button;
  }));
  fill(byId("jumped"), [...pieces, "striker"].map((piece) => smallKey(piece, () => stroke.jumped(piece))));
  fill(byId("dropped"), pieces.map((piece) => smallKey(piece, () => stroke.dropped(piece))));
}

/** @returns {import("./types.js").Toggle[]} what may be said of the stroke that is told, or corrected */
function toggles() {
  return (correcting ? situation.correct?.toggles : undefined) ?? situation.toggles;
}

/** Before the first stroke of a board, where these laws let the winner of the toss choose his colour. */
function drawColour() {
  const choice = standing.isBehind ? null : situation.view.before_break?.colour ?? null;
  show(byId("colour"), choice !== null && mode() === "stroke");
  if (!choice) return;
  const side = situation.view.sides.find((each) => each.side === choice.side);
  const other = choice.now === "white" ? "black" : "white";
  const button = html("button", { class: "btn", type: "button" }, coin(other, "s20"), t(`colour.${other}`, { name: side?.name ?? "" }));
  onTap(button, () => record({ kind: "colour", colour: other }, t(`colour.${other}`, { name: side?.name ?? "" })));
  byId("colour").replaceChildren(button);
}

/**
 * Puts keys into a holder. Those that are there already stay, so that a finger or the focus on one is not lost.
 *
 * @param {HTMLElement} holder
 * @param {HTMLElement[]} keys
 */
function fill(holder, keys) {
  const same = holder.children.length === keys.length && keys.every((key, i) => key.outerHTML === holder.children[i].outerHTML);
  if (same) return;
  const index = [...holder.children].findIndex((child) => child === document.activeElement);
  holder.replaceChildren(...keys);
  if (index >= 0) /** @type {HTMLElement | undefined} */ (holder.children[index])?.focus({ preventScroll: true });
}

/**
 * @param {string} piece
 * @param {string} name
 * @param {string} about
 */
function key(piece, name, about) {
  const words = html("span", {}, name, ...(about ? [html("small", {}, about)] : []));
  const button = html("button", { class: "key", type: "button", "data-piece": piece }, coin(piece, piece === "striker" ? "s38" : "s34"), words);
  onTap(button, () => {
    stroke.fell(piece);
    told();
  });
  return button;
}

/**
 * @param {string} piece
 * @param {() => void} act
 */
function smallKey(piece, act) {
  const button = html("button", { class: "key low", type: "button", "data-piece": piece }, coin(piece, "s20"), t(`key.${piece}`));
  onTap(button, () => {
    act();
    closeDialog("more");
    told();
  });
  return button;
}

/** @returns {HTMLElement[]} */
function fellItems() {
  const { facts, order } = stroke;
  const items = order.map((piece) => html("li", { class: `chip ${piece === "striker" ? "bad" : ""}` }, coin(piece, "s16"), t(`piece.${piece}`)));
  for (const piece of facts.left_board) items.push(html("li", { class: "chip warn" }, coin(piece, "s16"), t("fell.jumped", { piece: t(`piece.${piece}`) })));
  if (facts.striker_left_board) items.push(html("li", { class: "chip warn" }, coin("striker", "s16"), t("fell.jumped", { piece: t("piece.striker") })));
  for (const piece of facts.dropped) items.push(html("li", { class: "chip" }, coin(piece, "s16"), t("fell.dropped", { piece: t(`piece.${piece}`) })));
  if (stroke.begun && facts.made && !facts.touched) items.push(html("li", { class: "chip" }, t("fell.untouched")));
  for (const toggle of stroke.on.values()) items.push(html("li", { class: "chip bad" }, toggle.text));
  for (const fact of facts.declared) items.push(html("li", { class: "chip bad" }, dialogs.facts.find((each) => each.key === fact)?.text ?? fact));
  if (stroke.begun && !items.length) items.push(html("li", { class: "chip" }, t("fell.nothing")));
  if (!items.length) items.push(html("li", { class: "muted small" }, t("fell.yet")));
  return items;
}

/** The match is over: locked, so that nobody's sleeve undoes it. */
function drawOver() {
  const again = html("a", { class: "btn big block", href: page.begin ?? "" }, t("over.new"));
  /** @type {HTMLElement[]} */
  const parts = [again];
  if (!unlocked) {
    const lock = html("button", { class: "btn big block hold", type: "button" }, t("over.unlock"));
    onHold(lock, UNLOCK, () => {
      unlocked = true;
      draw();
      byId("undo").focus();
    });
    parts.push(lock);
  }
  byId("options-panel").dataset.steps = "";
  byId("options-panel").replaceChildren(...parts);
}

function drawKept() {
  const chip = byId("kept");
  const count = outbox.told.length;
  const shownBefore = !chip.hidden;
  show(chip, count > 0 || shownBefore);
  chip.className = count ? "chip warn" : "chip ok";
  chip.textContent = !count ? t("kept.sent") : !outbox.isKept ? t("kept.page", { count }) : outbox.isOffline || outbox.refusal || !outbox.sending ? t("kept.here", { count }) : t("kept.sending");
}

function drawLog() {
  const told = standing.isBehind ? outbox.told : [];
  const waiting = told.map(({ words }) => html("li", { class: "waits" }, html("span", { class: "chip warn" }, t("log.waits")), " ", words)).reverse();
  byId("log").replaceChildren(...waiting, ...situation.log.map((line) => {
    const isKept = line.number > standing.stored.view.version; // this phone has ruled it, the server does not know it yet
    const chip = isKept ? [html("span", { class: "chip warn" }, t("log.waits")), " "] : [];
    const item = html("li", { class: isKept ? "waits" : line.struck ? "struck" : "", "data-number": line.number }, ...chip, line.text, ...line.follows.map((text) => html("b", { class: "follows" }, ` ${text}`)));
    if (line.now) item.append(html("b", { class: "now" }, ` ${line.now}`));
    if (line.by) item.append(html("span", { class: "muted by" }, ` ${line.by}`));
    if (line.time) item.prepend(html("time", { class: "muted", datetime: line.time }, `${clock(line.time)} `));
    return item;
  }));
}

/** @param {string} time ISO */
function clock(time) {
  return new Date(time).toLocaleTimeString(document.documentElement.lang || "en", { hour: "2-digit", minute: "2-digit" });
}

/** The ruling before it is recorded; with nothing being told, the last one that was. */
function drawVerdict() {
  const now = mode();
  const isTelling = now === "board" ? wanted() !== null : now !== "follow" && stroke.begun;
  const last = situation.log.find(({ struck }) => !struck);
  const judged = isTelling ? draft?.judged ?? null : null;
  const refusal = isTelling ? draft?.refusal ?? null : null;
  byId("verdict").classList.toggle("bad", refusal !== null);
  byId("verdict-title").textContent = !isTelling ? (last ? t("verdict.last") : t("verdict.none"))
    : refusal ? t("verdict.impossible") : judged ? judged.ruling?.headline || judged.text : draft?.isOffline ? t("verdict.offline") : t("verdict.asking");
  byId("verdict-text").textContent = !isTelling ? last?.text ?? "" : refusal ? refusal.text : judged ? judged.ruling?.sentence ?? "" : draft?.isOffline ? t("verdict.later") : "";
  const follows = isTelling ? judged?.follows ?? [] : last?.follows ?? [];
  byId("verdict-follows").textContent = follows.join(" ");
  show(byId("verdict-follows"), follows.length > 0);
  const reasons = isTelling ? judged?.ruling?.reasons ?? [] : last?.reasons ?? [];
  byId("verdict-reasons").replaceChildren(...reasonItems(reasons));
  show(byId("verdict-why"), reasons.length > 0);
  show(byId("ruled-here"), isTelling && draft?.isHere === true);
  const recordButton = /** @type {HTMLButtonElement} */ (byId("record"));
  recordButton.textContent = now === "board" ? t("record.board", { board: situation.view.board_number }) : correcting ? t("record.correct") : t("record.stroke");
  show(recordButton, now === "stroke" ? isTelling : now === "board");
  recordButton.disabled = !isTelling || isAsking || refusal !== null || draft === null;
  show(byId("cancel"), isTelling || correcting);
  const mayUndo = now !== "follow" && !isTelling && situation.may_undo && !standing.isBehind && (now !== "over" || unlocked);
  show(byId("afterwards"), mayUndo);
  show(byId("correct"), mayUndo && situation.correct !== null);
  byId("forgo").textContent = situation.forgo;
  show(byId("forgo"), mayUndo && Boolean(situation.forgo) && now !== "over");
}
