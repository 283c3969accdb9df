/** What is to be done now: the buttons that the server names for every decision, and what else may be entered. */

import { closeDialog, openDialog } from "../match/menu.js";
import { byId, coin, html, show } from "../site/dom.js";
import { fill, whenReleased } from "../site/steady.js";
import { t } from "../site/texts.js";
import { clock } from "./log.js";
import { OpeningForm } from "./opening.js";
import { onAnswer } from "./taps.js";

/** @typedef {import("./types.js").Situation} Situation */
/** @typedef {import("./types.js").Step} Step */
/**
 * @typedef {{ record: (request: Record<string, unknown>, words: string) => void, early: (fact: string) => void, draw: () => void,
 *   ask: import("./opening.js").Hooks["ask"] }} Hooks
 */

const LONGEST_WAIT = 2_147_483_647; // ms that a timer can wait

/** @param {string} id */
const input = (id) => /** @type {HTMLInputElement} */ (byId(id));
/** @param {string} id */
const select = (id) => /** @type {HTMLSelectElement} */ (byId(id));

export class Lead {
  /**
   * @param {string} match
   * @param {Hooks} hooks
   */
  constructor(match, hooks) {
    this.hooks = hooks;
    this.opening = new OpeningForm(match, { ...hooks, button: (step, shape) => this.button(step, shape) });
    this.timer = 0;
    this.sets = 0; // how often the striker was set again before this stroke
    this.version = -1;
    byId("set-again").addEventListener("click", () => {
      this.sets += 1;
      this.drawSets();
    });
    byId("set-warn").addEventListener("click", () => {
      closeDialog("more");
      input("official-reason").value = t("sets.reason", { count: this.sets });
      select("official-what").value = "warning";
      openDialog("official");
    });
    this.onSubmit("protest-form", "protest", () => {
      const text = input("protest-text").value.trim();
      hooks.record({ kind: "protest", side: select("protest-about").value, text, last_board: select("protest-of").value === "last" }, text);
      input("protest-text").value = "";
    });
    this.onSubmit("substitute-form", "substitute", () => {
      const [side, player] = select("substitute-who").value.split(":");
      const name = input("substitute-name").value.trim();
      hooks.record({ kind: "substitute", side, player: Number(player), name }, name);
      input("substitute-name").value = "";
    });
  }

  /**
   * @param {string} form
   * @param {string} dialog
   * @param {() => void} act
   */
  onSubmit(form, dialog, act) {
    byId(form).addEventListener("submit", (event) => {
      event.preventDefault();
      closeDialog(dialog);
      act();
    });
  }

  /**
   * What the menu offers under these laws, at this moment.
   *
   * @param {Situation} situation
   * @param {boolean} isKnown how the match stands is known, so that more can be entered
   */
  show(situation, isKnown) {
    const { beside, substitutes, protest, view } = situation;
    if (view.version !== this.version) this.sets = 0;
    this.version = view.version;
    show(byId("beside-open"), isKnown && beside.length > 0);
    show(byId("substitute-open"), isKnown && substitutes.length > 0);
    show(byId("protest-open"), isKnown && view.sides.length > 1 && (protest.now || protest.last));
    whenReleased(byId("beside-list"), () => byId("beside-list").replaceChildren(...beside.map((step) => this.button(step, "btn block", "beside"))));
    select("substitute-who").replaceChildren(...substitutes.map(({ side, player, name }) => html("option", { value: `${side}:${player}` }, name)));
    const last = protest.until ? t("protest.until", { time: clock(protest.until) }) : t("protest.last");
    const abouts = [...(protest.now ? [["now", t("protest.now")]] : []), ...(protest.last ? [["last", last]] : [])];
    refill(select("protest-of"), abouts.map(([value, text]) => ({ value, text })));
    refill(select("stop-stroke"), [{ value: "", text: t("stop.else") }, ...situation.strokes.map(({ number, text }) => ({ value: String(number), text }))]);
    byId("note-usual").replaceChildren(...situation.notes.map((text) => html("option", {}, text)));
    byId("warned").replaceChildren(...situation.warned.map((text) => html("li", {}, text)));
    show(byId("warned"), situation.warned.length > 0);
    const link = /** @type {HTMLAnchorElement} */ (byId("what-if"));
    show(link, Boolean(situation.what_if));
    if (situation.what_if) link.href = situation.what_if;
    show(byId("set-again"), situation.counts_settings);
    this.drawSets();
  }

