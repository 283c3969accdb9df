/**
 * What happens in a match, for pages that only show it: events in their order, each shown to its end before the next.
 * It goes on by itself for hours: it reconnects, and asks for what it has missed.
 */

import { Connection } from "../match/socket.js";

/** @typedef {import("../site/wire.js").View} View */
/** @typedef {import("../site/wire.js").MatchEvent} MatchEvent */
/** @typedef {Pick<MatchEvent, "number" | "entry">} Entry */

const REMEMBERED = 40; // entries: what is struck out is rarely older
const BEHIND = 2; // motions that wait: then the older ones are not shown

export class Feed {
  /**
   * @param {string} socket path
   * @param {{ moves: (event: MatchEvent) => Promise<void>, shown: (view: View, event: MatchEvent | null) => void, state: (isOpen: boolean) => void }} hooks
   */
  constructor(socket, hooks) {
    this.hooks = hooks;
    /** @type {View} */
    this.view = JSON.parse(document.getElementById("view")?.textContent || "null");
    /** @type {Entry[]} the newest entries, in order */
    this.entries = JSON.parse(document.getElementById("entries")?.textContent || "[]");
    this.received = this.view.version;
    this.arrived = performance.now();
    /** @type {{ event: MatchEvent, at: number }[]} */
    this.queue = [];
    this.busy = false;
    hooks.shown(this.view, null);
    this.connection = new Connection(socket, {
      message: (message) => this.receive(message), state: (state) => hooks.state(state === "open"),
      slow: () => undefined, version: () => this.received,
    });
  }

  /** @returns {string} the newest ruling that counts, or what happened last */
  get last() {
    const struck = new Set(this.entries.flatMap(({ entry }) => entry.struck_out ?? []));
    const newest = [...this.entries].reverse().find(({ number, entry }) => !struck.has(number) && (entry.ruling?.sentence || entry.text));
    return newest?.entry.ruling?.sentence || newest?.entry.text || "";
  }

  /** @returns {number | null} seconds left of the clock that runs */
  get clock() {
    return this.view.clock === null ? null : Math.max(this.view.clock - (performance.now() - this.arrived) / 1000, 0);
  }

  /** @param {any} message */
  receive(message) {
    if (message.kind === "event") {
      if (message.number <= this.received) return;
      if (message.number > this.received + 1) {
        this.connection.sync();
        return;
      }
      this.received = message.number;
      this.queue.push({ event: message, at: performance.now() });
      void this.run();
    } else if ((message.kind === "hello" || message.kind === "snapshot") && message.view.version > this.received) {
      this.received = message.view.version;
      this.queue = [];
      void this.catchUp(message.view);
    }
  }

  /** @param {View} view that came without the events before it */
  async catchUp(view) {
    this.show(view, performance.now(), null);
    try {
      const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
      const loaded = /** @type {Entry[]} */ (JSON.parse(page.getElementById("entries")?.textContent || "[]"));
      const first = loaded[0]?.number ?? Infinity;
      const newer = this.entries.filter(({ number }) => number > (loaded.at(-1)?.number ?? -1));
      this.entries = [...this.entries.filter(({ number }) => number < first), ...loaded, ...newer].slice(-REMEMBERED);
      if (!this.busy) this.hooks.shown(this.view, null);
    } catch {
      // no network again: the score is right, the ruling is that of before
    }
  }

  async run() {
    if (this.busy) return;
    this.busy = true;
    try {
      for (let next = this.queue.shift(); next; next = this.queue.shift()) {
        const { event, at } = next;
        const waiting = this.queue.filter((each) => each.event.entry.motion).length;
        if (event.entry.motion && waiting < BEHIND && !document.hidden) await this.hooks.moves(event);
        if (event.number > this.view.version) this.show(event.view, at, event);
      }
    } finally {
      this.busy = false; // whatever went wrong with one event, the next one is shown
    }
  }

  /**
   * @param {View} view
   * @param {number} at when it was made
   * @param {MatchEvent | null} event that led to it
   */
  show(view, at, event) {
    this.view = view;
    this.arrived = at;
    if (event) this.entries = [...this.entries, { number: event.number, entry: event.entry }].slice(-REMEMBERED);
    this.hooks.shown(view, event);
    document.body.dataset.version = String(view.version); // for those who check the page
  }
}
