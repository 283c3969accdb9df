/* Where pieces lie that come back after strokes, on many boards at once.

   Made from src/carrom/physics/returning.py by `./carrom test golden` (tools/kernel_in_c.py): change that file, never this
   one. As kernel.c in all else. */
#include "returning.h"
#if __FLT_EVAL_METHOD__ < 0 || __FLT_EVAL_METHOD__ > 1
#error "Each operation on doubles must round to a double (on 32-bit x86: -msse2 -mfpmath=sse)."
#endif
#ifndef CARROM_RETURNING
#define CARROM_RETURNING put_back_pieces
#endif
#define INLINED static inline __attribute__((always_inline))
typedef struct { double a, b; } two_floats;
typedef struct { double a; whole b; } float_and_whole;

/* Return the rounding error of a product of two numbers (Veltkamp's and Dekker's way). */
INLINED double lost(double a, double b, double product) {
  double c = 0;
  double high_a = 0;
  double low_a = 0;
  double high_b = 0;
  double low_b = 0;
  c = (TWO_TO_27_AND_1 * a);
  high_a = (c - (c - a));
  low_a = (a - high_a);
  c = (TWO_TO_27_AND_1 * b);
  high_b = (c - (c - b));
  low_b = (b - high_b);
  return (((((high_a * high_b) - product) + (high_a * low_b)) + (low_a * high_b)) + (low_a * low_b));
}

/* The length of a vector as `math.hypot` rounds it, which sqrt alone does not. */
INLINED double length(double x, double y) {
  double xx = 0;
  double yy = 0;
  double h = 0;
  double hh = 0;
  double rest = 0;
  xx = (x * x);
  yy = (y * y);
  h = __builtin_sqrt((xx + yy));
  if (!(h > 1e-100)) {
    return h;
  }
  hh = (h * h);
  rest = ((xx > yy) ? ((xx - hh) + yy) : ((yy - hh) + xx));
  return (h + ((double)(rest + ((lost(x, x, xx) + lost(y, y, yy)) - lost(h, h, hh))) / (2.0 * h)));
}

/* The whole number that `round(x, 9)` is of 1e-9; one that lies midway to the bit, or is large, is in doubt. */
static whole billionths(double x, whole *doubt) {
  double a = 0;
  double scaled = 0;
  whole nearest = 0;
  double above = 0;
  a = __builtin_fabs(x);
  scaled = (a * 1000000000.0);
  if (!(scaled < 1000000000.0)) {
    doubt[0] = 1;
    return 0;
  }
  nearest = ((whole)scaled);
  above = (((scaled - nearest) - 0.5) + lost(a, 1000000000.0, scaled));
  if (above == 0.0) {
    doubt[0] = 1;
  }
  nearest += ((above > 0.0) ? 1 : 0);
  return ((x >= 0.0) ? nearest : (-nearest));
}

/* Whether a piece there and the queen are lined up on a pocket: `placement.makes_shot`. */
static whole lines_up_with_queen(double *xs, double *ys, double x, double y, double *f) {
  double dx = 0;
  double dy = 0;
  double apart = 0;
  double ux = 0;
  double uy = 0;
  whole pocket = 0;
  double to_x = 0;
  double to_y = 0;
  double along = 0;
  double beside = 0;
  dx = (xs[QUEEN] - x);
  dy = (ys[QUEEN] - y);
  apart = length(dx, dy);
  if (!((apart > 0.0) && (apart <= f[B_PAIR_REACH]))) {
    return 0;
  }
  ux = ((double)dx / apart);
  uy = ((double)dy / apart);
  for (whole at_1 = 0, until_2 = 4; at_1 < until_2; at_1++) {
    pocket = at_1;
    to_x = (((pocket > 1) ? f[B_POCKET] : (-f[B_POCKET])) - xs[QUEEN]);
    to_y = ((((pocket == 1) || (pocket == 3)) ? f[B_POCKET] : (-f[B_POCKET])) - ys[QUEEN]);
    along = ((to_x * ux) + (to_y * uy));
    beside = ((to_x * uy) - (to_y * ux));
    if ((__builtin_fabs(beside) <= f[B_POCKET_RADIUS]) && ((along > 0.0) || (along < (-apart)))) {
      return 1;
    }
  }
  return 0;
}

