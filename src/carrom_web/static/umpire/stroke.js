/** The stroke that is being entered: what fell, in order, and what else was seen of it. Plain facts; the server judges. */

/** @typedef {import("./types.js").Facts} Facts */
/** @typedef {import("./types.js").Toggle} Toggle */

/** @returns {Facts} an ordinary stroke that pocketed nothing */
function ordinary() {
  return {
    pocketed: [], striker_pocketed: false, left_board: [], striker_left_board: false, touched: true, improper: false,
    struck: [], declared: [], by_opponent: false, made: true, dropped: [],
  };
}

export class StrokeDraft {
  constructor() {
    /** @type {Facts} */
    this.facts = ordinary();
    /** @type {string[]} pieces and the striker, as they fell */
    this.order = [];
    this.isStarted = false;
    /** @type {Map<string, Toggle>} what was switched on beside what fell */
    this.on = new Map();
    /** @type {Set<string>} what was asked, and is not so */
    this.not = new Set();
  }

  clear() {
    this.facts = ordinary();
    this.order = [];
    this.isStarted = false;
    this.on.clear();
    this.not.clear();
  }

  /** @param {string} piece */
  fell(piece) {
    this.isStarted = true;
    this.facts.made = true;
    this.facts.dropped = [];
    this.facts.touched = this.facts.touched || piece !== "striker";
    if (piece === "striker") {
      if (this.order.includes("striker")) return;
      this.facts.striker_pocketed = true;
      this.facts.striker_left_board = false;
    } else this.facts.pocketed.push(piece);
    this.order.push(piece);
    this.not.clear(); // it may be so of what fell now
  }

  /** Takes the last one out of the list. */
  back() {
    this.not.clear();
    for (const { key, asks } of [...this.on.values()]) if (asks) this.on.delete(key); // it was said of what is taken back
    const last = this.order.pop();
    if (last === "striker") this.facts.striker_pocketed = false;
    else if (last) this.facts.pocketed.pop();
    else if (this.facts.left_board.length) this.facts.left_board.pop();
    else if (this.facts.dropped.length) this.facts.dropped.pop();
    else if (this.facts.declared.length) this.facts.declared.pop();
    else this.isStarted = false;
    if (!this.facts.dropped.length && !this.facts.made) this.clear();
  }

  /** Nothing fell, and nothing else was seen. */
  nothing() {
    this.clear();
    this.isStarted = true;
  }

  /** Nothing fell: what was seen of the stroke beside stays. */
  fellNothing() {
    this.isStarted = true;
    this.facts.made = true;
    this.facts.pocketed = [];
    this.facts.striker_pocketed = false;
    this.facts.dropped = [];
    this.order = [];
    this.not.clear();
    for (const { key, asks } of [...this.on.values()]) if (asks) this.on.delete(key); // it was said of what fell
  }

  /** The striker met no piece. */
  untouched() {
    const striker = this.facts.striker_pocketed;
    this.clear();
    this.isStarted = true;
    this.facts.touched = false;
    if (striker) this.fell("striker");
    this.facts.touched = false;
  }

  /** @param {string} piece that left the board, or "striker" */
  jumped(piece) {
    this.isStarted = true;
    if (piece === "striker") this.facts.striker_left_board = !this.facts.striker_left_board;
    else this.facts.left_board.push(piece);
  }

  /** @param {string} piece that hung at a pocket and fell with no stroke */
  dropped(piece) {
    const held = this.facts.made ? [] : this.facts.dropped;
    this.clear();
    this.isStarted = true;
    this.facts.made = false;
    this.facts.touched = false;
    this.facts.dropped = [...held, piece];
  }

  /** @param {Toggle} toggle */
  toggle(toggle) {
    this.isStarted = true;
    if (this.on.has(toggle.key)) this.on.delete(toggle.key);
    else this.on.set(toggle.key, toggle);
  }

  /**
   * What these laws must know of the stroke so far, and nobody has said yet.
   *
   * @param {readonly Toggle[]} toggles
   * @returns {Toggle | undefined}
   */
  question(toggles) {
    return toggles.find((toggle) => toggle.asks && this.applies(toggle) && !this.on.has(toggle.key) && !this.not.has(toggle.key));
  }

  /** @param {Toggle} toggle whether it can be said of what fell */
  applies({ key, needs }) {
    const { facts, order } = this;
    if (needs === null) return true;
    const touched = facts.touched && ![...this.on.values()].some((other) => other.key !== key && other.facts.touched === false);
    if (needs === "nothing") return facts.made && touched && !order.length && !facts.left_board.length && !facts.declared.length;
    if (needs === "striker") return touched && order.length === 1 && order[0] === "striker" && !facts.left_board.length;
    return facts.pocketed.includes(needs);
  }

  /**
   * @param {Toggle} toggle
   * @param {boolean} isSo
   */
  answer(toggle, isSo) {
    if (isSo) this.on.set(toggle.key, toggle);
    else this.not.add(toggle.key);
  }

  /**
   * @param {string} fact
   * @param {boolean} byOpponent
   */
  declare(fact, byOpponent) {
    this.isStarted = true;
    if (this.facts.by_opponent !== byOpponent) this.facts.declared = [];
    this.facts.by_opponent = byOpponent;
    if (!this.facts.declared.includes(fact)) this.facts.declared.push(fact);
  }

  /** @param {string} fact that was declared of the stroke and is not so */
  withdraw(fact) {
    this.facts.declared = this.facts.declared.filter((each) => each !== fact);
    this.facts.by_opponent = this.facts.by_opponent && this.facts.declared.length > 0;
    const { facts, order, on } = this;
    if (!order.length && !on.size && !facts.declared.length && !facts.left_board.length && !facts.striker_left_board && !facts.dropped.length) this.clear();
  }

  /**
   * Goes on from an earlier stroke, to correct it.
   *
   * @param {Facts} facts
   * @param {Toggle[]} toggles that these laws know
   */
  take(facts, toggles) {
    this.clear();
    this.isStarted = true;
    this.facts = { ...ordinary(), ...structuredClone(facts) };
    this.order = [...facts.pocketed, ...(facts.striker_pocketed ? ["striker"] : [])];
    for (const toggle of toggles) {
      const same = Object.entries(toggle.facts).every(([name, value]) => JSON.stringify(/** @type {any} */ (facts)[name]) === JSON.stringify(value));
      if (same) this.on.set(toggle.key, toggle);
      else if (toggle.asks) this.not.add(toggle.key);
    }
  }

  /** @returns {Record<string, unknown>} the facts as they are sent */
  asSent() {
    const facts = { ...this.facts, improper: false, struck: /** @type {string[]} */ ([]) };
    for (const toggle of this.on.values()) {
      if (this.applies(toggle)) Object.assign(facts, toggle.facts);
    }
    return facts;
  }
}
