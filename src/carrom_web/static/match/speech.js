/** The page's two live regions: what is said, and what is called out. */

import { byId } from "../site/dom.js";

const EMPTY_FOR = 50; // ms, so that a repetition is spoken
const SETTLE = 400; // ms after an aim last changed

let waiting = 0;
let silent = false;

/**
 * @param {string} id
 * @param {string} text
 */
function put(id, text) {
  const region = byId(id);
  region.textContent = "";
  setTimeout(() => {
    region.textContent = text;
  }, EMPTY_FOR);
}

/** @param {string} text turn, ruling: said at once, instead of what waits */
export function say(text) {
  clearTimeout(waiting);
  if (!silent) put("say", text);
}

/** @param {string} text an aim: said when it has settled */
export function saySoon(text) {
  clearTimeout(waiting);
  waiting = setTimeout(() => !silent && put("say", text), SETTLE);
}

/** @param {string} text clock, connection, a refused stroke */
export function call(text) {
  put("alert", text);
}

/** @param {boolean} on nothing is said while pieces run */
export function hush(on) {
  silent = on;
  if (on) clearTimeout(waiting);
}
