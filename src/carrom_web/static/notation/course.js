/**
 * The course of a match in a file: where the pieces lie before and after each entry, as far as the file or the laws say it, and
 * whether strokes simulated here end as the file says. It holds no law: what a ruling moved, the file says or the laws.
 */

import { letterOf } from "../board/measurements.js";
import { CannotPlayError, simulate } from "../physics/simulate.js";
import { readSituation } from "./situation.js";

/** @typedef {import("./values.js").Fields} Fields */
/** @typedef {import("./values.js").FileMatch} FileMatch */
/** @typedef {import("../physics/simulate.js").Simulated} Simulated */
/** @typedef {import("../site/wire.js").Lying} Lying */
/** @typedef {import("../site/wire.js").Seat} Seat */
/** @typedef {{ position: Lying[] | null, lying: Lying[] | null, text: string }} Followed what followed from an entry by the laws */
/** @typedef {{ parameters: number[], entries: Record<string, Followed> }} Laws from `laws_worker.js` */
/** @typedef {{ distance: number } | { pieces: number[] }} Difference how far pieces lie from where the file has them, metres; or which lie nowhere */
/**
 * One entry. `before` and `after`: where the pieces lie, null: not known here. `came`: where its stroke left them, and what fell.
 * `name` is that of its author, empty: not known here.
 * `earlier` and `later` are places in the list of steps, -1: there is none; `depth` grows with each variation.
 *
 * @typedef {{ path: string, number: number, depth: number, author: string, asked: Fields | null, comments: string[], closing: string[],
 *   before: Lying[] | null, after: Lying[] | null, came: { final: Lying[], fallen: number[], jumped: number[] } | null,
 *   difference: Difference | null, isCompared: boolean, name: string, text: string, earlier: number, later: number }} Step
 */

/** @type {Record<string, string>} */
const KINDS = { w: "white", b: "black", q: "queen" };
const SEATS = ["south", "east", "north", "west"];
const RACK = 19;
const NEAR = 1e-6; // metres: nearer, two places are the same

/**
 * @param {FileMatch} match
 * @param {{ parameters: Float64Array | null, laws?: Laws | null }} known the surface, null: not known; what the laws say
 * @returns {Step[]} the start, then the entries as they stand in the file, variations below theirs
 */
export function courseOf(match, { parameters, laws = null }) {
  const course = new Course(match.head.players, parameters, laws);
  course.seat(match.followed);
  const start = course.add({
    ...NOTHING, path: "0", number: 0, author: match.author ?? "umpire", comments: match.comments ?? [], after: startOf(match, laws),
  });
  const last = course.follow(match.entries ?? [], start, "", 0);
  course.steps[last].closing = match.closing ?? [];
  return course.steps;
}

/** @type {Omit<Step, "path" | "number" | "author">} */
const NOTHING = {
  depth: 0, asked: null, comments: [], closing: [], before: null, after: null, came: null, difference: null, isCompared: false, name: "", text: "",
  earlier: -1, later: -1,
};

class Course {
  /**
   * @param {Fields[]} players
   * @param {Float64Array | null} parameters
   * @param {Laws | null} laws
   */
  constructor(players, parameters, laws) {
    this.players = players;
    this.parameters = parameters;
    this.laws = laws;
    /** @type {Step[]} */
    this.steps = [];
    /** @type {Map<string, string>} who sits where, as far as the file says it */
    this.names = new Map();
  }

  /** @param {Fields | undefined} followed may say who sits where from now on */
  seat(followed) {
    for (const [seat, side, number] of followed?.standing?.seats ?? []) {
      const name = this.players.filter((player) => player.side === side)[number]?.name;
      if (name) this.names.set(seat, name);
    }
  }

  /** @param {Step} step @returns {number} its place */
  add(step) {
    return this.steps.push(step) - 1;
  }

  /**
   * @param {Fields[]} entries
   * @param {number} from place of the step that they follow
   * @param {string} within what stands before their numbers in a path
   * @param {number} depth
   * @returns {number} place of the last of them
   */
  follow(entries, from, within, depth) {
    let last = from;
    for (const entry of entries) {
      const place = this.add(this.step(entry, last, `${within}${entry.number}`, depth));
      if (last !== from || !depth) this.steps[last].later = place;
      (entry.variations ?? []).forEach((/** @type {Fields} */ variation, /** @type {number} */ number) => {
        const end = this.follow(variation.entries, last, `${within}${entry.number}.${number}.`, depth + 1);
        this.steps[end].closing = variation.closing ?? [];
      });
      last = place;
    }
    return last;
  }

