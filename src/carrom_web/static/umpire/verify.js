/**
 * A second person's sheet without a network: what was entered stays on this phone, and is compared when the network is
 * back. The server alone compares it; here is only what somebody typed.
 */

import { byId, show } from "../site/dom.js";

const PAUSE = 5_000; // ms between two looks at the network
const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form.paper"));
const key = `carrom-verify-${location.pathname}`;

if (form) {
  let waits = restore(form);
  form.addEventListener("input", () => keep(form, waits));
  form.addEventListener("submit", (event) => {
    const { submitter } = event;
    event.preventDefault();
    void send(form, submitter);
  });
  addEventListener("online", () => waits && void send(form, null));
  setInterval(() => waits && !document.hidden && void send(form, null), PAUSE);
  if (waits) void send(form, null);

  /**
   * Sends the form as it is, if there is a network; else it waits on this phone.
   *
   * @param {HTMLFormElement} filled
   * @param {HTMLElement | null} submitter
   */
  async function send(filled, submitter) {
    const isThere = await fetch(location.pathname, { method: "HEAD", cache: "no-store" }).then(({ status }) => status < 500, () => false);
    if (isThere) {
      forget();
      const name = submitter?.getAttribute("name");
      if (name) filled.append(Object.assign(document.createElement("input"), { type: "hidden", name, value: submitter?.getAttribute("value") ?? "" }));
      filled.submit();
      return;
    }
    waits = true;
    keep(filled, waits);
    show(byId("stored"), true);
  }
}

/**
 * @param {HTMLFormElement} filled
 * @param {boolean} waits
 */
function keep(filled, waits) {
  const fields = [...new FormData(filled)].filter(([name]) => name !== "csrfmiddlewaretoken");
  try {
    localStorage.setItem(key, JSON.stringify({ waits, fields }));
  } catch {
    // storage is off or full: it stays on the page alone
  }
}

function forget() {
  try {
    localStorage.removeItem(key);
  } catch {
    // there was nothing
  }
}

/**
 * Fills the form with what was typed when the page was left, if it is not filled.
 *
 * @param {HTMLFormElement} empty
 * @returns {boolean} it waits to be sent
 */
function restore(empty) {
  /** @type {{ waits: boolean, fields: [string, string][] } | null} */
  let stored = null;
  try {
    stored = JSON.parse(localStorage.getItem(key) || "null");
  } catch {
    return false;
  }
  for (const [name, value] of stored?.fields ?? []) {
    const field = empty.elements.namedItem(name);
    if ((field instanceof HTMLInputElement || field instanceof HTMLSelectElement) && !field.value) field.value = value;
  }
  show(byId("stored"), Boolean(stored?.waits));
  return Boolean(stored?.waits);
}
