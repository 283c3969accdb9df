/**
 * A board for oneself: one strikes, or puts pieces where one likes, by the page's own kernel; no server is asked, and no laws.
 * Practice and analysis are made of it. What is drawn of a stroke that is aimed, and what stays of one that was made, their hooks say.
 */

import { Board } from "../board/draw.js";
import { nearest, radians } from "../board/geometry.js";
import { Motion } from "../board/motion.js";
import { Player } from "../board/player.js";
import { sense } from "../board/sound.js";
import { connectAround, lettersWith, notice } from "../match/around_the_board.js";
import { Controls } from "../match/controls.js";
import { call, hush, say, saySoon } from "../match/speech.js";
import { Table } from "../match/table.js";
import { connectWatching } from "../match/watching.js";
import { P_DECELERATION } from "../physics/figures.js";
import { isReady, load, NoKernelError } from "../physics/kernel.js";
import { CannotPlayError, simulate } from "../physics/simulate.js";
import { byId, set, show } from "../site/dom.js";
import { settings, showSettings, still } from "../site/settings.js";
import { t } from "../site/texts.js";
import { Arranging } from "./arranging.js";
import { baseLine } from "./base_line.js";

/** @typedef {import("../physics/simulate.js").Simulated} Simulated */
/** @typedef {import("../site/wire.js").Lying} Lying */
/** @typedef {import("../site/wire.js").Seat} Seat */
/** @typedef {import("../site/wire.js").Released} Released */
/** @typedef {import("./link.js").Aim} Aim */
/** @typedef {{ limit: number, distance: number, speed: [number, number] }} Line metres, and metres a second: where and how one strikes */
/**
 * @typedef {object} Hooks
 * @property {() => Float64Array} parameters of surface and striker, as they are chosen
 * @property {() => void} draw draws how the stroke that is aimed runs on
 * @property {() => void} clear takes away what was drawn of it
 * @property {() => void} [ready] one can strike, or put pieces, again
 * @property {() => void} [strikes] a stroke is made
 * @property {(simulated: Simulated, aimed: Aim) => void} struck it has come to rest, and was seen to its end
 * @property {() => void} changed a piece was put elsewhere by hand
 * @property {(position: Lying[], aim?: Aim | null) => void} go another position is taken, after it is remembered
 */

const FIRST_SPEED = 2; // m/s that is drawn for until a power was set
const MOST_UNDOS = 200; // positions that can be undone
const ROUNDING = 0.05; // mm: as far in a gap as a recorded striker that touches a coin may seem to lie

export class FreeBoard {
  /**
   * @param {string} name of the page: as long as it is the same, line, place and hold stay
   * @param {Line} line
   * @param {Hooks} hooks
   */
  constructor(name, line, hooks) {
    this.name = name;
    this.line = line;
    this.hooks = hooks;
    /** @type {Lying[]} */
    this.position = [];
    /** @type {{ position: Lying[], aim: Aim }[]} what can be undone */
    this.before = [];
    this.task = /** @type {"strike" | "arrange"} */ ("strike");
    this.frame = 0;
    this.drawnSpeed = FIRST_SPEED;
    this.trouble = "cannot"; // the key of a text: why a stroke cannot be played
    this.side = /** @type {HTMLSelectElement} */ (byId("seat"));

    showSettings();
    this.board = new Board(byId("stage"));
    this.player = new Player(this.board, { onEvent: sense, pace: () => settings.pace });
    this.table = new Table({ aimAt: (angle) => this.controls.hand.on && this.controls.keys.aimAtAngle(angle), back: () => this.board.svg.focus() });
    this.controls = new Controls(this.board, {
      strike: (stroke) => void this.strike(stroke), aims: () => this.aimed(), letter: lettersWith(this.table), placed: () => this.fillTable(),
    });
    this.arranging = new Arranging(this.board, { changed: (position) => this.arranged(position), say, settled: saySoon });
    connectAround();
    connectWatching(this.board, this.player);
    byId("to-strike").addEventListener("click", () => this.take("strike"));
    byId("to-arrange").addEventListener("click", () => this.take("arrange"));
    byId("clear").addEventListener("click", () => {
      this.remember();
      hooks.go([]);
      say(t("cleared"));
    });
  }

  /** @param {() => void} open begins: once strokes can be played, or, with a note that says why not, without them */
  async begin(open) {
    try {
      await load();
    } catch (error) {
      if (!(error instanceof NoKernelError)) throw error;
      this.trouble = error.code;
      notice(t(error.code));
      call(t(error.code));
    }
    open();
  }

  /** @returns {Seat} */
  get seat() {
    return /** @type {Seat} */ (this.side.value);
  }

  get isWatching() {
    return document.body.dataset.mode === "watch";
  }

  /** @returns {boolean} whether a stroke is being aimed */
  get isAiming() {
    return document.body.dataset.mode === "stroke" && this.controls.hand.on;
  }

  /** @param {Released} stroke @returns {Simulated | null} what it comes to on this board; null where it cannot be played */
  cameTo(stroke) {
    if (!isReady()) return null;
    try {
      return simulate(this.position, stroke, this.seat, this.hooks.parameters());
    } catch (error) {
      if (error instanceof CannotPlayError) return null;
      throw error;
    }
  }

