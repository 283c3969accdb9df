/** Passes the link on, and waits for the other player: asks for the page until it leads to the match. */

import { byId, show } from "./dom.js";

const EVERY = 3000; // ms

async function ask() {
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.redirected) {
      location.href = answer.url;
      return;
    }
  } catch {
    // no network now; asked again
  }
  setTimeout(ask, EVERY);
}

const link = /** @type {HTMLInputElement} */ (byId("link"));
const button = byId("pass-on");

async function copy() {
  await navigator.clipboard.writeText(link.value);
  button.textContent = button.dataset.done ?? "";
}

link.addEventListener("focus", () => link.select());
button.addEventListener("click", () => copy().catch(() => link.select()));
show(button, "clipboard" in navigator); // not on a page over plain http: there the field is marked to be copied by hand
setTimeout(ask, EVERY);
