/**
 * A line-up by tapping names: the choices of a form with `data-taps` become places and names. A name tapped goes to the
 * next free place, a place tapped is emptied, and a name that may not play there is off. The choices stay what is sent.
 */

import { html, show } from "../site/dom.js";

/** @param {HTMLElement} side the choices of one team, in the order of its matches */
function tapping(side) {
  const choices = /** @type {HTMLSelectElement[]} */ ([...side.querySelectorAll("select")]);
  const twice = side.dataset.taps === "twice";
  const host = html("div", { class: "taps" });
  for (const field of side.querySelectorAll("fieldset")) show(/** @type {HTMLElement} */ (field), false);
  side.append(host);

  /** @param {HTMLSelectElement} choice */
  const kind = (choice) => choice.dataset.kind ?? "";
  /**
   * @param {string} value
   * @param {HTMLSelectElement} place
   */
  const mayPlay = (value, place) => choices.every((one) => one.value !== value || (twice && kind(one) !== kind(place)));

  /** @param {string} [focus] */
  function draw(focus = "") {
    const next = choices.find((one) => !one.value);
    const places = choices.map((choice, index) => {
      const chosen = choice.selectedOptions[0];
      const name = choice.value ? chosen.text : (side.dataset.free ?? "");
      const place = html(
        "button",
        { type: "button", class: `place${choice.value ? " full" : ""}${choice === next ? " next" : ""}`, "data-place": index },
        html("span", {}, name),
        html("small", {}, choice.dataset.title ?? ""),
      );
      if (!choice.value) place.setAttribute("disabled", "");
      return place;
    });
    const names = [...choices[0].options].filter((one) => one.value).map((one) => {
      const at = choices.filter((choice) => choice.value === one.value).map((choice) => choice.dataset.title ?? "");
      const name = html("button", { type: "button", class: "btn", "data-name": one.value }, one.text, html("small", {}, at.join(", ")));
      if (!next || !mayPlay(one.value, next)) name.setAttribute("disabled", "");
      return name;
    });
    host.replaceChildren(html("div", { class: "places" }, ...places), html("div", { class: "names" }, ...names));
    if (focus) /** @type {HTMLElement | null} */ (host.querySelector(focus))?.focus();
  }

  host.addEventListener("click", (event) => {
    const key = event.target instanceof Element ? event.target.closest("button") : null;
    const next = choices.find((one) => !one.value);
    if (key?.dataset.place !== undefined) choices[Number(key.dataset.place)].value = "";
    else if (key?.dataset.name !== undefined && next) next.value = key.dataset.name;
    else return;
    draw(key.dataset.name === undefined ? "" : `[data-name="${key.dataset.name}"]`);
  });
  draw();
}

for (const side of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-taps]"))) {
  if (!side.querySelector(".err")) tapping(side); // an error stands beside its choice
}
