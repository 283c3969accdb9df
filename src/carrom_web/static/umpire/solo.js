/** The page of a set that its player counts: a tap a stroke, five boards, their average. It holds no law. */

import { closeDialog, connectDialogs, openDialog } from "../match/menu.js";
import { call, say } from "../match/speech.js";
import { byId, html, show } from "../site/dom.js";
import { t } from "../site/texts.js";
import { connectThemes, stayAwake } from "./awake.js";
import { storeSituation, readSituation } from "./device_store.js";
import { connectNewer } from "./newer.js";
import { Outbox } from "./outbox.js";
import { averageOf, boardsWith, Count } from "./solo_count.js";
import { onAnswer } from "./taps.js";

/** @typedef {import("../site/wire.js").View} View */
/** @typedef {import("./types.js").Line} Line */

const page = byId("set").dataset;
const pieces = Number(page.pieces);

/** @type {View} */
let view = JSON.parse(byId("view").textContent || "null");
/** @type {Line[]} */
let log = JSON.parse(byId("log").textContent || "[]");
/** @type {{ witness: string, film: string }} */
let seen = JSON.parse(byId("seen").textContent || "{}");
let isAsking = false; // whether so few strokes are right
let isRecalled = false; // what this phone knows of the set is taken up: a cached page is older

connectThemes(byId("theme"));
connectDialogs();
stayAwake();
const count = new Count(page.match ?? "");
const outbox = new Outbox(page.match ?? "", page.entries ?? "", page.token ?? "", {
  stored: ({ situation }) => receive(situation),
  changed: draw,
  elsewhere: () => {
    count.read();
    void refresh();
  },
  refused: (refusal) => {
    call(refusal.text || t("refused.unknown"));
    void refresh();
  },
});

byId("stroke").addEventListener("click", () => step(1));
onAnswer(byId("undo"), undo);
byId("cleared").addEventListener("click", () => finish(false));
onAnswer(byId("asking-yes"), () => (atCap() ? stop() : finish(true)));
onAnswer(byId("asking-no"), () => {
  if (atCap()) playOn();
  isAsking = false;
  draw();
});
byId("refused-again").addEventListener("click", () => outbox.again());
byId("refused-drop").addEventListener("click", () => {
  outbox.drop();
  void refresh();
});
byId("enter-form").addEventListener("submit", enter);
byId("attest-form").addEventListener("submit", attest);
for (const button of document.querySelectorAll("[data-open=attest]")) {
  button.addEventListener("click", () => {
    input("attest-witness").value = seen.witness;
    input("attest-film").value = seen.film;
  });
}
document.addEventListener("visibilitychange", () => !document.hidden && !outbox.pending.length && void refresh());
connectNewer(() => !outbox.pending.length && !isAsking && !document.querySelector("dialog[open]"));
void readSituation(page.match ?? "").then((stored) => stored && receive(stored)).finally(() => {
  isRecalled = true;
  draw();
});
void outbox.send(); // entries from before this page was closed
if (!outbox.pending.length) void refresh();

/** @param {string} id */
function input(id) {
  return /** @type {HTMLInputElement} */ (byId(id));
}

/** @param {import("./types.js").Situation} situation */
function receive(situation) {
  if (situation.view.version < view.version) return;
  view = situation.view;
  log = situation.log;
  void storeSituation(page.match ?? "", situation, null);
  draw();
}

async function refresh() {
  try {
    const answer = await fetch(page.entries ?? "", { headers: { Accept: "application/json" } });
    if (answer.ok) receive((await answer.json()).situation);
    else if (answer.status === 403) location.href = page.live ?? "/";
  } catch {
    // no network now; what stands here stays
  }
}

/** @returns {number} */
function cap() {
  return view.solo?.cap ?? Infinity;
}

function boards() {
  return boardsWith(view.solo?.boards ?? [], outbox.pending, cap());
}

/** @returns {boolean} whether the set has all its boards */
function isOver() {
  return view.phase === "over" ? !outbox.pending.some(({ request }) => request.kind === "take_back") : boards().length >= (view.solo?.per_set ?? Infinity);
}

/** @returns {number} strokes of the board in play that the record has one by one */
function enteredStrokes() {
  return outbox.pending.some(({ request }) => request.kind === "board" || request.kind === "take_back") ? 0 : view.solo?.strokes ?? 0;
}

