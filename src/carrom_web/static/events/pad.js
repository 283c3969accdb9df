/**
 * The result pad (`events/pad.html`): every link with `data-pad` opens it. What is entered becomes one short text, which
 * the server judges: what it decides is asked while one taps, and stored by Save. Without a network a result is stored in
 * this browser and sent by itself (`events/unsent.js`).
 */

import { byId, html, show } from "../site/dom.js";
import { t } from "../site/texts.js";
import { send } from "./unsent.js";

/** @typedef {{ url: string, a: string, b: string, ways: string[], games: number }} Match */
/** @typedef {{ finished: string, left: number, queen: string }} Board */
/** @typedef {{ says?: string, notes?: { text: string, warn: boolean }[], problem?: string }} Decided */

const CHOSEN = "carrom.pad";
const QUEEN = 3; // points that she is worth; the server counts again
const FULL = "25";

const pad = /** @type {HTMLDialogElement} */ (byId("pad"));
const save = /** @type {HTMLButtonElement} */ (byId("pad-save"));
const timeUp = /** @type {HTMLInputElement} */ (byId("pad-time-up"));
const saves = save.textContent ?? "";
/** @type {Match} */
let match = { url: "", a: "", b: "", ways: [], games: 1 };
let way = "";
let winner = "";
let games = "";
/** @type {[string, string]} */
let total = ["", ""];
/** @type {string[]} games before the one that is typed */
let totals = [];
let at = 0;
/** @type {Board[]} */
let boards = [];
/** @type {Partial<Board>} */
let board = {};
let asked = 0;
/** @type {HTMLElement | null} where there are several results of one kind, the next that is missing */
let following = null;
/** @type {Set<string>} what this page has saved, which may not show it yet */
const saved = new Set();

/** @param {string} selector */
const all = (selector) => /** @type {NodeListOf<HTMLElement>} */ (pad.querySelectorAll(selector));
/** @param {string} side */
const nameOf = (side) => (side === "a" ? match.a : match.b);

/** @param {HTMLElement} link */
function open(link) {
  const { pad: url = "", a = "", b = "", ways = "", games: needed = "1", about = "" } = link.dataset;
  match = { url, a, b, ways: ways.split(" "), games: Number(needed) };
  const last = localStorage.getItem(CHOSEN) ?? "";
  way = match.ways.includes(last) ? last : match.ways[0];
  [winner, games, total, totals, at, boards, board] = ["", "", ["", ""], [], 0, [], {}];
  timeUp.checked = false;
  following = nextOf(link);
  save.textContent = following
    ? t("pad.save_then", { next: following.dataset.about ?? "" })
    : (link.dataset.sends ?? saves);
  byId("pad-about").textContent = about;
  for (const one of all("[data-name]")) one.textContent = nameOf(one.dataset.name ?? "");
  fillGames();
  draw();
  pad.showModal();
}

/**
 * @param {HTMLElement} link
 * @returns {HTMLElement | null} the next link of the same group (`data-then`) whose result is missing (`data-due`)
 */
function nextOf(link) {
  const { then, pad: own } = link.dataset;
  if (!then) return null;
  const group = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`[data-then="${CSS.escape(then)}"]`))];
  const at = group.findIndex((one) => one.dataset.pad === own);
  const others = [...group.slice(at + 1), ...group.slice(0, Math.max(at, 0))];
  return others.find((one) => "due" in one.dataset && one.dataset.pad !== own && !saved.has(one.dataset.pad ?? "")) ?? null;
}

/** The scores in games that a match can end with. */
function fillGames() {
  const lost = [...Array(match.games).keys()];
  const scores = [...lost.map((n) => `${match.games}-${n}`), ...lost.map((n) => `${n}-${match.games}`).reverse()];
  byId("pad-games").replaceChildren(
    ...scores.map((score) => html("button", { class: "btn tick", type: "button", "data-games": score }, score.replace("-", " – "))),
  );
}

/** @returns {string} what is sent; empty: nothing is whole yet */
function value() {
  if (way === "winner") return winner;
  if (way === "games") return games;
  if (way === "total") return [...totals, ...(total[0] && total[1] ? [total.join("-")] : [])].join(" ");
  return boards.map((one) => lineOf(one)).join(" ");
}

/** @param {Board} one */
function lineOf(one) {
  const own = one.queen === one.finished;
  const points = one.left + (own ? QUEEN : 0);
  return (one.finished === "a" ? `${points}-0` : `0-${points}`) + (own ? "q" : "");
}