/* Whether the line from one piece through another runs near a pocket ahead of it. */
INLINED whole is_aimed(double x, double y, double to_x, double to_y, double *f, whole *doubt) {
  double ux = 0;
  double uy = 0;
  whole pocket = 0;
  double vx = 0;
  double vy = 0;
  double inside = 0;
  ux = (to_x - x);
  uy = (to_y - y);
  for (whole at_1 = 0, until_2 = 4; at_1 < until_2; at_1++) {
    pocket = at_1;
    vx = (((pocket > 1) ? f[B_POCKET] : (-f[B_POCKET])) - to_x);
    vy = ((((pocket == 1) || (pocket == 3)) ? f[B_POCKET] : (-f[B_POCKET])) - to_y);
    inside = ((f[B_AIMED] * ((ux * vx) + (uy * vy))) - __builtin_fabs(((ux * vy) - (uy * vx))));
    if (__builtin_fabs(inside) < 1e-12) {
      doubt[0] = 1;
    }
    if (inside > 0.0) {
      return 1;
    }
  }
  return 0;
}

/* Whether a piece there nearly touches another in line with a pocket: `placement.any_shot`. */
static whole makes_any_shot(double *xs, double *ys, double x, double y, double *f, whole *doubt) {
  double reach = 0;
  whole i = 0;
  double apart = 0;
  reach = f[B_NEAR_REACH];
  for (whole at_1 = 1, until_2 = DISCS; at_1 < until_2; at_1++) {
    i = at_1;
    if ((xs[i] == xs[i]) && ((x - xs[i]) > (-reach)) && ((x - xs[i]) < reach)) {
      apart = length((x - xs[i]), (y - ys[i]));
      if ((apart > 0.0) && (apart < reach)) {
        if (is_aimed(x, y, xs[i], ys[i], f, doubt) || is_aimed(xs[i], ys[i], x, y, f, doubt)) {
          return 1;
        }
      }
    }
  }
  return 0;
}

/* Whether a piece fits there among those that are `close`: `spots.is_free`. */
INLINED whole is_apart(double *xs, double *ys, whole *close, double x, double y, double *f) {
  whole i = 0;
  for (whole at_1 = 1, until_2 = DISCS; at_1 < until_2; at_1++) {
    i = at_1;
    if ((close[i] == 1) && (length((x - xs[i]), (y - ys[i])) < f[B_APART])) {
      return 0;
    }
  }
  return 1;
}

/* Take a place for the best so far, if it is free: the nearer to the centre, then the farther from the player. */
static void offer_spot(double *xs, double *ys, whole *close, double x, double y, double away_x, double away_y, double *f, double *spot, whole *ranks, whole *doubt) {
  whole near = 0;
  whole far = 0;
  near = billionths(length(x, y), doubt);
  if ((ranks[0] >= 0) && (near > ranks[0])) {
    return;
  }
  far = (-billionths(((x * away_x) + (y * away_y)), doubt));
  if ((ranks[0] >= 0) && (near == ranks[0])) {
    if ((far > ranks[1]) || ((far == ranks[1]) && ((x > spot[0]) || ((x == spot[0]) && (y >= spot[1]))))) {
      return;
    }
  }
  if (is_apart(xs, ys, close, x, y, f)) {
    ranks[0] = near;
    ranks[1] = far;
    spot[0] = x;
    spot[1] = y;
  }
}

