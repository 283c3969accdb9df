/* Strokes that a computer thinks about, listed by geometry.

   Made from src/carrom/physics/aims.py by `./carrom test golden` (tools/kernel_in_c.py): change that file, never this
   one. As kernel.c in all else. */
#include "aims.h"
#if __FLT_EVAL_METHOD__ < 0 || __FLT_EVAL_METHOD__ > 1
#error "Each operation on doubles must round to a double (on 32-bit x86: -msse2 -mfpmath=sse)."
#endif
#ifndef CARROM_LINES
#define CARROM_LINES find_lines
#endif
#ifndef CARROM_AIMS
#define CARROM_AIMS find_aims
#endif
#ifndef CARROM_IDEAS
#define CARROM_IDEAS choose_ideas
#endif
#ifndef CARROM_DOMAIN
#define CARROM_DOMAIN into_domain
#endif
#ifndef CARROM_SPREAD
#define CARROM_SPREAD spread_strokes
#endif
#ifndef CARROM_FANS
#define CARROM_FANS fan_out
#endif
#ifndef CARROM_ANYWHERE
#define CARROM_ANYWHERE aim_anywhere
#endif
#ifndef CARROM_APART
#define CARROM_APART keep_apart
#endif
#ifndef CARROM_FORGIVING
#define CARROM_FORGIVING forgive
#endif
#ifndef CARROM_RANKS
#define CARROM_RANKS rank_strokes
#endif
#ifndef CARROM_PAIRS
#define CARROM_PAIRS pair_errors
#endif
#ifndef CARROM_WAYS
#define CARROM_WAYS find_clear_ways
#endif
#define INLINED static inline __attribute__((always_inline))
typedef struct { double a, b; } two_floats;
typedef struct { double a; whole b; } float_and_whole;

void CARROM_WAYS(double *ways, double *points, whole *ignored, double *reach, int8_t *free, whole rows_of_ways, whole rows_of_points);

/* Say which coins have a free way to which pocket: straight, then off one frame after the other. */
void CARROM_LINES(double *coins, whole *numbers, whole *asked, double *figures, whole *found, double *lines, whole *count, whole rows_of_coins) {
  double ways[2 * 4] __attribute__((aligned(64)));
  whole but[2] __attribute__((aligned(64)));
  int8_t free[2] __attribute__((aligned(64)));
  double reach[1] __attribute__((aligned(64)));
  double corner = 0;
  whole first = 0;
  whole end = 0;
  whole n = 0;
  whole mirror = 0;
  whole across = 0;
  double wall = 0;
  whole pocket = 0;
  double hole_x = 0;
  double hole_y = 0;
  double goal_x = 0;
  double goal_y = 0;
  whole k = 0;
  double x = 0;
  double y = 0;
  double way_x = 0;
  double way_y = 0;
  double travel = 0;
  whole legs = 0;
  whole possible = 0;
  double towards = 0;
  double share = 0;
  double touch_x = 0;
  double touch_y = 0;
  double along = 0;
  reach[0] = figures[D_COIN_CLEAR];
  corner = figures[D_POCKET];
  first = ((asked[D_FIRST] > 0) ? asked[D_FIRST] : 0);
  end = ((asked[D_END] < 5) ? asked[D_END] : 5);
  n = 0;
  for (whole at_1 = first, until_2 = end; at_1 < until_2; at_1++) {
    mirror = at_1;
    across = ((mirror < 3) ? 0 : 1);
    wall = (((mirror == 1) | (mirror == 3)) ? figures[D_COIN_ROOM] : (-figures[D_COIN_ROOM]));
    for (whole at_3 = 0, until_4 = 4; at_3 < until_4; at_3++) {
      pocket = at_3;
      hole_x = (((pocket == 1) | (pocket == 2)) ? (-corner) : corner);
      hole_y = ((pocket > 1) ? (-corner) : corner);
      goal_x = (((mirror > 0) & (across == 0)) ? ((2.0 * wall) - hole_x) : hole_x);
      goal_y = (((mirror > 0) & (across == 1)) ? ((2.0 * wall) - hole_y) : hole_y);
      for (whole at_5 = 0, until_6 = rows_of_coins; at_5 < until_6; at_5++) {
        k = at_5;
        if (((asked[D_MASK] >> (numbers[k] & 31)) & 1) == 0) {
          continue;
        }
        x = coins[k * 2 + 0];
        y = coins[k * 2 + 1];
        way_x = (goal_x - x);
        way_y = (goal_y - y);
        travel = __builtin_sqrt(((way_x * way_x) + (way_y * way_y)));
        ways[0 * 4 + 0] = x;
        ways[0 * 4 + 1] = y;
        ways[0 * 4 + 2] = goal_x;
        ways[0 * 4 + 3] = goal_y;
        but[0] = k;
        legs = 1;
        possible = (travel > 0.0);
        if (mirror > 0) {
          towards = ((across == 0) ? way_x : way_y);
          share = ((double)(wall - ((across == 0) ? x : y)) / ((towards == 0.0) ? TINY : towards));
          touch_x = (x + (share * way_x));
          touch_y = (y + (share * way_y));
          along = ((across == 0) ? touch_y : touch_x);
          possible = ((possible & (__builtin_fabs(along) < figures[D_STRAIGHT_FRAME])) & (share > 0.02));
          ways[0 * 4 + 2] = touch_x;
          ways[0 * 4 + 3] = touch_y;
          ways[1 * 4 + 0] = touch_x;
          ways[1 * 4 + 1] = touch_y;
          ways[1 * 4 + 2] = hole_x;
          ways[1 * 4 + 3] = hole_y;
          but[1] = k;
          legs = 2;
        }
        if (!possible) {
          continue;
        }
        CARROM_WAYS((ways + 0 * 4), coins, (but + 0), reach, (free + 0), (legs - 0), rows_of_coins);
        if ((free[0] == 0) || ((legs == 2) && (free[1] == 0))) {
          continue;
        }
        found[n * LINE_COLUMNS + L_COIN] = k;
        found[n * LINE_COLUMNS + L_POCKET] = pocket;
        found[n * LINE_COLUMNS + L_STRAIGHT] = ((mirror == 0) ? 1 : 0);
        lines[n * LINE_FIGURES + L_X] = x;
        lines[n * LINE_FIGURES + L_Y] = y;
        lines[n * LINE_FIGURES + L_UX] = ((double)way_x / travel);
        lines[n * LINE_FIGURES + L_UY] = ((double)way_y / travel);
        lines[n * LINE_FIGURES + L_TRAVEL] = travel;
        n += 1;
      }
    }
  }
  count[0] = n;
}

