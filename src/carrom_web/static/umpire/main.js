/** The page of a sheet: a match on a real board, scored by its umpire. It draws what the server says and asks; it holds no law. */

import { vibrate } from "../board/sound.js";
import { closeDialog, connectDialogs } from "../match/menu.js";
import { asTheySit, showBoards, sideToPlay } from "../match/situation.js";
import { call, say } from "../match/speech.js";
import { byId, set, show } from "../site/dom.js";
import { t } from "../site/texts.js";
import { recordsAfter, Ring } from "./automatic.js";
import { stayAwake } from "./awake.js";
import { showBoardQuestion, showLast, showQuestion, showRuling, showTakenBack } from "./band.js";
import { BoardForm } from "./board_form.js";
import { Choices } from "./choices.js";
import { showInterval, StrokeClock } from "./clock.js";
import { Dialogs } from "./dialogs.js";
import { FixedKeys } from "./fixed_keys.js";
import { UnfinishedStroke } from "./unfinished_stroke.js";
import { Lead } from "./lead.js";
import { showDifferences, showUnsent, showLog } from "./log.js";
import { connectNewer, noteVersion } from "./newer.js";
import { Outbox } from "./outbox.js";
import { Lock } from "./over.js";
import { showScore } from "./score.js";
import { ScorerLock } from "./scorer.js";
import { connectScreen, placeLog } from "./screen.js";
import { Standing } from "./standing.js";
import { StrokeDraft } from "./stroke.js";
import { onAnswer } from "./taps.js";

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
const ring = new Ring(() => recordDraft());
const lock = new Lock(page.begin ?? "", draw);
const COINS = 9;
const SCORE_ONLY = "#score";
const STAYS = ["facts", "note", "rename", "take_back", "declare", "correct", "forgo", "colour", "board"]; // after these the keys stay until it is known how the sheet stands
const RECORDED = 20; // ms of vibration
let correcting = false;
let asked = 0; // drafts that were sent: an answer to an older one is passed over
let isAsking = false; // the ruling that is shown is not yet that of the current entry
let isDue = false; // Record was tapped before that ruling was there
let undos = 0; // taps on Undo that wait until it is known how the sheet stands
const CLEARED = 400; // ms after a tap on Clear in which another one is not meant for Undo, which is in its place
let clearedAt = -Infinity;
/** @type {{ facts: Record<string, unknown>, text: string } | null} the stroke that was taken back last, until the next tap */
let taken = null;
let isRestored = false; // the stroke on the keys is as it was when the page was left: it is not recorded by itself
let isRecalled = false; // what this phone knows of the sheet is taken up
/** @type {import("./standing.js").Draft | null} */
let draft = null;

