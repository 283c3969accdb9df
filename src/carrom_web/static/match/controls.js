/** The stroke as the page shows it: rail, wheel, handle, words over the board, lens, and what is said of it. */

import { AimDrawing } from "../board/aim_drawing.js";
import { ByHand } from "../board/by_hand.js";
import { Keys } from "../board/keys.js";
import { Lens } from "../board/lens.js";
import { RAIL_END } from "../board/measurements.js";
import { soundOfRelease, vibrate } from "../board/sound.js";
import { Stroke } from "../board/stroke.js";
import { byId, html, set, show } from "../site/dom.js";
import { hasStruck, rememberStroke, settings } from "../site/settings.js";
import { t } from "../site/texts.js";
import { connectExact } from "./exact.js";
import { call, say, saySoon } from "./speech.js";
import { aimShort, aimSpoken, angleWords, lawWords, placeWords, speedShort, speedSpoken } from "./words.js";

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
    this.rail = byId("rail");
    this.wheel = byId("wheel");
    this.handle = byId("handle");
    this.knob = byId("knob");
    this.wheelMarks = byId("wheel-marks");
    this.hand = new ByHand(board, this.stroke, { rail: this.rail, wheel: this.wheel, handle: this.handle }, {
      changed: () => this.draw(),
      settled: () => this.settled(),
      strike: () => this.strike(),
      armed: () => say(t("pull.armed", { speed: speedSpoken(this.stroke.speed) })),
      cancelled: () => say(t("cancelled")),
      forbidden: () => this.forbidden(),
      limit: (angle) => this.limit(angle),
    });
    this.keys = new Keys(this.hand, {
      ready: () => say(t("ready", { aim: angleWords(this.stroke.angle), speed: speedSpoken(this.stroke.speed) })),
      say: (what) => this.sayChange(what),
      letter: hooks.letter,
    });
    byId("nearest").addEventListener("click", () => {
      this.hand.unarm();
      this.stroke.placeNearest();
      this.draw();
      this.settled();
      say(placeWords(this.stroke.offset));
      board.svg.focus({ preventScroll: true });
    });
    byId("strike").addEventListener("click", () => {
      if (this.stroke.share > 0) this.hand.strike();
    });
    byId("hold").addEventListener("click", () => {
      if (!this.hand.on) return;
      this.stroke.held = !this.stroke.held;
      this.draw();
    });
    connectExact(this.hand, () => {
      this.draw();
      this.sayChange("aim");
      this.hooks.aims();
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
    }
    this.turn = turn;
    this.stroke.allow(domain);
    if (!this.stroke.legal) this.stroke.placeNearest();
    this.hand.start(seat, position);
    this.drawRailGaps();
    set(this.rail, { "aria-disabled": "false" });
    show(byId("strike"), settings.ask);
    this.draw();
  }

  /** Another decision, or somebody else's: the striker is handed over. */
  stop() {
    this.forgetTurn();
    this.hide();
  }

  hide() {
    if (this.hand.drag || this.hand.pulling) this.hand.cancel();
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
    saySoon(this.stroke.legal ? `${placeWords(this.stroke.offset)}. ${aimSpoken(this.stroke.angle, this.hand.path)}` : this.reason());
    this.hooks.placed(this.stroke.offset);
  }

  /** @param {"place" | "aim" | "pull"} what */
  sayChange(what) {
    if (!this.stroke.legal) saySoon(this.reason());
    else if (what === "place") saySoon(placeWords(this.stroke.offset));
    else if (what === "aim") saySoon(aimSpoken(this.stroke.angle, this.hand.path));
    else saySoon(speedSpoken(this.stroke.speed));
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
    if (stroke.phase === "fine") this.lens.open();
    else if (stroke.phase === "place" || stroke.phase === "pull") this.lens.close();
    if (stroke.legal) this.lens.draw(path, hand.seat);
    show(byId("strike"), settings.ask || hand.armed);
    this.words(path);
    this.hooks.aims();
  }

  /** @param {import("../board/geometry.js").AimPath} [path] */
  words(path) {
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
    const place = placeWords(stroke.offset);
    byId("o-place").textContent = place;
    byId("o-aim").replaceChildren(...(path && stroke.legal ? aimShort(stroke.angle, path) : [angleWords(stroke.angle)]));
    const hold = byId("hold");
    set(hold, { "aria-pressed": String(stroke.held) });
    hold.querySelector("use")?.setAttribute("href", stroke.held ? "#i-lock" : "#i-free");
    set(this.rail, { "aria-valuenow": stroke.offset, "aria-valuetext": bad ? `${place}. ${this.reason()}` : place });
    if (path) set(this.wheel, { "aria-valuenow": stroke.angle, "aria-valuetext": aimSpoken(stroke.angle, path) });
    set(this.handle, {
      "aria-disabled": String(!stroke.legal || stroke.phase === "released"), "aria-valuenow": stroke.speed, "aria-valuemax": stroke.limits[1],
      "aria-valuetext": stroke.share > 0 ? speedSpoken(stroke.speed) : t("pull.none"),
    });
    set(byId("strike"), { "aria-disabled": String(!stroke.legal || stroke.share <= 0) });
    this.knob.style.left = `${((stroke.offset + RAIL_END) / (2 * RAIL_END)) * 100}%`;
    this.wheelMarks.style.backgroundPositionX = `${(-stroke.angle / 0.02) % 10}px`;
  }

  tagWords() {
    const { stroke, hand } = this;
    if (!hand.on || stroke.phase === "released") return "";
    if (stroke.phase === "pull" || hand.armed) return stroke.share > 0 ? speedShort(stroke.speed, stroke.deceleration) : t("pull.cancel");
    if (stroke.atLimit && stroke.domain?.angles_text) return [stroke.domain.angles_text, lawWords(stroke.domain.angles_clauses)].join(" ");
    return "";
  }

  drawRailGaps() {
    const at = (/** @type {number} */ offset) => ((Math.max(-RAIL_END, Math.min(RAIL_END, offset)) + RAIL_END) / (2 * RAIL_END)) * 100;
    const marks = [];
    let from = -RAIL_END;
    for (const [start, end] of [...this.stroke.spans, [RAIL_END, RAIL_END]]) {
      if (start > from) {
        const mark = html("span", { class: "no" });
        mark.style.left = `${at(from)}%`;
        mark.style.width = `${at(start) - at(from)}%`;
        marks.push(mark);
      }
      from = end;
    }
    byId("rail-gaps").replaceChildren(...marks);
  }
}
