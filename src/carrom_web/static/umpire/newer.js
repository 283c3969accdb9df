/**
 * The version of the site with which a page came, and all that it needs to go on without a network. A page that is older
 * than its server says so, and fetches the newer one by itself as soon as nothing is in hand.
 */

import { show } from "../site/dom.js";

/** @type {{ site: string, draft: string, record: string, worker: string, pyodide: string, bundle: string }} of `carrom_web.umpire.offline` */
export const offline = JSON.parse(document.getElementById("offline")?.textContent || "null")
  || { site: "", draft: "", record: "", worker: "", pyodide: "", bundle: "" };
const LOOK = 1_000; // ms
const KEY = "carrom-newer";

let newest = ""; // the version that the server has, where it is not this page's

/** @param {Response} answer of the sheet's own addresses */
export function noteVersion(answer) {
  const version = answer.headers.get("X-Carrom-Site");
  if (!version || !offline.site) return;
  newest = version === offline.site ? "" : version;
  const said = document.getElementById("newer"); // the page of the entries does not say it
  if (said) show(said, newest !== "");
}

/** @param {() => boolean} isFree whether no unfinished entry would be lost */
export function connectNewer(isFree) {
  setInterval(() => {
    if (!newest || !isFree()) return;
    try {
      if (sessionStorage.getItem(KEY) === newest) return; // fetched once, and it is still the old one
      sessionStorage.setItem(KEY, newest);
    } catch {
      return; // it might go round and round
    }
    location.reload();
  }, LOOK);
}
