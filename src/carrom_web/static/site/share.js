/** Buttons that hand a link to the device's own sharing, where it has one. */

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-shares]"))) {
  if (!("share" in navigator)) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.share({ title: button.dataset.title ?? "", url: button.dataset.shares ?? "" });
    } catch {
      // closed without sharing
    }
  });
}
