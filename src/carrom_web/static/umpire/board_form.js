/** A board from the score sheet: who finished, coins left, who covered the queen. Three taps in any order; the server has the laws. */

import { coin, html } from "../site/dom.js";
import { whenReleased } from "../site/steady.js";
import { t } from "../site/texts.js";

/** @typedef {import("./types.js").Situation} Situation */
/** @typedef {{ breaks: Situation["breaks"] }} OfBoard */
/** @typedef {{ ended: string, winner: string | null, coins_left: number, queen: string | null, extra: number, breaker: string | null }} Board */

const COINS = 9;
const WITHOUT_WINNER = ["drawn", "replayed"];
const WITH_EXTRA = ["own_last", "opponent_last"];

export class BoardForm {
  /**
   * @param {HTMLElement} holder
   * @param {() => void} changed
   */
  constructor(holder, changed) {
    this.holder = holder;
    this.changed = changed;
    this.clear();
    holder.addEventListener("submit", (event) => event.preventDefault());
  }

  ended = "finished";
  /** @type {string | null} */
  winner = null;
  coins = 0;
  /** @type {string | null} a side, "nobody", or not said yet */
  queen = null;
  extra = 0;
  otherEnds = false;

  clear() {
    this.ended = "finished";
    this.winner = null;
    this.coins = 0;
    this.queen = null;
    this.extra = 0;
    this.otherEnds = false;
  }

  /** @returns {boolean} nothing is entered */
  get isEmpty() {
    return !this.winner && !this.coins && !this.queen && this.ended === "finished";
  }

  /** @returns {boolean} it ended as boards usually do: three taps say all */
  get isUsual() {
    return this.ended === "finished" && !this.otherEnds;
  }

  /**
   * @param {{ view: { sides: { side: string, name: string }[] } }} situation
   * @returns {string} what is to be said next; empty once all is said
   */
  question({ view }) {
    const loser = view.sides.find(({ side }) => side !== this.winner);
    if (!this.winner) return t("board.who");
    if (!this.coins) return t("board.left", { name: loser?.name ?? "" });
    return this.queen ? "" : t("board.queen");
  }

  /**
   * @param {OfBoard} situation
   * @returns {Board | null} the board as it is sent, once all is said
   */
  asSent(situation) {
    const breaker = situation.breaks?.side ?? null;
    if (WITHOUT_WINNER.includes(this.ended)) return { ended: this.ended, winner: null, coins_left: 0, queen: null, extra: 0, breaker };
    const queen = this.ended === "own_last" ? "nobody" : this.queen;
    if (!this.winner || !this.coins || !queen) return null;
    return { ended: this.ended, winner: this.winner, coins_left: this.coins, queen: queen === "nobody" ? null : queen, extra: WITH_EXTRA.includes(this.ended) ? this.extra : 0, breaker };
  }

  /**
   * Goes on from an earlier board, to correct it.
   *
   * @param {Board} entered
   */
  take(entered) {
    this.ended = entered.ended;
    this.winner = entered.winner;
    this.coins = entered.coins_left;
    this.queen = entered.queen ?? "nobody";
    this.extra = entered.extra;
    this.otherEnds = entered.ended !== "finished";
  }

  /** @param {OfBoard & { view: { sides: { side: string, name: string, colour?: string | null }[] }, ends: Situation["ends"] }} situation */
  draw(situation) {
    const { view } = situation;
    const focus = document.activeElement?.closest("input[id^='board-']")?.id;
    const names = view.sides.map(({ side, name, colour }) => ({ value: /** @type {string} */ (side), text: name, colour }));
    /** @type {HTMLElement[]} */
    const parts = [];
    if (this.otherEnds) parts.push(this.choice("ended", t("board.how"), situation.ends, this.ended, (value) => { this.ended = value; }, "column"));
    if (!WITHOUT_WINNER.includes(this.ended)) {
      const loser = view.sides.find(({ side }) => side !== this.winner);
      const left = this.ended === "own_last" ? view.sides.find(({ side }) => side === this.winner) : loser;
      parts.push(this.choice("winner", t(this.ended === "finished" ? "board.who" : "board.winner"), names, this.winner, (value) => { this.winner = value; }));
      const counts = Array.from({ length: COINS }, (_, i) => ({ value: String(i + 1), text: String(i + 1) }));
      const legend = this.winner ? t("board.left", { name: left?.name ?? "" }) : t("board.left_nobody");
      const coins = this.choice("coins", legend, counts, String(this.coins), (value) => { this.coins = Number(value); }, "nine");
      if (!this.otherEnds) coins.lastElementChild?.append(this.more());
      parts.push(coins);
      if (this.ended !== "own_last") {
        parts.push(this.choice("queen", t("board.queen"), [...names, { value: "nobody", text: t("board.nobody") }], this.queen, (value) => { this.queen = value; }));
      }
      if (WITH_EXTRA.includes(this.ended)) {
        const points = [0, 1, 2].map((count) => ({ value: String(count), text: String(count) }));
        parts.push(this.choice("extra", t("board.extra"), points, String(this.extra), (value) => { this.extra = Number(value); }));
      }
    }
    if (situation.breaks) parts.push(html("p", { class: "small muted" }, t("board.breaks", { name: situation.breaks.name })));
    whenReleased(this.holder, () => {
      this.holder.replaceChildren(...parts);
      if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
    });
  }

  /** @returns {HTMLElement} the key for a board that ended otherwise */
  more() {
    const more = html("button", { class: "btn", type: "button" }, t("board.ends"));
    more.addEventListener("click", () => {
      this.otherEnds = true;
      this.changed();
    });
    return more;
  }

  /**
   * @param {string} name
   * @param {string} legend
   * @param {{ value: string, text: string, colour?: string | null }[]} options
   * @param {string | null} chosen
   * @param {(value: string) => void} choose
   * @param {string} [shape] class
   */
  choice(name, legend, options, chosen, choose, shape = "") {
    const row = html("div", { class: `seg radios ${shape}` });
    for (const { value, text, colour } of options) {
      const input = html("input", { type: "radio", name, value, id: `board-${name}-${value}` });
      input.checked = value === chosen;
      input.addEventListener("change", () => {
        choose(value);
        this.changed();
      });
      row.append(html("label", {}, input, html("span", {}, ...(colour ? [coin(colour, "s20")] : []), text)));
    }
    return html("fieldset", {}, html("legend", {}, legend), row);
  }
}
