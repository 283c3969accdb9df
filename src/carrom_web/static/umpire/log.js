/** The entries so far, newest first, and how many the server does not know yet. */

import { byId, html, show } from "../site/dom.js";
import { locale, t } from "../site/texts.js";

/**
 * @param {import("./types.js").Situation} situation
 * @param {number} stored the newest entry that the server knows
 * @param {import("./device_store.js").Pending[]} waiting later entries that are not ruled on this phone
 */
export function showLog(situation, stored, waiting) {
  const unsent = waiting.map(({ words }) => html("li", { class: "waits" }, html("span", { class: "chip warn" }, t("log.waits")), " ", words)).reverse();
  byId("log").replaceChildren(...unsent, ...situation.log.map((line) => {
    const waits = line.number > stored; // this phone has ruled it, the server does not know it yet
    const chip = waits ? [html("span", { class: "chip warn" }, t("log.waits")), " "] : [];
    const item = html("li", { class: waits ? "waits" : line.struck ? "struck" : "", "data-number": line.number }, ...chip, line.text, ...line.follows.map((text) => html("b", { class: "follows" }, ` ${text}`)));
    if (line.now) item.append(html("b", { class: "now" }, ` ${line.now}`));
    if (line.by) item.append(html("span", { class: "muted by" }, ` ${line.by}`));
    if (line.time) item.prepend(html("time", { class: "muted", datetime: line.time }, `${clock(line.time)} `));
    return item;
  }));
}

/** @param {string} time ISO @returns {string} hours and minutes as the reader's language writes them */
export function clock(time) {
  return new Date(time).toLocaleTimeString(locale(), { hour: "2-digit", minute: "2-digit" });
}

/** @param {import("./outbox.js").Outbox} outbox whose unsent entries it shows */
export function showUnsent({ pending, isStored, isOffline, refusal, sending }) {
  const chip = byId("unsent");
  const count = pending.length;
  show(chip, count > 0 || !chip.hidden);
  chip.className = count ? "chip warn" : "chip ok";
  chip.textContent = !count ? t("unsent.sent") : !isStored ? t("unsent.page", { count }) : isOffline || refusal || !sending ? t("unsent.here", { count }) : t("unsent.sending");
  show(byId("refused"), refusal !== null);
  byId("refused-text").textContent = refusal ? t("refused.text", { text: refusal.text || t("refused.unknown"), count }) : "";
}

/** @param {import("./laws_here.js").Difference[]} differences where the server ruled otherwise than this phone */
export function showDifferences(differences) {
  show(byId("differs"), differences.length > 0);
  byId("differs-list").replaceChildren(...differences.map((each) => html("li", {}, html("p", {}, t("differs.here", { ...each })), html("p", { class: "strong" }, t("differs.server", { ...each })))));
}
