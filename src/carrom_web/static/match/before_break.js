/** What may be chosen before the first stroke of a board, and need not be: a colour, the pocket that the rack points to. */

import { byId, html, set, show } from "../site/dom.js";
import { t } from "../site/texts.js";

/** @typedef {import("../site/wire.js").View} View */

/** @type {Record<string, string>} the pockets as the breaker sees them */
const ARROWS = { far_left: "↖", far_right: "↗", near_left: "↙", near_right: "↘" };

/**
 * @param {View} view
 * @param {import("../site/wire.js").Seat[]} seats that this page answers for
 * @param {import("../site/wire.js").SideName[]} own sides of this guest
 * @param {(kind: string, members?: Record<string, unknown>) => void} request
 */
export function showBeforeBreak(view, seats, own, request) {
  const holder = byId("before-break");
  const may = view.before_break;
  /** @type {Node[]} */
  const parts = [];
  if (may?.colour && own.includes(may.colour.side)) {
    const other = may.colour.now === "white" ? "black" : "white";
    parts.push(button(t(`colour.${other}`), () => request("colour", { colour: other })));
  }
  if (may?.rack && seats.includes(may.rack.seat)) {
    parts.push(html("span", {}, t("rack.turn")));
    for (const { value, text } of may.rack.pockets) {
      const turns = button(ARROWS[value] ?? text, () => request("rack", { pocket: value }));
      set(turns, { "aria-label": text, title: text });
      parts.push(turns);
    }
  }
  holder.replaceChildren(...parts);
  show(holder, parts.length > 0);
}

/**
 * @param {string} text
 * @param {() => void} act
 */
function button(text, act) {
  const made = html("button", { class: "btn", type: "button" }, text);
  made.addEventListener("click", act);
  return made;
}
