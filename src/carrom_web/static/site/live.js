/**
 * A page that follows an event, a league or a season, as `<main data-socket="/ws/...">` names it. Where its reader sees
 * what everybody sees (`data-shared`), the server sends the new page through the socket, packed once for all; else it
 * says that something changed, and the page fetches itself at a moment of its own, so that a thousand pages do not ask at
 * once. Parts with `data-live` are put in again. What the reader has opened stays open; while they fill in a form, nothing
 * in it changes.
 */

import { pauseBefore, SIGNED_OUT } from "../match/socket.js";

const SPREAD = 600; // ms over which pages ask
const RETRY = 2000;
const NOTHING_THERE = 4404; // close code
const UNNAMED = "details:not([data-fold])"; // named folds are put back by `events/folds.js`

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const path = main.dataset.socket ?? "";
const isShared = main.matches("[data-shared]") || main.querySelector("[data-shared]") !== null;
const shows = isShared && typeof DecompressionStream === "function" ? `?shows=${encodeURIComponent(location.pathname)}` : "";
let attempt = 0;
/** @type {HTMLElement | null} what came while the reader was typing */
let waiting = null;
let isAsked = false;
let isAsking = false;
/** @type {Map<string, Node>} the parts as the server made them, whatever the reader has opened or filtered there since */
const made = new Map();
for (const part of main.querySelectorAll("[data-live]")) made.set(part.getAttribute("data-live") ?? "", part.cloneNode(true));

function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}${path}${shows}`);
  socket.binaryType = "arraybuffer";
  socket.addEventListener("open", () => {
    if (attempt) ask(); // something may have been missed
    attempt = 0;
    document.body.dataset.follows = "1"; // for those who check the page
  });
  socket.addEventListener("message", (event) => (event.data instanceof ArrayBuffer ? take(event.data) : ask()));
  socket.addEventListener("close", (event) => {
    delete document.body.dataset.follows;
    if (event.code === NOTHING_THERE) return;
    if (event.code === SIGNED_OUT) {
      location.reload();
      return;
    }
    setTimeout(connect, pauseBefore(attempt, Math.random()));
    attempt += 1;
  });
}

/** @param {ArrayBuffer} packed the main part of this page, as it is now */
async function take(packed) {
  const text = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("main");
  if (!fresh) return;
  if (!waiting && isTyping()) setTimeout(putWaiting, RETRY);
  if (waiting || isTyping()) waiting = fresh;
  else put(fresh);
}

function putWaiting() {
  if (isTyping()) {
    setTimeout(putWaiting, RETRY);
    return;
  }
  if (waiting) put(waiting);
  waiting = null;
}

function ask() {
  if (isAsked) return;
  isAsked = true;
  setTimeout(refresh, Math.random() * SPREAD);
}

/** @returns {boolean} whether the reader is in a form */
const isTyping = () => document.activeElement instanceof HTMLElement && main.contains(document.activeElement)
  && document.activeElement.matches("input:not([data-finds]), select, textarea");

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
    if (fresh && isTyping()) ask(); // later
    else if (fresh) put(fresh);
  } catch {
    ask(); // the network stumbled
  } finally {
    isAsking = false;
  }
}

/** @param {HTMLElement} fresh */
function put(fresh) {
  const token = main.querySelector("[name=csrfmiddlewaretoken]")?.getAttribute("value");
  for (const field of fresh.querySelectorAll("[name=csrfmiddlewaretoken]")) {
    field.setAttribute("value", token ?? field.getAttribute("value") ?? ""); // each page has another mask of the same
  }
  for (const part of main.querySelectorAll("[data-live]")) {
    const name = part.getAttribute("data-live") ?? "";
    const now = fresh.querySelector(`[data-live="${name}"]`);
    if (!now || now.isEqualNode(made.get(name) ?? null) || isFilledIn(part)) continue;
    made.set(name, now.cloneNode(true));
    const open = [.../** @type {NodeListOf<HTMLDetailsElement>} */ (part.querySelectorAll(UNNAMED))].map((fold) => fold.open);
    const folds = [.../** @type {NodeListOf<HTMLDetailsElement>} */ (now.querySelectorAll(UNNAMED))];
    for (const [index, fold] of folds.entries()) if (folds.length === open.length) fold.open = open[index];
    const focused = part.contains(document.activeElement) ? document.activeElement?.id : "";
    part.replaceWith(now);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }
}

/**
 * @param {Element} part
 * @returns {boolean} whether the reader has written something there, or chosen, or was shown an error
 */
function isFilledIn(part) {
  if (part.querySelector(".err, [aria-invalid=true]")) return true;
  for (const field of part.querySelectorAll("input, textarea, select")) {
    if (field instanceof HTMLSelectElement) {
      const chosen = [...field.options].filter((option) => option.defaultSelected);
      if (chosen.length ? chosen.some((option) => !option.selected) : field.selectedIndex > 0) return true;
    } else if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")) {
      if (field.checked !== field.defaultChecked) return true;
    } else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
      if (field.type !== "hidden" && field.value !== field.defaultValue) return true;
    }
  }
  return false;
}

addEventListener("carrom:changed", refresh); // this page has just stored something

if (path) connect();
