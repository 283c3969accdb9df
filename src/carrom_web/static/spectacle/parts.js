/** Parts of what is shown from afar: names, coins that are up, games won, the queen. Draws what it is given. */

import { sideToPlay } from "../match/situation.js";
import { coin, html } from "../site/dom.js";
import { t } from "../site/texts.js";

/** @typedef {import("../site/wire.js").View} View */
/** @typedef {import("../site/wire.js").Side} Side */

const COINS = 9;
const LONG = [12, 18]; // letters of a name: then it is written smaller, and smaller again

/**
 * @param {View} view
 * @param {Side} side
 * @returns {boolean} whether a side is to play, or to decide
 */
export function isAsked(view, side) {
  if (view.phase !== "playing") return false;
  const seats = side.players.map(({ seat }) => seat);
  if (view.awaiting.seats.length) return view.awaiting.seats.some((seat) => seats.includes(seat)) && !(view.awaiting.kind === "appeal" || view.awaiting.kind === "ready");
  return side === sideToPlay(view);
}

/**
 * @param {View} view
 * @param {Side} side
 * @returns {HTMLElement} the side's name; of a pair both, who plays now marked
 */
export function names(view, side) {
  if (side.players.length < 2) return html("span", { class: `name ${["", "long", "longer"][LONG.filter((most) => side.name.length > most).length]}` }, side.name);
  const turn = isAsked(view, side) ? view.to_play : null;
  return html("span", { class: "name pair" }, ...side.players.map((player) =>
    html("span", turn !== null && player.seat === turn ? { class: "asked-now" } : {}, player.name)));
}

/**
 * @param {Side} side
 * @returns {HTMLElement} a coin for each one that is up, a dot for each one down
 */
export function coinsUp(side) {
  const row = html("span", { class: "ups", role: "img", "aria-label": t("up.words", { count: side.up }) });
  for (let i = 0; i < COINS; i += 1) row.append(i < side.up && side.colour ? coin(side.colour) : html("span", { class: "down" }));
  return row;
}

/**
 * @param {View} view
 * @param {Side} side
 * @returns {HTMLElement[]} what a side owes, and that the queen is or is to be covered by it
 */
export function marks(view, side) {
  const found = [];
  const { standing } = view.queen;
  if (view.queen.side === side.side && standing !== "on_board" && view.phase === "playing") {
    const isCovered = standing === "covered";
    found.push(html("span", { class: isCovered ? "chip ok" : "chip warn" }, coin("q"), t(isCovered ? "queen.covered" : "queen.pending")));
  }
  if (side.owed) found.push(html("span", { class: "chip warn" }, t("side.owes", { count: side.owed })));
  return found;
}

/**
 * @param {View} view
 * @param {Side} side
 * @returns {HTMLElement | null} games won of those that are needed; null where one game is all
 */
export function gamesWon(view, side) {
  const needed = view.format.match_wins_needed;
  if (needed < 2) return null;
  const row = html("span", { class: "won", role: "img", "aria-label": t("side.games", { count: side.games }) });
  for (let i = 0; i < needed; i += 1) row.append(html("span", { class: i < side.games ? "dot on" : "dot" }));
  return row;
}

/**
 * @param {View} view
 * @returns {string[]} which game, and which board of it
 */
export function where(view) {
  if (view.phase !== "playing") return [];
  const isGameABoard = view.format.board_limit === 1;
  if (view.solo) return [t("board.of", { board: view.board_number, boards: view.solo.per_set })];
  if (view.format.match_wins_needed < 2) return [t("middle.board", { board: view.board_number })];
  if (isGameABoard) return [t("middle.board", { board: view.game_number })];
  return [t("middle.game", { game: view.game_number }), t("middle.board", { board: view.board_number })];
}
