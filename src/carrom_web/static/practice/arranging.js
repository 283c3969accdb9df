/** Putting pieces where one likes: drag them, add and remove them, or choose one and move it by keys. */

import { COIN } from "../board/measurements.js";
import { turn } from "../board/geometry.js";
import { byId, set, show, svg } from "../site/dom.js";
import { t } from "../site/texts.js";
import { quarterTurns } from "../site/wire.js";
import { kindOf } from "../board/words.js";
import { P_HALF } from "../physics/figures.js";
import { freeNumbers, nearestFree, rounded, verdictOn, withPiece } from "./position.js";

/** @typedef {import("../site/wire.js").Lying} Lying */
/** @typedef {import("./position.js").Kind} Kind */
/**
 * `changed` gets the position as it is put: a drag tells once, at its end.
 *
 * @typedef {{ changed: (position: Lying[]) => void, say: (text: string) => void, settled: (text: string) => void }} Hooks
 */

const STEP = 0.005; // m
const FINE = 0.0005;
const REACH_TOUCH = 30; // px from the middle of a piece
const FLOATS = 40; // px above a finger, once it moves
const NEAR = 40; // mm: what is let go on another piece slips to the side by no more
/** @type {Kind[]} */
const KINDS = ["white", "black", "queen"];

export class Arranging {
  /**
   * @param {import("../board/draw.js").Board} board
   * @param {Hooks} hooks
   */
  constructor(board, hooks) {
    this.board = board;
    this.hooks = hooks;
    this.on = false;
    /** @type {Lying[]} */
    this.position = [];
    /** @type {Float64Array} */
    this.parameters = new Float64Array();
    /** @type {number | null} */
    this.chosen = null;
    /** @type {{ id: number, lead: number, dx: number, dy: number, from: Lying, x: number, y: number, moved: boolean } | null} */
    this.drag = null;
    this.ring = svg("circle", { class: "chosen", r: COIN + 4 });
    board.svg.addEventListener("pointerdown", (event) => this.press(event));
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.lift(event));
    addEventListener("pointercancel", (event) => this.drag && event.pointerId === this.drag.id && this.giveUp());
    board.svg.addEventListener("keydown", (event) => this.key(event));
    board.svg.addEventListener("touchstart", (event) => event.cancelable && this.on && event.preventDefault(), { passive: false });
    for (const kind of KINDS) byId(`add-${kind}`).addEventListener("click", () => this.add(kind));
    byId("remove").addEventListener("click", () => this.remove());
  }

  /**
   * @param {readonly Lying[]} position
   * @param {Float64Array} parameters
   */
  start(position, parameters) {
    this.on = true;
    this.position = [...position];
    this.parameters = parameters;
    if (!position.some(([number]) => number === this.chosen)) this.chosen = null;
    this.draw();
  }

  stop() {
    this.on = false;
    this.drag = null;
    this.ring.remove();
  }

  draw() {
    for (const kind of KINDS) {
      const { length } = freeNumbers(this.position, kind);
      byId(`left-${kind}`).textContent = String(length);
      set(byId(`add-${kind}`), { "aria-disabled": String(!length), "aria-label": `${t(`piece.${kind}`)}, ${t("left", { count: length })}` });
    }
    set(byId("remove"), { "aria-disabled": String(this.chosen === null) });
    const at = this.drag ?? this.chosenPlace();
    if (this.chosen === null || !at) {
      this.ring.remove();
      return;
    }
    const bad = this.drag !== null && this.verdict(this.drag.x, this.drag.y) !== "free";
    set(this.ring, { class: bad ? "chosen bad" : "chosen", cx: (at.x * 1000).toFixed(2), cy: (at.y * 1000).toFixed(2) });
    if (this.ring.parentNode !== this.board.regions) this.board.regions.replaceChildren(this.ring);
    const tag = byId("tag");
    tag.className = bad ? "tag bad" : "tag";
    byId("tag-text").textContent = bad && this.drag ? t(`arrange.${this.verdict(this.drag.x, this.drag.y)}`) : "";
    show(byId("nearest"), false);
  }

  chosenPlace() {
    const found = this.position.find(([number]) => number === this.chosen);
    return found ? { x: found[1], y: found[2] } : null;
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  verdict(x, y) {
    return verdictOn(this.position, this.chosen ?? 0, x, y, this.parameters);
  }

  /** @param {Lying[]} position */
  put(position) {
    this.position = position;
    this.draw();
    this.hooks.changed(position);
  }

  /** @param {Kind} kind */
  add(kind) {
    if (!this.on) return;
    const [number] = freeNumbers(this.position, kind);
    if (number === undefined) return;
    const place = nearestFree(this.position, number, 0, 0, this.parameters);
    if (!place) {
      this.hooks.say(t("arrange.full"));
      return;
    }
    this.chosen = number;
    this.put(withPiece(this.position, number, ...place));
    this.hooks.say(this.words());
  }

  remove() {
    if (!this.on) return;
    const number = this.chosen;
    if (number === null) {
      this.hooks.say(t("arrange.none"));
      return;
    }
    this.chosen = null;
    this.put(this.position.filter(([other]) => other !== number));
    this.hooks.say(t("arrange.removed", { piece: t(`piece.${kindOf(number)}`) }));
  }

  /** @returns {string} where the chosen piece lies, as it is seen */
  words() {
    const place = this.chosenPlace();
    if (this.chosen === null || !place) return t("arrange.none");
    const [x, y] = turn(place.x, place.y, -quarterTurns(this.board.seat));
    return t("arrange.where", {
      piece: t(`piece.${kindOf(this.chosen)}`), across: Math.round(Math.abs(x) * 1000), side: t(x < 0 ? "side.left" : "side.right"),
      up: Math.round(Math.abs(y) * 1000), way: t(y < 0 ? "side.near" : "side.far"),
    });
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (!this.on || event.button !== 0 || this.drag) return;
    event.preventDefault();
    this.board.svg.focus({ preventScroll: true });
    const [mx, my] = this.board.pointOf(event);
    const [x, y] = [mx / 1000, my / 1000];
    const reach = event.pointerType === "mouse" ? COIN / 1000 : Math.max(COIN / 1000, (REACH_TOUCH * this.board.scale) / 1000);
    const [nearest] = this.position.filter((piece) => away(piece, x, y) <= reach).sort((one, other) => away(one, x, y) - away(other, x, y));
    this.chosen = nearest ? nearest[0] : null;
    if (nearest) {
      this.drag = {
        id: event.pointerId, lead: event.pointerType === "mouse" ? 0 : FLOATS, dx: nearest[1] - x, dy: nearest[2] - y, from: nearest, x: nearest[1], y: nearest[2],
        moved: false,
      };
      try {
        this.board.svg.setPointerCapture(event.pointerId);
      } catch {
        // the pointer has gone already
      }
    }
    this.draw();
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.id) return;
    const [mx, my] = this.board.pointOf({ clientX: event.clientX, clientY: event.clientY - (drag.moved ? drag.lead : 0) });
    const [x, y] = [rounded(mx / 1000 + drag.dx), rounded(my / 1000 + drag.dy)];
    if (!drag.moved && Math.hypot(x - drag.from[1], y - drag.from[2]) < 0.002) return;
    drag.moved = true;
    [drag.x, drag.y] = [x, y];
    this.board.put(drag.from[0], x * 1000, y * 1000);
    this.draw();
  }

  /** @param {PointerEvent} event */
  lift(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.id) return;
    this.drag = null;
    if (!drag.moved) {
      this.draw();
      this.hooks.settled(this.words());
      return;
    }
    const off = Math.max(Math.abs(drag.x), Math.abs(drag.y)) > this.parameters[P_HALF]; // over the frame
    const place = off ? null : nearestFree(this.position, drag.from[0], drag.x, drag.y, this.parameters, NEAR);
    if (off) this.remove();
    else if (place) {
      this.put(withPiece(this.position, drag.from[0], ...place));
      this.hooks.settled(this.words());
    } else this.giveUp(drag);
  }

  /** @param {{ from: Lying } | null} drag that ended where the piece cannot lie */
  giveUp(drag = this.drag) {
    this.drag = null;
    if (drag) this.board.put(drag.from[0], drag.from[1] * 1000, drag.from[2] * 1000);
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.on || event.ctrlKey || event.metaKey || event.altKey) return;
    const ways = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] });
    const way = ways[event.key];
    if (way) this.step(way, event.shiftKey ? FINE : STEP);
    else if (event.key.toLowerCase() === "n") this.choose(event.shiftKey ? -1 : 1);
    else if (event.key === "Delete" || event.key === "Backspace") this.remove();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** @param {1 | -1} by the next piece in order of kind and number */
  choose(by) {
    const numbers = this.position.map(([number]) => number);
    if (!numbers.length) return;
    const at = this.chosen === null ? (by > 0 ? -1 : 0) : numbers.indexOf(this.chosen);
    this.chosen = numbers[(at + by + numbers.length) % numbers.length];
    this.draw();
    this.hooks.say(this.words());
  }

  /**
   * @param {[number, number]} way as it is seen
   * @param {number} step m
   */
  step(way, step) {
    const place = this.chosenPlace();
    if (this.chosen === null || !place) {
      this.hooks.say(t("arrange.none"));
      return;
    }
    const [dx, dy] = turn(way[0] * step, way[1] * step, quarterTurns(this.board.seat));
    const [x, y] = [rounded(place.x + dx), rounded(place.y + dy)];
    const verdict = this.verdict(x, y);
    if (verdict !== "free") {
      this.hooks.say(t(`arrange.${verdict}`));
      return;
    }
    this.put(withPiece(this.position, this.chosen, x, y));
    this.hooks.settled(this.words());
  }
}

/**
 * @param {Lying} piece
 * @param {number} x
 * @param {number} y
 */
function away([, px, py], x, y) {
  return Math.hypot(px - x, py - y);
}
