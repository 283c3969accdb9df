/** The entries of a sheet: its scorer corrects one of them, and sees what that changes before confirming. It holds no law. */

import { closeDialog, connectDialogs, openDialog } from "../match/menu.js";
import { call } from "../match/speech.js";
import { byId, html, show } from "../site/dom.js";
import { t } from "../site/texts.js";
import { BoardForm } from "./board_form.js";
import { EntriesHere } from "./entries_here.js";
import { newId, post } from "./outbox.js";
import { StrokeDraft } from "./stroke.js";
import { StrokeKeys } from "./stroke_keys.js";

/** @typedef {import("./types.js").CorrectableEntry} CorrectableEntry */
/** @typedef {import("./types.js").Changes} Changes */
/** @typedef {import("./types.js").Fact} Fact */
/** @typedef {"stroke" | "board" | "points" | "leave"} How */

const dialog = byId("amend");
const page = dialog.dataset;
const sides = JSON.parse(byId("sides").textContent || "[]");
/** @type {Fact[]} */
const facts = JSON.parse(byId("facts").textContent || "[]");
const stroke = new StrokeDraft();
const keys = new StrokeKeys(stroke, { changed, factWords: (fact) => facts.find(({ key }) => key === fact)?.text ?? fact });
const board = new BoardForm(byId("amend-board"), () => {
  drawBoard();
  judge();
});
const declared = /** @type {HTMLSelectElement} */ (byId("amend-declared"));
const extra = /** @type {HTMLInputElement} */ (byId("amend-extra"));
const why = /** @type {HTMLInputElement} */ (byId("amend-why"));
const confirm = /** @type {HTMLButtonElement} */ (byId("amend-confirm"));
const outcome = byId("amend-outcome");

/** @type {CorrectableEntry | null} */
let original = null;
/** @type {How} */
let how = "leave";
let asked = 0; // drafts that were sent: an answer to an older one is passed over
const sending = { id: "", request: "" }; // what was sent keeps its id until it is answered

const here = new EntriesHere(
  { match: page.match ?? "", entries: page.entries ?? "", token: page.token ?? "", version: Number(page.version) },
  byId("entries"), byId("here"),
  { correct: (number) => void open(number), takeBack: () => void send({ kind: "take_back" }), refused: ({ text }) => call(text || t("amend.impossible")) },
);
connectDialogs();
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-correct]"))) {
  button.addEventListener("click", () => void open(button.dataset.correct ?? ""));
  button.disabled = false; // before this a tap would be lost
}
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("#take-back"))) {
  button.addEventListener("click", () => void send({ kind: "take_back" }));
  button.disabled = false;
}
declared.replaceChildren(html("option", { value: "" }, "–"), ...facts.map(({ key, text }) => html("option", { value: key }, text)));
declared.addEventListener("change", () => {
  if (!declared.value) return;
  stroke.declare(declared.value, stroke.facts.by_opponent);
  declared.value = "";
  changed();
});
extra.addEventListener("input", judge);
byId("amend-turns").addEventListener("change", judge);
confirm.addEventListener("click", () => {
  const request = wanted();
  if (request) void send(request);
});

function changed() {
  drawStroke();
  judge();
}

/** @param {string} number of the entry that is corrected */
async function open(number) {
  const answer = here.isUsed ? null : await fetch(`${page.history}${number}/`, { headers: { Accept: "application/json" } }).catch(() => null);
  if (answer && !answer.ok) {
    call((await answer.json().catch(() => ({ text: "" }))).text);
    return;
  }
  original = answer ? /** @type {CorrectableEntry} */ (await answer.json()) : await here.correctable(number);
  if (!original) {
    call(t("amend.offline"));
    return;
  }
  byId("amend-title").textContent = t("amend.title", { number });
  byId("amend-was").textContent = t("amend.was", { text: original.text });
  if (original.facts) stroke.take(original.facts, original.toggles);
  else stroke.clear();
  board.clear();
  if (original.board) board.take(original.board);
  extra.value = String(original.points ?? 0);
  why.value = "";
  extra.max = String(original.most);
  /** @type {HTMLInputElement} */ (dialog.querySelector("[name=turns][value=keep]")).checked = true;
  const ways = /** @type {How[]} */ ({ stroke: original.solo ? ["stroke"] : ["stroke", "board"], board: original.solo ? [] : ["board"], points: ["points"], leave: [] }[original.may] ?? []);
  byId("amend-how").replaceChildren(...[...ways, /** @type {How} */ ("leave")].map((way) => choice(way)));
  outcome.style.minHeight = "";
  choose(ways[0] ?? "leave");
  openDialog("amend");
}

/** @param {How} way */
function choice(way) {
  const input = html("input", { type: "radio", name: "how", value: way, id: `how-${way}` });
  input.addEventListener("change", () => choose(way));
  return html("label", {}, input, html("span", {}, t(`amend.${way}`)));
}

/** @param {How} way */
function choose(way) {
  how = way;
  /** @type {HTMLInputElement} */ (byId(`how-${way}`)).checked = true;
  show(byId("amend-how"), byId("amend-how").children.length > 1);
  show(byId("amend-stroke"), way === "stroke");
  show(byId("amend-board"), way === "board");
  show(byId("amend-points"), way === "points");
  if (way === "stroke") drawStroke();
  if (way === "board") drawBoard();
  judge();
}

