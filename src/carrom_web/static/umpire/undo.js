/** The Undo key: it takes the last entry back, as often as it is tapped, and the stroke that was taken back last can be recorded again. */

import { t } from "../site/texts.js";

const CLEARED = 400; // ms after a tap on Clear in which another one is not meant for Undo, which is in its place

export class Undo {
  /**
   * @param {{ situation: () => import("./types.js").Situation, isKnown: () => boolean, record: (request: Record<string, unknown>, words: string) => void }} page
   *   `isKnown`: another entry may be taken back, since it is known how the sheet stands, or no server will tell
   */
  constructor(page) {
    this.page = page;
    this.taps = 0; // that wait until it is known how the sheet stands
    this.clearedAt = -Infinity;
    /** @type {{ facts: Record<string, unknown>, text: string } | null} the stroke that was taken back last, until the next tap */
    this.taken = null;
  }

  /** Remembers that the key was tapped as Clear. @param {number} time ms */
  cleared(time) {
    this.clearedAt = time;
  }

  /** Counts the next tap, however soon: something was recorded after the keys were cleared. */
  recorded() {
    this.clearedAt = -Infinity;
  }

  /** Takes the last entry back. Another tap, before it is known how the sheet stands without it, takes back the one before. @param {number} time ms */
  tap(time) {
    if (time - this.clearedAt <= CLEARED) return;
    this.taps += 1;
    this.goOn();
  }

  /** Takes back the next entry that a tap waits for. */
  goOn() {
    if (!this.taps || !this.page.isKnown()) return;
    this.taps -= 1;
    const { may_undo: mayUndo, log, correct } = this.page.situation();
    if (!mayUndo) {
      this.taps = 0;
      return;
    }
    const last = log.find(({ struck }) => !struck);
    this.taken = last?.kind === "facts" && correct ? { facts: { ...correct.facts }, text: last.brief } : null;
    this.page.record({ kind: "take_back" }, t("undo.words"));
  }

  /** Records the stroke again that was taken back. */
  putBack() {
    if (this.taken) this.page.record({ kind: "facts", facts: this.taken.facts }, this.taken.text);
  }

  /** The stroke that was taken back is not offered any more. */
  forget() {
    this.taken = null;
  }
}
