// Reads [[name, source, other], ...] from standard input and prints the names of those that differ in more than
// comments, white space and brackets around an expression, as JSON. Prettier, whose folder is the argument, parses both.

import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

const load = (file) => import(pathToFileURL(join(process.argv[2], file)).href);
const [{ parsers }, styles] = [await load("plugins/babel.mjs"), await load("plugins/postcss.mjs")];
const PLACES = "start end loc range comments tokens extra errors __contentEnd".split(" ");
// White space before and after what is a node of its own. A value is compared by its text, which has its white space.
const SPACES = "source sourceIndex sourceSpan inputs group raws spaces before after".split(" ");
const LEFT_OUT = new Set([...PLACES, ...SPACES]);
const COMMENT = /\/\*[^]*?\*\//g;

const spaced = (text) =>
  text
    .replace(/\s+/g, " ")
    .replace(/(?<=[(:,]) | (?=[),])/g, "")
    .trim();
const isCompared = (key) => !LEFT_OUT.has(key) && !key.endsWith("Comments");

function same(one, other, isSpaced = false) {
  if (one?.type === "ParenthesizedExpression") return same(one.expression, other);
  if (other?.type === "ParenthesizedExpression") return same(one, other.expression);
  if (one === other) return true;
  if (isSpaced && typeof one === "string" && typeof other === "string") return spaced(one) === spaced(other);
  if (!one || !other || typeof one !== "object" || typeof other !== "object") return false;
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((each, row) => same(each, other[row]));
  isSpaced = /^(css-atrule|css-rule|css-decl|selector-|media-|value-root)/.test(one.type);
  for (const key in other) if (!(key in one) && isCompared(key)) return false;
  for (const key in one) if (isCompared(key) && !same(one[key], other[key], isSpaced)) return false;
  return true;
}

async function isSame(name, source, other) {
  try {
    if (name.endsWith(".js"))
      return same(parsers.babel.parse(source, {}).program, parsers.babel.parse(other, {}).program);
    const { parse } = styles.parsers.css;
    return same(await parse(source.replace(COMMENT, ""), {}), await parse(other, {}));
  } catch (error) {
    console.error(`${name} cannot be read: ${error.message}`);
    return false;
  }
}

const different = [];
for (const [name, source, other] of JSON.parse(await textOf(process.stdin)))
  if (!(await isSame(name, source, other))) different.push(name);
console.log(JSON.stringify(different));
