/**
 * Positions and situations, read after docs/notation.md: a second reader, which shares no code with the library's.
 *
 * `FACTS` (names and sizes) come from the library, the rest is this file's own.
 */

import { FACTS } from "./schema.js";

const SEATS = ["south", "east", "north", "west"];
const SEATINGS = ["A-B-", "B-A-", "-A-B", "-B-A", "ABAB", "BABA", "A---", "-A--", "--A-", "---A"];
/** @type {Record<string, number>} */
const FIRST = { q: 1, w: 2, b: 11 };
/** @type {Record<string, number>} */
const LAST = { q: 1, w: 10, b: 19 };
const SLACK = 1e-6;
const MOST_PIECES = 19;

/** A text that is refused: a stable code, the line, and what was found there. */
export class RefusedError extends Error {
  /**
   * @param {string} code
   * @param {number} line from 1
   * @param {string} found
   */
  constructor(code, line, found) {
    super(`line ${line}: ${code}: ${found}`);
    this.code = code;
    this.line = line;
    this.found = found;
  }
}

/** @type {Map<string, RegExp>} */
const STICKY = new Map();

/**
 * @param {RegExp} pattern
 * @returns {RegExp} the same, which matches at the beginning alone
 */
function sticky({ source }) {
  const known = STICKY.get(source) ?? new RegExp(source, "y");
  STICKY.set(source, known);
  known.lastIndex = 0;
  return known;
}

/** One line, read from left to right. */
export class Line {
  /**
   * @param {string} text
   * @param {number} number
   */
  constructor(text, number) {
    this.text = text;
    this.number = number;
    this.place = 0;
  }

  /** What is left after spaces. */
  get rest() {
    while (this.text[this.place] === " ") this.place += 1;
    return this.text.slice(this.place);
  }

  get ended() {
    return this.rest === "";
  }

  /**
   * @param {string} code
   * @returns {never}
   */
  fail(code) {
    throw new RefusedError(code, this.number, this.rest.slice(0, 30));
  }

  /**
   * @param {RegExp} pattern
   * @returns {RegExpExecArray | null} what matches here
   */
  see(pattern) {
    return sticky(pattern).exec(this.rest);
  }

  /**
   * @param {RegExp} pattern
   * @param {string} [code] with which it is refused if nothing matches
   */
  take(pattern, code = "bad-syntax") {
    const found = this.see(pattern) ?? this.fail(code);
    this.place += found[0].length;
    return found;
  }

  /** @param {string} text */
  takeIf(text) {
    if (!this.rest.startsWith(text)) return false;
    this.place += text.length;
    return true;
  }

  /** What follows a value: a space, a closing bracket, or nothing. */
  gap() {
    if (!["", " ", ")", "]"].includes(this.text[this.place] ?? "")) this.fail("bad-syntax");
  }

  end() {
    if (!this.ended) this.fail("unexpected-text");
  }

  real() {
    const value = Number(this.take(/[+-]?\d{1,40}(\.\d{1,40})?([eE][+-]?\d{1,4})?(?![\w.])/, "bad-number")[0]);
    return Number.isFinite(value) ? value : this.fail("bad-number");
  }

  /** @param {string} name */
  key(name) {
    this.take(new RegExp(`${name}(?![\\w.:+/@-])`), "missing-key");
  }

  /** @param {string[]} known */
  word(known) {
    const start = this.place;
    const [word] = this.take(/[\w.:+/@-]+/);
    if (known.includes(word)) return word;
    this.place = start;
    return this.fail("unknown-word");
  }

  pair() {
    const [, one, other] = this.take(/([0-9]{1,6}):([0-9]{1,6})/, "unknown-word");
    this.gap();
    return [Number(one), Number(other)];
  }

  whole() {
    const [text] = this.take(/[+-]?[0-9]{1,40}(?![\w.])/, "bad-number");
    const value = Number(text);
    return value >= 0 && value <= 999999 ? value + 0 : this.fail("unknown-word");
  }
}

/**
 * @param {Line} line from here on
 * @returns {[string, number | null, number, number]} the letter of one piece, its number if it has one, its centre
 */
export function piece(line) {
  const [, letter, digits] = line.take(/([qwb])(\d{1,3})?\(/);
  const number = digits === undefined ? null : Number(digits);
  if (number !== null && (number < FIRST[letter] || number > LAST[letter])) line.fail("unknown-piece");
  const x = line.real();
  line.take(/,/);
  const y = line.real();
  line.take(/\)/);
  line.gap();
  return [letter, number, x, y];
}

/**
 * @param {Line} line up to its end
 * @returns {[number, number, number][]} number and centre of each piece, by number
 */
export function pieces(line) {
  if (line.see(/empty(?![\w.:+/@-])/)) {
    line.key("empty");
    line.end();
    return [];
  }
  /** @type {[string, number | null, number, number][]} */
  const read = [];
  while (!line.ended) {
    if (read.length === MOST_PIECES) line.fail("piece-twice");
    read.push(piece(line));
  }
  if (!read.length) line.fail("bad-syntax");
  const taken = new Set(read.map(([, number]) => number));
  /** @type {[number, number, number][]} */
  const placed = [];
  for (const [letter, number, x, y] of read) {
    let own = number;
    for (let free = FIRST[letter]; own === null && free <= LAST[letter]; free++) if (!taken.has(free)) own = free;
    if (own === null) return line.fail("piece-twice");
    taken.add(own);
    placed.push([own, x, y]);
  }
  placed.forEach((one, index) => check(line, one, placed.slice(0, index)));
  return placed.sort((one, other) => one[0] - other[0]);
}

