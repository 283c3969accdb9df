/** Who plays at this page: the seats of its guest, which change with the sides, and whether it is this page that plays. */

/** @typedef {import("../site/wire.js").View} View */
/** @typedef {import("../site/wire.js").Seat} Seat */
/** @typedef {import("../site/wire.js").SideName} SideName */

export class Seats {
  /** @type {Seat[]} */
  own = [];
  /** @type {[SideName, number][]} whom this guest plays: sides change seats during a match */
  players = [];
  /** another page of this guest may play instead */
  isHere = true;

  /** @param {import("../site/wire.js").Hello} hello */
  learn(hello) {
    this.own = hello.seats;
    this.players = hello.players ?? [];
    this.isHere = hello.playing || !hello.seats.length;
  }

  /** @param {View} view finds the seats of this guest again */
  follow(view) {
    if (!this.players.length) return;
    const found = this.players.map(([side, nth]) => view.sides.find((each) => each.side === side)?.players[nth]?.seat ?? null);
    this.own = found.filter((seat) => seat !== null);
  }

  /** @returns {Seat[]} those for which something can be asked here and now */
  get playing() {
    return this.isHere ? this.own : [];
  }

  /** @param {Seat | null} seat */
  has(seat) {
    return seat !== null && this.own.includes(seat);
  }

  /** @param {View} view @returns {Seat[]} those that are asked */
  asked(view) {
    if (view.awaiting.kind === "toss") return this.own; // anybody seated may ask for it
    return view.awaiting.seats.filter((seat) => this.own.includes(seat));
  }

  /** @param {View} view @returns {SideName[]} */
  sides(view) {
    return view.sides.filter((side) => side.players.some((each) => this.has(each.seat))).map((side) => side.side);
  }
}

/** @param {View} view @param {Seat | null} seat @returns {boolean} whether a computer sits there */
export function isComputerAt(view, seat) {
  return view.sides.some((side) => side.players.some((each) => each.seat === seat && each.kind === "computer"));
}

/** @param {View} view @param {Seat} seat @returns {SideName | null} */
export function sideAt(view, seat) {
  return view.sides.find((side) => side.players.some((each) => each.seat === seat))?.side ?? null;
}
