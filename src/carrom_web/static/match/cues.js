/** The sound after a stroke or another entry: for whom it went well, whose turn it is. */

/**
 * @param {Pick<import("../site/wire.js").MatchEvent, "entry">} event
 * @param {import("../site/wire.js").View} view after it
 * @param {import("./seats.js").Seats} seats of this page; without any it is neutral, and hears what the winner hears
 * @returns {"won" | "lost" | "against" | "turn" | null}
 */
export function cueOf({ entry }, view, seats) {
  const { ruling } = entry;
  const own = seats.sides(view);
  const announcedTo = (/** @type {import("../site/wire.js").SideName} */ winner) => (!own.length || own.includes(winner) ? "won" : "lost");
  if (view.phase === "over" && view.result?.winner) return announcedTo(view.result.winner);
  if (ruling?.points) return announcedTo(ruling.points.side);
  if (ruling?.ends_turn && ruling.open && own.includes(ruling.side) && own.length === 1) return "against";
  if (seats.asked(view).length && entry.seat && !seats.has(entry.seat)) return "turn";
  return null;
}
