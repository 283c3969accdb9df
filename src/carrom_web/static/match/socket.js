/**
 * The connection of a match: reconnects by itself with growing pauses, sends what waits once more under the same id,
 * and asks for the state when it has been quiet for long or an event is missing.
 */

/** @typedef {Record<string, unknown> & { kind: string }} Message */
/** @typedef {{ id: string, kind: string, body: string, sentAt: number, withdrawn: boolean }} Pending */
/**
 * @typedef {{ message: (message: any) => void, state: (state: "open" | "reconnecting") => void,
 *   slow: (pending: Pending, seconds: number) => void, version: () => number }} Hooks
 */

const FIRST_PAUSE = 250; // ms
const LONGEST_PAUSE = 8000;
const QUIET = 10_000;
const DEAD = 8000; // ms without an answer to a sync: the network is gone, though nobody told us
const SLOW = 400;
const UNCONFIRMED = 5000;
const NO_SUCH_MATCH = 4404; // close codes of the server
const TOO_FAST = 4029;

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
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
    this.hooks = hooks;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Pending | null} */
    this.pending = null;
    this.attempt = 0;
    this.heardAt = 0;
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
    socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (event.code === NO_SUCH_MATCH) return;
      if (event.code === TOO_FAST) this.attempt = Math.max(this.attempt, 5);
      this.hooks.state("reconnecting");
      this.retry = setTimeout(() => this.open(), pauseBefore(this.attempt, Math.random()));
      this.attempt += 1;
    });
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  retry;
  openedAt = 0;

  /** Tries again now. */
  hurry() {
    if (this.socket) return;
    clearTimeout(this.retry);
    this.attempt = 0;
    this.open();
  }

  /** @param {any} message */
  receive(message) {
    this.heardAt = performance.now();
    this.askedAt = 0;
    if (message.kind === "hello") {
      this.attempt = 0;
      this.hooks.state("open");
    }
    const { pending } = this;
    if ((message.kind === "done" || message.kind === "refused") && pending && message.id === pending.id) {
      const { withdrawn } = pending;
      this.pending = null;
      this.hooks.message({ ...message, withdrawn });
    } else this.hooks.message(message);
    if (message.kind === "hello") this.sendPending();
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
   */
  request(kind, members = {}) {
    if (this.pending) return;
    const id = newId();
    this.pending = {
      id, kind, body: JSON.stringify({ kind, id, after: this.hooks.version(), ...members }), sentAt: performance.now(), withdrawn: false,
    };
    this.sendPending();
  }

  sendPending() {
    const { pending } = this;
    if (!pending || !this.isOpen) return;
    this.socket?.send(pending.withdrawn ? JSON.stringify({ kind: "known", id: pending.id }) : pending.body);
  }

  /** Takes the request back, which succeeds only if the server has no such id. */
  withdraw() {
    if (!this.pending) return;
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
    } else if (this.askedAt && now - this.askedAt > DEAD) this.drop();
    else if (!this.askedAt && this.heardAt && now - this.heardAt > QUIET) this.sync();
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
