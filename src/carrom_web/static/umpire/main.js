/** The page of a sheet: a match on a real board, scored by its umpire. It draws what the server says and asks; it holds no law. */

import { closeDialog, connectDialogs } from "../match/menu.js";
import { asTheySit, showBoards, sideToPlay } from "../match/situation.js";
import { call, say } from "../match/speech.js";
import { byId, set, show } from "../site/dom.js";
import { vibrate } from "../site/settings.js";
import { t } from "../site/texts.js";
import { recordsAfter, Ring } from "./automatic.js";
import { stayAwake } from "./awake.js";
import { showBoardQuestion, showLast, showQuestion, showRuling, showTakenBack } from "./band.js";
import { BoardForm } from "./board_form.js";
import { Choices } from "./choices.js";
import { showInterval, StrokeClock } from "./clock.js";
import { Dialogs } from "./dialogs.js";
import { EntryRuling } from "./entry_ruling.js";
import { FixedKeys } from "./fixed_keys.js";
import { Lead } from "./lead.js";
import { showDifferences, showUnsent, showLog } from "./log.js";
import { modeOf, recordWords, titleOf } from "./mode.js";
import { connectNewer, noteVersion } from "./newer.js";
import { Outbox } from "./outbox.js";
import { Lock } from "./over.js";
import { showScore } from "./score.js";
import { ScorerLock } from "./scorer.js";
import { connectScreen, placeLog } from "./screen.js";
import { SheetMenu } from "./sheet_menu.js";
import { Standing } from "./standing.js";
import { StrokeDraft } from "./stroke.js";
import { onAnswer } from "./taps.js";
import { Undo } from "./undo.js";
import { UnfinishedStroke } from "./unfinished_stroke.js";

/** @typedef {import("./types.js").Situation} Situation */

const page = byId("sheet").dataset;
const match = page.match ?? "";

/** @type {Situation} */
let situation = JSON.parse(byId("situation").textContent || "null");
const choices = new Choices(match);
const stroke = new StrokeDraft();
const half = new UnfinishedStroke(match, stroke);
const keys = new FixedKeys(stroke, {
  tapped: recordWhatIsDue, changed: entryChanged, factWords: (fact) => dialogs.facts.find(({ key }) => key === fact)?.text ?? fact, more: "more",
});
const ring = new Ring(() => ruling.recordWhenRuled());
const lock = new Lock(page.begin ?? "", draw);
const COINS = 9;
const SCORE_ONLY = "#score";
const RECORDED = 20; // ms of vibration
let correcting = false;
let isRestored = false; // the stroke on the keys is as it was when the page was left: it is not recorded by itself
let isRecalled = false; // what this phone knows of the sheet is taken up

