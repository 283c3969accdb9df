/**
 * The device's back button closes what lies over a page, a dialog or a sheet, and does not leave the page with it.
 * However many are open, there is one entry in the history for all of them. It stays when the last one closes, for the
 * next, and is skipped when somebody goes back: going back at once could stop the page that they open next.
 */

const LATER = 60; // ms: one dialog may close to open the next one

/** @type {HTMLElement[]} in the order in which they were opened */
let open = [];
let isEntered = history.state?.over === true; // we are at that entry
let timer = 0;

for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("dialog, .sheet"))) {
  new MutationObserver(() => changed(part)).observe(part, { attributeFilter: ["open", "hidden"] });
  changed(part);
}
soon();

addEventListener("popstate", () => {
  const wasEntered = isEntered;
  isEntered = history.state?.over === true;
  if (isEntered) return;
  const top = open[open.length - 1];
  if (top instanceof HTMLDialogElement) {
    if (top.dispatchEvent(new Event("cancel", { cancelable: true }))) top.close();
  } else if (top) /** @type {HTMLElement | null} */ (top.querySelector("[data-close]"))?.click();
  else if (wasEntered && history.state?.under) history.back();
  soon();
});

/** @param {HTMLElement} part */
function changed(part) {
  const isOpen = part instanceof HTMLDialogElement ? part.open : !part.hidden;
  if (isOpen === open.includes(part)) return;
  open = isOpen ? [...open, part] : open.filter((each) => each !== part);
  soon();
}

function soon() {
  clearTimeout(timer);
  timer = setTimeout(settle, LATER);
}

/** Make the entry where something is open. */
function settle() {
  if (!open.length || isEntered) return;
  history.replaceState({ ...history.state, under: true }, "");
  history.pushState({ over: true }, "");
  isEntered = true;
}

export {}; // a module, with names of its own
