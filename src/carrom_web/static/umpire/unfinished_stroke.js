/** The stroke that is being entered, stored with each tap: it is there again after a reload, as long as it is the same stroke. */

import { storePending, readPending } from "./device_store.js";

export class UnfinishedStroke {
  /**
   * @param {string} match
   * @param {import("./stroke.js").StrokeDraft} stroke
   */
  constructor(match, stroke) {
    this.key = `${match} half`;
    this.stroke = stroke;
  }

  /**
   * Stores the stroke as far as it is entered; the page's `data-half` says how much of it is on the disk.
   *
   * @param {number} version that it follows
   */
  keep(version) {
    const { isStarted, facts, order, on, not } = this.stroke;
    const much = isStarted ? String(order.length) : "";
    document.body.dataset.half = "";
    void storePending(this.key, isStarted ? [{ version, facts, order, on: [...on.values()], not: [...not] }] : []).then(() => {
      document.body.dataset.half = much;
    });
  }

  /**
   * Fills the stroke in as it was stored.
   *
   * @param {number} version how far the sheet is
   * @returns {Promise<boolean>} whether there was one, and nothing else was entered meanwhile
   */
  async take(version) {
    const { stroke } = this;
    const [held] = await readPending(this.key);
    if (!held || held.version !== version || stroke.isStarted) return false;
    stroke.clear();
    stroke.isStarted = true;
    Object.assign(stroke.facts, held.facts);
    stroke.order = held.order;
    for (const toggle of held.on) stroke.on.set(toggle.key, toggle);
    stroke.not = new Set(held.not);
    return true;
  }
}
