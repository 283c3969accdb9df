/**
 * The umpire's table as an app of its own: over https (and on this machine) a service worker opens it without a network.
 * With it come the pages that are linked as `data-offline`: they may be needed when the network is gone.
 */

const WORKER = "/umpire/worker.js";

if ("serviceWorker" in navigator && isSecureContext) {
  const [opened] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  if (!opened?.workerStart) { // this page came past the worker: it has not cached it
    void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage("keep this page"));
  }
  const others = [.../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-offline]"))].map(({ pathname }) => pathname);
  if (others.length) void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ pages: others }));
  navigator.serviceWorker.register(WORKER, { scope: "/umpire/", updateViaCache: "none" }).then(
    () => navigator.storage?.persist?.(),
    () => undefined, // the browser does not want to: everything else works
  );
}
