/**
 * A page of a league that follows it: when its socket says that something changed, the page fetches itself and puts in
 * the parts that are new (`data-live`), each page at a moment of its own. What the reader has opened stays open; while he
 * fills in a form, nothing is taken from under his fingers.
 *
 * `<main data-socket="/ws/...">` names the socket; without it the page stays as it is.
 */

import { pauseBefore } from "../match/socket.js";

const SPREAD = 400; // ms over which pages ask
const RETRY = 2000;
const NOTHING_THERE = 4404; // close code

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const path = main.dataset.socket ?? "";
let attempt = 0;
let isAsked = false;
let isAsking = false;

function connect() {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
  socket.addEventListener("open", () => {
    if (attempt) ask(); // something may have been missed
    attempt = 0;
    document.body.dataset.follows = "1"; // for those who check the page
  });
  socket.addEventListener("message", ask);
  socket.addEventListener("close", (event) => {
    delete document.body.dataset.follows;
    if (event.code === NOTHING_THERE) return;
    setTimeout(connect, pauseBefore(attempt, Math.random()));
    attempt += 1;
  });
}

function ask() {
  if (isAsked) return;
  isAsked = true;
  setTimeout(refresh, Math.random() * SPREAD);
}

/** @returns {boolean} whether the reader is in a form */
const isTyping = () => document.activeElement instanceof HTMLElement && main.contains(document.activeElement)
  && document.activeElement.matches("input, select, textarea");

async function refresh() {
  if (isAsking || isTyping()) {
    setTimeout(refresh, RETRY);
    return;
  }
  isAsked = false;
  isAsking = true;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("main");
    if (fresh && !isTyping()) put(fresh);
  } catch {
    ask(); // the network stumbled
  } finally {
    isAsking = false;
  }
}

/** @param {HTMLElement} fresh */
function put(fresh) {
  for (const part of main.querySelectorAll("[data-live]")) {
    const now = fresh.querySelector(`[data-live="${part.getAttribute("data-live")}"]`);
    if (!now || now.isEqualNode(part)) continue;
    const open = [...part.querySelectorAll("details")].map((fold) => fold.open);
    const folds = [...now.querySelectorAll("details")];
    if (folds.length === open.length) folds.forEach((fold, index) => (fold.open = open[index]));
    part.replaceWith(now);
  }
}

if (path) connect();
