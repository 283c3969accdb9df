/**
 * What the page's kernel sees of the positions of a file: tests/physics/test_browser_kernel.py compares it with Python's.
 * `node sight_of_a_file.mjs FOLDER` reads layouts, figures, ways and ignored, and writes chances and free there.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];
/** @param {string} name */
const bytes = (name) => new Uint8Array(readFileSync(join(folder, name))).buffer;
const { findClearWays, guessChances, load } = await import("../../src/carrom_web/static/physics/kernel.js");
await load(readFileSync(new URL("../../src/carrom_web/static/physics/kernel.wasm", import.meta.url)));
const layouts = new Float64Array(bytes("layouts"));
writeFileSync(join(folder, "chances"), guessChances(layouts, 0b1111_1111_1111_1111_1110, new Float64Array(bytes("figures"))));
const points = layouts.subarray(0, 40).filter((value) => !Number.isNaN(value));
writeFileSync(join(folder, "free"), findClearWays(new Float64Array(bytes("ways")), points, new Int32Array(bytes("ignored")), 0.035));
