/**
 * The stroke that was sent and is not answered yet, saved in the browser: neither a reload nor a dead network frees it.
 * All pages of one browser share it; the server stores a request id once, whichever of them sends it.
 */

/** @typedef {Record<string, unknown> & { kind: string }} Message what a page sends */

/** Requests that hold once they are sent: letting go is a stroke. */
const STANDS = new Set(["stroke", "pass"]);

/** @param {string} kind of a request */
export function stands(kind) {
  return STANDS.has(kind);
}

export class Unanswered {
  /** @param {string} match */
  constructor(match) {
    this.key = `carrom-unanswered-${match}`;
  }

  /** @returns {Message | null} */
  load() {
    try {
      const message = JSON.parse(localStorage.getItem(this.key) ?? "null");
      return typeof message?.id === "string" && stands(message.kind) ? message : null;
    } catch {
      return null; // storage is off, or holds something else
    }
  }

  /** @param {Message} message */
  save(message) {
    if (!stands(message.kind)) return;
    try {
      localStorage.setItem(this.key, JSON.stringify(message));
    } catch {
      // storage is off: it stands as long as this page
    }
  }

  /** @param {string} id of a request that was answered */
  clear(id) {
    if (this.load()?.id === id) localStorage.removeItem(this.key);
  }
}