/* Return the striker's place at the contact that sends a coin along u: the throw corrected, the frame respected. */
INLINED two_floats ghost_of(double x, double y, double ux, double uy, double from_x, double from_y, double *f) {
  double reach = 0;
  double room = 0;
  double nx = 0;
  double ny = 0;
  double way_x = 0;
  double way_y = 0;
  double along = 0;
  double across = 0;
  double thrown = 0;
  double cos = 0;
  double sin = 0;
  reach = f[D_REACH];
  room = f[D_ROOM];
  nx = ux;
  ny = uy;
  for (whole at_1 = 0, until_2 = 3; at_1 < until_2; at_1++) {
    way_x = ((x - (reach * nx)) - from_x);
    way_y = ((y - (reach * ny)) - from_y);
    along = ((way_x * nx) + (way_y * ny));
    across = ((way_y * nx) - (way_x * ny));
    thrown = ((double)((double)__builtin_fabs(across) / ((along > 1e-09) ? along : 1e-09)) / f[D_THROWING]);
    thrown = ((thrown < f[D_RUBBING]) ? thrown : f[D_RUBBING]);
    cos = ((double)1.0 / __builtin_sqrt((1.0 + (thrown * thrown))));
    sin = ((across < 0.0) ? (thrown * cos) : (-(thrown * cos)));
    nx = ((ux * cos) - (uy * sin));
    ny = ((ux * sin) + (uy * cos));
  }
  x = (x - (reach * nx));
  y = (y - (reach * ny));
  x = ((x > (-room)) ? x : (-room));
  x = ((x < room) ? x : room);
  y = ((y > (-room)) ? y : (-room));
  y = ((y < room) ? y : room);
  return (two_floats){x, y};
}

