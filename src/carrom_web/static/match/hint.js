/** "Show a good stroke" in a match against computers: the server thinks of one, the striker is put there and aimed. */

import { byId } from "../site/dom.js";
import { t } from "../site/texts.js";
import { notice } from "./around_the_board.js";
import { closeDialog } from "./menu.js";
import { call, say } from "./speech.js";

/**
 * @param {string | undefined} address nothing: this match has no hints
 * @param {import("./controls.js").Controls} controls
 * @param {() => number} version of the match that is shown
 */
export function connectHint(address, controls, version) {
  if (!address) return;
  let isAsking = false;
  byId("show-stroke").addEventListener("click", async () => {
    closeDialog("menu");
    if (isAsking) return;
    if (!controls.hand.on) {
      tell(t("hint.not_now"));
      return;
    }
    isAsking = true;
    notice(t("hint.looking"));
    try {
      const answer = await fetch(address, { headers: { Accept: "application/json" } });
      const said = await answer.json();
      if (!answer.ok) tell(said.text);
      else if (said.version === version() && controls.hand.on) show(said);
      else tell(t("hint.not_now"));
    } catch {
      tell(t("hint.failed"));
    }
    isAsking = false;
  });

  /** @param {{ stroke: [number, number, number], text: string }} hint */
  function show({ stroke: [offset, angle], text }) {
    const { stroke } = controls;
    stroke.layAsRecorded(offset, angle);
    stroke.held = true;
    controls.draw();
    notice(text);
    say(text);
  }
}

/** @param {string} text */
function tell(text) {
  notice(text);
  call(text);
}
