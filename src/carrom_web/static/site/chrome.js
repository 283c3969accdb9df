/** Every page outside a match: the theme in the bar, and the line of an error on top of a form. */

import { connectBar } from "../match/menu.js";
import { showSettings } from "./settings.js";

showSettings();
connectBar();
document.getElementById("errors")?.focus();
