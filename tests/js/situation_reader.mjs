/**
 * A second reader of situations, after docs/notation.md, that shares no code with the library's: it reads a JSON list
 * of texts on standard input and prints a JSON list of readings, null where it refuses. The names of rulesets and reasons
 * and the radius of capture are its arguments.
 *
 * Run by tests/notation/test_conformance.py.
 */

const SEATS = ["south", "east", "north", "west"];
const SEATINGS = ["A-B-", "B-A-", "-A-B", "-B-A", "ABAB", "BABA", "A---", "-A--", "--A-", "---A"];
const RULESETS = process.argv.slice(2, 3).flatMap((names) => names.split(","));
const REASONS = process.argv.slice(3, 4).flatMap((names) => names.split(","));
const FIRST = { q: 1, w: 2, b: 11 };
const LAST = { q: 1, w: 10, b: 19 };
const HALF = 0.37;
const RADIUS = 0.0318 / 2;
const POCKET = HALF - 0.0445 / 2;
const CAPTURE = Number(process.argv[4]);
const SLACK = 1e-6;

class Refused extends Error {}

const refuse = () => {
  throw new Refused();
};

/** One line, read from left to right. */
class Line {
  constructor(text) {
    this.rest = text;
  }

  /** Take what a pattern matches here, after spaces. */
  take(pattern) {
    this.rest = this.rest.replace(/^ +/, "");
    const found = new RegExp(`^(?:${pattern})`).exec(this.rest) ?? refuse();
    this.rest = this.rest.slice(found[0].length);
    return found;
  }

  key(name) {
    this.take(`${name}(?![\\w.:+/@-])`);
  }

  word(known) {
    const [word] = this.take("[\\w.:+/@-]+");
    return known.includes(word) ? word : refuse();
  }

  gap() {
    if (this.rest && this.rest[0] !== " ") refuse();
  }

  pair() {
    const [, one, other] = this.take("([0-9]{1,6}):([0-9]{1,6})");
    this.gap();
    return [Number(one), Number(other)];
  }

  whole() {
    const value = Number(this.take("[+-]?[0-9]{1,40}(?![\\w.])")[0]);
    return value >= 0 && value <= 999999 ? value + 0 : refuse();
  }

  real() {
    const value = Number(this.take("[+-]?\\d{1,40}(\\.\\d{1,40})?([eE][+-]?\\d{1,4})?(?![\\w.])")[0]);
    return Number.isFinite(value) ? value : refuse();
  }

  ended() {
    return /^ *$/.test(this.rest);
  }
}

function duesOf(line) {
  const found = [];
  do {
    const [, letter, digits, side, placer, region, why, clauses] = line.take(
      "([qwb])([0-9]{1,2})/([AB-])/([a-z]+)/([a-z_]+)/([a-z_]+)/([A-Za-z0-9.+-]*)",
    );
    const number = Number(digits);
    if (number < FIRST[letter] || number > LAST[letter] || !SEATS.includes(placer) || !REASONS.includes(why)) refuse();
    if (region !== "outer_circle" && region !== "centre") refuse();
    found.push([letter, number, side, placer, region, why, clauses ? clauses.split("+") : []]);
    if (line.rest[0] !== ",") break;
    line.rest = line.rest.slice(1);
  } while (true);
  line.gap();
  return found;
}

