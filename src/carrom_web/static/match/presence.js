/** Which players have a page of this match open. A player gone for longer than a reload takes is shown as away. */

/** @typedef {import("../site/wire.js").Seat} Seat */
/** @typedef {import("../site/wire.js").SideName} SideName */
/** @typedef {import("../site/wire.js").View} View */
/** @typedef {(side: SideName, nth: number) => boolean} IsAway */

const AWAY_AFTER = 3000; // ms

export class Presence {
  /** @param {() => void} changed somebody is away now, or is back */
  constructor(changed) {
    this.changed = changed;
    /** @type {Set<string> | null} null until the server has said who is there */
    this.here = null;
    /** @type {Set<string>} */
    this.away = new Set();
    /** @type {Map<string, ReturnType<typeof setTimeout>>} */
    this.leaving = new Map();
  }

  /**
   * @param {readonly [SideName, number][]} players that are there
   * @param {View} view
   */
  learn(players, view) {
    this.here = new Set(players.map(keyOf));
    for (const key of personsOf(view)) {
      if (this.here.has(key)) this.back(key);
      else if (!this.leaving.has(key) && !this.away.has(key)) this.leaving.set(key, setTimeout(() => this.leave(key), AWAY_AFTER));
    }
  }

  /** @param {string} key */
  back(key) {
    clearTimeout(this.leaving.get(key));
    this.leaving.delete(key);
    if (this.away.delete(key)) this.changed();
  }

  /** @param {string} key */
  leave(key) {
    this.leaving.delete(key);
    this.away.add(key);
    this.changed();
  }

  /** @type {IsAway} */
  isAway = (side, nth) => this.away.has(keyOf([side, nth]));

  /**
   * @param {View} view
   * @param {Seat} seat
   * @returns {boolean} whether the player of that seat has no page open at this moment
   */
  isGone(view, seat) {
    const { here } = this;
    if (!here) return false;
    return view.sides.some((side) => side.players.some((player, nth) => player.seat === seat && player.kind === "person" && !here.has(keyOf([side.side, nth]))));
  }

  /**
   * @param {View} view
   * @returns {string[]} the names of those whose answer is awaited and who are away
   */
  missed(view) {
    return view.sides.flatMap(({ side, players }) =>
      players.filter(({ seat }, nth) => seat !== null && view.awaiting.seats.includes(seat) && this.isAway(side, nth)).map(({ name }) => name));
  }
}

/** @param {[SideName, number]} player */
function keyOf([side, nth]) {
  return `${side}${nth}`;
}

/** @param {View} view */
function personsOf(view) {
  return view.sides.flatMap(({ side, players }) => players.flatMap(({ kind }, nth) => (kind === "person" ? keyOf([side, nth]) : [])));
}
