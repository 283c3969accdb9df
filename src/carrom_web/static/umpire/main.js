/** The page of a sheet: a match on a real board, scored by its umpire. It draws what the server says and asks; it holds no law. */

import { closeDialog, connectDialogs } from "../match/menu.js";
import { showBoards, showSides, sideToPlay } from "../match/situation.js";
import { call, say } from "../match/speech.js";
import { byId, set, show } from "../site/dom.js";
import { t } from "../site/texts.js";
import { connectThemes, stayAwake } from "./awake.js";
import { BoardForm } from "./board_form.js";
import { Choices } from "./choices.js";
import { showInterval, StrokeClock } from "./clock.js";
import { Dialogs } from "./dialogs.js";
import { UnfinishedStroke } from "./unfinished_stroke.js";
import { Lead } from "./lead.js";
import { showDifferences, showUnsent, showLog } from "./log.js";
import { connectNewer, noteVersion } from "./newer.js";
import { Outbox } from "./outbox.js";
import { Lock } from "./over.js";
import { ScorerLock } from "./scorer.js";
import { Standing } from "./standing.js";
import { StrokeDraft } from "./stroke.js";
import { StrokeKeys } from "./stroke_keys.js";
import { onAnswer } from "./taps.js";
import { showLast, showQuestion, showRuling } from "./verdict.js";

/** @typedef {import("./types.js").Situation} Situation */

const page = byId("sheet").dataset;
const match = page.match ?? "";

/** @type {Situation} */
let situation = JSON.parse(byId("situation").textContent || "null");
const choices = new Choices(match);
const stroke = new StrokeDraft();
const half = new UnfinishedStroke(match, stroke);
const keys = new StrokeKeys(stroke, {
  tapped: recordWhatIsDue, changed: entryChanged, factWords: (fact) => dialogs.facts.find(({ key }) => key === fact)?.text ?? fact, coins: ["s34", "s38"], more: "more", empty: t("fell.yet"),
});
const lock = new Lock(page.begin ?? "", draw);
let correcting = false;
let asked = 0; // drafts that were sent: an answer to an older one is passed over
let isAsking = false; // the ruling that is shown is not yet that of the current entry
let isDue = false; // Record was tapped before that ruling was there
let undos = 0; // taps on Undo that wait until it is known how the sheet stands
const STILL = 400; // ms after a tap on Undo in which the page stands still, so that the next one finds the key where it was
let stillUntil = 0;
let later = 0; // the timer of what is drawn then
let isRecalled = false; // what this phone knows of the sheet is taken up
/** @type {import("./standing.js").Draft | null} */
let draft = null;

connectThemes(byId("theme"));
connectDialogs();
stayAwake();
const board = new BoardForm(byId("board-panel"), () => {
  isDue = false;
  board.draw(situation);
  judge();
});
const strokeClock = new StrokeClock(byId("clock"), byId("lapse"), { record, startsItself: () => situation.ceremony && !choices.has("clock-by-hand") });
const lead = new Lead({
  record,
  early: (fact) => {
    recordWhatIsDue();
    stroke.declare(fact, false);
    entryChanged();
  },
  draw: () => draw(),
});
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
      goOnUndoing();
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
  if (isNew && (draft || stroke.isStarted)) onANewBoard();
  else if (isNew) void goOn();
  else if (draft?.isOffline && !draft.isHere && standing.laws.isReady) judge(); // the entry can be ruled by now
  goOnUndoing();
});

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
byId("record").addEventListener("click", recordDraft);
byId("cancel").addEventListener("click", cancel);
onAnswer(byId("undo"), undo);
onAnswer(byId("correct"), correct);
onAnswer(byId("forgo"), () => record({ kind: "forgo" }, situation.forgo));
byId("swap").addEventListener("click", () => {
  choices.toggle("swapped");
  closeDialog("menu");
  draw();
});
byId("way").addEventListener("click", () => {
  choices.toggle("boards");
  closeDialog("menu");
  cancel();
});
byId("clock-auto").addEventListener("click", () => {
  choices.toggle("clock-by-hand");
  draw();
});
onAnswer(byId("pass"), () => {
  closeDialog("menu");
  record({ kind: "pass" }, t("pass.words"));
});
byId("refused-again").addEventListener("click", () => outbox.again());
byId("refused-drop").addEventListener("click", () => {
  outbox.drop();
  void refresh();
});
/** @type {HTMLAnchorElement} */ (byId("live")).href = page.live ?? "";
/** @type {HTMLAnchorElement} */ (byId("record-link")).href = page.record ?? "";
document.addEventListener("visibilitychange", () => !document.hidden && !outbox.pending.length && void refresh());
byId("differs-seen").addEventListener("click", () => standing.seen());
void standing.recall().finally(() => { // a cached page is older than what this phone knows: nothing is shown before
  isRecalled = true;
  draw();
  void goOn();
  if (scorer.isMine) standing.start();
});
connectNewer(() => !stroke.isStarted && !correcting && !document.querySelector("dialog[open]"));
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
  if (draft || stroke.isStarted) onANewBoard();
}

