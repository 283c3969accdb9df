/** The page without a network: lists what this device has stored, and tries the page that was wanted again. */

import { byId, show } from "../site/dom.js";

const HERE = "/offline/";
const OWN = "carrom-site-own-";
const REVIEW = "/analysis/";
const MATCHES = "/matches/";
const PUZZLES = "/puzzles/";
const UMPIRE = "/umpire/";

if (location.pathname !== HERE) {
  show(byId("instead"), true);
  show(byId("instead-again"), true);
  addEventListener("online", () => location.reload());
}
byId("try-again").addEventListener("click", () => location.reload());
if ("caches" in self) void list();

async function list() {
  show(byId("offline-umpire"), (await caches.match(UMPIRE, { ignoreVary: true })) !== undefined);
  /** @type {Map<string, { title: string, url: string, review: string }>} */
  const matches = new Map();
  for (const name of await caches.keys()) {
    if (!name.startsWith(OWN)) continue;
    const cache = await caches.open(name);
    for (const request of [...await cache.keys()].reverse()) { // looked at last: first
      const url = new URL(request.url);
      const title = await titleOf(await cache.match(request, { ignoreVary: true }));
      const id = url.searchParams.get("match") ?? (url.pathname.startsWith(MATCHES) ? url.pathname.slice(MATCHES.length, -1) : "");
      if (id) {
        const match = matches.get(id) ?? { title, url: "", review: "" };
        if (url.pathname === REVIEW) match.review = url.pathname + url.search;
        else Object.assign(match, { title, url: url.pathname });
        matches.set(id, match);
      } else if (url.pathname.startsWith(PUZZLES)) {
        byId("stored-puzzles").append(row({ title, url: url.pathname, review: "" }));
        show(byId("puzzles"), true);
      }
    }
  }
  byId("stored-matches").append(...[...matches.values()].map(row));
  show(byId("no-matches"), matches.size === 0);
}

/** @param {Response | undefined} answer @returns {Promise<string>} */
async function titleOf(answer) {
  return new DOMParser().parseFromString(await answer?.text() ?? "", "text/html").title.trim();
}

/** @param {{ title: string, url: string, review: string }} stored */
function row({ title, url, review }) {
  const made = /** @type {DocumentFragment} */ (/** @type {HTMLTemplateElement} */ (byId("stored")).content.cloneNode(true));
  const [open, look] = made.querySelectorAll("a");
  open.textContent = title;
  open.href = url || review;
  look.hidden = !review || !url;
  look.href = review;
  return made;
}