/** @returns {boolean} the cap is reached, and it is to be said whether the board goes on */
function atCap() {
  if (isOver()) return false;
  if (view.awaiting.kind === "cap" && !outbox.pending.length) return true;
  return count.strokes === cap() && !count.isOn && enteredStrokes() < cap();
}

/** @param {number} by strokes */
function step(by) {
  if (isOver() || atCap()) return;
  count.set(count.board, count.strokes + by, count.isOn);
  isAsking = false;
  draw();
  say(atCap() ? byId("asking-text").textContent ?? "" : t("count.now", { count: count.strokes }));
}

/** @returns {{ kind: string, text: string } | null} the last entry that can be taken back */
function lastEntry() {
  const waiting = outbox.pending.at(-1);
  if (waiting) return waiting.request.kind === "take_back" ? null : { kind: String(waiting.request.kind), text: waiting.words };
  const line = log.find((each) => !each.struck && each.kind !== "take_back");
  if (!line) return null;
  const all = boards();
  const board = line.kind === "board" ? all.at(-1) : undefined;
  return { kind: line.kind, text: board ? boardWords(all.length, board) : line.text };
}

/**
 * @param {number} number
 * @param {{ how: string, strokes: number }} board
 */
function boardWords(number, { how, strokes }) {
  return t(how === "stopped" ? "logged.stopped" : "logged.cleared", { board: number, count: strokes });
}

/** Takes the last tap back; before the first tap of a board, the last entry. */
function undo() {
  if (!isOver() && count.strokes > enteredStrokes()) {
    count.set(count.board, count.strokes - 1, count.isOn && count.strokes - 1 > cap());
    isAsking = false;
    draw();
    say(t("count.now", { count: count.strokes }));
    return;
  }
  const last = lastEntry();
  if (!last) return;
  const before = boards();
  const again = last.kind === "board" ? before.at(-1) : undefined;
  outbox.add({ kind: "take_back" }, t("logged.undo"), view.version);
  if (again) count.set(before.length, again.strokes, again.how === "cleared" && again.strokes >= cap());
  draw();
}

/** @param {boolean} isSure the board was cleared in so few strokes */
function finish(isSure) {
  if (isOver() || !count.strokes) return;
  if (count.strokes < pieces && !isSure) {
    isAsking = true;
    draw();
    byId("asking-yes").focus();
    say(byId("asking-text").textContent ?? "");
    return;
  }
  tell("cleared", Math.min(count.strokes, cap()));
}

/** @param {"cleared" | "stopped"} ended @param {number} strokes */
function tell(ended, strokes) {
  isAsking = false;
  const words = boardWords(count.board, { how: ended, strokes });
  outbox.add({ kind: "board", ended, strokes }, words, view.version);
  say(words);
}

function stop() {
  if (view.awaiting.kind === "cap" && !outbox.pending.length) outbox.add({ kind: "cap", answer: "stop" }, t("logged.stopped", { board: count.board, count: cap() }), view.version);
  else tell("stopped", cap());
}

function playOn() {
  if (view.awaiting.kind === "cap" && !outbox.pending.length) outbox.add({ kind: "cap", answer: "play_on" }, t("logged.on"), view.version);
  count.set(count.board, count.strokes, true);
}

/** @param {Event} event */
function enter(event) {
  event.preventDefault();
  const strokes = Number(input("enter-strokes").value);
  const least = Math.min(enteredStrokes() + 1, cap());
  const wrong = !Number.isInteger(strokes) || strokes < least ? t("enter.few", { count: least }) : strokes > cap() ? t("enter.many", { count: cap() }) : "";
  byId("enter-wrong").textContent = wrong;
  show(byId("enter-wrong"), wrong !== "");
  if (wrong) {
    call(wrong);
    return;
  }
  closeDialog("enter");
  input("enter-strokes").value = "";
  count.set(count.board, strokes, true);
  finish(false);
}

/** @param {Event} event */
function attest(event) {
  event.preventDefault();
  const said = { witness: input("attest-witness").value.trim(), film: input("attest-film").value.trim() };
  if (!said.witness && !said.film) return;
  closeDialog("attest");
  seen = said;
  outbox.add({ kind: "attest", ...said }, seenWords(said), view.version);
}

