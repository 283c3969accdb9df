/**
 * The kernel: discs that slide, spin, meet, rebound and fall, from event to event. The server's own, bit for bit.
 *
 * Made from src/carrom/physics/kernel.py by `./carrom test golden`: change that file, never this one.
 *
 * Names and order of operations are those of the source, so that the two can be read side by side. Between two events
 * each disc moves on a straight line with a constant deceleration. Only + - * / and sqrt stand between a stroke and its
 * result. Axes are those of the player who strikes: x to his right, y away from him. SI units.
 * Arrays of several dimensions lie row after row in one typed array.
 */

/** Grows whenever a stroke may end otherwise, in the last bit, than it did before. */
export const ENGINE = "4";

export const INF = Infinity;

// Parameters, in the order of `Surface.parameters`.
export const P_HALF = 0; // half the surface's side
export const P_POCKET = 1; // coordinate of the pockets' centres
export const P_BASE = 2; // distance of the base line's middle from the centre
export const P_FRONT = 3; // distance of the front line from the centre
export const P_DECELERATION = 4; // of a disc that slides without spin
export const P_E_DISC = 5; // restitution of two discs
export const P_E_FRAME = 6;
export const P_MU_DISC = 7; // friction of two discs' rims
export const P_MU_FRAME = 8;
export const P_STRIKER_RADIUS = 9;
export const P_STRIKER_MASS = 10;
export const P_STRIKER_TIP = 11; // distance from a pocket's centre at which the striker tips
export const P_COIN_RADIUS = 12;
export const P_COIN_MASS = 13;
export const P_COIN_TIP = 14;
export const P_COUPLING = 15; // spin ratio R w / v below which the rest of a slide is one piece; 0: spin does not slow sliding
export const P_PART = 16; // least part of v lost in one piece of constant deceleration
export const P_TAIL_SPEED = 17; // R w below which the rest of a slide is one piece; a piece loses up to this over R w of v
export const P_REST_SPEED = 18; // below this a disc is at rest
export const P_WEAK_SPEED = 19; // slower contacts are looked at again after a contact's duration only
export const P_CONTACT_TIME = 20;
export const P_ELASTIC_SPEED = 21; // impacts below this lose nothing, above twice this all that restitution says
export const P_TIE = 22; // contacts within this time are one impact
export const P_SPEED_LIMIT = 23;
export const P_OVERLAP = 24; // overlap at the start that is taken for touching
export const P_GRAVITY = 25;
export const P_FALL_TIME = 26; // in which a disc past a pocket's chord has fallen so far that it is held; 0: at once
export const P_E_POCKET = 27; // restitution of a disc over a pocket and the frames behind it
export const P_JUMP_SPEED = 28; // a disc that meets a frame faster goes over it; 0: none does
export const P_STIFFNESS = 29; // of discs that touch in a group; 0: rigid, impacts take no time
export const P_DAMPING = 30; // of that contact, as a part of the critical damping
export const PARAMETERS = 31;

// One disc is one row: helpers take one array, since each array costs a call seven arguments.
export const X = 0;
export const Y = 1;
export const VX = 2;
export const VY = 3;
export const W = 4; // spin, anticlockwise
export const AX = 5;
export const AY = 6;
export const AW = 7; // of a disc that lies: how W changes; of one that slides: the bend of W's fall (`make_sliding`)
export const V = 8; // speed at T0; 0: it lies, and W goes on as AW tells until it is 0
export const A = 9; // deceleration along the path
export const T0 = 10; // all of the above hold at this time
export const T1 = 11; // next event of this disc alone
export const KIND = 12; // of that event, and 16 times which frame or pocket
export const X_LOW = 13; // box swept until then
export const X_HIGH = 14;
export const Y_LOW = 15;
export const Y_HIGH = 16;
export const SOONEST_WITH = 17; // the disc that it could meet first, of those that were set going before it
export const RADIUS = 18;
export const MASS = 19;
export const TIP = 20;
export const OVER = 21; // when it came over a pocket and began to fall; below 0: it is over none
export const COLUMNS = 22;
export const DISCS = 20;

// What is asked of all discs in turn lies side by side as well, value by value, so that a processor works out several at
// once; a disc's are written whenever it is set going. DISCS apart: where each value's lane begins.
export const LANE_X = 0;
export const LANE_Y = 20;
export const LANE_VX = 40;
export const LANE_VY = 60;
export const LANE_AX = 80;
export const LANE_AY = 100;
export const LANE_V = 120;
export const LANE_T0 = 140;
export const LANE_T1 = 160;
export const LANE_RADIUS = 180;
export const LANE_X_LOW = 200;
export const LANE_X_HIGH = 220;
export const LANE_Y_LOW = 240;
export const LANE_Y_HIGH = 260;
export const LANE_MEETS = 280; // no contact with a disc that was set going before this one comes sooner
export const LANE_NEXT = 300; // nothing of its own, and no such contact
export const LANE_APART = 320; // worked out: how far its swept box is from that of the disc that was set going
export const LANE_SOONEST = 340; // and that no contact of the two comes sooner
export const LANES = 360;
export const LANE_STEP = 4; // discs worked out in one go
export const LANE_STEPS = 5; // for all
export const FEW = 3; // discs whose times of contact are looked for at once; of more only which could be the next

export const STOP = 0;
export const PAIR = 1;
export const FRAME = 2;
export const POCKET = 3; // it fell
export const PIECE = 4; // another deceleration
export const WALL = 5; // a frame, met over a pocket
export const JUMP = 6; // it went over a frame
export const OVER_HOLE = 7; // it came over a pocket
export const OUT_AGAIN = 8; // and out of it before it had fallen

// What is told of each stroke.
export const F_STATUS = 0;
export const F_FIRST = 1; // number of the piece that the striker hit first, -1: none
export const F_STRUCK = 2; // pieces that the striker hit, one bit a number
export const F_SPREAD = 3; // pieces that left the square of the front lines or fell, one bit a number
export const F_FRAMES = 4; // frames that the striker touched before its first contact, bits as in FRAME events
export const F_CROSSED = 5; // it crossed its own front line before its first contact
export const F_BACK = 6; // it crossed the centre line and came back before its first contact
export const F_STRIKER_FELL = 7;
export const F_JUMPED = 8; // discs that went over a frame, one bit a number
export const F_EVENTS = 9;
export const F_SEGMENT_ROWS = 10;
export const F_EVENT_ROWS = 11;
export const F_ONE = 12; // numbers that a status tells of
export const F_OTHER = 13;
export const F_BEHIND = 14; // its centre never crossed its own front line, before or after a contact
export const FACTS = 15;

// Status of a stroke.
export const DONE = 0;
export const UNSETTLED = 1;
export const FULL = 2;
export const BAD_STROKE = 3;
export const BAD_SPEED = 4;
export const BAD_OFFSET = 5;
export const BAD_ANGLE = 6;
export const BAD_PLACE = 7;
export const OUTSIDE = 8;
export const OVERLAP = 9;
export const OVER_POCKET = 10;
export const STROKE_STATUSES = new Set([BAD_STROKE, BAD_SPEED, BAD_OFFSET, BAD_ANGLE, BAD_PLACE]); // the position is sound

export const SEGMENT_COLUMNS = 10; // number, t, x, y, vx, vy, ax, ay, w, aw
export const EVENT_COLUMNS = 5; // t, kind, i, j, speed
export const MOST_EVENTS = 100000;
export const PATIENCE = 1500; // events after which the thresholds begin to double,
export const PATIENCE_STEP = 500; // and how many pass before each further doubling
export const REST_OVERLAP = 5e-07; // metres by which discs at rest may be pressed into each other
export const MOST_LEFT = 0.95; // of the speed, at the end of a piece: shorter ones would drown in the table's rounding
export const PRESS_STEPS = 48; // in the contact of two coins (also in `surface`)
export const PRESS_REACH = 2; // contacts' durations; a disc that the fastest of a group would reach in so long belongs to it
export const PRESS_AHEAD = 1; // contacts' durations in which discs about to touch are still waited for
export const MOST_PRESS_STEPS = 10000;
export const MOST_CONTACTS = 64; // at one moment; twenty discs in the plane touch at 54 points at most

export const TWO_OVER_PI = 2 / Math.PI;
export const QUARTER_1 = 1.5707963267341256; // pi/2 in three parts: 33 bits,
export const QUARTER_2 = 6.077100506303966e-11; // 33 more,
export const QUARTER_3 = 2.0222662487959506e-21; // and the rest

/**
 * Sine and cosine by + - * / alone, to about one unit in the last place; odd and even to the bit.
 *
 * The angle is reduced to within an eighth of a turn of a multiple of a quarter turn; then Taylor's series.
 *
 * Units: radians, at most some turns.
 *
 * @param {number} angle
 * @returns {[number, number]}
 */
export function sine_cosine(angle) {
  const a = Math.abs(angle);
  let k = Math.trunc(a * TWO_OVER_PI + 0.5);
  const t = a - k * QUARTER_1; // exact
  let w = k * QUARTER_2; // exact
  const y = t - w;
  let lost = t - y - w;
  w = k * QUARTER_3;
  const x = y - w;
  lost = y - x - w + lost; // the angle is x + lost
  const z = x * x;
  let p = 1 / 355687428096000;
  p = p * z - 1 / 1307674368000;
  p = p * z + 1 / 6227020800;
  p = p * z - 1 / 39916800;
  p = p * z + 1 / 362880;
  p = p * z - 1 / 5040;
  p = p * z + 1 / 120;
  p = p * z - 1 / 6;
  let sine = x + (z * x * p + lost);
  p = 1 / 6402373705728000;
  p = 1 / 20922789888000 - p * z;
  p = p * z - 1 / 87178291200;
  p = p * z + 1 / 479001600;
  p = p * z - 1 / 3628800;
  p = p * z + 1 / 40320;
  p = p * z - 1 / 720;
  p = p * z + 1 / 24;
  const half = 0.5 * z;
  w = 1 - half;
  let cosine = w + (1 - w - half + (z * z * p - x * lost));
  k = k % 4;
  if (k === 1) {
    [sine, cosine] = [cosine, -sine];
  } else if (k === 2) {
    [sine, cosine] = [-sine, -cosine];
  } else if (k === 3) {
    [sine, cosine] = [-cosine, sine];
  }
  return [angle < 0 ? -sine : sine, cosine];
}

/**
 * The first t in [0, limit] at which |d + u t + g t²/2| falls to `reach`; infinity if none.
 *
 * Marches from the left by steps that cannot pass a root: on [t, limit] the quartic's second derivative, a parabola
 * open upwards, is nowhere below a known least value. What touches already and approaches more slowly than `weak`
 * is looked at again after `wait`.
 *
 * @param {number} dx
 * @param {number} dy
 * @param {number} ux
 * @param {number} uy
 * @param {number} gx
 * @param {number} gy
 * @param {number} reach
 * @param {number} limit
 * @param {number} weak
 * @param {number} wait
 * @returns {number}
 */
