/** The lines of a match file, each read where it may stand. */

import { definition, fits } from "./schema_check.js";
import { Line, RefusedError, piece, pieces, readSituation } from "./situation.js";
import { fields, name, quoted, value } from "./values.js";

/** @typedef {import("./values.js").Json} Json */
/** @typedef {import("./values.js").Fields} Fields */
/** @typedef {import("./values.js").FileMatch} FileMatch */
/** @typedef {{ first: number, entries: Fields[] }} Level the entries of a match, or of a variation */

/** @type {Record<string, string>} */
const AUTHORS = { S: "south", E: "east", N: "north", W: "west", U: "umpire", C: "clock", V: "witness" };
const BESIDE = ["at", "by", "role", "laws", "engine"];
const ELSEWHERE = ["kind", "ruleset", "edition", "players", "tags"];
const DEEPEST_VARIATION = 8;

/** What was read so far; each kind of line has a method, which knows where such a line may stand. */
export class Reader {
  constructor() {
    this.hasFirstLine = false;
    /** @type {FileMatch[]} */
    this.matches = [];
    /** @type {FileMatch | null} */
    this.open = null;
    /** @type {Level[]} */
    this.levels = [];
    /** @type {string[]} */
    this.comments = [];
    this.day = "";
  }

  /** @param {number} last the number of lines */
  file(last) {
    if (!this.hasFirstLine) throw new RefusedError("not-a-record", 1, "");
    if (this.open) throw new RefusedError("truncated", last, "");
    if (!this.matches.length) throw new RefusedError("missing-key", last, "");
    return { format: "carrom-match", version: 2, matches: this.matches, closing: this.comments };
  }

  /** @param {Line} line */
  read(line) {
    if (!this.hasFirstLine) return this.firstLine(line);
    if (line.takeIf("#")) {
      this.comments.push(line.text.slice(line.place).replace(/^ /, ""));
      return undefined;
    }
    if (!this.open) this.begin(line);
    else if (line.takeIf("(")) this.branch(line);
    else if (line.takeIf(")")) this.comeBack(line);
    else if (line.takeIf("=")) this.derived(line);
    else if (/^[0-9]/.test(line.rest)) this.entry(line);
    else this.other(line, this.open);
    return line.end();
  }

  /** @param {Line} line */
  firstLine(line) {
    if (!line.rest.startsWith("carrom-match ")) line.fail("not-a-record");
    line.takeIf("carrom-match");
    if (!line.takeIf("2") || !line.ended) line.fail("unknown-version");
    this.hasFirstLine = true;
  }

  taken() {
    const taken = this.comments;
    this.comments = [];
    return taken;
  }

  /**
   * @param {Line} line
   * @param {string} named a definition of the schema
   * @param {Json} found
   */
  typed(line, named, found) {
    return fits(found, definition(named)) ? found : line.fail("bad-value");
  }

  get isClosing() {
    return this.open !== null && (this.open.result !== undefined || this.open.check !== undefined);
  }

  get level() {
    return this.levels[this.levels.length - 1];
  }

  // --- a match and its head ---

  /** @param {Line} line */
  begin(line) {
    if (!line.takeIf("match ")) line.fail("missing-key");
    this.day = "";
    if (line.ended || line.rest[0] === "|") line.fail("bad-syntax");
    const [ruleset, edition] = [value(line), value(line)];
    const given = fields(line, "|");
    if (ELSEWHERE.some((key) => key in given)) line.fail("bad-value");
    const head = this.typed(line, "Head", { kind: "head", ruleset, edition, players: [], ...given });
    const beside = this.beside(line, [...BESIDE, "values", "defaults", "author"]);
    const open = this.typed(line, "FileMatch", { head, ...beside });
    this.levels = [{ first: 1, entries: [] }];
    this.open = { ...open, entries: this.level.entries, comments: this.taken() };
  }

  /**
   * What stands after the bar.
   * @param {Line} line
   * @param {string[]} known
   */
  beside(line, known) {
    /** @type {Fields} */
    const found = {};
    if (!line.takeIf("|")) return found;
    if (line.ended) line.fail("bad-syntax");
    while (!line.ended) {
      const key = name(line);
      if (!known.includes(key)) line.fail("unknown-word");
      if (key in found) line.fail("key-twice");
      found[key] = key === "at" ? this.time(line) : key === "author" ? this.author(line) : value(line);
    }
    const { at, ...rest } = found;
    return "at" in found ? { time: at, ...rest } : rest;
  }

  /** @param {Line} line */
  time(line) {
    if (line.rest[0] === '"') {
      const text = quoted(line);
      line.gap();
      return text;
    }
    const [moment] = line.take(/[0-9A-Za-z.:+/@_-]+/);
    line.gap();
    const letter = moment.indexOf("T");
    if (letter > 0 && letter < moment.length - 1) {
      this.day = moment.slice(0, letter);
      return moment;
    }
    return letter >= 0 || !this.day ? line.fail("bad-value") : `${this.day}T${moment}`;
  }

  /** @param {Line} line */
  author(line) {
    if (line.rest[0] === '"') {
      const author = quoted(line);
      line.gap();
      return author;
    }
    const letter = name(line);
    return Object.hasOwn(AUTHORS, letter) ? AUTHORS[letter] : line.fail("unknown-word");
  }

  /**
   * A line that begins with a word.
   * @param {Line} line
   * @param {FileMatch} open
   */
  other(line, open) {
    const word = name(line);
    if (word === "tag" || word === "player" || word === "from") {
      if (this.level.entries.length || this.levels.length > 1 || this.isClosing) line.fail("wrong-order");
      if (word === "tag") this.tag(line, open.head);
      else if (word === "player") this.player(line, open.head);
      else this.from(line, open);
    } else if (word === "laid") this.put(line, word, { pieces: pieces(line) });
    else if (word === "result") this.result(line, open);
    else if (word === "check") this.check(line, open);
    else if (word === "end") this.close(line, open);
    else line.fail("unknown-word");
  }

