/** Which steps of a lesson were done, stored in the browser. */

export class Progress {
  /**
   * @param {string} lesson
   * @param {string[]} steps in their order
   */
  constructor(lesson, steps) {
    this.key = `carrom-lesson-${lesson}`;
    this.steps = steps;
    /** @type {Set<string>} */
    this.done = new Set();
    try {
      const stored = JSON.parse(localStorage.getItem(this.key) ?? "[]");
      if (Array.isArray(stored)) this.done = new Set(steps.filter((step) => stored.includes(step)));
    } catch {
      // storage is off, or holds something else
    }
  }

  /** @param {string} step */
  has(step) {
    return this.done.has(step);
  }

  /** @param {string} step */
  add(step) {
    this.done.add(step);
    try {
      localStorage.setItem(this.key, JSON.stringify([...this.done]));
    } catch {
      // it holds for this page then
    }
  }

  /** @returns {number} the first step that was not done; the first of all where all were */
  get next() {
    return Math.max(0, this.steps.findIndex((step) => !this.done.has(step)));
  }
}
