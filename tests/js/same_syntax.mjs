// Reads [[name, source, other], ...] from standard input and prints the names of those that differ in more than
// comments, white space and brackets around an expression, as JSON. Prettier, whose folder is the argument, parses both.

import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

const load = (file) => import(pathToFileURL(join(process.argv[2], file)).href);
const [{ format }, { parsers }] = [await load("index.mjs"), await load("plugins/babel.mjs")];
const PLACES = new Set(["start", "end", "loc", "range", "comments", "tokens", "extra", "errors", "__contentEnd"]);

function bare(node) {
  if (Array.isArray(node)) return node.map(bare);
  if (!node || typeof node !== "object") return node;
  if (node.type === "ParenthesizedExpression") return bare(node.expression);
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => !PLACES.has(key) && !key.endsWith("Comments"))
      .map(([key, value]) => [key, bare(value)]),
  );
}

async function meaning(name, text) {
  try {
    if (name.endsWith(".js")) return JSON.stringify(bare(parsers.babel.parse(text, {}).program));
    const laidOut = await format(text.replace(/\/\*[^]*?\*\//g, ""), { parser: "css" });
    return laidOut.replace(/\s+/g, " ").replace(/\( | (?=\))/g, (space) => space.trim());
  } catch (error) {
    return `cannot be read: ${error.message}`;
  }
}

const different = [];
for (const [name, source, other] of JSON.parse(await textOf(process.stdin)))
  if ((await meaning(name, source)) !== (await meaning(name, other))) different.push(name);
console.log(JSON.stringify(different));
