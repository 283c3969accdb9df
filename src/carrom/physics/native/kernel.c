/* The kernel: discs that slide, spin, meet, rebound and fall, from event to event.

   Made from src/carrom/physics/kernel.py by `./carrom test golden` (tools/kernel_in_c.py): change that file, never this
   one. Names and order of operations are those of the source.
   Compile with -ffp-contract=off, or bits differ. */
#include "kernel.h"
#if __FLT_EVAL_METHOD__ < 0 || __FLT_EVAL_METHOD__ > 1
#error "Each operation on doubles must round to a double (on 32-bit x86: -msse2 -mfpmath=sse)."
#endif
#ifndef CARROM_ENTRY
#define CARROM_ENTRY simulate_strokes
#endif
#define INLINED static inline __attribute__((always_inline))
typedef struct { double a, b; } two_floats;
typedef struct { double a; whole b; } float_and_whole;

/* Sine and cosine by + - * / alone, to about one unit in the last place; odd and even to the bit. */
static two_floats sine_cosine(double angle) {
  double a = 0;
  whole k = 0;
  double t = 0;
  double w = 0;
  double y = 0;
  double lost = 0;
  double x = 0;
  double z = 0;
  double p = 0;
  double sine = 0;
  double half = 0;
  double cosine = 0;
  a = __builtin_fabs(angle);
  k = ((whole)((a * TWO_OVER_PI) + 0.5));
  t = (a - (k * QUARTER_1));
  w = (k * QUARTER_2);
  y = (t - w);
  lost = ((t - y) - w);
  w = (k * QUARTER_3);
  x = (y - w);
  lost = (((y - x) - w) + lost);
  z = (x * x);
  p = ((double)1.0 / 355687428096000.0);
  p = ((p * z) - ((double)1.0 / 1307674368000.0));
  p = ((p * z) + ((double)1.0 / 6227020800.0));
  p = ((p * z) - ((double)1.0 / 39916800.0));
  p = ((p * z) + ((double)1.0 / 362880.0));
  p = ((p * z) - ((double)1.0 / 5040.0));
  p = ((p * z) + ((double)1.0 / 120.0));
  p = ((p * z) - ((double)1.0 / 6.0));
  sine = (x + (((z * x) * p) + lost));
  p = ((double)1.0 / 6402373705728000.0);
  p = (((double)1.0 / 20922789888000.0) - (p * z));
  p = ((p * z) - ((double)1.0 / 87178291200.0));
  p = ((p * z) + ((double)1.0 / 479001600.0));
  p = ((p * z) - ((double)1.0 / 3628800.0));
  p = ((p * z) + ((double)1.0 / 40320.0));
  p = ((p * z) - ((double)1.0 / 720.0));
  p = ((p * z) + ((double)1.0 / 24.0));
  half = (0.5 * z);
  w = (1.0 - half);
  cosine = (w + (((1.0 - w) - half) + (((z * z) * p) - (x * lost))));
  k = ((k % 4 + 4) % 4);
  if (k == 1) {
    double new_5 = cosine;
    double new_6 = (-sine);
    sine = new_5;
    cosine = new_6;
  } else {
    if (k == 2) {
      double new_3 = (-sine);
      double new_4 = (-cosine);
      sine = new_3;
      cosine = new_4;
    } else {
      if (k == 3) {
        double new_1 = (-cosine);
        double new_2 = sine;
        sine = new_1;
        cosine = new_2;
      }
    }
  }
  return (two_floats){((angle < 0.0) ? (-sine) : sine), cosine};
}

/* The first t in [0, limit] at which |d + u t + g t²/2| falls to `reach`; infinity if none. */
INLINED double time_of_approach(double dx, double dy, double ux, double uy, double gx, double gy, double reach, double limit, double weak, double wait) {
  double d2 = 0;
  double c0 = 0;
  double c1 = 0;
  double c2 = 0;
  double c3 = 0;
  double c4 = 0;
  double t = 0;
  double tolerance = 0;
  double lowest = 0;
  double f = 0;
  double slope = 0;
  double z = 0;
  double bend = 0;
  double later = 0;
  double h = 0;
  d2 = (reach * reach);
  c0 = (((dx * dx) + (dy * dy)) - d2);
  c1 = (2.0 * ((dx * ux) + (dy * uy)));
  c2 = ((((ux * ux) + (uy * uy)) + (dx * gx)) + (dy * gy));
  c3 = ((ux * gx) + (uy * gy));
  c4 = (0.25 * ((gx * gx) + (gy * gy)));
  t = 0.0;
  tolerance = (1e-13 * d2);
  if (c0 <= tolerance) {
    if ((c1 * c1) <= (((4.0 * weak) * weak) * d2)) {
      t = wait;
      if (t >= limit) {
        return INF;
      }
    } else {
      if (c1 < 0.0) {
        return 0.0;
      }
    }
  }
  lowest = limit;
  if (c4 > 0.0) {
    lowest = ((double)(-c3) / (4.0 * c4));
  }
  if (lowest > limit) {
    lowest = limit;
  }
  f = c0;
  slope = c1;
  for (whole at_1 = 0, until_2 = 200; at_1 < until_2; at_1++) {
    if (t > 0.0) {
      f = (c0 + (t * (c1 + (t * (c2 + (t * (c3 + (t * c4))))))));
      slope = (c1 + (t * ((2.0 * c2) + (t * ((3.0 * c3) + ((t * 4.0) * c4))))));
    }
    if ((f <= tolerance) && (slope < 0.0)) {
      return t;
    }
    if (f < 0.0) {
      f = 0.0;
    }
    z = ((lowest > t) ? lowest : t);
    bend = ((2.0 * c2) + (z * ((6.0 * c3) + ((z * 12.0) * c4))));
    if (bend >= 0.0) {
      if (slope >= 0.0) {
        return INF;
      }
      h = ((double)(-f) / slope);
    } else {
      if (slope > 0.0) {
        h = ((double)(slope + __builtin_sqrt(((slope * slope) - ((2.0 * f) * bend)))) / (-bend));
      } else {
        if (f > 0.0) {
          h = ((double)(2.0 * f) / ((-slope) + __builtin_sqrt(((slope * slope) - ((2.0 * f) * bend)))));
        } else {
          h = ((double)((-2.0) * slope) / bend);
        }
      }
    }
    later = (t + h);
    if (later >= limit) {
      return INF;
    }
    if (later <= t) {
      if (slope < 0.0) {
        return t;
      }
      later = (t + 1e-12);
    }
    t = later;
  }
  return ((slope < 0.0) ? t : INF);
}

/* Time of the next contact of two discs from t on, infinity if one of them has an event of its own before. */
INLINED double next_contact(double *s, whole i, whole j, double t, double *p) {
  double reach = 0;
  double limit = 0;
  double h = 0;
  double z = 0;
  double dx = 0;
  double dy = 0;
  double ux = 0;
  double uy = 0;
  double gx = 0;
  double gy = 0;
  double b = 0;
  double v = 0;
  double c = 0;
  double q = 0;
  double path = 0;
  reach = (s[i * COLUMNS + RADIUS] + s[j * COLUMNS + RADIUS]);
  limit = ((s[i * COLUMNS + T1] < s[j * COLUMNS + T1]) ? s[i * COLUMNS + T1] : s[j * COLUMNS + T1]);
  h = (t - s[i * COLUMNS + T0]);
  z = (t - s[j * COLUMNS + T0]);
  dx = ((s[j * COLUMNS + X] + (z * (s[j * COLUMNS + VX] + ((0.5 * z) * s[j * COLUMNS + AX])))) - (s[i * COLUMNS + X] + (h * (s[i * COLUMNS + VX] + ((0.5 * h) * s[i * COLUMNS + AX])))));
  dy = ((s[j * COLUMNS + Y] + (z * (s[j * COLUMNS + VY] + ((0.5 * z) * s[j * COLUMNS + AY])))) - (s[i * COLUMNS + Y] + (h * (s[i * COLUMNS + VY] + ((0.5 * h) * s[i * COLUMNS + AY])))));
  ux = ((s[j * COLUMNS + VX] + (z * s[j * COLUMNS + AX])) - (s[i * COLUMNS + VX] + (h * s[i * COLUMNS + AX])));
  uy = ((s[j * COLUMNS + VY] + (z * s[j * COLUMNS + AY])) - (s[i * COLUMNS + VY] + (h * s[i * COLUMNS + AY])));
  if ((s[i * COLUMNS + V] == 0.0) || (s[j * COLUMNS + V] == 0.0)) {
    b = ((dx * ux) + (dy * uy));
    if (b >= 0.0) {
      return INF;
    }
    v = __builtin_sqrt(((ux * ux) + (uy * uy)));
    b /= v;
    c = (((dx * dx) + (dy * dy)) - (reach * reach));
    q = ((b * b) - c);
    if (((c > 0.0) ? q : (b * b)) <= (2e-12 * reach)) {
      return INF;
    }
    path = ((double)c / ((-b) + __builtin_sqrt(q)));
    if (path <= 0.0) {
      return t;
    }
    z = ((v * v) - ((2.0 * (s[i * COLUMNS + A] + s[j * COLUMNS + A])) * path));
    if (z <= 0.0) {
      return INF;
    }
    q = (t + ((double)(2.0 * path) / (v + __builtin_sqrt(z))));
    return ((q <= limit) ? q : INF);
  }
  limit -= t;
  if (limit <= 0.0) {
    return INF;
  }
  gx = (s[j * COLUMNS + AX] - s[i * COLUMNS + AX]);
  gy = (s[j * COLUMNS + AY] - s[i * COLUMNS + AY]);
  return (t + time_of_approach(dx, dy, ux, uy, gx, gy, reach, limit, p[P_WEAK_SPEED], p[P_CONTACT_TIME]));
}

/* Stopping force, as a part of mu m g, and bend of a disc that slides at `v` and spins with `rim` = R w. */
INLINED two_floats sliding_curve(double *table, double v, double rim) {
  whole last = 0;
  double q = 0;
  whole k = 0;
  double f = 0;
  last = (257 - 1);
  q = (((double)rim / (v + rim)) * last);
  k = (last - 1);
  if (q < last) {
    k = ((q > 0.0) ? ((whole)q) : 0);
  }
  f = (q - k);
  return (two_floats){(table[k * 2 + 0] + (f * (table[(k + 1) * 2 + 0] - table[k * 2 + 0]))), (table[k * 2 + 1] + (f * (table[(k + 1) * 2 + 1] - table[k * 2 + 1])))};
}

/* Find the first frame on the way of a centre at (x, y) along (ux, uy) within `path`: way and kind. */
INLINED float_and_whole nearest_frame(double x, double y, double ux, double uy, double wall, double path, whole kind) {
  double q = 0;
  q = ((ux != 0.0) ? ((double)(((ux > 0.0) ? wall : (-wall)) - x) / ux) : INF);
  if (q < path) {
    path = q;
    kind = ((ux > 0.0) ? FRAME : (FRAME + 16));
  }
  q = ((uy != 0.0) ? ((double)(((uy > 0.0) ? wall : (-wall)) - y) / uy) : INF);
  if (q < path) {
    path = q;
    kind = ((uy > 0.0) ? (FRAME + 32) : (FRAME + 48));
  }
  return (float_and_whole){path, kind};
}

