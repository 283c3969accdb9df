/* What boards are worth by counts and chances, for many of them at once.

   Made from src/carrom/physics/worths.py by `./carrom test golden` (tools/kernel_in_c.py): change that file, never this
   one. As kernel.c in all else. */
#include "worths.h"
#if __FLT_EVAL_METHOD__ < 0 || __FLT_EVAL_METHOD__ > 1
#error "Each operation on doubles must round to a double (on 32-bit x86: -msse2 -mfpmath=sse)."
#endif
#ifndef CARROM_WEIGHING
#define CARROM_WEIGHING weigh_boards
#endif
#define INLINED static inline __attribute__((always_inline))
typedef struct { double a, b; } two_floats;
typedef struct { double a; whole b; } float_and_whole;

/* Raise e to the power of x from -LEAST_POWER (less is taken for that) to 0, to 1e-14 of it. */
INLINED double power_of_e(double x) {
  double r = 0;
  double p = 0;
  r = (((x > (-LEAST_POWER)) ? x : (-LEAST_POWER)) * 0.015625);
  p = ((double)1.0 / 1307674368000.0);
  p = ((p * r) + ((double)1.0 / 87178291200.0));
  p = ((p * r) + ((double)1.0 / 6227020800.0));
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
  p = (p * p);
  p = (p * p);
  p = (p * p);
  p = (p * p);
  p = (p * p);
  return (p * p);
}

/* The standard normal distribution, to 0.02 %. */
INLINED double normal_below(double z) {
  double q = 0;
  double p = 0;
  q = ((1.5976 * z) + (((0.07056 * z) * z) * z));
  p = power_of_e((-__builtin_fabs(q)));
  return ((q >= 0.0) ? ((double)1.0 / (1.0 + p)) : ((double)p / (1.0 + p)));
}

/* The value of one field of a packed board. */
INLINED whole field_of(whole board, whole *asked, whole field) {
  return ((board >> asked[(A_FIELDS + field)]) & (((whole)1 << asked[((A_FIELDS + BOARD_FIELDS) + field)]) - 1));
}

/* The misses to expect before the pieces in `columns` from `first` to `end` are down, and their variance. */
INLINED two_floats misses_of(double *chances, whole start, whole *columns, whole first, whole end, double up, double elsewhere, double *f) {
  double there = 0;
  double misses = 0;
  double spread = 0;
  whole k = 0;
  double missing = 0;
  double ordinary = 0;
  double lies = 0;
  double chance = 0;
  double tries = 0;
  there = 0.0;
  misses = 0.0;
  spread = 0.0;
  for (whole at_1 = first, until_2 = end; at_1 < until_2; at_1++) {
    k = at_1;
    chance = chances[(start + columns[k])];
    tries = ((double)1.0 / ((chance > UNLIKELY) ? chance : UNLIKELY));
    tries = ((chance > 0.0) ? tries : 1.0);
    there += ((chance > 0.0) ? 1.0 : 0.0);
    misses += (tries - 1.0);
    spread += ((tries * tries) - tries);
  }
  missing = ((up > there) ? (up - there) : 0.0);
  misses += ((double)(missing * (1.0 - elsewhere)) / elsewhere);
  spread += ((double)(missing * (1.0 - elsewhere)) / (elsewhere * elsewhere));
  ordinary = ((double)(1.0 - f[V_CHANCE]) / f[V_CHANCE]);
  lies = f[V_AS_IT_LIES];
  return (two_floats){((lies * misses) + (((1.0 - lies) * up) * ordinary)), ((lies * spread) + ((double)(((1.0 - lies) * up) * ordinary) / f[V_CHANCE]))};
}

/* The best chance of the pieces in `columns` from `first` to `end`, 0 if there are none. */
INLINED double best_of(double *chances, whole start, whole *columns, whole first, whole end) {
  double best = 0;
  whole k = 0;
  double chance = 0;
  best = 0.0;
  for (whole at_1 = first, until_2 = end; at_1 < until_2; at_1++) {
    k = at_1;
    chance = chances[(start + columns[k])];
    best = ((chance > best) ? chance : best);
  }
  return best;
}

/* The chance of the best piece that helps a side now: the last coin does not while the queen is up. */
INLINED double helpful(double coins, double queen, whole is_up, double up) {
  double best = 0;
  best = coins;
  if (is_up) {
    best = (((up <= 1.0) || (queen > coins)) ? queen : coins);
  }
  return best;
}

