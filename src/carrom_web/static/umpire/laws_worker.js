/**
 * The worker of a sheet: Python in WebAssembly, beside the page, with the very package that judges on the server
 * (`carrom_web.umpire.offline_engine`). It holds the record and what waits, and rules when there is no network. It holds no law.
 *
 * Asked: { number, kind, ... }; answers { number, ... }. First "start" with the addresses, then "sync", "store",
 * "follow", "draft" (docs/wire.md).
 */

import { startPython } from "../site/python.js";
import { forgetOld, forgetRecord, storeRecord, readRecord } from "./device_store.js";

const MODULE = "carrom_web.umpire.offline_engine";
const PATIENCE = 5_000; // ms

/** @typedef {import("./device_store.js").Entry} Entry */
/** @typedef {{ match: string, language: string, pyodide: string, bundle: string, record: string }} Start */

/** @type {((text: string) => string) | undefined} Python's: one text in, one text out */
let python;
/** @type {Start | undefined} */
let start;
let version = -1; // the newest entry of the record that is here

/**
 * @param {Record<string, unknown>} message
 * @returns {any}
 */
function ask(message) {
  if (!python) throw new Error("Python has not started");
  return JSON.parse(python(JSON.stringify(message)));
}

/** @param {Start} asked */
async function begin(asked) {
  start = asked;
  const began = performance.now();
  const started = startPython(asked.pyodide, asked.bundle, MODULE);
  started.catch(() => undefined); // waited for below
  const stored = await readRecord(asked.match);
  const rest = fetchRecord(stored.length).then(async (entries) => { // beside the start: the network may be gone when it is over
    if (entries.length) await storeRecord(asked.match, entries);
    return entries;
  });
  const { answer: said, loaded } = await started;
  python = said;
  const imported = performance.now();
  await open(stored);
  await store(await rest);
  void forgetOld();
  return { pyodide: Math.round(loaded - began), package: Math.round(imported - loaded), record: Math.round(performance.now() - imported), version };
}

/** @param {Entry[]} record */
async function open(record) {
  version = -1;
  if (!start || !record.length) return;
  const said = ask({ kind: "open", match: start.match, language: start.language, record });
  if (said.error) await forgetRecord(start.match); // of another version: it is fetched again
  else version = said.version;
}

/**
 * @param {Entry[]} record entries that the server stored, in order
 * @returns {Promise<any>}
 */
async function store(record) {
  if (!start || !record.length) return { differences: [], version };
  if (version < 0) {
    if (record[0].number === 0) await open(record);
    await storeRecord(start.match, record);
    return { differences: [], version };
  }
  const said = ask({ kind: "store", record });
  if (said.error) return { differences: [], version };
  version = said.version;
  await storeRecord(start.match, record);
  return said;
}

/**
 * Fetches what the server has stored beyond what is here.
 *
 * @param {number} wanted
 */
async function sync(wanted) {
  return store(wanted > version ? await fetchRecord(version + 1) : []);
}

/**
 * @param {number} from
 * @returns {Promise<Entry[]>} the entries from this number on, as far as the server can be asked now
 */
async function fetchRecord(from) {
  try {
    const answer = await fetch(`${start?.record}?from=${from}`, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(PATIENCE) });
    return answer.ok ? (await answer.json()).entries : [];
  } catch {
    return []; // no network now
  }
}

/** @param {any} asked */
async function answer(asked) {
  switch (asked.kind) {
    case "start": return begin(asked);
    case "sync": return sync(asked.version);
    case "store": return store(asked.record);
    default: return ask(asked);
  }
}

let line = Promise.resolve(); // one after another
self.addEventListener("message", ({ data }) => {
  line = line.then(async () => {
    try {
      self.postMessage({ number: data.number, ...(await answer(data)) });
    } catch (error) {
      self.postMessage({ number: data.number, error: { code: "no-laws-here", text: String(error) } });
    }
  });
});
