/** What players say to one another: set phrases as a bubble at the name, among friends lines as well. */

import { byId, html, show } from "../site/dom.js";
import { choose, onSettings, settings } from "../site/settings.js";
import { t } from "../site/texts.js";
import { call, saySoon } from "./speech.js";

/** @typedef {import("../site/wire.js").View} View */
/** @typedef {import("../site/wire.js").SideName} SideName */
/** @typedef {{ by: [SideName, number], phrase?: string, text?: string }} Said */

const SHOWN = 3500; // ms
const MOST_LINES = 100;

export class Talk {
  /** @type {Map<string, string>} what is shown at whose name */
  shown = new Map();
  /** @type {Map<string, ReturnType<typeof setTimeout>>} */
  timers = new Map();

  /**
   * @param {(message: { kind: string, phrase?: string, text?: string }) => void} send
   * @param {() => void} changed a bubble came or went
   */
  constructor(send, changed) {
    this.changed = changed;
    for (const button of byId("talk").querySelectorAll("[data-phrase]")) {
      button.addEventListener("click", () => {
        send({ kind: "say", phrase: button.getAttribute("data-phrase") ?? "" });
        /** @type {HTMLDialogElement} */ (byId("talk")).close();
      });
    }
    const field = /** @type {HTMLInputElement} */ (byId("talk-text"));
    byId("talk-form").addEventListener("submit", (event) => {
      event.preventDefault();
      if (!field.value.trim()) return;
      send({ kind: "write", text: field.value.slice(0, 200) });
      field.value = "";
    });
    byId("talk-mute").addEventListener("click", () => choose("quiet", !settings.quiet));
    const showMuted = () => byId("talk-mute").setAttribute("aria-pressed", String(settings.quiet));
    onSettings(() => {
      showMuted();
      if (!settings.quiet || !this.shown.size) return;
      this.shown.clear();
      changed();
    });
    showMuted();
  }

  /**
   * @param {View} view
   * @param {[SideName, number][]} own players of this guest
   * @param {boolean} mayWrite
   */
  offer(view, own, mayWrite) {
    const others = view.sides.flatMap(({ side, players }) =>
      players.flatMap(({ kind, name }, nth) => (kind === "person" && !own.some((one) => one[0] === side && one[1] === nth) ? [{ value: `${side} ${nth}`, name }] : [])));
    show(byId("talk-open"), own.length === 1 && others.length > 0);
    show(byId("talk-words"), mayWrite);
    show(byId("talk-set"), !mayWrite);
    const choice = byId("report-player");
    if (choice.children.length !== others.length) choice.replaceChildren(...others.map(({ value, name }) => html("option", { value }, name)));
  }

  /**
   * @param {Said} said
   * @param {View} view
   */
  hear(said, view) {
    if (settings.quiet) return;
    const [side, nth] = said.by;
    const name = view.sides.find((one) => one.side === side)?.players[nth]?.name ?? "";
    const words = said.phrase ? t(`say.${said.phrase}`) : said.text ?? "";
    if (said.text) {
      const lines = byId("talk-lines");
      lines.append(html("li", {}, html("b", {}, name), " ", said.text));
      if (lines.children.length > MOST_LINES) lines.firstElementChild?.remove();
      lines.scrollTop = lines.scrollHeight;
    }
    const key = `${side}${nth}`;
    this.shown.set(key, words);
    clearTimeout(this.timers.get(key));
    this.timers.set(key, setTimeout(() => {
      this.shown.delete(key);
      this.changed();
    }, SHOWN));
    saySoon(`${name}: ${words}`);
    this.changed();
  }

  /**
   * @param {import("../site/wire.js").Side} side
   * @returns {HTMLElement[]} bubbles to stand in the bar of this side
   */
  bubbles(side) {
    return side.players.flatMap(({ name }, nth) => {
      const words = this.shown.get(`${side.side}${nth}`);
      return words ? [html("span", { class: "bubble" }, side.players.length > 1 ? `${name}: ${words}` : words)] : [];
    });
  }

  /** @param {string} text why it was not said */
  refused(text) {
    call(text);
    byId("talk-refused").textContent = text;
    setTimeout(() => {
      byId("talk-refused").textContent = "";
    }, SHOWN);
  }
}
