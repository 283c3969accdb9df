/** "Show a good stroke": has one looked for beside the page, takes it as the aim, and says how often it comes off. */

import { degrees } from "../board/geometry.js";
import { kindOf } from "../board/words.js";
import { call, say } from "../match/speech.js";
import { module } from "../physics/kernel.js";
import { byId, set } from "../site/dom.js";
import { figure, t } from "../site/texts.js";

/** @typedef {import("./good_stroke.js").GoodStroke} GoodStroke */
/** @typedef {import("./good_stroke.js").Asked} Asked */
/** @typedef {{ hand: import("../analysis/scatter.js").Hand, sight: number[], speed: [number, number] }} Values */

export class Hint {
  /**
   * @param {import("./free_board.js").FreeBoard} free
   * @param {Values} values
   */
  constructor(free, values) {
    this.free = free;
    this.values = values;
    this.button = byId("good-stroke");
    this.said = byId("good-stroke-said");
    /** @type {Worker | null} */
    this.worker = null;
    this.asked = 0; // how often
    /** @type {import("../site/wire.js").Lying[] | null} what it was looked for on */
    this.position = null;
    /** @type {{ offset: number, angle: number } | null} the stroke that is shown, mm and degrees */
    this.shown = null;
    this.button.addEventListener("click", () => this.look());
  }

  /** Begins once strokes can be played: the page can lose its network later. */
  start() {
    if (!module()) return;
    this.worker = new Worker(new URL("./good_stroke_worker.js", import.meta.url), { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.take(data));
    this.worker.addEventListener("error", () => this.end("hint.failed"));
    this.worker.postMessage({ module: module() });
    set(this.button, { "aria-disabled": "false" });
  }

  look() {
    const { free, values, worker } = this;
    if (!worker || !free.isAiming || this.position) return;
    this.clear();
    this.position = free.position;
    this.asked += 1;
    this.said.textContent = t("hint.looking");
    worker.postMessage({
      id: this.asked,
      asked: /** @type {Asked} */ ({
        position: free.position, seat: free.seat, parameters: free.hooks.parameters(), spans: free.controls.stroke.domain?.spans ?? [],
        speeds: values.speed, hand: values.hand, sight: Float64Array.from(values.sight),
      }),
    });
  }

  /** @param {{ id: number, found: GoodStroke | null }} answer */
  take({ id, found }) {
    const { free, position } = this;
    this.position = null;
    this.said.textContent = "";
    if (id !== this.asked || position !== free.position || !free.isAiming) return; // the board has changed meanwhile
    if (!found) {
      this.end("hint.none");
      return;
    }
    free.aimAs({ offset: found.offset * 1000, angle: degrees(found.angle), speed: found.speed });
    free.drawSoon();
    const { offset, angle } = free.controls.stroke;
    this.shown = { offset, angle };
    const share = figure((100 * found.sunk) / found.played, 0);
    this.said.textContent = t("hint.found", { speed: figure(found.speed, 2), piece: t(`piece.${kindOf(found.piece)}`), share });
    say(this.said.textContent);
  }

  /** @param {string} key of the words that say why there is no stroke */
  end(key) {
    this.position = null;
    this.said.textContent = t(key);
    call(this.said.textContent);
  }

  /** Takes back what was said once another stroke is aimed. */
  check() {
    const { offset, angle } = this.free.controls.stroke;
    if (this.shown && (this.shown.offset !== offset || this.shown.angle !== angle)) this.clear();
  }

  clear() {
    this.shown = null;
    this.said.textContent = "";
  }
}
