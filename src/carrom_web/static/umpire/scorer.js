/**
 * Who keeps a sheet: the scorer records on one device, all others follow. This page learns at once when it goes to somebody else,
 * and asks for it only when its user says so.
 */

import { closeDialog } from "../match/menu.js";
import { Connection } from "../match/socket.js";
import { byId, show } from "../site/dom.js";
import { locale, t } from "../site/texts.js";
import { post } from "./outbox.js";

/** @typedef {import("./types.js").ScorerNow} ScorerNow */
/** @typedef {{ version: () => number, refresh: () => void, taken: (answer: any) => void, refused: (text: string) => void }} Hooks */

export class ScorerLock {
  /**
   * @param {{ socket: string, url: string, token: string }} addresses
   * @param {Hooks} hooks
   */
  constructor({ socket, url, token }, hooks) {
    this.url = url;
    this.token = token;
    this.hooks = hooks;
    /** @type {ScorerNow} */
    this.now = JSON.parse(byId("scorer-now").textContent || "null");
    let isFirst = true;
    this.connection = new Connection(socket, {
      version: hooks.version, slow: () => undefined, state: () => undefined,
      message: ({ kind, view }) => {
        if (kind === "scorer" || (kind === "hello" && !isFirst) || (!this.now.mine && view?.version > hooks.version())) hooks.refresh();
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

  /** @param {ScorerNow | undefined} newest */
  receive(newest) {
    if (newest) this.now = newest;
    this.draw();
  }

  async takeOver() {
    const said = await post(this.url, this.token, { count: this.now.count });
    if (said.ok) this.hooks.taken(said.answer);
    else {
      this.hooks.refused(said.refusal?.text || t("scorer.offline"));
      this.hooks.refresh();
    }
  }

  draw() {
    const { name, role, since, mine, you, may_take: mayTake, ended } = this.now;
    document.body.dataset.scorer = mine ? "mine" : "other"; // for those who check the page
    show(byId("scorer"), !mine);
    show(byId("scorer-take"), mayTake);
    if (mine) return;
    const values = { name: name || t("scorer.somebody"), role: t(`scorer.role.${role || "umpire"}`), time: clock(since) };
    const scorer = ended && name === "" ? "" : t(you ? "scorer.is_you" : "scorer.since", values);
    byId("scorer-text").textContent = [ended ? t(`scorer.${ended}`) : "", scorer, t("scorer.follow")].filter(Boolean).join(" ");
    byId("take-over-text").textContent = t("scorer.ask", values);
  }
}

/** @param {string} time ISO */
function clock(time) {
  return new Date(time).toLocaleTimeString(locale(), { hour: "2-digit", minute: "2-digit" });
}
