/** What can be done while the match waits for somebody who has left: claim, let a computer play on, or wait. */

import { byId, html, show } from "../site/dom.js";
import { locale, t } from "../site/texts.js";
import { restsUntil } from "./clock.js";

/** @typedef {import("../site/wire.js").View} View */
/** @typedef {import("../site/wire.js").SideName} SideName */
/** @typedef {import("./panel.js").Request} Request */
/** @typedef {{ side: SideName, nth: number, name: string }} Gone */

export const BOARD_AFTER = 60; // seconds, as `absences.CLAIM_AFTER` of the server, which decides
export const MATCH_AFTER = 300;
const LONGEST_TIMER = 2 ** 31 - 1; // ms, what browsers can wait for

export class Absences {
  /** @type {Map<string, number>} since when the others wait for somebody, in seconds of this page's clock */
  since = new Map();
  /** @type {[SideName, number][]} for whom of this guest's players a computer plays on */
  left = [];
  /** @type {[SideName, number][]} seats that this guest, who watches, may take from a computer */
  free = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;
  /** by correspondence: the switch for notifications, which moves into the panel while one waits */
  notices = document.getElementById("turn-notices");

  /**
   * @param {Request} request
   * @param {() => void} changed shows the panel again
   */
  constructor(request, changed) {
    this.request = request;
    this.changed = changed;
  }

  /** @param {[SideName, number, number][]} players who has left, with the seconds for which the others have waited */
  learn(players) {
    this.since = new Map(players.map(([side, nth, seconds]) => [`${side}${nth}`, performance.now() / 1000 - seconds]));
    this.changed();
  }

  /**
   * @param {View} view
   * @param {SideName[]} own sides of this guest
   * @param {number | null} left seconds for what is awaited
   * @returns {HTMLElement[]} to stand below what is awaited
   */
  parts(view, own, left) {
    clearTimeout(this.timer);
    if (view.days !== null) return this.byDays(view, own, left);
    if (this.left.length && view.phase !== "over") return [this.comeBack(this.left[0], "away.left", "away.back")];
    if (this.free.length && view.phase !== "over") return [this.comeBack(this.free[0], "away.free", "away.take")];
    if (own.length !== 1 || view.awaiting.kind === "toss") return [];
    const gone = awaited(view).filter(({ side, nth }) => this.since.has(`${side}${nth}`));
    const [first] = gone;
    if (!first) return [];
    const waited = Math.min(...gone.map(({ side, nth }) => performance.now() / 1000 - (this.since.get(`${side}${nth}`) ?? 0)));
    const others = awaited(view).filter(({ side }) => side !== own[0]);
    const mayClaim = others.length > 0 && others.every((one) => gone.some((each) => each.side === one.side && each.nth === one.nth));
    if (waited < MATCH_AFTER) this.timer = setTimeout(this.changed, waited < BOARD_AFTER ? 1000 : (MATCH_AFTER - waited) * 1000);
    const parts = [html("p", { class: "small muted" }, t(waited < BOARD_AFTER ? "away.soon" : "away.now", { name: first.name, count: Math.ceil(BOARD_AFTER - waited) }))];
    const row = html("div", { class: "row wrap" });
    if (mayClaim) {
      const isLong = view.format.match_wins_needed > 1 || view.format.board_limit !== 1;
      row.append(this.button(isLong ? "away.board" : "away.match", waited >= BOARD_AFTER, () => this.request("absence", { what: "board" })));
      if (isLong && waited >= MATCH_AFTER) row.append(this.button("away.match", true, () => this.request("absence", { what: "match" })));
    }
    row.append(this.button("away.computer", waited >= BOARD_AFTER, () => this.request("stand_in", { side: first.side, player: first.nth, back: false })));
    return [...parts, row];
  }

  /**
   * @param {View} view
   * @param {SideName[]} own
   * @param {number | null} left
   * @returns {HTMLElement[]} of a match by correspondence: the match is claimed once time is up, nothing else
   */
  byDays(view, own, left) {
    if (view.phase === "over" || own.length !== 1 || left === null || awaited(view).some(({ side }) => side === own[0])) return [];
    if (left > 0) {
      this.timer = setTimeout(this.changed, Math.min(1000 * left + 500, LONGEST_TIMER));
      if (this.notices) this.notices.hidden = false;
      return [html("p", { class: "small muted" }, t("days.wait")), ...(this.notices ? [this.notices] : [])];
    }
    const row = html("div", { class: "row wrap" });
    row.append(this.button("away.match", true, () => this.request("absence", { what: "match" })));
    return [html("p", { class: "small" }, t("days.out")), row];
  }

  /**
   * @param {[SideName, number]} seat
   * @param {string} says
   * @param {string} does
   */
  comeBack([side, player], says, does) {
    const row = html("div", { class: "row wrap" }, html("p", { class: "whole" }, t(says)));
    row.append(this.button(does, true, () => this.request("stand_in", { side, player, back: true })));
    return row;
  }

  /**
   * @param {string} text
   * @param {boolean} may
   * @param {() => void} act
   */
  button(text, may, act) {
    const button = html("button", { class: "btn grow", type: "button" }, t(text));
    button.toggleAttribute("disabled", !may);
    button.addEventListener("click", () => {
      button.setAttribute("disabled", "");
      act();
    });
    return button;
  }
}

/**
 * Says below the board that who is awaited has days off.
 *
 * @param {View} view
 * @param {boolean} mine whether this page is asked
 */
export function showRest(view, mine) {
  const line = byId("rests");
  const until = restsUntil(view);
  show(line, until > 0);
  if (!until) return;
  const lastDay = new Date(until - 1).toLocaleDateString(locale(), { day: "numeric", month: "long", timeZone: "UTC" });
  line.textContent = t(mine ? "days.rest_own" : "days.rest", { name: awaited(view).map(({ name }) => name).join(` ${t("names.and")} `), day: lastDay });
}

/**
 * @param {View} view
 * @returns {Gone[]} those who are to answer
 */
function awaited(view) {
  return view.sides.flatMap(({ side, players }) =>
    players.flatMap(({ seat, name }, nth) => (seat !== null && view.awaiting.seats.includes(seat) ? { side, nth, name } : [])));
}