/* Say from which offsets the striker can send coins along their lines: line by line, in the order of the offsets. */
void CARROM_AIMS(double *coins, whole *found, double *lines, double *offsets, double *figures, whole *chosen, double *strokes, double *ways, double *windows, whole *count, whole rows_of_coins, whole rows_of_found, whole rows_of_offsets) {
  whole room = 0;
  double run[1 * 4] __attribute__((aligned(64)));
  whole but[1] __attribute__((aligned(64)));
  int8_t free[1] __attribute__((aligned(64)));
  double reach[1] __attribute__((aligned(64)));
  double base = 0;
  whole n = 0;
  whole line = 0;
  double x = 0;
  double y = 0;
  double ux = 0;
  double uy = 0;
  double travel = 0;
  double distance = 0;
  double leaves = 0;
  whole place = 0;
  double ghost_x = 0;
  double ghost_y = 0;
  double way_x = 0;
  double way_y = 0;
  double line_x = 0;
  double line_y = 0;
  double length = 0;
  double apart = 0;
  double cut = 0;
  double at_contact = 0;
  room = (rows_of_found * rows_of_offsets);
  reach[0] = figures[D_CLEAR];
  base = figures[D_LINE];
  n = 0;
  for (whole at_1 = 0, until_2 = rows_of_found; at_1 < until_2; at_1++) {
    line = at_1;
    x = lines[line * LINE_FIGURES + L_X];
    y = lines[line * LINE_FIGURES + L_Y];
    ux = lines[line * LINE_FIGURES + L_UX];
    uy = lines[line * LINE_FIGURES + L_UY];
    travel = lines[line * LINE_FIGURES + L_TRAVEL];
    distance = ((travel * figures[((found[line * LINE_COLUMNS + L_STRAIGHT] == 0) ? D_FARTHER_OFF : D_FARTHER)]) + figures[D_INTO]);
    leaves = __builtin_sqrt((figures[D_SLOWING] * distance));
    for (whole at_3 = 0, until_4 = rows_of_offsets; at_3 < until_4; at_3++) {
      place = at_3;
      two_floats pair_5 = ghost_of(x, y, ux, uy, offsets[place], base, figures);
      ghost_x = pair_5.a;
      ghost_y = pair_5.b;
      way_x = (ghost_x - offsets[place]);
      way_y = (ghost_y - base);
      line_x = (x - ghost_x);
      line_y = (y - ghost_y);
      length = __builtin_sqrt(((way_x * way_x) + (way_y * way_y)));
      length = ((length > 1e-06) ? length : 1e-06);
      apart = (length * __builtin_sqrt(((line_x * line_x) + (line_y * line_y))));
      cut = ((double)((way_x * line_x) + (way_y * line_y)) / ((apart > 0.0) ? apart : 1.0));
      if (!(cut > figures[D_THINNEST])) {
        continue;
      }
      run[0 * 4 + 0] = offsets[place];
      run[0 * 4 + 1] = base;
      run[0 * 4 + 2] = ghost_x;
      run[0 * 4 + 3] = ghost_y;
      but[0] = found[line * LINE_COLUMNS + L_COIN];
      CARROM_WAYS((run + 0 * 4), coins, (but + 0), reach, (free + 0), (1 - 0), rows_of_coins);
      if (free[0] == 0) {
        continue;
      }
      at_contact = ((double)leaves / (figures[D_PASSED_ON] * ((cut > 0.05) ? cut : 0.05)));
      chosen[n * AIM_COLUMNS + A_LINE] = line;
      chosen[n * AIM_COLUMNS + A_OFFSET] = place;
      strokes[n * 3 + 0] = offsets[place];
      strokes[n * 3 + 2] = __builtin_sqrt(((at_contact * at_contact) + (figures[D_SLOWING] * length)));
      ways[((WAY_LEFT * room) + n)] = (-way_x);
      ways[((WAY_FORWARD * room) + n)] = way_y;
      ways[((WAY_LENGTH * room) + n)] = length;
      windows[n] = ((double)((((double)figures[D_MOUTH] / travel) * figures[D_REACH]) * cut) / length);
      n += 1;
    }
  }
  count[0] = n;
}

