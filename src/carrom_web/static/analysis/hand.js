/** The hand that strikes: how far it may miss what is meant, and how often each piece falls then. */

import { byId, html } from "../site/dom.js";
import { figure, t } from "../site/texts.js";
import { nameOf } from "./names.js";
import { scatterOf, strokesNear } from "./scatter.js";

/** @typedef {import("../physics/simulate.js").Simulated} Simulated */
/** @typedef {import("../site/wire.js").Released} Released */
/** @typedef {{ simulated: Simulated, stroke: Released, cameTo: (stroke: Released) => Simulated | null, position: import("../site/wire.js").Lying[] }} Meant */

const SAMPLES = 150; // strokes that a hand makes
const SEED = 1;
const SETTLED = 200; // ms without a change, until they are played

export class Hand {
  /**
   * @param {import("./forecast.js").Forecast} forecast
   * @param {() => Meant | null} meant the stroke that is drawn
   */
  constructor(forecast, meant) {
    this.forecast = forecast;
    this.meant = meant;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.settling = undefined;
    for (const [name, digits] of /** @type {const} */ ([["aim", 2], ["speed", 1], ["place", 1]])) {
      const slider = sliderOf(name);
      const tell = () => {
        byId(`o-hand-${name}`).textContent = figure(Number(slider.value), digits);
      };
      slider.addEventListener("input", () => {
        tell();
        this.playSoon();
      });
      tell();
    }
  }

  /** Has its strokes played once nothing changes any more. */
  playSoon() {
    this.wait();
    this.settling = setTimeout(() => this.play(), SETTLED);
  }

  /** What is meant changes: nothing is played for now. */
  wait() {
    clearTimeout(this.settling);
  }

  /** Plays the strokes that it may make, and tells how often each piece falls. */
  play() {
    const meant = this.meant();
    if (!meant) return;
    const spread = { place: Number(sliderOf("place").value) / 1000, aim: (Number(sliderOf("aim").value) * Math.PI) / 180, speed: Number(sliderOf("speed").value) / 100 };
    if (!spread.place && !spread.aim && !spread.speed) {
      this.forecast.drawSpread(null);
      this.clear();
      return;
    }
    const found = scatterOf(meant.simulated, strokesNear(meant.stroke, spread, SAMPLES, SEED), meant.cameTo, meant.position);
    this.forecast.drawSpread(found);
    const share = (/** @type {number} */ count) => figure((100 * count) / Math.max(1, found.played), 0);
    const lines = [...found.fell].sort(([a, one], [b, other]) => other - one || a - b)
      .map(([number, count]) => t("chance.piece", { piece: nameOf(number), share: share(count) }));
    const texts = [t("chance.played", { played: found.played }), t("chance.same", { share: share(found.same) }), ...lines, t("chance.none", { share: share(found.none) })];
    byId("chances").replaceChildren(...texts.map((text) => html("li", {}, text)));
  }

  clear() {
    byId("chances").replaceChildren();
  }
}

/** @param {"aim" | "speed" | "place"} name */
function sliderOf(name) {
  return /** @type {HTMLInputElement} */ (byId(`hand-${name}`));
}
