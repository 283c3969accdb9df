/**
 * What a sheet's page gets from its server (docs/wire.md), as types. Holds no code.
 *
 * @typedef {import("../site/wire.js").View} View
 * @typedef {import("../site/wire.js").Ruling} Ruling
 * @typedef {{ pocketed: string[], striker_pocketed: boolean, left_board: string[], striker_left_board: boolean, touched: boolean,
 *   improper: boolean, struck: string[], declared: string[], by_opponent: boolean, made: boolean, dropped: string[] }} Facts
 * @typedef {{ key: string, text: string, facts: Record<string, unknown>, needs: string | null, asks: { text: string, yes: string, no: string } | null }} Toggle
 * @typedef {{ number: number, kind: string, time: string, by: string, text: string, brief: string, follows: string[], struck: boolean, now: string, reasons: Ruling["reasons"], readings: Ruling["readings"] }} Line
 * @typedef {{ text: string, request: Record<string, unknown> | null, main: boolean, from?: string, declares?: string }} Step
 * @typedef {{ kind: string, text: string, seconds: number, lapse: Step | null }} Span
 * @typedef {{ view: View, breaks: { side: "a" | "b", name: string } | null, attempt: string, toggles: Toggle[],
 *   ends: { value: string, text: string }[], warnings: Record<string, number>, interval: { until: string, text: string } | null, forgo: string, may_undo: boolean, correct: { facts: Facts, side: "a" | "b" | null, toggles: Toggle[] } | null, log: Line[],
 *   ceremony: boolean, step: string, steps: Step[], opening: Opening | null, clocks: Span[], beside: Step[], hint: string, strokes: { number: number, text: string }[],
 *   protest: { now: boolean, last: boolean, until: string | null }, substitutes: { side: string, player: number, name: string }[],
 *   notes: string[], warned: string[], what_if: string, counts_settings: boolean }} Situation
 * @typedef {{ kind: "checks" | "question", name: string, text: string, lines?: string[], texts?: Record<string, string>, by?: string | null, after?: string,
 *   answers?: { text: string, value?: string | number | null, values?: Record<string, string> }[] }} OpeningItem
 * @typedef {{ title: string, board: string, items: OpeningItem[], main: string, acts: Step[] }} Opening
 * @typedef {{ name: string, role: string, since: string, count: number, mine: boolean, you: boolean, may_take: boolean, ended: string | null }} ScorerNow
 * @typedef {{ number: number, kind: string, text: string, brief: string, ruling: Ruling | null, against: boolean, ends_board: boolean, follows: string[], next: string }} Judged
 * @typedef {{ number: number, may: "stroke" | "board" | "points" | "leave", text: string, facts: Facts | null, board: { ended: string, winner: string | null, coins_left: number, queen: string | null, extra: number, breaker: string | null } | null,
 *   points: number | null, most: number, side: "a" | "b" | null, colours: Record<string, string | null>, solo: boolean, toggles: Toggle[],
 *   ends: { value: string, text: string }[], breaks: { side: "a" | "b", name: string } | null }} CorrectableEntry
 * @typedef {{ entries: { number: number, was: string, now: string, why: string }[], same: number, lapsed: number, turns: boolean,
 *   boards: { name: string, was: string, now: string, changed: boolean }[], score: { was: string, now: string }, awaiting: { was: string, now: string } }} Changes
 * @typedef {{ key: string, text: string, kind: string, effect: string, clauses: import("../site/wire.js").Clause[] }} Fact
 */

export {};
