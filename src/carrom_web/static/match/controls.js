/** The stroke as the page shows it: ruler, words over the board, lens, and what is said of it. */

import { AimDrawing } from "../board/aim_drawing.js";
import { ByHand } from "../board/by_hand.js";
import { Keys } from "../board/keys.js";
import { Lens } from "../board/lens.js";
import { Ruler } from "../board/ruler.js";
import { soundOfRelease } from "../board/sound.js";
import { Stroke } from "../board/stroke.js";
import { aimWords, lawWords, placeWords, powerWords, readyWords, valueWords } from "../board/words.js";
import { byId, show } from "../site/dom.js";
import { hasStruck, rememberStroke, vibrate } from "../site/settings.js";
import { t } from "../site/texts.js";
import { connectExact } from "./exact.js";
import { call, say, saySoon } from "./speech.js";

/** @typedef {import("../site/wire.js").Seat} Seat */

export class Controls {
  /**
   * @param {import("../board/draw.js").Board} board
   * @param {{ strike: (stroke: { offset: number, angle: number, speed: number }) => void, aims: () => void, letter: (key: string) => boolean,
   *   placed: (offset: number) => void }} hooks
   */
  constructor(board, hooks) {
    this.board = board;
    this.hooks = hooks;
    this.stroke = new Stroke();
    this.drawing = new AimDrawing(board);
    this.lens = new Lens(board, byId("lens"));
    this.hand = new ByHand(board, this.stroke, {
      changed: () => this.draw(),
      settled: () => this.settled(),
      strike: () => this.strike(),
      armed: () => say(t("pull.armed", { speed: powerWords(this.stroke.share) })),
      cancelled: () => say(t("cancelled")),
      forbidden: () => this.forbidden(),
      limit: (angle) => this.limit(angle),
    });
    const exact = connectExact(this.hand, () => {
      this.draw();
      this.sayChange("aim");
      this.hooks.aims();
    });
    this.ruler = new Ruler(this.hand, { exact, say: (value) => this.sayChange(value) });
    this.keys = new Keys(this.hand, this.ruler.slider, {
      ready: () => say(readyWords(this.stroke, this.hand.path)),
      say: (value) => this.sayChange(value),
      letter: hooks.letter,
    });
    byId("nearest").addEventListener("click", () => {
      this.stroke.placeNearest();
      this.draw();
      this.settled();
      say(placeWords(this.stroke.offset));
      board.svg.focus({ preventScroll: true });
    });
    new ResizeObserver(() => this.hand.on && this.draw()).observe(board.svg);
  }

  /** @type {string | null} the turn for which line, place and hold stay */
  turn = null;

  /**
   * @param {string} turn as long as it is the same, line, place and hold stay
   * @param {import("../site/wire.js").StrokeDomain} domain
   * @param {readonly import("../site/wire.js").Lying[]} position
   * @param {Seat} seat
   */
  start(turn, domain, position, seat) {
    if (turn !== this.turn) {
      this.stroke.angle = 0;
      this.stroke.held = false;
      this.hand.chosen = "aim";
    }
    this.turn = turn;
    this.stroke.allow(domain);
    if (!this.stroke.legal) this.stroke.placeNearest();
    this.hand.start(seat, position);
    this.draw();
  }

  /** Another decision, or somebody else's: the striker is handed over. */
  stop() {
    this.forgetTurn();
    this.hide();
  }

  hide() {
    if (this.hand.drag || this.hand.armed) this.hand.cancel();
    this.hand.stop();
    this.lens.close();
    this.drawing.clear();
    this.words();
  }

  forgetTurn() {
    this.turn = null;
  }

  /** What was let go was not taken: the stroke is there again. */
  again() {
    this.stroke.phase = "aim";
    this.hand.unarm();
    this.hand.on = true;
    this.draw();
  }

  strike() {
    rememberStroke();
    soundOfRelease(this.stroke.share);
    vibrate(20);
    this.lens.close();
    const sent = this.stroke.asSent();
    this.draw();
    say(t("struck"));
    this.hooks.strike(sent);
  }

  settled() {
    this.lens.closeSoon(() => {});
    saySoon(this.stroke.legal ? `${placeWords(this.stroke.offset)}. ${aimWords(this.stroke.angle, this.hand.path)}` : this.reason());
    this.hooks.placed(this.stroke.offset);
  }

  /** @param {import("../board/by_hand.js").Value} value */
  sayChange(value) {
    saySoon(this.stroke.legal ? valueWords(value, this.stroke, this.hand.path) : this.reason());
  }

  /** @returns {string} why the striker may not lie where it lies, with the law */
  reason() {
    const { gap } = this.stroke;
    if (!gap) return "";
    return [gap.text, lawWords(gap.clauses)].filter(Boolean).join(" ");
  }

  forbidden() {
    this.draw();
    call(this.reason());
  }

  /** @param {boolean} angle */
  limit(angle) {
    vibrate(8);
    const { domain } = this.stroke;
    if (angle && domain?.angles_text) saySoon([domain.angles_text, lawWords(domain.angles_clauses)].filter(Boolean).join(" "));
  }

  draw() {
    const { stroke, hand } = this;
    if (!hand.on) return;
    const { path } = hand;
    this.drawing.attach();
    this.drawing.draw(stroke, hand.seat, path);
    if (stroke.phase === "fine" || hand.drag?.kind === "point") this.lens.open();
    else if (stroke.phase === "place" || stroke.phase === "pull") this.lens.close();
    if (stroke.legal) this.lens.draw(path, hand.seat);
    this.ruler.draw(path);
    this.words();
    this.hooks.aims();
  }

  words() {
    const { stroke, hand } = this;
    const tag = byId("tag");
    const bad = hand.on && !stroke.legal;
    const text = bad ? this.reason() : this.tagWords();
    const teaches = hand.on && !hasStruck(); // also while one pulls: what is held does not move
    tag.className = bad ? "tag bad" : "tag";
    show(byId("nearest"), bad);
    byId("tag-text").textContent = text;
    show(byId("hint"), teaches); // beside the board: a first-time player sees all of it
    byId("hint").textContent = teaches ? t("hint.first") : "";
  }

  tagWords() {
    const { stroke, hand } = this;
    if (!hand.on || stroke.phase === "released") return "";
    if (stroke.phase === "pull" || hand.armed) return stroke.share > 0 ? powerWords(stroke.share) : t("pull.cancel");
    if (stroke.atLimit && stroke.domain?.angles_text) return [stroke.domain.angles_text, lawWords(stroke.domain.angles_clauses)].join(" ");
    return "";
  }
}