/* Find the free place nearest to the centre: `centre_places.centre_spot`. */
static void find_spot(double *xs, double *ys, whole *close, double away_x, double away_y, double *f, double *spot, whole *ranks, whole *doubt) {
  double spacing = 0;
  double reach = 0;
  whole taken = 0;
  whole i = 0;
  double apart = 0;
  double x = 0;
  double y = 0;
  whole j = 0;
  double scale = 0;
  double q = 0;
  double half = 0;
  double mx = 0;
  double my = 0;
  double ux = 0;
  double uy = 0;
  spacing = f[B_SPACING];
  reach = (12.0 * spacing);
  taken = 0;
  for (whole at_1 = 1, until_2 = DISCS; at_1 < until_2; at_1++) {
    i = at_1;
    close[i] = 0;
    if (xs[i] == xs[i]) {
      apart = length(xs[i], ys[i]);
      close[i] = ((apart < reach) ? 1 : 0);
      if (apart < f[B_APART]) {
        taken = 1;
      }
    }
  }
  spot[0] = 0.0;
  spot[1] = 0.0;
  if (!taken) {
    return;
  }
  ranks[0] = (-1);
  for (whole at_3 = 1, until_4 = DISCS; at_3 < until_4; at_3++) {
    i = at_3;
    if (close[i] == 1) {
      x = xs[i];
      y = ys[i];
      apart = length(x, y);
      if (!(apart < f[B_NEAR])) {
        scale = (1.0 - ((double)spacing / apart));
        offer_spot(xs, ys, close, (x * scale), (y * scale), away_x, away_y, f, spot, ranks, doubt);
      }
      x = (x + (away_x * spacing));
      y = (y + (away_y * spacing));
      offer_spot(xs, ys, close, x, y, away_x, away_y, f, spot, ranks, doubt);
    }
  }
  for (whole at_5 = 1, until_6 = DISCS; at_5 < until_6; at_5++) {
    i = at_5;
    if (close[i] == 1) {
      for (whole at_7 = (i + 1), until_8 = DISCS; at_7 < until_8; at_7++) {
        j = at_7;
        if (close[j] == 1) {
          apart = length((xs[i] - xs[j]), (ys[i] - ys[j]));
          if ((apart > f[B_NEAR]) && (apart <= (2.0 * spacing))) {
            q = ((spacing * spacing) - ((double)(apart * apart) / 4.0));
            half = __builtin_sqrt(((q > 0.0) ? q : 0.0));
            mx = ((double)(xs[i] + xs[j]) / 2.0);
            my = ((double)(ys[i] + ys[j]) / 2.0);
            ux = ((double)(ys[j] - ys[i]) / apart);
            uy = ((double)(xs[i] - xs[j]) / apart);
            x = (mx + (ux * half));
            y = (my + (uy * half));
            offer_spot(xs, ys, close, x, y, away_x, away_y, f, spot, ranks, doubt);
            x = (mx - (ux * half));
            y = (my - (uy * half));
            offer_spot(xs, ys, close, x, y, away_x, away_y, f, spot, ranks, doubt);
          }
        }
      }
    }
  }
  if (ranks[0] < 0) {
    doubt[0] = 1;
  }
}

/* Find the pair of two dues over the centre: 0 beside each other, 1 one behind the other, -1 none is free. */
static whole find_pair(double *xs, double *ys, whole *close, double *f, whole *doubt) {
  whole i = 0;
  double half = 0;
  whole found = 0;
  whole pair = 0;
  double x = 0;
  double y = 0;
  whole one = 0;
  for (whole at_1 = 1, until_2 = DISCS; at_1 < until_2; at_1++) {
    i = at_1;
    close[i] = ((xs[i] == xs[i]) ? 1 : 0);
  }
  half = ((double)f[B_SPACING] / 2.0);
  found = (-1);
  for (whole at_3 = 0, until_4 = 2; at_3 < until_4; at_3++) {
    pair = at_3;
    x = ((pair == 0) ? half : 0.0);
    y = ((pair == 1) ? half : 0.0);
    if (is_apart(xs, ys, close, (-x), (-y), f) && is_apart(xs, ys, close, x, y, f)) {
      if (f[B_SHOTS] != 2.0) {
        return pair;
      }
      one = makes_any_shot(xs, ys, (-x), (-y), f, doubt);
      if ((!one) && (!makes_any_shot(xs, ys, x, y, f, doubt))) {
        return pair;
      }
      if (found < 0) {
        found = pair;
      }
    }
  }
  return found;
}

