/** Who plays, what is down and owed, the queen's standing, and the score of board, game and match. */

import { byId, coin, html, set, show } from "../site/dom.js";
import { t } from "../site/texts.js";

/** @typedef {import("../site/wire.js").View} View */
/** @typedef {import("../site/wire.js").Side} Side */

const COINS = 9;

/**
 * @param {View} view
 * @param {import("../site/wire.js").SideName | null} near whose line stands below the board
 * @param {import("../site/wire.js").Seat[]} mine seats of this guest
 * @param {import("./presence.js").IsAway} isAway
 * @param {(side: Side) => HTMLElement[]} bubblesOf what is said at their names
 */
export function showScore(view, near, mine, isAway, bubblesOf) {
  const below = view.sides.find((side) => side.side === near) ?? view.sides[0];
  const above = view.sides.find((side) => side !== below);
  fill(byId("player-near"), below, view, mine, isAway, bubblesOf);
  fill(byId("card-near"), below, view, mine, isAway, bubblesOf);
  for (const id of ["player-far", "card-far"]) {
    show(byId(id), Boolean(above));
    if (above) fill(byId(id), above, view, mine, isAway, bubblesOf);
  }
  showTitle(view);
  byId("queen").textContent = view.colours_open ? `${t("colours.open_long")} ${queenWords(view)}` : queenWords(view);
  showBoards(view);
}

/**
 * @param {HTMLElement} holder
 * @param {Side} side
 * @param {View} view
 * @param {import("../site/wire.js").Seat[]} mine
 * @param {import("./presence.js").IsAway} isAway
 * @param {(side: Side) => HTMLElement[]} bubblesOf
 */
function fill(holder, side, view, mine, isAway, bubblesOf) {
  const inCard = holder.id.startsWith("card");
  const pair = side.players.length > 1;
  const seats = side.players.flatMap((player) => player.seat ?? []);
  const playing = view.phase === "playing" && view.awaiting.seats.some((seat) => seats.includes(seat));
  holder.classList.toggle("turn", playing);
  const about = [];
  const computer = side.players.find((player) => player.kind === "computer");
  if (computer) about.push(t("player.computer"));
  else if (seats.some((seat) => mine.includes(seat)) && mine.length === 1) about.push(t("player.you"));
  const asked = playing && view.awaiting.kind !== "ready"
    ? side.players.find((player) => player.seat !== null && view.awaiting.seats.includes(player.seat)) : undefined;
  if (asked) {
    const does = t(view.awaiting.kind === "placing" ? "player.places" : "player.plays");
    about.push(pair ? `${asked.name} ${does}` : does);
  }
  const line = html("div", { class: "row under" });
  if (view.solo) line.append(html("span", { class: "small muted" }, t("solo.up", { white: view.solo.up.white, black: view.solo.up.black })));
  else if (side.colour) line.append(pips(side));
  const away = view.phase === "over" ? [] : side.players.filter((_, nth) => isAway(side.side, nth));
  if (away.length) line.append(html("span", { class: "chip warn away" }, pair && away.length === 1 ? `${away[0].name}: ${t("player.away")}` : t("player.away")));
  line.append(...bubblesOf(side));
  if (side.owed) line.append(html("span", { class: "chip warn" }, t("owed", { count: side.owed })));
  if (view.queen.side === side.side && view.queen.standing !== "on_board") {
    const covered = view.queen.standing === "covered";
    line.append(html("span", { class: covered ? "chip ok" : "chip warn" }, coin("q", "s16"), t(covered ? "queen.covered" : "queen.cover")));
  }
  if (view.colours_open && !inCard) line.append(html("span", { class: "chip" }, t("colours.open")));
  if (view.early_queen && playing) line.append(html("span", { class: "chip warn" }, coin("q", "s16"), t("queen.early")));
  const score = html("span", { class: "score" }, html("span", { class: "sr" }, `${t("score.points", { count: side.score })} `));
  score.append(html("span", { "aria-hidden": "true" }, String(side.score)));
  const people = view.sides.flatMap((each) => each.players.filter(({ kind }) => kind === "person")).length;
  const dotted = people > 1 && view.phase !== "over";
  const dots = side.players.map(({ kind }, nth) => dotted && kind === "person"
    ? [html("span", { class: isAway(side.side, nth) ? "here gone" : "here", "aria-hidden": "true" })] : []);
  const who = pair ? bothNames(side, asked, dots) : html("span", { class: "who" }, ...dots.flat(), side.name);
  const name = html("div", { class: "name" }, who, html("span", { class: `about ${pair && !inCard ? "sr" : "muted small"}` }, about.join(" · ")));
  const figures = html("div", { class: "figures" }, score);
  if (view.format.match_wins_needed > 1) {
    const words = html("span", { class: "sr" }, t("score.games", { count: side.games }));
    figures.append(html("span", { class: "games" }, words, ...gameDots(side.games, view.format.match_wins_needed)));
  }
  const colour = side.colour ? coin(side.colour, "s26") : html("span", { class: "no-colour" });
  holder.replaceChildren(...(view.solo ? [] : [colour]), html("div", { class: "grow" }, name, line), figures);
}