export function time_of_approach(dx, dy, ux, uy, gx, gy, reach, limit, weak, wait) {
  const d2 = reach * reach;
  const c0 = dx * dx + dy * dy - d2;
  const c1 = 2 * (dx * ux + dy * uy);
  const c2 = ux * ux + uy * uy + dx * gx + dy * gy;
  const c3 = ux * gx + uy * gy;
  const c4 = 0.25 * (gx * gx + gy * gy);
  let t = 0;
  const tolerance = 1e-13 * d2;
  if (c0 <= tolerance) {
    if (c1 * c1 <= 4 * weak * weak * d2) {
      t = wait;
      if (t >= limit) {
        return INF;
      }
    } else if (c1 < 0) {
      return 0;
    }
  }
  let lowest = limit; // where the second derivative is least
  if (c4 > 0) {
    lowest = -c3 / (4 * c4);
  }
  if (lowest > limit) {
    lowest = limit;
  }
  let f = c0;
  let slope = c1;
  for (let _ = 0; _ < 200; _ += 1) {
    if (t > 0) {
      f = c0 + t * (c1 + t * (c2 + t * (c3 + t * c4)));
      slope = c1 + t * (2 * c2 + t * (3 * c3 + t * 4 * c4));
    }
    if (f <= tolerance && slope < 0) {
      return t;
    }
    if (f < 0) {
      f = 0;
    }
    const z = lowest > t ? lowest : t;
    const bend = 2 * c2 + z * (6 * c3 + z * 12 * c4);
    let h = 0;
    if (bend >= 0) {
      if (slope >= 0) {
        return INF;
      }
      h = -f / slope;
    } else if (slope > 0) { // they part first; in the form below the difference would cancel
      h = (slope + Math.sqrt(slope * slope - 2 * f * bend)) / -bend;
    } else if (f > 0) {
      h = 2 * f / (-slope + Math.sqrt(slope * slope - 2 * f * bend));
    } else {
      h = -2 * slope / bend; // leaves a touch with a slope that does not fall
    }
    let later = t + h;
    if (later >= limit) {
      return INF;
    }
    if (later <= t) { // as near as rounding allows
      if (slope < 0) {
        return t;
      }
      later = t + 1e-12;
    }
    t = later;
  }
  return slope < 0 ? t : INF;
}

/**
 * Time of the next contact of two discs from t on, infinity if one of them has an event of its own before.
 *
 * What is known of either may be older than t.
 *
 * @param {Float64Array} s
 * @param {number} one
 * @param {number} other
 * @param {number} t
 * @param {Float64Array} p
 * @returns {number}
 */
export function next_contact(s, one, other, t, p) {
  const i = one;
  const j = other;
  const reach = s[i * COLUMNS + RADIUS] + s[j * COLUMNS + RADIUS];
  let limit = s[i * COLUMNS + T1] < s[j * COLUMNS + T1] ? s[i * COLUMNS + T1] : s[j * COLUMNS + T1];
  const h = t - s[i * COLUMNS + T0];
  let z = t - s[j * COLUMNS + T0];
  const dx = s[j * COLUMNS + X] + z * (s[j * COLUMNS + VX] + 0.5 * z * s[j * COLUMNS + AX]) - (s[i * COLUMNS + X] + h * (s[i * COLUMNS + VX] + 0.5 * h * s[i * COLUMNS + AX]));
  const dy = s[j * COLUMNS + Y] + z * (s[j * COLUMNS + VY] + 0.5 * z * s[j * COLUMNS + AY]) - (s[i * COLUMNS + Y] + h * (s[i * COLUMNS + VY] + 0.5 * h * s[i * COLUMNS + AY]));
  const ux = s[j * COLUMNS + VX] + z * s[j * COLUMNS + AX] - (s[i * COLUMNS + VX] + h * s[i * COLUMNS + AX]);
  const uy = s[j * COLUMNS + VY] + z * s[j * COLUMNS + AY] - (s[i * COLUMNS + VY] + h * s[i * COLUMNS + AY]);
  if (s[i * COLUMNS + V] === 0 || s[j * COLUMNS + V] === 0) {
    // One moves, the other lies: a quadratic in the length of a straight path.
    let b = dx * ux + dy * uy;
    if (b >= 0) {
      return INF;
    }
    const v = Math.sqrt(ux * ux + uy * uy);
    b /= v;
    const c = dx * dx + dy * dy - reach * reach;
    let q = b * b - c;
    // A graze that would go less than 1e-12 m deep (or deeper) is none: its impulse would drown in rounding.
    if ((c > 0 ? q : b * b) <= 2e-12 * reach) {
      return INF;
    }
    const path = c / (-b + Math.sqrt(q));
    if (path <= 0) {
      return t;
    }
    z = v * v - 2 * (s[i * COLUMNS + A] + s[j * COLUMNS + A]) * path; // that of the disc that lies is 0
    if (z <= 0) {
      return INF;
    }
    q = t + 2 * path / (v + Math.sqrt(z));
    return q <= limit ? q : INF;
  }
  limit -= t;
  if (limit <= 0) {
    return INF;
  }
  const gx = s[j * COLUMNS + AX] - s[i * COLUMNS + AX];
  const gy = s[j * COLUMNS + AY] - s[i * COLUMNS + AY];
  return t + time_of_approach(dx, dy, ux, uy, gx, gy, reach, limit, p[P_WEAK_SPEED], p[P_CONTACT_TIME]);
}

/**
 * Stopping force, as a part of mu m g, and bend of a disc that slides at `v` and spins with `rim` = R w.
 *
 * @param {Float64Array} table
 * @param {number} v
 * @param {number} rim
 * @returns {[number, number]}
 */
export function sliding_curve(table, v, rim) {
  const last = (table.length / 2) - 1;
  const q = rim / (v + rim) * last;
  let whole = Math.trunc(q);
  if (whole >= last) {
    whole = last - 1;
  }
  const f = q - whole;
  const k = whole;
  return [table[k * 2] + f * (table[(k + 1) * 2] - table[k * 2]), table[k * 2 + 1] + f * (table[(k + 1) * 2 + 1] - table[k * 2 + 1])];
}

/**
 * Which frame a centre at (x, y) meets first on its way along (ux, uy), if any within `path`: way and kind.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} ux
 * @param {number} uy
 * @param {number} wall
 * @param {number} path
 * @param {number} kind
 * @returns {[number, number]}
 */
export function nearest_frame(x, y, ux, uy, wall, path, kind) {
  let q = ux !== 0 ? ((ux > 0 ? wall : -wall) - x) / ux : INF;
  if (q < path) {
    path = q;
    kind = ux > 0 ? FRAME : FRAME + 16;
  }
  q = uy !== 0 ? ((uy > 0 ? wall : -wall) - y) / uy : INF;
  if (q < path) {
    path = q;
    kind = uy > 0 ? FRAME + 32 : FRAME + 48;
  }
  return [path, kind];
}

/**
 * Let a disc over a pocket go on from t: straight, unbraked, until it has fallen, is out or meets a frame.
 *
 * @param {Float64Array} s
 * @param {number} index
 * @param {number} t
 * @param {Float64Array} p
 * @returns {void}
 */
export function start_fall(s, index, t, p) {
  const i = index;
  const x = s[i * COLUMNS + X];
  const y = s[i * COLUMNS + Y];
  const r = s[i * COLUMNS + RADIUS];
  const tip = s[i * COLUMNS + TIP];
  let v = Math.sqrt(s[i * COLUMNS + VX] * s[i * COLUMNS + VX] + s[i * COLUMNS + VY] * s[i * COLUMNS + VY]);
  let code = 0;
  let dx = x + p[P_POCKET];
  let dy = y + p[P_POCKET];
  if (x > 0) {
    code = 1;
    dx = x - p[P_POCKET];
  }
  if (y > 0) {
    code += 2;
    dy = y - p[P_POCKET];
  }
  let kind = POCKET + 16 * code;
  let falls = s[i * COLUMNS + OVER] + p[P_FALL_TIME];
  let path = 0;
  let ux = 0;
  let uy = 0;
  if (v < p[P_REST_SPEED]) {
    s[i * COLUMNS + VX] = 0;
    s[i * COLUMNS + VY] = 0;
    v = 0;
  } else {
    ux = s[i * COLUMNS + VX] / v;
    uy = s[i * COLUMNS + VY] / v;
    const b = dx * ux + dy * uy;
    const c = dx * dx + dy * dy - tip * tip;
    const q = b * b - c;
    let way = Math.sqrt(q > 0 ? q : 0) - b;
    let where = OUT_AGAIN + 16 * code;
    [way, where] = nearest_frame(x, y, ux, uy, p[P_HALF] - r, way, where);
    if (way < 0) {
      way = 0;
    }
    path = v * (falls - t);
    if (way < path) {
      path = way;
      falls = t + path / v;
      kind = where;
    }
  }
  s[i * COLUMNS + V] = v;
  s[i * COLUMNS + A] = 0;
  s[i * COLUMNS + AX] = 0;
  s[i * COLUMNS + AY] = 0;
  s[i * COLUMNS + AW] = 0;
  s[i * COLUMNS + T1] = falls;
  s[i * COLUMNS + KIND] = kind;
  let end = x + path * ux;
  s[i * COLUMNS + X_LOW] = (end < x ? end : x) - r;
  s[i * COLUMNS + X_HIGH] = (end > x ? end : x) + r;
  end = y + path * uy;
  s[i * COLUMNS + Y_LOW] = (end < y ? end : y) - r;
  s[i * COLUMNS + Y_HIGH] = (end > y ? end : y) + r;
}

/**
 * Let a disc that leaves a pocket climb the height that it has fallen, at the cost of its speed.
 *
 * After a time h it has fallen g h²/2: v² loses (g h)². What is too slow stays and falls.
 *
 * @param {Float64Array} s
 * @param {number} index
 * @param {number} t
 * @param {Float64Array} p
 * @returns {void}
 */
export function climb_out(s, index, t, p) {
  const i = index;
  const v2 = s[i * COLUMNS + VX] * s[i * COLUMNS + VX] + s[i * COLUMNS + VY] * s[i * COLUMNS + VY];
  const down = p[P_GRAVITY] * (t - s[i * COLUMNS + OVER]);
  const left = v2 - down * down;
  if (left > 0) {
    const part_left = Math.sqrt(left / v2);
    s[i * COLUMNS + VX] *= part_left;
    s[i * COLUMNS + VY] *= part_left;
    s[i * COLUMNS + OVER] = -1;
  } else {
    s[i * COLUMNS + VX] = 0;
    s[i * COLUMNS + VY] = 0;
  }
}

/**
 * Let a disc move on from time t: its deceleration, its next event of its own, the box it sweeps until then.
 *
 * @param {Float64Array} s
 * @param {number} index
 * @param {number} t
 * @param {Float64Array} p
 * @param {Float64Array} table
 * @returns {void}
 */
