/** The umpire's table as an app of its own: over https (and on this machine) a service worker opens it without a network. */

const WORKER = "/umpire/worker.js";

if ("serviceWorker" in navigator && isSecureContext) {
  if (!navigator.serviceWorker.controller) void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage("keep this page"));
  navigator.serviceWorker.register(WORKER, { scope: "/umpire/", updateViaCache: "none" }).then(
    () => navigator.storage?.persist?.(),
    () => undefined, // the browser does not want to: everything else works
  );
}
