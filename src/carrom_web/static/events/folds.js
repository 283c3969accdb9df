/**
 * Folds of a draw that hold only a link (`<details data-fold="1.3 why"><summary>…</summary><a data-more href="…">`):
 * opened, each is filled with what the fold of the same name holds on the page behind the link. What the reader has
 * opened or closed stays so when the page is put in again.
 */

/** @type {Map<string, boolean>} by the name of a fold, whether it is open */
const known = new Map();

/** @param {string} name */
const named = (name) => `[data-fold="${CSS.escape(name)}"]`;

/** @param {HTMLDetailsElement} fold */
async function fill(fold) {
  const link = fold.querySelector(":scope > a[data-more]");
  if (!(link instanceof HTMLAnchorElement) || link.dataset.asked) return;
  link.dataset.asked = "1";
  try {
    const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = page.querySelector(named(fold.dataset.fold ?? ""));
    found?.querySelector(":scope > summary")?.remove();
    if (found) link.replaceWith(...found.childNodes);
  } catch {
    delete link.dataset.asked; // the network stumbled: the link is there, and the fold may be opened again
  }
}

/** @param {ParentNode} part what has come new into the page */
function restore(part) {
  for (const fold of /** @type {NodeListOf<HTMLDetailsElement>} */ (part.querySelectorAll("details[data-fold]"))) {
    const open = known.get(fold.dataset.fold ?? "");
    if (open !== undefined && open !== fold.open) fold.open = open;
  }
}

document.addEventListener("toggle", (event) => {
  const fold = event.target;
  if (!(fold instanceof HTMLDetailsElement) || !fold.dataset.fold) return;
  known.set(fold.dataset.fold, fold.open);
  if (fold.open) void fill(fold);
}, true);

new MutationObserver((changes) => {
  for (const change of changes) for (const node of change.addedNodes) if (node instanceof HTMLElement) restore(node);
}).observe(document.getElementById("main") ?? document.body, { childList: true, subtree: true });

/** Go to the fixture that the address names, also where its part is not on this page. */
function goToFixture() {
  const wanted = location.hash.startsWith("#fixture-") ? decodeURIComponent(location.hash.slice(1)) : "";
  if (!wanted || document.getElementById(wanted)) return;
  const query = `?fixture=${encodeURIComponent(wanted.slice("fixture-".length))}`;
  if (location.search !== query) location.replace(query + location.hash);
}

window.addEventListener("hashchange", goToFixture);
goToFixture();