export function start_piece(s, index, t, p, table) {
  const i = index;
  s[i * COLUMNS + T0] = t;
  if (s[i * COLUMNS + OVER] >= 0) {
    start_fall(s, index, t, p);
    return;
  }
  const x = s[i * COLUMNS + X];
  const y = s[i * COLUMNS + Y];
  const vx = s[i * COLUMNS + VX];
  const vy = s[i * COLUMNS + VY];
  const w = s[i * COLUMNS + W];
  const r = s[i * COLUMNS + RADIUS];
  const g = p[P_DECELERATION];
  const v = Math.sqrt(vx * vx + vy * vy);
  if (v < p[P_REST_SPEED]) { // it may still spin on the spot, against a torque of 2/3 mu m g R
    s[i * COLUMNS + VX] = 0;
    s[i * COLUMNS + VY] = 0;
    s[i * COLUMNS + V] = 0;
    s[i * COLUMNS + A] = 0;
    s[i * COLUMNS + AX] = 0;
    s[i * COLUMNS + AY] = 0;
    s[i * COLUMNS + AW] = 0;
    if (w !== 0) {
      s[i * COLUMNS + AW] = (w > 0 ? -4 : 4) * g / (3 * r);
    }
    s[i * COLUMNS + T1] = INF;
    s[i * COLUMNS + KIND] = STOP;
    s[i * COLUMNS + X_LOW] = x - r;
    s[i * COLUMNS + X_HIGH] = x + r;
    s[i * COLUMNS + Y_LOW] = y - r;
    s[i * COLUMNS + Y_HIGH] = y + r;
    return;
  }
  const ux = vx / v;
  const uy = vy / v;
  let [path, kind] = nearest_frame(x, y, ux, uy, p[P_HALF] - r, INF, STOP);
  let a = g;
  let force = 1;
  let bend = 0;
  let duration = v / a;
  let alone = STOP;
  const rim = Math.abs(w) * r;
  if (rim > 0 && p[P_COUPLING] > 0) {
    [force, bend] = sliding_curve(table, v, rim);
    a = g * force;
    duration = v / a;
    if (rim > p[P_COUPLING] * v && rim > p[P_TAIL_SPEED]) {
      let part = p[P_TAIL_SPEED] / rim;
      if (part < p[P_PART]) {
        part = p[P_PART];
      }
      let left = 1 - part; // of v, at the end of the piece,
      let q = 1 - 2 * g * path / (v * v);
      if (q > left * left) { // but no longer than to the frame
        left = q < MOST_LEFT * MOST_LEFT ? Math.sqrt(q) : MOST_LEFT;
      }
      // The way that is left to the stop is known at both ends of the piece, so the way between is exact.
      const [later, _] = sliding_curve(table, left * v, rim * left / Math.sqrt(bend * left + (1 - bend)));
      q = left * left;
      a = g * (1 - q) / (1 / force - q / later);
      duration = (1 - left) * v / a;
      alone = PIECE;
    }
  }
  s[i * COLUMNS + V] = v;
  s[i * COLUMNS + A] = a;
  s[i * COLUMNS + AW] = bend;
  s[i * COLUMNS + AX] = -a * ux;
  s[i * COLUMNS + AY] = -a * uy;
  let q = v * duration - 0.5 * a * duration * duration;
  if (q <= path) {
    path = q;
    kind = alone;
  }
  const centre = p[P_POCKET];
  const tip = s[i * COLUMNS + TIP];
  const near = centre - tip - 1e-09; // a path that stays nearer to the middle, one way or both, comes to no pocket
  let far_x = Math.abs(x + path * ux);
  let far_y = Math.abs(y + path * uy);
  if (Math.abs(x) > far_x) {
    far_x = Math.abs(x);
  }
  if (Math.abs(y) > far_y) {
    far_y = Math.abs(y);
  }
  if (far_x > near && far_y > near) {
    for (let k = 0; k < 4; k += 1) {
      const dx = k & 1 ? x - centre : x + centre;
      const dy = k & 2 ? y - centre : y + centre;
      const b = dx * ux + dy * uy;
      if (b < 0) {
        const c = dx * dx + dy * dy - tip * tip;
        q = b * b - c;
        if (q > 1e-14) { // on less than 0.1 micrometres of chord rounding could let it in and out for ever
          q = c / (-b + Math.sqrt(q));
          if (q < 0) {
            q = 0;
          }
          if (q < path) {
            path = q;
            kind = POCKET + 16 * k;
          }
        }
      }
    }
  }
  if (path < 0) {
    path = 0;
  }
  s[i * COLUMNS + KIND] = kind;
  if (kind === STOP || kind === PIECE) {
    s[i * COLUMNS + T1] = t + duration;
  } else {
    let z = v * v - 2 * a * path;
    if (z < 0) {
      z = 0;
    }
    s[i * COLUMNS + T1] = t + 2 * path / (v + Math.sqrt(z));
  }
  let end = x + path * ux;
  s[i * COLUMNS + X_LOW] = (end < x ? end : x) - r;
  s[i * COLUMNS + X_HIGH] = (end > x ? end : x) + r;
  end = y + path * uy;
  s[i * COLUMNS + Y_LOW] = (end < y ? end : y) - r;
  s[i * COLUMNS + Y_HIGH] = (end > y ? end : y) + r;
}

/**
 * Bring one disc to time t.
 *
 * @param {Float64Array} s
 * @param {number} index
 * @param {number} t
 * @returns {void}
 */
export function advance(s, index, t) {
  const i = index;
  const h = t - s[i * COLUMNS + T0];
  if (h > 0) {
    let spin = s[i * COLUMNS + W];
    if (s[i * COLUMNS + V] === 0) {
      spin += h * s[i * COLUMNS + AW];
      if (spin * s[i * COLUMNS + W] <= 0) {
        spin = 0;
      }
    } else {
      const left = 1 - h * s[i * COLUMNS + A] / s[i * COLUMNS + V];
      if (spin !== 0 && left > 0) {
        spin *= left / Math.sqrt(s[i * COLUMNS + AW] * left + (1 - s[i * COLUMNS + AW]));
      }
      s[i * COLUMNS + X] += h * (s[i * COLUMNS + VX] + 0.5 * h * s[i * COLUMNS + AX]);
      s[i * COLUMNS + Y] += h * (s[i * COLUMNS + VY] + 0.5 * h * s[i * COLUMNS + AY]);
      s[i * COLUMNS + VX] += h * s[i * COLUMNS + AX];
      s[i * COLUMNS + VY] += h * s[i * COLUMNS + AY];
    }
    s[i * COLUMNS + W] = spin;
  }
  s[i * COLUMNS + T0] = t;
}

/**
 * 1 below `elastic`, e from twice that on, linear between: no endless series of ever slower impacts.
 *
 * @param {number} speed
 * @param {number} e
 * @param {number} elastic
 * @returns {number}
 */
export function restitution(speed, e, elastic) {
  if (speed >= 2 * elastic) {
    return e;
  }
  if (speed <= elastic) {
    return 1;
  }
  return 1 + (e - 1) * (speed / elastic - 1);
}

/**
 * Change the motion of two discs by an impulse: jn along the normal from i to j, jt along its left at the rims.
 *
 * @param {Float64Array} s
 * @param {number} i
 * @param {number} j
 * @param {number} nx
 * @param {number} ny
 * @param {number} jn
 * @param {number} jt
 * @returns {void}
 */
export function give_impulse(s, i, j, nx, ny, jn, jt) {
  const fx = jn * nx - jt * ny;
  const fy = jn * ny + jt * nx;
  const mi = s[i * COLUMNS + MASS];
  const mj = s[j * COLUMNS + MASS];
  s[i * COLUMNS + VX] -= fx / mi;
  s[i * COLUMNS + VY] -= fy / mi;
  s[j * COLUMNS + VX] += fx / mj;
  s[j * COLUMNS + VY] += fy / mj;
  s[i * COLUMNS + W] -= 2 * jt / (mi * s[i * COLUMNS + RADIUS]);
  s[j * COLUMNS + W] -= 2 * jt / (mj * s[j * COLUMNS + RADIUS]);
}

/**
 * One impact of two discs with Coulomb friction at the rims; the normal speed at which they met, 0 if they part.
 *
 * The tangential impulse that lets them stick is a third of m_eff ut, since m R²/I = 2.
 *
 * @param {Float64Array} s
 * @param {number} one
 * @param {number} other
 * @param {Float64Array} p
 * @returns {number}
 */
export function collide(s, one, other, p) {
  const i = one;
  const j = other;
  let nx = s[j * COLUMNS + X] - s[i * COLUMNS + X];
  let ny = s[j * COLUMNS + Y] - s[i * COLUMNS + Y];
  const d = Math.sqrt(nx * nx + ny * ny);
  nx /= d;
  ny /= d;
  const ux = s[j * COLUMNS + VX] - s[i * COLUMNS + VX];
  const uy = s[j * COLUMNS + VY] - s[i * COLUMNS + VY];
  const un = ux * nx + uy * ny;
  if (un >= 0) {
    return 0;
  }
  const inverse = 1 / s[i * COLUMNS + MASS] + 1 / s[j * COLUMNS + MASS];
  const jn = -(1 + restitution(-un, p[P_E_DISC], p[P_ELASTIC_SPEED])) * un / inverse;
  const ut = -ux * ny + uy * nx - s[i * COLUMNS + W] * s[i * COLUMNS + RADIUS] - s[j * COLUMNS + W] * s[j * COLUMNS + RADIUS];
  let jt = -ut / (3 * inverse);
  const most = p[P_MU_DISC] * jn;
  if (jt > most) {
    jt = most;
  } else if (jt < -most) {
    jt = -most;
  }
  give_impulse(s, one, other, nx, ny, jn, jt);
  return -un;
}

/**
 * Energy of the discs named in `changed`, sliding and spinning.
 *
 * @param {Float64Array} s
 * @param {Int32Array} changed
 * @param {number} count
 * @returns {number}
 */
export function kinetic_energy(s, changed, count) {
  let energy = 0;
  for (let k = 0; k < count; k += 1) {
    const i = changed[k];
    const rim = s[i * COLUMNS + RADIUS] * s[i * COLUMNS + W];
    energy += 0.5 * s[i * COLUMNS + MASS] * (s[i * COLUMNS + VX] * s[i * COLUMNS + VX] + s[i * COLUMNS + VY] * s[i * COLUMNS + VY] + 0.5 * rim * rim);
  }
  return energy;
}

/**
 * Write the velocities of the discs named in `changed` to c[:, 6:9].
 *
 * @param {Float64Array} s
 * @param {Int32Array} changed
 * @param {number} count
 * @param {Float64Array} c
 * @returns {void}
 */
export function keep_velocities(s, changed, count, c) {
  for (let k = 0; k < count; k += 1) {
    const i = changed[k];
    c[k * 11 + 6] = s[i * COLUMNS + VX];
    c[k * 11 + 7] = s[i * COLUMNS + VY];
    c[k * 11 + 8] = s[i * COLUMNS + W];
  }
}

/**
 * Give them the velocities that `keep_velocities` wrote.
 *
 * @param {Float64Array} s
 * @param {Int32Array} changed
 * @param {number} count
 * @param {Float64Array} c
 * @returns {void}
 */
