/** Waits for the other player: asks for the page until it leads to the match. */

const EVERY = 3000; // ms

async function ask() {
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.redirected) {
      location.href = answer.url;
      return;
    }
  } catch {
    // no network now; asked again
  }
  setTimeout(ask, EVERY);
}

setTimeout(ask, EVERY);
