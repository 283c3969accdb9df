/**
 * By what the server knows this page again: the same after a reload and for every new socket, another one for another tab.
 * A page that is loaded again takes its own place, also while the server believes that its former socket still lives.
 */

const KEY = "carrom-page";

/**
 * @param {() => string} newId
 * @returns {string}
 */
export function pageId(newId) {
  let id = "";
  try {
    id = sessionStorage.getItem(KEY) ?? "";
    sessionStorage.removeItem(KEY); // a copy of this tab begins with a copy of this storage: it is another page
    id ||= newId();
    addEventListener("pagehide", () => sessionStorage.setItem(KEY, id));
    addEventListener("pageshow", () => sessionStorage.removeItem(KEY));
  } catch {
    // storage is off: a page that is loaded again is another one
  }
  return id || newId();
}
