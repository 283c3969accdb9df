/** The values of a match file: words, numbers, texts, lists and fields, after the grammar in docs/notation.md. */

import { Line } from "./situation.js";

/** @typedef {any} Json what JSON knows */
/** @typedef {Record<string, Json>} Fields */
/** @typedef {{ entries: Fields[], closing?: string[] }} Variation entries that were not played; the first could have been made in place of the one above */
/** @typedef {{ head: Fields, entries: Fields[], result?: Fields, comments?: string[], [name: string]: Json }} FileMatch */

const NAME = /[A-Za-z_][A-Za-z0-9_-]*/;
/** @type {Record<string, Json>} */
const WORDS = { none: null, yes: true, no: false };
const LARGEST = 2 ** 53;
const DEEPEST = 12;

/**
 * @param {Line} line
 * @param {number} [depth]
 * @returns {Json}
 */
export function value(line, depth = 0) {
  if (depth > DEEPEST) line.fail("bad-syntax");
  let found;
  if (line.rest[0] === '"') {
    found = quoted(line);
  } else if (line.takeIf("(")) {
    found = [];
    while (!line.takeIf(")")) found.push(line.ended ? line.fail("bad-syntax") : value(line, depth + 1));
  } else if (line.takeIf("[")) {
    found = fields(line, "]", depth + 1);
    line.take(/\]/);
  } else if (line.see(NAME)) {
    const [word] = line.take(NAME);
    found = Object.hasOwn(WORDS, word) ? WORDS[word] : word;
  } else if (line.see(/[-+0-9]/)) {
    found = number(line);
  } else {
    return line.fail("bad-syntax");
  }
  line.gap();
  return found;
}

/** @param {Line} line */
export function quoted(line) {
  const start = line.place;
  const [text] = line.take(/"(?:[^"\\]|\\.)*"/);
  try {
    return String(JSON.parse(text));
  } catch {
    line.place = start;
    return line.fail("bad-syntax");
  }
}

/** @param {Line} line */
function number(line) {
  const start = line.place;
  const found = line.real();
  const text = line.text.slice(start, line.place).trim().replace(/^[+-]/, "");
  return /^\d+$/.test(text) && BigInt(text) > BigInt(LARGEST) ? line.fail("bad-number") : found;
}

/**
 * @param {Line} line
 * @param {string} closing a sign before which it stops
 * @param {number} [depth]
 */
export function fields(line, closing, depth = 0) {
  /** @type {Fields} */
  const found = Object.create(null);
  while (!line.ended && !line.rest.startsWith(closing)) {
    const key = name(line);
    if (key in found) line.fail("key-twice");
    found[key] = value(line, depth);
  }
  return { ...found };
}

/** @param {Line} line */
export function name(line) {
  const [word] = line.take(NAME);
  line.gap();
  return word;
}
