/** Moments that the server tells in UTC, shown in the time of the one who reads: `<time datetime="…" data-local>`. */

const SHOWN = /** @type {Intl.DateTimeFormatOptions} */ ({ day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" });

for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[data-local]"))) {
  time.textContent = new Date(time.dateTime).toLocaleString(document.documentElement.lang || "en", SHOWN);
}
