/**
 * Taps of a thumb in a hurry. Every tap counts, however soon after the last one: a listener for `click` is all that a key
 * needs. Only where a key has come up under the thumb since its last tap, a second one was not meant for it.
 */

const UNREAD = 300; // ms
const SAME_PLACE = 40; // CSS px
/** @type {{ target: EventTarget | null, timeStamp: number, clientX: number, clientY: number }} */
let last = { target: null, timeStamp: -Infinity, clientX: 0, clientY: 0 };
addEventListener("click", ({ target, timeStamp, clientX, clientY }) => (last = { target, timeStamp, clientX, clientY }));

/**
 * Acts on each tap on a key that comes up where another one was, but not on a second tap that was meant for that one.
 *
 * @param {HTMLElement} key
 * @param {() => void} act
 */
export function onAnswer(key, act) {
  key.addEventListener("click", ({ timeStamp, clientX, clientY }) => {
    const isOther = !(last.target instanceof Node && key.contains(last.target));
    const isSamePlace = Math.hypot(clientX - last.clientX, clientY - last.clientY) < SAME_PLACE;
    if (!(isOther && isSamePlace && timeStamp - last.timeStamp < UNREAD)) act();
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
