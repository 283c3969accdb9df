/** A set in strokes, as far as its page knows it: the strokes of the board in play, stored on this device, and the boards entered. */

/** @typedef {{ score: number, strokes: number, how: string }} Board */
/** @typedef {import("./device_store.js").Pending} Pending */

/**
 * The strokes of the board in play, written down at each tap: a reload or an empty battery loses none. Each board has its
 * own count, so that a page which is behind for a moment spoils none.
 */
export class Count {
  /** @param {string} match */
  constructor(match) {
    this.key = `carrom-solo-${match}`;
    this.board = 0;
    /** @type {Map<number, { strokes: number, isOn: boolean }>} by board */
    this.counts = new Map();
    this.read();
  }

  read() {
    try {
      const held = JSON.parse(localStorage.getItem(this.key) || "null");
      this.counts = new Map((Array.isArray(held) ? held : []).filter(isCount).map(({ board, strokes, isOn }) => [board, { strokes, isOn: Boolean(isOn) }]));
    } catch {
      // nothing was stored
    }
  }

  get strokes() {
    return this.counts.get(this.board)?.strokes ?? 0;
  }

  /** @returns {boolean} whether it is played on after the cap */
  get isOn() {
    return this.counts.get(this.board)?.isOn ?? false;
  }

  /**
   * @param {number} board
   * @param {number} strokes
   * @param {boolean} [isOn]
   */
  set(board, strokes, isOn = false) {
    this.board = board;
    this.counts.set(board, { strokes, isOn });
    try {
      localStorage.setItem(this.key, JSON.stringify([...this.counts].map(([number, count]) => ({ board: number, ...count }))));
    } catch {
      // it holds for this page then
    }
  }

  /**
   * Goes on to the board that is in play now.
   *
   * @param {number} board
   * @param {number} entered strokes of it that were entered one by one
   */
  follow(board, entered) {
    this.board = board;
    if (entered > this.strokes) this.set(board, entered, this.isOn);
  }
}

/** @param {any} held @returns {boolean} */
function isCount(held) {
  return Number.isInteger(held?.board) && Number.isInteger(held?.strokes) && held.strokes >= 0;
}

/**
 * @param {readonly Board[]} stored
 * @param {readonly Pending[]} waiting requests that are not stored yet
 * @param {number} cap
 * @returns {(Board & { waits: boolean })[]} the boards of a set, with those that still wait
 */
export function boardsWith(stored, waiting, cap) {
  const boards = stored.map((board) => ({ ...board, waits: false }));
  let isBoard = true; // whether the last entry is one
  for (const { request } of waiting) {
    const strokes = request.kind === "board" ? Number(request.strokes) : request.kind === "cap" && request.answer === "stop" ? cap : 0;
    if (strokes) boards.push({ score: strokes, strokes, how: request.kind === "board" ? String(request.ended) : "stopped", waits: true });
    else if (request.kind === "take_back" && isBoard) boards.pop();
    isBoard = request.kind !== "attest";
  }
  return boards;
}

/**
 * @param {readonly number[]} scores
 * @returns {string} their mean to two decimals, halves up, as the server writes it; empty for none
 */
export function averageOf(scores) {
  if (!scores.length) return "";
  const sum = scores.reduce((all, score) => all + score, 0);
  const hundredths = Math.floor((200 * sum + scores.length) / (2 * scores.length));
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, "0")}`;
}