export function put_velocities_back(s, changed, count, c) {
  for (let k = 0; k < count; k += 1) {
    const i = changed[k];
    s[i * COLUMNS + VX] = c[k * 11 + 6];
    s[i * COLUMNS + VY] = c[k * 11 + 7];
    s[i * COLUMNS + W] = c[k * 11 + 8];
  }
}

/**
 * Impacts at the same moment: projected Gauss-Seidel over all contacts, so that their order does not matter.
 *
 * Newton's restitution with friction can create energy when several contacts act at once (some 0.2 % of random
 * clusters). Then the group is solved again without friction, where that cannot be.
 * Leaves the speed of each contact in c[:, 5] (0: it carried no impulse).
 * Shapes: pairs (2, contacts), changed (count,), c (MOST_CONTACTS, 11): a contact's nx, ny, target, jn, jt, speed;
 *     and the discs' vx, vy, w before.
 *
 * @param {Float64Array} s
 * @param {Int32Array} pairs
 * @param {number} contacts
 * @param {Int32Array} changed
 * @param {number} count
 * @param {Float64Array} c
 * @param {Float64Array} p
 * @returns {void}
 */
export function collide_together(s, pairs, contacts, changed, count, c, p) {
  for (let k = 0; k < contacts; k += 1) {
    let i = pairs[k];
    let j = pairs[1 * MOST_CONTACTS + k];
    let nx = s[j * COLUMNS + X] - s[i * COLUMNS + X];
    let ny = s[j * COLUMNS + Y] - s[i * COLUMNS + Y];
    const d = Math.sqrt(nx * nx + ny * ny);
    nx /= d;
    ny /= d;
    const un = (s[j * COLUMNS + VX] - s[i * COLUMNS + VX]) * nx + (s[j * COLUMNS + VY] - s[i * COLUMNS + VY]) * ny;
    c[k * 11] = nx;
    c[k * 11 + 1] = ny;
    c[k * 11 + 2] = 0;
    if (un < 0) {
      c[k * 11 + 2] = -restitution(-un, p[P_E_DISC], p[P_ELASTIC_SPEED]) * un;
    }
  }
  keep_velocities(s, changed, count, c);
  const before = kinetic_energy(s, changed, count);
  let mu = p[P_MU_DISC];
  for (let _ = 0; _ < 2; _ += 1) {
    for (let k = 0; k < contacts; k += 1) {
      c[k * 11 + 3] = 0;
      c[k * 11 + 4] = 0;
    }
    for (let _ = 0; _ < 200; _ += 1) {
      let change = 0;
      let total = 0;
      for (let k = 0; k < contacts; k += 1) {
        let i = pairs[k];
        let j = pairs[1 * MOST_CONTACTS + k];
        let nx = c[k * 11];
        let ny = c[k * 11 + 1];
        const inverse = 1 / s[i * COLUMNS + MASS] + 1 / s[j * COLUMNS + MASS];
        const ux = s[j * COLUMNS + VX] - s[i * COLUMNS + VX];
        const uy = s[j * COLUMNS + VY] - s[i * COLUMNS + VY];
        let jn = c[k * 11 + 3] + (c[k * 11 + 2] - (ux * nx + uy * ny)) / inverse;
        if (jn < 0) {
          jn = 0;
        }
        const dn = jn - c[k * 11 + 3];
        c[k * 11 + 3] = jn;
        const ut = -ux * ny + uy * nx - s[i * COLUMNS + W] * s[i * COLUMNS + RADIUS] - s[j * COLUMNS + W] * s[j * COLUMNS + RADIUS];
        let jt = c[k * 11 + 4] - ut / (3 * inverse);
        const most = mu * jn;
        if (jt > most) {
          jt = most;
        } else if (jt < -most) {
          jt = -most;
        }
        const dt = jt - c[k * 11 + 4];
        c[k * 11 + 4] = jt;
        give_impulse(s, i, j, nx, ny, dn, dt);
        change += Math.abs(dn) + Math.abs(dt);
        total += jn;
      }
      if (change <= 1e-15 * total) {
        break;
      }
    }
    if (kinetic_energy(s, changed, count) <= before * (1 + 1e-13)) {
      break;
    }
    mu = 0;
    put_velocities_back(s, changed, count, c);
  }
  for (let k = 0; k < contacts; k += 1) {
    let i = pairs[k];
    let j = pairs[1 * MOST_CONTACTS + k];
    c[k * 11 + 5] = c[k * 11 + 3] * (1 / s[i * COLUMNS + MASS] + 1 / s[j * COLUMNS + MASS]) / (1 + p[P_E_DISC]);
  }
}

/**
 * How long two discs of these masses press on one another.
 *
 * @param {number} mass
 * @param {number} other
 * @param {Float64Array} p
 * @returns {number}
 */
export function contact_duration(mass, other, p) {
  return Math.PI * Math.sqrt(mass * other / ((mass + other) * p[P_STIFFNESS]));
}

/**
 * Say whether another disc is touched while two press on one another; their velocities before are in c[0:2, 6:8].
 *
 * It is if the gap to it is less than the way on which one of the two nears it in a contact's duration, as fast as
 * before the impact or as after it. Without branches, for it is asked at nearly every impact.
 *
 * @param {Float64Array} s
 * @param {Float64Array} lanes
 * @param {number} one
 * @param {number} other
 * @param {Float64Array} c
 * @param {number} n
 * @param {number} t
 * @param {Float64Array} p
 * @returns {boolean}
 */
export function meets_a_third(s, lanes, one, other, c, n, t, p) {
  const time = contact_duration(s[one * COLUMNS + MASS], s[other * COLUMNS + MASS], p);
  let met = 0;
  for (let k = 0; k < 2; k += 1) {
    const index = k === 0 ? one : other;
    const i = index;
    const x = s[i * COLUMNS + X];
    const y = s[i * COLUMNS + Y];
    const vx = s[i * COLUMNS + VX];
    const vy = s[i * COLUMNS + VY];
    const wx = c[k * 11 + 6];
    const wy = c[k * 11 + 7];
    const radius = s[i * COLUMNS + RADIUS];
    for (let third = 0; third < (n + LANE_STEP - 1 & -LANE_STEP); third += 1) {
      const j = third;
      const h = t - lanes[LANE_T0 + j];
      const gx = lanes[LANE_AX + j];
      const gy = lanes[LANE_AY + j];
      let ux = lanes[LANE_VX + j];
      let uy = lanes[LANE_VY + j];
      const dx = lanes[LANE_X + j] + h * (ux + 0.5 * h * gx) - x;
      const dy = lanes[LANE_Y + j] + h * (uy + 0.5 * h * gy) - y;
      ux = ux + h * gx;
      uy = uy + h * gy;
      const d = Math.sqrt(dx * dx + dy * dy);
      let q = dx * (wx - ux) + dy * (wy - uy);
      const z = dx * (vx - ux) + dy * (vy - uy);
      q = z > q ? z : q;
      q = q * time - d * (d - radius - lanes[LANE_RADIUS + j]);
      q = lanes[LANE_X_LOW + j] < INF ? q : -1;
      q = third === one ? -1 : q;
      q = third === other ? -1 : q;
      met += q > 0 ? 1 : 0;
    }
  }
  return met > 0;
}

/**
 * In which time a group's discs are looked for round those that met, and how far the fastest of these comes.
 *
 * @param {Float64Array} s
 * @param {Int32Array} changed
 * @param {number} count
 * @param {Float64Array} p
 * @returns {[number, number]}
 */
export function reach_of(s, changed, count, p) {
  const time = PRESS_REACH * contact_duration(p[P_STRIKER_MASS], p[P_COIN_MASS], p);
  let v2 = 0;
  for (let k = 0; k < count; k += 1) {
    const i = changed[k];
    const q = s[i * COLUMNS + VX] * s[i * COLUMNS + VX] + s[i * COLUMNS + VY] * s[i * COLUMNS + VY];
    v2 = q > v2 ? q : v2;
  }
  return [time, time * Math.sqrt(v2)];
}

/**
 * Add to `changed` every disc that may come to press on one of them (see `reach_of`); how many they are now.
 *
 * Those that are added are brought to time t.
 *
 * @param {Float64Array} s
 * @param {number} n
 * @param {number} t
 * @param {number} time
 * @param {number} way
 * @param {Int32Array} changed
 * @param {number} count
 * @returns {number}
 */
export function gather_near(s, n, t, time, way, changed, count) {
  let first = 0;
  while (first < count) {
    const i = changed[first];
    first += 1;
    for (let other = 0; other < n; other += 1) {
      const j = other;
      if (s[j * COLUMNS + TIP] < 0) {
        continue;
      }
      const h = t - s[j * COLUMNS + T0];
      const dx = s[j * COLUMNS + X] + h * (s[j * COLUMNS + VX] + 0.5 * h * s[j * COLUMNS + AX]) - s[i * COLUMNS + X];
      const dy = s[j * COLUMNS + Y] + h * (s[j * COLUMNS + VY] + 0.5 * h * s[j * COLUMNS + AY]) - s[i * COLUMNS + Y];
      const reach = s[i * COLUMNS + RADIUS] + s[j * COLUMNS + RADIUS] + way + time * s[j * COLUMNS + V];
      if (dx * dx + dy * dy >= reach * reach) {
        continue;
      }
      let known = false;
      for (let d = 0; d < count; d += 1) {
        if (changed[d] === other) {
          known = true;
        }
      }
      if (!known) {
        changed[count] = other;
        count += 1;
        advance(s, other, t);
      }
    }
  }
  return count;
}

/**
 * Add to `pairs` all others of these discs that may come to press; what pressing takes of each goes to c.
 *
 * @param {Float64Array} s
 * @param {Int32Array} pairs
 * @param {number} contacts
 * @param {number} time
 * @param {number} way
 * @param {Int32Array} changed
 * @param {number} count
 * @param {Float64Array} c
 * @param {Float64Array} p
 * @returns {number}
 */
