/**
 * Tells the microseconds of processor time that the page's kernel takes for a stroke of each kind of work: benchmarks/kernels.py compares them.
 * `node speed_of_the_kernel.mjs FOLDER KINDS TURNS` writes a JSON list; FOLDER holds N.strokes, N.layouts and N.parameters.
 */

import { readFileSync } from "node:fs";
import path from "node:path";

import { DISCS, FACTS } from "../../src/carrom_web/static/physics/figures.js";
import { load, simulateStrokes } from "../../src/carrom_web/static/physics/kernel.js";
import { SLIDING } from "../../src/carrom_web/static/physics/sliding.js";

const [folder, kinds, turns] = process.argv.slice(2);
await load(readFileSync(new URL("../../src/carrom_web/static/physics/kernel.wasm", import.meta.url)));

/** @param {string} name */
function read(name) {
  const bytes = readFileSync(path.join(folder, name));
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

const work = Array.from({ length: Number(kinds) }, (_, k) => [read(`${k}.strokes`), read(`${k}.layouts`), read(`${k}.parameters`)]);
const least = work.map(() => Infinity);
for (let turn = 0; turn < Number(turns); turn += 1) {
  work.forEach(([strokes, layouts, parameters], k) => {
    const count = strokes.length / 3;
    const results = [
      new Float64Array(2 * DISCS * count).fill(NaN), new Int8Array(DISCS * count).fill(-1), new Int32Array(FACTS * count), new Float64Array(count),
    ];
    const before = process.cpuUsage();
    simulateStrokes(strokes, layouts, parameters, SLIDING, .../** @type {any} */ (results), new Float64Array(0), new Float64Array(0));
    const { user, system } = process.cpuUsage(before);
    least[k] = Math.min(least[k], (user + system) / count);
  });
}
process.stdout.write(JSON.stringify(least));
