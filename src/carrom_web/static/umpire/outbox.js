/**
 * Entries that the server has not stored yet: stored in the browser first, then sent in order, each once.
 *
 * Each entry has an id of its own and the number that it follows. Without a network it waits; a server that was killed
 * and started again answers the same id with the same entry. A refusal stops the line: nothing is merged. The pages of
 * one browser share the line; what two of them send at once is one entry. A copy goes straight to the disk: a battery may
 * be empty before the browser has written localStorage.
 */

import { storePending, readPending } from "./device_store.js";
import { noteVersion } from "./newer.js";

/**
 * @typedef {import("./device_store.js").Pending} Pending
 * @typedef {{ code: string, text: string }} Refusal
 * @typedef {{ stored: (answer: any) => void, changed: () => void, elsewhere: () => void, refused: (refusal: Refusal) => void }} Hooks
 */

const FIRST_PAUSE = 500; // ms before it is sent again
const LONGEST_PAUSE = 5_000;
const PATIENCE = 10_000; // ms

export class Outbox {
  /**
   * @param {string} match
   * @param {string} url
   * @param {string} token
   * @param {Hooks} hooks
   */
  constructor(match, url, token, hooks) {
    this.match = match;
    this.key = `carrom-sheet-${match}`;
    this.url = url;
    this.token = token;
    this.hooks = hooks;
    /** @type {Pending[]} */
    this.pending = this.read();
    /** @type {Refusal | null} */
    this.refusal = null;
    this.isStored = true;
    this.isOffline = false;
    this.sending = false;
    this.pause = FIRST_PAUSE;
    addEventListener("storage", ({ key }) => {
      if (key !== this.key) return;
      this.pending = this.read();
      if (!this.pending.length) this.refusal = null;
      hooks.changed();
      hooks.elsewhere();
    });
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => !document.hidden && this.hurry());
    void this.recover();
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  retry;

  /** @returns {Pending[]} */
  read() {
    try {
      const held = JSON.parse(localStorage.getItem(this.key) || "[]");
      return Array.isArray(held) ? held : [];
    } catch {
      return [];
    }
  }

  /** Restores entries that are only on the disk. What the server has already, it does not store again. */
  async recover() {
    const held = (await readPending(this.match)).filter(({ id }) => !this.pending.some((each) => each.id === id));
    if (!held.length) return;
    this.pending = [...held, ...this.pending].sort((a, b) => a.after - b.after);
    this.keep();
    this.hooks.changed();
    void this.send();
  }

  /** Writes down what waits, before anything of it is sent. */
  keep() {
    void storePending(this.match, this.pending);
    try {
      if (this.pending.length) localStorage.setItem(this.key, JSON.stringify(this.pending));
      else localStorage.removeItem(this.key);
      this.isStored = true;
    } catch {
      this.isStored = false; // storage is off or full: it is held by the page alone
    }
  }

  /**
   * @param {Record<string, unknown>} request
   * @param {string} words what it says, for the list of what waits
   * @param {number} version the newest entry that the server has sent
   * @param {string} [id] of one that was sent already, and never answered
   */
  add(request, words, version, id = newId()) {
    if (this.isStored) this.pending = this.read();
    const last = this.pending.at(-1);
    this.pending.push({ id, after: last ? last.after + 1 : version, request, words, at: new Date().toISOString() });
    this.keep();
    void this.send();
    this.hooks.changed();
  }

  /** Sends again at once. */
  hurry() {
    clearTimeout(this.retry);
    this.pause = FIRST_PAUSE;
    void this.send();
  }

  /** Drops what the server refused, and all later entries. */
  drop() {
    this.pending = [];
    this.refusal = null;
    this.keep();
    this.hooks.changed();
  }

  again() {
    this.refusal = null;
    this.hooks.changed();
    this.hurry();
  }

  async send() {
    if (this.sending || this.refusal || !this.pending.length) return;
    this.sending = true;
    const [first] = this.pending;
    const said = await post(this.url, this.token, { id: first.id, after: first.after, request: first.request, ago: secondsSince(first.at) });
    this.sending = false;
    if (said.ok) {
      this.isOffline = false;
      this.pause = FIRST_PAUSE;
      const shift = said.answer.number - first.after - 1; // papers that were handed in meanwhile
      this.pending = (this.isStored ? this.read() : this.pending).filter(({ id }) => id !== first.id);
      if (shift > 0) this.pending = this.pending.map((each) => ({ ...each, after: each.after + shift }));
      this.keep();
      this.hooks.stored(said.answer);
      void this.send();
    } else if (said.refusal) {
      this.isOffline = false;
      this.refusal = said.refusal;
      this.hooks.refused(said.refusal);
    } else {
      this.isOffline = true;
      clearTimeout(this.retry);
      this.retry = setTimeout(() => void this.send(), this.pause);
      this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
    }
    this.hooks.changed();
  }
}

/**
 * @param {string} url
 * @param {string} token
 * @param {Record<string, unknown>} message
 * @param {number} [patience] ms
 * @returns {Promise<{ ok: boolean, answer?: any, refusal?: Refusal }>} neither an answer nor a refusal: no network, or a server in need
 */
export async function post(url, token, message, patience = PATIENCE) {
  try {
    const answer = await fetch(url, {
      method: "POST", body: JSON.stringify(message), headers: { "Content-Type": "application/json", "X-CSRFToken": token },
      signal: AbortSignal.timeout(patience),
    });
    noteVersion(answer);
    if (answer.status >= 500 || answer.status === 429) return { ok: false };
    if (!answer.headers.get("Content-Type")?.includes("json")) return { ok: false, refusal: { code: `http-${answer.status}`, text: "" } };
    const said = await answer.json();
    return answer.ok ? { ok: true, answer: said } : { ok: false, refusal: said };
  } catch {
    return { ok: false };
  }
}

/**
 * @param {string | undefined} at ISO, by this phone's clock, whatever it shows
 * @returns {number} seconds, as whole as a record needs
 */
function secondsSince(at) {
  const seconds = at ? Math.round((Date.now() - Date.parse(at)) / 1000) : 0;
  return seconds > 0 ? seconds : 0;
}

/** @returns {string} also on a page without https, where `randomUUID` is missing */
export function newId() {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
