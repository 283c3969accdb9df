/**
 * The board on the page: pieces as nodes that are reused and moved by x and y alone, seen from a seat.
 * Knows board axes and millimetres; no laws, no server.
 */

import { svg, set } from "../site/dom.js";
import { still } from "../site/settings.js";
import { quarterTurns } from "../site/wire.js";
import { turn } from "./geometry.js";
import { letterOf, mm, OUTER } from "./measurements.js";

/** @typedef {import("../site/wire.js").Seat} Seat */

const SHADE_X = 1.2;
const SHADE_Y = -3;
const DARKENS = 1.6; // a piece that falls lets the dark of the pocket through: so much for what it has become smaller
/** Specks of powder round the striker: place and size in millimetres. */
const SPECKS = [[-18, 4, 7], [-9, -14, 6], [10, -15, 7], [19, 2, 6], [8, 15, 5], [-8, 14, 6]];

export class Board {
  /** @param {HTMLElement} holder of the drawing that the page brought along */
  constructor(holder) {
    const drawing = holder.querySelector("svg.board");
    if (!(drawing instanceof SVGSVGElement)) throw new Error("the page has no board");
    this.svg = drawing;
    this.world = this.layerOf("world");
    this.regions = this.layerOf("l-regions");
    this.shades = this.layerOf("l-shades");
    this.falling = this.layerOf("l-falling"); // cut off by the rims of the pockets
    this.pieces = this.layerOf("l-pieces");
    this.striker = this.layerOf("l-striker");
    this.aim = this.layerOf("l-aim");
    this.others = this.layerOf("l-others");
    /** @type {Map<number, { use: SVGUseElement, shade: SVGUseElement, x: number, y: number }>} */
    this.nodes = new Map();
    /** @type {Seat} */
    this.seat = "south";
    /** @type {[number, number]} from a piece to its shadow, in board axes */
    this.shade = [SHADE_X, SHADE_Y];
  }

  /**
   * @param {string} name
   * @returns {SVGGElement}
   */
  layerOf(name) {
    const layer = this.svg.querySelector(`.${name}`);
    if (!(layer instanceof SVGGElement)) throw new Error(`the board has no layer ${name}`);
    return layer;
  }

  /** @param {Seat} seat whose edge lies below from now on */
  seeFrom(seat) {
    this.seat = seat;
    const turns = quarterTurns(seat);
    this.world.setAttribute("transform", `rotate(${turns * 90}) scale(1 -1)`);
    this.svg.dataset.turn = String(turns); // the light stays with the screen: see board.css
    this.shade = turn(SHADE_X, SHADE_Y, turns);
    for (const node of this.nodes.values()) this.shadeOf(node);
  }

  /** @param {{ shade: SVGUseElement, x: number, y: number }} node */
  shadeOf({ shade, x, y }) {
    shade.setAttribute("x", (x + this.shade[0]).toFixed(2));
    shade.setAttribute("y", (y + this.shade[1]).toFixed(2));
  }

  /**
   * Powder that a stroke stirs up; not where nothing may fly.
   *
   * @param {number} x millimetres in board axes
   * @param {number} y
   */
  puff(x, y) {
    if (still()) return;
    const cloud = svg("g", { class: "puff", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` });
    for (const [dx, dy, r] of SPECKS) cloud.append(svg("circle", { cx: dx, cy: dy, r }));
    cloud.addEventListener("animationend", () => cloud.remove());
    this.shades.append(cloud);
  }

  /** @returns {number} CSS px */
  get width() {
    return this.svg.getBoundingClientRect().width;
  }

  /** @returns {number} millimetres a CSS px */
  get scale() {
    return (2 * OUTER) / (this.width || 1);
  }

  /**
   * @param {{ clientX: number, clientY: number }} event
   * @param {Seat} [seat] in whose axes; board axes are SOUTH's
   * @returns {[number, number]} millimetres
   */
  pointOf(event, seat = "south") {
    const box = this.svg.getBoundingClientRect();
    const x = (event.clientX - box.left) * this.scale - OUTER;
    const y = OUTER - (event.clientY - box.top) * this.scale;
    return turn(x, y, quarterTurns(this.seat) - quarterTurns(seat));
  }

  /**
   * @param {number} dx CSS px to the right
   * @param {number} dy CSS px down
   * @param {Seat} seat
   * @returns {[number, number]} the same way in the seat's axes, still in CSS px
   */
  wayOf(dx, dy, seat) {
    return turn(dx, -dy, quarterTurns(this.seat) - quarterTurns(seat));
  }

  /**
   * @param {number} x millimetres, a way in the seat's axes
   * @param {number} y
   * @param {Seat} seat
   * @returns {[number, number]} the same way in CSS px to the right and down
   */
  pixelsOf(x, y, seat) {
    const [right, up] = turn(x, y, quarterTurns(seat) - quarterTurns(this.seat));
    return [right / this.scale, -up / this.scale];
  }

  /**
   * Shows these pieces and no others; pieces that stay keep their nodes.
   *
   * @param {readonly import("../site/wire.js").Lying[]} position metres
   */
  lay(position) {
    const wanted = new Set(position.map(([number]) => number));
    for (const number of [...this.nodes.keys()]) if (!wanted.has(number)) this.remove(number);
    for (const [number, x, y] of position) this.put(number, mm(x), mm(y));
  }

  /**
   * @param {number} number
   * @param {number} x millimetres in board axes
   * @param {number} y
   * @param {number} [size] below 1 while it falls into a pocket
   */
  put(number, x, y, size = 1) {
    let node = this.nodes.get(number);
    if (!node) {
      node = {
        use: svg("use", { href: `#p-${letterOf(number)}`, id: `piece-${number}`, "data-piece": number }),
        shade: svg("use", { href: number === 0 ? "#p-shade-s" : "#p-shade" }),
        x: NaN, y: NaN,
      };
      this.nodes.set(number, node);
      this.layerFor(number).append(node.use);
      this.shades.append(node.shade);
    }
    if (size < 1) {
      if (node.use.parentNode !== this.falling) this.falling.append(node.use);
      set(node.use, { transform: `translate(${x} ${y}) scale(${size}) translate(${-x} ${-y})`, opacity: (1 - DARKENS * (1 - size)).toFixed(2) });
      node.shade.setAttribute("visibility", "hidden");
    } else if (node.use.parentNode === this.falling) {
      this.layerFor(number).append(node.use);
      for (const name of ["transform", "opacity"]) node.use.removeAttribute(name);
      node.shade.removeAttribute("visibility");
    }
    if (node.x === x && node.y === y) return;
    node.x = x;
    node.y = y;
    node.use.setAttribute("x", x.toFixed(2));
    node.use.setAttribute("y", y.toFixed(2));
    this.shadeOf(node);
  }

  /** @param {number} number */
  layerFor(number) {
    return number === 0 ? this.striker : this.pieces;
  }

  /** @param {number} number */
  remove(number) {
    const node = this.nodes.get(number);
    if (!node) return;
    node.use.remove();
    node.shade.remove();
    this.nodes.delete(number);
  }

  /** @returns {{ number: number, x: number, y: number }[]} pieces as they are drawn now, millimetres in board axes; without the striker */
  lying() {
    return [...this.nodes].filter(([number]) => number !== 0).map(([number, { x, y }]) => ({ number, x, y }));
  }

  /** @param {boolean} mine whether one may strike or place now */
  playable(mine) {
    set(this.svg, { role: mine ? "application" : "img" });
    if (mine) this.svg.setAttribute("tabindex", "0");
    else if (document.activeElement !== this.svg) this.svg.removeAttribute("tabindex");
  }
}
