/**
 * The ruling on the current entry before it is recorded. It is asked for with each change of the entry; a tap on Record that
 * comes before the answer counts as soon as the answer is there.
 */

/** @typedef {import("./standing.js").Draft} Draft */
/** @typedef {import("./types.js").Judged} Judged */

export class EntryRuling {
  /**
   * @param {object} page
   * @param {() => Record<string, unknown> | null} page.wanted what would be recorded now
   * @param {(request: Record<string, unknown>) => Promise<Draft>} page.ask stores nothing
   * @param {() => boolean} page.isKnown whether the board is known to which the entry belongs
   * @param {(judged: Judged) => boolean} page.isWhole whether nothing can be added to the entry: it is recorded at once
   * @param {() => void} page.record records the entry if it is due
   * @param {() => void} page.draw shows the ruling as far as it is known
   * @param {(judged: Judged | null) => void} page.ruled called with a ruling on an entry that waits for Record
   */
  constructor(page) {
    this.page = page;
    this.asked = 0; // requests that were sent: an answer to an older one is passed over
    this.isAsking = false; // the ruling that is shown is not yet that of the current entry
    this.isDue = false; // Record was tapped before that ruling was there
    /** @type {Draft | null} */
    this.draft = null;
  }

  /** Asks how the laws rule on the current entry. */
  async ask() {
    this.asked += 1;
    const number = this.asked;
    const request = this.page.wanted();
    this.isAsking = false;
    if (!request) {
      this.draft = null;
      this.page.draw();
      return;
    }
    const began = performance.now();
    this.isAsking = this.page.isKnown();
    this.page.draw();
    const said = await this.page.ask(request);
    if (number !== this.asked) return;
    this.isAsking = false;
    this.draft = said;
    document.body.dataset.ruled = String(Math.round(performance.now() - began)); // ms, for those who check the page
    if (!said.refusal && (this.isDue || (said.judged && this.page.isWhole(said.judged)))) {
      this.isDue = true;
      this.page.record();
      return;
    }
    this.isDue = false;
    this.page.ruled(said.judged);
  }

  /** Records the entry as soon as its ruling is there: a tap that comes before it counts as well. */
  recordWhenRuled() {
    this.isDue = this.isAsking || !this.draft?.refusal;
    if (!this.isAsking) this.page.record();
  }

  /** @returns {boolean} whether the entry is to be recorded now, asked once for each tap */
  takeDue() {
    const { isDue } = this;
    this.isDue = false;
    return isDue;
  }

  /** @returns {string | undefined} the sentence of the ruling on the current entry, if it is known */
  get sentence() {
    return this.isAsking ? undefined : this.draft?.judged?.ruling?.sentence;
  }

  /** The entry was changed by something else than its keys: what was tapped before does not count for it. */
  release() {
    this.isDue = false;
  }

  /** No entry is under way any more. */
  clear() {
    this.draft = null;
    this.isAsking = false;
    this.isDue = false;
    this.asked += 1;
  }
}
