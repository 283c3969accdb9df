/** The page's own words, translated by the server into the JSON block `#texts`. */

/** @type {Record<string, string> | null} */
let texts = null;

/** @returns {Record<string, string>} */
function all() {
  if (!texts) texts = JSON.parse(document.getElementById("texts")?.textContent || "{}");
  return /** @type {Record<string, string>} */ (texts);
}

/** @param {string} key */
export function has(key) {
  return key in all();
}

/**
 * @param {string} key
 * @param {Record<string, string | number>} [values] what stands for {name} in the text
 * @returns {string} the text; where there is a value `count`, in that number's plural form
 */
export function t(key, values = {}) {
  let text = all()[key];
  if ("count" in values) {
    const form = new Intl.PluralRules(document.documentElement.lang || "en").select(Number(values.count));
    text = all()[`${key}.${form}`] ?? all()[`${key}.other`] ?? text;
  }
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * @param {number} value
 * @param {number} digits after the point
 * @returns {string} as the reader's language writes it
 */
export function figure(value, digits) {
  return value.toLocaleString(document.documentElement.lang || "en", { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false });
}
