/**
 * The coach: good ideas for the stroke of a match that is shown, what the stroke that was made cost, and the chances over the whole match.
 * The server thinks of one stroke at a time: the one that is shown comes first, then the others until the graph is whole.
 */

import { say } from "../match/speech.js";
import { byId, html, set, show } from "../site/dom.js";
import { figure, t } from "../site/texts.js";
import { chart } from "./coach_chart.js";

/** @typedef {import("./strokes_of_match.js").OfMatch} OfMatch */
/** @typedef {{ stroke: [offset: number, angle: number, speed: number], title: string, note: string, share: string }} Idea */
/** @typedef {{ solo: boolean, best: number, cost: { idea: number, aim: number } | null, ideas: Idea[] }} Advice */
/** @typedef {{ address: string, side: string, name: string, hand: number | null }} Asked the hand is the reader's own, if it is known */
/**
 * @typedef {object} Hooks
 * @property {(number: string) => void} choose another stroke of the match is to be shown
 * @property {(stroke: Idea["stroke"] | null) => void} aim a stroke is to be drawn on the board as it lay; null: the one that was made
 */

const AGAIN_MS = 1200; // the coach was busy
const MOST_TRIES = 25;
const LETTERS = ["A", "B", "C"];

export class Coach {
  /**
   * @param {Asked} asked
   * @param {Record<string, OfMatch>} strokes
   * @param {Hooks} hooks
   */
  constructor(asked, strokes, hooks) {
    this.asked = asked;
    this.strokes = strokes;
    this.hooks = hooks;
    this.numbers = Object.keys(strokes).sort((a, b) => Number(a) - Number(b));
    /** @type {Map<string, Advice>} by the number of the stroke */
    this.known = new Map();
    this.number = "";
    this.picked = -1; // an idea, or the stroke that was made
    this.round = 0; // answers for another hand are dropped
    this.isAsking = false;
    this.hand = /** @type {HTMLInputElement} */ (byId("coach-hand"));
    this.graph = byId("coach-graph");
    this.own = document.getElementById("coach-own");
    this.isOwn = false; // the advice is for the reader's own hand
    this.hand.addEventListener("input", () => this.setOwn(false));
    this.hand.addEventListener("change", () => this.afresh());
    this.own?.addEventListener("click", () => {
      this.setOwn(!this.isOwn);
      this.afresh();
    });
    this.graph.addEventListener("click", (event) => this.chooseAt(event));
    byId("coach-made").addEventListener("click", () => this.pick(-1));
    this.sayHand();
  }

  get handName() {
    return this.isOwn ? "own" : ["unsteady", "steady", "very-steady"][Number(this.hand.value)];
  }

  /** @param {boolean} isOwn */
  setOwn(isOwn) {
    this.isOwn = isOwn;
    if (this.own) set(this.own, { "aria-pressed": String(isOwn) });
    this.sayHand();
  }

  sayHand() {
    const text = t(`coach.hand.${this.handName}`);
    byId("coach-hand-said").textContent = text;
    set(this.hand, { "aria-valuetext": text });
  }

  afresh() {
    this.known.clear();
    this.round += 1;
    this.draw();
    void this.ask();
  }

  /** @param {string} number of the stroke that is shown now */
  shows(number) {
    this.number = number;
    this.picked = -1;
    this.draw();
    void this.ask();
  }

  /** Asks for what is not known yet, one after the other. */
  async ask() {
    if (this.isAsking) return;
    this.isAsking = true;
    let tries = 0;
    for (let next = this.next(); next && tries < MOST_TRIES; next = this.next()) {
      const { round } = this;
      const advice = await this.answer(next);
      if (round !== this.round) tries = 0;
      else if (advice) {
        this.known.set(next, advice);
        tries = 0;
        this.draw();
      } else {
        tries += 1;
        await new Promise((done) => setTimeout(done, AGAIN_MS));
      }
    }
    this.isAsking = false;
    this.draw(tries === MOST_TRIES);
  }

  next() {
    return this.known.has(this.number) ? this.numbers.find((number) => !this.known.has(number)) : this.number;
  }

