/**
 * What a browser stores of sheets beside localStorage: their records, and a copy of what waits to be sent, which is on the
 * disk when the promise resolves (localStorage is written some seconds later). Works on plain http too. Where nothing can
 * be stored, everything answers as if nothing were there.
 */

/** @typedef {{ id: string, after: number, request: Record<string, unknown>, words: string, at?: string }} Pending */
/** @typedef {Record<string, any> & { number: number }} Entry as the server stores it */

const NAME = "carrom-umpire";
const LONGEST = 60 * 24 * 3600 * 1000; // ms that the record of a sheet stays which nobody opens

/** @type {Promise<IDBDatabase | null> | undefined} */
let opened;

/** @returns {Promise<IDBDatabase | null>} */
function database() {
  opened ??= new Promise((done) => {
    try {
      const asked = indexedDB.open(NAME, 1);
      asked.onupgradeneeded = () => {
        asked.result.createObjectStore("entries", { keyPath: ["match", "number"] });
        asked.result.createObjectStore("pending", { keyPath: "match" });
        asked.result.createObjectStore("seen", { keyPath: "match" });
        asked.result.createObjectStore("situations", { keyPath: "match" });
      };
      asked.onsuccess = () => {
        asked.result.onversionchange = () => asked.result.close();
        done(asked.result);
      };
      asked.onerror = () => done(null);
      asked.onblocked = () => done(null);
    } catch {
      done(null);
    }
  });
  return opened;
}

/**
 * @template T
 * @param {string[]} stores
 * @param {IDBTransactionMode} mode
 * @param {(open: (name: string) => IDBObjectStore) => IDBRequest<T> | void} act
 * @returns {Promise<T | undefined>} when it is on the disk
 */
async function transact(stores, mode, act) {
  const held = await database();
  if (!held) return undefined;
  return new Promise((done) => {
    try {
      const transaction = held.transaction(stores, mode, { durability: "strict" });
      const asked = act((name) => transaction.objectStore(name));
      transaction.oncomplete = () => done(asked ? asked.result : undefined);
      transaction.onerror = () => done(undefined);
      transaction.onabort = () => done(undefined);
    } catch {
      done(undefined);
    }
  });
}

/** @param {string} match */
const ofMatch = (match) => IDBKeyRange.bound([match], [match, []]);

/**
 * @param {string} match
 * @returns {Promise<Entry[]>} the entries of a record that are stored, from the head on, without a gap
 */
export async function readRecord(match) {
  const rows = await transact(["entries"], "readonly", (open) => open("entries").getAll(ofMatch(match)));
  const entries = (rows ?? []).map((row) => /** @type {Entry} */ (row.entry));
  const gap = entries.findIndex(({ number }, i) => number !== i);
  return gap < 0 ? entries : entries.slice(0, gap);
}

/**
 * @param {string} match
 * @param {Entry[]} entries
 */
export async function storeRecord(match, entries) {
  await transact(["entries", "seen"], "readwrite", (open) => {
    for (const entry of entries) open("entries").put({ match, number: entry.number, entry });
    open("seen").put({ match, at: Date.now() });
  });
}

/** @param {string} match */
export async function forgetRecord(match) {
  await transact(["entries", "seen", "situations"], "readwrite", (open) => {
    open("entries").delete(ofMatch(match));
    open("seen").delete(match);
    open("situations").delete(match);
  });
}

/**
 * What the server said last: a page that is opened without a network is older than that.
 *
 * @param {string} match
 * @param {import("./types.js").Situation} situation
 * @param {Entry | null} entry that was stored by it
 */
export async function storeSituation(match, situation, entry) {
  await transact(["entries", "situations"], "readwrite", (open) => {
    open("situations").put({ match, situation });
    if (entry) open("entries").put({ match, number: entry.number, entry });
  });
}

/**
 * @param {string} match
 * @returns {Promise<import("./types.js").Situation | null>}
 */
export async function readSituation(match) {
  const row = await transact(["situations"], "readonly", (open) => open("situations").get(match));
  return row?.situation ?? null;
}

/** Gives the room back of sheets that nobody has opened for long. */
export async function forgetOld() {
  const seen = await transact(["seen"], "readonly", (open) => open("seen").getAll());
  for (const { match, at } of seen ?? []) if (Date.now() - at > LONGEST) await forgetRecord(match);
}

/**
 * @param {string} match or another key
 * @returns {Promise<any[]>} what waited when the browser was closed
 */
export async function readPending(match) {
  const row = await transact(["pending"], "readonly", (open) => open("pending").get(match));
  return Array.isArray(row?.pending) ? row.pending : [];
}

/**
 * @param {string} match or another key
 * @param {any[]} pending
 */
export async function storePending(match, pending) {
  await transact(["pending"], "readwrite", (open) => {
    if (pending.length) open("pending").put({ match, pending });
    else open("pending").delete(match);
  });
}
