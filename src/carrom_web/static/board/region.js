/** Where a due may lie: the ring and what may not be touched, as the server sent them. Pure; metres in, millimetres out. */

/** @typedef {import("../site/wire.js").PlacingDomain} PlacingDomain */
/** @typedef {"free" | "outside" | "touches"} Verdict */

const SLACK = 1e-9;
const MOST = 0.354; // m: a coin that touches the frame
const STEP = 1e-5; // m: a place is sent in hundredths of a millimetre

/**
 * @param {PlacingDomain} domain
 * @param {number} x metres in board axes
 * @param {number} y
 * @returns {Verdict}
 */
export function verdictOn(domain, x, y) {
  const [least, most] = domain.ring;
  const distance = Math.hypot(x, y);
  if (distance < least - SLACK || distance > most + SLACK) return "outside";
  return domain.avoid.some(([ax, ay, apart]) => Math.hypot(x - ax, y - ay) < apart - SLACK) ? "touches" : "free";
}

/**
 * @param {PlacingDomain} domain
 * @param {number} x
 * @param {number} y
 * @returns {[number, number] | null} the free spot nearest to this one, found to a twentieth of a millimetre; null where there is none
 */
export function nearestFree(domain, x, y) {
  const [spotX, spotY] = [round(x), round(y)];
  if (verdictOn(domain, spotX, spotY) === "free") return [spotX, spotY];
  /** @type {[number, number] | null} */
  let best = null;
  let bestAway = Infinity;
  const offer = (/** @type {number} */ px, /** @type {number} */ py) => {
    const place = /** @type {[number, number]} */ ([round(px), round(py)]);
    const away = Math.hypot(place[0] - x, place[1] - y);
    if (away < bestAway && verdictOn(domain, ...place) === "free") {
      best = place;
      bestAway = away;
    }
  };
  const margin = 2 * STEP;
  const [least, most] = domain.ring;
  const angle = Math.atan2(y, x);
  // the nearest free spot lies on an edge: of the ring, or of a disc to avoid
  for (const r of [Math.min(most - margin, Math.max(least + margin, Math.hypot(x, y))), least + margin, most - margin]) {
    for (let i = 0; i < 720; i += 1) offer(r * Math.cos(angle + (i * Math.PI) / 360), r * Math.sin(angle + (i * Math.PI) / 360));
  }
  for (const [ax, ay, apart] of domain.avoid) {
    const from = Math.atan2(y - ay, x - ax);
    for (let i = 0; i < 720; i += 1) {
      offer(ax + (apart + margin) * Math.cos(from + (i * Math.PI) / 360), ay + (apart + margin) * Math.sin(from + (i * Math.PI) / 360));
    }
  }
  return best ?? domain.suggested;
}

/**
 * Where a due lies that was put at a point: on the grid of places, or where the server suggests it, if that is the same
 * but for rounding. A suggestion may be the only free spot, where it touches two coins: rounded, it would overlap them.
 *
 * @param {PlacingDomain} domain
 * @param {number} x
 * @param {number} y
 * @returns {[number, number]}
 */
export function placeAt(domain, x, y) {
  const { suggested } = domain;
  if (suggested && Math.hypot(x - suggested[0], y - suggested[1]) < STEP) return suggested;
  return [round(Math.max(-MOST, Math.min(MOST, x))), round(Math.max(-MOST, Math.min(MOST, y)))];
}

/** @param {number} value metres */
export function round(value) {
  return Math.round(value / STEP) * STEP === 0 ? 0 : Number((Math.round(value / STEP) * STEP).toFixed(5));
}