/** The current entry is for a board that has moved on. */
function onANewBoard() {
  if (stroke.isStarted && !correcting) half.keep(situation.view.version);
  judge();
}

/** Restores the unfinished stroke from when this page was left. */
async function goOn() {
  if (await half.take(situation.view.version)) entryChanged();
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
  if (request.kind === "toss" && request.winner === null && outbox.isOffline) request.winner = crypto.getRandomValues(new Uint8Array(1))[0] % 2 ? "a" : "b"; // no server to toss
  outbox.add(request, words, standing.stored.view.version);
}

/** The current entry has changed. */
function entryChanged() {
  stillUntil = 0;
  if (stroke.isStarted) strokeClock.pause(); // the stroke is made
  else draft = null;
  if (!correcting) half.keep(situation.view.version);
  draw();
  judge();
}

/** @returns {Record<string, unknown> | null} what would be recorded now */
function wanted() {
  if (!scorer.isMine) return null;
  if (mode() === "board") {
    const report = board.asSent(situation);
    return report && { kind: "board", ...report };
  }
  if (!stroke.isStarted || keys.question) return null;
  const facts = stroke.asSent();
  return { kind: correcting ? "correct" : "facts", facts };
}

/** Asks how the laws rule on the current entry. Nothing is stored by it. */
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
  draft = said;
  document.body.dataset.ruled = String(Math.round(performance.now() - began)); // ms, for those who check the page
  if (isDue && !said.refusal) {
    recordWhatIsDue();
    return;
  }
  isDue = false;
  drawVerdict();
  const { judged } = draft;
  if (judged) say([judged.ruling?.sentence ?? judged.text, ...judged.follows].join(" "));
}

/** Records the entry, as soon as its ruling is there: a tap that comes before it counts as well. */
function recordDraft() {
  isDue = isAsking || !draft?.refusal;
  if (!isAsking) recordWhatIsDue();
}

/** Records what Record was tapped for: its ruling is there, or the next tap belongs to the next stroke. */
function recordWhatIsDue() {
  const request = isDue ? wanted() : null;
  isDue = false;
  if (!request) return;
  const words = (isAsking ? null : draft?.judged?.ruling?.sentence) ?? strokeWords();
  clear();
  record(request, words);
}

/** Takes the last entry back. Another tap, before it is known how the sheet stands without it, takes back the one before. */
function undo() {
  undos += 1;
  stillUntil = performance.now() + STILL;
  goOnUndoing();
}

function goOnUndoing() {
  if (!undos || (standing.isBehind && !outbox.isOffline)) return;
  undos -= 1;
  if (situation.may_undo) record({ kind: "take_back" }, t("undo.words"));
  else undos = 0;
}

function cancel() {
  clear();
  draw();
}

