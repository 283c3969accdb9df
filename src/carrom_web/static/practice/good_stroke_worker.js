/** Looks for good strokes beside the page, so that it goes on meanwhile. It is given the compiled kernel first, then boards. */

import { load } from "../physics/kernel.js";
import { goodStroke } from "./good_stroke.js";

/** @typedef {{ module: WebAssembly.Module } | { id: number, asked: import("./good_stroke.js").Asked }} Message */

/** @type {Promise<void>} */
let ready = Promise.resolve();

addEventListener("message", async (event) => {
  const message = /** @type {Message} */ (event.data);
  if ("module" in message) {
    ready = load(message.module);
    return;
  }
  await ready;
  postMessage({ id: message.id, found: goodStroke(message.asked) });
});