/* Let a disc over a pocket go on from t: straight, unbraked, until it has fallen, is out or meets a frame. */
static void start_fall(double *s, whole i, double t, double *p) {
  double x = 0;
  double y = 0;
  double r = 0;
  double tip = 0;
  double v = 0;
  whole code = 0;
  double dx = 0;
  double dy = 0;
  whole kind = 0;
  double falls = 0;
  double path = 0;
  double ux = 0;
  double uy = 0;
  double end = 0;
  double b = 0;
  double c = 0;
  double q = 0;
  double way = 0;
  whole where = 0;
  x = s[i * COLUMNS + X];
  y = s[i * COLUMNS + Y];
  r = s[i * COLUMNS + RADIUS];
  tip = s[i * COLUMNS + TIP];
  v = __builtin_sqrt(((s[i * COLUMNS + VX] * s[i * COLUMNS + VX]) + (s[i * COLUMNS + VY] * s[i * COLUMNS + VY])));
  code = 0;
  dx = (x + p[P_POCKET]);
  dy = (y + p[P_POCKET]);
  if (x > 0.0) {
    code = 1;
    dx = (x - p[P_POCKET]);
  }
  if (y > 0.0) {
    code += 2;
    dy = (y - p[P_POCKET]);
  }
  kind = (POCKET + (16 * code));
  falls = (s[i * COLUMNS + OVER] + p[P_FALL_TIME]);
  path = 0.0;
  ux = 0.0;
  uy = 0.0;
  if (v < p[P_REST_SPEED]) {
    s[i * COLUMNS + VX] = 0.0;
    s[i * COLUMNS + VY] = 0.0;
    v = 0.0;
  } else {
    ux = ((double)s[i * COLUMNS + VX] / v);
    uy = ((double)s[i * COLUMNS + VY] / v);
    b = ((dx * ux) + (dy * uy));
    c = (((dx * dx) + (dy * dy)) - (tip * tip));
    q = ((b * b) - c);
    way = (__builtin_sqrt(((q > 0.0) ? q : 0.0)) - b);
    where = (OUT_AGAIN + (16 * code));
    float_and_whole pair_1 = nearest_frame(x, y, ux, uy, (p[P_HALF] - r), way, where);
    way = pair_1.a;
    where = pair_1.b;
    if (way < 0.0) {
      way = 0.0;
    }
    path = (v * (falls - t));
    if (way < path) {
      path = way;
      falls = (t + ((double)path / v));
      kind = where;
    }
  }
  s[i * COLUMNS + V] = v;
  s[i * COLUMNS + A] = 0.0;
  s[i * COLUMNS + AX] = 0.0;
  s[i * COLUMNS + AY] = 0.0;
  s[i * COLUMNS + AW] = 0.0;
  s[i * COLUMNS + T1] = ((falls == falls) ? falls : INF);
  s[i * COLUMNS + KIND] = kind;
  end = (x + (path * ux));
  s[i * COLUMNS + X_LOW] = (((end < x) ? end : x) - r);
  s[i * COLUMNS + X_HIGH] = (((end > x) ? end : x) + r);
  end = (y + (path * uy));
  s[i * COLUMNS + Y_LOW] = (((end < y) ? end : y) - r);
  s[i * COLUMNS + Y_HIGH] = (((end > y) ? end : y) + r);
}

/* Let a disc that leaves a pocket climb the height that it has fallen, at the cost of its speed. */
static void climb_out(double *s, whole i, double t, double *p) {
  double v2 = 0;
  double down = 0;
  double left = 0;
  double part_left = 0;
  v2 = ((s[i * COLUMNS + VX] * s[i * COLUMNS + VX]) + (s[i * COLUMNS + VY] * s[i * COLUMNS + VY]));
  down = (p[P_GRAVITY] * (t - s[i * COLUMNS + OVER]));
  left = (v2 - (down * down));
  if (left > 0.0) {
    part_left = __builtin_sqrt(((double)left / v2));
    s[i * COLUMNS + VX] *= part_left;
    s[i * COLUMNS + VY] *= part_left;
    s[i * COLUMNS + OVER] = (-1.0);
  } else {
    s[i * COLUMNS + VX] = 0.0;
    s[i * COLUMNS + VY] = 0.0;
  }
}

/* Let a disc move on from time t: its deceleration, its next event of its own, the box it sweeps until then. */
INLINED void start_piece(double *s, whole i, double t, double *p, double *table) {
  double x = 0;
  double y = 0;
  double vx = 0;
  double vy = 0;
  double w = 0;
  double r = 0;
  double g = 0;
  double v = 0;
  double ux = 0;
  double uy = 0;
  double path = 0;
  whole kind = 0;
  double a = 0;
  double force = 0;
  double bend = 0;
  double duration = 0;
  whole alone = 0;
  double rim = 0;
  double q = 0;
  double centre = 0;
  double tip = 0;
  double near = 0;
  double far_x = 0;
  double far_y = 0;
  double end = 0;
  whole k = 0;
  double z = 0;
  double part = 0;
  double left = 0;
  double later = 0;
  double dx = 0;
  double dy = 0;
  double b = 0;
  double c = 0;
  s[i * COLUMNS + T0] = t;
  if (s[i * COLUMNS + OVER] >= 0.0) {
    start_fall(s, i, t, p);
    return;
  }
  x = s[i * COLUMNS + X];
  y = s[i * COLUMNS + Y];
  vx = s[i * COLUMNS + VX];
  vy = s[i * COLUMNS + VY];
  w = s[i * COLUMNS + W];
  r = s[i * COLUMNS + RADIUS];
  g = p[P_DECELERATION];
  v = __builtin_sqrt(((vx * vx) + (vy * vy)));
  if (v < p[P_REST_SPEED]) {
    s[i * COLUMNS + VX] = 0.0;
    s[i * COLUMNS + VY] = 0.0;
    s[i * COLUMNS + V] = 0.0;
    s[i * COLUMNS + A] = 0.0;
    s[i * COLUMNS + AX] = 0.0;
    s[i * COLUMNS + AY] = 0.0;
    s[i * COLUMNS + AW] = 0.0;
    if (w != 0.0) {
      s[i * COLUMNS + AW] = ((double)(((w > 0.0) ? (-4.0) : 4.0) * g) / (3.0 * r));
    }
    s[i * COLUMNS + T1] = INF;
    s[i * COLUMNS + KIND] = STOP;
    s[i * COLUMNS + X_LOW] = (x - r);
    s[i * COLUMNS + X_HIGH] = (x + r);
    s[i * COLUMNS + Y_LOW] = (y - r);
    s[i * COLUMNS + Y_HIGH] = (y + r);
    return;
  }
  ux = ((double)vx / v);
  uy = ((double)vy / v);
  float_and_whole pair_1 = nearest_frame(x, y, ux, uy, (p[P_HALF] - r), INF, STOP);
  path = pair_1.a;
  kind = pair_1.b;
  a = g;
  force = 1.0;
  bend = 0.0;
  duration = ((double)v / a);
  alone = STOP;
  rim = (__builtin_fabs(w) * r);
  if ((rim > 0.0) && (p[P_COUPLING] > 0.0)) {
    two_floats pair_2 = sliding_curve(table, v, rim);
    force = pair_2.a;
    bend = pair_2.b;
    a = (g * force);
    duration = ((double)v / a);
    if ((rim > (p[P_COUPLING] * v)) && (rim > p[P_TAIL_SPEED])) {
      part = ((double)p[P_TAIL_SPEED] / rim);
      if (part < p[P_PART]) {
        part = p[P_PART];
      }
      left = (1.0 - part);
      q = (1.0 - ((double)((2.0 * g) * path) / (v * v)));
      if (q > (left * left)) {
        left = ((q < (MOST_LEFT * MOST_LEFT)) ? __builtin_sqrt(q) : MOST_LEFT);
      }
      two_floats pair_3 = sliding_curve(table, (left * v), ((double)(rim * left) / __builtin_sqrt(((bend * left) + (1.0 - bend)))));
      later = pair_3.a;
      q = (left * left);
      a = ((double)(g * (1.0 - q)) / (((double)1.0 / force) - ((double)q / later)));
      duration = ((double)((1.0 - left) * v) / a);
      alone = PIECE;
    }
  }
  s[i * COLUMNS + V] = v;
  s[i * COLUMNS + A] = a;
  s[i * COLUMNS + AW] = bend;
  s[i * COLUMNS + AX] = ((-a) * ux);
  s[i * COLUMNS + AY] = ((-a) * uy);
  q = ((v * duration) - (((0.5 * a) * duration) * duration));
  if (q <= path) {
    path = q;
    kind = alone;
  }
  centre = p[P_POCKET];
  tip = s[i * COLUMNS + TIP];
  near = ((centre - tip) - 1e-09);
  far_x = __builtin_fabs((x + (path * ux)));
  far_y = __builtin_fabs((y + (path * uy)));
  if (__builtin_fabs(x) > far_x) {
    far_x = __builtin_fabs(x);
  }
  if (__builtin_fabs(y) > far_y) {
    far_y = __builtin_fabs(y);
  }
  if ((far_x > near) && (far_y > near)) {
    for (whole at_4 = 0, until_5 = 4; at_4 < until_5; at_4++) {
      k = at_4;
      dx = ((k & 1) ? (x - centre) : (x + centre));
      dy = ((k & 2) ? (y - centre) : (y + centre));
      b = ((dx * ux) + (dy * uy));
      if (b < 0.0) {
        c = (((dx * dx) + (dy * dy)) - (tip * tip));
        q = ((b * b) - c);
        if (q > 1e-14) {
          q = ((double)c / ((-b) + __builtin_sqrt(q)));
          if (q < 0.0) {
            q = 0.0;
          }
          if (q < path) {
            path = q;
            kind = (POCKET + (16 * k));
          }
        }
      }
    }
  }
  if (path < 0.0) {
    path = 0.0;
  }
  s[i * COLUMNS + KIND] = kind;
  if ((kind == STOP) || (kind == PIECE)) {
    s[i * COLUMNS + T1] = (t + duration);
  } else {
    z = ((v * v) - ((2.0 * a) * path));
    if (z < 0.0) {
      z = 0.0;
    }
    s[i * COLUMNS + T1] = (t + ((double)(2.0 * path) / (v + __builtin_sqrt(z))));
  }
  if (s[i * COLUMNS + T1] != s[i * COLUMNS + T1]) {
    s[i * COLUMNS + T1] = INF;
  }
  end = (x + (path * ux));
  s[i * COLUMNS + X_LOW] = (((end < x) ? end : x) - r);
  s[i * COLUMNS + X_HIGH] = (((end > x) ? end : x) + r);
  end = (y + (path * uy));
  s[i * COLUMNS + Y_LOW] = (((end < y) ? end : y) - r);
  s[i * COLUMNS + Y_HIGH] = (((end > y) ? end : y) + r);
}

/* Bring one disc to time t. */
INLINED void advance(double *s, whole i, double t) {
  double h = 0;
  double spin = 0;
  double left = 0;
  h = (t - s[i * COLUMNS + T0]);
  if (h > 0.0) {
    spin = s[i * COLUMNS + W];
    if (s[i * COLUMNS + V] == 0.0) {
      spin += (h * s[i * COLUMNS + AW]);
      if ((spin * s[i * COLUMNS + W]) <= 0.0) {
        spin = 0.0;
      }
    } else {
      left = (1.0 - ((double)(h * s[i * COLUMNS + A]) / s[i * COLUMNS + V]));
      if ((spin != 0.0) && (left > 0.0)) {
        spin *= ((double)left / __builtin_sqrt(((s[i * COLUMNS + AW] * left) + (1.0 - s[i * COLUMNS + AW]))));
      }
      s[i * COLUMNS + X] += (h * (s[i * COLUMNS + VX] + ((0.5 * h) * s[i * COLUMNS + AX])));
      s[i * COLUMNS + Y] += (h * (s[i * COLUMNS + VY] + ((0.5 * h) * s[i * COLUMNS + AY])));
      s[i * COLUMNS + VX] += (h * s[i * COLUMNS + AX]);
      s[i * COLUMNS + VY] += (h * s[i * COLUMNS + AY]);
    }
    s[i * COLUMNS + W] = spin;
  }
  s[i * COLUMNS + T0] = t;
}

