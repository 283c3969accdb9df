/**
 * The umpire's table as an app of its own: over https (and on this machine) a service worker opens it without a network.
 * With it come the pages that are linked as `data-offline`: they may be needed when the network is gone.
 */

import { whenActive } from "../site/app.js";

const WORKER = "/umpire/worker.js";

if ("serviceWorker" in navigator && isSecureContext) {
  void install().catch(() => undefined); // the browser does not want to: everything else works
}

async function install() {
  const controller = navigator.serviceWorker.controller?.scriptURL ?? ""; // it may be the worker of the whole site
  const [opened] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  const isPast = !opened?.workerStart || new URL(controller || location.href).pathname !== WORKER; // not cached then
  const registration = await navigator.serviceWorker.register(WORKER, { scope: "/umpire/", updateViaCache: "none" });
  const active = await whenActive(registration);
  if (isPast) active.postMessage("keep this page");
  const others = [.../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-offline]"))].map(({ pathname }) => pathname);
  if (others.length) active.postMessage({ pages: others });
  await navigator.storage?.persist?.();
}
