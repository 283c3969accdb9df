/** A field that leaves of a list what was typed: `<input data-finds="#main .names-list li">`; also of what comes live. */

/** @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();

for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-finds]"))) {
  const status = document.getElementById(`${field.id}-count`);
  const show = () => {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    let found = 0;
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(field.dataset.finds ?? ""))) {
      const text = plain(row.textContent ?? "");
      const fits = words.every((word) => text.includes(word));
      if (row.hidden === fits) row.hidden = !fits;
      if (fits) found += 1;
    }
    const says = words.length ? (status?.dataset.words ?? "").replace("0", String(found)) : "";
    if (status && status.textContent !== says) status.textContent = says; // else this would be seen as something new
  };
  /** @type {HTMLElement} */ (field.closest("[hidden]") ?? field).hidden = false;
  field.addEventListener("input", show);
  new MutationObserver(show).observe(document.getElementById("main") ?? document.body, { childList: true, subtree: true });
  show();
}
