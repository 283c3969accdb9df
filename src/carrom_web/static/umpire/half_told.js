/** The stroke that is being told, kept with each tap: it is there again after a reload, as long as it is the same stroke. */

import { keepTold, keptTold } from "./kept.js";

export class HalfTold {
  /**
   * @param {string} match
   * @param {import("./stroke.js").StrokeTold} stroke
   */
  constructor(match, stroke) {
    this.key = `${match} half`;
    this.stroke = stroke;
  }

  /**
   * Keeps the stroke as far as it is told; the page's `data-half` says how much of it is on the disk.
   *
   * @param {number} version that it follows
   */
  keep(version) {
    const { begun, facts, order, on, not } = this.stroke;
    const much = begun ? String(order.length) : "";
    document.body.dataset.half = "";
    void keepTold(this.key, begun ? [{ version, facts, order, on: [...on.values()], not: [...not] }] : []).then(() => {
      document.body.dataset.half = much;
    });
  }

  /**
   * Fills the stroke in as it was kept.
   *
   * @param {number} version how far the sheet is
   * @returns {Promise<boolean>} whether there was one, and nothing else was told meanwhile
   */
  async take(version) {
    const { stroke } = this;
    const [held] = await keptTold(this.key);
    if (!held || held.version !== version || stroke.begun) return false;
    stroke.clear();
    stroke.begun = true;
    Object.assign(stroke.facts, held.facts);
    stroke.order = held.order;
    for (const toggle of held.on) stroke.on.set(toggle.key, toggle);
    stroke.not = new Set(held.not);
    return true;
  }
}
