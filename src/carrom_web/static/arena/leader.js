/** The board of an arena's leader, live. Once somebody else leads, the page shows their board. */

import { Board } from "../board/draw.js";
import { Motion } from "../board/motion.js";
import { glide, Player } from "../board/player.js";
import { byId } from "../site/dom.js";
import { Feed } from "../spectacle/feed.js";

const GLIDE = 320; // ms
const LOOK_EVERY = 1000; // ms: whether somebody else leads, as `site/live.js` has put in by then
const AFTER_THE_END = 6000; // ms: so long the end of a board is to be seen

const shown = /** @type {HTMLElement} */ (document.querySelector("[data-leader]")).dataset.leader ?? "";
const stage = document.getElementById("stage");

/** @returns {boolean} whether the reader is in a form */
const isTyping = () => document.activeElement instanceof HTMLElement && document.activeElement.matches("input, select, textarea");

/** @param {HTMLElement} holder of the board */
function follow(holder) {
  const board = new Board(holder);
  const player = new Player(board, { onEvent: () => undefined, pace: () => 1 });
  const feed = new Feed(holder.dataset.socket ?? "", {
    moves: async (event) => {
      if (event.entry.motion) await player.play(new Motion(event.entry.motion));
    },
    shown: (view) => {
      void glide(board, view.position, new Map(), board.nodes.size ? GLIDE : 0);
      queueMicrotask(() => {
        byId("leader-score").textContent = view.sides.map((side) => String(side.score)).join("–");
        byId("leader-last").textContent = view.result?.text ?? feed.last;
      });
    },
    state: () => undefined,
  });
  document.addEventListener("visibilitychange", () => document.hidden && player.skip());
}

function look() {
  const now = document.querySelector("[data-leads]")?.getAttribute("data-leads") ?? "";
  if (now === shown || isTyping()) return;
  clearInterval(looking);
  setTimeout(() => location.reload(), shown ? AFTER_THE_END : 0);
}

if (stage) follow(stage);
const looking = setInterval(look, LOOK_EVERY);
