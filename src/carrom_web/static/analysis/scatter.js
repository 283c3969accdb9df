/** What a stroke may come to when a hand strikes it: many strokes near the one that is meant, played to their ends. Pure. */

/** @typedef {import("../physics/simulate.js").Simulated} Simulated */
/** @typedef {import("../site/wire.js").Released} Released */
/** @typedef {{ place: number, aim: number, speed: number }} Hand standard deviations: metres, radians, a share of the speed */
/**
 * `fell` counts by number; `same` counts the strokes after which the very same pieces were gone as after the one that is meant.
 *
 * @typedef {{ played: number, fell: Map<number, number>, same: number, none: number, ends: [number: number, x: number, y: number][] }} Scatter
 */

const LEAST_SPEED = 1e-3; // m/s
const MOVED = 5e-4; // m: who ends nearer to where it lay is not drawn

/**
 * @param {number} seed
 * @returns {() => number} numbers in [0, 1), the same for the same seed (mulberry32): a picture does not flicker
 */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 15), z | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 4294967296;
  };
}

/** @param {() => number} random @returns {number} from the normal distribution (Box and Muller) */
export function normal(random) {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/**
 * @param {Released} meant
 * @param {Hand} hand
 * @param {number} count
 * @param {number} seed
 * @returns {Released[]} strokes that the hand may make when it means this one
 */
export function strokesNear(meant, hand, count, seed) {
  const next = random(seed);
  return Array.from({ length: count }, () => {
    const [place, aim, speed] = [normal(next), normal(next), normal(next)];
    return {
      offset: meant.offset + hand.place * place, angle: meant.angle + hand.aim * aim,
      speed: Math.max(LEAST_SPEED, meant.speed * (1 + hand.speed * speed)),
    };
  });
}

/**
 * @param {Simulated} meant what the stroke that is meant comes to
 * @param {readonly Released[]} strokes
 * @param {(stroke: Released) => Simulated | null} play null: it cannot be struck
 * @param {readonly import("../site/wire.js").Lying[]} position before the stroke
 * @returns {Scatter}
 */
export function scatterOf(meant, strokes, play, position) {
  const before = new Map(position.map(([number, x, y]) => [number, /** @type {const} */ ([x, y])]));
  /** @type {Scatter} */
  const found = { played: 0, fell: new Map(), same: 0, none: 0, ends: [] };
  const wanted = gone(meant);
  for (const stroke of strokes) {
    const came = play(stroke);
    if (!came) continue;
    found.played += 1;
    for (const number of came.fallen) found.fell.set(number, (found.fell.get(number) ?? 0) + 1);
    if (gone(came) === wanted) found.same += 1;
    if (!came.fallen.length) found.none += 1;
    for (const [number, x, y] of came.final) {
      const [bx, by] = before.get(number) ?? [NaN, NaN];
      if (Math.hypot(x - bx, y - by) >= MOVED) found.ends.push([number, x, y]);
    }
  }
  return found;
}

/** @param {Simulated} came @returns {string} what it took off the board */
function gone(came) {
  return [...came.fallen, ...came.jumped].sort((a, b) => a - b).join(" ");
}
