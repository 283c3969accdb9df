/**
 * How the sheet stands: as the server said last, or, while entries wait to be sent, as the laws on this phone say that it
 * will. The server judges again when it hears of them; where it rules otherwise, both are shown.
 */

import { storeSituation, storePending, readSituation, readPending } from "./device_store.js";
import { LawsHere } from "./laws_here.js";
import { offline } from "./newer.js";
import { post } from "./outbox.js";

/** @typedef {import("./types.js").Situation} Situation */
/** @typedef {import("./types.js").Judged} Judged */
/** @typedef {import("./outbox.js").Outbox} Outbox */
/** @typedef {import("./outbox.js").Refusal} Refusal */
/** @typedef {import("./laws_here.js").Difference} Difference */
/** @typedef {{ judged: Judged | null, refusal: Refusal | null, isOffline: boolean, isHere: boolean }} Draft */

const SLOW = 1_000; // ms without an answer: then it is ruled here
const RULED_LATER = 3_000; // ms without an answer, and no laws here: then it may be recorded before it is ruled

export class Standing {
  /**
   * @param {Situation} first
   * @param {string} match
   * @param {Outbox} outbox
   * @param {() => void} changed
   */
  constructor(first, match, outbox, changed) {
    this.match = match;
    this.stored = first; // as the server said last
    this.shown = first;
    this.outbox = outbox;
    this.changed = changed;
    this.key = `carrom-sheet-${match}-differs`;
    /** @type {Difference[]} */
    this.differences = this.readDifferences();
    this.aheadOf = ""; // the ids of all that what is shown holds and the server does not
    this.number = 0;
    this.laws = new LawsHere(match);
  }

  /** Takes up what was known when the page was left: what the server said, and what this phone has ruled since. */
  async recall() {
    const [known, [ahead]] = await Promise.all([readSituation(this.match), readPending(`${this.match} ahead`)]);
    if (known && known.view.version > this.stored.view.version) await this.receive(known);
    if (ahead && ahead.situation.view.version > this.stored.view.version && ahead.ids === this.waiting) {
      this.shown = ahead.situation;
      this.aheadOf = ahead.ids;
    }
    this.changed();
  }

  /** @returns {string} the ids of all that waits */
  get waiting() {
    return this.outbox.pending.map(({ id }) => id).join();
  }

  /** @returns {boolean} what is shown holds all that waits */
  get isAhead() {
    return this.outbox.pending.length > 0 && this.aheadOf === this.waiting;
  }

  /** Starts the laws of this phone, beside the page: for who keeps the sheet. */
  start() {
    void this.laws.start(() => {
      this.changed();
      if (this.laws.isReady) void this.update();
    });
  }

  /** @returns {boolean} entries wait whose ruling is not known */
  get isBehind() {
    return this.outbox.pending.length > 0 && !this.isAhead;
  }

  /**
   * Takes up what the server says.
   *
   * @param {Situation} newest
   * @param {import("./device_store.js").Entry | null} [entry] the one that was stored now
   */
  async receive(newest, entry = null) {
    if (newest.view.version < this.stored.view.version) return;
    void storeSituation(this.match, newest, entry);
    this.stored = newest;
    if (!this.outbox.pending.length) {
      this.shown = newest;
    }
    if (!this.laws.isReady) {
      if (!this.isAhead) this.shown = newest;
      return;
    }
    if (entry) this.note(await this.laws.ask("store", { record: [entry] }));
    await this.update();
  }

  /** Works out how the sheet stands with all that waits. */
  async update() {
    if (!this.laws.isReady) {
      this.aheadOf = "";
      this.shown = this.stored;
      this.changed();
      return;
    }
    this.number += 1;
    const { number } = this;
    const pending = [...this.outbox.pending];
    const synced = await this.laws.ask("sync", { version: this.stored.view.version });
    this.note(synced);
    const said = synced.version < 0 ? null : await this.laws.ask("follow", { pending });
    if (number !== this.number) return; // asked again meanwhile
    const isWhole = said && !said.error && said.stored >= this.stored.view.version && said.count === pending.length;
    this.aheadOf = isWhole ? pending.map(({ id }) => id).join() : "";
    void storePending(`${this.match} ahead`, this.aheadOf ? [{ ids: this.aheadOf, situation: said.situation }] : []);
    if (isWhole) {
      this.shown = said.situation;
      if (!pending.length) this.stored = said.situation; // the record on this phone is newer than its page
    } else this.shown = this.stored;
    this.changed();
  }

  /**
   * What the laws say to a request. Nothing is stored by it.
   *
   * @param {Record<string, unknown>} request
   * @returns {Promise<Draft>}
   */
  async draft(request) {
    if (this.isBehind) return { judged: null, refusal: null, isOffline: true, isHere: false };
    if (this.isAhead || (this.laws.isReady && this.outbox.isOffline)) return this.draftHere(request);
    const asked = post(offline.draft, this.outbox.token, { request }, RULED_LATER);
    const slow = new Promise((done) => setTimeout(done, SLOW));
    const first = this.laws.isReady ? await Promise.race([asked, slow]) : await asked;
    if (first && /** @type {any} */ (first).ok !== undefined) {
      const said = /** @type {Awaited<typeof asked>} */ (first);
      const refusal = said.refusal ?? said.answer?.refused ?? null;
      if (said.ok || refusal) return { judged: said.answer?.entry ?? null, refusal, isOffline: false, isHere: false };
    }
    if (this.laws.isReady) return this.draftHere(request);
    return { judged: null, refusal: null, isOffline: true, isHere: false };
  }

  /**
   * @param {Record<string, unknown>} request
   * @returns {Promise<Draft>}
   */
  async draftHere(request) {
    const said = await this.laws.ask("draft", { draft: { request } });
    if (said.error) return { judged: null, refusal: null, isOffline: true, isHere: false };
    return { judged: said.entry ?? null, refusal: said.refused ?? null, isOffline: true, isHere: true };
  }

  /** Keeps where the server ruled otherwise than this phone. @param {{ differences?: Difference[] }} said */
  note(said) {
    if (!said.differences?.length) return;
    this.differences.push(...said.differences);
    this.writeDifferences();
  }

  /** The umpire has read them. */
  seen() {
    this.differences = [];
    this.writeDifferences();
    this.changed();
  }

  /** @returns {Difference[]} */
  readDifferences() {
    try {
      const held = JSON.parse(localStorage.getItem(this.key) || "[]");
      return Array.isArray(held) ? held : [];
    } catch {
      return [];
    }
  }

  writeDifferences() {
    try {
      if (this.differences.length) localStorage.setItem(this.key, JSON.stringify(this.differences));
      else localStorage.removeItem(this.key);
    } catch {
      // they are shown by this page then
    }
  }
}
