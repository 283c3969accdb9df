/**
 * The site as an app: over https (and on this machine) a service worker opens parts of it without a network, and the device's
 * back button closes what lies over a page.
 */

import { locale } from "./texts.js";

const WORKER = "/worker.js";
const OTHERS = ["/umpire/", "/notifications/"]; // they have workers of their own
const { asItWas } = document.documentElement.dataset; // the worker's: when this page was stored
const time = document.querySelector(".as-it-was time");

if (asItWas && time) {
  time.setAttribute("datetime", asItWas);
  time.textContent = new Date(asItWas).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });
}
// Chromium remembers words as boxes that it has laid out before the font of their script came, from page to page, and then
// does not even ask for the font: words of such scripts are laid out as no page before has.
layOutAgain();
document.fonts.addEventListener("loadingdone", layOutAgain);
if (document.querySelector("dialog, .sheet")) import("./back.js").catch(() => undefined);
if (mayInstall()) {
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin, { once: true });
}

function layOutAgain() {
  const isLatin = !/^(hi|ml|ta|bn|ur)/.test(document.documentElement.lang);
  const parts = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(isLatin ? ".languages" : ":root, .languages"));
  for (const { style } of parts) style.wordSpacing = `${Math.random() / 50}px`; // too little to see
}

/** @returns {boolean} */
function mayInstall() {
  if (!("serviceWorker" in navigator) || !isSecureContext || self !== top) return false;
  if (OTHERS.some((scope) => location.pathname.startsWith(scope))) return false;
  const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator);
  return isApp() || Boolean(navigator.serviceWorker.controller) || !connection?.saveData;
}

/** @returns {boolean} whether it was put on the home screen and opened from there */
function isApp() {
  return matchMedia("(display-mode: standalone)").matches;
}

/** When the page has all it needs itself. */
function begin() {
  const idle = self.requestIdleCallback ?? ((/** @type {() => void} */ then) => setTimeout(then, 1000));
  idle(() => void install().catch(() => undefined)); // the browser does not want to: everything else works
}

async function install() {
  const registration = await navigator.serviceWorker.register(WORKER, { scope: "/", updateViaCache: "none" });
  const active = await whenActive(registration);
  const [opened] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-offline]"));
  const pages = [...links].map(({ href }) => href);
  if (!opened?.workerStart) pages.push(location.href); // this page came past the worker
  active.postMessage({ pages, installed: isApp() });
}

/**
 * @param {ServiceWorkerRegistration} registration
 * @returns {Promise<ServiceWorker>} its worker, once it is active; `navigator.serviceWorker.ready` may give another one
 */
export function whenActive(registration) {
  if (registration.active) return Promise.resolve(registration.active);
  const coming = /** @type {ServiceWorker} */ (registration.installing ?? registration.waiting);
  return new Promise((done) => coming.addEventListener("statechange", () => coming.state === "activated" && done(coming)));
}
