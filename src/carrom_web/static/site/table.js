/** A table of four: asks for the page until it leads to the match, and puts in who has sat down. */

import { put } from "./parts.js";

const EVERY = 2500; // ms

async function ask() {
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.redirected) {
      location.href = answer.url;
      return;
    }
    if (answer.status === 404) location.reload(); // nobody sits here any more
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const isAtWork = document.querySelector(".table details[open]") !== null; // somebody is choosing a computer
    if (answer.ok && !isAtWork) put(document.getElementById("main") ?? document.body, fresh);
  } catch {
    // no network now; asked again
  }
  setTimeout(ask, EVERY);
}

setTimeout(ask, EVERY);
