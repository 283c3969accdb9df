/** The page of a match on a real board for those who watch: score, situation and rulings as the umpire enters them. */

import { byId, html, show } from "../site/dom.js";
import { choose, isDark, showSettings } from "../site/settings.js";
import { t } from "../site/texts.js";
import { reasonItems, showBoards, showSides } from "./situation.js";
import { Connection } from "./socket.js";
import { call, say } from "./speech.js";

/** @typedef {import("../site/wire.js").View} View */
/** @typedef {import("../site/wire.js").MatchEvent} MatchEvent */

const MOST_SHOWN = 60;

/** @type {View} */
let view = JSON.parse(byId("view").textContent || "null");
/** @type {Map<number, Pick<MatchEvent, "number" | "entry">>} */
const events = new Map(JSON.parse(byId("entries").textContent || "[]").map((/** @type {MatchEvent} */ event) => [event.number, event]));

showSettings();
byId("theme").addEventListener("click", () => choose("theme", isDark() ? "light" : "dark"));
draw();

const connection = new Connection(byId("sheet").dataset.socket ?? "", {
  message: receive, version: () => view.version, slow: () => undefined,
  state: (state) => {
    show(byId("connection"), state !== "open");
    if (state !== "open") call(t("connection.lost"));
  },
});

/** @param {any} message */
function receive(message) {
  if (!message.view || message.view.version < view.version) return;
  const gap = message.kind === "event" ? message.number > view.version + 1 : message.view.version > view.version + (message.kind === "hello" ? 0 : 1);
  if (gap && message.kind !== "event") location.reload(); // entries were missed while there was no connection
  if (message.kind === "event") {
    if (gap) {
      connection.sync();
      return;
    }
    events.set(message.number, message);
    say([message.entry.ruling?.sentence || message.entry.text, message.view.awaiting.text].filter(Boolean).join(". "));
  }
  view = message.view;
  draw();
}

function draw() {
  showSides(byId("sides"), view);
  showBoards(byId("boards"), view);
  const struck = new Set([...events.values()].flatMap(({ entry }) => entry.struck_out ?? []));
  const newest = [...events.values()].sort((a, b) => b.number - a.number).slice(0, MOST_SHOWN);
  /** @type {Map<number, string>} what holds in place of struck entries */
  const held = new Map(newest.filter(({ number }) => !struck.has(number)).flatMap(({ entry }) => (entry.instead ?? []).map(({ number, text }) => /** @type {[number, string]} */ ([number, text]))));
  byId("log").replaceChildren(...newest.map(({ number, entry }) => {
    const text = entry.ruling?.sentence || entry.text;
    const now = held.get(number);
    const item = html("li", struck.has(number) && now !== text ? { class: "struck" } : {}, text);
    if (entry.ruling?.player) item.prepend(html("span", { class: "muted" }, `${entry.ruling.player}: `));
    if (struck.has(number) && now && now !== text) item.append(html("b", { class: "now" }, ` ${now}`));
    if (entry.by) item.append(html("span", { class: "muted" }, ` ${entry.by}`));
    return item;
  }));
  const last = newest.find(({ number, entry }) => entry.ruling && !struck.has(number));
  byId("verdict-title").textContent = view.result?.text ?? view.awaiting.text;
  byId("verdict-text").textContent = last?.entry.ruling?.sentence ?? "";
  const ruling = last?.entry.ruling;
  byId("verdict-reasons").replaceChildren(...reasonItems(ruling ? [...ruling.reasons, ...ruling.readings] : []));
  show(byId("verdict-why"), Boolean(last));
  byId("about").textContent = [view.ruleset.title, view.format.words].filter(Boolean).join(" · ");
  document.body.dataset.version = String(view.version); // for those who check the page
}
