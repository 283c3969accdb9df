/** Every page outside a match: the theme in the bar, the line of an error on top of a form, a target that is folded. */

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
