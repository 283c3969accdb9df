/** The board for those who read or listen: a grid of 8 by 8 cells from one's own edge, and a list of all pieces. */

import { byId, html, set } from "../site/dom.js";
import { figure, t } from "../site/texts.js";
import { quarterTurns } from "../site/wire.js";
import { toward, turn } from "../board/geometry.js";
import { BASE_MIDDLE, HALF } from "../board/measurements.js";
import { angleWords, kindOf } from "../board/words.js";

/** @typedef {import("../board/geometry.js").Disc} Disc */

const CELLS = 8;
const CELL = (2 * HALF) / CELLS; // mm
const COLUMNS = "abcdefgh";

/**
 * @param {number} x mm in the reader's axes
 * @param {number} y
 * @returns {string} "d5": columns from the left, rows from one's own edge
 */
export function cellOf(x, y) {
  const index = (/** @type {number} */ value) => Math.min(CELLS - 1, Math.max(0, Math.floor((value + HALF) / CELL)));
  return `${COLUMNS[index(x)]}${index(y) + 1}`;
}

export class Table {
  /** @param {{ aimAt: (angle: number) => void, back: () => void }} hooks */
  constructor(hooks) {
    this.grid = byId("grid");
    this.list = byId("piece-list");
    this.hooks = hooks;
    this.row = 0;
    this.column = 0;
    this.grid.addEventListener("keydown", (event) => this.key(event));
    /** @type {HTMLElement[][]} from one's own edge, from the left */
    this.cells = [];
    this.build();
  }

  build() {
    const head = html("tr", {}, html("td", {}), ...[...COLUMNS].map((column) => html("th", { scope: "col" }, column)));
    const rows = [];
    for (let row = CELLS - 1; row >= 0; row -= 1) {
      /** @type {HTMLElement[]} */
      const cells = [...COLUMNS].map(() => html("td", { role: "gridcell", tabindex: -1 }));
      this.cells[row] = cells;
      rows.push(html("tr", { role: "row" }, html("th", { scope: "row" }, String(row + 1)), ...cells));
    }
    set(head, { role: "row" });
    this.grid.replaceChildren(html("thead", {}, head), html("tbody", {}, ...rows));
    set(this.cells[0][0], { tabindex: 0 });
  }

  /**
   * @param {readonly import("../site/wire.js").Lying[]} position metres in board axes
   * @param {import("../site/wire.js").Seat} seat whose view it is
   * @param {number | null} offset of the striker in mm, where this reader strikes now
   */
  fill(position, seat, offset) {
    /** @type {Disc[]} */
    const discs = position.map(([number, x, y]) => {
      const [px, py] = turn(x * 1000, y * 1000, -quarterTurns(seat));
      return { number, x: px, y: py };
    });
    /** @type {Map<string, Record<string, number>>} */
    const held = new Map();
    for (const disc of discs) {
      const cell = cellOf(disc.x, disc.y);
      const counts = held.get(cell) ?? {};
      counts[kindOf(disc.number)] = (counts[kindOf(disc.number)] ?? 0) + 1;
      held.set(cell, counts);
    }
    this.cells.forEach((cells, row) => cells.forEach((element, column) => {
      const cell = `${COLUMNS[column]}${row + 1}`;
      const counts = held.get(cell);
      const what = counts
        ? ["queen", "white", "black"].filter((kind) => counts[kind]).map((kind) => kind === "queen" ? t("piece.queen") : t("table.count", { count: counts[kind], piece: t(`piece.${kind}`) })).join(", ")
        : "";
      const words = what ? t("table.cell", { cell, what }) : t("table.empty", { cell });
      if (element.getAttribute("aria-label") !== words) set(element, { "aria-label": words });
      const short = counts ? Object.entries(counts).map(([kind, n]) => `${n > 1 ? n : ""}${t(`letter.${kind}`)}`).join(" ") : "";
      if (element.textContent !== short) element.textContent = short;
    }));
    this.fillList(discs, offset);
  }

  /**
   * @param {Disc[]} discs
   * @param {number | null} offset
   */
  fillList(discs, offset) {
    const focused = this.list.contains(document.activeElement) ? document.activeElement?.getAttribute("data-piece") : null;
    const from = offset ?? 0;
    const rows = discs.map((disc) => ({ disc, angle: toward([disc.x, disc.y], from), far: Math.hypot(disc.x - from, disc.y + BASE_MIDDLE) }))
      .sort((a, b) => b.angle - a.angle);
    this.list.replaceChildren(...rows.map(({ disc, angle, far }) => {
      const words = t("table.piece", { piece: t(`piece.${kindOf(disc.number)}`), cell: cellOf(disc.x, disc.y), distance: figure(far / 10, 0), aim: angleWords(angle, 1) });
      if (offset === null) return html("li", {}, words);
      const button = html("button", { class: "btn quiet left", type: "button", "data-piece": disc.number }, words);
      button.addEventListener("click", () => this.hooks.aimAt(angle));
      return html("li", {}, button);
    }));
    if (focused) /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-piece="${focused}"]`))?.focus();
  }

  focus() {
    this.cells[this.row][this.column].focus();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const ways = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [1, 0], ArrowDown: [-1, 0] });
    const way = ways[event.key];
    if (event.key.toLowerCase() === "b" || event.key === "Escape") {
      event.preventDefault();
      this.hooks.back();
      return;
    }
    if (!way) return;
    event.preventDefault();
    set(this.cells[this.row][this.column], { tabindex: -1 });
    this.row = Math.min(CELLS - 1, Math.max(0, this.row + way[0]));
    this.column = Math.min(CELLS - 1, Math.max(0, this.column + way[1]));
    set(this.cells[this.row][this.column], { tabindex: 0 });
    this.focus();
  }
}
