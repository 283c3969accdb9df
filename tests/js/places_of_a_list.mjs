// Reads [{ring, avoid, suggested}, ...] from standard input and prints for each what the page says of the place that it
// proposes for a due: [verdict, x, y], as JSON.

import { text } from "node:stream/consumers";

import { placeAt, verdictOn } from "../../src/carrom_web/static/board/region.js";

const domains = JSON.parse(await text(process.stdin));
const said = domains.map((domain) => {
  const [x, y] = placeAt(domain, ...domain.suggested);
  return [verdictOn(domain, x, y), x, y];
});
console.log(JSON.stringify(said));