  /**
   * @param {Fields} entry
   * @param {number} earlier
   * @param {string} path
   * @param {number} depth
   * @returns {Step}
   */
  step(entry, earlier, path, depth) {
    const before = this.steps[earlier].after;
    const { asked, author } = entry;
    const law = this.laws?.entries[path];
    const name = this.names.get(author) ?? "";
    this.seat(entry.followed);
    const said = saidOf(entry) ?? law?.position ?? null;
    const came = before && asked.kind === "stroke" ? this.simulated(before, asked.stroke, author) : null;
    const lying = came && lyingSaid(entry, before ?? [], came.final);
    const isCompared = lying !== null || (came !== null && (entry.facts ?? entry.followed?.facts) !== undefined);
    return {
      ...NOTHING, path, number: entry.number, depth, author, asked, comments: entry.comments ?? [], before, earlier, came, name,
      after: said ?? moved(asked, before), text: law?.text ?? "", isCompared,
      difference: came && ((lying && differenceOf(came.final, lying)) ?? fellOtherwise(entry, came.fallen)),
    };
  }

  /**
   * @param {Lying[]} position
   * @param {import("../site/wire.js").Released} stroke
   * @param {string} author
   */
  simulated(position, stroke, author) {
    if (!this.parameters || !SEATS.includes(author)) return null;
    try {
      const { final, fallen, jumped } = simulate(position, stroke, /** @type {Seat} */ (author), this.parameters);
      return { final, fallen, jumped };
    } catch (error) {
      if (error instanceof CannotPlayError) return null;
      throw error;
    }
  }
}

/**
 * @param {FileMatch} match
 * @param {Laws | null} laws
 * @returns {Lying[] | null}
 */
function startOf(match, laws) {
  if (match.situation) return readSituation(match.situation).pieces;
  return saidOf(match) ?? laws?.entries["0"]?.position ?? null;
}

/** @param {Fields} entry @returns {Lying[] | null} where the pieces lie after it, as the file says */
function saidOf({ position, followed, laid }) {
  return (position ?? followed?.position ?? laid)?.pieces ?? null;
}

/**
 * Where the pieces lie after what was asked, if that says it by itself: a piece was placed, or nothing was moved.
 *
 * @param {Fields} asked
 * @param {Lying[] | null} before
 * @returns {Lying[] | null} null: only a ruling says it
 */
function moved(asked, before) {
  if (before && asked.kind === "place") return [...before, [asked.piece, asked.x, asked.y]];
  return ["note", "offer"].includes(asked.kind) ? before : null;
}

/**
 * Where the file has the pieces that a stroke left on the surface. After a ruling some lie there again, and a new board may be
 * racked: what cannot be known of the stroke itself is left out.
 *
 * @param {Fields} entry
 * @param {Lying[]} before
 * @param {Lying[]} final where they came to here
 * @returns {Lying[] | null} null: the file says nothing that can be compared
 */
function lyingSaid({ followed, position }, before, final) {
  if (followed?.position) return (followed.lying ?? followed.position).pieces;
  const after = /** @type {Lying[] | undefined} */ (position?.pieces);
  if (!after) return null;
  const isNewBoard = after.length === RACK && before.length < RACK;
  if (isNewBoard || (!differenceOf(after, before) && differenceOf(final, before))) return null;
  const left = new Set(final.map(([number]) => number));
  return after.filter(([number]) => left.has(number));
}

/**
 * @param {Lying[]} here
 * @param {Lying[]} said
 * @returns {Difference | null} null: they lie so
 */
function differenceOf(here, said) {
  const places = new Map(said.map(([number, x, y]) => [number, [x, y]]));
  const numbers = new Set([...places.keys(), ...here.map(([number]) => number)]);
  const pieces = [...numbers].filter((number) => !places.has(number) || here.every(([other]) => other !== number));
  if (pieces.length) return { pieces };
  const distance = Math.max(0, ...here.map(([number, x, y]) => {
    const [saidX, saidY] = places.get(number) ?? [x, y];
    return Math.hypot(x - saidX, y - saidY);
  }));
  return distance > NEAR ? { distance } : null;
}

/**
 * @param {Fields} entry
 * @param {number[]} fallen numbers in order
 * @returns {Difference | null} null: what fell is what the file says, if it says it
 */
function fellOtherwise({ facts, followed }, fallen) {
  const said = facts ?? followed?.facts;
  if (!said) return null;
  const pieces = fallen.filter((number) => number > 0);
  const kinds = pieces.map((number) => KINDS[letterOf(number)]).join();
  const isSame = kinds === (said.pocketed ?? []).join() && fallen.includes(0) === (said.striker_pocketed ?? false);
  return isSame ? null : { pieces: fallen };
}
