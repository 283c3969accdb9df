/**
 * The board's figures in millimetres, as drawn. Origin in the centre, x right, y away from the one who looks.
 * Server lengths are metres; `mm` and `metres` are the only places where one becomes the other.
 */

export const HALF = 370;
export const FRAME = 70;
export const OUTER = HALF + FRAME;
export const BASE_MIDDLE = 252.6;
export const RAIL_END = 240; // how far the striker may be put aside, legal or not
export const MOST_ANGLE = 180; // degrees to either side
export const COIN = 15.9;
export const STRIKER = 20.65;
export const DECELERATION = 0.12 * 9.81; // m/s2 of the usual board, for "slides 1.7 m" until the surface is known

/**
 * @param {number} metres
 * @returns {number} millimetres
 */
export function mm(metres) {
  return metres * 1000;
}

/**
 * @param {number} millimetres
 * @returns {number} metres
 */
export function metres(millimetres) {
  return Number((millimetres / 1000).toFixed(5));
}

/**
 * @param {number} number 0 striker, 1 queen, 2 to 10 white, 11 to 19 black
 * @returns {"s" | "q" | "w" | "b"} the letter of its symbol
 */
export function letterOf(number) {
  if (number === 0) return "s";
  if (number === 1) return "q";
  return number <= 10 ? "w" : "b";
}

/**
 * @param {number} number
 * @returns {number} millimetres
 */
export function radiusOf(number) {
  return number === 0 ? STRIKER : COIN;
}
