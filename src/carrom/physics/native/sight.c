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
#ifndef CARROM_SHARING
#define CARROM_SHARING share_samples
#endif
#define INLINED static inline __attribute__((always_inline))
typedef struct { double a, b; } two_floats;
typedef struct { double a; whole b; } float_and_whole;

/* Raise e to the power of x from -LEAST_POWER (less is taken for that) to 0: to a millionth, near 0 far better. */
INLINED double exponential(double x) {
  double r = 0;
  double p = 0;
  r = (((x > (-LEAST_POWER)) ? x : (-LEAST_POWER)) * 0.015625);
  p = ((double)1.0 / 40320.0);
  p = ((p * r) + ((double)1.0 / 5040.0));
  p = ((p * r) + ((double)1.0 / 720.0));
  p = ((p * r) + ((double)1.0 / 120.0));
  p = ((p * r) + ((double)1.0 / 24.0));
  p = ((p * r) + ((double)1.0 / 6.0));
  p = ((p * r) + 0.5);
  p = ((p * r) + 1.0);
  p = ((p * r) + 1.0);
  p = (p * p);
  p = (p * p);
  p = (p * p);
  p = (p * p);
  p = (p * p);
  return (p * p);
}

/* The chance that a standard normal number lies within plus or minus z, to 2 %. */
INLINED double within(double z) {
  z = ((z < MOST_SPREADS) ? z : MOST_SPREADS);
  z = ((z > 0.0) ? z : 0.0);
  return __builtin_sqrt((1.0 - exponential((((double)(-2.0) / 3.141592653589793) * (z * z)))));
}

/* How many of DISCS discs but `own` lie nearer than `reach` to the way from one point to another. */
INLINED whole in_the_way(double *xs, double *ys, whole own, double x, double y, double to_x, double to_y, double reach) {
  double way_x = 0;
  double way_y = 0;
  double length2 = 0;
  double share_x = 0;
  double share_y = 0;
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
  share_x = ((double)way_x / length2);
  share_y = ((double)way_y / length2);
  reach2 = (reach * reach);
  near = 0;
  for (whole at_1 = 0, until_2 = DISCS; at_1 < until_2; at_1++) {
    i = at_1;
    dx = (xs[i] - x);
    dy = (ys[i] - y);
    along = ((dx * share_x) + (dy * share_y));
    along = ((along > 0.0) ? along : 0.0);
    along = ((along < 1.0) ? along : 1.0);
    dx = (dx - (along * way_x));
    dy = (dy - (along * way_y));
    near += ((((dx * dx) + (dy * dy)) < reach2) & (i != own));
  }
  return near;
}

