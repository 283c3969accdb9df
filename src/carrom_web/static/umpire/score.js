/** The score of a sheet: each side's points, coins left and dues under its name, who plays, the queen, the stroke. */

import { coin, byId, html, show } from "../site/dom.js";
import { t } from "../site/texts.js";
import { asTheySit, sideToPlay } from "../match/situation.js";

/** @typedef {import("./types.js").Situation} Situation */
/** @typedef {import("../site/wire.js").View} View */
/** @typedef {import("../site/wire.js").Side} Side */

/**
 * @param {Situation} situation
 * @param {{ swapped: boolean, isKnown: boolean }} how `isKnown`: whose turn it is is known
 */
export function showScore({ view, warnings, attempt }, { swapped, isKnown }) {
  const turn = isKnown ? sideToPlay(view) : undefined;
  const sides = asTheySit(view, swapped);
  const halves = sides.map((side) => half(view, side, side === turn && view.phase === "playing", warnings[side.side] ?? 0));
  if (view.solo) halves.push(average(view.solo));
  byId("halves").replaceChildren(...halves);
  byId("where").textContent = where(view);
  byId("queen-line").replaceChildren(...queen(view));
  const stroke = view.solo ? t("middle.strokes", { count: view.solo.strokes }) : attempt || t("middle.stroke", { stroke: view.stroke_number + 1 });
  byId("stroke-line").textContent = view.phase === "over" ? t("middle.over") : view.phase === "playing" ? stroke : "";
  show(byId("queen-line"), view.phase !== "toss" && view.phase !== "over");
}

/** @param {View} view @returns {string} which board of how many, and the games won */
function where(view) {
  const { format, board_number: board, sides } = view;
  const said = [format.board_limit && format.board_limit > 1 ? t("where.of", { board, limit: format.board_limit }) : t("middle.board", { board })];
  if (format.match_wins_needed > 1) said.push(t("where.games", { score: sides.map(({ games }) => games).join(" : ") }));
  return said.join(" · ");
}

/**
 * @param {View} view
 * @param {Side} side
 * @param {boolean} plays
 * @param {number} warned
 */
function half(view, side, plays, warned) {
  const seat = plays ? view.to_play : null;
  const names = side.players.map((player) => html("span", player.seat !== null && player.seat === seat ? { class: "asked-now" } : {}, player.name));
  const head = html("p", { class: side.players.length > 1 ? "name pair" : "name" }, ...(side.colour && !view.solo ? [coin(side.colour)] : []), html("span", { class: "names" }, ...names));
  const left = view.solo ? view.solo.up.white + view.solo.up.black : side.up;
  const line = html("p", { class: "left" });
  if (plays) line.append(html("span", { class: "plays" }, t("half.plays")));
  line.append(html("span", { class: "up", "data-up": left }, t("half.left", { count: left })));
  if (side.owed) line.append(html("span", { class: "owes" }, t("side.owes", { count: side.owed })));
  if (warned) line.append(html("span", { class: "owes" }, t("side.warned", { count: warned })));
  const points = html("p", { class: "pts" }, String(view.solo ? view.solo.strokes : side.score), html("span", { class: "sr" }, view.solo ? "" : t("side.points", { count: side.score })));
  return html("div", { class: plays ? "half on" : "half", "data-side": side.side }, head, points, line);
}

/** @param {import("../site/wire.js").Solo} solo */
function average(solo) {
  const name = t(solo.boards.length < solo.per_set ? "solo.so_far" : "solo.of_set");
  return html("div", { class: "half" }, html("p", { class: "name" }, html("span", { class: "names" }, name)), html("p", { class: "pts" }, solo.average || "–"), html("p", { class: "left" }, solo.hit));
}

/** @param {View} view */
function queen(view) {
  const { standing, side } = view.queen;
  const name = view.sides.find((each) => each.side === side)?.name ?? "";
  const isDue = standing === "awaiting_cover";
  const words = view.early_queen ? t("line.early") : standing === "on_board" ? t("line.up") : isDue ? t("line.cover", { name }) : name ? t("line.covered", { name }) : t("line.down");
  return [coin("q"), html("span", isDue || view.early_queen ? { class: "cover" } : {}, words)];
}
