/** The form of a registration: what the chosen categories cost stands on its button. */

import { locale } from "../site/texts.js";

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-currency]"));
const sum = document.getElementById("sum");

function show() {
  if (!form || !sum) return;
  let cents = 0;
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-fee] > label input[type=checkbox]"))) {
    if (box.checked) cents += Number(/** @type {HTMLElement} */ (box.closest("[data-fee]")).dataset.fee);
  }
  const whole = cents % 100 === 0 ? 0 : 2;
  const amount = new Intl.NumberFormat(locale(), {
    style: "currency",
    currency: form.dataset.currency,
    minimumFractionDigits: whole,
    maximumFractionDigits: whole,
  });
  sum.textContent = cents ? ` · ${amount.format(cents / 100)}` : "";
}

form?.addEventListener("change", show);
show();