  drawSets() {
    byId("set-again").textContent = this.sets ? t("sets.count", { count: this.sets }) : t("sets.none");
    show(byId("set-warn"), this.sets > 0);
  }

  /**
   * The decision that is awaited: the form of what is left before the first stroke of a board, else its buttons.
   *
   * @param {HTMLElement} holder
   * @param {Situation} situation
   */
  drawSteps(holder, situation) {
    const { opening } = situation;
    const shown = this.timely(opening ? opening.acts : situation.steps);
    if (opening) {
      delete holder.dataset.steps;
      this.opening.draw(holder, opening, shown);
      return;
    }
    const key = JSON.stringify([situation.view.version, shown.map(({ text }) => text)]);
    if (holder.dataset.steps === key && holder.children.length) return; // a finger or the focus on one is not lost
    holder.dataset.steps = key;
    const buttons = shown.map((step) => this.button(step, step.main ? "btn primary big block" : "key wide"));
    const hadFocus = holder.contains(document.activeElement);
    whenReleased(holder, () => {
      holder.replaceChildren(...buttons);
      if (hadFocus) buttons[0]?.focus({ preventScroll: true });
    });
  }

  /**
   * @param {Step[]} steps
   * @returns {Step[]} those that may be taken by now; the page is drawn again when the next one may
   */
  timely(steps) {
    clearTimeout(this.timer);
    const later = steps.map((step) => (step.from ? Date.parse(step.from) - Date.now() : 0));
    const soonest = Math.min(...later.filter((wait) => wait > 0));
    if (Number.isFinite(soonest)) this.timer = setTimeout(this.hooks.draw, Math.min(soonest + 50, LONGEST_WAIT));
    return steps.filter((_, i) => later[i] <= 0);
  }

  /**
   * Before the first stroke of a board, where these laws let the winner of the toss choose a colour.
   *
   * @param {HTMLElement} holder
   * @param {Situation} situation
   * @param {boolean} isNow a stroke is entered, and how the match stands is known
   */
  drawColour(holder, { view }, isNow) {
    const choice = isNow ? view.before_break?.colour ?? null : null;
    show(holder, choice !== null);
    if (!choice) return;
    const side = view.sides.find((each) => each.side === choice.side);
    const other = choice.now === "white" ? "black" : "white";
    const words = t(`colour.${other}`, { name: side?.name ?? "" });
    const button = html("button", { class: "btn", type: "button" }, coin(other, "s20"), words);
    onAnswer(button, () => this.hooks.record({ kind: "colour", colour: other }, words));
    fill(holder, [button]);
  }

  /**
   * @param {Step} step
   * @param {string} shape class
   * @param {string} [dialog] that closes with it
   * @returns {HTMLElement}
   */
  button(step, shape, dialog = "") {
    const button = html("button", { class: shape, type: "button" }, step.text);
    onAnswer(button, () => {
      if (dialog) closeDialog(dialog);
      if (step.declares) this.hooks.early(step.declares);
      else if (step.request) this.hooks.record(step.request, step.text);
    });
    return button;
  }
}

/**
 * @param {HTMLSelectElement} list
 * @param {{ value: string, text: string }[]} options
 */
function refill(list, options) {
  const chosen = list.value;
  list.replaceChildren(...options.map(({ value, text }) => html("option", { value }, text)));
  if (options.some(({ value }) => value === chosen)) list.value = chosen;
}
