/** The surface that is struck on: one by name, and what of it was changed by sliders. */

import * as figures from "../physics/figures.js";
import { byId, show } from "../site/dom.js";
import { figure } from "../site/texts.js";

/** @typedef {Record<string, [parameter: string, over: string, digits: number]>} Sliders by name: what each sets, as a share of what, and its digits */

const numbers = /** @type {Record<string, number>} */ (/** @type {unknown} */ (figures));

export class OwnSurface {
  /**
   * @param {{ surfaces: Record<string, number[]>, sliders: Sliders }} values
   * @param {() => void} changed by hand
   */
  constructor(values, changed) {
    this.values = values;
    this.select = /** @type {HTMLSelectElement} */ (byId("surface"));
    /** @type {Map<string, number>} what was changed by hand */
    this.own = new Map();
    this.select.addEventListener("change", () => {
      this.own.clear();
      this.show();
      changed();
    });
    byId("as-named").addEventListener("click", () => {
      this.own.clear();
      this.select.focus();
      this.show();
      changed();
    });
    for (const name of Object.keys(values.sliders)) {
      sliderOf(name).addEventListener("input", () => {
        this.change(name, Number(sliderOf(name).value));
        this.show();
        changed();
      });
    }
  }

  get name() {
    return this.select.value;
  }

  /** @param {string} name of a surface, as it is by itself */
  take(name) {
    this.select.value = name;
    this.own.clear();
  }

  /** @param {string} name */
  named(name) {
    return Float64Array.from(this.values.surfaces[name]);
  }

  /** @param {string} name @returns {number} grams of its striker, as a link tells them */
  usualMass(name) {
    return Math.round(1000 * this.named(name)[figures.P_STRIKER_MASS]);
  }

  /** As chosen; what no slider has touched stays as it is, to the last bit. */
  parameters() {
    const all = this.named(this.name);
    for (const [name, value] of this.own) {
      const [at, over] = this.values.sliders[name];
      all[numbers[at]] = name === "striker_grams" ? value / 1000 : over ? value * all[numbers[over]] : value;
    }
    return all;
  }

  /** @param {string} name of a slider @param {number} value passed over where the slider has no room for it */
  change(name, value) {
    const slider = sliderOf(name);
    if (value >= Number(slider.min) && value <= Number(slider.max)) this.own.set(name, value);
  }

  /** @returns {string} what was changed, as a link tells it: "board_friction:0.2 striker_grams:18" */
  asText() {
    return [...this.own].map(([name, value]) => `${name}:${value}`).join(" ");
  }

  /** @param {string} text what was changed, as a link tells it */
  changeAs(text) {
    for (const word of text.split(" ")) {
      const [name, value] = word.split(":");
      if (Object.hasOwn(this.values.sliders, name)) this.change(name, Number(value));
    }
  }

  /** Sets the sliders to the surface as it is. */
  show() {
    const all = this.parameters();
    for (const [name, [at, over, digits]] of Object.entries(this.values.sliders)) {
      const held = all[numbers[at]];
      const value = name === "striker_grams" ? held * 1000 : over ? held / all[numbers[over]] : held;
      sliderOf(name).value = String(value);
      byId(`o-${name}`).textContent = figure(value, digits);
    }
    show(byId("as-named"), this.own.size > 0);
  }
}

/** @param {string} name */
function sliderOf(name) {
  return /** @type {HTMLInputElement} */ (byId(`slide-${name}`));
}
