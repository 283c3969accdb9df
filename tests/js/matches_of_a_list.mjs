/**
 * Reads a JSON list of texts on standard input and prints a JSON list of what the site's readers say of each: its reading,
 * or the code and line with which it is refused. The argument says what the texts are: `situations` or `matches`.
 *
 * Run by tests/notation.
 */

import { RefusedError, readMatchFile } from "../../src/carrom_web/static/notation/match_file.js";
import { readSituation } from "../../src/carrom_web/static/notation/situation.js";

const read = process.argv[2] === "situations" ? readSituation : readMatchFile;

const answered = (text) => {
  try {
    return { reading: read(text) };
  } catch (error) {
    if (error instanceof RefusedError) return { refused: error.code, line: error.line };
    throw error;
  }
};

let input = "";
process.stdin.setEncoding("utf-8");
for await (const part of process.stdin) input += part;
process.stdout.write(JSON.stringify(JSON.parse(input).map(answered)));
