/**
 * The lobby: says that this page lives, so that what its visitor posted stands, and puts its parts in again when the server
 * says that something changed. Once the visitor's match is there the page leads there.
 */

import { pauseBefore, SIGNED_OUT } from "../match/socket.js";
import { put } from "../site/parts.js";

const HERE_EVERY = 8000; // ms
const COUNTS_EVERY = 30_000; // ms: nobody announces that somebody watches
const SPREAD = 600; // ms over which pages ask

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
let attempt = 0;
let isAsking = false;
let isAskedAgain = false;

function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}${main.dataset.socket}`);
  const living = setInterval(() => socket.readyState === WebSocket.OPEN && socket.send("{}"), HERE_EVERY);
  socket.addEventListener("open", () => {
    attempt = 0;
    document.body.dataset.follows = "1"; // for those who check the page
  });
  socket.addEventListener("message", (event) => {
    if (JSON.parse(event.data).kind === "paired") refresh();
    else setTimeout(refresh, Math.random() * SPREAD);
  });
  socket.addEventListener("close", (event) => {
    clearInterval(living);
    delete document.body.dataset.follows;
    if (event.code === SIGNED_OUT) {
      location.reload();
      return;
    }
    setTimeout(connect, pauseBefore(attempt, Math.random()));
    attempt += 1;
  });
}

async function refresh() {
  if (isAsking) {
    isAskedAgain = true;
    return;
  }
  isAsking = true;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.redirected) location.href = answer.url;
    else if (answer.ok) put(main, new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    // no network now; asked again when the socket is open again
  } finally {
    isAsking = false;
  }
  if (isAskedAgain) {
    isAskedAgain = false;
    await refresh();
  }
}

connect();
setInterval(refresh, COUNTS_EVERY);
