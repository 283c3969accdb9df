/**
 * The kernel that plays strokes: WebAssembly, made from the same source as the server's, and the same to the last bit. It is
 * loaded once, before the first stroke; then it answers at once.
 */

import { DISCS, EVENT_COLUMNS, F_EVENT_ROWS, F_SEGMENT_ROWS, FACTS, SEGMENT_COLUMNS } from "./figures.js";

/** @typedef {Float64Array | Int8Array | Int32Array} Numbers */
/**
 * What the module exports: its memory, where it is free, and its one entry, which takes places in memory and counts.
 *
 * @typedef {{ memory: WebAssembly.Memory, __heap_base: WebAssembly.Global, simulate_strokes: (...places: number[]) => void }} Exports
 */

const KINDS = [
  Float64Array, Float64Array, Float64Array, Float64Array, // strokes, layouts, parameters, table
  Float64Array, Int8Array, Int32Array, Float64Array, // finals, fallen, facts, durations
  Float64Array, Float64Array, // segments, events
];
const FILLED = 4; // from here on arrays are results
const RECORDED = 8; // and from here on only as far as they were filled
const LINE = 64; // bytes: arrays begin where a line of the processor's cache does
const PAGE = 65536; // bytes by which memory grows

/** @type {Exports | null} */
let kernel = null;
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
 * @param {BufferSource} [bytes] of kernel.wasm; without them it is fetched
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

/** @param {BufferSource} [bytes] */
async function instantiate(bytes) {
  if (!("WebAssembly" in globalThis)) throw new NoKernelError("kernel.no_wasm", "no WebAssembly");
  let given = bytes;
  try {
    given ??= await (await arrived(fetch(new URL("./kernel.wasm", import.meta.url)))).arrayBuffer();
  } catch (error) {
    throw new NoKernelError("kernel.not_loaded", error);
  }
  try {
    const { instance } = await WebAssembly.instantiate(given);
    kernel = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
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
  if (!kernel) throw new Error("the kernel is not loaded");
  const { memory, simulate_strokes, __heap_base } = kernel;
  const [strokes, layouts, , , , , facts, , segments, events] = arrays;
  const places = [];
  let end = line(__heap_base.value);
  for (const array of arrays) {
    places.push(end);
    end = line(end + array.byteLength);
  }
  if (end > memory.buffer.byteLength) memory.grow(Math.ceil((end - memory.buffer.byteLength) / PAGE));
  for (let k = 0; k < RECORDED; k += 1) view(memory, k, places[k], arrays[k].length).set(arrays[k]);
  const counts = [strokes.length / 3, layouts.length / (2 * DISCS), segments.length / SEGMENT_COLUMNS, events.length / EVENT_COLUMNS];
  simulate_strokes(...places, ...counts);
  for (let k = FILLED; k < RECORDED; k += 1) arrays[k].set(view(memory, k, places[k], arrays[k].length));
  if (!segments.length || !facts.length) return;
  const last = facts.length - FACTS;
  segments.set(view(memory, RECORDED, places[RECORDED], facts[last + F_SEGMENT_ROWS] * SEGMENT_COLUMNS));
  events.set(view(memory, RECORDED + 1, places[RECORDED + 1], facts[last + F_EVENT_ROWS] * EVENT_COLUMNS));
}

/** @param {number} at @returns {number} the next place at which an array may begin */
function line(at) {
  return Math.ceil(at / LINE) * LINE;
}

/** @param {WebAssembly.Memory} memory @param {number} k which of the arrays @param {number} at @param {number} length @returns {Numbers} */
function view(memory, k, at, length) {
  return new KINDS[k](memory.buffer, at, length);
}