export function list_near(s, pairs, contacts, time, way, changed, count, c, p) {
  const impacts = contacts;
  for (let a = 0; a < count; a += 1) {
    for (let b = 0; b < count; b += 1) {
      let i = changed[a];
      let j = changed[b];
      if (i >= j) {
        continue;
      }
      let dx = s[j * COLUMNS + X] - s[i * COLUMNS + X];
      let dy = s[j * COLUMNS + Y] - s[i * COLUMNS + Y];
      const reach = s[i * COLUMNS + RADIUS] + s[j * COLUMNS + RADIUS] + way + time * (s[i * COLUMNS + V] + s[j * COLUMNS + V]);
      if (dx * dx + dy * dy >= reach * reach || contacts >= MOST_CONTACTS) {
        continue;
      }
      let known = false;
      for (let k = 0; k < impacts; k += 1) {
        if (pairs[k] === i && pairs[1 * MOST_CONTACTS + k] === j) {
          known = true;
        }
      }
      if (!known) {
        pairs[contacts] = i;
        pairs[1 * MOST_CONTACTS + contacts] = j;
        contacts += 1;
      }
    }
  }
  for (let k = 0; k < contacts; k += 1) {
    let i = pairs[k];
    let j = pairs[1 * MOST_CONTACTS + k];
    let dx = s[j * COLUMNS + X] - s[i * COLUMNS + X];
    let dy = s[j * COLUMNS + Y] - s[i * COLUMNS + Y];
    const d = Math.sqrt(dx * dx + dy * dy);
    const mass = 1 / (1 / s[i * COLUMNS + MASS] + 1 / s[j * COLUMNS + MASS]);
    c[k * 11] = dx / d;
    c[k * 11 + 1] = dy / d;
    const gap = d - s[i * COLUMNS + RADIUS] - s[j * COLUMNS + RADIUS];
    c[k * 11 + 2] = gap > 1e-10 && k >= impacts ? gap : 0;
    c[k * 11 + 5] = 0;
    c[k * 11 + 9] = mass;
    c[k * 11 + 10] = 2 * p[P_DAMPING] * Math.sqrt(p[P_STIFFNESS] * mass);
  }
  return contacts;
}

/**
 * Let discs that lie close together press on one another by springs along frozen normals; whether that was done.
 *
 * A contact that may not attract, damped to give the discs' restitution back, with Coulomb friction at the rims, in
 * small steps (gaps half a step ahead of speeds) until none is pressed and none is about to be. Gaps close and open
 * meanwhile, places do not change: all this takes a few contacts' durations, some tenths of a millisecond. Done it is
 * unless the energy grew. Leaves the speed at which each contact closed in c[:, 5] (0: it never did).
 * Shapes: pairs (2, contacts), changed (count,), c (MOST_CONTACTS, 11): a contact's nx, ny, gap, fn, ft, speed; the
 *     discs' vx, vy, w before; and the contact's effective mass and damping.
 *
 * @param {Float64Array} s
 * @param {Int32Array} pairs
 * @param {number} contacts
 * @param {Int32Array} changed
 * @param {number} count
 * @param {Float64Array} c
 * @param {Float64Array} p
 * @returns {boolean}
 */
export function press_together(s, pairs, contacts, changed, count, c, p) {
  keep_velocities(s, changed, count, c);
  const before = kinetic_energy(s, changed, count);
  const stiffness = p[P_STIFFNESS];
  const duration = contact_duration(p[P_COIN_MASS], p[P_COIN_MASS], p);
  const h = duration / PRESS_STEPS;
  const ahead = PRESS_AHEAD * duration;
  let drift = 0.5 * h;
  for (let _ = 0; _ < MOST_PRESS_STEPS; _ += 1) {
    let busy = false;
    for (let k = 0; k < contacts; k += 1) {
      c[k * 11 + 3] = 0;
      const i = pairs[k];
      const j = pairs[1 * MOST_CONTACTS + k];
      const nx = c[k * 11];
      const ny = c[k * 11 + 1];
      const ux = s[j * COLUMNS + VX] - s[i * COLUMNS + VX];
      const uy = s[j * COLUMNS + VY] - s[i * COLUMNS + VY];
      const un = ux * nx + uy * ny;
      const gap = c[k * 11 + 2] + drift * un;
      c[k * 11 + 2] = gap;
      const half = 0.5 * h * Math.abs(un); // way in half a step
      if (gap >= half) {
        if (un < 0 && gap < -un * ahead) {
          busy = true;
        }
        continue;
      }
      let drag = -c[k * 11 + 10] * un;
      let push = -gap;
      if (un < 0) {
        if (c[k * 11 + 5] === 0) {
          c[k * 11 + 5] = -un;
        }
        if (gap > -half) { // it closes within this step: the part in which it is closed counts
          const closed = 0.5 * (half - gap) / half;
          push = closed * closed * half;
          drag *= closed;
        }
      }
      const fn = (stiffness * push + drag) / (1 + 0.5 * h * c[k * 11 + 10] / c[k * 11 + 9]);
      if (fn <= 0) {
        continue;
      }
      busy = true;
      const ut = -ux * ny + uy * nx - s[i * COLUMNS + W] * s[i * COLUMNS + RADIUS] - s[j * COLUMNS + W] * s[j * COLUMNS + RADIUS];
      let ft = -ut * c[k * 11 + 9] / (6 * h);
      const most = p[P_MU_DISC] * fn;
      if (ft > most) {
        ft = most;
      } else if (ft < -most) {
        ft = -most;
      }
      c[k * 11 + 3] = fn;
      c[k * 11 + 4] = ft;
    }
    if (!busy) {
      break;
    }
    for (let k = 0; k < contacts; k += 1) {
      if (c[k * 11 + 3] > 0) {
        give_impulse(s, pairs[k], pairs[1 * MOST_CONTACTS + k], c[k * 11], c[k * 11 + 1], h * c[k * 11 + 3], h * c[k * 11 + 4]);
      }
    }
    drift = h;
  }
  if (kinetic_energy(s, changed, count) <= before * (1 + 1e-13)) {
    return true;
  }
  put_velocities_back(s, changed, count, c);
  return false;
}

/**
 * The greatest normal speed at which any of these contacts closes; 0 if none does.
 *
 * @param {Float64Array} s
 * @param {Int32Array} pairs
 * @param {number} contacts
 * @returns {number}
 */
export function fastest_approach(s, pairs, contacts) {
  let fastest = 0;
  for (let k = 0; k < contacts; k += 1) {
    const i = pairs[k];
    const j = pairs[1 * MOST_CONTACTS + k];
    const dx = s[j * COLUMNS + X] - s[i * COLUMNS + X];
    const dy = s[j * COLUMNS + Y] - s[i * COLUMNS + Y];
    const speed = -((s[j * COLUMNS + VX] - s[i * COLUMNS + VX]) * dx + (s[j * COLUMNS + VY] - s[i * COLUMNS + VY]) * dy) / Math.sqrt(dx * dx + dy * dy);
    fastest = speed > fastest ? speed : fastest;
  }
  return fastest;
}

/**
 * Leave those of a group out of `changed` that lie as they lay, the first `met` apart; how many are left.
 *
 * @param {Float64Array} s
 * @param {Int32Array} changed
 * @param {number} met
 * @param {number} count
 * @param {Float64Array} c
 * @returns {number}
 */
export function leave_out_unmoved(s, changed, met, count, c) {
  let left = met;
  for (let k = met; k < count; k += 1) {
    const i = changed[k];
    if (s[i * COLUMNS + V] > 0 || s[i * COLUMNS + VX] !== c[k * 11 + 6] || s[i * COLUMNS + VY] !== c[k * 11 + 7] || s[i * COLUMNS + W] !== c[k * 11 + 8]) {
      changed[left] = i;
      left += 1;
    }
  }
  return left;
}

/**
 * Impact on a frame (0 right, 1 left, 2 far, 3 near) with restitution e and Coulomb friction; the normal speed.
 *
 * @param {Float64Array} s
 * @param {number} index
 * @param {number} frame
 * @param {number} e
 * @param {Float64Array} p
 * @returns {number}
 */
export function rebound(s, index, frame, e, p) {
  const i = index;
  const r = s[i * COLUMNS + RADIUS];
  const side = (frame & 1) === 0 ? 1 : -1;
  let speed = 0;
  let ut = 0;
  if (frame < 2) {
    s[i * COLUMNS + X] = side * (p[P_HALF] - r);
    speed = Math.abs(s[i * COLUMNS + VX]);
    ut = s[i * COLUMNS + VY] + side * s[i * COLUMNS + W] * r;
  } else {
    s[i * COLUMNS + Y] = side * (p[P_HALF] - r);
    speed = Math.abs(s[i * COLUMNS + VY]);
    ut = s[i * COLUMNS + VX] - side * s[i * COLUMNS + W] * r;
  }
  e = restitution(speed, e, p[P_ELASTIC_SPEED]);
  let jt = -ut / 3;
  const most = p[P_MU_FRAME] * (1 + e) * speed;
  if (jt > most) {
    jt = most;
  } else if (jt < -most) {
    jt = -most;
  }
  if (frame < 2) {
    s[i * COLUMNS + VX] = -side * e * speed;
    s[i * COLUMNS + VY] += jt;
    s[i * COLUMNS + W] += side * 2 * jt / r;
  } else {
    s[i * COLUMNS + VY] = -side * e * speed;
    s[i * COLUMNS + VX] += jt;
    s[i * COLUMNS + W] -= side * 2 * jt / r;
  }
  return speed;
}

/**
 * The least of the DISCS values from `begin` on, and the first place among them where it stands.
 *
 * Four at a time, and without branches.
 *
 * @param {Float64Array} values
 * @param {number} begin
 * @returns {[number, number]}
 */
export function least_of(values, begin) {
  const k = begin;
  let a = values[k];
  let b = values[k + 1];
  let c = values[k + 2];
  let d = values[k + 3];
  let at_a = 0;
  let at_b = 1;
  let at_c = 2;
  let at_d = 3;
  for (let step = 1; step < LANE_STEPS; step += 1) {
    const z = LANE_STEP * step;
    const j = k + z;
    let q = values[j];
    at_a = q < a ? z : at_a;
    a = q < a ? q : a;
    q = values[j + 1];
    at_b = q < b ? z + 1 : at_b;
    b = q < b ? q : b;
    q = values[j + 2];
    at_c = q < c ? z + 2 : at_c;
    c = q < c ? q : c;
    q = values[j + 3];
    at_d = q < d ? z + 3 : at_d;
    d = q < d ? q : d;
  }
  let q = b < a ? b : a;
  q = c < q ? c : q;
  q = d < q ? d : q;
  let at = a === q ? at_a : DISCS;
  at = b === q && at_b < at ? at_b : at;
  at = c === q && at_c < at ? at_c : at;
  at = d === q && at_d < at ? at_d : at;
  return [q, at];
}

/**
 * Write down which contact of a disc could come first, and when.
 *
 * @param {Float64Array} s
 * @param {Float64Array} lanes
 * @param {number} index
 * @param {number} least
 * @param {number} at
 * @returns {void}
 */
export function keep_soonest(s, lanes, index, least, at) {
  const i = index;
  s[i * COLUMNS + SOONEST_WITH] = at;
  lanes[LANE_MEETS + i] = least;
  lanes[LANE_NEXT + i] = least < s[i * COLUMNS + T1] ? least : s[i * COLUMNS + T1];
}

/**
 * Write the values of a disc that was set going side by side with those of the others.
 *
 * @param {Float64Array} s
 * @param {Float64Array} lanes
 * @param {number} index
 * @returns {void}
 */
