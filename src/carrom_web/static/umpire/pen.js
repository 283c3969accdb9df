/**
 * Who keeps a sheet: one device holds the pen, all others follow. This page learns at once when it goes to somebody else,
 * and asks for it only when its user says so.
 */

import { closeDialog } from "../match/menu.js";
import { Connection } from "../match/socket.js";
import { byId, show } from "../site/dom.js";
import { t } from "../site/texts.js";
import { post } from "./outbox.js";

/** @typedef {import("./types.js").PenNow} PenNow */
/** @typedef {{ version: () => number, refresh: () => void, taken: (answer: any) => void, refused: (text: string) => void }} Hooks */

export class Pen {
  /**
   * @param {{ socket: string, url: string, token: string }} addresses
   * @param {Hooks} hooks
   */
  constructor({ socket, url, token }, hooks) {
    this.url = url;
    this.token = token;
    this.hooks = hooks;
    /** @type {PenNow} */
    this.now = JSON.parse(byId("pen-now").textContent || "null");
    let isFirst = true;
    this.connection = new Connection(socket, {
      version: hooks.version, slow: () => undefined, state: () => undefined,
      message: ({ kind, view }) => {
        if (kind === "pen" || (kind === "hello" && !isFirst) || (!this.now.mine && view?.version > hooks.version())) hooks.refresh();
        if (kind === "hello") isFirst = false;
      },
    });
    byId("take-over-now").addEventListener("click", () => {
      closeDialog("take-over");
      void this.takeOver();
    });
    this.draw();
  }

  /** @returns {boolean} whether this device keeps the sheet */
  get isMine() {
    return this.now.mine;
  }

  /** @param {PenNow | undefined} newest */
  receive(newest) {
    if (newest) this.now = newest;
    this.draw();
  }

  async takeOver() {
    const said = await post(this.url, this.token, { count: this.now.count });
    if (said.ok) this.hooks.taken(said.answer);
    else {
      this.hooks.refused(said.refusal?.text || t("pen.offline"));
      this.hooks.refresh();
    }
  }

  draw() {
    const { name, role, since, mine, you, may_take: mayTake, ended } = this.now;
    document.body.dataset.pen = mine ? "mine" : "other"; // for those who check the page
    show(byId("pen"), !mine);
    show(byId("pen-take"), mayTake);
    if (mine) return;
    const values = { name: name || t("pen.somebody"), role: t(`pen.role.${role || "umpire"}`), time: clock(since) };
    const kept = ended && name === "" ? "" : t(you ? "pen.kept_by_you" : "pen.kept", values);
    byId("pen-text").textContent = [ended ? t(`pen.${ended}`) : "", kept, t("pen.follow")].filter(Boolean).join(" ");
    byId("take-over-text").textContent = t("pen.ask", values);
  }
}

/** @param {string} time ISO */
function clock(time) {
  return new Date(time).toLocaleTimeString(document.documentElement.lang || "en", { hour: "2-digit", minute: "2-digit" });
}