/* How likely one good stroke pockets disc `own` of DISCS; `lines` is room for what is known of four pockets. */
static double chance_of_one(double *xs, double *ys, whole own, double *f, double *lines) {
  double x = 0;
  double y = 0;
  double reach = 0;
  double room = 0;
  double half_line = 0;
  double line = 0;
  double aim = 0;
  double place2 = 0;
  double mouth = 0;
  double thinnest = 0;
  double corner = 0;
  whole pocket = 0;
  whole first = 0;
  whole second = 0;
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
  double met = 0;
  double end = 0;
  double start_x = 0;
  double way_x = 0;
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
  line = f[S_LINE];
  aim = f[S_AIM];
  place2 = (f[S_PLACE] * f[S_PLACE]);
  mouth = (f[S_MOUTH] * reach);
  thinnest = f[S_THINNEST];
  corner = f[S_POCKET];
  for (whole at_1 = 0, until_2 = 4; at_1 < until_2; at_1++) {
    pocket = at_1;
    goal_x = (((pocket == 1) | (pocket == 2)) ? (-corner) : corner);
    goal_y = ((pocket > 1) ? (-corner) : corner);
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
    drop = (ghost_y - line);
    rise = ((__builtin_fabs(uy) < 1e-06) ? 1e-06 : uy);
    met = (ghost_x - (((double)ux / rise) * drop));
    met = ((met < half_line) ? met : half_line);
    met = ((met > (-half_line)) ? met : (-half_line));
    end = ((ux > 0.0) ? (-half_line) : half_line);
    start_x = (((drop * rise) > 0.0) ? met : end);
    way_x = (ghost_x - start_x);
    far = __builtin_sqrt(((way_x * way_x) + (drop * drop)));
    far = ((far > LEAST) ? far : LEAST);
    cut = ((double)((way_x * ux) + (drop * uy)) / far);
    turned = (far * aim);
    lateral = (__builtin_sqrt(((turned * turned) + place2)) + 1e-06);
    spreads = ((double)(mouth * ((cut > 0.05) ? cut : 0.05)) / (travel * lateral));
    spreads = ((spreads < MOST_SPREADS) ? spreads : MOST_SPREADS);
    lines[pocket] = ((cut > thinnest) ? spreads : 0.0);
    lines[(4 + pocket)] = start_x;
    lines[(8 + pocket)] = ghost_x;
    lines[(12 + pocket)] = ghost_y;
  }
  first = 0;
  second = 0;
  for (whole at_3 = 0, until_4 = 4; at_3 < until_4; at_3++) {
    pocket = at_3;
    if ((pocket == 0) || (lines[pocket] >= lines[first])) {
      second = first;
      first = pocket;
    } else {
      if ((pocket == 1) || (lines[pocket] >= lines[second])) {
        second = pocket;
      }
    }
  }
  best = 0.0;
  other = 0.0;
  for (whole at_5 = 0, until_6 = 2; at_5 < until_6; at_5++) {
    turn = at_5;
    pocket = ((turn == 0) ? first : second);
    chance = 0.0;
    if (lines[pocket] > 0.0) {
      chance = within(lines[pocket]);
      goal_x = (((pocket == 1) || (pocket == 2)) ? (-corner) : corner);
      goal_y = ((pocket > 1) ? (-corner) : corner);
      near = in_the_way(xs, ys, own, x, y, goal_x, goal_y, f[S_COIN_CLEAR]);
      near += in_the_way(xs, ys, own, lines[(4 + pocket)], line, lines[(8 + pocket)], lines[(12 + pocket)], f[S_STRIKER_CLEAR]);
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
  whole turns = 0;
  whole k = 0;
  whole there = 0;
  whole number = 0;
  double x = 0;
  double y = 0;
  turns = ((asked[S_TURNS] % 4 + 4) % 4);
  for (whole at_1 = 0, until_2 = rows_of_layouts; at_1 < until_2; at_1++) {
    k = at_1;
    there = 0;
    for (whole at_3 = 0, until_4 = DISCS; at_3 < until_4; at_3++) {
      number = at_3;
      chances[k * DISCS + number] = 0.0;
      x = layouts[(k * DISCS + number) * 2 + 0];
      y = layouts[(k * DISCS + number) * 2 + 1];
      if ((number > 0) && (x == x)) {
        there = (there | ((whole)1 << number));
      } else {
        x = FAR_AWAY;
        y = FAR_AWAY;
      }
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
      xs[number] = x;
      ys[number] = y;
    }
    there = (there & asked[S_MASK]);
    for (whole at_11 = 0, until_12 = DISCS; at_11 < until_12; at_11++) {
      number = at_11;
      if (((there >> number) & 1)) {
        chances[k * DISCS + number] = chance_of_one(xs, ys, number, figures, lines);
      }
    }
  }
}

/* Say which ways pass all points by at least `reach`, but for one point that a way may ignore. */
void CARROM_WAYS(double *ways, double *points, whole *ignored, double *reach, int8_t *free, whole rows_of_ways, whole rows_of_points) {
  double xs[DISCS] __attribute__((aligned(64)));
  double ys[DISCS] __attribute__((aligned(64)));
  whole i = 0;
  whole k = 0;
  whole near = 0;
  for (whole at_1 = 0, until_2 = DISCS; at_1 < until_2; at_1++) {
    i = at_1;
    xs[i] = FAR_AWAY;
    ys[i] = FAR_AWAY;
  }
  for (whole at_3 = 0, until_4 = rows_of_points; at_3 < until_4; at_3++) {
    i = at_3;
    xs[i] = points[i * 2 + 0];
    ys[i] = points[i * 2 + 1];
  }
  for (whole at_5 = 0, until_6 = rows_of_ways; at_5 < until_6; at_5++) {
    k = at_5;
    near = in_the_way(xs, ys, ignored[k], ways[k * 4 + 0], ways[k * 4 + 1], ways[k * 4 + 2], ways[k * 4 + 3], reach[0]);
    free[k] = ((near == 0) ? 1 : 0);
  }
}

/* How likely a stroke is made where another is meant, but for a factor; shapes: meant, made (3,). */
INLINED double likelihood(double *meant, double *made, double *hand) {
  double aim = 0;
  double square = 0;
  double found = 0;
  double place = 0;
  double speed = 0;
  double steady = 0;
  aim = ((made[1] - meant[1]) * hand[H_AIM]);
  square = (aim * aim);
  found = 0.0;
  if (square < MOST_APART) {
    place = ((made[0] - meant[0]) * hand[H_PLACE]);
    speed = ((((double)made[2] / meant[2]) - 1.0) * hand[H_SPEED]);
    square = (((place * place) + square) + (speed * speed));
    if (square < MOST_APART) {
      square = ((-0.5) * square);
      steady = (hand[H_STEADY] * exponential(square));
      found = ((double)(steady + (hand[H_SLIPPED] * exponential((hand[H_WIDE] * square)))) / meant[2]);
    }
  }
  return found;
}

/* Say what strokes lead to by the samples of all that were meant from the same place, as likely as each is theirs. */
void CARROM_SHARING(double *intended, double *sources, whole *counts, double *made, double *worths, double *hand, whole *known, double *drawn, double *weights, double *shares, whole rows_of_intended, whole rows_of_sources) {
  whole start = 0;
  whole j = 0;
  whole i = 0;
  whole end = 0;
  whole k = 0;
  double total = 0;
  double squares = 0;
  double mean = 0;
  double backing = 0;
  double variance = 0;
  whole t = 0;
  double likely = 0;
  double weight = 0;
  double off = 0;
  start = 0;
  for (whole at_1 = 0, until_2 = rows_of_sources; at_1 < until_2; at_1++) {
    j = at_1;
    end = (start + counts[j]);
    if (j >= known[0]) {
      for (whole at_3 = start, until_4 = end; at_3 < until_4; at_3++) {
        t = at_3;
        drawn[t] = 0.0;
      }
    }
    for (whole at_5 = 0, until_6 = rows_of_sources; at_5 < until_6; at_5++) {
      k = at_5;
      if ((sources[k * 3 + 0] == sources[j * 3 + 0]) && (k >= ((j < known[0]) ? known[0] : 0))) {
        for (whole at_7 = start, until_8 = end; at_7 < until_8; at_7++) {
          t = at_7;
          drawn[t] += (counts[k] * likelihood((sources + k * 3), (made + t * 3), hand));
        }
      }
    }
    start = end;
  }
  for (whole at_9 = 0, until_10 = rows_of_intended; at_9 < until_10; at_9++) {
    i = at_9;
    total = 0.0;
    squares = 0.0;
    mean = 0.0;
    start = 0;
    for (whole at_11 = 0, until_12 = rows_of_sources; at_11 < until_12; at_11++) {
      j = at_11;
      end = (start + counts[j]);
      if (sources[j * 3 + 0] == intended[i * 3 + 0]) {
        for (whole at_13 = start, until_14 = end; at_13 < until_14; at_13++) {
          t = at_13;
          likely = likelihood((intended + i * 3), (made + t * 3), hand);
          weight = 0.0;
          if (likely > 0.0) {
            weight = ((double)likely / ((drawn[t] > FEWEST) ? drawn[t] : FEWEST));
            total += weight;
            squares += (weight * weight);
            mean += (weight * worths[t]);
          }
          weights[t] = weight;
        }
      }
      start = end;
    }
    backing = ((double)(total * total) / ((squares > (FEWEST * FEWEST)) ? squares : (FEWEST * FEWEST)));
    total = ((total > FEWEST) ? total : FEWEST);
    mean = ((double)mean / total);
    variance = 0.0;
    start = 0;
    for (whole at_15 = 0, until_16 = rows_of_sources; at_15 < until_16; at_15++) {
      j = at_15;
      end = (start + counts[j]);
      if (sources[j * 3 + 0] == intended[i * 3 + 0]) {
        for (whole at_17 = start, until_18 = end; at_17 < until_18; at_17++) {
          t = at_17;
          off = (worths[t] - mean);
          variance += (weights[t] * (off * off));
        }
      }
      start = end;
    }
    shares[i * 3 + W_MEAN] = mean;
    shares[i * 3 + W_DEVIATION] = __builtin_sqrt(((double)variance / total));
    shares[i * 3 + W_BACKING] = backing;
  }
}