/**
 * @param {Side} side a pair
 * @param {import("../site/wire.js").Player | undefined} asked who of them plays now: marked
 * @param {HTMLElement[][]} dots before each name: whether that player is there
 * @returns {HTMLElement} both names, each cut by itself where there is no room
 */
function bothNames(side, asked, dots) {
  const [first, second] = side.players.map((player, nth) =>
    html("span", { class: player === asked ? "one asked-now" : "one", title: player.name }, ...dots[nth], player.name));
  return html("span", { class: "who pair" }, first, " ", html("span", {}, t("names.and")), " ", second);
}

/**
 * @param {number} won
 * @param {number} needed
 */
function gameDots(won, needed) {
  return Array.from({ length: needed }, (_, i) => html("span", { class: i < won ? "dot on" : "dot", "aria-hidden": "true" }));
}

/**
 * @param {Side} side
 * @returns {HTMLElement} a full coin for each one down, a dot for each still up
 */
function pips(side) {
  const words = t("pips", { down: side.down, coins: t(`coins.${side.colour}`) });
  const row = html("span", { class: "pips", role: "img", "aria-label": words });
  const letter = side.colour === "white" ? "w" : "b";
  for (let i = 0; i < COINS; i += 1) row.append(html("span", { class: i < side.down ? `pip ${letter}` : "pip" }));
  return row;
}

/**
 * @param {View} view
 * @returns {boolean} whether each game is one board, as in a best of three boards
 */
function boardsAreGames({ format }) {
  return format.board_limit === 1 && format.match_wins_needed > 1;
}

/** @param {View} view */
function showTitle(view) {
  byId("title-board").textContent = view.phase === "over" ? t("title.over") : view.phase === "toss" ? t("title.toss") : boardWords(view);
  byId("title-about").textContent = [view.ruleset.title, view.format.words].filter(Boolean).join(" · ");
  byId("game-title").textContent = view.format.match_wins_needed > 1 && !boardsAreGames(view) ? t("title.game", { game: view.game_number }) : t("title.score");
  const names = view.sides.map((side) => side.name).join(" – ");
  document.title = `${view.awaiting.text || names} · ${names}`;
}

/**
 * @param {View} view
 * @returns {string} which board is played, of which game
 */
function boardWords(view) {
  const { board_limit, match_wins_needed: wins } = view.format;
  const limit = view.solo?.per_set ?? board_limit;
  if (boardsAreGames(view)) return t("title.board_of", { board: view.game_number, boards: 2 * wins - 1 });
  const board = limit && limit > 1 ? t("title.board_of", { board: view.board_number, boards: limit }) : t("title.board", { board: view.board_number });
  return wins > 1 ? `${t("title.game", { game: view.game_number })} · ${board}` : board;
}

/** @param {View} view */
function queenWords(view) {
  const side = view.sides.find((each) => each.side === view.queen.side);
  if (view.queen.standing === "on_board" || !side) return t("queen.on_board");
  return t(view.queen.standing === "covered" ? "queen.covered_by" : "queen.to_cover_by", { name: side.name });
}

/** @param {View} view */
function showBoards(view) {
  const [a, b] = view.sides;
  const whole = boardsAreGames(view);
  const number = (/** @type {{ game: number, board: number }} */ one) => String(whole ? one.game : one.board);
  const rows = view.boards.filter((board) => whole || board.game === view.game_number).map((board) =>
    html("tr", {}, html("th", { scope: "row" }, number(board)),
      html("td", { class: "n" }, board.winner === "a" ? String(board.points) : "–"),
      html("td", { class: "n" }, board.winner === "b" ? String(board.points) : "–")));
  if (view.phase === "playing") {
    const now = number({ game: view.game_number, board: view.board_number });
    rows.push(html("tr", {}, html("th", { scope: "row" }, now), html("td", { class: "n muted", colspan: 2 }, t("boards.playing"))));
  }
  const body = byId("boards");
  body.replaceChildren(...rows);
  for (const [id, side] of /** @type {[string, Side | undefined][]} */ ([["boards-a", a], ["boards-b", b]])) {
    byId(id).replaceChildren(...(side?.players ?? []).map(({ name }) => html("span", { class: "short", title: name }, name)));
  }
  const games = view.games.map((game, i) => html("li", {}, t("games.line", { game: i + 1, a: game.score[0], b: game.score[1] })));
  byId("games").replaceChildren(...games);
  set(byId("games"), { "aria-label": t("games.name") });
  show(byId("games"), games.length > 0 && !whole && view.format.match_wins_needed > 1);
  byId("boards-title").textContent = t(whole ? "boards.of_match" : "boards.of_game");
}
