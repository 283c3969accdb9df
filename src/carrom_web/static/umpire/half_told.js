/** The stroke that is being told, kept with each tap: it is there again after a reload, as long as it is the same stroke. */

import { keepTold, keptTold } from "./kept.js";

/** @typedef {import("./stroke.js").StrokeTold} StrokeTold */

const key = (/** @type {string} */ match) => `${match} half`;

/**
 * @param {string} match
 * @param {StrokeTold} stroke
 * @param {number} version that it follows
 * @returns {Promise<void>} when it is on the disk
 */
export async function keepHalf(match, stroke, version) {
  const { begun, facts, order, on } = stroke;
  await keepTold(key(match), begun ? [{ version, facts, order, on: [...on.values()] }] : []);
}

/**
 * @param {string} match
 * @param {StrokeTold} stroke that is filled in
 * @param {number} version how far the sheet is
 * @returns {Promise<boolean>} whether there was one, and nothing else was told meanwhile
 */
export async function takeHalf(match, stroke, version) {
  const [held] = await keptTold(key(match));
  if (!held || held.version !== version || stroke.begun) return false;
  stroke.clear();
  stroke.begun = true;
  Object.assign(stroke.facts, held.facts);
  stroke.order = held.order;
  for (const toggle of held.on) stroke.on.set(toggle.key, toggle);
  return true;
}
