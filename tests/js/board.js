/** A board for tests of what pages compute: rigid discs, pockets without depth; and what a steady hand sees of it. */

import { PARAMETERS, P_BASE, P_COIN_MASS, P_COIN_RADIUS, P_COIN_TIP, P_DECELERATION, P_E_DISC, P_E_FRAME, P_FRONT, P_HALF, P_MU_DISC,
  P_MU_FRAME, P_OVERLAP, P_POCKET, P_REST_SPEED, P_SPEED_LIMIT, P_STRIKER_MASS, P_STRIKER_RADIUS, P_STRIKER_TIP, P_TAIL_SPEED, P_PART,
  P_WEAK_SPEED, P_CONTACT_TIME, P_ELASTIC_SPEED, P_TIE } from "../../src/carrom_web/static/physics/figures.js";

export const BOARD = new Float64Array(PARAMETERS);
for (const [at, value] of [
  [P_HALF, 0.37], [P_POCKET, 0.34775], [P_BASE, 0.2526], [P_FRONT, 0.2367], [P_DECELERATION, 1.1772], [P_E_DISC, 0.85], [P_E_FRAME, 0.75],
  [P_MU_DISC, 0.15], [P_MU_FRAME, 0.15], [P_STRIKER_RADIUS, 0.02065], [P_STRIKER_MASS, 0.015], [P_STRIKER_TIP, 0.00829], [P_COIN_RADIUS, 0.0159],
  [P_COIN_MASS, 0.0053], [P_COIN_TIP, 0.01556], [P_PART, 0.6], [P_TAIL_SPEED, 0.02], [P_REST_SPEED, 1e-4], [P_WEAK_SPEED, 1e-3],
  [P_CONTACT_TIME, 2e-4], [P_ELASTIC_SPEED, 5e-3], [P_TIE, 1e-10], [P_SPEED_LIMIT, 10], [P_OVERLAP, 2e-5],
]) BOARD[at] = value;

/** Standard deviations: metres, radians, a share of the speed. */
export const HAND = { place: 0.001, aim: (0.5 * Math.PI) / 180, speed: 0.12 };

/** What chances are guessed by, in the order of `carrom.physics.sight`. */
export const SIGHT = Float64Array.of(
  -0.2526, 0.2191, HAND.aim, HAND.place, 0.03655, 0.34935, 0.34775, 0.02879, 0.2079, 0.22, 0.12, 0.97, 0.15, 0.03021, 0.03545,
);
