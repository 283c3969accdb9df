/** What one does while a motion is shown: see it faster, at once to its end, or contact by contact. */

import { byId, set } from "../site/dom.js";
import { onSettings, settings, still } from "../site/settings.js";

/**
 * @param {import("../board/draw.js").Board} board
 * @param {import("../board/player.js").Player} player
 */
export function connectWatching(board, player) {
  byId("to-end").addEventListener("click", () => player.skip());
  byId("step").addEventListener("click", () => player.step());
  board.svg.addEventListener("pointerdown", () => player.playing && !still() && player.skip());
  board.svg.addEventListener("keydown", (event) => {
    if (!player.playing || (event.key !== " " && event.key !== "Enter")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.repeat) return;
    if (still()) player.step();
    else player.skip();
  });
  connectPace();
  holdTracks(player);
}

/**
 * Tracks go away by themselves, but not before one can read them: never with the setting, nor while the focus is in the
 * controls beside them, and each key pressed or movement of the pointer towards a button gives them their whole time again.
 *
 * @param {import("../board/player.js").Player} player
 */
function holdTracks(player) {
  const watch = byId("watch");
  player.holds = () => settings.hold || watch.contains(document.activeElement);
  const again = () => player.countDown();
  for (const type of ["focusin", "pointermove"]) watch.addEventListener(type, again);
  watch.addEventListener("focusout", () => setTimeout(again)); // where the focus goes is known after the event
  addEventListener("keydown", again);
  onSettings(again);
}

function connectPace() {
  const buttons = [...document.querySelectorAll("[data-pace]")];
  const paceOf = (/** @type {Element} */ button) => Number(button.getAttribute("data-pace"));
  const showPace = () => {
    for (const button of buttons) set(button, { "aria-pressed": String(paceOf(button) === settings.pace) });
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      settings.pace = /** @type {1 | 2 | 4} */ (paceOf(button));
      showPace();
    });
  }
  showPace();
}