/* Whether a coin there lies on no piece: `free_places.is_free`. */
INLINED whole is_free(double *xs, double *ys, double x, double y, double *f) {
  double limit = 0;
  whole i = 0;
  limit = (f[B_TOUCH] * f[B_TOUCH]);
  for (whole at_1 = 1, until_2 = DISCS; at_1 < until_2; at_1++) {
    i = at_1;
    if ((((xs[i] - x) * (xs[i] - x)) + ((ys[i] - y) * (ys[i] - y))) < limit) {
      return 0;
    }
  }
  return 1;
}

/* Why a due may not lie there: 0 it may, 1 the place itself, 2 it makes a shot: `placement.refusal_of_due`. */
static whole fault_in_ring(double *xs, double *ys, double x, double y, double *f, whole *doubt) {
  double from_centre = 0;
  whole i = 0;
  from_centre = length(x, y);
  if ((!(from_centre <= (f[B_MOST] + f[B_NEAR]))) || (from_centre < (f[B_LEAST] - f[B_NEAR]))) {
    return 1;
  }
  for (whole at_1 = 1, until_2 = DISCS; at_1 < until_2; at_1++) {
    i = at_1;
    if (length((x - xs[i]), (y - ys[i])) < f[B_DIAMETER]) {
      return 1;
    }
  }
  if ((f[B_SHOTS] == 1.0) && (xs[QUEEN] == xs[QUEEN])) {
    return (lines_up_with_queen(xs, ys, x, y, f) ? 2 : 0);
  }
  if (f[B_SHOTS] == 2.0) {
    return (makes_any_shot(xs, ys, x, y, f, doubt) ? 2 : 0);
  }
  return 0;
}

/* Whether a due fits there and may lie there. */
static whole will_do(double *xs, double *ys, double x, double y, whole rule, double most, double *f, whole *doubt) {
  if (!is_free(xs, ys, x, y, f)) {
    return 0;
  }
  if (rule == RING) {
    return (fault_in_ring(xs, ys, x, y, f, doubt) == 0);
  }
  return ((rule == ANYWHERE) || (__builtin_sqrt(((x * x) + (y * y))) <= (most + f[B_NEAR])));
}