/* 1 below `elastic`, e from twice that on, linear between: no endless series of ever slower impacts. */
static double restitution(double speed, double e, double elastic) {
  if (speed >= (2.0 * elastic)) {
    return e;
  }
  if (speed <= elastic) {
    return 1.0;
  }
  return (1.0 + ((e - 1.0) * (((double)speed / elastic) - 1.0)));
}

/* Change the motion of two discs by an impulse: jn along the normal from i to j, jt along its left at the rims. */
static void give_impulse(double *s, whole i, whole j, double nx, double ny, double jn, double jt) {
  double fx = 0;
  double fy = 0;
  double mi = 0;
  double mj = 0;
  fx = ((jn * nx) - (jt * ny));
  fy = ((jn * ny) + (jt * nx));
  mi = s[i * COLUMNS + MASS];
  mj = s[j * COLUMNS + MASS];
  s[i * COLUMNS + VX] -= ((double)fx / mi);
  s[i * COLUMNS + VY] -= ((double)fy / mi);
  s[j * COLUMNS + VX] += ((double)fx / mj);
  s[j * COLUMNS + VY] += ((double)fy / mj);
  s[i * COLUMNS + W] -= ((double)(2.0 * jt) / (mi * s[i * COLUMNS + RADIUS]));
  s[j * COLUMNS + W] -= ((double)(2.0 * jt) / (mj * s[j * COLUMNS + RADIUS]));
}

/* One impact of two discs with Coulomb friction at the rims; the normal speed at which they met, 0 if they part. */
static double collide(double *s, whole i, whole j, double *p) {
  double nx = 0;
  double ny = 0;
  double d = 0;
  double ux = 0;
  double uy = 0;
  double un = 0;
  double inverse = 0;
  double jn = 0;
  double ut = 0;
  double jt = 0;
  double most = 0;
  nx = (s[j * COLUMNS + X] - s[i * COLUMNS + X]);
  ny = (s[j * COLUMNS + Y] - s[i * COLUMNS + Y]);
  d = __builtin_sqrt(((nx * nx) + (ny * ny)));
  nx /= d;
  ny /= d;
  ux = (s[j * COLUMNS + VX] - s[i * COLUMNS + VX]);
  uy = (s[j * COLUMNS + VY] - s[i * COLUMNS + VY]);
  un = ((ux * nx) + (uy * ny));
  if (un >= 0.0) {
    return 0.0;
  }
  inverse = (((double)1.0 / s[i * COLUMNS + MASS]) + ((double)1.0 / s[j * COLUMNS + MASS]));
  jn = ((double)((-(1.0 + restitution((-un), p[P_E_DISC], p[P_ELASTIC_SPEED]))) * un) / inverse);
  ut = (((((-ux) * ny) + (uy * nx)) - (s[i * COLUMNS + W] * s[i * COLUMNS + RADIUS])) - (s[j * COLUMNS + W] * s[j * COLUMNS + RADIUS]));
  jt = ((double)(-ut) / (3.0 * inverse));
  most = (p[P_MU_DISC] * jn);
  if (jt > most) {
    jt = most;
  } else {
    if (jt < (-most)) {
      jt = (-most);
    }
  }
  give_impulse(s, i, j, nx, ny, jn, jt);
  return (-un);
}

/* Energy of the discs named in `changed`, sliding and spinning. */
static double kinetic_energy(double *s, whole *changed, whole count) {
  double energy = 0;
  whole k = 0;
  whole i = 0;
  double rim = 0;
  energy = 0.0;
  for (whole at_1 = 0, until_2 = count; at_1 < until_2; at_1++) {
    k = at_1;
    i = changed[k];
    rim = (s[i * COLUMNS + RADIUS] * s[i * COLUMNS + W]);
    energy += ((0.5 * s[i * COLUMNS + MASS]) * (((s[i * COLUMNS + VX] * s[i * COLUMNS + VX]) + (s[i * COLUMNS + VY] * s[i * COLUMNS + VY])) + ((0.5 * rim) * rim)));
  }
  return energy;
}

/* Write the velocities of the discs named in `changed` to c[:, 6:9]. */
INLINED void keep_velocities(double *s, whole *changed, whole count, double *c) {
  whole k = 0;
  whole i = 0;
  for (whole at_1 = 0, until_2 = count; at_1 < until_2; at_1++) {
    k = at_1;
    i = changed[k];
    c[k * 11 + 6] = s[i * COLUMNS + VX];
    c[k * 11 + 7] = s[i * COLUMNS + VY];
    c[k * 11 + 8] = s[i * COLUMNS + W];
  }
}

/* Give them the velocities that `keep_velocities` wrote. */
INLINED void put_velocities_back(double *s, whole *changed, whole count, double *c) {
  whole k = 0;
  whole i = 0;
  for (whole at_1 = 0, until_2 = count; at_1 < until_2; at_1++) {
    k = at_1;
    i = changed[k];
    s[i * COLUMNS + VX] = c[k * 11 + 6];
    s[i * COLUMNS + VY] = c[k * 11 + 7];
    s[i * COLUMNS + W] = c[k * 11 + 8];
  }
}

/* Impacts at the same moment: projected Gauss-Seidel over all contacts, so that their order does not matter. */
static void collide_together(double *s, whole *pairs, whole contacts, whole *changed, whole count, double *c, double *p) {
  whole k = 0;
  double before = 0;
  double mu = 0;
  whole i = 0;
  whole j = 0;
  double nx = 0;
  double ny = 0;
  double d = 0;
  double un = 0;
  double change = 0;
  double total = 0;
  double inverse = 0;
  double ux = 0;
  double uy = 0;
  double jn = 0;
  double dn = 0;
  double ut = 0;
  double jt = 0;
  double most = 0;
  double dt = 0;
  for (whole at_1 = 0, until_2 = contacts; at_1 < until_2; at_1++) {
    k = at_1;
    i = pairs[0 * MOST_CONTACTS + k];
    j = pairs[1 * MOST_CONTACTS + k];
    nx = (s[j * COLUMNS + X] - s[i * COLUMNS + X]);
    ny = (s[j * COLUMNS + Y] - s[i * COLUMNS + Y]);
    d = __builtin_sqrt(((nx * nx) + (ny * ny)));
    nx /= d;
    ny /= d;
    un = (((s[j * COLUMNS + VX] - s[i * COLUMNS + VX]) * nx) + ((s[j * COLUMNS + VY] - s[i * COLUMNS + VY]) * ny));
    c[k * 11 + 0] = nx;
    c[k * 11 + 1] = ny;
    c[k * 11 + 2] = 0.0;
    if (un < 0.0) {
      c[k * 11 + 2] = ((-restitution((-un), p[P_E_DISC], p[P_ELASTIC_SPEED])) * un);
    }
  }
  keep_velocities(s, changed, count, c);
  before = kinetic_energy(s, changed, count);
  mu = p[P_MU_DISC];
  for (whole at_3 = 0, until_4 = 2; at_3 < until_4; at_3++) {
    for (whole at_5 = 0, until_6 = contacts; at_5 < until_6; at_5++) {
      k = at_5;
      c[k * 11 + 3] = 0.0;
      c[k * 11 + 4] = 0.0;
    }
    for (whole at_7 = 0, until_8 = 200; at_7 < until_8; at_7++) {
      change = 0.0;
      total = 0.0;
      for (whole at_9 = 0, until_10 = contacts; at_9 < until_10; at_9++) {
        k = at_9;
        i = pairs[0 * MOST_CONTACTS + k];
        j = pairs[1 * MOST_CONTACTS + k];
        nx = c[k * 11 + 0];
        ny = c[k * 11 + 1];
        inverse = (((double)1.0 / s[i * COLUMNS + MASS]) + ((double)1.0 / s[j * COLUMNS + MASS]));
        ux = (s[j * COLUMNS + VX] - s[i * COLUMNS + VX]);
        uy = (s[j * COLUMNS + VY] - s[i * COLUMNS + VY]);
        jn = (c[k * 11 + 3] + ((double)(c[k * 11 + 2] - ((ux * nx) + (uy * ny))) / inverse));
        if (jn < 0.0) {
          jn = 0.0;
        }
        dn = (jn - c[k * 11 + 3]);
        c[k * 11 + 3] = jn;
        ut = (((((-ux) * ny) + (uy * nx)) - (s[i * COLUMNS + W] * s[i * COLUMNS + RADIUS])) - (s[j * COLUMNS + W] * s[j * COLUMNS + RADIUS]));
        jt = (c[k * 11 + 4] - ((double)ut / (3.0 * inverse)));
        most = (mu * jn);
        if (jt > most) {
          jt = most;
        } else {
          if (jt < (-most)) {
            jt = (-most);
          }
        }
        dt = (jt - c[k * 11 + 4]);
        c[k * 11 + 4] = jt;
        give_impulse(s, i, j, nx, ny, dn, dt);
        change += (__builtin_fabs(dn) + __builtin_fabs(dt));
        total += jn;
      }
      if (change <= (1e-15 * total)) {
        break;
      }
    }
    if (kinetic_energy(s, changed, count) <= (before * (1.0 + 1e-13))) {
      break;
    }
    mu = 0.0;
    put_velocities_back(s, changed, count, c);
  }
  for (whole at_11 = 0, until_12 = contacts; at_11 < until_12; at_11++) {
    k = at_11;
    i = pairs[0 * MOST_CONTACTS + k];
    j = pairs[1 * MOST_CONTACTS + k];
    c[k * 11 + 5] = ((double)(c[k * 11 + 3] * (((double)1.0 / s[i * COLUMNS + MASS]) + ((double)1.0 / s[j * COLUMNS + MASS]))) / (1.0 + p[P_E_DISC]));
  }
}

/* How long two discs of these masses press on one another. */
INLINED double contact_duration(double mass, double other, double *p) {
  return (3.141592653589793 * __builtin_sqrt(((double)(mass * other) / ((mass + other) * p[P_STIFFNESS]))));
}

