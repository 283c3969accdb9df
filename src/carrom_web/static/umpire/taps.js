/** Taps of a thumb in a hurry: a second one on the same key within a moment is the same tap. */

const SAME_TAP = 300; // ms

/**
 * @param {HTMLElement} key
 * @param {() => void} act
 */
export function onTap(key, act) {
  let last = -Infinity;
  key.addEventListener("click", (event) => {
    if (event.timeStamp - last < SAME_TAP) return;
    last = event.timeStamp;
    act();
  });
}

/**
 * Acts when a key was held for so long, by finger, mouse or keyboard.
 *
 * @param {HTMLElement} key
 * @param {number} long ms
 * @param {() => void} act
 */
export function onHold(key, long, act) {
  let timer = 0;
  const start = () => {
    clearTimeout(timer);
    key.classList.add("held");
    timer = setTimeout(() => {
      key.classList.remove("held");
      act();
    }, long);
  };
  const stop = () => {
    clearTimeout(timer);
    key.classList.remove("held");
  };
  key.addEventListener("pointerdown", start);
  for (const end of ["pointerup", "pointerleave", "pointercancel", "keyup", "blur"]) key.addEventListener(end, stop);
  key.addEventListener("keydown", (event) => (event.key === " " || event.key === "Enter") && !event.repeat && start());
  key.addEventListener("contextmenu", (event) => event.preventDefault());
}