function draw() {
  for (const one of all("[data-way]")) {
    show(one, match.ways.includes(one.dataset.way ?? ""));
    one.setAttribute("aria-pressed", String(one.dataset.way === way));
  }
  for (const one of all("[data-of]")) show(one, one.dataset.of === way);
  press("winner", winner);
  press("games", games);
  press("finished", board.finished);
  press("left", board.left);
  press("queen", board.queen);
  for (const [index, one] of all("[data-total]").entries()) one.textContent = total[index] || "–";
  for (const [index, one] of all("[data-at]").entries()) one.classList.toggle("at", index === at);
  show(byId("pad-more"), way === "total" && match.games > 1);
  show(/** @type {HTMLElement} */ (timeUp.parentElement), way === "total" || way === "boards");
  list("total", totals.map((score) => score.replace("-", " – ")));
  list("boards", boards.map((one, index) => `${index + 1}: ${lineOf(one).replace("-", " – ").replace("q", "")}`));
  void ask();
}

/**
 * @param {string} name
 * @param {string | number | undefined} chosen
 */
function press(name, chosen) {
  for (const one of all(`[data-${name}]`)) one.setAttribute("aria-pressed", String(one.dataset[name] === String(chosen ?? "")));
}

/**
 * @param {string} name
 * @param {string[]} entries
 */
function list(name, entries) {
  const chips = entries.map((text, index) =>
    html("button", { class: "btn", type: "button", "data-out": index }, `${text} ✕`, html("span", { class: "sr" }, ` ${t("pad.take_out")}`)),
  );
  for (const one of all(`[data-list="${name}"]`)) one.replaceChildren(...chips);
}

/** Asks what this result would decide. */
async function ask() {
  const number = (asked += 1);
  const sent = value();
  save.disabled = !sent;
  if (!sent) {
    const hints = /** @type {Record<string, string>} */ ({ winner: "pad.winner_is_enough", boards: "pad.three_taps" });
    tell([html("p", { class: "small muted" }, t(hints[way] ?? "pad.nothing"))]);
    return;
  }
  const query = new URLSearchParams({ way, value: sent, ...(timeUp.checked ? { time_up: "on" } : {}) });
  try {
    const answer = await fetch(`${match.url}?${query}`, { headers: { Accept: "application/json" } });
    const decided = /** @type {Decided} */ (await answer.json());
    if (number !== asked) return;
    save.disabled = Boolean(decided.problem);
    const lines = (decided.notes ?? []).map((one) => html("li", one.warn ? { class: "warn" } : {}, one.text));
    tell([html("h3", {}, decided.problem ?? decided.says ?? ""), ...(lines.length ? [html("ul", {}, ...lines)] : [])]);
  } catch {
    if (number !== asked) return;
    const known = way === "winner" ? [html("h3", {}, t("pad.won", { name: nameOf(winner) }))] : [];
    tell([...known, html("p", { class: "small" }, t("pad.no_network"))]);
  }
}

/** @param {HTMLElement[]} parts */
const tell = (parts) => byId("pad-notes").replaceChildren(...parts);

/** @param {string} key */
function type(key) {
  if (key === "full") total[at] = FULL;
  else total[at] = key === "del" ? total[at].slice(0, -1) : `${Number(total[at] + key)}`.slice(0, 3);
  const other = 1 - at;
  if (key !== "del" && total[at].length >= 2 && !total[other]) at = other;
}

/** @param {Record<string, string | undefined>} data of the key that was tapped */
function take(data) {
  if (data.way) way = data.way;
  else if (data.winner) winner = data.winner;
  else if (data.games) games = data.games;
  else if (data.at) at = Number(data.at);
  else if (data.digit) type(data.digit);
  else if (data.out) (way === "boards" ? boards : totals).splice(Number(data.out), 1);
  else if (data.finished) board.finished = data.finished;
  else if (data.left) board.left = Number(data.left);
  else if (data.queen) board.queen = data.queen;
  if (board.finished && board.left && board.queen) {
    boards.push(/** @type {Board} */ (board));
    board = {};
  }
  draw();
}

pad.addEventListener("click", (event) => {
  if (event.target === pad) pad.close();
  const key = event.target instanceof Element ? event.target.closest("button") : null;
  if (key === save) {
    localStorage.setItem(CHOSEN, way);
    const body = { way, value: value(), ...(timeUp.checked ? { time_up: "on" } : {}) };
    pad.close();
    saved.add(match.url);
    void send({ url: match.url, body, match: `${match.a} – ${match.b}` });
    if (following) open(following);
  } else if (key?.id === "pad-close") pad.close();
  else if (key?.id === "pad-more" && total[0] && total[1]) {
    [totals, total, at] = [[...totals, total.join("-")], ["", ""], 0];
    draw();
  } else if (key) take({ ...key.dataset });
});
timeUp.addEventListener("change", draw);

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("[data-pad]") : null;
  if (!(link instanceof HTMLElement) || !link.dataset.ways) return; // without the pad the page of the fixture has its forms
  event.preventDefault();
  open(link);
});
