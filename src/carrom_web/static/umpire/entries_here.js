/**
 * The entries of a sheet without a network: listed, corrected and judged by the laws on this phone, sent when it is back.
 * What waits is the line of the sheet's own page; the server judges again. It holds no law.
 */

import { byId, html, show } from "../site/dom.js";
import { locale, t } from "../site/texts.js";
import { storePending } from "./device_store.js";
import { LawsHere } from "./laws_here.js";
import { Outbox } from "./outbox.js";

/** @typedef {import("./types.js").CorrectableEntry} CorrectableEntry */
/** @typedef {import("./outbox.js").Refusal} Refusal */
/** @typedef {{ number: number, time: string, by: string, board: string, struck: boolean, struck_by: number | null, text: string, follows: string[], now: string, may: string }} Line */
/** @typedef {{ match: string, entries: string, token: string, version: number }} Sheet */
/** @typedef {{ correct: (number: string) => void, takeBack: () => void, refused: (refusal: Refusal) => void }} Hooks */

export class EntriesHere {
  /**
   * @param {Sheet} sheet
   * @param {HTMLElement} list of the entries
   * @param {HTMLElement} note
   * @param {Hooks} hooks
   */
  constructor(sheet, list, note, hooks) {
    this.version = sheet.version;
    this.list = list;
    this.note = note;
    this.hooks = hooks;
    this.isUsed = false; // what is shown was worked out here
    this.laws = new LawsHere(sheet.match);
    this.outbox = new Outbox(sheet.match, sheet.entries, sheet.token, {
      stored: () => { // once the server has it all, its own page says more
        if (!this.outbox.pending.length) void storePending(sheet.match, []).then(() => location.reload());
      },
      changed: () => this.say(),
      elsewhere: () => this.isUsed && void this.show(),
      refused: hooks.refused,
    });
    if (this.outbox.pending.length) {
      void this.show();
      void this.outbox.send();
    }
  }

  /** @returns {Promise<boolean>} the laws are on this phone, and know all that waits */
  async begin() {
    if (this.laws.state === "none") {
      show(this.note, true);
      this.note.textContent = t("here.starting");
      await this.laws.start(() => undefined);
    }
    while (this.laws.state === "loading") await new Promise((done) => setTimeout(done, 100));
    if (!this.laws.isReady) {
      this.say();
      return false;
    }
    await this.laws.ask("sync", { version: this.version });
    const pending = [...this.outbox.pending];
    const said = await this.laws.ask("follow", { pending });
    if (said.refused) this.hooks.refused(said.refused);
    return !said.error && said.count === pending.length;
  }

  /** Lists the entries as they are with all that waits. */
  async show() {
    if (!(await this.begin())) return;
    const said = await this.laws.ask("lines", {});
    if (said.error) return;
    this.isUsed = true;
    this.version = Math.max(this.version, said.stored);
    this.list.replaceChildren(.../** @type {Line[]} */ (said.lines).map((line) => this.line(line, said.stored, said.undo)));
    byId("stands").textContent = said.now;
    show(byId("figures"), false); // those of the server are of an older record
    this.say();
  }

  /** How much waits, above the entries. */
  say() {
    const count = this.outbox.pending.length;
    show(this.note, this.isUsed || count > 0);
    this.note.textContent = count ? t("here.waits", { count }) : t("here.shown");
  }

  /**
   * @param {string} number
   * @returns {Promise<CorrectableEntry | null>} what may be said in its place; null: nothing, or there are no laws here
   */
  async correctable(number) {
    if (!(await this.begin())) return null;
    const said = await this.laws.ask("correctable", { entry: Number(number) });
    if (said.error) return null;
    if (!this.isUsed) await this.show();
    return said.entry;
  }

  /**
   * What the laws say to a correction, as the server's address for drafts answers.
   *
   * @param {Record<string, unknown>} request
   * @returns {Promise<{ ok: boolean, answer?: any, refusal?: Refusal }>}
   */
  async draft(request) {
    if (!(await this.begin())) return { ok: false };
    const said = await this.laws.ask("draft", { draft: { request } });
    return said.error ? { ok: false } : { ok: true, answer: said };
  }

  /**
   * Stores a correction on this phone, and lists what it changes.
   *
   * @param {Record<string, unknown>} request
   * @param {string} words
   * @param {string} id under which it may have been sent already
   */
  async keep(request, words, id) {
    this.outbox.add(request, words, this.version, id);
    await this.show();
  }

  /**
   * @param {Line} line
   * @param {number} stored
   * @param {number | null} undo
   */
  line(line, stored, undo) {
    const time = line.time ? [html("time", { datetime: line.time }, new Date(line.time).toLocaleTimeString(locale(), { hour: "2-digit", minute: "2-digit" }))] : [];
    const chips = [
      ...(line.number > stored ? [html("span", { class: "chip warn" }, t("here.waiting"))] : []),
      ...(line.struck_by ? [html("a", { class: "chip warn", href: `#e${line.struck_by}` }, t("here.struck", { number: line.struck_by }))] : []),
    ];
    const text = html("p", line.struck ? { class: "gone" } : {},
      ...(line.struck ? [html("span", { class: "sr" }, `${t("here.gone")} `)] : []), line.text, ...line.follows.flatMap((each) => [" ", html("b", {}, each)]));
    const now = line.now ? [html("p", { class: "now" }, html("span", { class: "sr" }, `${t("here.instead")} `), line.now)] : [];
    return html("li", { id: `e${line.number}`, "data-number": String(line.number) },
      html("p", { class: "head small muted" }, html("b", {}, String(line.number)), ...time, html("span", {}, t("here.board", { board: line.board })),
        ...(line.by ? [html("span", {}, line.by)] : []), ...chips),
      text, ...now, html("div", { class: "below" }, ...this.buttons(line, undo)));
  }

  /**
   * @param {Line} line
   * @param {number | null} undo
   */
  buttons(line, undo) {
    if (line.number === undo) return [this.button(t("here.undo"), line.number, () => this.hooks.takeBack())];
    if (!line.may) return [];
    return [this.button(t(line.may === "leave" ? "here.leave" : "here.correct"), line.number, () => this.hooks.correct(String(line.number)))];
  }

  /**
   * @param {string} words
   * @param {number} number
   * @param {() => void} act
   */
  button(words, number, act) {
    const button = html("button", { class: "btn correct", type: "button" }, words, " ", html("span", { class: "sr" }, t("here.entry", { number })));
    button.addEventListener("click", act);
    return button;
  }
}
