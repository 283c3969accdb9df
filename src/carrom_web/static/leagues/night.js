/**
 * A league night: a tap on a card's key is sent at once and the card follows, without leaving the page. Without a network
 * it is stored in this browser and sent later (`events/unsent.js`). Without scripts each key is a form of its own.
 */

import { send } from "../events/unsent.js";

/**
 * The name tapped shows as the winner before the server has answered.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} key
 */
function press(form, key) {
  for (const one of /** @type {NodeListOf<HTMLButtonElement>} */ (form.querySelectorAll("[aria-pressed]"))) {
    one.setAttribute("aria-pressed", String(one === key && key.value !== "none"));
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  const key = event.submitter;
  if (!(form instanceof HTMLFormElement) || !(key instanceof HTMLButtonElement) || form.dataset.quick === undefined) return;
  event.preventDefault();
  const body = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form, key).entries()));
  delete body.csrfmiddlewaretoken; // `send` adds that of the page
  press(form, key);
  const fold = form.closest("details");
  if (fold) fold.open = false;
  void send({ url: form.action, body, match: form.dataset.quick });
});
