/**
 * The start page: a board that is ready. Pulling the striker and letting go starts a match against a computer.
 * The match is stored when the stroke is made; the stroke itself is left as one that is not answered yet, and the match's own
 * page sends it: so it is stored once, whatever fails in between.
 */

import { AimDrawing } from "../board/aim_drawing.js";
import { ByHand } from "../board/by_hand.js";
import { Board } from "../board/draw.js";
import { Keys } from "../board/keys.js";
import { BASE_MIDDLE } from "../board/measurements.js";
import { Ruler } from "../board/ruler.js";
import { Stroke } from "../board/stroke.js";
import { aimWords, placeWords, powerWords, readyWords, valueWords } from "../board/words.js";
import { newId } from "../match/socket.js";
import { Unanswered } from "../match/unanswered.js";
import { byId, set, show, svg } from "../site/dom.js";
import { rememberStroke, showSettings } from "../site/settings.js";
import { t } from "../site/texts.js";

/**
 * @typedef {{ proposal: string, url: string, seat: import("../site/wire.js").Seat, position: import("../site/wire.js").Lying[],
 *   domain: import("../site/wire.js").StrokeDomain }} Opening
 */

const PATIENCE = 15_000; // ms for an answer
const SETTLE = 400; // ms until an aim that does not change any more is said

/** @type {Opening} */
const opening = JSON.parse(byId("opening").textContent || "null");
const board = new Board(byId("stage"));
const stroke = new Stroke();
const drawing = new AimDrawing(board);
const again = byId("again");
const first = byId("line-first").textContent ?? "";
const more = byId("line-more").textContent ?? "";
let touched = false;
let settling = 0;

const hand = new ByHand(board, stroke, {
  changed: draw,
  settled: () => saySoon(`${placeWords(stroke.offset)}. ${aimWords(stroke.angle, hand.path)}`),
  strike: () => void strike(),
  armed: () => {
    say(t("pull.armed", { speed: powerWords(stroke.share) }));
    set(byId("steps"), { open: "" });
  },
  cancelled: () => say(t("cancelled")),
  forbidden: () => say(stroke.gap?.text ?? ""),
  limit: () => {},
}, { scrolls: true });
const sayValue = (/** @type {import("../board/by_hand.js").Value} */ value) => saySoon(valueWords(value, stroke, hand.path));
const ruler = new Ruler(hand, { say: sayValue });
new Keys(hand, ruler.slider, { ready: () => say(readyWords(stroke, hand.path)), say: sayValue, letter: () => false });

function draw() {
  if (!touched) {
    touched = true;
    document.body.dataset.touched = "";
    fetchAhead();
  }
  drawing.draw(stroke, opening.seat, hand.path);
  ruler.draw(hand.path);
}

/** While somebody aims, the page of the match is fetched: it is there when they let go. */
function fetchAhead() {
  const links = /** @type {HTMLTemplateElement} */ (byId("ahead"));
  document.head.append(links.content.cloneNode(true));
}

/** @param {string} text @param {string} [details] */
function say(text, details = "") {
  clearTimeout(settling);
  byId("line-first").textContent = text;
  byId("line-more").textContent = details;
}

/** @param {string} text */
function saySoon(text) {
  clearTimeout(settling);
  settling = setTimeout(() => say(text), SETTLE);
}

/** The stroke is made: it stands, whatever happens to the network. */
async function strike() {
  rememberStroke();
  hand.on = false;
  draw();
  show(again, false);
  say(t("home.struck"));
  const sent = stroke.asSent();
  try {
    const form = new FormData();
    form.set("proposal", opening.proposal);
    const answer = await fetch(opening.url, {
      method: "POST", body: form, headers: { "X-CSRFToken": csrfToken() }, signal: AbortSignal.timeout(PATIENCE),
    });
    const started = await answer.json();
    if (!answer.ok) {
      refused(started);
      return;
    }
    new Unanswered(started.match).save({ kind: "stroke", id: newId(), after: started.version, ...sent });
    location.assign(started.url);
  } catch {
    say(t("home.failed"), t("home.failed_todo")); // no network, no answer in time, or none that can be read
    show(again, true);
  }
}

/** @param {{ code?: string, text?: string }} answer */
function refused({ code, text }) {
  say(text ?? t("home.failed"));
  if (code === "stale-proposal") location.reload();
  else show(again, true);
}

/** @returns {string} */
function csrfToken() {
  return /** @type {HTMLInputElement} */ (document.querySelector("[name=csrfmiddlewaretoken]")).value;
}

again.addEventListener("click", () => void strike());
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload(); // back from the match: this rack is played
});

showSettings();
stroke.allow(opening.domain);
stroke.placeNearest();
board.seeFrom(opening.seat);
board.lay(opening.position);
board.playable(true);
hand.start(opening.seat, opening.position);
drawing.draw(stroke, opening.seat, hand.path);
ruler.draw(hand.path);
drawing.hand.remove(); // no line until somebody aims
board.others.append(svg("circle", { class: "invite", r: 34, cx: stroke.offset, cy: -BASE_MIDDLE }));
say(first, more);
byId("stage").dataset.ready = "";