/* Say by which powers of e a hand of these spreads misses aims. */
void CARROM_FORGIVING(double *lengths, double *windows, double *cosines, double *hand, double *powers, whole rows_of_cosines) {
  whole k = 0;
  double length = 0;
  double aside = 0;
  double sigma = 0;
  double spreads = 0;
  for (whole at_1 = 0, until_2 = rows_of_cosines; at_1 < until_2; at_1++) {
    k = at_1;
    length = ((lengths[k] > SHORTEST) ? lengths[k] : SHORTEST);
    aside = ((double)(hand[O_PLACE] * cosines[k]) / length);
    sigma = (__builtin_sqrt((hand[O_AIM_SQUARE] + (aside * aside))) + 1e-06);
    spreads = ((double)(hand[O_FORGIVEN] * windows[k]) / sigma);
    spreads = ((spreads < MOST_FORGIVEN) ? spreads : MOST_FORGIVEN);
    powers[k] = (hand[O_POWER] * (spreads * spreads));
  }
}

/* Order strokes, the best first; those worth the same but for rounding stay in their order. */
void CARROM_RANKS(double *worths, double *liked, double *spreads, double *room, whole *order, whole *merged, whole rows_of_worths) {
  whole n = 0;
  whole k = 0;
  whole width = 0;
  whole start = 0;
  whole middle = 0;
  whole end = 0;
  whole left = 0;
  whole right = 0;
  whole at = 0;
  whole second = 0;
  n = rows_of_worths;
  for (whole at_1 = 0, until_2 = n; at_1 < until_2; at_1++) {
    k = at_1;
    room[k] = (-((double)(((((worths[k] + liked[k]) + spreads[k]) * GRAINS) + ROUND) - ROUND) / GRAINS));
    order[k] = k;
  }
  width = 1;
  while (width < n) {
    start = 0;
    while (start < n) {
      middle = (((start + width) < n) ? (start + width) : n);
      end = (((middle + width) < n) ? (middle + width) : n);
      left = start;
      right = middle;
      for (whole at_3 = start, until_4 = end; at_3 < until_4; at_3++) {
        at = at_3;
        second = (right < end);
        if (second && (left < middle)) {
          second = (room[order[right]] < room[order[left]]);
        }
        if (second) {
          merged[at] = order[right];
          right += 1;
        } else {
          merged[at] = order[left];
          left += 1;
        }
      }
      start = end;
    }
    for (whole at_5 = 0, until_6 = n; at_5 < until_6; at_5++) {
      k = at_5;
      order[k] = merged[k];
    }
    width = (width + width);
  }
}

/* Make errors of a hand in pairs of opposite sign. */
void CARROM_PAIRS(double *half, double *slips, double *hand, double *errors, whole rows_of_half, whole rows_of_errors) {
  whole k = 0;
  whole at = 0;
  double wider = 0;
  whole i = 0;
  double error = 0;
  for (whole at_1 = 0, until_2 = rows_of_errors; at_1 < until_2; at_1++) {
    k = at_1;
    at = ((k < rows_of_half) ? k : (k - rows_of_half));
    if (at < rows_of_half) {
      wider = ((slips[at] < hand[0]) ? hand[1] : 1.0);
      for (whole at_3 = 0, until_4 = 3; at_3 < until_4; at_3++) {
        i = at_3;
        error = (half[at * 3 + i] * wider);
        errors[k * 3 + i] = ((k < rows_of_half) ? error : (-error));
      }
    }
  }
}

/* Keep the first rows of an order, but few of the same family, coin and pocket. */
void CARROM_IDEAS(whole *order, whole *family, whole *coin, whole *pocket, whole *most, whole *taken, whole *count, whole rows_of_order, whole rows_of_family) {
  whole seen[IDEAS] __attribute__((aligned(64)));
  whole n = 0;
  whole i = 0;
  whole row = 0;
  whole idea = 0;
  for (whole at_1 = 0; at_1 < IDEAS; at_1++) seen[at_1] = 0;
  n = 0;
  for (whole at_2 = 0, until_3 = rows_of_order; at_2 < until_3; at_2++) {
    i = at_2;
    row = order[i];
    if ((row < 0) || (row >= rows_of_family) || (n >= most[0])) {
      continue;
    }
    idea = (((((family[row] & 7) * 32) + (coin[row] & 31)) * 8) + (pocket[row] & 7));
    if (seen[idea] < most[1]) {
      seen[idea] += 1;
      taken[n] = row;
      n += 1;
    }
  }
  count[0] = n;
}

