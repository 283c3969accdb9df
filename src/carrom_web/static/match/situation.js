/** How a match on a real board stands: both sides, the board, the queen, the boards so far, and why something was ruled. */

import { coin, html } from "../site/dom.js";
import { t } from "../site/texts.js";

/** @typedef {import("../site/wire.js").View} View */
/** @typedef {import("../site/wire.js").Side} Side */
/** @typedef {import("../site/wire.js").Ruling} Ruling */

const COINS = 9;

/**
 * @param {View} view
 * @param {boolean} swapped
 * @returns {Side[]} the sides as they sit, seen from SOUTH's left, or from the other side of the board
 */
export function asTheySit(view, swapped) {
  const sides = [...view.sides];
  const first = sides.findIndex((side) => side.players.some((player) => player.seat === "south"));
  if ((first === 1) !== swapped) sides.reverse();
  return sides;
}

/**
 * @param {View} view
 * @returns {Side | undefined} the side to play
 */
export function sideToPlay(view) {
  return view.sides.find((side) => side.players.some((player) => player.seat !== null && player.seat === view.to_play));
}

/**
 * @param {HTMLElement} holder
 * @param {View} view
 * @param {{ swapped?: boolean, warnings?: Record<string, number>, attempt?: string, unknown?: boolean }} [more]
 */
export function showSides(holder, view, more = {}) {
  const sides = asTheySit(view, more.swapped ?? false);
  const turn = more.unknown ? undefined : sideToPlay(view);
  const cards = sides.map((side, i) => card(view, side, side === turn, i === 1, more.warnings?.[side.side] ?? 0));
  cards.splice(1, 0, middle(view, more.attempt ?? ""));
  if (view.solo) cards.push(ofSet(view.solo));
  holder.replaceChildren(...cards);
}

/**
 * @param {View} view
 * @param {Side} side
 * @param {boolean} plays
 * @param {boolean} right
 * @param {number} warned
 */
function card(view, side, plays, right, warned) {
  const said = view.solo ? [] : [t("side.points", { count: side.score })];
  if (view.format.match_wins_needed > 1) said.push(t("side.games", { count: side.games }));
  const asked = view.phase === "playing" && plays ? side.players.find((player) => player.seat !== null && player.seat === view.to_play) : undefined;
  if (view.queen.standing === "covered" && view.queen.side === side.side && view.phase === "playing") said.push(t("side.queen"));
  if (asked) said.push(t("side.plays"));
  const line = html("p", { class: "xs muted" }, said.join(", "));
  if (side.owed) line.append(", ", html("b", { class: "owes" }, t("side.owes", { count: side.owed })));
  if (warned) line.append(", ", html("b", { class: "owes" }, t("side.warned", { count: warned })));
  const up = view.solo ? view.solo.up.white + view.solo.up.black : side.up;
  const head = html("p", { class: "who row" }, ...(side.colour && !view.solo ? [coin(side.colour, "s20")] : []), who(side, asked));
  const figure = html("p", { class: "big" }, String(up), " ", html("span", { class: "small muted" }, t("side.up")));
  figure.setAttribute("data-down", String(COINS - side.up));
  return html("div", { class: `${plays ? "on" : ""} ${right ? "right" : ""}`, "data-side": side.side }, head, figure, line);
}

/**
 * @param {Side} side
 * @param {import("../site/wire.js").Player | undefined} asked who of a pair plays now
 * @returns {HTMLElement}
 */
function who(side, asked) {
  if (side.players.length < 2) return html("b", { class: "grow" }, side.name);
  return html("span", { class: "pair grow" }, ...side.players.map((player) => html("span", player === asked ? { class: "asked-now" } : {}, player.name)));
}

/**
 * @param {import("../site/wire.js").Solo} solo
 * @returns {HTMLDivElement} the average so far, and what may be hit now
 */
function ofSet(solo) {
  const figure = html("p", { class: "big" }, solo.average || "–");
  const name = t(solo.boards.length < solo.per_set ? "solo.so_far" : "solo.of_set");
  return html("div", { class: "right" }, html("p", { class: "xs muted" }, name), figure, html("p", { class: "xs muted" }, solo.hit));
}