/* Find a side's misses in a race, their variance, and what its next stroke lacks. Shapes: found (3,), filled in. */
static void side_misses(double *chances, whole start, whole *columns, whole first, whole end, double up, double owed, whole is_up, whole to_cover, whole to_play, double *f, double *found) {
  double misses = 0;
  double spread = 0;
  double best = 0;
  whole queens = 0;
  whole queens_end = 0;
  double lacks = 0;
  double her_misses = 0;
  double her_spread = 0;
  two_floats pair_1 = misses_of(chances, start, columns, first, end, up, f[V_RETURNED], f);
  misses = pair_1.a;
  spread = pair_1.b;
  best = best_of(chances, start, columns, first, end);
  queens = columns[AFTER_BLACKS];
  queens_end = columns[AFTER_QUEENS];
  lacks = (1.0 - helpful(best, best_of(chances, start, columns, queens, queens_end), is_up, up));
  misses += ((f[V_OWED] * owed) + ((to_play ? f[V_NEXT] : f[V_LATER]) * lacks));
  if (is_up) {
    two_floats pair_2 = misses_of(chances, start, columns, queens, queens_end, 1.0, f[V_AT_CENTRE], f);
    her_misses = pair_2.a;
    her_spread = pair_2.b;
    misses += (0.6 * (her_misses + 0.3));
    spread += (0.4 * her_spread);
  } else {
    if (to_cover) {
      misses += (2.0 * (1.0 - best));
    }
  }
  found[0] = misses;
  found[1] = spread;
  found[2] = lacks;
}

/* Return the worth of a board of two sides; own and other (3,) are room. */
static double race_worth(whole board, whole to_play, double *mine, double *theirs, whole start, whole *columns, whole *asked, double *f, double *own, double *other) {
  whole colour = 0;
  whole is_white = 0;
  whole blacks = 0;
  whole coins = 0;
  whole first = 0;
  whole end = 0;
  whole their_first = 0;
  whole their_end = 0;
  double up = 0;
  double their_up = 0;
  double owed = 0;
  double their_owed = 0;
  whole queen = 0;
  whole is_up = 0;
  whole awaits = 0;
  double spread = 0;
  double ahead = 0;
  double winning = 0;
  double most = 0;
  double run = 0;
  double share = 0;
  colour = field_of(board, asked, N_COLOUR);
  is_white = (asked[A_FIRST] != 0);
  if (colour != COLOURS_OPEN) {
    is_white = ((colour == WHITE_IS_OWN) == to_play);
  }
  blacks = columns[AFTER_WHITES];
  coins = columns[AFTER_BLACKS];
  first = (((colour != COLOURS_OPEN) && (!is_white)) ? blacks : 0);
  end = (((colour != COLOURS_OPEN) && is_white) ? blacks : coins);
  their_first = (((colour != COLOURS_OPEN) && is_white) ? blacks : 0);
  their_end = (((colour != COLOURS_OPEN) && (!is_white)) ? blacks : coins);
  up = (1.0 * field_of(board, asked, (is_white ? N_WHITE : N_BLACK)));
  their_up = (1.0 * field_of(board, asked, (is_white ? N_BLACK : N_WHITE)));
  owed = (1.0 * field_of(board, asked, (to_play ? N_OWED : N_OTHERS_OWED)));
  their_owed = (1.0 * field_of(board, asked, (to_play ? N_OTHERS_OWED : N_OWED)));
  queen = field_of(board, asked, N_QUEEN);
  is_up = (queen == QUEEN_UP);
  awaits = (queen == QUEEN_AWAITS_COVER);
  side_misses(mine, start, columns, first, end, up, owed, is_up, (awaits && to_play), to_play, f, own);
  side_misses(theirs, start, columns, their_first, their_end, their_up, their_owed, is_up, (awaits && (!to_play)), (!to_play), f, other);
  spread = __builtin_sqrt(((own[1] + other[1]) + 1.0));
  ahead = (to_play ? (other[0] - own[0]) : (own[0] - other[0]));
  winning = normal_below(((double)(ahead + 0.5) / spread));
  winning = (to_play ? winning : (1.0 - winning));
  ahead = ((their_up + their_owed) - (up + owed));
  most = (to_play ? up : their_up);
  run = (f[V_RUN] * (1.0 - (to_play ? own[2] : other[2])));
  run = (run * ((most < f[V_LONGEST_RUN]) ? most : f[V_LONGEST_RUN]));
  ahead = (to_play ? (ahead + run) : (ahead - run));
  share = 0.0;
  if (awaits) {
    share = (to_play ? 0.8 : (-0.8));
  } else {
    if (!is_up) {
      share = (((queen == QUEEN_OWN) == to_play) ? 1.0 : (-1.0));
    }
  }
  return (((f[V_WINNING] * ((2.0 * winning) - 1.0)) + (f[V_COIN] * ahead)) + (f[V_QUEEN_POINTS] * share));
}

