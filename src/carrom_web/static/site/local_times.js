/**
 * Moments that the server has in UTC, shown by the reader's own clock: `<time datetime="…" data-local>`; with
 * `data-local="time"` only the time of day, where the day is plain.
 */

import { locale } from "./texts.js";

const SHOWN = /** @type {Intl.DateTimeFormatOptions} */ ({ day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" });

const thisYear = new Date().getFullYear();

for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[data-local]"))) {
  const moment = new Date(time.dateTime);
  if (time.dataset.local === "time") {
    time.textContent = moment.toLocaleTimeString(locale(), { hour: "2-digit", minute: "2-digit" });
    continue;
  }
  const shown = moment.getFullYear() === thisYear ? SHOWN : { ...SHOWN, year: /** @type {const} */ ("numeric") };
  time.textContent = moment.toLocaleString(locale(), shown);
}
