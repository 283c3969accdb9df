/** Leads somebody who plays everybody at once from board to board: to the one that has waited longest. */

const LOOK_EVERY = 2000; // ms
const LOOKS = 2; // so often another board must wait: what the last stroke did is to be seen

const address = document.querySelector("[data-next-board]")?.getAttribute("data-next-board") ?? "";
let seen = 0;

async function look() {
  if (document.hidden) return;
  try {
    const answer = await (await fetch(address, { headers: { Accept: "application/json" } })).json();
    if (!answer.is_host) clearInterval(looking);
    seen = answer.is_host && answer.url && answer.url !== location.pathname && isFree() ? seen + 1 : 0;
    if (seen >= LOOKS) location.assign(answer.url);
  } catch {
    seen = 0; // no network: asked again
  }
}

/** @returns {boolean} whether the board of this page waits for somebody else, and nothing moves on it (`match/main.js`) */
const isFree = () => ["panel", undefined].includes(document.body.dataset.mode);

const looking = setInterval(look, LOOK_EVERY);
