/**
 * The page of an arena for somebody who has joined: it says that they are there, and leads to their match once they are
 * paired. The table follows by `site/live.js`.
 */

import { pauseBefore } from "../match/socket.js";

const HERE_EVERY = 8000; // ms
const LOOK_EVERY = 1000; // ms: whether the reader has joined or left meanwhile
const NOTHING_THERE = 4404; // close code

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
let attempt = 0;
let isOpen = false;

/** @returns {boolean} whether the reader takes part */
const plays = () => main.querySelector("[data-player]") !== null;

function connect() {
  isOpen = true;
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}${main.dataset.socket}player/`);
  const living = setInterval(() => socket.readyState === WebSocket.OPEN && socket.send("{}"), HERE_EVERY);
  socket.addEventListener("open", () => {
    attempt = 0;
    document.body.dataset.plays = "1"; // for those who check the page
  });
  socket.addEventListener("message", (event) => {
    const message = JSON.parse(event.data);
    if (message.kind === "paired") location.assign(message.url);
  });
  socket.addEventListener("close", (event) => {
    clearInterval(living);
    delete document.body.dataset.plays;
    const again = event.code === NOTHING_THERE ? LOOK_EVERY : pauseBefore(attempt, Math.random());
    attempt += 1;
    setTimeout(() => (plays() ? connect() : (isOpen = false)), again);
  });
}

if (plays()) connect();
setInterval(() => !isOpen && plays() && connect(), LOOK_EVERY);
addEventListener("pageshow", (event) => event.persisted && location.reload()); // back from the match: all is newer
