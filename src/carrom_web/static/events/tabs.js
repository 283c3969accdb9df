/** The row of an event's tabs, where it is wider than the page: the tab that is open is brought into sight. */

for (const row of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".tabs"))) {
  const tab = /** @type {HTMLElement | null} */ (row.querySelector("[aria-current]"));
  if (tab) row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}
