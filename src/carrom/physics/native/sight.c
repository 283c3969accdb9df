/* Chances of pieces to be pocketed by one good stroke, for many positions at once.

   Made from src/carrom/physics/sight.py by `./carrom test golden` (tools/kernel_in_c.py): change that file, never this
   one. As kernel.c in all else. */
#include "sight.h"
#if __FLT_EVAL_METHOD__ < 0 || __FLT_EVAL_METHOD__ > 1
#error "Each operation on doubles must round to a double (on 32-bit x86: -msse2 -mfpmath=sse)."
#endif
#ifndef CARROM_SIGHT
#define CARROM_SIGHT guess_chances
#endif
#ifndef CARROM_WAYS
#define CARROM_WAYS find_clear_ways
#endif
#define INLINED static inline __attribute__((always_inline))
typedef struct { double a, b; } two_floats;
typedef struct { double a; whole b; } float_and_whole;

/* Raise e to the power of x, for x from -1000 to 0, to two units in the last place. */
static double exponential(double x) {
  whole halvings = 0;
  double r = 0;
  double p = 0;
  double half = 0;
  halvings = ((whole)(0.5 - (x * LOG2_E)));
  r = ((x + (halvings * LN2_HIGH)) + (halvings * LN2_LOW));
  p = ((double)1.0 / 6227020800.0);
  p = ((p * r) + ((double)1.0 / 479001600.0));
  p = ((p * r) + ((double)1.0 / 39916800.0));
  p = ((p * r) + ((double)1.0 / 3628800.0));
  p = ((p * r) + ((double)1.0 / 362880.0));
  p = ((p * r) + ((double)1.0 / 40320.0));
  p = ((p * r) + ((double)1.0 / 5040.0));
  p = ((p * r) + ((double)1.0 / 720.0));
  p = ((p * r) + ((double)1.0 / 120.0));
  p = ((p * r) + ((double)1.0 / 24.0));
  p = ((p * r) + ((double)1.0 / 6.0));
  p = ((p * r) + 0.5);
  p = ((p * r) + 1.0);
  p = ((p * r) + 1.0);
  half = 0.5;
  while (halvings > 0) {
    if ((halvings & 1)) {
      p *= half;
    }
    half *= half;
    halvings = (halvings >> 1);
  }
  return p;
}

/* The chance that a standard normal number lies within plus or minus z, to 2 %. */
INLINED double within(double z) {
  z = ((z < MOST_SPREADS) ? z : MOST_SPREADS);
  z = ((z > 0.0) ? z : 0.0);
  return __builtin_sqrt((1.0 - exponential((((double)(-2.0) / 3.141592653589793) * (z * z)))));
}

/* How many of `count` discs but `own` lie nearer than `reach` to the way from one point to another. */
INLINED whole in_the_way(double *xs, double *ys, whole count, whole own, double x, double y, double to_x, double to_y, double reach) {
  double way_x = 0;
  double way_y = 0;
  double length2 = 0;
  double reach2 = 0;
  whole near = 0;
  whole i = 0;
  double dx = 0;
  double dy = 0;
  double along = 0;
  way_x = (to_x - x);
  way_y = (to_y - y);
  length2 = ((way_x * way_x) + (way_y * way_y));
  length2 = ((length2 > 1e-12) ? length2 : 1e-12);
  reach2 = (reach * reach);
  near = 0;
  for (whole at_1 = 0, until_2 = count; at_1 < until_2; at_1++) {
    i = at_1;
    dx = (xs[i] - x);
    dy = (ys[i] - y);
    along = ((double)((dx * way_x) + (dy * way_y)) / length2);
    along = ((along > 0.0) ? along : 0.0);
    along = ((along < 1.0) ? along : 1.0);
    dx = (dx - (along * way_x));
    dy = (dy - (along * way_y));
    near += ((((dx * dx) + (dy * dy)) < reach2) & (i != own));
  }
  return near;
}

