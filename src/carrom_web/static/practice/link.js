/** What a link to the practice board holds, behind the # where no server sees it: position, surface, striker, side and aim. Pure. */

import { positionOf, textOf } from "./position.js";

/** @typedef {import("../site/wire.js").Lying} Lying */
/** @typedef {import("../site/wire.js").Seat} Seat */
/** @typedef {{ position: Lying[], surface: string, mass: number, seat: Seat, aim: Aim | null }} Shared */
/** @typedef {{ offset: number, angle: number, speed: number }} Aim millimetres, degrees, metres a second: as shown */

/**
 * @param {Shared} shared
 * @returns {string} begins with #
 */
export function linkOf({ position, surface, mass, seat, aim }) {
  const values = new URLSearchParams({ position: textOf(position), surface, striker: String(mass), seat });
  if (aim) values.set("aim", `${aim.offset} ${aim.angle} ${aim.speed}`);
  return `#${values.toString().replaceAll("%28", "(").replaceAll("%29", ")").replaceAll("%2C", ",")}`;
}

/**
 * @param {string} hash
 * @param {{ surfaces: Record<string, unknown>, masses: number[], parameters: (surface: string, mass: number) => Float64Array }} known
 * @returns {Shared | "nothing" | "bad"}
 */
export function sharedIn(hash, known) {
  const values = new URLSearchParams(hash.replace(/^#/, ""));
  const text = values.get("position");
  if (text === null) return "nothing";
  const surface = values.get("surface") ?? "tournament";
  const mass = Number(values.get("striker") ?? "15");
  const seat = values.get("seat") ?? "south";
  if (!Object.hasOwn(known.surfaces, surface) || !known.masses.includes(mass) || !isSeat(seat)) return "bad";
  const position = positionOf(text, known.parameters(surface, mass));
  if (!position) return "bad";
  return { position, surface, mass, seat, aim: aimIn(values.get("aim")) };
}

/**
 * @param {string} text
 * @returns {text is Seat}
 */
function isSeat(text) {
  return ["south", "east", "north", "west"].includes(text);
}

/**
 * @param {string | null} text
 * @returns {Aim | null}
 */
function aimIn(text) {
  const [offset, angle, speed, more] = (text ?? "").split(" ").map(Number);
  if (more !== undefined || ![offset, angle, speed].every(Number.isFinite) || speed < 0) return null;
  return { offset, angle, speed };
}
