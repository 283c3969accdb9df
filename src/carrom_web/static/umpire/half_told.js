/** The stroke that is being told, kept with each tap: it is there again after a reload, as long as it is the same stroke. */

/** @typedef {import("./stroke.js").StrokeTold} StrokeTold */

const key = (/** @type {string} */ match) => `carrom-sheet-${match}-half`;

/**
 * @param {string} match
 * @param {StrokeTold} stroke
 * @param {number} version that it follows
 */
export function keepHalf(match, stroke, version) {
  try {
    if (!stroke.begun) localStorage.removeItem(key(match));
    else localStorage.setItem(key(match), JSON.stringify({ version, facts: stroke.facts, order: stroke.order, on: [...stroke.on.values()] }));
  } catch {
    // the page alone holds it
  }
}

/**
 * @param {string} match
 * @param {StrokeTold} stroke that is filled in
 * @param {number} version how far the sheet is
 * @returns {boolean} whether there was one
 */
export function takeHalf(match, stroke, version) {
  try {
    const held = JSON.parse(localStorage.getItem(key(match)) || "null");
    if (!held || held.version !== version) return false;
    stroke.clear();
    stroke.begun = true;
    stroke.facts = { ...stroke.facts, ...held.facts };
    stroke.order = held.order;
    for (const toggle of held.on) stroke.on.set(toggle.key, toggle);
    return true;
  } catch {
    return false;
  }
}