/** No entry or correction is under way any more. */
function clear() {
  stroke.clear();
  half.keep(situation.view.version);
  board.clear();
  correcting = false;
  draft = null;
  isAsking = false;
  isDue = false;
  asked += 1;
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

/** @returns {"follow" | "stroke" | "board" | "options" | "over" | "waiting"} what the page asks for */
function mode() {
  const { awaiting, phase } = situation.view;
  if (!scorer.isMine) return "follow";
  if (correcting) return "stroke";
  if (standing.isBehind && outbox.pending.some(({ request }) => request.kind !== "facts" && request.kind !== "note")) return "waiting";
  if (phase === "over") return "over";
  const isCalled = awaiting.kind === "stroke" || (situation.step === "play" && (choices.has("boards") || stroke.isStarted)); // the entry then implies that play was called
  if (!isCalled) return "options";
  return choices.has("boards") && !stroke.isStarted && !situation.view.solo ? "board" : "stroke";
}

function draw() {
  if (!isRecalled) return;
  const wait = stillUntil - performance.now();
  clearTimeout(later);
  if (wait > 0) {
    later = setTimeout(draw, wait);
    return;
  }
  const { view } = situation;
  const now = mode();
  const { isBehind } = standing;
  document.body.dataset.version = String(view.version); // for those who check the page
  document.body.dataset.mode = now;
  showSides(byId("sides"), view, { swapped: choices.has("swapped"), warnings: situation.warnings, attempt: situation.attempt, unknown: isBehind });
  showBoards(byId("boards"), view);
  showUnsent(outbox);
  showLog(situation, standing.stored.view.version, isBehind ? outbox.pending : []);
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
  if (now === "stroke") drawKeys();
  lead.drawColour(byId("colour"), situation, now === "stroke" && !isBehind);
  if (now === "board") board.draw(situation);
  if (now === "options") lead.drawSteps(byId("options-panel"), situation);
  if (now === "over") lock.draw(byId("options-panel"));
  const byBoards = choices.has("boards");
  byId("way").textContent = t(byBoards ? "way.strokes" : "way.boards");
  for (const id of ["way", "swap"]) show(byId(id), !view.solo);
  show(byId("clock-auto"), situation.ceremony && page.strokeSeconds !== "");
  byId("clock-auto").setAttribute("aria-pressed", String(!choices.has("clock-by-hand")));
  show(byId("pass"), view.may.pass && now === "stroke");
  show(byId("stop-open"), view.awaiting.kind === "stroke");
  show(byId("concede-open"), view.may.concede && view.sides.length > 1);
  byId("laws-here").textContent = t(`laws.${standing.laws.state}`);
  showDifferences(standing.differences);
  drawVerdict();
}

/** The keys of the stroke that is entered, or corrected: they name colours alone while whose turn it is is not known. */
function drawKeys() {
  const { view, correct: corrected } = situation;
  const player = correcting ? view.sides.find(({ side }) => side === corrected?.side) : sideToPlay(view);
  const turn = standing.isBehind || view.colours_open || view.solo ? undefined : player;
  keys.draw(turn?.colour ?? "white", turn !== undefined, (correcting ? corrected?.toggles : undefined) ?? situation.toggles);
}

/** The ruling before it is recorded; without a current entry, the last one. */
function drawVerdict() {
  const now = mode();
  const isEntering = now === "board" ? wanted() !== null : now !== "follow" && stroke.isStarted;
  if (isEntering && keys.question) showQuestion();
  else if (isEntering) showRuling(draft);
  else showLast(situation);
  const recordButton = /** @type {HTMLButtonElement} */ (byId("record"));
  recordButton.textContent = now === "board" ? t("record.board", { board: situation.view.board_number }) : correcting ? t("record.correct") : t("record.stroke");
  show(recordButton, now === "stroke" ? isEntering : now === "board");
  recordButton.disabled = !isEntering || keys.question !== undefined || (!isAsking && (draft === null || draft.refusal !== null));
  set(recordButton, { "aria-busy": String(isAsking) });
  show(byId("cancel"), isEntering || correcting);
  const mayUndo = now !== "follow" && !isEntering && situation.may_undo && !standing.isBehind && (now !== "over" || lock.isOpen);
  const isUndoing = now !== "follow" && !isEntering && !outbox.isOffline && outbox.pending.at(-1)?.request.kind === "take_back";
  show(byId("afterwards"), mayUndo || isUndoing);
  show(byId("correct"), mayUndo && situation.correct !== null);
  byId("forgo").textContent = situation.forgo;
  show(byId("forgo"), mayUndo && Boolean(situation.forgo) && now !== "over");
}
