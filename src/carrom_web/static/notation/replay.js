/** A match of a file on the board: stroke by stroke, forwards and back, with its comments and variations beside. */

import { Board } from "../board/draw.js";
import { Motion } from "../board/motion.js";
import { glide, Player } from "../board/player.js";
import { connectWatching } from "../match/watching.js";
import { kindOf } from "../board/words.js";
import { CannotPlayError, simulate } from "../physics/simulate.js";
import { byId, html, set, show } from "../site/dom.js";
import { settings, still } from "../site/settings.js";
import { figure, has, t } from "../site/texts.js";

/** @typedef {import("./course.js").Step} Step */
/** @typedef {import("../site/wire.js").Seat} Seat */

const GLIDE = 320; // ms
const BETWEEN = 600; // ms between two entries that are played one after the other

export class Replay {
  constructor() {
    this.board = new Board(byId("stage"));
    this.player = new Player(this.board, { onEvent: () => undefined, pace: () => settings.pace });
    connectWatching(this.board, this.player);
    /** @type {Step[]} */
    this.steps = [];
      /** @type {Float64Array | null} */
    this.parameters = null;
    this.at = 0;
    this.turn = 0; // grows with all that is asked for: what was asked for before has ended
    this.isPlaying = false;
    byId("earlier").addEventListener("click", () => this.back());
    byId("later").addEventListener("click", () => void this.forward());
    byId("play").addEventListener("click", () => void this.playOrPause());
    show(byId("watch"), true);
    show(byId("step"), still());
  }

  /**
   * @param {Step[]} steps
   * @param {Float64Array | null} parameters of the surface
   */
  take(steps, parameters) {
    this.steps = steps;
    this.parameters = parameters;
    this.list();
    this.stand(0);
  }

  /** Leaves what is shown; nothing runs any more. */
  leave() {
    this.turn += 1;
    this.player.stop();
    this.playing(false);
  }

  list() {
    const list = byId("entries");
    list.replaceChildren();
    /** @type {HTMLElement[]} the list of each depth */
    const lists = [list];
    this.steps.forEach((step, place) => {
      if (step.depth && this.steps[step.earlier].later !== place) {
        const title = html("span", { class: "small muted" }, t("replay.variation"));
        lists[step.depth] = html("ol", { class: "entries" });
        lists[step.depth - 1].append(html("li", {}, title, lists[step.depth]));
      }
      lists[step.depth].append(this.row(step, place));
    });
  }

  /**
   * @param {Step} step
   * @param {number} place
   */
  row(step, place) {
    const button = html("button", { type: "button", class: "btn quiet block entry" }, this.words(step));
    button.addEventListener("click", () => void this.run(place));
    const comments = (/** @type {string[]} */ lines) => lines.map((line) => html("p", { class: "small muted comment", dir: "auto" }, line));
    const note = step.difference ? [html("p", { class: "small note warn" }, differenceWords(step.difference))] : [];
    return html("li", {}, ...comments(step.comments), button, ...note, ...comments(step.closing));
  }

  /** @param {Step} step @returns {string} what was asked, and what fell */
  words(step) {
    if (!step.asked) return t("replay.start");
    const values = { name: step.name || (has(`author.${step.author}`) ? t(`author.${step.author}`) : step.author), kind: step.asked.kind };
    const known = ["stroke", "place"].includes(step.asked.kind) ? `replay.${step.asked.kind}` : "";
    const words = step.text || [known ? t(known, values) : `${values.name}: ${values.kind}`, fallenWords(step)].filter(Boolean).join(" ");
    return `${step.number}. ${words}`;
  }

  /** @param {number} place that is shown as it is after its entry */
  stand(place) {
    this.leave();
    this.at = place;
    const step = this.steps[place];
    const position = step.after ?? step.came?.final ?? [];
    this.board.lay(position);
    this.showPlace();
  }

  showPlace() {
    const step = this.steps[this.at];
    document.querySelectorAll("#entries .entry").forEach((button, place) => {
      const isHere = place === this.at;
      if (isHere) set(button, { "aria-current": "step" });
      else button.removeAttribute("aria-current");
      if (isHere) scrollWithin(byId("entries"), button);
    });
    byId("replay-now").textContent = step.difference ? `${this.words(step)} ${differenceWords(step.difference)}` : this.words(step);
    set(byId("earlier"), { "aria-disabled": String(step.earlier < 0) });
    set(byId("later"), { "aria-disabled": String(step.later < 0) });
    show(byId("not-here"), (step.after ?? step.came?.final ?? null) === null);
  }

  back() {
    if (this.steps[this.at].earlier >= 0) this.stand(this.steps[this.at].earlier);
  }

  async forward() {
    if (this.steps[this.at].later >= 0) await this.run(this.steps[this.at].later);
  }

  /**
   * Shows an entry as it happens, from where the pieces lay before it.
   *
   * @param {number} place
   * @returns {Promise<boolean>} whether it was seen to its end
   */
  async run(place) {
    this.leave();
    return this.shown(place);
  }

  /** @param {number} place */
  async shown(place) {
    const { turn } = this;
    const step = this.steps[place];
    this.at = place;
    if (step.before) this.board.lay(step.before);
    this.showPlace();
    const motion = this.motionOf(step);
    if (motion) await this.player.play(motion);
    if (turn !== this.turn) return false;
    const after = step.after ?? step.came?.final ?? [];
    await glide(this.board, after, new Map(), GLIDE);
    return turn === this.turn;
  }

  /** @param {Step} step @returns {Motion | null} */
  motionOf({ asked, author, before }) {
    if (!before || !this.parameters || asked?.kind !== "stroke") return null;
    try {
      return new Motion(simulate(before, asked.stroke, /** @type {Seat} */ (author), this.parameters));
    } catch (error) {
      if (error instanceof CannotPlayError) return null;
      throw error;
    }
  }

  async playOrPause() {
    const wasPlaying = this.isPlaying;
    this.leave();
    if (wasPlaying) {
      this.stand(this.at);
      return;
    }
    if (this.steps[this.at].later < 0) this.at = 0;
    this.playing(true);
    const { turn } = this;
    for (let next = this.steps[this.at].later; next >= 0; next = this.steps[next].later) {
      if (!(await this.shown(next))) return;
      await new Promise((resolve) => setTimeout(resolve, BETWEEN / settings.pace));
      if (turn !== this.turn) return;
    }
    this.playing(false);
  }

  /** @param {boolean} on */
  playing(on) {
    this.isPlaying = on;
    byId("play").textContent = t(on ? "replay.pause" : "replay.play");
  }
}

/** @param {Step} step @returns {string} */
function fallenWords({ came }) {
  if (!came) return "";
  const parts = [];
  if (came.fallen.length) parts.push(t("outcome.falls", { pieces: names(came.fallen) }));
  if (came.jumped.length) parts.push(t("outcome.over", { pieces: names(came.jumped) }));
  return parts.join(" ");
}

/** @param {number[]} numbers @returns {string} */
function names(numbers) {
  return numbers.map((number) => t(`piece.${kindOf(number)}`)).join(", ");
}

/** @param {import("./course.js").Difference} difference */
function differenceWords(difference) {
  if ("pieces" in difference) return t("replay.other_pieces", { pieces: names(difference.pieces) });
  return t("replay.elsewhere", { distance: figure(difference.distance * 1000, 3) });
}

/**
 * @param {HTMLElement} list
 * @param {Element} row is brought into sight in it, without moving the page
 */
function scrollWithin(list, row) {
  const [outer, inner] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}
