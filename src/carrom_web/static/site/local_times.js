/** Moments that the server tells in UTC, shown in the time of the one who reads: `<time datetime="…" data-local>`. */

const SHOWN = /** @type {Intl.DateTimeFormatOptions} */ ({ day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" });

const thisYear = new Date().getFullYear();

for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[data-local]"))) {
  const moment = new Date(time.dateTime);
  const shown = moment.getFullYear() === thisYear ? SHOWN : { ...SHOWN, year: /** @type {const} */ ("numeric") };
  time.textContent = moment.toLocaleString(document.documentElement.lang || "en", shown);
}
