/**
 * The worker of an import: Python in WebAssembly, with the library that reads and judges match files on the server. It says what
 * followed from each entry; the page's kernel simulates. It stores nothing and sends nothing.
 *
 * Asked: { id, text, number, language, pyodide, bundle }; answers { id, said }, as `carrom_web.matches.file_in_page` has it, or { id, failed }.
 */

import { load } from "../physics/kernel.js";
import { CannotPlayError, simulateFacts } from "../physics/simulate.js";
import { startPython } from "../site/python.js";

const MODULE = "carrom_web.matches.file_in_page";

/** @type {Promise<(text: string, kernel: (text: string) => string) => string> | null} */
let python = null;

/**
 * @param {string} text a stroke and its position, as JSON
 * @returns {string} what it came to, as JSON
 */
function kernel(text) {
  const { position, stroke, seat, parameters } = JSON.parse(text);
  try {
    return JSON.stringify(simulateFacts(position, stroke, seat, Float64Array.from(parameters)));
  } catch (error) {
    if (error instanceof CannotPlayError) return JSON.stringify({ refused: error.code });
    throw error;
  }
}

/** @param {{ pyodide: string, bundle: string }} addresses */
async function start({ pyodide, bundle }) {
  const [{ answer }] = await Promise.all([startPython(pyodide, bundle, MODULE), load()]);
  return answer;
}

addEventListener("message", async ({ data }) => {
  try {
    python ??= start(data);
    const answer = await python;
    postMessage({ id: data.id, said: JSON.parse(answer(JSON.stringify(data), kernel)) });
  } catch (error) {
    python = null;
    postMessage({ id: data.id, failed: String(error) });
  }
});