/* The strokes that a board alone still takes. */
static double strokes_alone(whole board, whole to_play, double *mine, whole start, whole *columns, whole *asked, double *f) {
  double white = 0;
  whole queen = 0;
  double best_white = 0;
  double best_black = 0;
  double best_queen = 0;
  double best = 0;
  double strokes = 0;
  white = (1.0 * field_of(board, asked, N_WHITE));
  queen = field_of(board, asked, N_QUEEN);
  best_white = best_of(mine, start, columns, 0, columns[AFTER_WHITES]);
  best_black = best_of(mine, start, columns, columns[AFTER_WHITES], columns[AFTER_BLACKS]);
  best_queen = best_of(mine, start, columns, columns[AFTER_BLACKS], columns[AFTER_QUEENS]);
  best = ((best_white > best_queen) ? best_white : best_queen);
  if ((queen == QUEEN_UP) && (white <= 1.0)) {
    best = best_queen;
  } else {
    if ((white == 0.0) && (best_black > best)) {
      best = best_black;
    }
  }
  strokes = ((f[V_BASE] + (f[V_WHITE] * white)) + (f[V_BLACK] * field_of(board, asked, N_BLACK)));
  strokes = ((strokes + field_of(board, asked, (to_play ? N_OWED : N_OTHERS_OWED))) + (f[V_MISS] * (1.0 - best)));
  if (queen == QUEEN_UP) {
    strokes += f[V_QUEEN];
    if (white == 1.0) {
      strokes += (f[V_LAST_COVER] * (1.0 - best_white));
    }
  } else {
    if ((queen == QUEEN_AWAITS_COVER) && to_play) {
      strokes += (f[V_COVER] * (1.0 - best_white));
    }
  }
  return strokes;
}

/* Say what boards that go on are worth to the side that counts them. */
void CARROM_WEIGHING(whole *boards, int8_t *turns, whole *kinds, double *mine, double *theirs, whole *asked, double *figures, double *worths, whole rows_of_boards, whole rows_of_turns, whole rows_of_kinds, whole rows_of_worths) {
  double own[3] __attribute__((aligned(64)));
  double other[3] __attribute__((aligned(64)));
  whole columns[(AFTER_QUEENS + 1)] __attribute__((aligned(64)));
  whole count = 0;
  whole kind = 0;
  whole one_board = 0;
  whole one_turn = 0;
  whole i = 0;
  whole k = 0;
  whole board = 0;
  whole to_play = 0;
  whole start = 0;
  count = 0;
  for (whole at_1 = 0, until_2 = KINDS_OF_PIECES; at_1 < until_2; at_1++) {
    kind = at_1;
    for (whole at_3 = 0, until_4 = rows_of_kinds; at_3 < until_4; at_3++) {
      k = at_3;
      if (kinds[k] == kind) {
        columns[count] = k;
        count += 1;
      }
    }
    columns[(AFTER_WHITES + kind)] = count;
  }
  one_board = (rows_of_boards == 1);
  one_turn = (rows_of_turns == 1);
  for (whole at_5 = 0, until_6 = rows_of_worths; at_5 < until_6; at_5++) {
    i = at_5;
    board = boards[(one_board ? 0 : i)];
    to_play = (turns[(one_turn ? 0 : i)] != 0);
    start = (i * rows_of_kinds);
    if (field_of(board, asked, N_SOLO) != 0) {
      worths[i] = (-strokes_alone(board, to_play, mine, start, columns, asked, figures));
    } else {
      worths[i] = race_worth(board, to_play, mine, theirs, start, columns, asked, figures, own, other);
    }
  }
}
