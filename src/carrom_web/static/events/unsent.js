/** Results that wait for the network: stored in this browser, sent in their order, and said on the page until they are. */

import { byId, show } from "../site/dom.js";
import { t } from "../site/texts.js";

/** @typedef {{ url: string, body: Record<string, string>, match: string }} Unsent */

const KEY = "carrom.unsent";
const AGAIN = 4000; // ms
let isSending = false;

/** @returns {Unsent[]} */
const waiting = () => JSON.parse(localStorage.getItem(KEY) ?? "[]");
/** @param {Unsent[]} left */
const keep = (left) => localStorage.setItem(KEY, JSON.stringify(left));

/** @param {string} text */
function say(text) {
  const place = byId("unsent");
  place.textContent = text;
  show(place, text !== "");
}

/** @param {Unsent} result */
export async function send(result) {
  keep([...waiting().filter((one) => one.url !== result.url), result]);
  await sendAll();
}

async function sendAll() {
  if (isSending || !waiting().length) return;
  isSending = true;
  try {
    for (let [first] = waiting(); first; [first] = waiting()) {
      const problem = await post(first);
      keep(waiting().filter((one) => JSON.stringify(one) !== JSON.stringify(first)));
      say(problem && t("pad.not_taken", { match: first.match, why: problem }));
      if (problem) break;
      if (byId("main").dataset.socket) window.dispatchEvent(new Event("carrom:changed"));
      else location.reload(); // a page that does not follow the event
    }
  } catch {
    say(t("pad.unsent", { match: waiting().map((one) => one.match).join(", ") }));
  } finally {
    isSending = false;
  }
}

/**
 * @param {Unsent} result
 * @returns {Promise<string>} why it was not taken; empty: it was
 */
async function post({ url, body }) {
  const token = /** @type {HTMLInputElement} */ (document.querySelector("[name=csrfmiddlewaretoken]")).value;
  const sent = new URLSearchParams({ ...body, csrfmiddlewaretoken: token });
  const answer = await fetch(url, { method: "POST", body: sent, headers: { Accept: "application/json" } });
  if (answer.ok) return "";
  const isJson = answer.headers.get("Content-Type")?.includes("json");
  return isJson ? (await answer.json()).problem : t("pad.signed_out");
}

addEventListener("online", sendAll);
setInterval(sendAll, AGAIN);
void sendAll();
