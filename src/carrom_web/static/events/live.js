/**
 * A page of an event that follows it: when something changed it fetches itself and puts in what is new, at a moment of
 * its own so that a thousand pages do not ask at once. What the reader has opened stays open; while he fills in a
 * form, nothing is taken from under his fingers.
 */

import { pauseBefore } from "../match/socket.js";

const SPREAD = 600; // ms over which pages ask
const RETRY = 2000;

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const slug = main.dataset.event ?? "";
let attempt = 0;
let isAsked = false;
let isAsking = false;

function connect() {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/events/${slug}/`);
  socket.addEventListener("open", () => {
    if (attempt) ask(); // something may have been missed
    attempt = 0;
  });
  socket.addEventListener("message", ask);
  socket.addEventListener("close", (event) => {
    if (event.code === 4404) return;
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
    const name = part.getAttribute("data-live");
    const now = fresh.querySelector(`[data-live="${name}"]`);
    if (!now || now.isEqualNode(part)) continue;
    const open = [...part.querySelectorAll("details")].map((fold) => fold.open);
    const folds = [...now.querySelectorAll("details")];
    if (folds.length === open.length) folds.forEach((fold, index) => (fold.open = open[index]));
    part.replaceWith(now);
  }
}

if (slug) connect();
