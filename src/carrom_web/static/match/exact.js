/** Place, aim and speed typed as figures: what the ruler shows, and what is sent. */

import { byId } from "../site/dom.js";

/** @typedef {import("../board/by_hand.js").ByHand} ByHand */

/**
 * @param {ByHand} hand
 * @param {() => void} changed
 * @returns {(value: import("../board/by_hand.js").Value) => void} opens it at this value
 */
export function connectExact(hand, changed) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("exact"));
  const form = /** @type {HTMLFormElement} */ (byId("exact-form"));
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (hand.on) {
      hand.stroke.placeExactly(Number(field("offset").value));
      hand.turnTo(Number(field("angle").value));
      hand.stroke.held = true;
      if (field("speed").value) {
        hand.stroke.pullToSpeed(Number(field("speed").value));
        hand.stroke.phase = "pull";
      } else hand.unarm();
      changed();
    }
    dialog.close();
    hand.board.svg.focus({ preventScroll: true });
  });
  return (value) => {
    const { stroke } = hand;
    field("offset").value = String(stroke.offset);
    field("angle").value = String(stroke.angle);
    [field("speed").min, field("speed").max] = stroke.limits.map(String);
    field("speed").value = stroke.speed ? String(stroke.speed) : "";
    dialog.showModal();
    field({ place: "offset", aim: "angle", power: "speed" }[value]).select();
  };
}
