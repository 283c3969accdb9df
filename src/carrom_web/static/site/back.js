/**
 * The device's back button closes what lies over a page, a dialog or a sheet, and does not leave the page with it.
 * However many are open, there is one entry in the history for all of them; it goes when the last one closes.
 */

const LATER = 60; // ms: one dialog may close to open the next one

/** @type {HTMLElement[]} in the order in which they were opened */
let open = [];
let isEntered = history.state?.over === true; // the page was loaded again while something lay over it
let isLeaving = false; // another page is on its way: going back now would stop it
let timer = 0;

for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("dialog, .sheet"))) {
  new MutationObserver(() => changed(part)).observe(part, { attributeFilter: ["open", "hidden"] });
  changed(part);
}
soon();

addEventListener("popstate", () => {
  isEntered = history.state?.over === true;
  if (isEntered || !open.length) return;
  const top = open[open.length - 1];
  if (top instanceof HTMLDialogElement) {
    if (top.dispatchEvent(new Event("cancel", { cancelable: true }))) top.close();
  } else /** @type {HTMLElement | null} */ (top.querySelector("[data-close]"))?.click();
  soon();
});
addEventListener("pageshow", () => (isLeaving = false));
const { navigation } = /** @type {{ navigation?: EventTarget }} */ (/** @type {unknown} */ (self));
navigation?.addEventListener("navigate", (event) => {
  const { destination, downloadRequest } = /** @type {any} */ (event);
  if (!destination.sameDocument && downloadRequest === null) isLeaving = true;
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

/** One entry where something is open, none where nothing is. */
function settle() {
  if (open.length && !isEntered) {
    history.pushState({ ...history.state, over: true }, "");
    isEntered = true;
  } else if (!open.length && isEntered && !isLeaving) {
    isEntered = false;
    history.back();
  }
}

export {}; // a module, with names of its own