/* Say whether another disc is touched while two press on one another; their velocities before are in c[0:2, 6:8]. */
INLINED whole meets_a_third(double *s, double *lanes, whole one, whole other, double *c, whole n, double t, double *p) {
  double time = 0;
  whole met = 0;
  whole k = 0;
  whole i = 0;
  double x = 0;
  double y = 0;
  double vx = 0;
  double vy = 0;
  double wx = 0;
  double wy = 0;
  double radius = 0;
  whole j = 0;
  double h = 0;
  double gx = 0;
  double gy = 0;
  double ux = 0;
  double uy = 0;
  double dx = 0;
  double dy = 0;
  double d = 0;
  double q = 0;
  double z = 0;
  time = contact_duration(s[one * COLUMNS + MASS], s[other * COLUMNS + MASS], p);
  met = 0;
  for (whole at_1 = 0, until_2 = 2; at_1 < until_2; at_1++) {
    k = at_1;
    i = ((k == 0) ? one : other);
    x = s[i * COLUMNS + X];
    y = s[i * COLUMNS + Y];
    vx = s[i * COLUMNS + VX];
    vy = s[i * COLUMNS + VY];
    wx = c[k * 11 + 6];
    wy = c[k * 11 + 7];
    radius = s[i * COLUMNS + RADIUS];
    for (whole at_3 = 0, until_4 = (((n + LANE_STEP) - 1) & (-LANE_STEP)); at_3 < until_4; at_3++) {
      j = at_3;
      h = (t - lanes[(LANE_T0 + j)]);
      gx = lanes[(LANE_AX + j)];
      gy = lanes[(LANE_AY + j)];
      ux = lanes[(LANE_VX + j)];
      uy = lanes[(LANE_VY + j)];
      dx = ((lanes[(LANE_X + j)] + (h * (ux + ((0.5 * h) * gx)))) - x);
      dy = ((lanes[(LANE_Y + j)] + (h * (uy + ((0.5 * h) * gy)))) - y);
      ux = (ux + (h * gx));
      uy = (uy + (h * gy));
      d = __builtin_sqrt(((dx * dx) + (dy * dy)));
      q = ((dx * (wx - ux)) + (dy * (wy - uy)));
      z = ((dx * (vx - ux)) + (dy * (vy - uy)));
      q = ((z > q) ? z : q);
      q = ((q * time) - (d * ((d - radius) - lanes[(LANE_RADIUS + j)])));
      q = ((lanes[(LANE_X_LOW + j)] < INF) ? q : (-1.0));
      q = ((j == one) ? (-1.0) : q);
      q = ((j == other) ? (-1.0) : q);
      met += ((q > 0.0) ? 1 : 0);
    }
  }
  return (met > 0);
}

/* In which time a group's discs are looked for round those that met, and how far the fastest of these comes. */
static two_floats reach_of(double *s, whole *changed, whole count, double *p) {
  double time = 0;
  double v2 = 0;
  whole k = 0;
  whole i = 0;
  double q = 0;
  time = (PRESS_REACH * contact_duration(p[P_STRIKER_MASS], p[P_COIN_MASS], p));
  v2 = 0.0;
  for (whole at_1 = 0, until_2 = count; at_1 < until_2; at_1++) {
    k = at_1;
    i = changed[k];
    q = ((s[i * COLUMNS + VX] * s[i * COLUMNS + VX]) + (s[i * COLUMNS + VY] * s[i * COLUMNS + VY]));
    v2 = ((q > v2) ? q : v2);
  }
  return (two_floats){time, (time * __builtin_sqrt(v2))};
}

/* Add to `changed` every disc that may come to press on one of them (see `reach_of`); how many they are now. */
static whole gather_near(double *s, whole n, double t, double time, double way, whole *changed, whole count) {
  whole first = 0;
  whole i = 0;
  whole j = 0;
  double h = 0;
  double dx = 0;
  double dy = 0;
  double reach = 0;
  whole known = 0;
  whole d = 0;
  first = 0;
  while (first < count) {
    i = changed[first];
    first += 1;
    for (whole at_1 = 0, until_2 = n; at_1 < until_2; at_1++) {
      j = at_1;
      if (s[j * COLUMNS + TIP] < 0.0) {
        continue;
      }
      h = (t - s[j * COLUMNS + T0]);
      dx = ((s[j * COLUMNS + X] + (h * (s[j * COLUMNS + VX] + ((0.5 * h) * s[j * COLUMNS + AX])))) - s[i * COLUMNS + X]);
      dy = ((s[j * COLUMNS + Y] + (h * (s[j * COLUMNS + VY] + ((0.5 * h) * s[j * COLUMNS + AY])))) - s[i * COLUMNS + Y]);
      reach = (((s[i * COLUMNS + RADIUS] + s[j * COLUMNS + RADIUS]) + way) + (time * s[j * COLUMNS + V]));
      if (((dx * dx) + (dy * dy)) >= (reach * reach)) {
        continue;
      }
      known = 0;
      for (whole at_3 = 0, until_4 = count; at_3 < until_4; at_3++) {
        d = at_3;
        if (changed[d] == j) {
          known = 1;
        }
      }
      if (!known) {
        changed[count] = j;
        count += 1;
        advance(s, j, t);
      }
    }
  }
  return count;
}

/* Add to `pairs` all others of these discs that may come to press; what pressing takes of each goes to c. */
static whole list_near(double *s, whole *pairs, whole contacts, double time, double way, whole *changed, whole count, double *c, double *p) {
  whole impacts = 0;
  whole a = 0;
  whole k = 0;
  whole b = 0;
  whole i = 0;
  whole j = 0;
  double dx = 0;
  double dy = 0;
  double d = 0;
  double mass = 0;
  double gap = 0;
  double reach = 0;
  whole known = 0;
  impacts = contacts;
  for (whole at_1 = 0, until_2 = count; at_1 < until_2; at_1++) {
    a = at_1;
    for (whole at_3 = 0, until_4 = count; at_3 < until_4; at_3++) {
      b = at_3;
      i = changed[a];
      j = changed[b];
      if (i >= j) {
        continue;
      }
      dx = (s[j * COLUMNS + X] - s[i * COLUMNS + X]);
      dy = (s[j * COLUMNS + Y] - s[i * COLUMNS + Y]);
      reach = (((s[i * COLUMNS + RADIUS] + s[j * COLUMNS + RADIUS]) + way) + (time * (s[i * COLUMNS + V] + s[j * COLUMNS + V])));
      if ((((dx * dx) + (dy * dy)) >= (reach * reach)) || (contacts >= MOST_CONTACTS)) {
        continue;
      }
      known = 0;
      for (whole at_5 = 0, until_6 = impacts; at_5 < until_6; at_5++) {
        k = at_5;
        if ((pairs[0 * MOST_CONTACTS + k] == i) && (pairs[1 * MOST_CONTACTS + k] == j)) {
          known = 1;
        }
      }
      if (!known) {
        pairs[0 * MOST_CONTACTS + contacts] = i;
        pairs[1 * MOST_CONTACTS + contacts] = j;
        contacts += 1;
      }
    }
  }
  for (whole at_7 = 0, until_8 = contacts; at_7 < until_8; at_7++) {
    k = at_7;
    i = pairs[0 * MOST_CONTACTS + k];
    j = pairs[1 * MOST_CONTACTS + k];
    dx = (s[j * COLUMNS + X] - s[i * COLUMNS + X]);
    dy = (s[j * COLUMNS + Y] - s[i * COLUMNS + Y]);
    d = __builtin_sqrt(((dx * dx) + (dy * dy)));
    mass = ((double)1.0 / (((double)1.0 / s[i * COLUMNS + MASS]) + ((double)1.0 / s[j * COLUMNS + MASS])));
    c[k * 11 + 0] = ((double)dx / d);
    c[k * 11 + 1] = ((double)dy / d);
    gap = ((d - s[i * COLUMNS + RADIUS]) - s[j * COLUMNS + RADIUS]);
    c[k * 11 + 2] = (((gap > 1e-10) && (k >= impacts)) ? gap : 0.0);
    c[k * 11 + 5] = 0.0;
    c[k * 11 + 9] = mass;
    c[k * 11 + 10] = ((2.0 * p[P_DAMPING]) * __builtin_sqrt((p[P_STIFFNESS] * mass)));
  }
  return contacts;
}

/* How fast the gap of two discs grows along a normal from i to j. */
INLINED double approach(double *s, whole i, whole j, double nx, double ny) {
  return (((s[j * COLUMNS + VX] - s[i * COLUMNS + VX]) * nx) + ((s[j * COLUMNS + VY] - s[i * COLUMNS + VY]) * ny));
}

/* Work out the force of one contact that is closed, to c[k, 3:5]: along the normal and at the rims. */
INLINED double press_on(double *s, whole i, whole j, double *c, double *press, whole k, double most, double h, double stiffness) {
  double un = 0;
  double gap = 0;
  double drag = 0;
  double push = 0;
  double fn = 0;
  double ux = 0;
  double uy = 0;
  double ut = 0;
  double ft = 0;
  double half = 0;
  double closed = 0;
  un = press[(PRESS_SPEED + k)];
  gap = press[(PRESS_GAP + k)];
  drag = ((-c[k * 11 + 10]) * un);
  push = (-gap);
  if (un < 0.0) {
    if (c[k * 11 + 5] == 0.0) {
      c[k * 11 + 5] = (-un);
    }
    half = ((0.5 * h) * __builtin_fabs(un));
    if (gap > (-half)) {
      closed = ((double)(0.5 * (half - gap)) / half);
      push = ((closed * closed) * half);
      drag *= closed;
    }
  }
  fn = ((double)((stiffness * push) + drag) / press[(PRESS_YIELD + k)]);
  if (fn <= 0.0) {
    c[k * 11 + 3] = 0.0;
    return 0.0;
  }
  ux = (s[j * COLUMNS + VX] - s[i * COLUMNS + VX]);
  uy = (s[j * COLUMNS + VY] - s[i * COLUMNS + VY]);
  ut = (((((-ux) * c[k * 11 + 1]) + (uy * c[k * 11 + 0])) - (s[i * COLUMNS + W] * s[i * COLUMNS + RADIUS])) - (s[j * COLUMNS + W] * s[j * COLUMNS + RADIUS]));
  ft = ((double)((-ut) * c[k * 11 + 9]) / (6.0 * h));
  most *= fn;
  if (ft > most) {
    ft = most;
  } else {
    if (ft < (-most)) {
      ft = (-most);
    }
  }
  c[k * 11 + 3] = fn;
  c[k * 11 + 4] = ft;
  return fn;
}

