/** A row of tabs or weeks, where it is wider than the page: what is open is brought into sight. */

for (const row of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".tabs, .week-nav"))) {
  const tab = /** @type {HTMLElement | null} */ (row.querySelector("[aria-current]"));
  if (tab) row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}
