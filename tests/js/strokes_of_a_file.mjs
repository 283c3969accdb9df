/**
 * Plays the strokes of a file with the page's kernel and tells one checksum a stroke: tests/physics/test_browser_kernel.py compares
 * them with Python's. `node strokes_of_a_file.mjs STROKES` writes a JSON list.
 */

import { readFileSync } from "node:fs";

import { checksums } from "./checksums.js";

const bytes = readFileSync(process.argv[2]);
const numbers = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
const figures = await import("../../src/carrom_web/static/physics/figures.js");
const { load, simulateStrokes } = await import("../../src/carrom_web/static/physics/kernel.js");
await load(readFileSync(new URL("../../src/carrom_web/static/physics/kernel.wasm", import.meta.url)));
const { SLIDING } = await import("../../src/carrom_web/static/physics/sliding.js");
process.stdout.write(JSON.stringify(checksums(numbers, figures, simulateStrokes, SLIDING)));
