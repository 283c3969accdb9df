/** Giving back a coin that is owed: drag it, tap a place, or use the keys; then "Set it here", or forgo. */

import { quarterTurns } from "../site/wire.js";
import { byId, set, show, svg } from "../site/dom.js";
import { t } from "../site/texts.js";
import { turn } from "../board/geometry.js";
import { letterOf } from "../board/measurements.js";
import { nearestFree, placeAt, verdictOn } from "../board/region.js";

/** @typedef {import("../site/wire.js").PlacingDomain} PlacingDomain */

const STEP = 0.005; // m
const FINE = 0.0005;
const FLOATS = 40; // px above a finger

export class Placing {
  /**
   * @param {import("../board/draw.js").Board} board
   * @param {{ place: (piece: number, x: number, y: number) => void, forgo: () => void, say: (text: string) => void, settled: (text: string) => void }} hooks
   */
  constructor(board, hooks) {
    this.board = board;
    this.hooks = hooks;
    /** @type {PlacingDomain | null} */
    this.domain = null;
    this.x = 0;
    this.y = 0;
    this.lead = 0;
    this.locked = false;
    /** @type {number | null} */
    this.pointer = null;
    this.ring = svg("path", { class: "due-ring", "fill-rule": "evenodd" });
    this.coin = svg("use", {});
    this.mark = svg("circle", { r: 21 });
    byId("due-set").addEventListener("click", () => this.set());
    byId("due-forgo").addEventListener("click", () => !this.locked && this.domain?.may_forgo && this.hooks.forgo());
    byId("due-nearest").addEventListener("click", () => this.toNearest());
    board.svg.addEventListener("pointerdown", (event) => this.press(event));
    addEventListener("pointermove", (event) => this.drag(event));
    for (const type of /** @type {const} */ (["pointerup", "pointercancel"])) addEventListener(type, (event) => this.lift(event));
    board.svg.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * @param {PlacingDomain} domain
   * @param {string} text who places what
   * @param {boolean} locked nothing can be sent just now
   */
  start(domain, text, locked = false) {
    byId("due-text").textContent = text;
    const fresh = this.domain?.piece !== domain.piece;
    this.domain = domain;
    this.locked = locked;
    if (fresh) {
      const [x, y] = domain.suggested ?? nearestFree(domain, 0, -(domain.ring[0] + domain.ring[1]) / 2) ?? [0, domain.ring[0]];
      this.at(x, y);
    }
    const [inner, outer] = domain.ring.map((r) => r * 1000);
    const circle = (/** @type {number} */ r) => `M${r} 0A${r} ${r} 0 1 1 ${-r} 0A${r} ${r} 0 1 1 ${r} 0z`;
    set(this.ring, { d: circle(outer) + circle(inner) });
    set(this.coin, { href: `#p-${letterOf(domain.piece)}` });
    this.board.regions.replaceChildren(this.ring);
    this.board.aim.replaceChildren(this.coin, this.mark);
    byId("due-why").textContent = domain.text;
    byId("due-law").textContent = domain.clauses[0]?.title ?? "";
    show(byId("due-forgo"), domain.may_forgo);
    this.draw();
  }

  stop() {
    if (!this.domain) return;
    this.domain = null;
    this.pointer = null;
    this.ring.remove();
    this.coin.remove();
    this.mark.remove();
  }

  get verdict() {
    return this.domain ? verdictOn(this.domain, this.x, this.y) : "outside";
  }

  /**
   * @param {number} x metres in board axes
   * @param {number} y
   */
  at(x, y) {
    if (this.domain) [this.x, this.y] = placeAt(this.domain, x, y);
  }

  draw() {
    const place = { x: (this.x * 1000).toFixed(2), y: (this.y * 1000).toFixed(2) };
    const { verdict } = this;
    set(this.coin, place);
    set(this.mark, { cx: place.x, cy: place.y, class: verdict === "free" ? "due-ok" : "due-no" });
    set(byId("due-set"), { "aria-disabled": String(verdict !== "free" || this.locked) });
    show(byId("due-nearest"), verdict !== "free");
    const tag = byId("tag");
    tag.className = verdict === "free" ? "tag" : "tag bad";
    byId("tag-text").textContent = verdict === "free" ? "" : t(`due.${verdict}`);
  }

  words() {
    const [sx, sy] = turn(this.x, this.y, -quarterTurns(this.board.seat));
    const where = t("due.where", { across: Math.round(Math.abs(sx) * 1000), side: t(sx < 0 ? "side.left" : "side.right"), up: Math.round(Math.abs(sy) * 1000), way: t(sy < 0 ? "side.near" : "side.far") });
    return this.verdict === "free" ? where : `${where} ${t(`due.${this.verdict}`)}`;
  }

  toNearest() {
    if (!this.domain || this.locked) return;
    const spot = nearestFree(this.domain, this.x, this.y);
    if (spot) this.at(...spot);
    this.draw();
    this.hooks.say(this.words());
  }

  set() {
    if (!this.domain || this.locked) return;
    if (this.verdict !== "free") {
      this.hooks.say(t(`due.${this.verdict}`));
      return;
    }
    this.locked = true;
    this.draw();
    this.hooks.place(this.domain.piece, this.x, this.y);
  }

  unlock() {
    this.locked = false;
    if (this.domain) this.draw();
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (!this.domain || this.locked || event.button !== 0 || this.pointer !== null) return;
    event.preventDefault();
    this.board.svg.focus({ preventScroll: true });
    this.pointer = event.pointerId;
    this.board.svg.setPointerCapture(event.pointerId);
    const [x, y] = this.board.pointOf(event);
    // a finger hides what it drags: the coin floats above it, once it has been taken up
    const onCoin = Math.hypot(x / 1000 - this.x, y / 1000 - this.y) < 0.03;
    this.lead = event.pointerType !== "mouse" && onCoin ? FLOATS : 0;
    if (!onCoin) this.drag(event);
  }

  /** @param {PointerEvent} event */
  drag(event) {
    if (event.pointerId !== this.pointer || !this.domain) return;
    const [x, y] = this.board.pointOf({ clientX: event.clientX, clientY: event.clientY - this.lead });
    this.at(x / 1000, y / 1000);
    this.draw();
  }

  /** @param {PointerEvent} event */
  lift(event) {
    if (event.pointerId !== this.pointer) return;
    this.pointer = null;
    if (this.domain) this.hooks.settled(this.words());
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.domain || this.locked) return;
    const step = event.shiftKey ? FINE : STEP;
    const ways = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] });
    const way = ways[event.key];
    if (way) {
      const [dx, dy] = turn(way[0] * step, way[1] * step, quarterTurns(this.board.seat));
      this.at(this.x + dx, this.y + dy);
      this.draw();
      this.hooks.settled(this.words());
    } else if (event.key === "Enter" || event.key === " ") this.set();
    else if (event.key.toLowerCase() === "f" && this.domain.may_forgo) this.hooks.forgo();
    else if (event.key.toLowerCase() === "c") this.toNearest();
    else return;
    event.preventDefault();
  }
}
