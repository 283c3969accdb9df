/** What if?: each change is asked of the same page, which answers with the parts that changed; the address follows. */

import { byId, show } from "../site/dom.js";
import { whenReleased } from "../site/steady.js";
import { t } from "../site/texts.js";

/** @typedef {{ query: string, shape: string, spoken: string, parts: Record<string, string> }} Answer */

const TYPING = 250; // ms without a key before a number that is being typed is asked about
const AGAIN = 3000; // ms until a question is asked again that found no network
const form = /** @type {HTMLFormElement} */ (byId("what-if"));
let timer = 0;
let queue = Promise.resolve(); // a key tapped twice is a piece twice, however late the first answer comes
let isQueued = false;
let isChanged = false; // a field says something else than what was asked last

/**
 * @param {HTMLButtonElement | null} pressed the key of the form that was pressed
 * @returns {URLSearchParams} what the form says, without what it leaves empty
 */
function said(pressed) {
  const said = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value) said.append(name, String(value));
  if (pressed?.name) said.append(pressed.name, pressed.value);
  return said;
}

/** @param {HTMLButtonElement | null} pressed the key that was pressed; what was asked before is answered first */
function press(pressed) {
  clearTimeout(timer);
  queue = queue.then(() => ask(pressed));
}

/** Asks for what the fields say by then: one question for all that change while another is answered. */
function change() {
  if (isQueued) return;
  isQueued = true;
  queue = queue.then(() => {
    isQueued = false;
    return ask(null);
  });
}

/** @param {HTMLButtonElement | null} pressed */
async function ask(pressed) {
  const query = said(pressed);
  isChanged = false;
  document.documentElement.dataset.waits = "";
  for (let tries = 0; ; tries++) {
    try {
      const answer = await fetch(`${form.action}?${query}`, { headers: { Accept: "application/json", "X-Carrom-Shape": form.dataset.shape ?? "" } });
      if (!answer.ok) throw new Error(`${answer.status}`);
      const reply = /** @type {Answer} */ (await answer.json());
      await new Promise((go) => whenReleased(form, () => go(null)));
      fill(reply, pressed !== null);
      break;
    } catch {
      if (!tries) say(t("no_network"));
      await new Promise((go) => setTimeout(go, AGAIN));
    }
  }
  delete document.documentElement.dataset.waits;
}

/**
 * @param {Answer} reply
 * @param {boolean} isPress what fell has changed
 */
function fill(reply, isPress) {
  const focused = document.activeElement?.id ?? "";
  for (const [id, markup] of Object.entries(reply.parts)) {
    if (isChanged && (id === "question" || (id === "fell" && !isPress))) continue; // controls come with the next answer
    const open = [...byId(id).querySelectorAll("details[open]")].map((fold) => fold.id);
    byId(id).replaceChildren(document.createRange().createContextualFragment(markup));
    for (const fold of open) document.getElementById(fold)?.setAttribute("open", "");
  }
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
  if (!isChanged) form.dataset.shape = reply.shape;
  history.replaceState(null, "", `?${reply.query}`);
  /** @type {HTMLFormElement} */ (byId("own-laws")).action = `?${reply.query}`; // the laws of a file rule on what stands now
  const named = document.getElementById("laws-named"); // founded on others now, they are no longer those
  if (named) show(named, new URLSearchParams(reply.query).has("laws"));
  ready();
  say(reply.spoken);
}

/** @param {string} text emptied first, so that a repetition is spoken as well */
function say(text) {
  byId("say").textContent = "";
  setTimeout(() => (byId("say").textContent = text), 50);
}

/** What came again is made ready: the key that copies, the facts that are searched for. */
function ready() {
  show(byId("copy"), true);
  search();
}

function search() {
  const wanted = /** @type {HTMLInputElement} */ (byId("fact-search")).value.trim().toLowerCase();
  let found = 0;
  for (const group of form.querySelectorAll(".facts-group")) {
    let here = 0;
    for (const fact of group.querySelectorAll("label")) {
      const fits = (fact.textContent ?? "").toLowerCase().includes(wanted);
      show(fact, fits);
      here += Number(fits);
    }
    show(group, here > 0);
    found += here;
  }
  show(byId("fact-none"), !found);
}

async function copy() {
  const link = /** @type {HTMLInputElement} */ (byId("link"));
  try {
    await navigator.clipboard.writeText(link.value);
    byId("copy").textContent = t("copied");
    say(t("copied"));
  } catch {
    link.select(); // a page over plain http may not write to the clipboard
    say(t("copy.by_hand"));
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const pressed = /** @type {HTMLButtonElement | null} */ (event.submitter);
  const step = Number(pressed?.dataset.step);
  if (!step) return press(pressed);
  const field = /** @type {HTMLInputElement} */ (pressed?.parentElement?.querySelector("input"));
  if (step > 0) field.stepUp();
  else field.stepDown();
  isChanged = true;
  change();
});
form.addEventListener("input", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field.id === "fact-search") return search();
  if (!field.name || !field.validity.valid) return;
  isChanged = true;
  clearTimeout(timer);
  timer = setTimeout(change, ["number", "text"].includes(field.type) ? TYPING : 0);
});
byId("ruling").addEventListener("click", (event) => {
  if (/** @type {Element} */ (event.target).closest("#copy")) copy();
});
show(byId("rule"), false); // each change is answered by itself
ready();
