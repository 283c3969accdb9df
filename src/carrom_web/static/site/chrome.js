/**
 * Every page outside a match: the theme in the bar, the line of an error on top of a form, a target that is folded,
 * buttons that copy a link or share it, and a field that asks for a time zone.
 */

import { connectBar } from "../match/menu.js";
import { showSettings } from "./settings.js";

showSettings();
connectBar();
document.getElementById("errors")?.focus();

/** Shows what the address names, also where it lies in something folded. */
function unfold() {
  const target = document.getElementById(location.hash.slice(1));
  for (let fold = target?.closest("details"); fold; fold = fold.parentElement?.closest("details")) fold.open = true;
  target?.scrollIntoView();
}
addEventListener("hashchange", unfold);
if (location.hash) unfold();

// A page over plain http may not write to the clipboard: there the buttons stay hidden and the field is copied by hand.
document.documentElement.toggleAttribute("data-may-copy", "clipboard" in navigator);
document.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement | null} */ (event.target instanceof Element ? event.target.closest("[data-copies]") : null);
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById(button?.dataset.copies ?? ""));
  if (!button || !field) return;
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.done ?? "";
  } catch {
    field.select(); // not allowed here
  }
});

// The device's own sharing, where it has one: messages, people, other apps.
document.documentElement.toggleAttribute("data-may-share", "share" in navigator);
document.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement | null} */ (event.target instanceof Element ? event.target.closest("[data-shares]") : null);
  if (!button) return;
  try {
    await navigator.share({ title: button.dataset.title ?? "", url: button.dataset.shares ?? "" });
  } catch {
    // closed without sharing
  }
});

/** @returns {string} the zone of this browser, where a new event or season is held, as far as the page can tell */
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('[data-own-zone] input[name="quick-zone"]'))) field.value = ownZone();
for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('input[name="time_zone"]'))) {
  if (field.closest("[data-own-zone]") && field.value === "UTC") field.value = ownZone();
  const zones = document.createElement("datalist");
  zones.id = "zones";
  zones.append(...["UTC", ...Intl.supportedValuesOf("timeZone")].map((zone) => new Option(zone)));
  field.after(zones);
  field.setAttribute("list", zones.id);
}
