/**
 * For `carrom offline`: starts Pyodide in Node.js, loads there what pages load, and has the library compiled
 * (`compiled_library.py`).
 *
 * node compiled_library.mjs FOLDER ARCHIVE RESULT MODULE...    Pyodide's folder, a page's archive, the new file, what pages call
 */

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const OURS = "/carrom"; // as static/site/python.js has it

const [folder, archive, result, ...modules] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: folder });
python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: OURS });
python.FS.writeFile(`${OURS}/compiled_library.py`, readFileSync(new URL("compiled_library.py", import.meta.url)));
python.runPython(`__import__('sys').path.insert(0, '${OURS}')`);
for (const name of modules) python.pyimport(name);
python.FS.writeFile("/library.zip", readFileSync(`${folder}/python_stdlib.zip`));
python.pyimport("compiled_library").write_compiled("/library.zip", "/compiled.zip");
writeFileSync(result, python.FS.readFile("/compiled.zip"));