  drawSoon() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.hooks.draw();
    });
  }

  /** What is aimed has changed. */
  aimed() {
    this.drawnSpeed = this.controls.stroke.speed || this.drawnSpeed;
    this.drawSoon();
  }

  /** Lets one do what was chosen: strike, or put pieces. */
  decide() {
    const { position, seat, task, controls, arranging } = this;
    const parameters = this.hooks.parameters();
    hush(false);
    this.board.seeFrom(seat);
    this.board.playable(true);
    set(byId("to-strike"), { "aria-pressed": String(task === "strike") });
    set(byId("to-arrange"), { "aria-pressed": String(task === "arrange") });
    if (task === "arrange") {
      controls.hide();
      this.hooks.clear();
      arranging.start(position, parameters);
      byId("outcome").textContent = "";
      this.enter("arrange");
    } else {
      arranging.stop();
      controls.stroke.deceleration = parameters[P_DECELERATION];
      controls.start(this.name, baseLine(position, seat, parameters, this.line, t("striker.lies_on")), position, seat);
      this.enter("stroke");
      this.drawSoon();
    }
    this.showUndo();
    this.fillTable();
    this.hooks.ready?.();
  }

  /** @param {"stroke" | "arrange" | "watch"} mode */
  enter(mode) {
    const held = [byId("controls"), byId("watch"), byId("arrange")].some((part) => part.contains(document.activeElement));
    show(byId("controls"), mode === "stroke");
    show(byId("arrange"), mode === "arrange");
    show(byId("watch"), mode === "watch");
    show(byId("step"), still());
    document.body.dataset.mode = mode;
    if (held) this.board.svg.focus({ preventScroll: true });
  }

  fillTable() {
    const { controls } = this;
    this.table.fill(this.position, this.seat, this.task === "strike" && controls.hand.on ? controls.stroke.offset : null);
  }

  /** @param {Released} stroke is shown as it runs */
  async strike(stroke) {
    const simulated = this.cameTo(stroke);
    if (!simulated) {
      call(t(this.trouble));
      this.decide();
      return;
    }
    const aimed = { ...this.aim, speed: stroke.speed };
    this.hooks.strikes?.();
    this.controls.hide();
    this.hooks.clear();
    this.enter("watch");
    hush(true);
    await this.player.play(new Motion(simulated));
    if (this.isWatching) this.hooks.struck(simulated, aimed); // else it was left
  }

  /** Ends a stroke that is being shown; it does not count. */
  leave() {
    if (this.isWatching) document.body.dataset.mode = "stroke";
    this.player.stop();
  }

  /** @returns {Aim} as it is shown now; where no power is set, with the last that was */
  get aim() {
    const { offset, angle, speed } = this.controls.stroke;
    return { offset, angle, speed: speed || this.drawnSpeed };
  }

  /** @returns {Released} the stroke that is drawn */
  get meant() {
    const stroke = this.controls.stroke.asSent();
    return { ...stroke, speed: stroke.speed || this.drawnSpeed };
  }

  /** @param {number} speed m/s that is set, and drawn for */
  takeSpeed(speed) {
    if (!speed) return;
    this.drawnSpeed = speed;
    if (this.task === "strike") this.controls.stroke.pullAsRecorded(speed);
  }

  /** @param {Aim} aim */
  aimAs({ offset, angle, speed }) {
    this.takeSpeed(speed);
    if (this.task !== "strike") return;
    const { stroke } = this.controls;
    if (finerThanAHand(offset, angle) && Math.abs(nearest(stroke.spans, offset) - offset) < ROUNDING) stroke.layAsRecorded(offset / 1000, radians(angle));
    else {
      stroke.placeExactly(offset);
      stroke.aimAt(angle);
    }
    stroke.held = true;
    this.controls.draw();
  }

  /** @param {{ offset: number, angle: number, speed: number }} stroke metres, radians, metres a second: as a record has it */
  aimAsRecorded({ offset, angle, speed }) {
    this.takeSpeed(speed);
    const { stroke } = this.controls;
    stroke.layAsRecorded(offset, angle);
    stroke.held = true;
    this.controls.draw();
  }

  /** @param {"strike" | "arrange"} task */
  take(task) {
    if (this.task === task) return;
    this.player.skip();
    this.task = task;
    byId("tag-text").textContent = "";
    if (!this.isWatching) this.decide();
  }

  /** @param {Lying[]} position as the pieces were put by hand */
  arranged(position) {
    this.remember();
    this.position = position;
    this.board.lay(position);
    this.showUndo();
    this.fillTable();
    this.hooks.changed();
  }

  /** Keeps the position, so that what follows can be undone. */
  remember() {
    this.before.push({ position: this.position, aim: this.aim });
    if (this.before.length > MOST_UNDOS) this.before.shift();
  }

  /** @returns {{ position: Lying[], aim: Aim } | undefined} what was remembered last, to be gone to; said, as is that there is nothing */
  undo() {
    const last = this.before.pop();
    say(t(last ? "undone" : "undo.none"));
    return last;
  }

  showUndo() {
    set(byId("undo"), { "aria-disabled": String(!this.before.length) });
  }
}

/**
 * @param {number} offset mm
 * @param {number} angle degrees
 * @returns {boolean} whether these are values of a recorded stroke, by a link or when something is undone: a computer's are not rounded
 */
function finerThanAHand(offset, angle) {
  return Math.round(offset * 100) / 100 !== offset || Math.round(angle * 1000) / 1000 !== angle;
}
