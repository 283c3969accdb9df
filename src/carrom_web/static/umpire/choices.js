/** What was chosen for one sheet on this device: sides swapped, boards entered as a whole, the stroke clock started by hand. */

export class Choices {
  /** @param {string} match */
  constructor(match) {
    this.match = match;
    /** @type {Set<string>} the same where nothing can be stored */
    this.here = new Set();
  }

  /** @param {string} name */
  has(name) {
    try {
      return localStorage.getItem(this.key(name)) === "1";
    } catch {
      return this.here.has(name);
    }
  }

  /**
   * @param {string} name
   * @param {boolean} on
   */
  choose(name, on) {
    if (on) this.here.add(name);
    else this.here.delete(name);
    try {
      localStorage.setItem(this.key(name), on ? "1" : "0");
    } catch {
      // it holds for this page then
    }
  }

  /** @param {string} name */
  toggle(name) {
    this.choose(name, !this.has(name));
  }

  /** @param {string} name */
  key(name) {
    return `carrom-sheet-${this.match}-${name}`;
  }
}
