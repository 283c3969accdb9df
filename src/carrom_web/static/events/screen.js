/** An event on a projector: one slide after the other, 12 s each, with a thin line that shows how long; space goes on. */

import { locale } from "../site/texts.js";

const EACH = 12_000; // ms

const progress = /** @type {HTMLProgressElement} */ (document.getElementById("progress"));
const time = /** @type {HTMLElement} */ (document.getElementById("time"));
// the event's own time, as the order of play has it, wherever the projector's computer thinks it is
const timeZone = document.getElementById("main")?.dataset.zone || undefined;
const clock = new Intl.DateTimeFormat(locale(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone });
let at = 0;
let since = performance.now();

const slides = () => [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#slides .slide"))];

function show() {
  const all = slides();
  if (!all.length) return;
  at %= all.length;
  all.forEach((slide, number) => (slide.hidden = number !== at));
}

function next() {
  at += 1;
  since = performance.now();
  show();
}

function tick() {
  const passed = (performance.now() - since) / EACH;
  if (passed >= 1) next();
  else if (slides()[at]?.hidden) show(); // what is new was put in
  progress.hidden = slides().length < 2;
  progress.value = Math.min(1, passed);
  time.textContent = clock.format(new Date());
}

addEventListener("keydown", (event) => {
  if (event.key === " " || event.key === "ArrowRight") next();
});
setInterval(tick, 250);
tick();