/* The value, moved to the nearest place inside one of `number` spans. */
INLINED double nearest(double value, double *spans, whole number) {
  double best = 0;
  whole k = 0;
  double inside = 0;
  best = value;
  for (whole at_1 = 0, until_2 = number; at_1 < until_2; at_1++) {
    k = at_1;
    inside = ((value > spans[k * 2 + 0]) ? value : spans[k * 2 + 0]);
    inside = ((inside < spans[k * 2 + 1]) ? inside : spans[k * 2 + 1]);
    best = (((k == 0) | (__builtin_fabs((inside - value)) < __builtin_fabs((best - value)))) ? inside : best);
  }
  return best;
}

/* The same direction from minus to plus half a turn, to the bit as numpy's remainder has it; none of none. */
static double within_turn(double angle) {
  double x = 0;
  double rest = 0;
  double part = 0;
  x = (angle + HALF_TURN);
  rest = __builtin_fabs(x);
  if (!(rest < INF)) {
    return (INF - INF);
  }
  while (rest >= WHOLE_TURN) {
    part = WHOLE_TURN;
    while ((part + part) <= rest) {
      part = (part + part);
    }
    rest = (rest - part);
  }
  if ((x < 0.0) && (rest > 0.0)) {
    rest = (WHOLE_TURN - rest);
  }
  return (rest - HALF_TURN);
}

/* Write a stroke as row of `made`, moved to the nearest one that may be made. */
static void put_into_domain(double offset, double angle, double speed, double *spans, double *angles, double *speeds, whole of_spans, whole of_angles, double *made, whole row) {
  made[row * 3 + 0] = nearest(offset, spans, of_spans);
  made[row * 3 + 1] = nearest(within_turn(angle), angles, of_angles);
  speed = ((speed > speeds[0]) ? speed : speeds[0]);
  made[row * 3 + 2] = ((speed < speeds[1]) ? speed : speeds[1]);
}

/* Move each stroke to the nearest one that may be made. */
void CARROM_DOMAIN(double *strokes, double *spans, double *angles, double *speeds, double *made, whole rows_of_strokes, whole rows_of_spans, whole rows_of_angles) {
  whole k = 0;
  for (whole at_1 = 0, until_2 = rows_of_strokes; at_1 < until_2; at_1++) {
    k = at_1;
    put_into_domain(strokes[k * 3 + 0], strokes[k * 3 + 1], strokes[k * 3 + 2], spans, angles, speeds, rows_of_spans, rows_of_angles, made, k);
  }
}

/* Say what each stroke becomes under each error of a hand, and what of that may be made. */
void CARROM_SPREAD(double *strokes, double *errors, double *hand, double *spans, double *angles, double *speeds, double *meant, double *made, whole rows_of_strokes, whole rows_of_errors, whole rows_of_spans, whole rows_of_angles) {
  whole row = 0;
  whole k = 0;
  whole i = 0;
  double share = 0;
  row = 0;
  for (whole at_1 = 0, until_2 = rows_of_strokes; at_1 < until_2; at_1++) {
    k = at_1;
    for (whole at_3 = 0, until_4 = rows_of_errors; at_3 < until_4; at_3++) {
      i = at_3;
      share = (1.0 + (hand[2] * errors[i * 3 + 2]));
      meant[row * 3 + 0] = (strokes[k * 3 + 0] + (hand[0] * errors[i * 3 + 0]));
      meant[row * 3 + 1] = (strokes[k * 3 + 1] + (hand[1] * errors[i * 3 + 1]));
      meant[row * 3 + 2] = (strokes[k * 3 + 2] * ((share > 0.0) ? share : 0.0));
      put_into_domain(meant[row * 3 + 0], meant[row * 3 + 1], meant[row * 3 + 2], spans, angles, speeds, rows_of_spans, rows_of_angles, made, row);
      row += 1;
    }
  }
}

