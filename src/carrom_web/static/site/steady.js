/** What a page draws again waits while a finger is on it: a key that is replaced under a finger would lose its tap. */

const RELEASED = 100; // ms after the finger is up within which a browser sends the click
/** @type {Map<number, Node>} where each finger or mouse button went down */
const pressed = new Map();
/** @type {Map<HTMLElement, () => void>} what is drawn once the finger is up, the newest of each place */
const waiting = new Map();

addEventListener("pointerdown", ({ pointerId, target }) => target instanceof Node && pressed.set(pointerId, target), true);
addEventListener("pointerup", ({ pointerId }) => setTimeout(() => release(pointerId), RELEASED), true);
addEventListener("pointercancel", ({ pointerId }) => release(pointerId), true);
addEventListener("click", (event) => event instanceof PointerEvent && release(event.pointerId));

/** @param {number} pointer */
function release(pointer) {
  pressed.delete(pointer);
  for (const [holder, change] of [...waiting]) if (!isPressed(holder)) {
    waiting.delete(holder);
    change();
  }
}

/** @param {HTMLElement} holder */
function isPressed(holder) {
  return [...pressed.values()].some((target) => holder.contains(target));
}

/**
 * Draws a part of the page: now, or as soon as no finger is on it.
 *
 * @param {HTMLElement} holder
 * @param {() => void} change
 */
export function whenReleased(holder, change) {
  if (isPressed(holder)) waiting.set(holder, change);
  else {
    waiting.delete(holder);
    change();
  }
}

/**
 * Puts keys into a holder. Those that are there already stay, so that a finger or the focus on one is not lost.
 *
 * @param {HTMLElement} holder
 * @param {HTMLElement[]} keys
 */
export function fill(holder, keys) {
  whenReleased(holder, () => {
    const same = holder.children.length === keys.length && keys.every((key, i) => key.outerHTML === holder.children[i].outerHTML);
    if (same) return;
    const index = [...holder.children].findIndex((child) => child === document.activeElement);
    holder.replaceChildren(...keys);
    if (index >= 0) /** @type {HTMLElement | undefined} */ (holder.children[index])?.focus({ preventScroll: true });
  });
}
