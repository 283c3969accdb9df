/** Events in their order: each is shown to its end before the next; a missing one is asked for. */

import { Motion } from "../board/motion.js";
import { glide } from "../board/player.js";
import { difference, firstContact, isStroke } from "./ahead.js";

/** @typedef {import("../physics/simulate.js").Simulated} Simulated */
/** @typedef {import("../site/wire.js").MatchEvent} MatchEvent */
/** @typedef {import("../site/wire.js").Released} Released */
/** @typedef {import("../site/wire.js").View} View */

const GLIDE = 320; // ms
const BEHIND = 2; // motions that wait: then the older ones are not played

export class Timeline {
  /**
   * @param {import("../board/draw.js").Board} board
   * @param {import("../board/player.js").Player} player
   * @param {{ starts: (event: MatchEvent) => Promise<void>, shown: (event: MatchEvent | null, view: View) => void, missing: () => void,
   *   differs: (number: number, part: import("./ahead.js").Part) => void, origin: (number: number) => [number, number] }} hooks
   */
  constructor(board, player, hooks) {
    this.board = board;
    this.player = player;
    this.hooks = hooks;
    /** @type {View | null} */
    this.view = null;
    this.received = -1;
    /** @type {MatchEvent[]} */
    this.queue = [];
    this.busy = false;
  }

  /** @returns {number} the last event that was shown */
  get version() {
    return this.view?.version ?? 0;
  }

  /** @param {MatchEvent} event */
  push(event) {
    if (event.number <= this.received) return;
    if (event.number !== this.received + 1) {
      this.hooks.missing();
      return;
    }
    this.received = event.number;
    if (this.confirm(event)) return;
    this.back();
    this.queue.push(event);
    void this.run();
  }

  /** @type {{ stroke: Released, simulated: Simulated, answer: (event: MatchEvent | null) => void } | null} */
  guess = null;

  /**
   * Shows the own stroke before the server has answered: the striker leaves, and the picture waits where it first meets
   * something. The server's event, once it is there, takes its place and shows the rest. An outcome that was seen before
   * it was stored could be thrown away by cutting the network.
   *
   * @param {Released} stroke
   * @param {Simulated} simulated
   */
  async ahead(stroke, simulated) {
    if (this.busy || !this.view) return;
    this.busy = true;
    const answered = new Promise((/** @type {(event: MatchEvent | null) => void} */ answer) => {
      this.guess = { stroke, simulated, answer };
    });
    await this.player.play(new Motion(simulated), { until: firstContact(simulated) });
    const event = await answered;
    if (event) await this.settle(event, event.view, GLIDE);
    else if (!this.latest && !this.queue.length) await this.settle(null, this.view, GLIDE);
    this.busy = false;
    await this.run();
  }

  /** Takes back what was shown ahead: the stroke was not stored. */
  back() {
    if (!this.guess) return;
    const { answer } = this.guess;
    this.guess = null;
    this.player.stop();
    answer(null);
  }

  /**
   * @param {MatchEvent} event
   * @returns {boolean} whether it is the stroke that is shown ahead: then it goes on as the server tells it
   */
  confirm(event) {
    const { motion } = event.entry;
    if (!this.guess || !motion || !isStroke(event.entry, this.guess.stroke)) return false;
    const { simulated, answer } = this.guess;
    this.guess = null;
    const part = difference(simulated, motion);
    if (part) this.hooks.differs(event.number, part);
    this.player.replace(new Motion(motion));
    answer(event);
    return true;
  }

  /**
   * The state as the server has it; what was waiting to be shown is older.
   *
   * @param {View} view
   */
  reset(view) {
    if (view.version < this.received || (view.version === this.received && (this.busy || this.queue.length))) return;
    if (view.version === this.view?.version) return; // shown already; an aiming player is not disturbed
    this.received = view.version;
    this.queue = [];
    if (this.busy) {
      this.latest = view; // the motion that runs comes to its end, then this is shown
      this.player.skip();
      this.back();
      return;
    }
    void this.settle(null, view, GLIDE);
  }

  /** @type {View | null} */
  latest = null;

  async run() {
    if (this.busy) return;
    this.busy = true;
    for (let event = this.queue.shift(); event; event = this.queue.shift()) {
      const waiting = this.queue.filter((each) => each.entry.motion).length;
      if (event.entry.motion && waiting < BEHIND) {
        await this.hooks.starts(event);
        await this.player.play(new Motion(event.entry.motion));
      }
      await this.settle(event, event.view, GLIDE);
    }
    this.busy = false;
    if (this.latest) {
      const view = this.latest;
      this.latest = null;
      await this.settle(null, view, 0);
    }
  }

  /**
   * @param {MatchEvent | null} event
   * @param {View} view
   * @param {number} duration ms
   */
  async settle(event, view, duration) {
    this.view = view;
    const origins = new Map(view.position.map(([number]) => [number, this.hooks.origin(number)]));
    await glide(this.board, view.position, this.board.nodes.size ? origins : new Map(), duration);
    this.hooks.shown(event, view);
  }

  /**
   * Shows a stroke once more and then the board as it is.
   *
   * @param {Pick<MatchEvent, "number" | "entry">} event
   */
  async again(event) {
    if (this.busy || !event.entry.motion || !this.view) return;
    this.busy = true;
    const motion = new Motion(event.entry.motion);
    const back = new Set((event.entry.returned ?? []).map(([number]) => number));
    this.board.lay(this.view.position.filter(([number]) => !back.has(number)));
    await this.player.play(motion);
    this.busy = false;
    await this.settle(null, this.view, GLIDE);
    void this.run();
  }
}