/* How likely one good stroke pockets disc `own` of `count`; `lines` is room for what is known of four pockets. */
static double chance_of_one(double *xs, double *ys, whole count, whole own, double *f, double *lines) {
  double x = 0;
  double y = 0;
  double reach = 0;
  double room = 0;
  double half_line = 0;
  whole first = 0;
  whole second = 0;
  whole pocket = 0;
  double best = 0;
  double other = 0;
  whole turn = 0;
  double goal_x = 0;
  double goal_y = 0;
  double ux = 0;
  double uy = 0;
  double travel = 0;
  double ghost_x = 0;
  double ghost_y = 0;
  double drop = 0;
  double rise = 0;
  double start_x = 0;
  double way_x = 0;
  double way_y = 0;
  double far = 0;
  double cut = 0;
  double turned = 0;
  double lateral = 0;
  double spreads = 0;
  double chance = 0;
  whole near = 0;
  x = xs[own];
  y = ys[own];
  reach = f[S_REACH];
  room = f[S_ROOM];
  half_line = f[S_HALF_LINE];
  first = 0;
  second = 0;
  for (whole at_1 = 0, until_2 = 4; at_1 < until_2; at_1++) {
    pocket = at_1;
    goal_x = (((pocket == 1) || (pocket == 2)) ? (-f[S_POCKET]) : f[S_POCKET]);
    goal_y = ((pocket > 1) ? (-f[S_POCKET]) : f[S_POCKET]);
    ux = (goal_x - x);
    uy = (goal_y - y);
    travel = __builtin_sqrt(((ux * ux) + (uy * uy)));
    travel = ((travel > LEAST) ? travel : LEAST);
    ux = ((double)ux / travel);
    uy = ((double)uy / travel);
    ghost_x = (x - (reach * ux));
    ghost_y = (y - (reach * uy));
    ghost_x = ((ghost_x < room) ? ghost_x : room);
    ghost_x = ((ghost_x > (-room)) ? ghost_x : (-room));
    ghost_y = ((ghost_y < room) ? ghost_y : room);
    ghost_y = ((ghost_y > (-room)) ? ghost_y : (-room));
    drop = (ghost_y - f[S_LINE]);
    rise = ((__builtin_fabs(uy) < 1e-06) ? 1e-06 : uy);
    start_x = ((ux > 0.0) ? (-half_line) : half_line);
    if ((drop * rise) > 0.0) {
      start_x = (ghost_x - (((double)ux / rise) * drop));
      start_x = ((start_x < half_line) ? start_x : half_line);
      start_x = ((start_x > (-half_line)) ? start_x : (-half_line));
    }
    way_x = (ghost_x - start_x);
    way_y = drop;
    far = __builtin_sqrt(((way_x * way_x) + (way_y * way_y)));
    far = ((far > LEAST) ? far : LEAST);
    cut = ((double)((way_x * ux) + (way_y * uy)) / far);
    turned = (far * f[S_AIM]);
    lateral = (__builtin_sqrt(((turned * turned) + (f[S_PLACE] * f[S_PLACE]))) + 1e-06);
    spreads = 0.0;
    if (cut > f[S_THINNEST]) {
      spreads = ((double)((((double)f[S_MOUTH] / travel) * reach) * ((cut > 0.05) ? cut : 0.05)) / lateral);
      spreads = ((spreads < MOST_SPREADS) ? spreads : MOST_SPREADS);
    }
    lines[(pocket * 4)] = spreads;
    lines[((pocket * 4) + 1)] = start_x;
    lines[((pocket * 4) + 2)] = ghost_x;
    lines[((pocket * 4) + 3)] = ghost_y;
    if ((pocket == 0) || (spreads >= lines[(first * 4)])) {
      second = first;
      first = pocket;
    } else {
      if ((pocket == 1) || (spreads >= lines[(second * 4)])) {
        second = pocket;
      }
    }
  }
  best = 0.0;
  other = 0.0;
  for (whole at_3 = 0, until_4 = 2; at_3 < until_4; at_3++) {
    turn = at_3;
    pocket = ((turn == 0) ? first : second);
    chance = 0.0;
    if (lines[(pocket * 4)] > 0.0) {
      chance = within(lines[(pocket * 4)]);
      goal_x = (((pocket == 1) || (pocket == 2)) ? (-f[S_POCKET]) : f[S_POCKET]);
      goal_y = ((pocket > 1) ? (-f[S_POCKET]) : f[S_POCKET]);
      near = in_the_way(xs, ys, count, own, x, y, goal_x, goal_y, f[S_COIN_CLEAR]);
      if (near == 0) {
        ghost_x = lines[((pocket * 4) + 2)];
        ghost_y = lines[((pocket * 4) + 3)];
        start_x = lines[((pocket * 4) + 1)];
        near = in_the_way(xs, ys, count, own, start_x, f[S_LINE], ghost_x, ghost_y, f[S_STRIKER_CLEAR]);
      }
      if (near > 0) {
        chance = (f[S_BLOCKED] * chance);
      }
    }
    if (chance > best) {
      other = best;
      best = chance;
    } else {
      other = chance;
    }
  }
  best = (best + ((f[S_SECOND] * other) * (1.0 - best)));
  best = ((best > f[S_HARD]) ? best : f[S_HARD]);
  return ((best < f[S_SURE]) ? best : f[S_SURE]);
}