/**
 * Refuse a piece that cannot lie so beside those before it.
 * @param {Line} line
 * @param {[number, number, number]} placed
 * @param {[number, number, number][]} others
 */
function check(line, [number, x, y], others) {
  if (others.some(([other]) => other === number)) line.fail("piece-twice");
  if (Math.max(Math.abs(x), Math.abs(y)) > FACTS.halfSurface - FACTS.radius + SLACK) line.fail("off-surface");
  const corner = Math.hypot(Math.abs(x) - FACTS.pocketCentre, Math.abs(y) - FACTS.pocketCentre);
  if (corner < FACTS.capture - SLACK) line.fail("in-pocket");
  const lies = others.some(([, atX, atY]) => 2 * FACTS.radius - Math.hypot(x - atX, y - atY) > SLACK);
  if (lies) line.fail("pieces-overlap");
}

/** @typedef {[string, number, string, string, string, string, string[]]} Due */

/** @param {Line} line */
function dues(line) {
  /** @type {Due[]} */
  const found = [];
  do {
    const [, letter, digits, side, placer, region, why, clauses] = line.take(
      /([qwb])([0-9]{1,2})\/([AB-])\/([a-z]+)\/([a-z_]+)\/([a-z_]+)\/([A-Za-z0-9.+-]*)/,
      "unknown-word",
    );
    const number = Number(digits);
    const isKnown = SEATS.includes(placer) && FACTS.reasons.includes(why) && ["outer_circle", "centre"].includes(region);
    if (!isKnown || number < FIRST[letter] || number > LAST[letter]) line.fail("unknown-word");
    found.push([letter, number, side, placer, region, why, clauses ? clauses.split("+") : []]);
  } while (line.text[line.place] === "," && (line.place += 1));
  line.gap();
  return found;
}

/**
 * @typedef {object} Situation
 * @property {string} ruleset
 * @property {string} seats
 * @property {string} strikes
 * @property {string} breaks
 * @property {string} turn
 * @property {string} white
 * @property {string} queen
 * @property {number[]} dues
 * @property {string} earned
 * @property {number[]} score
 * @property {number} passes
 * @property {number} strokes
 * @property {Due[]} placing
 * @property {[number, number, number][]} pieces
 */

/**
 * @param {string} text
 * @returns {string} the same with plain line ends
 * @throws {RefusedError} it has characters that no text of this notation has
 */
export function plain(text) {
  const whole = text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  // eslint-disable-next-line no-control-regex
  const bad = /[\x00-\x09\x0b-\x1f\x7f]/.exec(whole);
  if (bad) throw new RefusedError("bad-character", whole.slice(0, bad.index).split("\n").length, "");
  return whole;
}

/**
 * @param {string} text
 * @returns {Situation}
 * @throws {RefusedError}
 */
export function readSituation(text) {
  const rows = plain(text).split("\n");
  const filled = rows.flatMap((row, index) => (row.trim() ? [new Line(row, index + 1)] : []));
  if (filled.length !== 1) throw new RefusedError("bad-syntax", 1, "");
  return situation(filled[0]);
}

/**
 * @param {Line} line
 * @returns {Situation}
 */
function situation(line) {
  const ruleset = line.word(FACTS.rulesets);
  line.key("seats");
  const seats = line.word(SEATINGS);
  line.key("strikes");
  const strikes = line.word(SEATS);
  line.key("breaks");
  const breaks = line.word(SEATS);
  line.key("turn");
  const [turn] = line.take(/(break[1-9][0-9]{0,3}|first|on)(\+covered)?(\+reprieved)?/, "unknown-word");
  line.gap();
  line.key("white");
  const white = line.word(["A", "B", "-"]);
  line.key("queen");
  const queen = line.word(["up", "due-A", "due-B", "A", "B"]);
  line.key("dues");
  const owed = line.pair();
  line.key("earned");
  const earned = line.word(["-", "A", "B", "AB"]);
  line.key("score");
  const score = line.pair();
  line.key("passes");
  const passes = line.whole();
  line.key("strokes");
  const strokes = line.whole();
  const isBetween = line.see(/placing(?![\w.:+/@-])/) !== null;
  if (isBetween) line.key("placing");
  const placing = isBetween ? dues(line) : [];
  line.key("pieces");
  const lying = pieces(line);
  if (seats[SEATS.indexOf(strikes)] === "-") line.fail("unknown-word");
  const reading = { ruleset, seats, strikes, breaks, turn, white, queen, dues: owed, earned, score, passes, strokes, placing, pieces: lying };
  return canStand(reading) ? reading : line.fail("impossible-situation");
}

/**
 * Whether a board can stand like this between two strokes, or with these pieces still to be placed.
 * @param {Situation} reading
 */
function canStand({ seats, strikes, breaks, turn, queen, placing, pieces: lying }) {
  /** @param {string} seat */
  const sits = (seat) => seats[SEATS.indexOf(seat)] !== "-";
  if (!sits(strikes) || !sits(breaks)) return false;
  const numbers = [...lying.map(([number]) => number), ...placing.map(([, number]) => number)];
  if (new Set(numbers).size !== numbers.length) return false;
  if (placing.some(([letter, , side, placer]) => !sits(placer) || (side === "-") !== (letter === "q"))) return false;
  const whites = numbers.filter((number) => number >= 2 && number <= 10).length;
  const blacks = numbers.filter((number) => number >= 11).length;
  if (numbers.includes(1) !== (queen === "up")) return false;
  const isAlone = seats.replaceAll("-", "").length === 1;
  if (!(whites + blacks) || (!isAlone && !(whites && blacks))) return false;
  return !turn.startsWith("break") || (whites + blacks === 18 && queen === "up");
}
