/** What stands where the stroke's controls would be while something else is decided, or by somebody else. */

import { byId, html, show } from "../site/dom.js";
import { t } from "../site/texts.js";
import { openDialog } from "./menu.js";

/** @typedef {import("../site/wire.js").View} View */
/** @typedef {import("../site/wire.js").Seat} Seat */
/** @typedef {(kind: string, members?: Record<string, unknown>) => void} Request */

/**
 * @param {View} view
 * @param {Seat[]} mine seats that this page may answer for
 * @param {{ request: Request, recordUrl: string, playUrl: string, away: string[], absence: HTMLElement[], rematch: HTMLElement[] }} hooks
 *   `away`: names of those who are awaited and not there; `absence`: what can be done about it; `rematch`: what can be done about another match
 */
export function showPanel(view, mine, hooks) {
  const panel = byId("panel");
  const { awaiting } = view;
  const asked = awaiting.kind === "toss" ? mine.length > 0 : awaiting.seats.some((seat) => mine.includes(seat));
  panel.replaceChildren();
  if (view.phase === "over" || awaiting.kind === "over") over(panel, view, hooks);
  else if (asked && awaiting.kind === "toss") {
    panel.append(line(awaiting.text), buttons([[t("toss.do"), () => hooks.request("toss"), true]]));
  } else if (asked && awaiting.kind === "choice") {
    const { options } = /** @type {import("../site/wire.js").ChoiceDomain} */ (awaiting.domain);
    panel.append(line(awaiting.text), buttons(options.map(({ value, text }, i) => [text, () => hooks.request("choose", { choice: value }), i === 0])));
  } else if (asked && awaiting.kind === "ready") {
    panel.append(line(awaiting.text), buttons([[t("ready.say"), () => hooks.request("ready"), true]]));
  } else if (asked && awaiting.kind === "cap") {
    const { options } = /** @type {import("../site/wire.js").ChoiceDomain} */ (awaiting.domain);
    panel.append(line(awaiting.text), buttons(options.map(({ value, text }, i) => [text, () => hooks.request("cap", { answer: value }), i === 0])));
  } else if (asked && awaiting.kind === "claim") {
    const { most } = /** @type {import("../site/wire.js").ClaimDomain} */ (awaiting.domain);
    const all = Array.from({ length: most + 1 }, (_, i) => most - i);
    panel.append(line(awaiting.text), buttons(all.map((points, i) => [t("claim.points", { count: points }), () => hooks.request("claim", { points }), i === 0])));
  } else waiting(panel, view, hooks);
}

/**
 * @param {HTMLElement} panel
 * @param {View} view
 * @param {{ away: string[], absence: HTMLElement[] }} hooks
 */
function waiting(panel, view, { away, absence }) {
  const { awaiting } = view;
  panel.append(line(awaiting.text, awaiting.computer ? "thinks" : ""));
  if (away.length) panel.append(html("p", { class: "small" }, t("wait.away", { name: away.join(", ") })));
  else if (awaiting.computer || awaiting.kind === "stroke") {
    panel.append(html("p", { class: "small muted" }, t(awaiting.computer ? "wait.computer" : "wait.person")));
  }
  panel.append(...absence);
}

/**
 * @param {HTMLElement} panel
 * @param {View} view
 * @param {{ recordUrl: string, playUrl: string, rematch: HTMLElement[] }} links
 */
function over(panel, view, links) {
  panel.append(line(view.result?.text ?? view.awaiting.text));
  const row = html("div", { class: "row wrap" });
  const { review, share, whole, wholeTitle } = byId("arena").dataset;
  if (whole) row.append(html("a", { class: "btn primary grow", href: whole }, t("over.whole", { title: wholeTitle ?? "" })));
  else {
    row.append(...links.rematch);
    row.append(html("a", { class: links.rematch.length ? "btn grow" : "btn primary grow", href: links.playUrl }, t("over.new")));
  }
  row.append(html("a", { class: "btn grow small", href: review ?? "" }, t("over.review")));
  row.append(html("a", { class: "btn grow small", href: share ?? "" }, t("over.share")));
  row.append(html("a", { class: "btn grow small", href: links.recordUrl, download: "" }, t("over.record")));
  if (view.boards.length > 1) {
    const sheet = html("button", { class: "btn only-narrow", type: "button" }, t("over.sheet"));
    sheet.addEventListener("click", () => openDialog("score-sheet"));
    row.append(sheet);
  }
  panel.append(row);
}

/**
 * @param {string} text
 * @param {string} [extra] class
 */
function line(text, extra = "") {
  return html("p", { class: `asked ${extra}` }, text);
}

/**
 * @param {[string, () => void, boolean][]} list text, what it does, whether it is the main one
 */
function buttons(list) {
  const row = html("div", { class: "row wrap" });
  for (const [text, act, main] of list) {
    const button = html("button", { class: main ? "btn primary grow" : "btn grow", type: "button" }, text);
    button.addEventListener("click", () => {
      for (const each of row.children) each.setAttribute("disabled", "");
      act();
    });
    row.append(button);
  }
  return row;
}

/**
 * Offers of the other side can be answered; one's own just stand until they are.
 *
 * @param {View} view
 * @param {import("../site/wire.js").SideName[]} own sides of this guest
 * @param {Request} request
 */
export function showOffers(view, own, request) {
  const holder = byId("offers");
  holder.replaceChildren(...view.offers.map((offer) => {
    const note = html("div", { class: "note row wrap" }, html("p", { class: "grow small" }, offer.text));
    if (own.length && !own.includes(offer.side)) {
      for (const accept of [true, false]) {
        const button = html("button", { class: accept ? "btn primary" : "btn", type: "button" }, t(accept ? "offer.accept" : "offer.decline"));
        button.addEventListener("click", () => request("reply", { offer: offer.number, accept }));
        note.append(button);
      }
    }
    return note;
  }));
  show(holder, view.offers.length > 0);
}
