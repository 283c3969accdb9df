/**
 * Reads { parameters, texts } as JSON on standard input and prints a JSON list of what the import page shows of the first match of
 * each text: its steps, simulated by the page's kernel. Run by tests/web/test_match_file_in_page.py.
 */

import { readFileSync } from "node:fs";

import { courseOf } from "../../src/carrom_web/static/notation/course.js";
import { readMatchFile } from "../../src/carrom_web/static/notation/match_file.js";
import { load } from "../../src/carrom_web/static/physics/kernel.js";

await load(readFileSync(new URL("../../src/carrom_web/static/physics/kernel.wasm", import.meta.url)));
let input = "";
process.stdin.setEncoding("utf-8");
for await (const part of process.stdin) input += part;
const { parameters, texts } = JSON.parse(input);
const courses = texts.map((text) => courseOf(readMatchFile(text).matches[0], { parameters: Float64Array.from(parameters) }));
process.stdout.write(JSON.stringify(courses));