/**
 * @param {View} view
 * @param {string} attempt
 */
function middle(view, attempt) {
  const many = view.format.match_wins_needed > 1 && view.format.board_limit !== 1;
  const stroke = view.solo ? t("middle.strokes", { count: view.solo.strokes }) : attempt || t("middle.stroke", { stroke: view.stroke_number + 1 });
  const lines = view.phase === "over" ? [html("p", { class: "small strong" }, t("middle.over"))]
    : [...(many ? [html("p", { class: "xs muted" }, t("middle.game", { game: view.game_number }))] : []),
      html("p", { class: "xs muted" }, t("middle.board", { board: view.board_number }))];
  if (view.phase === "playing") lines.push(html("p", { class: "small strong" }, stroke));
  if (view.phase !== "toss") lines.push(html("p", {}, queen(view)));
  return html("div", { class: "middle" }, ...lines);
}

/** @param {View} view */
function queen(view) {
  const { standing } = view.queen;
  const words = view.early_queen ? t("queen.early") : standing === "on_board" ? t("queen.up")
    : standing === "awaiting_cover" ? t("queen.pending") : t("queen.covered");
  const tone = standing === "awaiting_cover" || view.early_queen ? "chip warn" : standing === "covered" ? "chip ok" : "chip";
  return html("span", { class: `${tone} queen-chip` }, coin("q", "s14"), html("span", { class: "sr" }, `${t("queen.name")} `), words);
}

/**
 * @param {HTMLElement} holder
 * @param {View} view
 */
export function showBoards(holder, view) {
  if (!view.boards.length) {
    holder.replaceChildren();
    return;
  }
  if (view.solo) {
    holder.replaceChildren(boardsOfSet(view.solo));
    return;
  }
  const many = view.format.match_wins_needed > 1 && view.format.board_limit !== 1;
  const head = html("tr", {}, html("th", { scope: "col" }, t("boards.board")),
    ...view.sides.map((side) => html("th", { scope: "col", class: "n" }, side.players[0].name)), html("th", { scope: "col", class: "n" }, t("boards.total")));
  const rows = view.boards.map((board) => html("tr", {},
    html("th", { scope: "row" }, many ? `${board.game}.${board.board}` : String(board.board)),
    ...view.sides.map((side) => html("td", { class: "n" }, board.winner === side.side ? String(board.points) : "–")),
    html("td", { class: "n" }, `${board.score[0]} : ${board.score[1]}`)));
  holder.replaceChildren(html("table", { class: "tight small" }, html("thead", {}, head), html("tbody", {}, ...rows)));
  if (holder.dataset.count === String(rows.length)) return; // a reader of older boards stays there
  holder.dataset.count = String(rows.length);
  holder.scrollTop = holder.scrollHeight; // the newest one is seen
}

/**
 * @param {import("../site/wire.js").Solo} solo
 * @returns {HTMLTableElement} each board with its strokes, and their average
 */
function boardsOfSet(solo) {
  const head = html("tr", {}, html("th", { scope: "col" }, t("boards.board")), html("th", { scope: "col", class: "n" }, t("solo.counted")));
  const rows = solo.boards.map(({ board, score }) => html("tr", {}, html("th", { scope: "row" }, String(board)), html("td", { class: "n" }, String(score))));
  const name = t(solo.boards.length < solo.per_set ? "solo.so_far" : "solo.of_set");
  const foot = html("tr", {}, html("th", { scope: "row" }, name), html("td", { class: "n strong" }, solo.average));
  return html("table", { class: "tight small" }, html("thead", {}, head), html("tbody", {}, ...rows), html("tfoot", {}, foot));
}

/**
 * @param {Ruling["reasons"]} reasons
 * @returns {HTMLElement[]} each with its clauses, which lead to the page of the laws
 */
export function reasonItems(reasons) {
  return reasons.map((reason) => {
    const item = html("li", {}, reason.text, " ");
    for (const clause of reason.clauses) {
      const name = html(clause.url ? "a" : "span", { class: "law", ...(clause.url ? { href: clause.url, target: "_blank", rel: "noopener", title: clause.text } : {}) }, clause.title);
      item.append(name, " ");
    }
    return item;
  });
}