/* Give some of the strokes a fan of directions, each with some speeds, in the domain. */
void CARROM_FANS(double *strokes, whole *family, double *windows, whole *rows, double *turns, double *speeds_tried, double *figures, double *spans, double *angles, double *speeds, double *made, whole rows_of_strokes, whole rows_of_rows, whole rows_of_turns, whole rows_of_speeds_tried, whole rows_of_spans, whole rows_of_angles) {
  whole at = 0;
  whole i = 0;
  whole row = 0;
  double width = 0;
  whole turn = 0;
  whole faster = 0;
  at = 0;
  for (whole at_1 = 0, until_2 = rows_of_rows; at_1 < until_2; at_1++) {
    i = at_1;
    row = rows[i];
    if ((row < 0) || (row >= rows_of_strokes)) {
      continue;
    }
    width = figures[FAN_OFF_FRAMES];
    if (family[row] == FAMILY_DIRECT) {
      width = (figures[FAN_SHARE] * windows[row]);
      width = ((width < figures[FAN_MOST]) ? width : figures[FAN_MOST]);
    } else {
      if (family[row] == FAMILY_COMBINATION) {
        width = (figures[FAN_COMBINED] * windows[row]);
        width = ((width > figures[FAN_COMBINED_LEAST]) ? width : figures[FAN_COMBINED_LEAST]);
        width = ((width < figures[FAN_COMBINED_MOST]) ? width : figures[FAN_COMBINED_MOST]);
      }
    }
    for (whole at_3 = 0, until_4 = rows_of_turns; at_3 < until_4; at_3++) {
      turn = at_3;
      for (whole at_5 = 0, until_6 = rows_of_speeds_tried; at_5 < until_6; at_5++) {
        faster = at_5;
        put_into_domain(strokes[row * 3 + 0], (strokes[row * 3 + 1] + (width * turns[turn])), (strokes[row * 3 + 2] * speeds_tried[faster]), spans, angles, speeds, rows_of_spans, rows_of_angles, made, at);
        at += 1;
      }
    }
  }
}

/* Say which way strokes go at some piece, full or thin, straight or off a frame. */
void CARROM_ANYWHERE(double *coins, whole *which, double *beside, double *mirrored, whole *axes, double *sides, double *offsets, double *figures, double *ways, whole rows_of_coins, whole rows_of_which) {
  whole k = 0;
  whole row = 0;
  double x = 0;
  double y = 0;
  double wall = 0;
  for (whole at_1 = 0, until_2 = rows_of_which; at_1 < until_2; at_1++) {
    k = at_1;
    row = which[k];
    row = (((row >= 0) & (row < rows_of_coins)) ? row : 0);
    x = (coins[row * 2 + 0] + ((figures[Z_LEAST] + (figures[Z_RANGE] * beside[k * 2 + 0])) * figures[Z_SHARE]));
    y = (coins[row * 2 + 1] + ((figures[Z_LEAST] + (figures[Z_RANGE] * beside[k * 2 + 1])) * figures[Z_SHARE]));
    if (mirrored[k] < figures[Z_MIRRORED]) {
      wall = ((sides[k] < figures[Z_FAR]) ? figures[Z_WALL] : (-figures[Z_WALL]));
      if (axes[k] == 0) {
        x = ((2.0 * wall) - x);
      } else {
        y = ((2.0 * wall) - y);
      }
    }
    ways[k] = (offsets[k] - x);
    ways[(rows_of_which + k)] = (y + figures[Z_LINE]);
  }
}

/* Keep the first strokes of an order, no two of them in the same cell. */
void CARROM_APART(double *strokes, whole *order, double *cells, whole *most, double *room, whole *taken, whole *count, whole rows_of_strokes, whole rows_of_order) {
  whole n = 0;
  whole i = 0;
  whole row = 0;
  double a = 0;
  double b = 0;
  double c = 0;
  whole same = 0;
  whole k = 0;
  n = 0;
  for (whole at_1 = 0, until_2 = rows_of_order; at_1 < until_2; at_1++) {
    i = at_1;
    row = order[i];
    if ((row < 0) || (row >= rows_of_strokes) || (n >= most[0])) {
      continue;
    }
    a = ((((double)strokes[row * 3 + 0] / cells[0]) + ROUND) - ROUND);
    b = ((((double)strokes[row * 3 + 1] / cells[1]) + ROUND) - ROUND);
    c = ((((double)strokes[row * 3 + 2] / cells[2]) + ROUND) - ROUND);
    same = 0;
    for (whole at_3 = 0, until_4 = n; at_3 < until_4; at_3++) {
      k = at_3;
      same += (((room[k * 3 + 1] == b) & (room[k * 3 + 0] == a)) & (room[k * 3 + 2] == c));
    }
    if (same == 0) {
      room[n * 3 + 0] = a;
      room[n * 3 + 1] = b;
      room[n * 3 + 2] = c;
      taken[n] = row;
      n += 1;
    }
  }
  count[0] = n;
}
