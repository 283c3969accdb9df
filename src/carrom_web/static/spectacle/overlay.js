/** The score of a match on a transparent page, laid over a stream's picture. */

import { asTheySit } from "../match/situation.js";
import { byId, coin, html, show } from "../site/dom.js";
import { t } from "../site/texts.js";
import { Feed } from "./feed.js";
import { gamesWon, isAsked, marks, names, where } from "./parts.js";

/** @typedef {import("../site/wire.js").View} View */

const page = byId("overlay").dataset;
document.documentElement.style.setProperty("--size", page.size ?? "1");

const feed = new Feed(page.socket ?? "", {
  // the score changes when the pieces have come to rest, as those who watch the picture see it
  moves: ({ entry }) => new Promise((rest) => setTimeout(rest, 1000 * (entry.motion?.duration ?? 0))),
  shown: (view) => queueMicrotask(() => draw(view)),
  state: () => undefined, // a stream shows the score as it stood
});

/** @param {View} view */
function draw(view) {
  const { solo } = view;
  byId("bug").replaceChildren(...asTheySit(view, page.swap === "1").map((side) => {
    const won = solo ? null : gamesWon(view, side);
    const about = html("span", { class: "about" }, ...marks(view, side).filter((mark) => page.queen === "1" || !mark.querySelector(".coin")), ...(won ? [won] : []));
    const colour = solo ? null : side.colour ? coin(side.colour) : html("span", { class: "no-colour" });
    const up = html("span", { class: "up" }, html("span", { "aria-hidden": "true" }, String(side.up)), html("span", { class: "sr" }, t("up.words", { count: side.up })));
    return html("div", { class: isAsked(view, side) ? "row on" : "row", "data-side": side.side },
      ...(colour ? [colour] : []), ...(!solo && page.coins === "1" && view.phase === "playing" ? [up] : []), names(view, side), about,
      html("b", { class: "points" }, html("span", { class: "sr" }, `${t(solo ? "unit.strokes" : "unit.points", { count: solo?.strokes ?? side.score })} `), String(solo?.strokes ?? side.score)));
  }));
  const words = where(view);
  if (solo?.average) words.push(`${t("solo.average")} ${solo.average}`);
  byId("where").textContent = view.result?.text ?? words.join(" · ");
  byId("ruling").textContent = view.result ? "" : feed.last;
  show(byId("ruling"), page.ruling === "1" && Boolean(feed.last) && !view.result);
}
