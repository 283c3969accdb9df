/**
 * A lesson that is played. The page sends all that was done in a step; the server plays it, judges it, and says what came of it.
 * The browser stores which steps are done, so that the lesson goes on where it stopped.
 */

import { AimDrawing } from "../board/aim_drawing.js";
import { ByHand } from "../board/by_hand.js";
import { Board } from "../board/draw.js";
import { degrees } from "../board/geometry.js";
import { Keys } from "../board/keys.js";
import { Motion } from "../board/motion.js";
import { Player } from "../board/player.js";
import { Ruler } from "../board/ruler.js";
import { sense } from "../board/sound.js";
import { Stroke } from "../board/stroke.js";
import { aimWords, placeWords, readyWords, valueWords } from "../board/words.js";
import { Placing } from "../match/placing.js";
import { say, saySoon } from "../match/speech.js";
import { byId, show } from "../site/dom.js";
import { rememberStroke, settings, showSettings } from "../site/settings.js";
import { t } from "../site/texts.js";
import { Progress } from "./progress.js";

/** @typedef {import("../site/wire.js").Lying} Lying */
/** @typedef {import("../site/wire.js").StrokeDomain} StrokeDomain */
/** @typedef {{ offset: number, angle: number, speed: number } | { x: number, y: number }} Action */
/**
 * @typedef {{ key: string, goals: number, shown: Action[], position: Lying[], domain: StrokeDomain,
 *   placing: import("../site/wire.js").PlacingDomain | null }} Step
 * @typedef {{ reached: number, done: boolean, text: string, motion: import("../site/wire.js").WireMotion | null,
 *   position: Lying[], domain: StrokeDomain }} Judged
 */

const PATIENCE = 15_000; // ms for an answer
const AIMED_FOR = 900; // ms that a shown stroke is aimed before it is struck
const AFTER_A_MISS = 1600; // ms that it stays to be seen

/** @type {{ key: string, url: string, steps: Step[], parameters: number[] }} */
const lesson = JSON.parse(byId("lesson").textContent || "null");
const sections = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-section]")]);
const dots = /** @type {HTMLElement[]} */ ([...byId("dots").children]);
const buttons = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-step]")]);
const progress = new Progress(lesson.key, lesson.steps.map(({ key }) => key));
const board = new Board(byId("stage"));
const player = new Player(board, { onEvent: sense, pace: () => settings.pace });
const stroke = new Stroke();
const drawing = new AimDrawing(board);
const hand = new ByHand(board, stroke, {
  changed: draw,
  settled: () => saySoon(`${placeWords(stroke.offset)}. ${aimWords(stroke.angle, hand.path)}`),
  strike: () => void act(stroke.asSent()),
  armed: () => hand.strike(), // a lesson asks no second time
  cancelled: () => say(t("cancelled")),
  forbidden: () => tell(stroke.gap?.text ?? "", "bad"),
  limit: () => {},
});
const sayValue = (/** @type {import("../board/by_hand.js").Value} */ value) => saySoon(valueWords(value, stroke, hand.path));
const ruler = new Ruler(hand, { say: sayValue });
new Keys(hand, ruler.slider, { ready: () => say(readyWords(stroke, hand.path)), say: sayValue, letter: () => false });
const placing = new Placing(board, { place: (_piece, x, y) => void act({ x, y }), forgo: () => {}, say, settled: saySoon });

let at = 0; // the step that is shown; one more than there are: the end
/** @type {Action[]} what was done in it */
let done = [];
/** @type {Lying[]} */
let lying = []; // before the next action
let run = 0; // counts starts: an answer that comes after the next start is dropped

function draw() {
  drawing.draw(stroke, "south", hand.path);
  ruler.draw(hand.path);
}

/** @param {string} text @param {"" | "good" | "bad"} [tone] */
function tell(text, tone = "") {
  const said = byId("said");
  said.textContent = text;
  said.className = `card said ${tone}`;
}

/** @param {number} number of a step */
function open(number) {
  at = Math.min(number, lesson.steps.length);
  const key = lesson.steps[at]?.key ?? "end";
  for (const section of sections) show(section, section.dataset.section === key);
  for (const [index, step] of lesson.steps.entries()) {
    for (const part of [dots[index], buttons[index]]) part.classList.toggle("done", progress.has(step.key));
    dots[index].classList.toggle("now", index === at);
    if (index === at) buttons[index].setAttribute("aria-current", "step");
    else buttons[index].removeAttribute("aria-current");
  }
  byId("all").removeAttribute("open");
  const ends = key === "end";
  for (const id of ["show", "restart", "next", "said"]) show(byId(id), !ends);
  byId("nth").textContent = ends ? t("lesson.over") : t("lesson.nth", { nth: at + 1, all: lesson.steps.length });
  if (ends) {
    rest();
    return;
  }
  byId("next").className = "btn grow";
  byId("next").textContent = t("lesson.skip");
  begin();
}

/** The step from its beginning. */
function begin() {
  const step = lesson.steps[at];
  run += 1;
  done = [];
  goals(0);
  stroke.offset = 0;
  stroke.angle = 0;
  stroke.held = false;
  board.lay(step.position);
  tell(t("lesson.turn"));
  awaitAction(step.position, step.domain, step.placing);
}

/**
 * @param {Lying[]} position
 * @param {StrokeDomain} domain
 * @param {Step["placing"]} place
 */
function awaitAction(position, domain, place) {
  rest();
  lying = position;
  board.playable(true);
  if (place) {
    placing.start(place, "");
    show(byId("due"), true);
    return;
  }
  stroke.allow(domain);
  if (!stroke.legal) stroke.placeNearest();
  hand.start("south", position);
  draw();
}