connectDialogs();
connectScreen(() => draw());
stayAwake();
if (location.hash === SCORE_ONLY) choices.choose("boards", true); // the sheet was started so
const board = new BoardForm(byId("board-panel"), () => {
  ruling.release();
  undo.forget();
  board.draw(situation);
  void ruling.ask();
});
const strokeClock = new StrokeClock(byId("clock"), byId("lapse"), { record, startsItself: () => situation.ceremony && !choices.has("clock-by-hand") });
const lead = new Lead(match, {
  record, ask: (request) => standing.draft(request),
  early: (fact) => {
    recordWhatIsDue();
    stroke.declare(fact, false);
    entryChanged();
  },
  draw: () => draw(),
});
const menu = new SheetMenu(choices, { draw, cancel, record }, page);
const dialogs = new Dialogs({
  record,
  draft: (request) => standing.draft(request),
  inStroke: (fact, byOpponent) => {
    recordWhatIsDue();
    stroke.declare(fact.key, byOpponent);
    entryChanged();
  },
});
const outbox = new Outbox(match, page.entries ?? "", page.token ?? "", {
  stored: ({ situation: newest, entry }) => receive(newest, entry),
  changed: () => {
    if (standing.laws.isReady) void standing.update();
    else {
      draw();
      undo.goOn();
    }
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
  if (isNew && (ruling.draft || !keys.isEmpty)) onANewBoard();
  else if (isNew) void goOn();
  else if (ruling.draft?.isOffline && !ruling.draft.isHere && standing.laws.isReady) void ruling.ask(); // the entry can be ruled by now
  undo.goOn();
});
const ruling = new EntryRuling({
  wanted, isWhole, draw: drawVerdict, record: recordWhatIsDue,
  ask: (request) => standing.draft(request), isKnown: () => !standing.isBehind,
  ruled: (judged) => {
    const mayRing = mode() === "stroke" && !correcting && !isRestored; // the end of a board is never recorded by itself
    if (mayRing && judged && !judged.ends_board) ring.start();
    drawVerdict();
    if (judged) say([judged.ruling?.sentence ?? judged.text, ...judged.follows].join(" "));
  },
});
const undo = new Undo({ situation: () => situation, isKnown: () => !standing.isBehind || outbox.isOffline, record });

const scorer = new ScorerLock({ socket: page.socket ?? "", url: page.takeOver ?? "", token: page.token ?? "" }, {
  version: () => situation.view.version, refresh: () => void refresh(), refused: call,
  taken: ({ situation: newest, scorer: now }) => {
    scorer.receive(now);
    receive(newest);
    standing.start();
    draw();
    say(t("scorer.mine"));
  },
});
byId("record").addEventListener("click", () => byId("record").getAttribute("aria-disabled") !== "true" && ruling.recordWhenRuled());
byId("undo").addEventListener("click", ({ timeStamp }) => undoOrClear(timeStamp));
byId("correct").addEventListener("click", () => {
  closeDialog("more");
  correct();
});
byId("again").addEventListener("click", () => undo.putBack());
onAnswer(byId("forgo"), () => record({ kind: "forgo" }, situation.forgo));
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (mode() !== "stroke" || (event.target instanceof Element && event.target.closest("input, select, textarea"))) return;
  const isAtKeys = event.target === document.body || (event.target instanceof Element && event.target.closest("#keys") !== null);
  if (event.key === "Enter" && isAtKeys) {
    event.preventDefault(); // or the key that was clicked last would count once more
    byId("record").click();
  } else if (event.key === "Escape" || event.key.toLowerCase() === "u") byId("undo").click();
});
byId("strokes-here").addEventListener("click", () => {
  choices.choose("boards", false);
  draw();
});
byId("refused-again").addEventListener("click", () => outbox.again());
byId("refused-drop").addEventListener("click", () => {
  outbox.drop();
  void refresh();
});
document.addEventListener("visibilitychange", () => !document.hidden && !outbox.pending.length && void refresh());
byId("differs-seen").addEventListener("click", () => standing.seen());
void standing.recall().finally(() => { // a cached page is older than what this phone knows: nothing is shown before
  isRecalled = true;
  draw();
  void goOn();
  if (scorer.isMine) standing.start();
});
connectNewer(() => keys.isEmpty && !correcting && !document.querySelector("dialog[open]"));
void outbox.send(); // entries from before this page was closed

/** Asks how the sheet stands: another tab may have written. */
async function refresh() {
  try {
    const answer = await fetch(page.entries ?? "", { headers: { Accept: "application/json" } });
    noteVersion(answer);
    if (!answer.ok) return;
    const said = await answer.json();
    if (scorer.isMine && !said.scorer.mine) call(t("scorer.lost"));
    scorer.receive(said.scorer);
    receive(said.situation);
    draw();
  } catch {
    // no network now; what stands here stays
  }
}

/**
 * @param {Situation} newest
 * @param {import("./device_store.js").Entry | null} [entry] that was stored now
 */
function receive(newest, entry = null) {
  const isNew = newest.view.version > situation.view.version;
  void standing.receive(newest, entry);
  if (standing.shown === situation) return; // what this phone worked out goes on to be shown
  situation = standing.shown;
  if (isNew) tellNewest();
  draw();
  if (ruling.draft || !keys.isEmpty) onANewBoard();
}

/** What was reported meanwhile stands on a board that has moved on. */
function onANewBoard() {
  if (stroke.isStarted && !correcting) half.keep(situation.view.version);
  void ruling.ask();
}

/** Takes up the stroke that was being reported when this page was left. */
async function goOn() {
  if (!(await half.take(situation.view.version))) return;
  entryChanged();
  isRestored = true;
}

/** Reads out the last entry. */
function tellNewest() {
  const [line] = situation.log;
  if (line) say([line.text, ...line.follows, situation.view.awaiting.text].filter(Boolean).join(" "));
}

/**
 * Stores the entry, and sends it.
 *
 * @param {Record<string, unknown>} request
 * @param {string} words
 */
function record(request, words) {
  strokeClock.pause();
  ring.stop();
  vibrate(RECORDED);
  if (request.kind !== "take_back") undo.forget();
  outbox.add(request, words, standing.stored.view.version);
}

