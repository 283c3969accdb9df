/** Python in WebAssembly, with the package that judges on the server: for a worker, beside its page. */

const FOLDER = "/carrom";

/**
 * @param {string} pyodide address of Pyodide's folder
 * @param {string} bundle address of the package
 * @param {string} module whose `answer_page` is wanted
 * @returns {Promise<{ answer: (...given: any[]) => string, loaded: number }>} that function, and when Pyodide itself was there, ms
 */
export async function startPython(pyodide, bundle, module) {
  const archive = fetch(bundle).then((answer) => {
    if (!answer.ok) throw new Error(`The package answers ${answer.status}`);
    return answer.arrayBuffer();
  });
  archive.catch(() => undefined); // waited for below: until then Pyodide loads
  const { loadPyodide } = await import(pyodide + "pyodide.mjs");
  const python = await loadPyodide({ indexURL: pyodide });
  const loaded = performance.now();
  python.unpackArchive(await archive, "zip", { extractDir: FOLDER });
  python.runPython(`__import__('sys').path.insert(0, '${FOLDER}')`);
  return { answer: python.pyimport(module).answer_page, loaded };
}