/* Find the place nearest to a wish that will do: `free_places.nearest_place`; `rims` is room for circles. */
static whole nearest_place(double *xs, double *ys, double wish_x, double wish_y, whole rule, double least, double most, double *f, double *rims, double *spot, whole *doubt) {
  whole count = 0;
  whole i = 0;
  whole best = 0;
  double side = 0;
  whole k = 0;
  double limit = 0;
  whole likely = 0;
  double radius = 0;
  double dx = 0;
  double dy = 0;
  double apart = 0;
  whole around = 0;
  whole turn = 0;
  double one = 0;
  whole away = 0;
  whole z = 0;
  double other = 0;
  double along = 0;
  double squared = 0;
  double aside = 0;
  double ux = 0;
  double uy = 0;
  double x = 0;
  double y = 0;
  if (will_do(xs, ys, wish_x, wish_y, rule, most, f, doubt)) {
    spot[0] = wish_x;
    spot[1] = wish_y;
    return 1;
  }
  count = 0;
  for (whole at_1 = 1, until_2 = DISCS; at_1 < until_2; at_1++) {
    i = at_1;
    if (xs[i] == xs[i]) {
      rims[count * 3 + 0] = xs[i];
      rims[count * 3 + 1] = ys[i];
      rims[count * 3 + 2] = f[B_CLEAR];
      count += 1;
    }
  }
  if (rule != ANYWHERE) {
    for (whole at_3 = 0, until_4 = 2; at_3 < until_4; at_3++) {
      k = at_3;
      rims[count * 3 + 0] = 0.0;
      rims[count * 3 + 1] = 0.0;
      rims[count * 3 + 2] = ((k == 0) ? least : most);
      count += 1;
    }
  }
  best = (-1);
  side = __builtin_sqrt(0.5);
  for (whole at_5 = 0, until_6 = count; at_5 < until_6; at_5++) {
    k = at_5;
    radius = rims[k * 3 + 2];
    dx = (wish_x - rims[k * 3 + 0]);
    dy = (wish_y - rims[k * 3 + 1]);
    apart = __builtin_sqrt(((dx * dx) + (dy * dy)));
    around = ((apart > 1e-12) ? 1 : 8);
    for (whole at_7 = 0, until_8 = around; at_7 < until_8; at_7++) {
      turn = at_7;
      if (around == 1) {
        x = (rims[k * 3 + 0] + (((double)dx / apart) * radius));
        y = (rims[k * 3 + 1] + (((double)dy / apart) * radius));
      } else {
        ux = ((turn < 4) ? ((turn == 1) ? 1.0 : ((turn == 2) ? (-1.0) : 0.0)) : ((((turn % 2 + 2) % 2) == 0) ? side : (-side)));
        uy = ((turn < 4) ? ((turn == 0) ? 1.0 : ((turn == 3) ? (-1.0) : 0.0)) : ((turn < 6) ? side : (-side)));
        x = (rims[k * 3 + 0] + (ux * radius));
        y = (rims[k * 3 + 1] + (uy * radius));
      }
      away = billionths(__builtin_sqrt((((x - wish_x) * (x - wish_x)) + ((y - wish_y) * (y - wish_y)))), doubt);
      if (((best < 0) || (away < best)) && will_do(xs, ys, x, y, rule, most, f, doubt)) {
        best = away;
        spot[0] = x;
        spot[1] = y;
      }
    }
  }
  limit = ((best < 0) ? INF : (((double)best / 1000000000.0) + f[B_NEARLY]));
  likely = 0;
  for (whole at_9 = 0, until_10 = count; at_9 < until_10; at_9++) {
    k = at_9;
    dx = (rims[k * 3 + 0] - wish_x);
    dy = (rims[k * 3 + 1] - wish_y);
    if (__builtin_fabs((__builtin_sqrt(((dx * dx) + (dy * dy))) - rims[k * 3 + 2])) <= limit) {
      for (whole at_11 = 0, until_12 = 3; at_11 < until_12; at_11++) {
        z = at_11;
        rims[likely * 3 + z] = rims[k * 3 + z];
      }
      likely += 1;
    }
  }
  for (whole at_13 = 0, until_14 = likely; at_13 < until_14; at_13++) {
    i = at_13;
    one = rims[i * 3 + 2];
    for (whole at_15 = (i + 1), until_16 = likely; at_15 < until_16; at_15++) {
      k = at_15;
      other = rims[k * 3 + 2];
      dx = (rims[k * 3 + 0] - rims[i * 3 + 0]);
      dy = (rims[k * 3 + 1] - rims[i * 3 + 1]);
      apart = __builtin_sqrt(((dx * dx) + (dy * dy)));
      if ((apart < 1e-12) || (apart > (one + other)) || (apart < __builtin_fabs((one - other)))) {
        continue;
      }
      along = ((double)(((one * one) - (other * other)) + (apart * apart)) / (2.0 * apart));
      squared = ((one * one) - (along * along));
      aside = ((squared > 0.0) ? __builtin_sqrt(squared) : 0.0);
      ux = ((double)dx / apart);
      uy = ((double)dy / apart);
      for (whole at_17 = 0, until_18 = 2; at_17 < until_18; at_17++) {
        turn = at_17;
        x = (rims[i * 3 + 0] + (along * ux));
        y = (rims[i * 3 + 1] + (along * uy));
        if (turn == 0) {
          x = (x - (aside * uy));
          y = (y + (aside * ux));
        } else {
          x = (x + (aside * uy));
          y = (y - (aside * ux));
        }
        away = billionths(__builtin_sqrt((((x - wish_x) * (x - wish_x)) + ((y - wish_y) * (y - wish_y)))), doubt);
        if (((best < 0) || (away < best)) && will_do(xs, ys, x, y, rule, most, f, doubt)) {
          best = away;
          spot[0] = x;
          spot[1] = y;
        }
      }
    }
  }
  return (best >= 0);
}