  /**
   * @param {Line} line
   * @param {Fields} head
   */
  tag(line, head) {
    const tag = [value(line), value(line)];
    line.end();
    if (tag.some((one) => typeof one !== "string")) line.fail("bad-value");
    head.tags ??= [];
    if (head.tags.some((/** @type {string[]} */ one) => one[0] === tag[0])) line.fail("key-twice");
    head.tags.push(tag);
  }

  /**
   * @param {Line} line
   * @param {Fields} head
   */
  player(line, head) {
    /** @type {Fields} */
    const player = { side: value(line), name: value(line) };
    if (!line.ended && !line.see(/level(?![\w.:+/@-])/)) player.kind = value(line);
    if (line.takeIf("level ")) player.level = value(line);
    line.end();
    head.players.push(this.typed(line, "Player", player));
  }

  /**
   * @param {Line} line
   * @param {FileMatch} open
   */
  from(line, open) {
    if (open.situation !== undefined) line.fail("key-twice");
    const text = line.rest;
    try {
      readSituation(text);
    } catch {
      line.fail("bad-situation");
    }
    line.place = line.text.length;
    open.situation = text;
  }

  // --- entries ---

  /** @param {Line} line */
  entry(line) {
    if (this.isClosing) line.fail("wrong-order");
    const { first, entries } = this.level;
    const count = value(line);
    if (count !== first + entries.length) line.fail("wrong-entry-number");
    const author = this.author(line);
    const asked = this.asked(line);
    const entry = { number: count, author, asked, ...this.beside(line, [...BESIDE, "chance"]) };
    line.end();
    this.typed(line, "FileEntry", entry);
    entries.push({ ...entry, comments: this.taken() });
  }

  /** @param {Line} line */
  asked(line) {
    if (/^[+\-0-9]/.test(line.rest)) {
      return { kind: "stroke", stroke: { offset: value(line), angle: value(line), speed: value(line) } };
    }
    if (line.see(/[qwb][0-9]{0,3}\(/)) {
      const [, own, x, y] = piece(line);
      return own === null ? line.fail("bad-syntax") : { kind: "place", piece: own, x, y };
    }
    const kind = name(line);
    const given = fields(line, "|");
    if (kind === "facts" || kind === "correct") return { kind, facts: given };
    return "kind" in given ? line.fail("bad-value") : { kind, ...given };
  }

  /** @param {Line} line */
  branch(line) {
    if (!this.level.entries.length || this.isClosing) line.fail("wrong-order");
    if (this.levels.length > DEEPEST_VARIATION) line.fail("bad-syntax");
    this.levels.push({ first: this.level.entries[this.level.entries.length - 1].number, entries: [] });
  }

  /** @param {Line} line */
  comeBack(line) {
    if (this.levels.length < 2) line.fail("unexpected-text");
    const ended = /** @type {Level} */ (this.levels.pop());
    if (!ended.entries.length) line.fail("missing-key");
    const above = this.level.entries[this.level.entries.length - 1];
    above.variations ??= [];
    above.variations.push({ entries: ended.entries, closing: this.taken() });
  }

  /** @param {Line} line */
  derived(line) {
    const word = name(line);
    if (word === "position") return this.put(line, word, { pieces: pieces(line) });
    if (word !== "facts" && word !== "followed") return line.fail("unknown-word");
    const given = fields(line, "|");
    line.end();
    return this.put(line, word, this.typed(line, word === "facts" ? "StrokeFacts" : "Effects", given));
  }

  /**
   * What stands below an entry, or below the head.
   * @param {Line} line
   * @param {string} key
   * @param {Json} found
   */
  put(line, key, found) {
    if (this.isClosing) line.fail("wrong-order");
    const { entries } = this.level;
    if (!entries.length && (this.levels.length > 1 || key === "facts" || key === "position")) line.fail("wrong-order");
    const holder = entries.length ? entries[entries.length - 1] : /** @type {Fields} */ (this.open);
    if (entries.length && holder.variations) line.fail("wrong-order");
    if (holder[key] !== undefined) line.fail("key-twice");
    holder[key] = found;
  }

  // --- the end of a match ---

  /** @param {Line} line */
  closes(line) {
    if (this.levels.length > 1) line.fail("bad-syntax");
  }

  /**
   * @param {Line} line
   * @param {FileMatch} open
   */
  result(line, open) {
    this.closes(line);
    if (open.result) line.fail("key-twice");
    if (open.check !== undefined) line.fail("wrong-order");
    /** @type {Fields} */
    const result = { winner: value(line) };
    for (const key of ["games", "points"]) {
      const [, one, other] = line.take(/([0-9]{1,6}):([0-9]{1,6})(?![^ ])/);
      result[key] = [Number(one), Number(other)];
    }
    if (!line.ended) result.how = value(line);
    line.end();
    open.result = this.typed(line, "MatchResult", result);
  }

  /**
   * @param {Line} line
   * @param {FileMatch} open
   */
  check(line, open) {
    this.closes(line);
    if (open.check !== undefined) line.fail("key-twice");
    [open.check] = line.take(/[0-9a-f]{8}(?![^ ])/);
  }

  /**
   * @param {Line} line
   * @param {FileMatch} open
   */
  close(line, open) {
    this.closes(line);
    if (value(line) !== open.entries.length) line.fail("truncated");
    open.closing = this.taken();
    this.matches.push(open);
    this.open = null;
  }
}