/** @param {{ witness: string, film: string }} said */
function seenWords({ witness, film }) {
  return [witness && t("seen.by", { witness }), film && t("seen.film", { film })].filter(Boolean).join(". ");
}

function draw() {
  if (!isRecalled) return;
  const all = boards();
  const over = isOver();
  const perSet = view.solo?.per_set ?? 0;
  if (!over) count.follow(all.length + 1, enteredStrokes());
  document.body.dataset.version = String(view.version); // for those who check the page
  byId("board-title").textContent = over ? t("set.over") : t("set.board", { board: count.board, boards: perSet });
  const scores = all.map(({ score }) => score);
  const average = outbox.pending.length ? averageOf(scores) : view.solo?.average ?? "";
  byId("count").textContent = over ? average : String(count.strokes);
  byId("count-unit").textContent = over ? t("set.average") : t("count.unit", { count: count.strokes });
  byId("count-more").textContent = !over && count.strokes > cap() ? t("count.capped", { count: cap() }) : "";
  const asked = !over && (atCap() || isAsking);
  show(byId("asking"), asked);
  show(byId("counting"), !asked);
  show(byId("stroke"), !over);
  show(byId("cleared"), !over);
  show(byId("another"), over);
  show(byId("enter-open"), !over);
  if (asked) {
    byId("asking-text").textContent = atCap() ? t("cap.text", { count: cap() }) : t("few.text", { count: count.strokes, pieces });
    byId("asking-yes").textContent = atCap() ? t("cap.stop", { count: cap() }) : t("few.yes", { count: count.strokes });
    byId("asking-no").textContent = t(atCap() ? "cap.on" : "few.no");
  }
  const last = lastEntry();
  const isTap = !over && count.strokes > enteredStrokes();
  byId("undo").textContent = isTap || !last ? t("undo.tap") : t("undo.entry", { text: last.text });
  /** @type {HTMLButtonElement} */ (byId("undo")).disabled = !isTap && !last;
  /** @type {HTMLButtonElement} */ (byId("cleared")).disabled = !count.strokes;
  byId("boards").replaceChildren(...Array.from({ length: perSet }, (_, i) => row(i + 1, all[i], over)));
  byId("average").textContent = average || t("set.none");
  byId("average-name").textContent = t(over ? "set.average" : "set.so_far");
  drawSeen();
  drawUnsent();
}

/**
 * @param {number} number
 * @param {ReturnType<typeof boards>[number] | undefined} board
 * @param {boolean} over
 */
function row(number, board, over) {
  const now = !board && !over && number === count.board;
  const cell = html("td", { class: board ? "n strong" : "n muted" }, board ? String(board.score) : now ? t("set.now", { count: count.strokes }) : "–");
  if (board?.how === "stopped") cell.append(html("span", { class: "small muted" }, ` ${t("set.stopped")}`));
  if (board?.waits) cell.append(" ", html("span", { class: "chip warn" }, t("set.waits")));
  return html("tr", now ? { "aria-current": "true" } : {}, html("th", { scope: "row" }, t("set.row", { board: number })), cell);
}

function drawSeen() {
  const parts = [html("span", {}, seen.witness ? t("seen.by", { witness: seen.witness }) : seen.film ? "" : t("seen.nobody"))];
  if (/^https?:\/\//i.test(seen.film)) parts.push(html("a", { href: seen.film, rel: "noopener nofollow", target: "_blank" }, t("seen.link")));
  byId("seen-text").replaceChildren(...parts.flatMap((part) => [part, " "]));
}

function drawUnsent() {
  const chip = byId("unsent");
  const waiting = outbox.pending.length;
  show(chip, waiting > 0 || !chip.hidden);
  chip.className = waiting ? "chip warn" : "chip ok";
  chip.textContent = !waiting ? t("unsent.sent") : !outbox.isStored ? t("unsent.page", { count: waiting })
    : outbox.isOffline || outbox.refusal || !outbox.sending ? t("unsent.here", { count: waiting }) : t("unsent.sending");
  show(byId("refused"), outbox.refusal !== null);
  byId("refused-text").textContent = outbox.refusal ? t("refused.text", { text: outbox.refusal.text || t("refused.unknown"), count: waiting }) : "";
}

byId("enter-open").addEventListener("click", () => {
  closeDialog("menu");
  openDialog("enter");
  input("enter-strokes").focus();
});