export function fill_lanes(s, lanes, index) {
  const i = index;
  lanes[LANE_X + i] = s[i * COLUMNS + X];
  lanes[LANE_Y + i] = s[i * COLUMNS + Y];
  lanes[LANE_VX + i] = s[i * COLUMNS + VX];
  lanes[LANE_VY + i] = s[i * COLUMNS + VY];
  lanes[LANE_AX + i] = s[i * COLUMNS + AX];
  lanes[LANE_AY + i] = s[i * COLUMNS + AY];
  lanes[LANE_V + i] = s[i * COLUMNS + V];
  lanes[LANE_T0 + i] = s[i * COLUMNS + T0];
  lanes[LANE_T1 + i] = s[i * COLUMNS + T1];
  lanes[LANE_RADIUS + i] = s[i * COLUMNS + RADIUS];
  lanes[LANE_X_LOW + i] = s[i * COLUMNS + X_LOW];
  lanes[LANE_X_HIGH + i] = s[i * COLUMNS + X_HIGH];
  lanes[LANE_Y_LOW + i] = s[i * COLUMNS + Y_LOW];
  lanes[LANE_Y_HIGH + i] = s[i * COLUMNS + Y_HIGH];
}

/**
 * How far the box that disc `index` sweeps is from those of all others, 0 or less where they meet.
 *
 * @param {Float64Array} s
 * @param {Float64Array} lanes
 * @param {number} index
 * @returns {void}
 */
export function box_gaps(s, lanes, index) {
  const i = index;
  const x_low = s[i * COLUMNS + X_LOW];
  const x_high = s[i * COLUMNS + X_HIGH];
  const y_low = s[i * COLUMNS + Y_LOW];
  const y_high = s[i * COLUMNS + Y_HIGH];
  for (let other = 0; other < DISCS; other += 1) {
    const j = other;
    let gap = x_low - lanes[LANE_X_HIGH + j];
    let q = lanes[LANE_X_LOW + j] - x_high;
    gap = q > gap ? q : gap;
    q = y_low - lanes[LANE_Y_HIGH + j];
    gap = q > gap ? q : gap;
    q = lanes[LANE_Y_LOW + j] - y_high;
    gap = q > gap ? q : gap;
    lanes[LANE_APART + j] = gap;
  }
}

/**
 * Say of each disc before when it cannot meet disc `index`, set going at t; infinity: not in these two motions.
 *
 * Cheap, and without branches, so that a processor does several discs at once: most contacts that could come never
 * do, since one of the two is struck before. The time itself is looked for (`next_contact`) when this one has come.
 *
 * @param {Float64Array} s
 * @param {Float64Array} lanes
 * @param {number} index
 * @param {number} n
 * @param {number} t
 * @returns {void}
 */
export function bound_contacts(s, lanes, index, n, t) {
  const i = index;
  const x = s[i * COLUMNS + X];
  const y = s[i * COLUMNS + Y];
  const vx = s[i * COLUMNS + VX];
  const vy = s[i * COLUMNS + VY];
  const ax = s[i * COLUMNS + AX];
  const ay = s[i * COLUMNS + AY];
  const v = s[i * COLUMNS + V];
  const t1 = s[i * COLUMNS + T1];
  const radius = s[i * COLUMNS + RADIUS];
  for (let other = 0; other < (n + LANE_STEP - 1 & -LANE_STEP); other += 1) {
    const j = other;
    let limit = lanes[LANE_T1 + j];
    limit = t1 < limit ? t1 : limit;
    const left = limit - t;
    const h = t - lanes[LANE_T0 + j];
    let gx = lanes[LANE_AX + j];
    let gy = lanes[LANE_AY + j];
    let ux = lanes[LANE_VX + j];
    let uy = lanes[LANE_VY + j];
    const dx = lanes[LANE_X + j] + h * (ux + 0.5 * h * gx) - x;
    const dy = lanes[LANE_Y + j] + h * (uy + 0.5 * h * gy) - y;
    ux = ux + h * gx - vx;
    uy = uy + h * gy - vy;
    gx -= ax;
    gy -= ay;
    const reach = radius + lanes[LANE_RADIUS + j];
    const other_v = lanes[LANE_V + j];
    const gap = Math.sqrt(dx * dx + dy * dy) - reach;
    let q = gap > 0 ? t + gap / (v + other_v) : t;
    q = q > limit ? INF : q;
    // They part, and the square of their distance curves up until then; if one of them lies, always.
    const c1 = dx * ux + dy * uy;
    const u2 = ux * ux + uy * uy;
    let c2 = u2 + dx * gx + dy * gy;
    const c3 = ux * gx + uy * gy;
    const c4 = gx * gx + gy * gy;
    let z = -c3 / c4;
    z = z < left ? z : left;
    z = z > 0 ? z : 0;
    c2 += z * (3 * c3 + 1.5 * z * c4);
    c2 = v * other_v === 0 ? 0 : c2;
    c2 = c1 < c2 ? c1 : c2;
    q = c2 >= 0 ? INF : q;
    // They pass each other: across the way on which they now near one another.
    let across = Math.abs(dx * uy - dy * ux) - 0.5 * left * left * Math.abs(gx * uy - gy * ux);
    across = across > 0 ? across : 0;
    q = across * across > 1.000000001 * reach * reach * u2 ? INF : q;
    lanes[LANE_SOONEST + j] = q;
  }
}

/**
 * Let nobody meet a disc whose motion has changed: what was said of its old motion does not hold.
 *
 * @param {Float64Array} lanes
 * @param {Float64Array} times
 * @param {number} index
 * @param {number} n
 * @returns {void}
 */
export function hide(lanes, times, index, n) {
  const i = index;
  lanes[LANE_X_LOW + i] = INF;
  for (let k = 0; k < n; k += 1) {
    times[k * DISCS + i] = INF;
  }
}

/**
 * Say again when one disc, set going at t, can meet each of those that were set going before it.
 *
 * It and those that are set going after it are hidden.
 *
 * @param {Float64Array} s
 * @param {Float64Array} lanes
 * @param {Float64Array} times
 * @param {Int32Array} found
 * @param {Int32Array} near
 * @param {number} index
 * @param {number} n
 * @param {number} t
 * @param {Float64Array} p
 * @returns {void}
 */
export function predict_contacts(s, lanes, times, found, near, index, n, t, p) {
  const i = index;
  const row = i * DISCS;
  box_gaps(s, lanes, index);
  let count = 0;
  for (let other = 0; other < DISCS; other += 1) {
    count += lanes[LANE_APART + other] <= 0 ? 1 : 0;
  }
  if (count > FEW) {
    bound_contacts(s, lanes, index, n, t);
    for (let other = 0; other < DISCS; other += 1) {
      const j = other;
      const q = lanes[LANE_APART + j] <= 0 ? lanes[LANE_SOONEST + j] : INF;
      times[row + j] = q;
      lanes[LANE_SOONEST + j] = q;
    }
    found[i] = 0;
    const [bound, first] = least_of(lanes, LANE_SOONEST);
    keep_soonest(s, lanes, index, bound, first);
    return;
  }
  for (let other = 0; other < DISCS; other += 1) {
    times[row + other] = INF;
  }
  found[i] = -1;
  let least = INF;
  let at = 0;
  if (count > 0) {
    count = 0;
    for (let other = 0; other < n; other += 1) {
      near[count] = other;
      count += lanes[LANE_APART + other] <= 0 ? 1 : 0;
    }
    for (let k = 0; k < count; k += 1) {
      const time = next_contact(s, index, near[k], t, p);
      times[row + near[k]] = time;
      if (time < least) {
        least = time;
        at = near[k];
      }
    }
  }
  keep_soonest(s, lanes, index, least, at);
}

/**
 * Write down how a disc moves from its T0 on.
 *
 * @param {Float64Array} rows
 * @param {number} at
 * @param {Float64Array} s
 * @param {number} index
 * @param {number} number
 * @returns {void}
 */
export function keep_segment(rows, at, s, index, number) {
  const k = at;
  const i = index;
  rows[k * SEGMENT_COLUMNS] = number;
  rows[k * SEGMENT_COLUMNS + 1] = s[i * COLUMNS + T0];
  rows[k * SEGMENT_COLUMNS + 2] = s[i * COLUMNS + X];
  rows[k * SEGMENT_COLUMNS + 3] = s[i * COLUMNS + Y];
  rows[k * SEGMENT_COLUMNS + 4] = s[i * COLUMNS + VX];
  rows[k * SEGMENT_COLUMNS + 5] = s[i * COLUMNS + VY];
  rows[k * SEGMENT_COLUMNS + 6] = s[i * COLUMNS + AX];
  rows[k * SEGMENT_COLUMNS + 7] = s[i * COLUMNS + AY];
  rows[k * SEGMENT_COLUMNS + 8] = s[i * COLUMNS + W];
  rows[k * SEGMENT_COLUMNS + 9] = s[i * COLUMNS + AW];
  if (s[i * COLUMNS + V] > 0) {
    rows[k * SEGMENT_COLUMNS + 9] = s[i * COLUMNS + W] * (0.5 * s[i * COLUMNS + AW] - 1) * s[i * COLUMNS + A] / s[i * COLUMNS + V];
  }
}

/**
 * Write down an event.
 *
 * @param {Float64Array} rows
 * @param {number} at
 * @param {number} t
 * @param {number} kind
 * @param {number} i
 * @param {number} j
 * @param {number} speed
 * @returns {void}
 */
export function keep_event(rows, at, t, kind, i, j, speed) {
  const k = at;
  rows[k * EVENT_COLUMNS] = t;
  rows[k * EVENT_COLUMNS + 1] = kind;
  rows[k * EVENT_COLUMNS + 2] = i;
  rows[k * EVENT_COLUMNS + 3] = j;
  rows[k * EVENT_COLUMNS + 4] = speed;
}

/**
 * Say whether any two discs may lie in each other by more than REST_OVERLAP; hardly ever does any.
 *
 * Without branches, for it is asked after each stroke. Discs that are gone are not told apart from the others.
 *
 * @param {Float64Array} s
 * @param {Float64Array} lanes
 * @param {number} n
 * @returns {boolean}
 */
export function any_pressed(s, lanes, n) {
  let close = 0;
  for (let index = 0; index < n; index += 1) {
    const i = index;
    const x = s[i * COLUMNS + X];
    const y = s[i * COLUMNS + Y];
    const radius = s[i * COLUMNS + RADIUS] - REST_OVERLAP;
    for (let other = 0; other < n; other += 1) {
      const j = other;
      const dx = lanes[LANE_X + j] - x;
      const dy = lanes[LANE_Y + j] - y;
      const reach = radius + lanes[LANE_RADIUS + j];
      close += dx * dx + dy * dy <= 1.000000001 * reach * reach ? 1 : 0;
    }
  }
  return close > n; // each is close to itself
}

/**
 * Move discs at rest apart where they lie in each other by more than REST_OVERLAP; whether any did.
 *
 * After weak contacts that were looked at again late, some in a hundred thousand strokes: a micrometre or two.
 *
 * @param {Float64Array} s
 * @param {number} n
 * @param {number} wall
 * @returns {boolean}
 */
