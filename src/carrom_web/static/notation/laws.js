/** The laws in this page: asks the worker in which Python runs what followed from the entries of a match file. */

/** @typedef {{ pyodide: string, bundle: string, worker: string }} Addresses `pyodide` is empty where the site has none */
/** @typedef {{ parameters: number[] | null, entries: Record<string, import("./course.js").Followed>, refused: { code: string, text: string } | null }} Said */

export class Laws {
  /** @param {Addresses} addresses */
  constructor(addresses) {
    this.addresses = addresses;
    this.asked = 0;
    /** @type {Map<number, (said: Said | null) => void>} */
    this.waiting = new Map();
    /** @type {Worker | null} */
    this.worker = null;
  }

  /** Whether this site has them for pages. */
  get areHere() {
    return this.addresses.pyodide !== "" && "WebAssembly" in globalThis;
  }

  /**
   * @param {string} text of a file
   * @param {number} number which match of it, from 1
   * @returns {Promise<Said | null>} null: they could not be loaded
   */
  ask(text, number) {
    const { worker: address, pyodide, bundle } = this.addresses;
    try {
      this.worker ??= this.start(address);
    } catch {
      return Promise.resolve(null);
    }
    const { worker } = this;
    this.asked += 1;
    const id = this.asked;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      worker.postMessage({ id, text, number, language: document.documentElement.lang || "en", pyodide, bundle });
    });
  }

  /** @param {string} address @returns {Worker} */
  start(address) {
    const worker = new Worker(address, { type: "module" });
    worker.addEventListener("message", ({ data }) => {
      this.waiting.get(data.id)?.(data.said ?? null);
      this.waiting.delete(data.id);
    });
    worker.addEventListener("error", () => {
      worker.terminate();
      this.worker = null;
      for (const resolve of this.waiting.values()) resolve(null);
      this.waiting.clear();
    });
    return worker;
  }
}