/** The current entry has changed. */
function entryChanged() {
  ring.stop();
  undo.forget();
  isRestored = false;
  if (stroke.isStarted) strokeClock.pause(); // the stroke is made
  else if (keys.isEmpty) ruling.draft = null;
  if (!correcting) half.keep(situation.view.version);
  draw();
  void ruling.ask();
}

/** @returns {Record<string, unknown> | null} what would be recorded now */
function wanted() {
  if (!scorer.isMine) return null;
  if (mode() === "board") {
    const report = board.asSent(situation);
    return report && { kind: "board", ...report };
  }
  if (keys.asks) return null;
  if (keys.aside) return { kind: "declare", facts: [keys.aside.foul.key], about: keys.aside.about, made: false };
  if (!stroke.isStarted) return null;
  const facts = stroke.asSent();
  return { kind: correcting ? "correct" : "facts", facts };
}

/**
 * @param {import("./types.js").Judged} judged
 * @returns {boolean} nothing can be added to the entry: a stroke on which nothing happened, or a board whose third tap says all
 */
function isWhole(judged) {
  const isNothing = keys.isNothing && !stroke.facts.declared.length && !correcting && !judged.ends_board;
  return isNothing || (mode() === "board" && board.isUsual && recordsAfter() > 0);
}

/** Records what Record was tapped for: its ruling is there, or the next tap belongs to the next stroke. */
function recordWhatIsDue() {
  const request = ruling.takeDue() ? wanted() : null;
  if (!request) return;
  undo.recorded();
  const words = ruling.sentence ?? strokeWords();
  const isAside = request.kind === "declare";
  if (isAside) keys.aside = null; // what fell stays on the keys
  if (!isAside || !stroke.isStarted) clear();
  record(request, words);
  if (!keys.isEmpty) entryChanged();
}

/**
 * Empties the keys, or takes the last entry back: the same key in the same place.
 *
 * @param {number} time ms
 */
function undoOrClear(time) {
  if (byId("undo").getAttribute("aria-disabled") === "true") return;
  if (!keys.isEmpty || correcting || (mode() === "board" && !board.isEmpty)) {
    undo.cleared(time);
    cancel();
  } else undo.tap(time);
}

function cancel() {
  clear();
  draw();
}

/** No entry or correction is under way any more. */
function clear() {
  ring.stop();
  keys.clear();
  half.keep(situation.view.version);
  board.clear();
  correcting = false;
  ruling.clear();
}

function correct() {
  if (!situation.correct) return;
  correcting = true;
  stroke.take(situation.correct.facts, situation.correct.toggles);
  choices.choose("boards", false);
  entryChanged();
}

/** @returns {string} the current entry, in short */
function strokeWords() {
  return stroke.order.map((piece) => t(`piece.${piece}`)).join(", ") || t("nothing.words");
}

/** @returns {import("./mode.js").Mode} */
function mode() {
  return modeOf({
    situation, isScorer: scorer.isMine, isCorrecting: correcting, isByBoards: choices.has("boards"), isStarted: stroke.isStarted,
    unknown: standing.isBehind ? outbox.pending.map(({ request }) => String(request.kind)) : null, isOffline: outbox.isOffline,
  });
}

function draw() {
  if (!isRecalled) return;
  const { view } = situation;
  const now = mode();
  const { isBehind } = standing;
  document.body.dataset.version = String(view.version); // for those who check the page
  document.body.dataset.mode = now;
  document.body.toggleAttribute("data-opening", now === "options" && (situation.opening?.items.some(({ kind }) => kind === "question") ?? false));
  showScore(situation, { swapped: choices.has("swapped"), isKnown: !isBehind });
  placeLog(now === "stroke");
  showBoards(byId("boards"), view);
  showUnsent(outbox);
  showLog(situation, standing.stored.view.version, isBehind ? outbox.pending : []);
  dialogs.show(situation);
  byId("entry-title").textContent = titleOf(now, situation, correcting);
  show(byId("stroke-panel"), now === "stroke");
  show(byId("board-panel"), now === "board");
  show(byId("options-panel"), now === "options" || now === "over");
  show(byId("fouls"), now === "stroke");
  show(byId("declare-open"), now === "stroke" && !view.solo && !isBehind);
  strokeClock.show(situation.clocks, view.version, now === "stroke" && !correcting && !isBehind);
  lead.show(situation, !isBehind && now !== "follow" && now !== "waiting");
  showInterval(byId("interval"), now === "over" || isBehind ? null : situation.interval);
  if (now === "stroke") drawKeys();
  lead.drawColour(byId("colour"), situation, now === "stroke" && !isBehind);
  if (now === "board") board.draw(situation);
  if (now === "options") lead.drawSteps(byId("options-panel"), situation);
  if (now === "over") lock.draw(byId("options-panel"));
  menu.draw(situation, { isStroke: now === "stroke", hasClock: page.strokeSeconds !== "" });
  byId("laws-here").textContent = t(`laws.${standing.laws.state}`);
  showDifferences(standing.differences);
  drawVerdict();
  const title = byId("entry-title"); // where the band says the same, it is for the ear alone
  title.classList.toggle("sr", title.textContent === byId("verdict-title").textContent);
}