/* Let discs that lie close together press on one another by springs along frozen normals; whether that was done. */
static whole press_together(double *s, whole *pairs, whole contacts, whole *changed, whole count, double *c, double *press, whole *closed, whole *stirred, double *p) {
  double before = 0;
  double stiffness = 0;
  double duration = 0;
  double h = 0;
  double ahead = 0;
  double drift = 0;
  whole all_lanes = 0;
  whole k = 0;
  whole pressed = 0;
  whole moved = 0;
  whole changes = 0;
  whole soon = 0;
  whole busy = 0;
  whole a = 0;
  double un = 0;
  double gap = 0;
  double now = 0;
  double near = 0;
  whole pushed = 0;
  keep_velocities(s, changed, count, c);
  before = kinetic_energy(s, changed, count);
  stiffness = p[P_STIFFNESS];
  duration = contact_duration(p[P_COIN_MASS], p[P_COIN_MASS], p);
  h = ((double)duration / PRESS_STEPS);
  ahead = (PRESS_AHEAD * duration);
  drift = (0.5 * h);
  all_lanes = (((contacts + LANE_STEP) - 1) & (-LANE_STEP));
  for (whole at_1 = 0, until_2 = all_lanes; at_1 < until_2; at_1++) {
    k = at_1;
    press[(PRESS_GAP + k)] = ((k < contacts) ? c[k * 11 + 2] : INF);
    press[(PRESS_SPEED + k)] = 0.0;
    press[(PRESS_CLOSED + k)] = 0.0;
  }
  for (whole at_3 = 0, until_4 = contacts; at_3 < until_4; at_3++) {
    k = at_3;
    press[(PRESS_SPEED + k)] = approach(s, pairs[0 * MOST_CONTACTS + k], pairs[1 * MOST_CONTACTS + k], c[k * 11 + 0], c[k * 11 + 1]);
    press[(PRESS_YIELD + k)] = (1.0 + ((double)((0.5 * h) * c[k * 11 + 10]) / c[k * 11 + 9]));
  }
  pressed = 0;
  moved = 0;
  for (whole at_5 = 0, until_6 = MOST_PRESS_STEPS; at_5 < until_6; at_5++) {
    changes = 0;
    soon = 0;
    for (whole at_7 = 0, until_8 = all_lanes; at_7 < until_8; at_7++) {
      k = at_7;
      un = press[(PRESS_SPEED + k)];
      gap = (press[(PRESS_GAP + k)] + (drift * un));
      press[(PRESS_GAP + k)] = gap;
      now = ((gap < ((0.5 * h) * __builtin_fabs(un))) ? 1.0 : 0.0);
      changes += ((now != press[(PRESS_CLOSED + k)]) ? 1 : 0);
      press[(PRESS_CLOSED + k)] = now;
      near = ((gap < ((-un) * ahead)) ? 1.0 : 0.0);
      soon += ((near > now) ? 1 : 0);
    }
    if (changes > 0) {
      pressed = 0;
      pushed = 0;
      for (whole at_9 = 0, until_10 = contacts; at_9 < until_10; at_9++) {
        k = at_9;
        closed[pressed] = k;
        if (press[(PRESS_CLOSED + k)] > 0.0) {
          pressed += 1;
          pushed |= (((whole)1 << pairs[0 * MOST_CONTACTS + k]) | ((whole)1 << pairs[1 * MOST_CONTACTS + k]));
        }
      }
      moved = 0;
      for (whole at_11 = 0, until_12 = contacts; at_11 < until_12; at_11++) {
        k = at_11;
        stirred[moved] = k;
        moved += (((((pushed >> pairs[0 * MOST_CONTACTS + k]) | (pushed >> pairs[1 * MOST_CONTACTS + k])) & 1) == 1) ? 1 : 0);
      }
    }
    busy = (soon > 0);
    for (whole at_13 = 0, until_14 = pressed; at_13 < until_14; at_13++) {
      a = at_13;
      k = closed[a];
      if (press_on(s, pairs[0 * MOST_CONTACTS + k], pairs[1 * MOST_CONTACTS + k], c, press, k, p[P_MU_DISC], h, stiffness) > 0.0) {
        busy = 1;
      }
    }
    if (!busy) {
      break;
    }
    for (whole at_15 = 0, until_16 = pressed; at_15 < until_16; at_15++) {
      a = at_15;
      k = closed[a];
      if (c[k * 11 + 3] > 0.0) {
        give_impulse(s, pairs[0 * MOST_CONTACTS + k], pairs[1 * MOST_CONTACTS + k], c[k * 11 + 0], c[k * 11 + 1], (h * c[k * 11 + 3]), (h * c[k * 11 + 4]));
      }
    }
    for (whole at_17 = 0, until_18 = moved; at_17 < until_18; at_17++) {
      a = at_17;
      k = stirred[a];
      press[(PRESS_SPEED + k)] = approach(s, pairs[0 * MOST_CONTACTS + k], pairs[1 * MOST_CONTACTS + k], c[k * 11 + 0], c[k * 11 + 1]);
    }
    drift = h;
  }
  if (kinetic_energy(s, changed, count) <= (before * (1.0 + 1e-13))) {
    return 1;
  }
  put_velocities_back(s, changed, count, c);
  return 0;
}

/* The greatest normal speed at which any of these contacts closes; 0 if none does. */
static double fastest_approach(double *s, whole *pairs, whole contacts) {
  double fastest = 0;
  whole k = 0;
  whole i = 0;
  whole j = 0;
  double dx = 0;
  double dy = 0;
  double speed = 0;
  fastest = 0.0;
  for (whole at_1 = 0, until_2 = contacts; at_1 < until_2; at_1++) {
    k = at_1;
    i = pairs[0 * MOST_CONTACTS + k];
    j = pairs[1 * MOST_CONTACTS + k];
    dx = (s[j * COLUMNS + X] - s[i * COLUMNS + X]);
    dy = (s[j * COLUMNS + Y] - s[i * COLUMNS + Y]);
    speed = ((double)(-(((s[j * COLUMNS + VX] - s[i * COLUMNS + VX]) * dx) + ((s[j * COLUMNS + VY] - s[i * COLUMNS + VY]) * dy))) / __builtin_sqrt(((dx * dx) + (dy * dy))));
    fastest = ((speed > fastest) ? speed : fastest);
  }
  return fastest;
}

/* Leave those of a group out of `changed` that lie as they lay, the first `met` apart; how many are left. */
static whole leave_out_unmoved(double *s, whole *changed, whole met, whole count, double *c) {
  whole left = 0;
  whole k = 0;
  whole i = 0;
  left = met;
  for (whole at_1 = met, until_2 = count; at_1 < until_2; at_1++) {
    k = at_1;
    i = changed[k];
    if ((s[i * COLUMNS + V] > 0.0) || (s[i * COLUMNS + VX] != c[k * 11 + 6]) || (s[i * COLUMNS + VY] != c[k * 11 + 7]) || (s[i * COLUMNS + W] != c[k * 11 + 8])) {
      changed[left] = i;
      left += 1;
    }
  }
  return left;
}

/* Impact on a frame (0 right, 1 left, 2 far, 3 near) with restitution e and Coulomb friction; the normal speed. */
static double rebound(double *s, whole i, whole frame, double e, double *p) {
  double r = 0;
  double side = 0;
  double jt = 0;
  double most = 0;
  double speed = 0;
  double ut = 0;
  r = s[i * COLUMNS + RADIUS];
  side = (((frame & 1) == 0) ? 1.0 : (-1.0));
  if (frame < 2) {
    s[i * COLUMNS + X] = (side * (p[P_HALF] - r));
    speed = __builtin_fabs(s[i * COLUMNS + VX]);
    ut = (s[i * COLUMNS + VY] + ((side * s[i * COLUMNS + W]) * r));
  } else {
    s[i * COLUMNS + Y] = (side * (p[P_HALF] - r));
    speed = __builtin_fabs(s[i * COLUMNS + VY]);
    ut = (s[i * COLUMNS + VX] - ((side * s[i * COLUMNS + W]) * r));
  }
  e = restitution(speed, e, p[P_ELASTIC_SPEED]);
  jt = ((double)(-ut) / 3.0);
  most = ((p[P_MU_FRAME] * (1.0 + e)) * speed);
  if (jt > most) {
    jt = most;
  } else {
    if (jt < (-most)) {
      jt = (-most);
    }
  }
  if (frame < 2) {
    s[i * COLUMNS + VX] = (((-side) * e) * speed);
    s[i * COLUMNS + VY] += jt;
    s[i * COLUMNS + W] += ((double)((side * 2.0) * jt) / r);
  } else {
    s[i * COLUMNS + VY] = (((-side) * e) * speed);
    s[i * COLUMNS + VX] += jt;
    s[i * COLUMNS + W] -= ((double)((side * 2.0) * jt) / r);
  }
  return speed;
}

/* The least of the DISCS values from `k` on, and the first place among them where it stands. */
INLINED float_and_whole least_of(double *values, whole k, whole room) {
  double a = 0;
  double b = 0;
  double c = 0;
  double d = 0;
  whole at_a = 0;
  whole at_b = 0;
  whole at_c = 0;
  whole at_d = 0;
  whole step = 0;
  double q = 0;
  whole at = 0;
  whole z = 0;
  whole j = 0;
  a = values[k];
  b = values[(k + 1)];
  c = values[(k + 2)];
  d = values[(k + 3)];
  at_a = 0;
  at_b = 1;
  at_c = 2;
  at_d = 3;
  for (whole at_1 = 1, until_2 = LANE_STEPS; at_1 < until_2; at_1++) {
    step = at_1;
    if ((step == FIRST_STEPS) && (room == FIRST_LANES)) {
      break;
    }
    z = (LANE_STEP * step);
    j = (k + z);
    q = values[j];
    at_a = ((q < a) ? z : at_a);
    a = ((q < a) ? q : a);
    q = values[(j + 1)];
    at_b = ((q < b) ? (z + 1) : at_b);
    b = ((q < b) ? q : b);
    q = values[(j + 2)];
    at_c = ((q < c) ? (z + 2) : at_c);
    c = ((q < c) ? q : c);
    q = values[(j + 3)];
    at_d = ((q < d) ? (z + 3) : at_d);
    d = ((q < d) ? q : d);
  }
  q = ((b < a) ? b : a);
  q = ((c < q) ? c : q);
  q = ((d < q) ? d : q);
  at = ((a == q) ? at_a : DISCS);
  at = (((b == q) && (at_b < at)) ? at_b : at);
  at = (((c == q) && (at_c < at)) ? at_c : at);
  at = (((d == q) && (at_d < at)) ? at_d : at);
  return (float_and_whole){q, at};
}

/* Write down which contact of a disc could come first, and when. */
INLINED void keep_soonest(double *s, double *lanes, whole i, double least, whole at) {
  s[i * COLUMNS + SOONEST_WITH] = at;
  lanes[(LANE_MEETS + i)] = least;
  lanes[(LANE_NEXT + i)] = ((least < s[i * COLUMNS + T1]) ? least : s[i * COLUMNS + T1]);
}

/* Write the values of a disc that was set going side by side with those of the others. */
INLINED void fill_lanes(double *s, double *lanes, whole i) {
  lanes[(LANE_X + i)] = s[i * COLUMNS + X];
  lanes[(LANE_Y + i)] = s[i * COLUMNS + Y];
  lanes[(LANE_VX + i)] = s[i * COLUMNS + VX];
  lanes[(LANE_VY + i)] = s[i * COLUMNS + VY];
  lanes[(LANE_AX + i)] = s[i * COLUMNS + AX];
  lanes[(LANE_AY + i)] = s[i * COLUMNS + AY];
  lanes[(LANE_V + i)] = s[i * COLUMNS + V];
  lanes[(LANE_T0 + i)] = s[i * COLUMNS + T0];
  lanes[(LANE_T1 + i)] = s[i * COLUMNS + T1];
  lanes[(LANE_RADIUS + i)] = s[i * COLUMNS + RADIUS];
  lanes[(LANE_X_LOW + i)] = s[i * COLUMNS + X_LOW];
  lanes[(LANE_X_HIGH + i)] = s[i * COLUMNS + X_HIGH];
  lanes[(LANE_Y_LOW + i)] = s[i * COLUMNS + Y_LOW];
  lanes[(LANE_Y_HIGH + i)] = s[i * COLUMNS + Y_HIGH];
}

/* How far the box that disc `i` sweeps is from those of discs `start` to `end`, and how many of them it meets. */
INLINED whole box_gaps(double *s, double *lanes, whole i, whole start, whole end) {
  double x_low = 0;
  double x_high = 0;
  double y_low = 0;
  double y_high = 0;
  whole count = 0;
  whole j = 0;
  double gap = 0;
  double q = 0;
  x_low = s[i * COLUMNS + X_LOW];
  x_high = s[i * COLUMNS + X_HIGH];
  y_low = s[i * COLUMNS + Y_LOW];
  y_high = s[i * COLUMNS + Y_HIGH];
  count = 0;
  for (whole at_1 = start, until_2 = end; at_1 < until_2; at_1++) {
    j = at_1;
    gap = (x_low - lanes[(LANE_X_HIGH + j)]);
    q = (lanes[(LANE_X_LOW + j)] - x_high);
    gap = ((q > gap) ? q : gap);
    q = (y_low - lanes[(LANE_Y_HIGH + j)]);
    gap = ((q > gap) ? q : gap);
    q = (lanes[(LANE_Y_LOW + j)] - y_high);
    gap = ((q > gap) ? q : gap);
    lanes[(LANE_APART + j)] = gap;
    count += ((gap <= 0.0) ? 1 : 0);
  }
  return count;
}