/** @returns {Record<string, unknown> | null} the correction as it is sent; null while something is still to be said */
function wanted() {
  if (!original) return null;
  const turns = /** @type {HTMLInputElement | null} */ (dialog.querySelector("[name=turns]:checked"))?.value ?? "keep";
  const request = { kind: "amend", number: original.number, turns, why: why.value.trim() };
  if (how === "stroke") return stroke.isStarted && !keys.question ? { ...request, facts: stroke.asSent() } : null;
  if (how === "board") {
    const said = board.asSent({ breaks: original.breaks });
    return said && { ...request, board: { kind: "board", ...said } };
  }
  return how === "points" ? { ...request, points: Number(extra.value) } : request;
}

/** Asks what the laws say, and what else changes by it. Nothing is stored. */
async function judge() {
  asked += 1;
  const number = asked;
  const request = wanted();
  confirm.disabled = true;
  outcome.style.minHeight = dialog.scrollTop ? `${outcome.offsetHeight}px` : ""; // if it shrank, keys that were scrolled would move under a finger
  verdict("", request ? t("amend.asking") : "");
  show(byId("amend-changes"), false);
  if (!request) return;
  let said = here.isUsed ? await here.draft(request) : await post(page.draft ?? "", page.token ?? "", { request });
  if (!said.ok && !said.refusal && !here.isUsed) said = await here.draft(request);
  if (number !== asked) return;
  const refusal = said.refusal ?? said.answer?.refused ?? null;
  if (refusal || !said.ok) {
    verdict(refusal ? t("amend.impossible") : "", refusal ? refusal.text : t("amend.offline"));
    return;
  }
  const changes = /** @type {Changes} */ (said.answer.changes);
  verdict("", said.answer.entry.text);
  drawChanges(changes);
  confirm.disabled = false;
}

/**
 * @param {string} headline
 * @param {string} sentence
 */
function verdict(headline, sentence) {
  byId("amend-headline").textContent = headline;
  byId("amend-sentence").textContent = sentence;
  byId("amend-verdict").className = headline ? "note bad" : "";
}

/** @param {Changes} changes */
function drawChanges(changes) {
  show(byId("amend-changes"), true);
  show(byId("amend-turns"), changes.turns);
  const rows = [
    row(t("changes.match"), changes.score.was, changes.score.now), row(t("changes.next"), changes.awaiting.was, changes.awaiting.now),
    ...changes.boards.filter((each) => each.changed).map((each) => row(t("changes.board", { board: each.name }), each.was, each.now)),
  ];
  const head = html("tr", {}, html("td", {}), html("th", { scope: "col" }, t("changes.before")), html("th", { scope: "col" }, t("changes.now")));
  byId("changes-score").replaceChildren(html("thead", {}, head), html("tbody", {}, ...rows));
  byId("changes-list").replaceChildren(...changes.entries.map((each) => html("li", {}, html("b", {}, `${each.number} `),
    each.was ? html("span", { class: "was" }, each.was) : t("changes.new"), html("br"),
    each.why ? html("span", { class: "why" }, t("changes.lapsed", { text: each.why })) : html("span", {}, each.now || t("changes.left_out")))));
  if (!changes.entries.length) byId("changes-list").replaceChildren(html("li", {}, t("amend.nothing")));
  byId("changes-same").textContent = changes.same ? t("changes.same", { count: changes.same }) : "";
}

/**
 * @param {string} name
 * @param {string} was
 * @param {string} now
 */
function row(name, was, now) {
  return html("tr", {}, html("th", { scope: "row" }, name), html("td", {}, was || "–"), html("td", was === now ? {} : { class: "strong" }, now || "–"));
}

function drawBoard() {
  if (original) board.draw({ view: { sides }, breaks: original.breaks, ends: original.ends });
}

function drawStroke() {
  if (!original) return;
  const own = original.side ? original.colours[original.side] : null;
  keys.draw(own ?? "white", Boolean(own) && !original.solo, original.toggles);
}

/**
 * Records a request as the sheet's next entry, and shows the entries again.
 *
 * @param {Record<string, unknown>} request
 */
async function send(request) {
  const same = JSON.stringify(request);
  if (sending.request !== same) Object.assign(sending, { id: newId(), request: same });
  confirm.disabled = true;
  const said = here.isUsed ? { ok: false } : await post(page.entries ?? "", page.token ?? "", { id: sending.id, after: Number(page.version), request });
  if (!said.ok && !said.refusal && (await here.begin())) {
    closeDialog("amend");
    const words = request.kind === "take_back" ? t("here.undo") : byId("amend-sentence").textContent || byId("amend-title").textContent || "";
    await here.keep(request, words, sending.id);
    sending.request = "";
    return;
  }
  if (said.ok) {
    closeDialog("amend");
    location.hash = `e${said.answer.number}`;
    location.reload();
    return;
  }
  confirm.disabled = false;
  verdict(said.refusal ? t("amend.impossible") : "", said.refusal ? said.refusal.text : t("amend.offline"));
  call(said.refusal?.text || t("amend.offline"));
}