  /** @param {string} number @returns {Promise<Advice | null>} null: try again */
  async answer(number) {
    const hand = this.isOwn ? Number(this.asked.hand).toFixed(1) : this.handName;
    try {
      const answer = await fetch(`${this.asked.address}${number}/?hand=${hand}`, { headers: { Accept: "application/json" } });
      return answer.ok ? await answer.json() : null;
    } catch {
      return null;
    }
  }

  draw(failed = false) {
    const advice = this.known.get(this.number);
    const said = failed && !advice ? t("coach.failed") : advice ? "" : t("coach.thinking");
    byId("coach-said").textContent = said;
    show(byId("coach-said"), Boolean(said));
    this.drawCost(advice);
    this.drawIdeas(advice);
    chart(this.graph, this.points(), this.number, this.caption(advice));
  }

  /** Every stroke of the match, with what the best stroke would bring this side; NaN: not known yet. */
  points() {
    let board = -1;
    let made = 0;
    return this.numbers.map((number) => {
      const stroke = this.strokes[number];
      const advice = this.known.get(number);
      if (stroke.board !== board) [board, made] = [stroke.board, 0];
      made += 1;
      const isOurs = stroke.side === this.asked.side;
      const value = !advice ? NaN : advice.solo ? made - advice.best : isOurs ? advice.best : 1 - advice.best;
      const lost = advice?.cost && isOurs ? advice.cost.idea + advice.cost.aim : 0;
      return { number, board: stroke.board, value, lost, solo: Boolean(advice?.solo) };
    });
  }

  /** @param {Advice | undefined} advice */
  caption(advice) {
    if (!advice) return "";
    const point = this.points().find(({ number }) => number === this.number);
    if (!point) return "";
    if (advice.solo) return t("coach.total", { strokes: figure(point.value, 1) });
    return t("coach.chance", { name: this.asked.name, share: figure(100 * point.value, 0) });
  }

  /** @param {Advice | undefined} advice */
  drawCost(advice) {
    const cost = advice?.cost;
    show(byId("coach-cost"), Boolean(cost));
    if (!advice || !cost) return;
    for (const [id, value] of /** @type {const} */ ([["coach-cost-idea", cost.idea], ["coach-cost-aim", cost.aim]])) {
      byId(id).textContent = advice.solo ? gained(value, figure(Math.abs(value), 1)) : t("share", { share: gained(value, figure(100 * Math.abs(value), 0)) });
    }
  }

  /** @param {Advice | undefined} advice */
  drawIdeas(advice) {
    set(byId("coach-made"), { "aria-pressed": String(this.picked === -1) });
    const list = byId("coach-ideas");
    const focused = [...list.children].indexOf(/** @type {Element} */ (document.activeElement));
    list.replaceChildren(...(advice?.ideas ?? []).map((idea, index) => {
      const button = html("button", { type: "button", class: "idea", "data-idea": index, "aria-pressed": String(this.picked === index) },
        html("span", { class: "letter" }, LETTERS[index]), html("b", {}, idea.title), html("small", {}, idea.note), html("span", { class: "share" }, idea.share));
      button.addEventListener("click", () => this.pick(index));
      return button;
    }));
    if (focused >= 0) /** @type {HTMLElement | undefined} */ (list.children[focused])?.focus();
  }

  /** @param {number} index of an idea, which is drawn; -1: the stroke that was made */
  pick(index) {
    const idea = this.known.get(this.number)?.ideas[index];
    this.hooks.aim(idea ? idea.stroke : null);
    this.picked = idea ? index : -1;
    this.drawIdeas(this.known.get(this.number));
    say(idea ? `${LETTERS[index]}: ${idea.title}. ${idea.note}` : t("coach.made"));
  }

  /** @param {MouseEvent} event */
  chooseAt(event) {
    const { left, width } = this.graph.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - left) / width));
    const number = this.numbers[Math.round(share * (this.numbers.length - 1))];
    if (number && number !== this.number) this.hooks.choose(number);
  }
}

/** @param {number} cost @param {string} text of its size @returns {string} with the sign of what it did */
function gained(cost, text) {
  if (!/[1-9]/.test(text)) return text;
  return `${cost > 0 ? "−" : "+"}${text}`;
}
