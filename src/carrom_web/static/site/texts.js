/** The page's own words, translated by the server into the JSON block `#texts`. */

/** @typedef {Record<string, string>} Forms a text by numbers that have it, and under "" that of all other numbers */
/** @type {Record<string, string | Forms> | null} */
let texts = null;

/** @returns {Record<string, string | Forms>} */
function all() {
  if (!texts) texts = JSON.parse(document.getElementById("texts")?.textContent || "{}");
  return /** @type {Record<string, string | Forms>} */ (texts);
}

/** @param {string} key */
export function has(key) {
  return key in all();
}

/**
 * @param {string} key
 * @param {Record<string, string | number>} [values] what stands for {name} in the text
 * @returns {string} the text, in the plural form of the value `count` where it has several
 */
export function t(key, values = {}) {
  const found = all()[key];
  if (found === undefined) return key;
  const text = typeof found === "string" ? found : pluralForm(found, Number(values.count), document.documentElement.lang || "en");
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * @param {Forms} forms
 * @param {number} count
 * @param {string} language
 * @returns {string} the text of the number that is in the same plural category
 */
export function pluralForm(forms, count, language) {
  const rules = new Intl.PluralRules(language);
  const category = rules.select(count);
  const number = Object.keys(forms).find((one) => one && rules.select(Number(one)) === category);
  return forms[number ?? ""];
}

/** @returns {string} the reader's language as numbers, dates and times are written in it: with the digits 0 to 9 */
export function locale() {
  return `${document.documentElement.lang || "en"}-u-nu-latn`;
}

/**
 * @param {number} value
 * @param {number} digits after the point
 * @returns {string} as the reader's language writes it
 */
export function figure(value, digits) {
  return value.toLocaleString(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false });
}
