/**
 * Match files, read after docs/notation.md: a second reader, which shares no code with the library's.
 *
 * It knows what a file says, line by line, checked by the JSON schema; what followed from it only the laws know.
 */

import { Reader } from "./match_reader.js";
import { SCHEMA } from "./schema.js";
import { fits } from "./schema_check.js";
import { Line, RefusedError, plain } from "./situation.js";

export { RefusedError } from "./situation.js";

/** @typedef {import("./values.js").Json} Json */
/** @typedef {import("./values.js").Fields} Fields */
/** @typedef {import("./values.js").FileMatch} FileMatch */
/** @typedef {{ format: string, version: number, matches: FileMatch[], closing?: string[] }} MatchFile */

/**
 * @param {string} text
 * @returns {MatchFile} as the JSON schema describes it
 * @throws {RefusedError}
 */
export function readMatchFile(text) {
  if (/^[\ufeff \r\n]*\{/.test(text)) return readJson(text);
  const rows = plain(text).split("\n");
  const reader = new Reader();
  rows.forEach((row, index) => {
    const line = new Line(row.replace(/ +$/, ""), index + 1);
    if (!line.ended) reader.read(line);
  });
  return reader.file(rows.length);
}

/**
 * @param {string} text
 * @returns {MatchFile}
 */
function readJson(text) {
  let found;
  try {
    found = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw new RefusedError("bad-json", 1, "");
  }
  if (!fits(found, SCHEMA)) throw new RefusedError("bad-json", 1, "");
  return found;
}
