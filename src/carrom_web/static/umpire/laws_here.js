/** The laws on this phone: asks the worker in which Python runs. Where there is none, nothing here is ready. */

import { offline } from "./newer.js";

/** @typedef {{ number: number, here: string, server: string }} Difference */

const SHORTEST_NET = "slow-2g";

export class LawsHere {
  /** @param {string} match */
  constructor(match) {
    this.match = match;
    /** @type {"none" | "loading" | "ready"} */
    this.state = "none";
    this.asked = 0;
    /** @type {Map<number, (said: any) => void>} */
    this.waiting = new Map();
    /** @type {Worker | null} */
    this.worker = null;
  }

  /** @returns {boolean} */
  get isReady() {
    return this.state === "ready";
  }

  /** Starts the worker, unless the site has no Pyodide or this phone saves data. @param {() => void} changed */
  async start(changed) {
    if (this.state !== "none") return;
    const net = /** @type {any} */ (navigator).connection;
    if (!offline.pyodide || net?.saveData || net?.effectiveType === SHORTEST_NET || typeof WebAssembly === "undefined") return;
    this.state = "loading";
    changed();
    try {
      this.worker = new Worker(offline.worker, { type: "module" });
    } catch {
      this.stop(changed);
      return;
    }
    this.worker.addEventListener("message", ({ data }) => {
      this.waiting.get(data.number)?.(data);
      this.waiting.delete(data.number);
    });
    this.worker.addEventListener("error", () => this.stop(changed));
    const language = document.documentElement.lang || "en";
    const { pyodide, bundle, record } = offline;
    const said = await this.ask("start", { match: this.match, language, pyodide, bundle, record });
    if (said.error) {
      this.stop(changed);
      return;
    }
    this.state = "ready";
    document.body.dataset.laws = JSON.stringify(said); // ms, for those who check the page
    changed();
  }

  /** There is no Python here: strokes are stored, and ruled once they are sent. @param {() => void} changed */
  stop(changed) {
    this.worker?.terminate();
    this.worker = null;
    this.state = "none";
    for (const done of this.waiting.values()) done({ error: { code: "no-laws-here", text: "" } });
    this.waiting.clear();
    changed();
  }

  /**
   * @param {string} kind
   * @param {Record<string, unknown>} more
   * @returns {Promise<any>} the answer; with `error` where there is none
   */
  ask(kind, more) {
    const { worker } = this;
    if (!worker) return Promise.resolve({ error: { code: "no-laws-here", text: "" } });
    this.asked += 1;
    const number = this.asked;
    return new Promise((done) => {
      this.waiting.set(number, done);
      worker.postMessage({ ...more, kind, number });
    });
  }
}