/* Find where a due is suggested to lie: `places.suggested`; without such a place it is in doubt. */
static void find_due_place(double *xs, double *ys, whole to_centre, whole turns, double *f, double *rims, double *spot, whole *doubt) {
  whole rule = 0;
  double least = 0;
  double most = 0;
  double wish_x = 0;
  double wish_y = 0;
  whole fault = 0;
  rule = RING;
  least = f[B_LEAST];
  most = f[B_MOST];
  if (to_centre == 1) {
    rule = AT_CENTRE;
    least = 0.0;
    most = 0.0;
    if (!is_free(xs, ys, 0.0, 0.0, f)) {
      if (!nearest_place(xs, ys, 0.0, 0.0, ANYWHERE, least, most, f, rims, spot, doubt)) {
        doubt[0] = 1;
        return;
      }
      most = __builtin_sqrt(((spot[0] * spot[0]) + (spot[1] * spot[1])));
    }
  }
  wish_x = 0.0;
  wish_y = (-least);
  if (turns == 1) {
    double new_5 = (-wish_y);
    double new_6 = wish_x;
    wish_x = new_5;
    wish_y = new_6;
  } else {
    if (turns == 2) {
      double new_3 = (-wish_x);
      double new_4 = (-wish_y);
      wish_x = new_3;
      wish_y = new_4;
    } else {
      if (turns == 3) {
        double new_1 = wish_y;
        double new_2 = (-wish_x);
        wish_x = new_1;
        wish_y = new_2;
      }
    }
  }
  fault = 0;
  if (rule == RING) {
    fault = fault_in_ring(xs, ys, wish_x, wish_y, f, doubt);
  } else {
    if (!is_free(xs, ys, wish_x, wish_y, f)) {
      fault = 1;
    }
  }
  spot[0] = wish_x;
  spot[1] = wish_y;
  if (fault == 2) {
    doubt[0] = 1;
  } else {
    if ((fault == 1) && (!nearest_place(xs, ys, wish_x, wish_y, rule, least, most, f, rims, spot, doubt))) {
      doubt[0] = 1;
    }
  }
}

/* The lowest number of a kind that comes out: of those that fell now, else of all that are down; 0: none is. */
INLINED whole choose_number(whole mask, whole fell, whole taken) {
  whole down = 0;
  whole now = 0;
  whole number = 0;
  whole i = 0;
  down = (mask & (mask ^ taken));
  now = (down & fell);
  down = ((now != 0) ? now : down);
  number = 0;
  for (whole at_1 = 1, until_2 = DISCS; at_1 < until_2; at_1++) {
    i = at_1;
    if ((number == 0) && (((down >> i) & 1) == 1)) {
      number = i;
    }
  }
  return number;
}

