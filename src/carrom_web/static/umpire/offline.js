/** What the page needs to go on without a network (`carrom_web.umpire.offline`). */

/** @type {{ site: string, draft: string, record: string, worker: string, pyodide: string, bundle: string }} */
export const offline = JSON.parse(document.getElementById("offline")?.textContent || "null")
  || { site: "", draft: "", record: "", worker: "", pyodide: "", bundle: "" };
