/** Replaces the parts of a page that are different in a newer copy of it. */

/**
 * @param {Element} main
 * @param {Document} fresh
 */
export function put(main, fresh) {
  for (const part of main.querySelectorAll("[data-live]")) {
    const now = fresh.querySelector(`[data-live="${part.getAttribute("data-live")}"]`);
    if (!now || now.innerHTML === part.innerHTML) continue;
    const focused = part.contains(document.activeElement) ? document.activeElement : null;
    const value = focused?.getAttribute("value");
    part.replaceChildren(...now.childNodes); // the part itself stays: a status is spoken
    if (value) /** @type {HTMLElement | null} */ (part.querySelector(`button[value="${CSS.escape(value)}"]`))?.focus();
  }
}