export function part(s, n, wall) {
  let any_moved = false;
  for (let _ = 0; _ < 100; _ += 1) {
    let moved = false;
    for (let i = 0; i < n; i += 1) {
      if (s[i * COLUMNS + TIP] < 0) {
        continue;
      }
      for (let j = i + 1; j < n; j += 1) {
        if (s[j * COLUMNS + TIP] < 0) {
          continue;
        }
        const dx = s[j * COLUMNS + X] - s[i * COLUMNS + X];
        const dy = s[j * COLUMNS + Y] - s[i * COLUMNS + Y];
        const reach = s[i * COLUMNS + RADIUS] + s[j * COLUMNS + RADIUS];
        const d2 = dx * dx + dy * dy;
        if (d2 < (reach - REST_OVERLAP) * (reach - REST_OVERLAP)) {
          const d = Math.sqrt(d2);
          const push = 0.5 * (reach - d) / d;
          s[i * COLUMNS + X] -= push * dx;
          s[i * COLUMNS + Y] -= push * dy;
          s[j * COLUMNS + X] += push * dx;
          s[j * COLUMNS + Y] += push * dy;
          moved = true;
        }
      }
    }
    if (!moved) {
      break;
    }
    any_moved = true;
    for (let i = 0; i < n; i += 1) {
      const limit = wall - s[i * COLUMNS + RADIUS];
      for (let k = X; k < Y + 1; k += 1) {
        if (s[i * COLUMNS + k] > limit) {
          s[i * COLUMNS + k] = limit;
        } else if (s[i * COLUMNS + k] < -limit) {
          s[i * COLUMNS + k] = -limit;
        }
      }
    }
  }
  return any_moved;
}

/**
 * Say whether the pieces of one layout can lie so: a status; the numbers it tells of go to `facts`.
 *
 * @param {number} row
 * @param {Float64Array} layouts
 * @param {Float64Array} p
 * @param {Int32Array} facts
 * @returns {number}
 */
export function check_layout(row, layouts, p, facts) {
  const layout = layouts.subarray(row * DISCS * 2, (row + 1) * DISCS * 2);
  const told = facts.subarray(row * FACTS, (row + 1) * FACTS);
  const wall = p[P_HALF] - p[P_COIN_RADIUS] + p[P_OVERLAP];
  const tip = p[P_COIN_TIP] - p[P_OVERLAP];
  const reach = 2 * p[P_COIN_RADIUS] - p[P_OVERLAP];
  for (let i = 1; i < DISCS; i += 1) {
    const x = layout[i * 2];
    const y = layout[i * 2 + 1];
    if (x !== x && y !== y) {
      continue;
    }
    told[F_ONE] = i;
    if (!(Math.abs(x) <= wall && Math.abs(y) <= wall)) {
      return OUTSIDE;
    }
    let dx = Math.abs(x) - p[P_POCKET];
    let dy = Math.abs(y) - p[P_POCKET];
    if (dx * dx + dy * dy < tip * tip) {
      return OVER_POCKET;
    }
    for (let j = 1; j < i; j += 1) {
      dx = x - layout[j * 2];
      dy = y - layout[j * 2 + 1];
      if (dx * dx + dy * dy < reach * reach) {
        told[F_OTHER] = j;
        return OVERLAP;
      }
    }
  }
  return DONE;
}

/**
 * Say whether the striker can be struck so: a status; the number it tells of goes to `facts`.
 *
 * @param {Float64Array} stroke
 * @param {Float64Array} layout
 * @param {Float64Array} p
 * @param {Int32Array} facts
 * @returns {number}
 */
export function check_stroke(stroke, layout, p, facts) {
  const x = stroke[0];
  if (!(x - x === 0 && stroke[1] - stroke[1] === 0 && stroke[2] - stroke[2] === 0)) {
    return BAD_STROKE;
  }
  if (!(stroke[2] > 0 && stroke[2] <= p[P_SPEED_LIMIT])) {
    return BAD_SPEED;
  }
  if (Math.abs(x) > p[P_HALF] - p[P_STRIKER_RADIUS]) {
    return BAD_OFFSET;
  }
  if (Math.abs(stroke[1]) > 6.283185307179587) { // one turn
    return BAD_ANGLE;
  }
  const reach = p[P_COIN_RADIUS] + p[P_STRIKER_RADIUS] - p[P_OVERLAP];
  for (let i = 1; i < DISCS; i += 1) {
    const dx = layout[i * 2] - x;
    const dy = layout[i * 2 + 1] + p[P_BASE];
    if (dx * dx + dy * dy < reach * reach) {
      facts[F_ONE] = i;
      return BAD_PLACE;
    }
  }
  return DONE;
}

/**
 * Put the discs into rows, the struck striker first; how many they are.
 *
 * @param {Float64Array} stroke
 * @param {Float64Array} layout
 * @param {Int32Array} numbers
 * @param {Float64Array} s
 * @param {Float64Array} p
 * @returns {number}
 */
export function set_up(stroke, layout, numbers, s, p) {
  let n = 0;
  for (let number = 0; number < DISCS; number += 1) {
    let x = layout[number * 2];
    let y = layout[number * 2 + 1];
    if (number === 0) {
      x = stroke[0];
      y = -p[P_BASE];
    } else if (x !== x) {
      continue;
    }
    const i = n;
    for (let k = 0; k < COLUMNS; k += 1) {
      s[i * COLUMNS + k] = 0;
    }
    s[i * COLUMNS + X] = x;
    s[i * COLUMNS + Y] = y;
    s[i * COLUMNS + T1] = INF;
    s[i * COLUMNS + RADIUS] = p[P_COIN_RADIUS];
    s[i * COLUMNS + X_LOW] = x - p[P_COIN_RADIUS];
    s[i * COLUMNS + X_HIGH] = x + p[P_COIN_RADIUS];
    s[i * COLUMNS + Y_LOW] = y - p[P_COIN_RADIUS];
    s[i * COLUMNS + Y_HIGH] = y + p[P_COIN_RADIUS];
    s[i * COLUMNS + MASS] = p[P_COIN_MASS];
    s[i * COLUMNS + TIP] = p[P_COIN_TIP];
    s[i * COLUMNS + OVER] = -1;
    numbers[n] = number;
    n += 1;
  }
  const [sine, cosine] = sine_cosine(stroke[1]);
  s[VX] = 0 - sine * stroke[2];
  s[VY] = cosine * stroke[2];
  s[RADIUS] = p[P_STRIKER_RADIUS];
  s[MASS] = p[P_STRIKER_MASS];
  s[TIP] = p[P_STRIKER_TIP];
  return n;
}

/**
 * Play one stroke of many to the end, if layout (`status`) and stroke can be; the time at which all lie still.
 *
 * See `simulate_strokes`.
 *
 * @param {number} row
 * @param {number} status
 * @param {Float64Array} strokes
 * @param {Float64Array} layouts
 * @param {Float64Array} p
 * @param {Float64Array} table
 * @param {Float64Array} finals
 * @param {Int8Array} fallen
 * @param {Int32Array} facts
 * @param {Float64Array} segments
 * @param {Float64Array} events
 * @param {Float64Array} s
 * @param {Float64Array} lanes
 * @param {Float64Array} times
 * @param {Float64Array} cluster
 * @param {Int32Array} lists
 * @returns {number}
 */