/* Lay on each board what comes back where the umpire and the players lay it, none of them having a better idea. */
void CARROM_RETURNING(double *layouts, whole *asked, double *figures, int8_t *placed, whole rows_of_layouts) {
  double xs[DISCS] __attribute__((aligned(64)));
  double ys[DISCS] __attribute__((aligned(64)));
  double spot[2] __attribute__((aligned(64)));
  double rims[24 * 3] __attribute__((aligned(64)));
  whole close[DISCS] __attribute__((aligned(64)));
  whole ranks[2] __attribute__((aligned(64)));
  whole numbers[MOST_BACK] __attribute__((aligned(64)));
  whole doubt[1] __attribute__((aligned(64)));
  whole k = 0;
  whole taken = 0;
  whole i = 0;
  whole turns = 0;
  whole solo = 0;
  whole umpires = 0;
  whole alone = 0;
  whole b = 0;
  double away_x = 0;
  double away_y = 0;
  whole stage = 0;
  whole back = 0;
  whole pair = 0;
  whole second = 0;
  whole number = 0;
  whole how = 0;
  whole placer = 0;
  whole to_centre = 0;
  double half = 0;
  for (whole at_1 = 0, until_2 = rows_of_layouts; at_1 < until_2; at_1++) {
    k = at_1;
    taken = 1;
    for (whole at_3 = 0, until_4 = DISCS; at_3 < until_4; at_3++) {
      i = at_3;
      xs[i] = layouts[(k * DISCS + i) * 2 + 0];
      ys[i] = layouts[(k * DISCS + i) * 2 + 1];
      if (xs[i] == xs[i]) {
        taken |= ((whole)1 << i);
      }
    }
    doubt[0] = 0;
    turns = ((asked[k * RETURNING_COLUMNS + B_TURNS] % 4 + 4) % 4);
    solo = (asked[k * RETURNING_COLUMNS + B_SOLO] != 0);
    umpires = 0;
    alone = 0;
    for (whole at_5 = 0, until_6 = MOST_BACK; at_5 < until_6; at_5++) {
      b = at_5;
      back = asked[k * RETURNING_COLUMNS + (B_BACK + b)];
      numbers[b] = 0;
      if (back == 0) {
        continue;
      }
      numbers[b] = choose_number((back & (BY_UMPIRE - 1)), asked[k * RETURNING_COLUMNS + B_FELL], taken);
      taken |= ((whole)1 << numbers[b]);
      if (numbers[b] == 0) {
        doubt[0] = 1;
      } else {
        if (((back & BY_UMPIRE) != 0) || (solo && (numbers[b] == QUEEN))) {
          umpires += 1;
        } else {
          if (solo) {
            alone += 1;
          }
        }
      }
    }
    if (umpires > 1) {
      doubt[0] = 1;
    }
    away_x = ((turns == 3) ? 1.0 : ((turns == 1) ? (-1.0) : ((turns == 2) ? (-0.0) : 0.0)));
    away_y = ((turns == 0) ? 1.0 : ((turns == 2) ? (-1.0) : ((turns == 3) ? (-0.0) : 0.0)));
    for (whole at_7 = 0, until_8 = 3; at_7 < until_8; at_7++) {
      stage = at_7;
      pair = (-1);
      second = 0;
      if ((stage == 1) && (alone == 2) && (figures[B_PAIRS] == 1.0)) {
        pair = find_pair(xs, ys, close, figures, doubt);
      }
      for (whole at_9 = 0, until_10 = MOST_BACK; at_9 < until_10; at_9++) {
        b = at_9;
        number = numbers[b];
        if ((number == 0) || (doubt[0] == 1)) {
          continue;
        }
        back = asked[k * RETURNING_COLUMNS + (B_BACK + b)];
        how = ((((back & BY_UMPIRE) != 0) || (solo && (number == QUEEN))) ? 0 : (solo ? 1 : 2));
        if (how != stage) {
          continue;
        }
        if (stage == 2) {
          placer = ((((back >> PLACER) + turns) % 4 + 4) % 4);
          to_centre = (((back & TO_CENTRE) != 0) ? 1 : 0);
          find_due_place(xs, ys, to_centre, placer, figures, rims, spot, doubt);
        } else {
          if (pair >= 0) {
            half = ((double)figures[B_SPACING] / 2.0);
            half = (second ? half : (-half));
            spot[0] = ((pair == 0) ? half : 0.0);
            spot[1] = ((pair == 1) ? half : 0.0);
            second = 1;
          } else {
            find_spot(xs, ys, close, away_x, away_y, figures, spot, ranks, doubt);
            if ((stage == 1) && (figures[B_SHOTS] == 2.0)) {
              if (makes_any_shot(xs, ys, spot[0], spot[1], figures, doubt)) {
                doubt[0] = 1;
              }
            }
          }
        }
        xs[number] = spot[0];
        ys[number] = spot[1];
      }
    }
    placed[k] = (1 - doubt[0]);
    if (doubt[0] == 0) {
      for (whole at_11 = 0, until_12 = MOST_BACK; at_11 < until_12; at_11++) {
        b = at_11;
        number = numbers[b];
        if (number > 0) {
          layouts[(k * DISCS + number) * 2 + 0] = xs[number];
          layouts[(k * DISCS + number) * 2 + 1] = ys[number];
        }
      }
    }
  }
}
