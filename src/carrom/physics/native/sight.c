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

/* How many of the first `discs` discs but `own` lie nearer than `reach` to the way from one point to another. */
INLINED whole in_the_way(double *xs, double *ys, whole discs, whole own, double x, double y, double to_x, double to_y, double reach) {
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
  for (whole at_1 = 0, until_2 = (discs & (-LANE_STEP)); at_1 < until_2; at_1++) {
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

/* Note of a coin at x, y how it would go into each of four pockets, whatever else lies there: `lines` from `at` on. */
static void look_at_pockets(double x, double y, double *f, double *lines, whole at) {
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
    lines[(at + pocket)] = ((cut > thinnest) ? spreads : 0.0);
    lines[((at + 4) + pocket)] = start_x;
    lines[((at + 8) + pocket)] = ghost_x;
    lines[((at + 12) + pocket)] = ghost_y;
    chance = within(spreads);
    lines[((at + 16) + pocket)] = ((cut > thinnest) ? chance : 0.0);
  }
}

/* How likely one good stroke pockets disc `own` of `discs`, by what `look_at_pockets` noted of it. */
static double chance_of_one(double *xs, double *ys, whole discs, whole own, double *f, double *lines, whole at) {
  double x = 0;
  double y = 0;
  double line = 0;
  double corner = 0;
  whole first = 0;
  whole second = 0;
  whole pocket = 0;
  double best = 0;
  double other = 0;
  whole turn = 0;
  double spreads = 0;
  whole better = 0;
  whole later = 0;
  double goal_x = 0;
  double goal_y = 0;
  whole near = 0;
  double chance = 0;
  double blocked = 0;
  x = xs[own];
  y = ys[own];
  line = f[S_LINE];
  corner = f[S_POCKET];
  first = 0;
  second = 0;
  for (whole at_1 = 1, until_2 = 4; at_1 < until_2; at_1++) {
    pocket = at_1;
    spreads = lines[(at + pocket)];
    better = (spreads >= lines[(at + first)]);
    later = (((pocket == 1) | (spreads >= lines[(at + second)])) ? pocket : second);
    second = (better ? first : later);
    first = (better ? pocket : first);
  }
  best = 0.0;
  other = 0.0;
  for (whole at_3 = 0, until_4 = 2; at_3 < until_4; at_3++) {
    turn = at_3;
    pocket = ((turn == 0) ? first : second);
    goal_x = (((pocket == 1) | (pocket == 2)) ? (-corner) : corner);
    goal_y = ((pocket > 1) ? (-corner) : corner);
    near = in_the_way(xs, ys, discs, own, x, y, goal_x, goal_y, f[S_COIN_CLEAR]);
    near += in_the_way(xs, ys, discs, own, lines[((at + 4) + pocket)], line, lines[((at + 8) + pocket)], lines[((at + 12) + pocket)], f[S_STRIKER_CLEAR]);
    chance = lines[((at + 16) + pocket)];
    blocked = (f[S_BLOCKED] * chance);
    chance = ((near > 0) ? blocked : chance);
    other = ((chance > best) ? best : chance);
    best = ((chance > best) ? chance : best);
  }
  best = (best + ((f[S_SECOND] * other) * (1.0 - best)));
  best = ((best > f[S_HARD]) ? best : f[S_HARD]);
  return ((best < f[S_SURE]) ? best : f[S_SURE]);
}

/* Guess the chance of each piece that is asked for in each position; 0 for those not asked for, or not there. */
void CARROM_SIGHT(double *layouts, whole *asked, double *figures, double *chances, whole rows_of_layouts) {
  double xs[(DISCS + LANE_STEP)] __attribute__((aligned(64)));
  double ys[(DISCS + LANE_STEP)] __attribute__((aligned(64)));
  whole numbers[(DISCS + 1)] __attribute__((aligned(64)));
  whole own[(DISCS + 1)] __attribute__((aligned(64)));
  double lines[(20 * DISCS)] __attribute__((aligned(64)));
  whole turns = 0;
  whole k = 0;
  whole count = 0;
  whole number = 0;
  whole i = 0;
  whole discs = 0;
  whole wanted = 0;
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
      numbers[count] = number;
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
      count += (((number > 0) & (x == x)) & (y == y));
    }
    for (whole at_11 = 0, until_12 = (LANE_STEP - 1); at_11 < until_12; at_11++) {
      i = at_11;
      xs[(count + i)] = FAR_AWAY;
      ys[(count + i)] = FAR_AWAY;
    }
    discs = (((count + LANE_STEP) - 1) & (-LANE_STEP));
    wanted = 0;
    for (whole at_13 = 0, until_14 = count; at_13 < until_14; at_13++) {
      i = at_13;
      own[wanted] = i;
      wanted += ((asked[S_MASK] >> numbers[i]) & 1);
    }
    for (whole at_15 = 0, until_16 = wanted; at_15 < until_16; at_15++) {
      i = at_15;
      look_at_pockets(xs[own[i]], ys[own[i]], figures, lines, (20 * i));
    }
    for (whole at_17 = 0, until_18 = wanted; at_17 < until_18; at_17++) {
      i = at_17;
      chances[k * DISCS + numbers[own[i]]] = chance_of_one(xs, ys, discs, own[i], figures, lines, (20 * i));
    }
  }
}

/* Say which ways pass all points by at least `reach`, but for one point that a way may ignore. */
void CARROM_WAYS(double *ways, double *points, whole *ignored, double *reach, int8_t *free, whole rows_of_ways, whole rows_of_points) {
  double xs[DISCS] __attribute__((aligned(64)));
  double ys[DISCS] __attribute__((aligned(64)));
  whole discs = 0;
  whole i = 0;
  whole k = 0;
  whole near = 0;
  discs = (((rows_of_points + LANE_STEP) - 1) & (-LANE_STEP));
  for (whole at_1 = 0, until_2 = discs; at_1 < until_2; at_1++) {
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
    near = in_the_way(xs, ys, discs, ignored[k], ways[k * 4 + 0], ways[k * 4 + 1], ways[k * 4 + 2], ways[k * 4 + 3], reach[0]);
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
