/** The moment of a stroke that is looked at: all of it, or how it stands at one time, slid to or gone to contact by contact. */

import { say } from "../match/speech.js";
import { byId, set } from "../site/dom.js";
import { figure, t } from "../site/texts.js";

/** @typedef {import("../board/motion.js").Motion} Motion */

export class Moment {
  /** @param {import("./forecast.js").Forecast} forecast */
  constructor(forecast) {
    this.forecast = forecast;
    /** @type {Motion | null} */
    this.motion = null;
    this.slider = /** @type {HTMLInputElement} */ (byId("moment"));
    this.slider.addEventListener("input", () => this.draw());
    byId("next-contact").addEventListener("click", () => this.next());
  }

  /** @returns {number | null} seconds from the release; null: the whole stroke */
  get time() {
    return Number(this.slider.value) > 0 ? Number(this.slider.value) : null;
  }

  /** @param {Motion} motion that is looked at from now on */
  take(motion) {
    this.motion = motion;
    this.slider.max = String(motion.duration);
    for (const id of ["moment", "next-contact"]) byId(id).removeAttribute("disabled");
    this.draw();
  }

  /** There is no stroke. */
  drop() {
    this.motion = null;
    this.forecast.clear();
    for (const id of ["moment", "next-contact"]) set(byId(id), { disabled: "" });
  }

  /** Back to the whole stroke. */
  whole() {
    this.slider.value = "0";
    document.body.classList.remove("scrubbed");
  }

  draw() {
    const { motion, time } = this;
    if (!motion) return;
    this.forecast.draw(motion, time);
    document.body.classList.toggle("scrubbed", time !== null);
    const text = time === null ? t("moment.whole") : t("moment", { now: figure(time, 3), end: figure(motion.duration, 3) });
    byId("o-moment").textContent = text;
    set(this.slider, { "aria-valuetext": text });
  }

  /** To the next contact, to the end after the last one, and then to the whole again. */
  next() {
    const { motion } = this;
    if (!motion) return;
    const now = this.time ?? 0;
    const next = motion.events.find((event) => event.time > now + 1e-6);
    this.slider.value = String(next ? next.time : now < motion.duration ? motion.duration : 0);
    this.draw();
    say(byId("o-moment").textContent ?? "");
  }
}
