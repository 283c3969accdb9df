// Runs before the first paint, so that a chosen theme never flashes in the other one. A classic script on purpose.
(() => {
  try {
    const { theme, hand, marks, surface } = JSON.parse(localStorage.getItem("carrom-settings") || "{}");
    const data = document.documentElement.dataset;
    if (theme === "light" || theme === "dark") data.theme = theme;
    if (hand) data.hand = hand;
    if (marks) data.marks = surface === "contrast" ? "strong" : marks;
    if (surface) data.surface = surface;
  } catch {
    // nothing was stored
  }
})();
