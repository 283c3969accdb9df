/** The clock of the awaited decision: it runs beside who decides, and is called at five seconds. */

import { cue } from "../board/sound.js";
import { byId, show } from "../site/dom.js";
import { t } from "../site/texts.js";
import { call } from "./speech.js";

const CALLED_AT = 5;

let timer = 0;

/**
 * Shows the seconds that are left, from now on; null: no clock runs.
 *
 * @param {number | null} seconds
 * @param {boolean} mine whether this page is asked
 */
export function showClock(seconds, mine) {
  clearInterval(timer);
  const chip = byId("clock");
  show(chip, seconds !== null);
  if (seconds === null) return;
  const end = performance.now() + 1000 * seconds;
  let called = false;
  const tick = () => {
    const left = Math.max(Math.ceil((end - performance.now()) / 1000), 0);
    chip.textContent = t("clock.left", { count: left });
    chip.className = left <= CALLED_AT ? "chip warn" : "chip";
    if (left <= CALLED_AT && !called && mine) {
      called = true;
      call(t("clock.left", { count: left }));
      cue("against");
    }
    if (!left) clearInterval(timer);
  };
  tick();
  timer = setInterval(tick, 250);
}