/** Nothing can be done. */
function rest() {
  if (hand.drag || hand.pulling) hand.cancel();
  hand.stop();
  placing.stop();
  drawing.clear();
  ruler.draw(hand.path);
  show(byId("due"), false);
}

/** @param {number} reached */
function goals(reached) {
  const list = sections[at].querySelectorAll(".goals > li");
  for (const [index, goal] of list.entries()) {
    goal.classList.toggle("done", index < reached);
    goal.classList.toggle("now", index === reached);
  }
}

/** @param {Action} action one's own */
async function act(action) {
  if ("speed" in action) rememberStroke();
  const judged = await played([...done, action]);
  if (!judged) return;
  const missed = judged.reached <= done.length;
  tell(judged.text, missed ? "bad" : "good");
  if (missed) {
    show(/** @type {HTMLElement} */ (sections[at].querySelector(".hint")), true);
    const ownRun = run;
    await wait(AFTER_A_MISS);
    if (ownRun === run) again(judged);
    return;
  }
  done = [...done, action];
  goals(judged.reached);
  if (judged.done) succeed();
  else awaitAction(judged.position, judged.domain, null);
}

/** After a miss the step begins again; what was said stays. @param {{ text: string }} judged */
function again({ text }) {
  const { offset, angle } = stroke;
  begin();
  stroke.place(offset);
  stroke.aimAt(angle);
  if (hand.on) draw();
  tell(text, "bad");
}

function succeed() {
  rest();
  progress.add(lesson.steps[at].key);
  for (const part of [dots[at], buttons[at]]) part.classList.add("done");
  const last = at === lesson.steps.length - 1;
  byId("next").className = "btn primary grow";
  byId("next").textContent = t(last ? "lesson.finish" : "lesson.next");
  byId("next").focus({ preventScroll: true });
}

/**
 * Has the server play what was done, and shows the last of it.
 *
 * @param {Action[]} actions
 * @returns {Promise<Judged | null>} null where it was not judged, or something else was started meanwhile
 */
async function played(actions) {
  run += 1;
  const ownRun = run;
  hand.on = false;
  let isAnswered = false;
  try {
    const answer = await fetch(lesson.url, {
      method: "POST", body: JSON.stringify({ step: lesson.steps[at].key, actions }),
      headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken() }, signal: AbortSignal.timeout(PATIENCE),
    });
    isAnswered = true;
    const judged = await answer.json();
    if (ownRun !== run) return null;
    if (!answer.ok) {
      begin();
      tell(judged.text, "bad");
      return null;
    }
    rest();
    if (judged.motion) await player.play(new Motion(judged.motion));
    board.lay(judged.position);
    return ownRun === run ? judged : null;
  } catch (error) {
    if (ownRun !== run) return null;
    const action = actions[actions.length - 1];
    if (error instanceof TypeError && !isAnswered && "speed" in action && await playHere(action)) return null;
    if (ownRun !== run) return null;
    begin();
    tell(t("lesson.failed"), "bad");
    if (!(error instanceof TypeError || error instanceof DOMException || error instanceof SyntaxError)) throw error;
    return null;
  }
}

/**
 * Without a network: the stroke is shown, and nobody judges it.
 *
 * @param {{ offset: number, angle: number, speed: number }} action
 * @returns {Promise<boolean>} whether it could be
 */
async function playHere(action) {
  const ownRun = run;
  try {
    const { played: playedHere } = await import("./unjudged.js");
    const simulated = await playedHere(lying, action, lesson.parameters);
    if (ownRun !== run) return true;
    rest();
    await player.play(new Motion(simulated));
    board.lay(simulated.final);
  } catch {
    return false; // no kernel here, or a stroke that it does not play
  }
  if (ownRun !== run) return true;
  tell(t("lesson.unjudged"));
  await wait(AFTER_A_MISS);
  if (ownRun === run) again({ text: t("lesson.unjudged") });
  return true;
}

/** The strokes that do it, one after the other; then it is the learner's turn. */
async function demonstrate() {
  begin();
  const step = lesson.steps[at];
  /** @type {Judged} */
  let stands = { reached: 0, done: false, text: "", motion: null, position: step.position, domain: step.domain };
  tell(t("lesson.watch"));
  for (const [index, action] of step.shown.entries()) {
    if ("speed" in action) {
      awaitAction(stands.position, stands.domain, null);
      hand.on = false;
      stroke.place(action.offset * 1000);
      stroke.aimAt(degrees(action.angle));
      stroke.pullToSpeed(action.speed);
      stroke.phase = "pull";
      draw();
    }
    const ownRun = run;
    await wait(AIMED_FOR);
    if (ownRun !== run) return;
    const judged = await played(step.shown.slice(0, index + 1));
    if (!judged) return;
    goals(judged.reached);
    stands = judged;
  }
  const ownRun = run;
  await wait(AIMED_FOR);
  if (ownRun === run) begin();
}

/** @param {number} time ms */
function wait(time) {
  return new Promise((resolve) => setTimeout(resolve, time));
}

/** @returns {string} */
function csrfToken() {
  return /** @type {HTMLInputElement} */ (document.querySelector("[name=csrfmiddlewaretoken]")).value;
}

for (const button of buttons) button.addEventListener("click", () => open(Number(button.dataset.step)));
byId("show").addEventListener("click", () => void demonstrate());
byId("restart").addEventListener("click", () => begin());
byId("next").addEventListener("click", () => {
  open(at + 1);
  sections.find((section) => !section.hidden)?.focus({ preventScroll: true });
});
new ResizeObserver(() => hand.on && draw()).observe(board.svg);
showSettings();
open(progress.next);
byId("stage").dataset.ready = "";