/* Guess the chance of each piece that is asked for in each position; 0 for those not asked for, or not there. */
void CARROM_SIGHT(double *layouts, whole *asked, double *figures, double *chances, whole rows_of_layouts) {
  double xs[DISCS] __attribute__((aligned(64)));
  double ys[DISCS] __attribute__((aligned(64)));
  double lines[16] __attribute__((aligned(64)));
  whole places[DISCS] __attribute__((aligned(64)));
  whole turns = 0;
  whole k = 0;
  whole count = 0;
  whole number = 0;
  whole i = 0;
  double x = 0;
  double y = 0;
  turns = ((asked[S_TURNS] % 4 + 4) % 4);
  for (whole at_1 = 0, until_2 = rows_of_layouts; at_1 < until_2; at_1++) {
    k = at_1;
    count = 0;
    for (whole at_3 = 0, until_4 = DISCS; at_3 < until_4; at_3++) {
      number = at_3;
      chances[k * DISCS + number] = 0.0;
      x = layouts[(k * DISCS + number) * 2 + 0];
      y = layouts[(k * DISCS + number) * 2 + 1];
      if ((number > 0) && (x == x)) {
        if (turns == 1) {
          double new_9 = y;
          double new_10 = (-x);
          x = new_9;
          y = new_10;
        } else {
          if (turns == 2) {
            double new_7 = (-x);
            double new_8 = (-y);
            x = new_7;
            y = new_8;
          } else {
            if (turns == 3) {
              double new_5 = (-y);
              double new_6 = x;
              x = new_5;
              y = new_6;
            }
          }
        }
        xs[count] = x;
        ys[count] = y;
        places[count] = number;
        count += 1;
      }
    }
    for (whole at_11 = 0, until_12 = count; at_11 < until_12; at_11++) {
      i = at_11;
      if (((asked[S_MASK] >> places[i]) & 1)) {
        chances[k * DISCS + places[i]] = chance_of_one(xs, ys, count, i, figures, lines);
      }
    }
  }
}

/* Say which ways pass all points by at least `reach`, but for one point that a way may ignore. */
void CARROM_WAYS(double *ways, double *points, whole *ignored, double *reach, int8_t *free, whole rows_of_ways, whole rows_of_points) {
  double xs[DISCS] __attribute__((aligned(64)));
  double ys[DISCS] __attribute__((aligned(64)));
  whole count = 0;
  whole i = 0;
  whole k = 0;
  whole own = 0;
  whole near = 0;
  count = rows_of_points;
  for (whole at_1 = 0, until_2 = count; at_1 < until_2; at_1++) {
    i = at_1;
    xs[i] = points[i * 2 + 0];
    ys[i] = points[i * 2 + 1];
  }
  for (whole at_3 = 0, until_4 = rows_of_ways; at_3 < until_4; at_3++) {
    k = at_3;
    own = ignored[k];
    near = in_the_way(xs, ys, count, own, ways[k * 4 + 0], ways[k * 4 + 1], ways[k * 4 + 2], ways[k * 4 + 3], reach[0]);
    free[k] = ((near == 0) ? 1 : 0);
  }
}
