/** The player's own aim, sent to spectators while it changes, at most ten times a second. */

const APART = 100; // ms

export class AimsSent {
  /**
   * @param {import("../board/stroke.js").Stroke} stroke
   * @param {{ may: () => boolean, send: (message: { kind: string } & Record<string, unknown>) => void }} hooks
   */
  constructor(stroke, hooks) {
    this.stroke = stroke;
    this.hooks = hooks;
    this.sentAt = 0;
    this.timer = 0;
  }

  /** The aim has changed. */
  tell() {
    if (!this.hooks.may()) return;
    clearTimeout(this.timer);
    const wait = this.sentAt + APART - performance.now();
    if (wait > 0) {
      this.timer = setTimeout(() => this.tell(), wait);
      return;
    }
    this.sentAt = performance.now();
    const { phase } = this.stroke;
    if (phase === "off" || phase === "released") return;
    this.hooks.send({ kind: "aim", ...this.stroke.asSent(), phase: phase === "fine" ? "aim" : phase });
  }

  /** The stroke is made. */
  end() {
    clearTimeout(this.timer);
  }
}
