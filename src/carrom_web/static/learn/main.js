/** All lessons: what is done of each, as this browser keeps it. */

import { Progress } from "../lesson/progress.js";
import { t } from "../site/texts.js";

const cards = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-lesson]"));

function fill() {
  let first = true;
  for (const card of cards) {
    const steps = /** @type {string[]} */ (JSON.parse(card.dataset.steps ?? "[]"));
    const done = new Progress(card.dataset.lesson ?? "", steps).done.size;
    const all = done === steps.length;
    const find = (/** @type {string} */ name) => /** @type {HTMLElement} */ (card.querySelector(name));
    const bar = /** @type {HTMLProgressElement} */ (card.querySelector("progress"));
    bar.value = done;
    bar.hidden = done === 0;
    if (done > 0) {
      find(".how-far").textContent = all ? t("learn.all") : t("learn.done", { done, all: steps.length });
      find(".go-on").textContent = t(all ? "learn.again" : "learn.go_on");
    }
    card.classList.toggle("all", all);
    find(".btn").classList.toggle("primary", first && !all); // where one goes on
    if (!all) first = false;
  }
}

fill();
addEventListener("pageshow", (event) => event.persisted && fill()); // back from a lesson