/* Say of each disc before when it cannot meet disc `i`, set going at t; infinity: not in these two motions. */
INLINED void bound_contacts(double *s, double *lanes, whole i, whole n, double t) {
  double x = 0;
  double y = 0;
  double vx = 0;
  double vy = 0;
  double ax = 0;
  double ay = 0;
  double v = 0;
  double t1 = 0;
  double radius = 0;
  whole j = 0;
  double limit = 0;
  double left = 0;
  double h = 0;
  double gx = 0;
  double gy = 0;
  double ux = 0;
  double uy = 0;
  double dx = 0;
  double dy = 0;
  double reach = 0;
  double other_v = 0;
  double gap = 0;
  double q = 0;
  double c1 = 0;
  double u2 = 0;
  double c2 = 0;
  double c3 = 0;
  double c4 = 0;
  double z = 0;
  double across = 0;
  x = s[i * COLUMNS + X];
  y = s[i * COLUMNS + Y];
  vx = s[i * COLUMNS + VX];
  vy = s[i * COLUMNS + VY];
  ax = s[i * COLUMNS + AX];
  ay = s[i * COLUMNS + AY];
  v = s[i * COLUMNS + V];
  t1 = s[i * COLUMNS + T1];
  radius = s[i * COLUMNS + RADIUS];
  for (whole at_1 = 0, until_2 = (((n + LANE_STEP) - 1) & (-LANE_STEP)); at_1 < until_2; at_1++) {
    j = at_1;
    limit = lanes[(LANE_T1 + j)];
    limit = ((t1 < limit) ? t1 : limit);
    left = (limit - t);
    h = (t - lanes[(LANE_T0 + j)]);
    gx = lanes[(LANE_AX + j)];
    gy = lanes[(LANE_AY + j)];
    ux = lanes[(LANE_VX + j)];
    uy = lanes[(LANE_VY + j)];
    dx = ((lanes[(LANE_X + j)] + (h * (ux + ((0.5 * h) * gx)))) - x);
    dy = ((lanes[(LANE_Y + j)] + (h * (uy + ((0.5 * h) * gy)))) - y);
    ux = ((ux + (h * gx)) - vx);
    uy = ((uy + (h * gy)) - vy);
    gx -= ax;
    gy -= ay;
    reach = (radius + lanes[(LANE_RADIUS + j)]);
    other_v = lanes[(LANE_V + j)];
    gap = (__builtin_sqrt(((dx * dx) + (dy * dy))) - reach);
    q = ((gap > 0.0) ? (t + ((double)gap / (v + other_v))) : t);
    q = ((q <= limit) ? q : INF);
    c1 = ((dx * ux) + (dy * uy));
    u2 = ((ux * ux) + (uy * uy));
    c2 = ((u2 + (dx * gx)) + (dy * gy));
    c3 = ((ux * gx) + (uy * gy));
    c4 = ((gx * gx) + (gy * gy));
    z = ((double)(-c3) / c4);
    z = ((z < left) ? z : left);
    z = ((z > 0.0) ? z : 0.0);
    c2 += (z * ((3.0 * c3) + ((1.5 * z) * c4)));
    c2 = (((v * other_v) == 0.0) ? 0.0 : c2);
    c2 = ((c1 < c2) ? c1 : c2);
    q = ((c2 >= 0.0) ? INF : q);
    across = (__builtin_fabs(((dx * uy) - (dy * ux))) - (((0.5 * left) * left) * __builtin_fabs(((gx * uy) - (gy * ux)))));
    across = ((across > 0.0) ? across : 0.0);
    q = (((across * across) > (((1.000000001 * reach) * reach) * u2)) ? INF : q);
    lanes[(LANE_SOONEST + j)] = q;
  }
}

/* Let nobody meet a disc whose motion has changed: what was said of its old motion does not hold. */
INLINED void hide(double *lanes, double *times, whole i, whole n) {
  whole k = 0;
  lanes[(LANE_X_LOW + i)] = INF;
  for (whole at_1 = 0, until_2 = n; at_1 < until_2; at_1++) {
    k = at_1;
    times[((k * DISCS) + i)] = INF;
  }
}

/* Say again when one disc, set going at t, can meet each of those that were set going before it. */
INLINED void predict_contacts(double *s, double *lanes, double *times, whole *found, whole *near, whole i, whole n, whole room, double t, double *p) {
  whole row = 0;
  whole count = 0;
  whole j = 0;
  double least = 0;
  whole at = 0;
  double bound = 0;
  whole first = 0;
  whole k = 0;
  double q = 0;
  double time = 0;
  row = (i * DISCS);
  count = box_gaps(s, lanes, i, 0, FIRST_LANES);
  if (room > FIRST_LANES) {
    count += box_gaps(s, lanes, i, FIRST_LANES, DISCS);
  }
  if (count > FEW) {
    bound_contacts(s, lanes, i, n, t);
    for (whole at_1 = 0, until_2 = room; at_1 < until_2; at_1++) {
      j = at_1;
      q = lanes[(LANE_SOONEST + j)];
      q = ((lanes[(LANE_APART + j)] <= 0.0) ? q : INF);
      times[(row + j)] = q;
      lanes[(LANE_SOONEST + j)] = q;
    }
    found[i] = 0;
    float_and_whole pair_3 = least_of(lanes, LANE_SOONEST, room);
    bound = pair_3.a;
    first = pair_3.b;
    keep_soonest(s, lanes, i, bound, first);
    return;
  }
  for (whole at_4 = 0, until_5 = room; at_4 < until_5; at_4++) {
    j = at_4;
    times[(row + j)] = INF;
  }
  found[i] = (-1);
  least = INF;
  at = 0;
  if (count > 0) {
    count = 0;
    for (whole at_6 = 0, until_7 = n; at_6 < until_7; at_6++) {
      j = at_6;
      near[count] = j;
      count += ((lanes[(LANE_APART + j)] <= 0.0) ? 1 : 0);
    }
    for (whole at_8 = 0, until_9 = count; at_8 < until_9; at_8++) {
      k = at_8;
      time = next_contact(s, i, near[k], t, p);
      time = ((time == time) ? time : INF);
      times[(row + near[k])] = time;
      if (time < least) {
        least = time;
        at = near[k];
      }
    }
  }
  keep_soonest(s, lanes, i, least, at);
}

/* Write down how a disc moves from its T0 on. */
static void keep_segment(double *rows, whole k, double *s, whole i, whole number) {
  rows[k * SEGMENT_COLUMNS + 0] = number;
  rows[k * SEGMENT_COLUMNS + 1] = s[i * COLUMNS + T0];
  rows[k * SEGMENT_COLUMNS + 2] = s[i * COLUMNS + X];
  rows[k * SEGMENT_COLUMNS + 3] = s[i * COLUMNS + Y];
  rows[k * SEGMENT_COLUMNS + 4] = s[i * COLUMNS + VX];
  rows[k * SEGMENT_COLUMNS + 5] = s[i * COLUMNS + VY];
  rows[k * SEGMENT_COLUMNS + 6] = s[i * COLUMNS + AX];
  rows[k * SEGMENT_COLUMNS + 7] = s[i * COLUMNS + AY];
  rows[k * SEGMENT_COLUMNS + 8] = s[i * COLUMNS + W];
  rows[k * SEGMENT_COLUMNS + 9] = s[i * COLUMNS + AW];
  if (s[i * COLUMNS + V] > 0.0) {
    rows[k * SEGMENT_COLUMNS + 9] = ((double)((s[i * COLUMNS + W] * ((0.5 * s[i * COLUMNS + AW]) - 1.0)) * s[i * COLUMNS + A]) / s[i * COLUMNS + V]);
  }
}

/* Write down an event. */
static void keep_event(double *rows, whole k, double t, whole kind, whole i, whole j, double speed) {
  rows[k * EVENT_COLUMNS + 0] = t;
  rows[k * EVENT_COLUMNS + 1] = kind;
  rows[k * EVENT_COLUMNS + 2] = i;
  rows[k * EVENT_COLUMNS + 3] = j;
  rows[k * EVENT_COLUMNS + 4] = speed;
}

/* Say whether any two discs may lie in each other by more than REST_OVERLAP; hardly ever does any. */
INLINED whole any_pressed(double *s, double *lanes, whole n) {
  whole close = 0;
  whole i = 0;
  double x = 0;
  double y = 0;
  double radius = 0;
  whole j = 0;
  double dx = 0;
  double dy = 0;
  double reach = 0;
  close = 0;
  for (whole at_1 = 0, until_2 = n; at_1 < until_2; at_1++) {
    i = at_1;
    x = s[i * COLUMNS + X];
    y = s[i * COLUMNS + Y];
    radius = (s[i * COLUMNS + RADIUS] - REST_OVERLAP);
    for (whole at_3 = 0, until_4 = n; at_3 < until_4; at_3++) {
      j = at_3;
      dx = (lanes[(LANE_X + j)] - x);
      dy = (lanes[(LANE_Y + j)] - y);
      reach = (radius + lanes[(LANE_RADIUS + j)]);
      close += ((((dx * dx) + (dy * dy)) <= ((1.000000001 * reach) * reach)) ? 1 : 0);
    }
  }
  return (close > n);
}

/* Move discs at rest apart where they lie in each other by more than REST_OVERLAP; whether any did. */
static whole part(double *s, whole n, double wall) {
  whole any_moved = 0;
  whole moved = 0;
  whole i = 0;
  whole j = 0;
  double limit = 0;
  whole k = 0;
  double dx = 0;
  double dy = 0;
  double reach = 0;
  double d2 = 0;
  double d = 0;
  double push = 0;
  any_moved = 0;
  for (whole at_1 = 0, until_2 = 100; at_1 < until_2; at_1++) {
    moved = 0;
    for (whole at_3 = 0, until_4 = n; at_3 < until_4; at_3++) {
      i = at_3;
      if (s[i * COLUMNS + TIP] < 0.0) {
        continue;
      }
      for (whole at_5 = (i + 1), until_6 = n; at_5 < until_6; at_5++) {
        j = at_5;
        if (s[j * COLUMNS + TIP] < 0.0) {
          continue;
        }
        dx = (s[j * COLUMNS + X] - s[i * COLUMNS + X]);
        dy = (s[j * COLUMNS + Y] - s[i * COLUMNS + Y]);
        reach = (s[i * COLUMNS + RADIUS] + s[j * COLUMNS + RADIUS]);
        d2 = ((dx * dx) + (dy * dy));
        if (d2 < ((reach - REST_OVERLAP) * (reach - REST_OVERLAP))) {
          d = __builtin_sqrt(d2);
          push = ((double)(0.5 * (reach - d)) / d);
          s[i * COLUMNS + X] -= (push * dx);
          s[i * COLUMNS + Y] -= (push * dy);
          s[j * COLUMNS + X] += (push * dx);
          s[j * COLUMNS + Y] += (push * dy);
          moved = 1;
        }
      }
    }
    if (!moved) {
      break;
    }
    any_moved = 1;
    for (whole at_7 = 0, until_8 = n; at_7 < until_8; at_7++) {
      i = at_7;
      limit = (wall - s[i * COLUMNS + RADIUS]);
      for (whole at_9 = X, until_10 = (Y + 1); at_9 < until_10; at_9++) {
        k = at_9;
        if (s[i * COLUMNS + k] > limit) {
          s[i * COLUMNS + k] = limit;
        } else {
          if (s[i * COLUMNS + k] < (-limit)) {
            s[i * COLUMNS + k] = (-limit);
          }
        }
      }
    }
  }
  return any_moved;
}

