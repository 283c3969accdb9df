/**
 * The kernel that plays strokes: WebAssembly, made from the same source as the server's, and the same to the last bit. It is
 * loaded once, before the first stroke; then it answers at once.
 */

import { DISCS, EVENT_COLUMNS, F_EVENT_ROWS, F_SEGMENT_ROWS, FACTS, SEGMENT_COLUMNS } from "./figures.js";

/** @typedef {Float64Array | Int8Array | Int32Array} Numbers */
/** @typedef {(...places: number[]) => void} Entry takes places in memory, then counts */
/**
 * What the module exports: its memory, where it is free, and its entries.
 *
 * @typedef {{ memory: WebAssembly.Memory, __heap_base: WebAssembly.Global, simulate_strokes: Entry, guess_chances: Entry,
 *   find_clear_ways: Entry }} Exports
 */

const LINE = 64; // bytes: arrays begin where a line of the processor's cache does
const PAGE = 65536; // bytes by which memory grows

/** @type {Exports | null} */
let kernel = null;
/** @type {WebAssembly.Module | null} */
let compiled = null;
/** @type {Promise<void> | null} */
let loading = null;

/** Strokes cannot be played in this page; `code` is the key of a text that says why. */
export class NoKernelError extends Error {
  /** @param {"kernel.no_wasm" | "kernel.not_loaded"} code @param {unknown} cause */
  constructor(code, cause) {
    super(`${code}: ${cause}`);
    this.code = code;
  }
}

/**
 * @param {BufferSource | WebAssembly.Module} [bytes] of kernel.wasm, or what a page has compiled of them; without them it is fetched
 * @returns {Promise<void>} when strokes can be played
 * @throws {NoKernelError} this browser has no WebAssembly with vectors, or the file did not arrive; asked again, it is tried again
 */
export function load(bytes) {
  loading ??= instantiate(bytes).catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** @returns {boolean} whether strokes can be played now */
export function isReady() {
  return kernel !== null;
}

/** @returns {WebAssembly.Module | null} what a worker is given, so that it need not fetch and compile it again; null: not loaded */
export function module() {
  return compiled;
}

/** @param {BufferSource | WebAssembly.Module} [bytes] */
async function instantiate(bytes) {
  if (!("WebAssembly" in globalThis)) throw new NoKernelError("kernel.no_wasm", "no WebAssembly");
  let given = bytes;
  try {
    given ??= await (await arrived(fetch(new URL("./kernel.wasm", import.meta.url)))).arrayBuffer();
  } catch (error) {
    throw new NoKernelError("kernel.not_loaded", error);
  }
  try {
    compiled = given instanceof WebAssembly.Module ? given : await WebAssembly.compile(given);
    kernel = /** @type {Exports} */ (/** @type {unknown} */ ((await WebAssembly.instantiate(compiled)).exports));
  } catch (error) {
    throw new NoKernelError("kernel.no_wasm", error);
  }
}

/** @param {Promise<Response>} asked */
async function arrived(asked) {
  const answer = await asked;
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer;
}

/**
 * Plays strokes one after the other: `simulate_strokes` of kernel.py. Arrays of several dimensions are one typed array, row
 * after row; what is filled in are `finals`, `fallen`, `facts`, `durations`, and, where they have rows, `segments` and `events`.
 *
 * @param {[strokes: Float64Array, layouts: Float64Array, parameters: Float64Array, table: Float64Array, finals: Float64Array,
 *   fallen: Int8Array, facts: Int32Array, durations: Float64Array, segments: Float64Array, events: Float64Array]} arrays
 */
export function simulateStrokes(...arrays) {
  const [strokes, layouts, parameters, table, finals, fallen, facts, durations, segments, events] = arrays;
  const counts = [strokes.length / 3, layouts.length / (2 * DISCS), segments.length / SEGMENT_COLUMNS, events.length / EVENT_COLUMNS];
  const results = [finals, fallen, facts, durations];
  const at = enter("simulate_strokes", [strokes, layouts, parameters, table], results, [segments, events], counts);
  if (!segments.length || !facts.length) return;
  const last = facts.length - FACTS;
  segments.set(view(segments, at[0], facts[last + F_SEGMENT_ROWS] * SEGMENT_COLUMNS));
  events.set(view(events, at[1], facts[last + F_EVENT_ROWS] * EVENT_COLUMNS));
}

/**
 * Guesses how likely one good stroke pockets each piece: `guess_chances` of sight.py, for a player who sits at SOUTH.
 *
 * @param {Float64Array} layouts (n, 20, 2)
 * @param {number} mask of the pieces that matter, one bit a number
 * @param {Float64Array} figures of hand and board
 * @returns {Float64Array} (n, 20)
 */
export function guessChances(layouts, mask, figures) {
  const chances = new Float64Array(layouts.length / 2);
  enter("guess_chances", [layouts, Int32Array.of(mask, 0), figures], [chances], [], [layouts.length / (2 * DISCS)]);
  return chances;
}

/**
 * Says which ways pass all points by at least `reach`: `find_clear_ways` of sight.py.
 *
 * @param {Float64Array} ways (n, 4), from x, y to x, y
 * @param {Float64Array} points (at most 20, 2)
 * @param {Int32Array} ignored rows of points, -1: none
 * @param {number} reach metres
 * @returns {Int8Array} 1: it is clear
 */
export function findClearWays(ways, points, ignored, reach) {
  const free = new Int8Array(ways.length / 4);
  enter("find_clear_ways", [ways, points, ignored, Float64Array.of(reach)], [free], [], [free.length, points.length / 2]);
  return free;
}

/**
 * Calls one entry: arrays are copied in, and of those that are filled in the results are copied out.
 *
 * @param {"simulate_strokes" | "guess_chances" | "find_clear_ways"} entry
 * @param {Numbers[]} given
 * @param {Numbers[]} results what stands in them before counts too
 * @param {Numbers[]} rooms only room for results
 * @param {number[]} counts
 * @returns {number[]} where the rooms lie in memory
 */
function enter(entry, given, results, rooms, counts) {
  if (!kernel) throw new Error("the kernel is not loaded");
  const { memory, __heap_base } = kernel;
  const copied = [...given, ...results];
  /** @type {number[]} */
  const places = [];
  let end = line(__heap_base.value);
  for (const array of [...copied, ...rooms]) {
    places.push(end);
    end = line(end + array.byteLength);
  }
  if (end > memory.buffer.byteLength) memory.grow(Math.ceil((end - memory.buffer.byteLength) / PAGE));
  copied.forEach((array, k) => view(array, places[k], array.length).set(array));
  kernel[entry](...places, ...counts);
  results.forEach((array, k) => array.set(view(array, places[given.length + k], array.length)));
  return places.slice(copied.length);
}

/** @param {number} at @returns {number} the next place at which an array may begin */
function line(at) {
  return Math.ceil(at / LINE) * LINE;
}

/** @param {Numbers} like an array of the same kind @param {number} at @param {number} length @returns {Numbers} so much of the memory */
function view(like, at, length) {
  const Kind = /** @type {new (buffer: ArrayBuffer, at: number, length: number) => Numbers} */ (like.constructor);
  return new Kind(/** @type {Exports} */ (kernel).memory.buffer, at, length);
}
