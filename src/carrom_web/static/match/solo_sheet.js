/** Solo: the strokes of this board as the biggest figure, what may be hit now, and the set with its average. */

import { byId, html, show } from "../site/dom.js";
import { t } from "../site/texts.js";

/** @typedef {import("../site/wire.js").View} View */
/** @typedef {import("../site/wire.js").Solo} Solo */

/** @param {View} view */
export function showSolo(view) {
  const { solo } = view;
  for (const id of ["solo", "solo-small"]) show(byId(id), Boolean(solo));
  document.body.classList.toggle("solo", Boolean(solo));
  if (!solo) return;
  const over = view.phase === "over";
  byId("solo-strokes").textContent = String(solo.strokes);
  byId("solo-strokes-name").textContent = t("solo.strokes", { count: solo.strokes });
  byId("solo-hit").textContent = over ? view.awaiting.text : solo.hit;
  byId("solo-up").textContent = t("solo.up", { white: solo.up.white, black: solo.up.black });
  byId("solo-small").textContent = over ? view.awaiting.text : t("solo.small", { count: solo.strokes, hit: solo.hit });
  byId("solo-boards").replaceChildren(...rows(solo, over));
  byId("solo-average").textContent = solo.average || t("solo.none");
  byId("solo-average-name").textContent = t(solo.boards.length < solo.per_set ? "solo.so_far" : "solo.of_set");
}

/**
 * @param {Solo} solo
 * @param {boolean} over
 */
function rows(solo, over) {
  const all = [];
  for (let number = 1; number <= solo.per_set; number += 1) {
    const closed = solo.boards[number - 1];
    const now = !over && number === solo.boards.length + 1;
    let figure = closed ? String(closed.score) : "–";
    if (now) figure = t("solo.playing", { count: solo.strokes });
    const cell = html("td", { class: closed ? "n" : "n muted" }, figure);
    if (closed && closed.strokes > closed.score) cell.append(html("span", { class: "small muted" }, ` ${t("solo.really", { count: closed.strokes })}`));
    if (closed?.how === "stopped") cell.append(html("span", { class: "small muted" }, ` ${t("solo.stopped")}`));
    all.push(html("tr", now ? { "aria-current": "true" } : {}, html("th", { scope: "row" }, t("title.board", { board: number })), cell));
  }
  return all;
}