/* Say whether the pieces of one layout can lie so: a status; the numbers it tells of go to `facts`. */
static whole check_layout(whole row, double *layouts, double *p, whole *facts) {
  double *layout = 0;
  whole *fact_row = 0;
  double wall = 0;
  double tip = 0;
  double reach = 0;
  whole i = 0;
  double x = 0;
  double y = 0;
  double dx = 0;
  double dy = 0;
  whole j = 0;
  layout = (layouts + row * DISCS * 2);
  fact_row = (facts + row * FACTS);
  wall = ((p[P_HALF] - p[P_COIN_RADIUS]) + p[P_OVERLAP]);
  tip = (p[P_COIN_TIP] - p[P_OVERLAP]);
  reach = ((2.0 * p[P_COIN_RADIUS]) - p[P_OVERLAP]);
  for (whole at_1 = 1, until_2 = DISCS; at_1 < until_2; at_1++) {
    i = at_1;
    x = layout[i * 2 + 0];
    y = layout[i * 2 + 1];
    if ((x != x) && (y != y)) {
      continue;
    }
    fact_row[F_ONE] = i;
    if (!((__builtin_fabs(x) <= wall) && (__builtin_fabs(y) <= wall))) {
      return OUTSIDE;
    }
    dx = (__builtin_fabs(x) - p[P_POCKET]);
    dy = (__builtin_fabs(y) - p[P_POCKET]);
    if (((dx * dx) + (dy * dy)) < (tip * tip)) {
      return OVER_POCKET;
    }
    for (whole at_3 = 1, until_4 = i; at_3 < until_4; at_3++) {
      j = at_3;
      dx = (x - layout[j * 2 + 0]);
      dy = (y - layout[j * 2 + 1]);
      if (((dx * dx) + (dy * dy)) < (reach * reach)) {
        fact_row[F_OTHER] = j;
        return OVERLAP;
      }
    }
  }
  return DONE;
}

/* Say whether the striker can be struck so: a status; the number it tells of goes to `facts`. */
static whole check_stroke(double *stroke, double *layout, double *p, whole *facts) {
  double x = 0;
  double reach = 0;
  whole i = 0;
  double dx = 0;
  double dy = 0;
  x = stroke[0];
  if (!(((x - x) == 0.0) && ((stroke[1] - stroke[1]) == 0.0) && ((stroke[2] - stroke[2]) == 0.0))) {
    return BAD_STROKE;
  }
  if (!((stroke[2] > 0.0) && (stroke[2] <= p[P_SPEED_LIMIT]))) {
    return BAD_SPEED;
  }
  if (__builtin_fabs(x) > (p[P_HALF] - p[P_STRIKER_RADIUS])) {
    return BAD_OFFSET;
  }
  if (__builtin_fabs(stroke[1]) > 6.283185307179587) {
    return BAD_ANGLE;
  }
  reach = ((p[P_COIN_RADIUS] + p[P_STRIKER_RADIUS]) - p[P_OVERLAP]);
  for (whole at_1 = 1, until_2 = DISCS; at_1 < until_2; at_1++) {
    i = at_1;
    dx = (layout[i * 2 + 0] - x);
    dy = (layout[i * 2 + 1] + p[P_BASE]);
    if (((dx * dx) + (dy * dy)) < (reach * reach)) {
      facts[F_ONE] = i;
      return BAD_PLACE;
    }
  }
  return DONE;
}

/* Put the discs into rows, the struck striker first; how many they are. */
static whole set_up(double *stroke, double *layout, whole *numbers, double *s, double *p) {
  whole n = 0;
  whole number = 0;
  double sine = 0;
  double cosine = 0;
  double x = 0;
  double y = 0;
  whole k = 0;
  n = 0;
  for (whole at_1 = 0, until_2 = DISCS; at_1 < until_2; at_1++) {
    number = at_1;
    x = layout[number * 2 + 0];
    y = layout[number * 2 + 1];
    if (number == 0) {
      x = stroke[0];
      y = (-p[P_BASE]);
    } else {
      if (x != x) {
        continue;
      }
    }
    for (whole at_3 = 0, until_4 = COLUMNS; at_3 < until_4; at_3++) {
      k = at_3;
      s[n * COLUMNS + k] = 0.0;
    }
    s[n * COLUMNS + X] = x;
    s[n * COLUMNS + Y] = y;
    s[n * COLUMNS + T1] = INF;
    s[n * COLUMNS + RADIUS] = p[P_COIN_RADIUS];
    s[n * COLUMNS + X_LOW] = (x - p[P_COIN_RADIUS]);
    s[n * COLUMNS + X_HIGH] = (x + p[P_COIN_RADIUS]);
    s[n * COLUMNS + Y_LOW] = (y - p[P_COIN_RADIUS]);
    s[n * COLUMNS + Y_HIGH] = (y + p[P_COIN_RADIUS]);
    s[n * COLUMNS + MASS] = p[P_COIN_MASS];
    s[n * COLUMNS + TIP] = p[P_COIN_TIP];
    s[n * COLUMNS + OVER] = (-1.0);
    numbers[n] = number;
    n += 1;
  }
  two_floats pair_5 = sine_cosine(stroke[1]);
  sine = pair_5.a;
  cosine = pair_5.b;
  s[0 * COLUMNS + VX] = (0.0 - (sine * stroke[2]));
  s[0 * COLUMNS + VY] = (cosine * stroke[2]);
  s[0 * COLUMNS + RADIUS] = p[P_STRIKER_RADIUS];
  s[0 * COLUMNS + MASS] = p[P_STRIKER_MASS];
  s[0 * COLUMNS + TIP] = p[P_STRIKER_TIP];
  return n;
}