/** The keys of the stroke that is reported, or corrected: white and black stay with their seats. */
function drawKeys() {
  const { view, correct: corrected } = situation;
  const { isBehind } = standing;
  const player = correcting ? view.sides.find(({ side }) => side === corrected?.side) : sideToPlay(view);
  const other = view.sides.find(({ side }) => side !== player?.side);
  const sides = view.solo || view.colours_open ? [] : asTheySit(view, choices.has("swapped"));
  const isOpen = isBehind || correcting; // how many are up then is not known
  const seats = ["white", "black"].map((usual, i) => {
    const side = sides[i];
    const up = isOpen ? COINS : view.solo ? view.solo.up[/** @type {"white" | "black"} */ (usual)] : side?.up ?? COINS;
    return { colour: side?.colour ?? usual, name: isBehind ? "" : side?.name ?? "", up };
  });
  const isTurn = player !== undefined && !isBehind && !view.solo && !correcting;
  keys.draw({
    seats, hasQueen: isOpen || view.queen.standing === "on_board", plays: isTurn ? player : null, other: isTurn ? other ?? null : null,
    toggles: (correcting ? corrected?.toggles : undefined) ?? situation.toggles,
  });
}

/** The ruling before it is recorded; with nothing on the keys, the last one that was. And the keys that record and take back. */
function drawVerdict() {
  const now = mode();
  const isEntering = now === "board" ? wanted() !== null : now === "stroke" && !keys.isEmpty;
  const question = isEntering && now === "stroke" ? keys.asks : null;
  if (question) showQuestion(question);
  else if (isEntering) showRuling(ruling.draft, [...(keys.aside ? [keys.aside.foul.text] : []), ...keys.said().map(({ text }) => text)].join(" · "));
  else if (now === "board") showBoardQuestion(situation, board.question(situation), !board.isEmpty);
  else if (undo.taken && outbox.pending.at(-1)?.request.kind !== "facts") showTakenBack(situation, undo.taken.text);
  else showLast(situation);
  const endsBoard = ruling.draft?.judged?.ends_board === true && isEntering;
  byId("record-words").textContent = recordWords(now, situation, { isAsked: question !== null, isCorrection: correcting, endsBoard });
  const isReady = isEntering && question === null && (ruling.isAsking || ruling.draft?.refusal === null);
  show(byId("record"), now === "stroke" || now === "board");
  set(byId("record"), { "aria-disabled": String(!isReady), "aria-busy": String(ruling.isAsking) });
  const isClearing = isEntering || correcting || (now === "board" && !board.isEmpty);
  const mayUndo = now !== "follow" && situation.may_undo && (now !== "over" || lock.isOpen);
  const isUndoing = outbox.pending.some(({ request }) => request.kind === "facts" || request.kind === "take_back");
  show(byId("acts"), now !== "follow" && (now !== "over" || lock.isOpen));
  byId("undo-words").textContent = t(isClearing ? "undo.clear" : "undo.last");
  byId("undo-mark").setAttribute("href", isClearing ? "#i-close" : "#i-undo");
  set(byId("undo"), { "aria-disabled": String(!isClearing && !mayUndo && !isUndoing) });
  const isIdle = now === "stroke" && !isEntering && !standing.isBehind;
  show(byId("strokes-here"), now === "board" && board.isEmpty && situation.log.find(({ struck }) => !struck)?.kind !== "board");
  show(byId("again"), isIdle && undo.taken !== null);
  show(byId("correct"), isIdle && situation.may_undo && situation.correct !== null);
  byId("forgo").textContent = situation.forgo;
  show(byId("forgo"), !isEntering && now !== "follow" && now !== "over" && !standing.isBehind && situation.may_undo && Boolean(situation.forgo));
}