connectDialogs();
connectScreen(() => draw());
stayAwake();
if (location.hash === SCORE_ONLY) choices.choose("boards", true); // the sheet was started so
const board = new BoardForm(byId("board-panel"), () => {
  isDue = false;
  taken = null;
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
  if (isNew && (draft || !keys.isEmpty)) onANewBoard();
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
byId("record").addEventListener("click", () => byId("record").getAttribute("aria-disabled") !== "true" && recordDraft());
byId("undo").addEventListener("click", ({ timeStamp }) => undoOrClear(timeStamp));
byId("correct").addEventListener("click", () => {
  closeDialog("more");
  correct();
});
byId("again").addEventListener("click", putBack);
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
byId("strokes-here").addEventListener("click", () => {
  choices.choose("boards", false);
  draw();
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
  if (draft || !keys.isEmpty) onANewBoard();
}

/** What was reported meanwhile stands on a board that has moved on. */
function onANewBoard() {
  if (stroke.isStarted && !correcting) half.keep(situation.view.version);
  judge();
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
  if (request.kind !== "take_back") taken = null;
  if (request.kind === "toss" && request.winner === null && outbox.isOffline) request.winner = crypto.getRandomValues(new Uint8Array(1))[0] % 2 ? "a" : "b"; // no server to toss
  outbox.add(request, words, standing.stored.view.version);
}

/** The current entry has changed. */
function entryChanged() {
  ring.stop();
  taken = null;
  isRestored = false;
  if (stroke.isStarted) strokeClock.pause(); // the stroke is made
  else if (keys.isEmpty) draft = null;
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
  if (keys.asks) return null;
  if (keys.aside) return { kind: "declare", facts: [keys.aside.foul.key], about: keys.aside.about, made: false };
  if (!stroke.isStarted) return null;
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
  const isNothing = keys.isNothing && !stroke.facts.declared.length && !correcting && !said.judged?.ends_board; // nothing can be added to it
  const isBoard = mode() === "board" && board.isUsual && recordsAfter() > 0; // its third tap says all
  if ((isDue || isNothing || isBoard) && !said.refusal && (isDue || said.judged)) {
    isDue = true;
    recordWhatIsDue();
    return;
  }
  isDue = false;
  const { judged } = draft;
  const mayRing = mode() === "stroke" && !correcting && !isRestored; // the end of a board is never recorded by itself
  if (mayRing && judged && !judged.ends_board) ring.start();
  drawVerdict();
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
  clearedAt = -Infinity; // from here Undo is for this entry, however soon
  const words = (isAsking ? null : draft?.judged?.ruling?.sentence) ?? strokeWords();
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
    clearedAt = time;
    cancel();
  } else if (time - clearedAt > CLEARED) undo();
}

/** Takes the last entry back. Another tap, before it is known how the sheet stands without it, takes back the one before. */
function undo() {
  undos += 1;
  goOnUndoing();
}

function goOnUndoing() {
  if (!undos || (standing.isBehind && !outbox.isOffline)) return;
  undos -= 1;
  if (!situation.may_undo) {
    undos = 0;
    return;
  }
  const last = situation.log.find(({ struck }) => !struck);
  taken = last?.kind === "facts" && situation.correct ? { facts: { ...situation.correct.facts }, text: last.brief } : null;
  record({ kind: "take_back" }, t("undo.words"));
}

/** Records the stroke again that was taken back. */
function putBack() {
  if (taken) record({ kind: "facts", facts: taken.facts }, taken.text);
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
  if (standing.isBehind && outbox.pending.some(({ request }) => !STAYS.includes(String(request.kind)))) return "waiting";
  if (standing.isBehind && outbox.isOffline && outbox.pending.some(({ request }) => !["facts", "note", "rename"].includes(String(request.kind)))) return "waiting";
  if (phase === "over") return "over";
  const isCalled = awaiting.kind === "stroke" || (situation.step === "play" && (choices.has("boards") || stroke.isStarted)); // the entry then implies that play was called
  if (!isCalled) return "options";
  return choices.has("boards") && !stroke.isStarted && !situation.view.solo ? "board" : "stroke";
}

function draw() {
  if (!isRecalled) return;
  const { view } = situation;
  const now = mode();
  const { isBehind } = standing;
  document.body.dataset.version = String(view.version); // for those who check the page
  document.body.dataset.mode = now;
  showScore(situation, { swapped: choices.has("swapped"), isKnown: !isBehind });
  placeLog(now === "stroke");
  showBoards(byId("boards"), view);
  showUnsent(outbox);
  showLog(situation, standing.stored.view.version, isBehind ? outbox.pending : []);
  dialogs.show(situation);
  byId("entry-title").textContent = now === "over" || now === "follow" ? view.result?.text ?? view.awaiting.text : now === "waiting" ? t("title.waiting")
    : correcting ? t("title.correct") : now === "stroke" ? t("title.stroke") : now === "board" ? t("title.board", { board: view.board_number }) : view.awaiting.text;
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
  else if (isEntering) showRuling(draft, [...(keys.aside ? [keys.aside.foul.text] : []), ...keys.said().map(({ text }) => text)].join(" · "));
  else if (now === "board") showBoardQuestion(situation, board.question(situation), !board.isEmpty);
  else if (taken && outbox.pending.at(-1)?.request.kind !== "facts") showTakenBack(situation, taken.text);
  else showLast(situation);
  const endsBoard = draft?.judged?.ends_board === true && isEntering;
  byId("record-words").textContent = question ? t("record.answer") : now === "board" ? t("record.board", { board: situation.view.board_number })
    : correcting ? t("record.correct") : endsBoard ? t("record.end") : t("record.stroke");
  const isReady = isEntering && question === null && (isAsking || (draft !== null && draft.refusal === null));
  show(byId("record"), now === "stroke" || now === "board");
  set(byId("record"), { "aria-disabled": String(!isReady), "aria-busy": String(isAsking) });
  const isClearing = isEntering || correcting || (now === "board" && !board.isEmpty);
  const mayUndo = now !== "follow" && situation.may_undo && (now !== "over" || lock.isOpen);
  const isUndoing = outbox.pending.some(({ request }) => request.kind === "facts" || request.kind === "take_back");
  show(byId("acts"), now !== "follow" && (now !== "over" || lock.isOpen));
  byId("undo-words").textContent = t(isClearing ? "undo.clear" : "undo.last");
  byId("undo-mark").setAttribute("href", isClearing ? "#i-close" : "#i-undo");
  set(byId("undo"), { "aria-disabled": String(!isClearing && !mayUndo && !isUndoing) });
  const isIdle = now === "stroke" && !isEntering && !standing.isBehind;
  show(byId("strokes-here"), now === "board" && board.isEmpty && situation.log.find(({ struck }) => !struck)?.kind !== "board");
  show(byId("again"), isIdle && taken !== null);
  show(byId("correct"), isIdle && situation.may_undo && situation.correct !== null);
  byId("forgo").textContent = situation.forgo;
  show(byId("forgo"), !isEntering && now !== "follow" && now !== "over" && !standing.isBehind && situation.may_undo && Boolean(situation.forgo));
}