/* Play one stroke of many to the end, if layout (`status`) and stroke can be; the time at which all lie still. */
static double simulate_stroke(whole row, whole status, double *strokes, double *layouts, double *p, double *table, double *finals, int8_t *fallen, whole *facts, double *segments, double *events, double *s, double *lanes, double *times, double *cluster, double *press, whole *lists, whole rows_of_layouts, whole rows_of_segments, whole rows_of_events) {
  double *stroke = 0;
  double *final = 0;
  int8_t *fell = 0;
  whole *fact_row = 0;
  double *layout = 0;
  whole recorded = 0;
  whole *numbers = 0;
  whole *changed = 0;
  whole *pairs = 0;
  whole *near = 0;
  whole *found = 0;
  double front = 0;
  double rest_speed = 0;
  double contact_time = 0;
  whole patience = 0;
  whole first = 0;
  whole struck = 0;
  whole spread = 0;
  whole frames = 0;
  whole crossed = 0;
  whole behind = 0;
  whole beyond = 0;
  whole back = 0;
  whole jumped = 0;
  whole down = 0;
  whole rows = 0;
  whole event_rows = 0;
  whole count = 0;
  whole n = 0;
  whole room = 0;
  whole k = 0;
  whole inside = 0;
  whole i = 0;
  double t = 0;
  whole kind = 0;
  whole dirty = 0;
  whole d = 0;
  whole together = 0;
  whole contacts = 0;
  whole code = 0;
  whole where = 0;
  whole number = 0;
  double speed = 0;
  double soonest = 0;
  whole which = 0;
  whole with_which = 0;
  whole pair = 0;
  double least = 0;
  whole at = 0;
  double limit = 0;
  whole ties = 0;
  whole joined = 0;
  double time = 0;
  double y = 0;
  whole left = 0;
  whole impacts = 0;
  whole met = 0;
  double way = 0;
  whole looked = 0;
  whole j = 0;
  whole z = 0;
  whole known = 0;
  stroke = (strokes + row * 3);
  final = (finals + row * DISCS * 2);
  fell = (fallen + row * DISCS);
  fact_row = (facts + row * FACTS);
  layout = (layouts + ((rows_of_layouts > 1) ? row : 0) * DISCS * 2);
  if (status == DONE) {
    status = check_stroke(stroke, layout, p, fact_row);
  }
  recorded = (rows_of_segments > 0);
  if ((status == DONE) && recorded && (rows_of_segments < (2 * DISCS))) {
    status = FULL;
  }
  if (status != DONE) {
    fact_row[F_STATUS] = status;
    fact_row[F_FIRST] = (-1);
    return 0.0;
  }
  numbers = (lists + 0 * MOST_CONTACTS);
  changed = (lists + 1 * MOST_CONTACTS);
  pairs = (lists + 2 * MOST_CONTACTS);
  near = (lists + 5 * MOST_CONTACTS);
  found = (lists + 4 * MOST_CONTACTS);
  front = p[P_FRONT];
  rest_speed = p[P_REST_SPEED];
  contact_time = p[P_CONTACT_TIME];
  patience = PATIENCE;
  first = (-1);
  struck = 0;
  spread = 0;
  frames = 0;
  crossed = 0;
  behind = 1;
  beyond = 0;
  back = 0;
  jumped = 0;
  down = 0;
  rows = 0;
  event_rows = 0;
  count = 0;
  n = set_up(stroke, layout, numbers, s, p);
  room = ((n <= FIRST_LANES) ? FIRST_LANES : DISCS);
  for (whole at_1 = 0, until_2 = DISCS; at_1 < until_2; at_1++) {
    k = at_1;
    lanes[(LANE_X_LOW + k)] = INF;
    lanes[(LANE_MEETS + k)] = INF;
    lanes[(LANE_NEXT + k)] = INF;
  }
  inside = 0;
  for (whole at_3 = 1, until_4 = n; at_3 < until_4; at_3++) {
    i = at_3;
    fill_lanes(s, lanes, i);
    found[i] = 0;
    if ((__builtin_fabs(s[i * COLUMNS + X]) <= front) && (__builtin_fabs(s[i * COLUMNS + Y]) <= front)) {
      inside |= ((whole)1 << numbers[i]);
    }
    if (recorded) {
      keep_segment(segments, i, s, i, numbers[i]);
    }
  }
  t = 0.0;
  kind = PAIR;
  changed[0] = 0;
  dirty = 1;
  while (1) {
    for (whole at_5 = 0, until_6 = dirty; at_5 < until_6; at_5++) {
      d = at_5;
      i = changed[d];
      start_piece(s, i, t, p, table);
      hide(lanes, times, i, n);
      if ((kind == POCKET) || (kind == JUMP)) {
        s[i * COLUMNS + X_LOW] = INF;
        s[i * COLUMNS + X_HIGH] = (-INF);
        s[i * COLUMNS + TIP] = (-1.0);
      }
      if (recorded) {
        keep_segment(segments, rows, s, i, numbers[i]);
        rows += ((rows > 0) ? 1 : n);
      }
    }
    for (whole at_7 = 0, until_8 = dirty; at_7 < until_8; at_7++) {
      d = at_7;
      predict_contacts(s, lanes, times, found, near, changed[d], n, room, t, p);
      fill_lanes(s, lanes, changed[d]);
    }
    while (1) {
      float_and_whole pair_9 = least_of(lanes, LANE_NEXT, room);
      soonest = pair_9.a;
      which = pair_9.b;
      if (s[which * COLUMNS + T1] == soonest) {
        break;
      }
      with_which = ((whole)s[which * COLUMNS + SOONEST_WITH]);
      pair = ((which * DISCS) + with_which);
      if (times[pair] == soonest) {
        if (((found[which] >> with_which) & 1) == 1) {
          break;
        }
        time = next_contact(s, which, with_which, t, p);
        times[pair] = ((time == time) ? time : INF);
        found[which] |= ((whole)1 << with_which);
      }
      float_and_whole pair_10 = least_of(times, (which * DISCS), room);
      least = pair_10.a;
      at = pair_10.b;
      keep_soonest(s, lanes, which, least, at);
    }
    together = (s[which * COLUMNS + T1] != soonest);
    if (soonest == INF) {
      break;
    }
    if (count >= MOST_EVENTS) {
      status = UNSETTLED;
      break;
    }
    if (recorded && (((rows + (2 * DISCS)) > rows_of_segments) || ((event_rows + MOST_CONTACTS) > rows_of_events))) {
      status = FULL;
      break;
    }
    if (count >= patience) {
      p[P_REST_SPEED] *= 2.0;
      p[P_CONTACT_TIME] *= 2.0;
      patience += PATIENCE_STEP;
    }
    if (soonest > t) {
      t = soonest;
    }
    changed[0] = which;
    dirty = 1;
    contacts = 0;
    kind = PAIR;
    if (together) {
      limit = (t + p[P_TIE]);
      ties = 0;
      for (whole at_11 = 0, until_12 = room; at_11 < until_12; at_11++) {
        k = at_11;
        ties += ((lanes[(LANE_MEETS + k)] <= limit) ? 1 : 0);
        ties += ((times[((which * DISCS) + k)] <= limit) ? 1 : 0);
      }
      if (ties == 2) {
        contacts = 1;
        pairs[0 * MOST_CONTACTS + 0] = ((which < with_which) ? which : with_which);
        pairs[1 * MOST_CONTACTS + 0] = ((which < with_which) ? with_which : which);
        changed[0] = pairs[0 * MOST_CONTACTS + 0];
        changed[1] = pairs[1 * MOST_CONTACTS + 0];
        dirty = 2;
      } else {
        for (whole at_13 = 0, until_14 = n; at_13 < until_14; at_13++) {
          i = at_13;
          if (lanes[(LANE_MEETS + i)] > limit) {
            continue;
          }
          looked = 0;
          for (whole at_15 = 0, until_16 = n; at_15 < until_16; at_15++) {
            j = at_15;
            pair = ((i * DISCS) + j);
            if (times[pair] > limit) {
              continue;
            }
            if (((found[i] >> j) & 1) == 0) {
              time = next_contact(s, i, j, t, p);
              times[pair] = ((time == time) ? time : INF);
              found[i] |= ((whole)1 << j);
              looked = 1;
            }
            if ((times[pair] <= limit) && (contacts < MOST_CONTACTS)) {
              pairs[0 * MOST_CONTACTS + contacts] = ((i < j) ? i : j);
              pairs[1 * MOST_CONTACTS + contacts] = ((i < j) ? j : i);
              contacts += 1;
            }
          }
          if (looked) {
            float_and_whole pair_17 = least_of(times, (i * DISCS), room);
            least = pair_17.a;
            at = pair_17.b;
            keep_soonest(s, lanes, i, least, at);
          }
        }
        dirty = 0;
        for (whole at_18 = 0, until_19 = contacts; at_18 < until_19; at_18++) {
          k = at_18;
          for (whole at_20 = 0, until_21 = 2; at_20 < until_21; at_20++) {
            z = at_20;
            i = pairs[z * MOST_CONTACTS + k];
            known = 0;
            for (whole at_22 = 0, until_23 = dirty; at_22 < until_23; at_22++) {
              d = at_22;
              if (changed[d] == i) {
                known = 1;
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
    for (whole at_24 = 0, until_25 = dirty; at_24 < until_25; at_24++) {
      d = at_24;
      advance(s, changed[d], t);
    }
    for (whole at_26 = 0, until_27 = dirty; at_26 < until_27; at_26++) {
      d = at_26;
      i = changed[d];
      if (i == 0) {
        y = s[0 * COLUMNS + Y];
        if (y >= (-front)) {
          behind = 0;
        }
        if (first < 0) {
          if (y >= (-front)) {
            crossed = 1;
          }
          if (y > 0.0) {
            beyond = 1;
          } else {
            if (beyond && (y < 0.0)) {
              back = 1;
            }
          }
        }
      } else {
        left = ((__builtin_fabs(s[i * COLUMNS + X]) > front) ? 1 : 0);
        left = ((__builtin_fabs(s[i * COLUMNS + Y]) > front) ? 1 : left);
        spread |= (((whole)left << numbers[i]) & inside);
      }
    }
    if (together) {
      joined = 0;
      if (contacts == 1) {
        keep_velocities(s, changed, dirty, cluster);
        speed = collide(s, pairs[0 * MOST_CONTACTS + 0], pairs[1 * MOST_CONTACTS + 0], p);
        cluster[0 * 11 + 5] = speed;
        if ((p[P_STIFFNESS] > 0.0) && (speed > (2.0 * p[P_ELASTIC_SPEED]))) {
          joined = meets_a_third(s, lanes, pairs[0 * MOST_CONTACTS + 0], pairs[1 * MOST_CONTACTS + 0], cluster, n, t, p);
        }
        if (joined) {
          put_velocities_back(s, changed, dirty, cluster);
        }
      } else {
        joined = ((p[P_STIFFNESS] > 0.0) && (fastest_approach(s, pairs, contacts) > (2.0 * p[P_ELASTIC_SPEED])));
        if (!joined) {
          collide_together(s, pairs, contacts, changed, dirty, cluster, p);
        }
      }
      if (joined) {
        impacts = contacts;
        met = dirty;
        two_floats pair_28 = reach_of(s, changed, dirty, p);
        time = pair_28.a;
        way = pair_28.b;
        dirty = gather_near(s, n, t, time, way, changed, dirty);
        contacts = list_near(s, pairs, contacts, time, way, changed, dirty, cluster, p);
        if (press_together(s, pairs, contacts, changed, dirty, cluster, press, near, (lists + 6 * MOST_CONTACTS), p)) {
          dirty = leave_out_unmoved(s, changed, met, dirty, cluster);
        } else {
          contacts = impacts;
          collide_together(s, pairs, contacts, changed, dirty, cluster, p);
        }
      }
      count += 1;
      for (whole at_29 = 0, until_30 = contacts; at_29 < until_30; at_29++) {
        k = at_29;
        if (cluster[k * 11 + 5] > 0.0) {
          i = numbers[pairs[0 * MOST_CONTACTS + k]];
          j = numbers[pairs[1 * MOST_CONTACTS + k]];
          count += ((k > 0) ? 1 : 0);
          if (i == 0) {
            struck |= ((whole)1 << j);
            if (first < 0) {
              first = j;
            }
          }
          if (recorded) {
            keep_event(events, event_rows, t, kind, i, j, cluster[k * 11 + 5]);
            event_rows += 1;
          }
        }
      }
      continue;
    }
    count += 1;
    code = ((whole)s[which * COLUMNS + KIND]);
    kind = (code & 15);
    where = (code >> 4);
    number = numbers[which];
    speed = 0.0;
    if (kind == FRAME) {
      if (s[which * COLUMNS + OVER] < 0.0) {
        speed = rebound(s, which, where, p[P_E_FRAME], p);
        if ((p[P_JUMP_SPEED] > 0.0) && (speed > p[P_JUMP_SPEED])) {
          kind = JUMP;
          jumped |= ((whole)1 << number);
        }
      } else {
        speed = rebound(s, which, where, p[P_E_POCKET], p);
        kind = WALL;
      }
      if ((number == 0) && (first < 0)) {
        frames |= ((whole)1 << where);
      }
    } else {
      if ((kind == POCKET) && (s[which * COLUMNS + OVER] < 0.0) && (p[P_FALL_TIME] > 0.0)) {
        s[which * COLUMNS + OVER] = t;
        kind = OVER_HOLE;
      } else {
        if (kind == OUT_AGAIN) {
          climb_out(s, which, t, p);
        } else {
          if (kind == POCKET) {
            s[which * COLUMNS + OVER] = (-1.0);
            speed = __builtin_sqrt(((s[which * COLUMNS + VX] * s[which * COLUMNS + VX]) + (s[which * COLUMNS + VY] * s[which * COLUMNS + VY])));
            if (number > 0) {
              spread |= ((whole)1 << number);
            }
            fell[down] = number;
            down += 1;
          }
        }
      }
    }
    if ((kind == POCKET) || (kind == STOP) || (kind == JUMP)) {
      s[which * COLUMNS + VX] = 0.0;
      s[which * COLUMNS + VY] = 0.0;
      s[which * COLUMNS + W] = 0.0;
    }
    if (recorded && ((kind == FRAME) || (kind == POCKET) || (kind == WALL) || (kind == JUMP))) {
      keep_event(events, event_rows, t, kind, number, where, speed);
      event_rows += 1;
    }
  }
  p[P_REST_SPEED] = rest_speed;
  p[P_CONTACT_TIME] = contact_time;
  if (any_pressed(s, lanes, n) && part(s, n, p[P_HALF]) && recorded && (status == DONE)) {
    for (whole at_31 = 0, until_32 = n; at_31 < until_32; at_31++) {
      i = at_31;
      if (s[i * COLUMNS + TIP] > 0.0) {
        advance(s, i, t);
        keep_segment(segments, rows, s, i, numbers[i]);
        rows += 1;
      }
    }
  }
  for (whole at_33 = 0, until_34 = n; at_33 < until_34; at_33++) {
    k = at_33;
    if (s[k * COLUMNS + TIP] > 0.0) {
      final[numbers[k] * 2 + 0] = s[k * COLUMNS + X];
      final[numbers[k] * 2 + 1] = s[k * COLUMNS + Y];
    }
  }
  fact_row[F_STATUS] = status;
  fact_row[F_FIRST] = first;
  fact_row[F_STRUCK] = struck;
  fact_row[F_SPREAD] = spread;
  fact_row[F_FRAMES] = frames;
  fact_row[F_CROSSED] = crossed;
  fact_row[F_BEHIND] = behind;
  fact_row[F_BACK] = back;
  fact_row[F_STRIKER_FELL] = ((s[0 * COLUMNS + TIP] < 0.0) && ((jumped & 1) == 0));
  fact_row[F_JUMPED] = jumped;
  fact_row[F_EVENTS] = count;
  fact_row[F_SEGMENT_ROWS] = rows;
  fact_row[F_EVENT_ROWS] = event_rows;
  return t;
}

/* Play strokes one after the other: the one entry of the kernel. */
void CARROM_ENTRY(double *strokes, double *layouts, double *parameters, double *table, double *finals, int8_t *fallen, whole *facts, double *durations, double *segments, double *events, whole rows_of_strokes, whole rows_of_layouts, whole rows_of_segments, whole rows_of_events) {
  double p[PARAMETERS] __attribute__((aligned(64)));
  double s[DISCS * COLUMNS] __attribute__((aligned(64)));
  double lanes[LANES] __attribute__((aligned(64)));
  double times[(DISCS * DISCS)] __attribute__((aligned(64)));
  double cluster[MOST_CONTACTS * 11] __attribute__((aligned(64)));
  double press[PRESS_LANES] __attribute__((aligned(64)));
  whole lists[7 * MOST_CONTACTS] __attribute__((aligned(64)));
  whole status = 0;
  whole k = 0;
  for (whole at_1 = 0; at_1 < PARAMETERS; at_1++) p[at_1] = parameters[at_1];
  for (whole at_2 = 0; at_2 < LANES; at_2++) lanes[at_2] = 0;
  for (whole at_3 = 0; at_3 < PRESS_LANES; at_3++) press[at_3] = 0;
  status = DONE;
  for (whole at_4 = 0, until_5 = rows_of_strokes; at_4 < until_5; at_4++) {
    k = at_4;
    if ((k == 0) || (rows_of_layouts > 1)) {
      status = check_layout(k, layouts, p, facts);
    }
    durations[k] = simulate_stroke(k, status, strokes, layouts, p, table, finals, fallen, facts, segments, events, s, lanes, times, cluster, press, lists, rows_of_layouts, rows_of_segments, rows_of_events);
  }
}
