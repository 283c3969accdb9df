/**
 * What server and page say to each other, as types (docs/wire.md). Holds no code.
 *
 * @typedef {[time: number, what: "pair" | "frame" | "wall" | "pocket" | "jump", first: number, second: number, speed: number]} Happening
 * @typedef {{ discs: number[], duration: number, segments: string, events: Happening[], engine?: string, final?: Lying[] }} WireMotion
 * @typedef {{ offset: number, angle: number, speed: number }} Released metres, radians, metres a second, in the player's axes
 * @typedef {{ id: string, title: string, text: string, url: string }} Clause
 * @typedef {{ piece: string, count: number, what: "down" | "back" | "owed" | "centre" }} Chip
 * @typedef {{ code: string, text: string, clauses: Clause[] }} Reason
 * @typedef {{ player: string, stroke: number, headline: string, sentence: string, spoken: string, open: boolean, chips: Chip[],
 *   reasons: Reason[], readings: Reason[], next_seat: Seat | null, side: SideName,
 *   ends_turn: boolean, points: { side: SideName, points: number, score: [number, number] } | null, after: string, what_if: string | null }} Ruling
 * @typedef {{ strokes: number, cap: number | null, per_set: number, average: string, hit: string,
 *   boards: { board: number, score: number, strokes: number, how: string }[], up: { white: number, black: number, queen: boolean } }} Solo
 * @typedef {"a" | "b"} SideName
 * @typedef {"south" | "east" | "north" | "west"} Seat
 * @typedef {[number, number, number]} Lying number, x, y in metres
 * @typedef {{ kind: string, seat: Seat | null, side: SideName | null, asked: Record<string, unknown>, motion: WireMotion | null,
 *   ruling: Ruling | null, returned: Lying[] | null, struck_out: number[] | null, instead?: { number: number, text: string }[], text: string, by?: string }} Entry
 * @typedef {{ kind: "event", number: number, entry: Entry, view: View }} MatchEvent
 * @typedef {{ from: number, to: number, code: string, text: string, clauses: Clause[] }} Gap
 * @typedef {{ seat: Seat, distance: number, limit: number, spans: [number, number][], gaps: Gap[], angles: [number, number][],
 *   angles_text: string | null, angles_clauses: Clause[], speed: [number, number] }} StrokeDomain
 * @typedef {{ piece: number, piece_kind: string, queue: number[], radius: number, ring: [number, number],
 *   avoid: [number, number, number][], suggested: [number, number] | null, may_forgo: boolean, text: string,
 *   clauses: Clause[], seconds?: number }} PlacingDomain
 * @typedef {{ options: { value: string, text: string }[] }} ChoiceDomain
 * @typedef {{ most: number }} ClaimDomain
 * @typedef {{ kind: string, seats: Seat[], computer: boolean, text: string, domain: any }} Awaiting
 * @typedef {{ seat: Seat | null, name: string, kind: "person" | "computer", level: string | null }} Player
 * @typedef {{ side: SideName, name: string, colour: "white" | "black" | null, down: number, up: number, owed: number,
 *   score: number, games: number, players: Player[] }} Side
 * @typedef {{ id: string, version: number, phase: "toss" | "playing" | "over",
 *   ruleset: { slug: string, title: string, edition: number, game_word: string },
 *   format: { game_target: number | null, board_limit: number | null, match_wins_needed: number, words: string },
 *   men: number, sides: Side[], queen: { standing: "on_board" | "awaiting_cover" | "covered", side: SideName | null },
 *   game_number: number, board_number: number, stroke_number: number, to_play: Seat | null,
 *   boards: { game: number, board: number, winner: SideName | null, points: number, score: [number, number] }[],
 *   games: { winner: SideName | null, score: [number, number] }[], position: Lying[], hand: number[], awaiting: Awaiting,
 *   offers: { number: number, what: string, side: SideName, text: string }[],
 *   may: { take_back: boolean, concede: boolean, offer: string[], pass: boolean, withdraw: boolean },
 *   result: { winner: SideName | null, games: [number, number], text: string, how: string } | null,
 *   colours_open: boolean, early_queen: boolean, solo: Solo | null,
 *   clock: number | null, days: number | null, rests_until: string | null, coin_line: boolean, clock_stopped: boolean, wait: { text: string, left: number } | null,
 *   before_break: { colour: { side: SideName, now: "white" | "black" } | null,
 *     rack: { seat: Seat, pockets: { value: string, text: string }[] } | null } | null }} View
 * @typedef {{ engine: string, parameters: number[] }} Physics version of the server's engine, parameters of the match's surface
 * @typedef {{ kind: "hello", seats: Seat[], players: [SideName, number][], playing: boolean, physics: Physics,
 *   version: number, view: View, last: (Omit<MatchEvent, "view"> & { view: View | null }) | null, rematch: Rematch | null, left: [SideName, number][], free: [SideName, number][], may_write: boolean }} Hello
 * @typedef {{ wanted: SideName[], next: string | null }} Rematch who wants another match, and its address once there is one
 * @typedef {{ kind: "aim", seat: Seat, offset: number, angle: number, speed: number, phase: "place" | "aim" | "pull" }} AimMessage
 */

/** @type {readonly Seat[]} anticlockwise from above */
const SEATS = ["south", "east", "north", "west"];

/**
 * @param {Seat} seat
 * @returns {number} quarter turns anticlockwise from SOUTH
 */
export function quarterTurns(seat) {
  return SEATS.indexOf(seat);
}