export function simulate_stroke(row, status, strokes, layouts, p, table, finals, fallen, facts, segments, events, s, lanes, times, cluster, lists) {
  const stroke = strokes.subarray(row * 3, (row + 1) * 3);
  const final = finals.subarray(row * DISCS * 2, (row + 1) * DISCS * 2);
  const fell = fallen.subarray(row * DISCS, (row + 1) * DISCS);
  const told = facts.subarray(row * FACTS, (row + 1) * FACTS);
  const layout = layouts.subarray(((layouts.length / (DISCS * 2)) > 1 ? row : 0) * DISCS * 2, (((layouts.length / (DISCS * 2)) > 1 ? row : 0) + 1) * DISCS * 2);
  if (status === DONE) {
    status = check_stroke(stroke, layout, p, told);
  }
  if (status !== DONE) {
    told[F_STATUS] = status;
    told[F_FIRST] = -1;
    return 0;
  }
  const numbers = lists.subarray(0 * MOST_CONTACTS, (0 + 1) * MOST_CONTACTS);
  const changed = lists.subarray(1 * MOST_CONTACTS, (1 + 1) * MOST_CONTACTS);
  const pairs = lists.subarray(2 * MOST_CONTACTS, 4 * MOST_CONTACTS);
  const near = lists.subarray(5 * MOST_CONTACTS, (5 + 1) * MOST_CONTACTS);
  const found = lists.subarray(4 * MOST_CONTACTS, (4 + 1) * MOST_CONTACTS); // of each row of `times` the contacts whose very time stands there, one bit a disc
  const recorded = (segments.length / SEGMENT_COLUMNS) > 0;
  const front = p[P_FRONT];
  const rest_speed = p[P_REST_SPEED];
  const contact_time = p[P_CONTACT_TIME];
  let patience = PATIENCE;
  let first = -1;
  let struck = 0;
  let spread = 0;
  let frames = 0;
  let crossed = false;
  let behind = true;
  let beyond = false;
  let back = false;
  let jumped = 0;
  let down = 0;
  let rows = 0;
  let kept = 0;
  let count = 0;
  const n = set_up(stroke, layout, numbers, s, p);
  for (let k = 0; k < DISCS; k += 1) {
    lanes[LANE_X_LOW + k] = INF;
    lanes[LANE_MEETS + k] = INF;
    lanes[LANE_NEXT + k] = INF;
  }
  let inside = 0; // pieces that lay within the front lines
  for (let i = 1; i < n; i += 1) {
    fill_lanes(s, lanes, i);
    found[i] = 0;
    if (Math.abs(s[i * COLUMNS + X]) <= front && Math.abs(s[i * COLUMNS + Y]) <= front) {
      inside |= 1 << numbers[i];
    }
    if (recorded) {
      keep_segment(segments, i, s, i, numbers[i]);
    }
  }
  let t = 0;
  let kind = PAIR;
  changed[0] = 0; // the striker alone is set going
  let dirty = 1;
  while (true) {
    for (let d = 0; d < dirty; d += 1) {
      let i = changed[d];
      start_piece(s, i, t, p, table);
      hide(lanes, times, i, n);
      if (kind === POCKET || kind === JUMP) { // it takes part no more
        s[i * COLUMNS + X_LOW] = INF;
        s[i * COLUMNS + X_HIGH] = -INF;
        s[i * COLUMNS + TIP] = -1;
      }
      if (recorded) {
        keep_segment(segments, rows, s, i, numbers[i]);
        rows += rows > 0 ? 1 : n; // the others' were kept before
      }
    }
    for (let d = 0; d < dirty; d += 1) { // each looks for those set going before it: the last for all
      predict_contacts(s, lanes, times, found, near, changed[d], n, t, p);
      fill_lanes(s, lanes, changed[d]);
    }
    let soonest = 0;
    let which = 0;
    let with_which = 0;
    while (true) {
      [soonest, which] = least_of(lanes, LANE_NEXT);
      if (s[which * COLUMNS + T1] === soonest) {
        break;
      }
      with_which = Math.trunc(s[which * COLUMNS + SOONEST_WITH]);
      let pair = which * DISCS + with_which;
      if (times[pair] === soonest) { // else the other has been set going since
        if ((found[which] >> with_which & 1) === 1) {
          break;
        }
        times[pair] = next_contact(s, which, with_which, t, p);
        found[which] |= 1 << with_which;
      }
      let [least, at] = least_of(times, which * DISCS);
      keep_soonest(s, lanes, which, least, at);
    }
    const together = s[which * COLUMNS + T1] !== soonest;
    if (soonest === INF) {
      break;
    }
    if (count >= MOST_EVENTS) {
      status = UNSETTLED;
      break;
    }
    if (recorded && (rows + 2 * DISCS > (segments.length / SEGMENT_COLUMNS) || kept + MOST_CONTACTS > (events.length / EVENT_COLUMNS))) {
      status = FULL;
      break;
    }
    if (count >= patience) { // endless rattling: the thresholds grow until it ends
      p[P_REST_SPEED] *= 2;
      p[P_CONTACT_TIME] *= 2;
      patience += PATIENCE_STEP;
    }
    if (soonest > t) {
      t = soonest;
    }
    changed[0] = which;
    dirty = 1;
    let contacts = 0;
    kind = PAIR;
    if (together) {
      const limit = t + p[P_TIE];
      let ties = 0;
      for (let k = 0; k < DISCS; k += 1) {
        ties += lanes[LANE_MEETS + k] <= limit ? 1 : 0;
        ties += times[which * DISCS + k] <= limit ? 1 : 0;
      }
      if (ties === 2) {
        contacts = 1;
        pairs[0] = which < with_which ? which : with_which;
        pairs[1 * MOST_CONTACTS] = which < with_which ? with_which : which;
        changed[0] = pairs[0];
        changed[1] = pairs[1 * MOST_CONTACTS];
        dirty = 2;
      } else {
        for (let i = 0; i < n; i += 1) { // a tie may stand in any row
          if (lanes[LANE_MEETS + i] > limit) {
            continue;
          }
          let looked = false;
          for (let j = 0; j < n; j += 1) {
            let pair = i * DISCS + j;
            if (times[pair] > limit) {
              continue;
            }
            if ((found[i] >> j & 1) === 0) {
              times[pair] = next_contact(s, i, j, t, p);
              found[i] |= 1 << j;
              looked = true;
            }
            if (times[pair] <= limit && contacts < MOST_CONTACTS) {
              pairs[contacts] = i < j ? i : j;
              pairs[1 * MOST_CONTACTS + contacts] = i < j ? j : i;
              contacts += 1;
            }
          }
          if (looked) {
            let [least, at] = least_of(times, i * DISCS);
            keep_soonest(s, lanes, i, least, at);
          }
        }
        dirty = 0;
        for (let k = 0; k < contacts; k += 1) {
          for (let z = 0; z < 2; z += 1) {
            let i = pairs[z * MOST_CONTACTS + k];
            let known = false;
            for (let d = 0; d < dirty; d += 1) {
              if (changed[d] === i) {
                known = true;
              }
            }
            if (!known) {
              changed[dirty] = i;
              dirty += 1;
            }
          }
        }
      }
    }
    for (let d = 0; d < dirty; d += 1) {
      advance(s, changed[d], t);
    }
    // What laws may ask of the places that were passed; every path is straight, so its ends are enough.
    for (let d = 0; d < dirty; d += 1) {
      let i = changed[d];
      if (i === 0) {
        const y = s[Y];
        if (y >= -front) {
          behind = false;
        }
        if (first < 0) {
          if (y >= -front) {
            crossed = true;
          }
          if (y > 0) {
            beyond = true;
          } else if (beyond && y < 0) {
            back = true;
          }
        }
      } else {
        let left = Math.abs(s[i * COLUMNS + X]) > front ? 1 : 0;
        left = Math.abs(s[i * COLUMNS + Y]) > front ? 1 : left;
        spread |= left << numbers[i] & inside;
      }
    }
    if (together) {
      let joined = false;
      if (contacts === 1) {
        keep_velocities(s, changed, dirty, cluster);
        let speed = collide(s, pairs[0], pairs[1 * MOST_CONTACTS], p);
        cluster[5] = speed;
        if (p[P_STIFFNESS] > 0 && speed > 2 * p[P_ELASTIC_SPEED]) {
          joined = meets_a_third(s, lanes, pairs[0], pairs[1 * MOST_CONTACTS], cluster, n, t, p);
        }
        if (joined) {
          put_velocities_back(s, changed, dirty, cluster);
        }
      } else {
        joined = p[P_STIFFNESS] > 0 && fastest_approach(s, pairs, contacts) > 2 * p[P_ELASTIC_SPEED];
        if (!joined) {
          collide_together(s, pairs, contacts, changed, dirty, cluster, p);
        }
      }
      if (joined) {
        const impacts = contacts;
        const met = dirty;
        const [time, way] = reach_of(s, changed, dirty, p);
        dirty = gather_near(s, n, t, time, way, changed, dirty);
        contacts = list_near(s, pairs, contacts, time, way, changed, dirty, cluster, p);
        if (press_together(s, pairs, contacts, changed, dirty, cluster, p)) {
          dirty = leave_out_unmoved(s, changed, met, dirty, cluster);
        } else {
          contacts = impacts;
          collide_together(s, pairs, contacts, changed, dirty, cluster, p);
        }
      }
      count += 1;
      for (let k = 0; k < contacts; k += 1) {
        if (cluster[k * 11 + 5] > 0) {
          let i = numbers[pairs[k]];
          const j = numbers[pairs[1 * MOST_CONTACTS + k]];
          count += k > 0 ? 1 : 0;
          if (i === 0) {
            struck |= 1 << j;
            if (first < 0) {
              first = j;
            }
          }
          if (recorded) {
            keep_event(events, kept, t, kind, i, j, cluster[k * 11 + 5]);
            kept += 1;
          }
        }
      }
      continue;
    }
    count += 1;
    const code = Math.trunc(s[which * COLUMNS + KIND]);
    kind = code & 15;
    const where = code >> 4;
    const number = numbers[which];
    let speed = 0;
    if (kind === FRAME) {
      if (s[which * COLUMNS + OVER] < 0) {
        speed = rebound(s, which, where, p[P_E_FRAME], p);
        if (p[P_JUMP_SPEED] > 0 && speed > p[P_JUMP_SPEED]) {
          kind = JUMP;
          jumped |= 1 << number;
        }
      } else {
        speed = rebound(s, which, where, p[P_E_POCKET], p);
        kind = WALL;
      }
      if (number === 0 && first < 0) {
        frames |= 1 << where;
      }
    } else if (kind === POCKET && s[which * COLUMNS + OVER] < 0 && p[P_FALL_TIME] > 0) {
      s[which * COLUMNS + OVER] = t;
      kind = OVER_HOLE;
    } else if (kind === OUT_AGAIN) {
      climb_out(s, which, t, p);
    } else if (kind === POCKET) {
      s[which * COLUMNS + OVER] = -1;
      speed = Math.sqrt(s[which * COLUMNS + VX] * s[which * COLUMNS + VX] + s[which * COLUMNS + VY] * s[which * COLUMNS + VY]);
      if (number > 0) {
        spread |= 1 << number;
      }
      fell[down] = number;
      down += 1;
    }
    if (kind === POCKET || kind === STOP || kind === JUMP) {
      s[which * COLUMNS + VX] = 0;
      s[which * COLUMNS + VY] = 0;
      s[which * COLUMNS + W] = 0;
    }
    if (recorded && (kind === FRAME || kind === POCKET || kind === WALL || kind === JUMP)) {
      keep_event(events, kept, t, kind, number, where, speed);
      kept += 1;
    }
  }
  p[P_REST_SPEED] = rest_speed;
  p[P_CONTACT_TIME] = contact_time;
  if (any_pressed(s, lanes, n) && part(s, n, p[P_HALF]) && recorded && status === DONE) {
    for (let i = 0; i < n; i += 1) {
      if (s[i * COLUMNS + TIP] > 0) {
        advance(s, i, t); // it may spin on the spot
        keep_segment(segments, rows, s, i, numbers[i]);
        rows += 1;
      }
    }
  }
  for (let k = 0; k < n; k += 1) {
    if (s[k * COLUMNS + TIP] > 0) {
      final[numbers[k] * 2] = s[k * COLUMNS + X];
      final[numbers[k] * 2 + 1] = s[k * COLUMNS + Y];
    }
  }
  told[F_STATUS] = status;
  told[F_FIRST] = first;
  told[F_STRUCK] = struck;
  told[F_SPREAD] = spread;
  told[F_FRAMES] = frames;
  told[F_CROSSED] = Number(crossed);
  told[F_BEHIND] = Number(behind);
  told[F_BACK] = Number(back);
  told[F_STRIKER_FELL] = Number(s[TIP] < 0 && (jumped & 1) === 0);
  told[F_JUMPED] = jumped;
  told[F_EVENTS] = count;
  told[F_SEGMENT_ROWS] = rows;
  told[F_EVENT_ROWS] = kept;
  return t;
}

/**
 * Play strokes one after the other: the one entry of the kernel.
 *
 * A layout has a row for each number, NaN where that piece is not on the surface (row 0, the striker's, is not read).
 * Filled in: finals, where a disc lies at the end; fallen, the numbers that fell in order; facts; durations; and, if
 * it has rows, segments and events of the last stroke.
 *
 * Shapes: strokes (n, 3) offset, angle, speed; layouts (1 or n, 20, 2); parameters (PARAMETERS,); table (257, 2);
 *     finals (n, 20, 2) of NaN; fallen (n, 20) of -1; facts (n, FACTS) and durations (n,) of 0; segments (rows, 10);
 *     events (rows, 5).
 *
 * @param {Float64Array} strokes
 * @param {Float64Array} layouts
 * @param {Float64Array} parameters
 * @param {Float64Array} table
 * @param {Float64Array} finals
 * @param {Int8Array} fallen
 * @param {Int32Array} facts
 * @param {Float64Array} durations
 * @param {Float64Array} segments
 * @param {Float64Array} events
 * @returns {void}
 */
export function simulate_strokes(strokes, layouts, parameters, table, finals, fallen, facts, durations, segments, events) {
  const p = parameters.slice();
  const s = new Float64Array(DISCS * COLUMNS);
  const lanes = new Float64Array(LANES); // numbers, where there is no disc
  const times = new Float64Array(DISCS * DISCS);
  const cluster = new Float64Array(MOST_CONTACTS * 11);
  const lists = new Int32Array(6 * MOST_CONTACTS);
  let status = DONE;
  for (let k = 0; k < (strokes.length / 3); k += 1) {
    if (k === 0 || (layouts.length / (DISCS * 2)) > 1) {
      status = check_layout(k, layouts, p, facts);
    }
    durations[k] = simulate_stroke(k, status, strokes, layouts, p, table, finals, fallen, facts, segments, events, s, lanes, times, cluster, lists);
  }
}
