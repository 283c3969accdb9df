#!/usr/bin/env node
// A carrom computer in JavaScript, from docs/bots/protocol.md alone: it sends the coin that needs the thinnest cut least
// straight into a pocket, and hits any piece where no way is free.
//
//   carrom arena "exec:node examples/bots/straight.mjs" random-strokes --boards 4
import { createInterface } from "node:readline";

const COIN = 0.0159, STRIKER = 0.02065, HALF = 0.37, POCKET = 0.3475, BASE = -0.2526; // metres
const REACH = COIN + STRIKER;
const POCKETS = [[-POCKET, POCKET], [POCKET, POCKET], [-POCKET, -POCKET], [POCKET, -POCKET]];

const apart = (ax, ay, bx, by) => Math.hypot(bx - ax, by - ay);
const angleTo = (x, y, offset) => Math.atan2(-(x - offset), y - BASE); // 0 is straight ahead, to the left is positive

/** Whether nothing lies nearer than `room` to the way from a to b, but for some pieces. */
function isFree(pieces, [ax, ay], [bx, by], room, but) {
  const length = apart(ax, ay, bx, by);
  return pieces.every(({ number, x, y }) => {
    if (but.includes(number)) return true;
    const along = Math.min(length, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
    return apart(ax + ((bx - ax) * along) / length, ay + ((by - ay) * along) / length, x, y) > room;
  });
}

function strokeFor({ pieces, colour, domain, surface }) {
  const places = domain.spans.flatMap(([from, to]) => [from, (2 * from + to) / 3, (from + to) / 2, (from + 2 * to) / 3, to]);
  let best = null;
  for (const piece of pieces.filter(({ kind }) => kind === "queen" || !colour || kind === colour)) {
    for (const [px, py] of POCKETS) {
      const way = apart(piece.x, piece.y, px, py);
      const ghost = [piece.x - ((px - piece.x) / way) * REACH, piece.y - ((py - piece.y) / way) * REACH];
      if (Math.max(...ghost.map(Math.abs)) > HALF - STRIKER || !isFree(pieces, [piece.x, piece.y], [px, py], 2 * COIN, [piece.number])) continue;
      for (const offset of places) {
        const run = apart(offset, BASE, ...ghost);
        const fullness = ((ghost[0] - offset) * (px - piece.x) + (ghost[1] - BASE) * (py - piece.y)) / (run * way);
        if (fullness < 0.3 || !isFree(pieces, [offset, BASE], ghost, REACH, [piece.number])) continue;
        const chance = fullness / (run + way);
        const slide = (distance) => 2 * surface.board_friction * 9.81 * distance; // square of the speed that slides so far
        const speed = 1.3 * Math.sqrt(slide(run) + slide(way) / (1.39 * fullness) ** 2);
        if (!best || chance > best.chance) best = { chance, stroke: { offset, angle: angleTo(...ghost, offset), speed: Math.min(speed, 6) } };
      }
    }
  }
  if (best) return best.stroke;
  const offset = places[0];
  const target = pieces.find(({ kind }) => kind === colour) ?? pieces[0];
  return { offset, angle: angleTo(target.x, target.y, offset), speed: 5 };
}

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  if (asked.kind === "hello") console.log(JSON.stringify({ kind: "hello", version: 1, name: "Straight" }));
  else console.log(JSON.stringify({ id: asked.id, stroke: strokeFor(asked) }));
}