function piecesOf(line) {
  if (/^ *empty(?![\w.:+/@-])/.test(line.rest)) {
    line.key("empty");
    return line.ended() ? [] : refuse();
  }
  const found = [];
  while (!line.ended()) {
    const [, letter, digits] = line.take("([qwb])(\\d{1,3})?\\(");
    const number = digits === undefined ? 0 : Number(digits);
    if (digits !== undefined && (number < FIRST[letter] || number > LAST[letter])) refuse();
    const x = line.real();
    line.take(",");
    const y = line.real();
    line.take("\\)");
    line.gap();
    found.push({ letter, number, x, y });
  }
  if (!found.length || found.length > 19) refuse();
  const taken = new Set(found.map((one) => one.number).filter(Boolean));
  if (taken.size !== found.filter((one) => one.number).length) refuse();
  for (const one of found) {
    for (let free = FIRST[one.letter]; !one.number && free <= LAST[one.letter]; free++) {
      if (!taken.has(free)) one.number = free;
    }
    taken.add(one.number || refuse());
    if (Math.max(Math.abs(one.x), Math.abs(one.y)) > HALF - RADIUS + SLACK) refuse();
    if (Math.hypot(Math.abs(one.x) - POCKET, Math.abs(one.y) - POCKET) < CAPTURE - SLACK) refuse();
  }
  for (const one of found) {
    for (const other of found) {
      if (one !== other && 2 * RADIUS - Math.hypot(one.x - other.x, one.y - other.y) > SLACK) refuse();
    }
  }
  return found.sort((one, other) => one.number - other.number).map((one) => [one.number, one.x, one.y]);
}

function read(text) {
  if (/[\x00-\x09\x0b-\x1f\x7f]/.test(text.replaceAll("\r\n", "\n"))) refuse();
  const lines = text.replaceAll("\r\n", "\n").split("\n").filter((one) => one.trim());
  if (lines.length !== 1) refuse();
  const line = new Line(lines[0]);
  const ruleset = line.word(RULESETS);
  line.key("seats");
  const seats = line.word(SEATINGS);
  line.key("strikes");
  const strikes = line.word(SEATS);
  line.key("breaks");
  const breaks = line.word(SEATS);
  line.key("turn");
  const [turn] = line.take("(break[1-9][0-9]{0,3}|first|on)(\\+covered)?(\\+reprieved)?");
  line.gap();
  line.key("white");
  const white = line.word(["A", "B", "-"]);
  line.key("queen");
  const queen = line.word(["up", "due-A", "due-B", "A", "B"]);
  line.key("dues");
  const dues = line.pair();
  line.key("earned");
  const earned = line.word(["-", "A", "B", "AB"]);
  line.key("score");
  const score = line.pair();
  line.key("passes");
  const passes = line.whole();
  line.key("strokes");
  const strokes = line.whole();
  const between = /^ *placing(?![\w.:+/@-])/.test(line.rest);
  if (between) line.key("placing");
  const placing = between ? duesOf(line) : [];
  line.key("pieces");
  const pieces = piecesOf(line);
  const reading = {
    ruleset, seats, strikes, breaks, turn, white, queen, dues, earned, score, passes, strokes, placing, pieces,
  };
  return canStand(reading) ? reading : refuse();
}

/** Whether a board can stand like this between two strokes, or with these pieces still to be placed. */
function canStand({ seats, strikes, breaks, turn, queen, placing, pieces }) {
  const sits = (seat) => seats[SEATS.indexOf(seat)] !== "-";
  if (!sits(strikes) || !sits(breaks)) return false;
  const numbers = [...pieces.map(([number]) => number), ...placing.map(([, number]) => number)];
  if (new Set(numbers).size !== numbers.length) return false;
  if (placing.some(([letter, , side, placer]) => !sits(placer) || (side === "-") !== (letter === "q"))) return false;
  const whites = numbers.filter((number) => number >= 2 && number <= 10).length;
  const blacks = numbers.filter((number) => number >= 11).length;
  if (numbers.includes(1) !== (queen === "up")) return false;
  const alone = seats.replaceAll("-", "").length === 1;
  if (!(whites + blacks) || (!alone && !(whites && blacks))) return false;
  return !turn.startsWith("break") || (whites + blacks === 18 && queen === "up");
}

const answered = (text) => {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
};

let input = "";
process.stdin.setEncoding("utf-8");
for await (const part of process.stdin) input += part;
process.stdout.write(JSON.stringify(JSON.parse(input).map(answered)));
