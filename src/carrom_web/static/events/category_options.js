/**
 * The form of an event: where a category chooses another format, the options of that one take the place of those shown.
 * What was set for a format comes back with it. Without this script a button of the category shows them.
 */

/** @type {WeakMap<Element, Map<string, Element>>} what each category has shown of each format */
const shown = new WeakMap();

/** @param {HTMLElement} row */
function follow(row) {
  const select = /** @type {HTMLSelectElement | null} */ (row.querySelector(`select[name="${row.dataset.category}-format"]`));
  const options = row.querySelector("[data-options]");
  if (!select || !options) return;
  row.querySelector("[data-show-options]")?.setAttribute("hidden", "");
  shown.set(row, new Map([[select.value, options]]));
  select.addEventListener("change", () => change(row, select));
}

/**
 * @param {HTMLElement} row
 * @param {HTMLSelectElement} select
 */
async function change(row, select) {
  const format = select.value;
  const known = shown.get(row);
  const options = known?.get(format) ?? (await fetched(row, format));
  if (select.value !== format) return; // another one was chosen meanwhile
  if (options) {
    known?.set(format, options);
    row.querySelector("[data-options]")?.replaceWith(options);
  } else {
    row.querySelector("[data-show-options]")?.removeAttribute("hidden");
  }
}

/**
 * @param {HTMLElement} row
 * @param {string} format
 * @returns {Promise<Element | null>} null: the server could not be asked
 */
async function fetched(row, format) {
  const query = new URLSearchParams({ format, row: row.dataset.category ?? "" });
  try {
    const answer = await fetch(`${row.dataset.optionsUrl}?${query}`, { headers: { Accept: "text/html" } });
    if (!answer.ok) return null;
    return new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-options]");
  } catch {
    return null;
  }
}

for (const row of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-category]"))) follow(row);
