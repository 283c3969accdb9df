/** A stroke of a lesson without a network: this page plays it and shows where everything goes; nobody judges it. */

import { load } from "../physics/kernel.js";
import { simulate } from "../physics/simulate.js";

/**
 * @param {import("../site/wire.js").Lying[]} position
 * @param {{ offset: number, angle: number, speed: number }} stroke
 * @param {number[]} parameters of the surface
 * @returns {Promise<import("../physics/simulate.js").Simulated>}
 */
export async function played(position, stroke, parameters) {
  await load();
  return simulate(position, stroke, "south", new Float64Array(parameters));
}
