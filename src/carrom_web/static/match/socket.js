/**
 * The connection of a match: reconnects by itself with growing pauses, sends what waits once more under the same id,
 * and asks for the state when it has been quiet for long or an event is missing. A stroke that was sent stays sent: it is
 * saved in the browser and sent again, after a reload too, until the server has answered.
 */

import { stands } from "./unanswered.js";

/** @typedef {import("./unanswered.js").Message} Message */
/** @typedef {{ id: string, kind: string, message: Message, sentAt: number, withdrawn: boolean }} Pending */
/**
 * @typedef {{ message: (message: any) => void, state: (state: "open" | "reconnecting") => void,
 *   slow: (pending: Pending, seconds: number) => void, version: () => number, unanswered?: import("./unanswered.js").Unanswered }} Hooks
 */

const PAGE_KEY = "carrom-page";
const FIRST_PAUSE = 250; // ms
const LONGEST_PAUSE = 8000;
const QUIET = 10_000;
const DEAD = 8000; // ms without an answer to a sync: the network is gone without notice
const HERE_EVERY = 20_000; // ms: the server forgets a page that it has not heard for 75 s
const SILENT = 2000; // ms without a word after a request: a sync, which is answered at once, tells whether the network is gone
const SLOW = 400;
const UNCONFIRMED = 5000;
const NO_SUCH_MATCH = 4404; // close codes of the server
const TOO_FAST = 4029;
export const SIGNED_OUT = 4401; // the page reloads as what a stranger sees
const ANOTHER_TAB = "another-tab"; // a refusal of this page, not of the request

/** @returns {string} a UUID; also where the page is no secure context */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/**
 * @param {number} attempt 0 for the first
 * @param {number} random 0..1
 * @returns {number} ms to wait before this attempt
 */
export function pauseBefore(attempt, random) {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt) * (0.75 + random / 2);
}

export class Connection {
  /**
   * @param {string} path
   * @param {Hooks} hooks
   */
  constructor(path, hooks) {
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}?page=${pageId(newId)}`;
    this.hooks = hooks;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Pending | null} */
    this.pending = restored(hooks.unanswered?.load() ?? null);
    this.attempt = 0;
    this.receivedAt = 0;
    this.askedAt = 0;
    this.open();
    setInterval(() => this.watch(), 500);
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => !document.hidden && this.hurry());
  }

  open() {
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.openedAt = performance.now();
    this.hereAt = this.openedAt;
    socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (event.code === NO_SUCH_MATCH) return;
      if (event.code === SIGNED_OUT) {
        location.reload();
        return;
      }
      if (event.code === TOO_FAST) this.attempt = Math.max(this.attempt, 5);
      this.hooks.state("reconnecting");
      this.retry = setTimeout(() => this.open(), pauseBefore(this.attempt, Math.random()));
      this.attempt += 1;
    });
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  retry;
  openedAt = 0;
  hereAt = 0;

  /** Tries again now. */
  hurry() {
    if (this.socket) return;
    clearTimeout(this.retry);
    this.attempt = 0;
    this.open();
  }

  /** @param {any} message */
  receive(message) {
    this.receivedAt = performance.now();
    this.askedAt = 0;
    if (message.kind === "hello") {
      this.attempt = 0;
      this.hooks.state("open");
    }
    const { pending } = this;
    const answers = message.kind === "done" || (message.kind === "refused" && !(message.code === ANOTHER_TAB && pending && stands(pending.kind)));
    if (answers && pending && message.id === pending.id) {
      const { withdrawn } = pending;
      this.pending = null;
      this.hooks.unanswered?.clear(pending.id);
      this.hooks.message({ ...message, withdrawn });
    } else this.hooks.message(message);
    if (message.kind === "hello" || message.kind === "tab") {
      const another = !message.playing && (message.kind === "tab" || message.seats.length > 0);
      if (!another || !stands(this.pending?.kind ?? "")) this.sendPending(); // a stroke waits until this page is the one that plays
    }
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** @param {Message} message that may be lost */
  send(message) {
    if (this.isOpen) this.socket?.send(JSON.stringify(message));
  }

  /**
   * Sends what is to be stored, and keeps it until the server has answered.
   *
   * @param {string} kind
   * @param {Record<string, unknown>} [members]
   * @returns {boolean} false where an earlier request still waits for its answer: then nothing is sent
   */
  request(kind, members = {}) {
    if (this.pending) return false;
    const id = newId();
    const message = { kind, id, after: this.hooks.version(), ...members };
    this.pending = { id, kind, message, sentAt: performance.now(), withdrawn: false };
    this.hooks.unanswered?.save(message);
    this.sendPending();
    return true;
  }

  sendPending() {
    const { pending } = this;
    if (!pending || !this.isOpen) return;
    this.socket?.send(JSON.stringify(pending.withdrawn ? { kind: "known", id: pending.id } : pending.message));
  }

  /** Takes the request back, which succeeds only if the server has no such id. A stroke cannot be taken back. */
  withdraw() {
    if (!this.pending || stands(this.pending.kind)) return;
    this.pending.withdrawn = true;
    this.sendPending();
  }

  /** Asks for the state. */
  sync() {
    this.askedAt ||= performance.now();
    this.send({ kind: "sync", have: this.hooks.version() });
  }

  watch() {
    const now = performance.now();
    if (this.pending) {
      const waited = now - this.pending.sentAt;
      if (waited >= UNCONFIRMED) this.hooks.slow(this.pending, 5);
      else if (waited >= SLOW) this.hooks.slow(this.pending, 0);
    }
    if (!this.socket) return;
    if (!this.isOpen) {
      if (now - this.openedAt > DEAD) this.drop();
      return;
    }
    if (now - this.hereAt > HERE_EVERY) {
      this.hereAt = now;
      this.send({ kind: "here" });
    }
    if (this.askedAt && now - this.askedAt > DEAD) this.drop();
    else if (!this.askedAt && this.receivedAt && now - this.receivedAt > QUIET) this.sync();
    else if (!this.askedAt && this.pending && now - Math.max(this.pending.sentAt, this.receivedAt, this.openedAt) > SILENT) this.sync();
  }

  /** Gives a dead connection up at once; its own close may take minutes. */
  drop() {
    const { socket } = this;
    this.askedAt = 0;
    this.socket = null;
    socket?.close();
    this.hooks.state("reconnecting");
    this.open();
  }
}

/**
 * @param {Message | null} message that an earlier page sent
 * @returns {Pending | null}
 */
function restored(message) {
  if (!message) return null;
  return { id: String(message.id), kind: message.kind, message, sentAt: performance.now() - UNCONFIRMED, withdrawn: false };
}

/**
 * Gives the name by which the server knows this page again: the same after a reload and for every new socket, another one
 * for another tab. A page that is loaded again takes its own place, also while the server believes that its former socket
 * still lives.
 *
 * @param {() => string} newId
 * @returns {string}
 */
function pageId(newId) {
  let id = "";
  try {
    id = sessionStorage.getItem(PAGE_KEY) ?? "";
    sessionStorage.removeItem(PAGE_KEY); // a copy of this tab begins with a copy of this storage: it is another page
    id ||= newId();
    addEventListener("pagehide", () => sessionStorage.setItem(PAGE_KEY, id));
    addEventListener("pageshow", () => sessionStorage.removeItem(PAGE_KEY));
  } catch {
    // storage is off: a page that is loaded again is another one
  }
  return id || newId();
}
