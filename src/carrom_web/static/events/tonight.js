/** Tonight: what the list of names comes to is counted by the server while one types; names known here are added by a tap. */

import { byId, show } from "../site/dom.js";

const PAUSE = 250; // ms after the last key

const form = /** @type {HTMLFormElement} */ (byId("tonight"));
const names = /** @type {HTMLTextAreaElement} */ (byId("names"));
const zone = /** @type {HTMLInputElement} */ (form.elements.namedItem("zone"));
let timer = 0;
let asked = 0;

zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";

async function count() {
  const number = (asked += 1);
  const sent = new FormData(form);
  sent.set("do", "count");
  try {
    const answer = await fetch(form.action, { method: "POST", body: sent });
    if (!answer.ok || number !== asked) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-counted]"))) {
      const now = fresh.getElementById(part.id);
      if (now && now.innerHTML !== part.innerHTML) part.replaceChildren(...now.childNodes);
    }
  } catch {
    // without a network the form stands as it is
  }
}

function soon() {
  clearTimeout(timer);
  timer = setTimeout(count, PAUSE);
}

/** @param {string} more */
function add(more) {
  names.value = [names.value.trim(), more].filter(Boolean).join("\n") + "\n";
  soon();
}

form.addEventListener("input", soon);

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-add]"))) {
  button.addEventListener("click", () => {
    add(button.dataset.add ?? "");
    button.remove();
  });
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-step]"))) {
  const [id, step] = (button.dataset.step ?? "").split(" ");
  const field = /** @type {HTMLInputElement} */ (byId(id));
  show(button, true);
  button.addEventListener("click", () => {
    field.value = String(Math.max(Math.abs(Number(step)), (Number(field.value) || 0) + Number(step)));
    soon();
  });
}

const paste = byId("paste");
if (typeof navigator.clipboard?.readText === "function") {
  show(paste, true);
  paste.addEventListener("click", async () => {
    try {
      add(await navigator.clipboard.readText());
    } catch {
      show(byId("paste-refused"), true);
      names.focus();
    }
  });
}
