/** Plural forms of a page's texts: the text of the number that is in the same plural category. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { pluralForm, t } from "../../src/carrom_web/static/site/texts.js";

const ENGLISH = { 1: "coin", "": "coins" };
const POLISH = { 1: "pion", 2: "piony", 3: "piony", "": "pionów" }; // as gettext has them: 5, 11 and 100 are alike

test("English has one form for 1 and another for all else", () => {
  assert.deepEqual([0, 1, 2, 1.5].map((count) => pluralForm(ENGLISH, count, "en")), ["coins", "coin", "coins", "coins"]);
});

test("a language with three forms takes each where it belongs", () => {
  const said = [0, 1, 2, 4, 5, 11, 12, 22, 25, 101, 102].map((count) => pluralForm(POLISH, count, "pl"));

  assert.deepEqual(said, ["pionów", "pion", "piony", "piony", "pionów", "pionów", "pionów", "piony", "pionów", "pionów", "piony"]);
});

test("a text with a count is in that count's form, with its values", () => {
  const texts = { up: { 1: "{count} coin of {name}", "": "{count} coins of {name}" }, plain: "{count} s" };
  globalThis.document = /** @type {any} */ ({ getElementById: () => ({ textContent: JSON.stringify(texts) }), documentElement: { lang: "en" } });

  assert.equal(t("up", { count: 1, name: "Asha" }), "1 coin of Asha");
  assert.equal(t("up", { count: 2, name: "Asha" }), "2 coins of Asha");
  assert.equal(t("plain", { count: 1 }), "1 s");
  assert.equal(t("unknown"), "unknown");
});
