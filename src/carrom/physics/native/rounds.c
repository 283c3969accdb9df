/* Rounds of a search: strokes in, worths out.

   Made from src/carrom/physics/rounds.py by `./carrom test golden` (tools/kernel_in_c.py): change that file, never this
   one. As kernel.c in all else. */
#include "rounds.h"
#if __FLT_EVAL_METHOD__ < 0 || __FLT_EVAL_METHOD__ > 1
#error "Each operation on doubles must round to a double (on 32-bit x86: -msse2 -mfpmath=sse)."
#endif
#ifndef CARROM_PACKING
#define CARROM_PACKING pack_strokes
#endif
#ifndef CARROM_FINDING
#define CARROM_FINDING find_verdicts
#endif
#ifndef CARROM_OUTCOMES
#define CARROM_OUTCOMES weigh_outcomes
#endif
#ifndef CARROM_IMAGINING
#define CARROM_IMAGINING imagine_strokes
#endif
#ifndef CARROM_ENTRY
#define CARROM_ENTRY simulate_strokes
#endif
#ifndef CARROM_SIGHT
#define CARROM_SIGHT guess_chances
#endif
#ifndef CARROM_WEIGHING
#define CARROM_WEIGHING weigh_boards
#endif
#define INLINED static inline __attribute__((always_inline))
typedef struct { double a, b; } two_floats;
typedef struct { double a; whole b; } float_and_whole;

void CARROM_ENTRY(double *strokes, double *layouts, double *parameters, double *table, double *finals, int8_t *fallen, whole *facts, double *durations, double *segments, double *events, whole rows_of_strokes, whole rows_of_layouts, whole rows_of_segments, whole rows_of_events);

void CARROM_SIGHT(double *layouts, whole *asked, double *figures, double *chances, whole rows_of_layouts);

void CARROM_WEIGHING(whole *boards, int8_t *turns, whole *kinds, double *mine, double *theirs, whole *asked, double *figures, double *worths, whole rows_of_boards, whole rows_of_turns, whole rows_of_kinds, whole rows_of_worths);

/* Whether a stroke goes forward, along the base line or backward. */
INLINED whole direction_of(double angle, double parallel) {
  double turned = 0;
  double from_side = 0;
  whole away = 0;
  turned = (angle - ((2.0 * HALF_TURN) * ((((double)angle / (2.0 * HALF_TURN)) + ROUND) - ROUND)));
  from_side = (__builtin_fabs(turned) - QUARTER_TURN);
  away = ((from_side < 0.0) ? FORWARD : BACKWARD);
  return ((__builtin_fabs(from_side) <= parallel) ? ALONG : away);
}

/* Pack what stroke k on layout `at` came to. */
static whole pack_stroke(whole k, whole at, double *strokes, double *layouts, int8_t *fallen, whole *facts, whole *bits, double *figures) {
  whole white = 0;
  whole black = 0;
  whole gone = 0;
  whole first = 0;
  whole j = 0;
  whole packed = 0;
  whole struck = 0;
  whole jumped = 0;
  whole met = 0;
  whole number = 0;
  whole i = 0;
  whole behind = 0;
  white = 0;
  black = 0;
  gone = 0;
  first = 0;
  j = 0;
  while ((j < DISCS) && (fallen[k * DISCS + j] >= 0)) {
    number = (((whole)fallen[k * DISCS + j]) & 31);
    gone |= ((whole)1 << number);
    white += (((number >= FIRST_WHITE) & (number < FIRST_BLACK)) ? 1 : 0);
    black += ((number >= FIRST_BLACK) ? 1 : 0);
    first = ((first < FIRST_WHITE) ? number : first);
    j += 1;
  }
  packed = (((whole)white << bits[B_FELL_WHITE]) | ((whole)black << bits[B_FELL_BLACK]));
  packed |= (((whole)((gone >> QUEEN_DISC) & 1) << bits[B_FELL_QUEEN]) | ((whole)(gone & 1) << bits[B_STRIKER_FELL]));
  packed |= ((whole)((first >= FIRST_BLACK) ? 1 : 0) << bits[B_BLACK_FIRST]);
  struck = (facts[k * FACTS + F_STRUCK] & gone);
  packed |= ((whole)(((struck >> FIRST_BLACK) != 0) ? 1 : 0) << bits[B_STRUCK_BLACK]);
  packed |= ((whole)(((struck & (((whole)1 << FIRST_BLACK) - ((whole)1 << FIRST_WHITE))) != 0) ? 1 : 0) << bits[B_STRUCK_WHITE]);
  packed |= ((whole)((struck >> QUEEN_DISC) & 1) << bits[B_STRUCK_QUEEN]);
  jumped = facts[k * FACTS + F_JUMPED];
  if (jumped != 0) {
    white = 0;
    black = 0;
    for (whole at_1 = FIRST_WHITE, until_2 = FIRST_BLACK; at_1 < until_2; at_1++) {
      i = at_1;
      white += ((jumped >> i) & 1);
    }
    for (whole at_3 = FIRST_BLACK, until_4 = DISCS; at_3 < until_4; at_3++) {
      i = at_3;
      black += ((jumped >> i) & 1);
    }
    packed |= (((whole)white << bits[B_LEFT_WHITE]) | ((whole)black << bits[B_LEFT_BLACK]));
    packed |= (((whole)((jumped >> QUEEN_DISC) & 1) << bits[B_LEFT_QUEEN]) | ((whole)(jumped & 1) << bits[B_STRIKER_LEFT]));
  }
  met = facts[k * FACTS + F_FIRST];
  packed |= ((whole)((met >= 0) ? 1 : 0) << bits[B_TOUCHED]);
  packed |= ((whole)((facts[k * FACTS + F_SPREAD] != 0) ? 1 : 0) << bits[B_SPREAD]);
  packed |= ((whole)((facts[k * FACTS + F_CROSSED] != 0) ? 1 : 0) << bits[B_CROSSED]);
  packed |= ((whole)((facts[k * FACTS + F_BEHIND] != 0) ? 1 : 0) << bits[B_STAYED_BEHIND]);
  packed |= ((whole)(((facts[k * FACTS + F_FRAMES] & OWN_FRAME_BIT) != 0) ? 1 : 0) << bits[B_OWN_FRAME]);
  packed |= ((whole)((facts[k * FACTS + F_BACK] != 0) ? 1 : 0) << bits[B_CAME_BACK]);
  if ((met >= 0) && (met < DISCS) && (facts[k * FACTS + F_CROSSED] == 0)) {
    behind = ((layouts[(at * DISCS + met) * 2 + 1] - figures[G_COIN_RADIUS]) < figures[G_FRONT]);
    packed |= ((whole)(behind ? 1 : 0) << bits[B_BEHIND_LINE]);
  }
  return (packed | ((whole)direction_of(strokes[k * 3 + 1], figures[G_PARALLEL]) << bits[B_DIRECTION]));
}

/* Pack what the kernel says of strokes. */
void CARROM_PACKING(double *strokes, double *layouts, int8_t *fallen, whole *facts, whole *bits, double *figures, whole *packed, whole rows_of_strokes, whole rows_of_layouts) {
  whole shared = 0;
  whole k = 0;
  shared = (rows_of_layouts == 1);
  for (whole at_1 = 0, until_2 = rows_of_strokes; at_1 < until_2; at_1++) {
    k = at_1;
    packed[k] = pack_stroke(k, (shared ? 0 : k), strokes, layouts, fallen, facts, bits, figures);
  }
}

/* Return a packed stroke without what no question about this board asks: fewer differ. */
INLINED whole without_unasked(whole board, whole stroke, whole *bits) {
  whole colour = 0;
  whole first = 0;
  whole met_only = 0;
  whole broken = 0;
  colour = ((board >> bits[B_COLOUR]) & 3);
  first = ((whole)1 << bits[B_BLACK_FIRST]);
  stroke = ((colour == COLOURS_OPEN) ? stroke : (stroke & ((-1) ^ first)));
  met_only = (((stroke >> bits[B_TOUCHED]) & 1) > ((stroke >> bits[B_SPREAD]) & 1));
  broken = (((board >> bits[B_BROKEN]) & 1) == 1);
  return ((broken & met_only) ? (stroke | ((whole)1 << bits[B_SPREAD])) : stroke);
}

/* A number that little else has; no step of it needs more than 62 bits. */
INLINED whole hash_of(whole board, whole stroke) {
  whole mixed = 0;
  mixed = (((board & 16777215) * 1540483477) ^ (((board >> 24) & 67108863) * 668265263));
  mixed = ((mixed ^ ((stroke & 16777215) * 1274126177)) ^ (((stroke >> 24) & 16777215) * 2246822519));
  mixed = (mixed ^ (mixed >> 29));
  mixed = ((mixed & 1073741823) * 1597334677);
  return ((mixed >> 22) & 2147483647);
}

/* The row of a verdict among those known, -1 where it is not. */
static whole row_of(whole board, whole stroke, whole *slots, whole *known, whole rows_of_slots, whole rows_of_known) {
  whole slot = 0;
  whole last = 0;
  whole found = 0;
  whole steps = 0;
  whole row = 0;
  slot = hash_of(board, stroke);
  last = (rows_of_slots - 1);
  found = (-1);
  steps = 0;
  while (steps <= last) {
    steps += 1;
    slot = (slot & last);
    row = slots[slot];
    if ((row < 0) || (row >= rows_of_known)) {
      steps = (last + 1);
    } else {
      if ((known[row * KNOWN_COLUMNS + K_BOARD] == board) && (known[row * KNOWN_COLUMNS + K_STROKE] == stroke)) {
        found = row;
        steps = (last + 1);
      }
    }
    slot += 1;
  }
  return found;
}

/* Say which of the known verdicts is that on each stroke on its board. */
void CARROM_FINDING(whole *boards, whole *strokes, whole *slots, whole *known, whole *bits, whole *asked_for, whole *rows, whole rows_of_boards, whole rows_of_slots, whole rows_of_known) {
  whole k = 0;
  for (whole at_1 = 0, until_2 = rows_of_boards; at_1 < until_2; at_1++) {
    k = at_1;
    strokes[k] = without_unasked(boards[k], strokes[k], bits);
    rows[k] = row_of(boards[k], (strokes[k] & asked_for[0]), slots, known, rows_of_slots, rows_of_known);
  }
}

/* Look strokes up and weigh what they lead to: `count` of them, from `first` on, as `imagine_strokes` says. */
static void weigh_part(whole first, whole count, double *finals, whole *board_rows, whole *boards, whole *bits, whole *slots, whole *known, whole *asked, double *hand, double *now, whole *fields, double *weights, double *worths, whole *said, whole *packed, whole rows_of_slots, whole rows_of_known) {
  double mine[(PART * DISCS)] __attribute__((aligned(64)));
  double theirs[(PART * DISCS)] __attribute__((aligned(64)));
  double chances[1 * DISCS] __attribute__((aligned(64)));
  whole after[PART] __attribute__((aligned(64)));
  int8_t turns[PART] __attribute__((aligned(64)));
  whole kinds[DISCS] __attribute__((aligned(64)));
  whole question[SIGHT_QUESTIONS] __attribute__((aligned(64)));
  whole i = 0;
  whole k = 0;
  whole board = 0;
  whole row = 0;
  whole flags = 0;
  whole passes = 0;
  whole to_play = 0;
  whole is_up = 0;
  whole gone = 0;
  whole by_verdict = 0;
  whole colour = 0;
  whole there = 0;
  for (whole at_1 = 0; at_1 < (PART * DISCS); at_1++) mine[at_1] = 0;
  for (whole at_2 = 0; at_2 < (PART * DISCS); at_2++) theirs[at_2] = 0;
  for (whole at_3 = 0; at_3 < 1 * DISCS; at_3++) chances[at_3] = 0;
  for (whole at_4 = 0; at_4 < PART; at_4++) after[at_4] = 0;
  for (whole at_5 = 0; at_5 < PART; at_5++) turns[at_5] = 0;
  for (whole at_6 = 0, until_7 = DISCS; at_6 < until_7; at_6++) {
    i = at_6;
    kinds[i] = ((i < FIRST_BLACK) ? WHITE_PIECE : BLACK_PIECE);
  }
  kinds[0] = KINDS_OF_PIECES;
  kinds[QUEEN_DISC] = QUEEN_PIECE;
  for (whole at_8 = 0, until_9 = count; at_8 < until_9; at_8++) {
    k = at_8;
    if (said[(first + k)] != WAS_MADE) {
      continue;
    }
    board = boards[board_rows[(first + k)]];
    packed[(first + k)] = without_unasked(board, packed[(first + k)], bits);
    row = row_of(board, (packed[(first + k)] & asked[Q_ASKED_FOR]), slots, known, rows_of_slots, rows_of_known);
    if (row < 0) {
      continue;
    }
    flags = known[row * KNOWN_COLUMNS + K_FLAGS];
    said[(first + k)] = ((WAS_MADE | WAS_JUDGED) | (flags & (((PASSED | GOES_ON) | ENDED) | QUEEN_BACK)));
    passes = (flags & PASSED);
    to_play = ((passes != asked[Q_STRIKER]) ? 1 : 0);
    after[k] = known[row * KNOWN_COLUMNS + K_AFTER];
    turns[k] = to_play;
    if (((flags & ENDED) != 0) || (asked[Q_CAREFUL] == UNWEIGHED)) {
      continue;
    }
    if (asked[Q_CAREFUL] == AS_BEFORE) {
      for (whole at_10 = 0, until_11 = DISCS; at_10 < until_11; at_10++) {
        i = at_10;
        there = (finals[(k * DISCS + i) * 2 + 0] == finals[(k * DISCS + i) * 2 + 0]);
        mine[((DISCS * k) + i)] = (there ? now[0 * DISCS + i] : 0.0);
        theirs[((DISCS * k) + i)] = (there ? now[1 * DISCS + i] : 0.0);
      }
      continue;
    }
    is_up = (((after[k] >> bits[B_QUEEN]) & 3) == QUEEN_UP);
    gone = (finals[(k * DISCS + QUEEN_DISC) * 2 + 0] != finals[(k * DISCS + QUEEN_DISC) * 2 + 0]);
    by_verdict = ((asked[Q_QUEEN] == BY_VERDICT) & ((flags & QUEEN_BACK) != 0));
    if ((by_verdict | (((asked[Q_QUEEN] == BY_BOARD) & is_up) & gone))) {
      finals[(k * DISCS + QUEEN_DISC) * 2 + 0] = 0.0;
      finals[(k * DISCS + QUEEN_DISC) * 2 + 1] = 0.0;
    }
    colour = ((after[k] >> bits[B_COLOUR]) & 3);
    colour = ((colour < COLOURS_OPEN) ? colour : COLOURS_OPEN);
    if ((to_play == 0) && (colour != COLOURS_OPEN)) {
      colour = (1 - colour);
    }
    question[S_MASK] = asked[(Q_MINE + colour)];
    question[S_TURNS] = ((to_play == 0) ? asked[Q_PARTNER] : 0);
    CARROM_SIGHT((finals + k * DISCS * 2), question, hand, chances, ((k + 1) - k));
    for (whole at_12 = 0, until_13 = DISCS; at_12 < until_13; at_12++) {
      i = at_12;
      mine[((DISCS * k) + i)] = chances[0 * DISCS + i];
    }
    if (asked[Q_ALONE] == 0) {
      question[S_MASK] = asked[(Q_THEIRS + colour)];
      question[S_TURNS] = asked[Q_NEXT];
      CARROM_SIGHT((finals + k * DISCS * 2), question, hand, chances, ((k + 1) - k));
      for (whole at_14 = 0, until_15 = DISCS; at_14 < until_15; at_14++) {
        i = at_14;
        theirs[((DISCS * k) + i)] = chances[0 * DISCS + i];
      }
    }
  }
  if (asked[Q_CAREFUL] == UNWEIGHED) {
    return;
  }
  CARROM_WEIGHING((after + 0), (turns + 0), (kinds + 0), mine, theirs, fields, weights, (worths + first), (count - 0), (count - 0), (DISCS - 0), ((first + count) - first));
}

/* Weigh strokes that `imagine_strokes` left because their verdicts were not known, as it would have. */
void CARROM_OUTCOMES(double *finals, whole *board_rows, whole *boards, whole *bits, whole *slots, whole *known, whole *asked, double *hand, double *now, whole *fields, double *weights, double *worths, whole *said, whole *packed, whole rows_of_finals, whole rows_of_slots, whole rows_of_known) {
  whole first = 0;
  whole rest = 0;
  whole count = 0;
  first = 0;
  while (first < rows_of_finals) {
    rest = (rows_of_finals - first);
    count = ((rest < PART) ? rest : PART);
    weigh_part(first, count, (finals + first * DISCS * 2), board_rows, boards, bits, slots, known, asked, hand, now, fields, weights, worths, said, packed, rows_of_slots, rows_of_known);
    first += PART;
  }
}

/* Play strokes, look up what they lead to, and weigh it for the side that counts. */
void CARROM_IMAGINING(double *strokes, whole *board_rows, double *layouts, whole *boards, double *parameters, double *table, whole *bits, double *figures, whole *slots, whole *known, whole *asked, double *hand, double *now, whole *fields, double *weights, double *segments, double *events, double *worths, whole *said, whole *packed, double *left, whole *summary, whole rows_of_strokes, whole rows_of_layouts, whole rows_of_slots, whole rows_of_known, whole rows_of_segments, whole rows_of_events) {
  double lying[PART * DISCS * 2] __attribute__((aligned(64)));
  double finals[PART * DISCS * 2] __attribute__((aligned(64)));
  int8_t fallen[PART * DISCS] __attribute__((aligned(64)));
  whole facts[PART * FACTS] __attribute__((aligned(64)));
  double durations[PART] __attribute__((aligned(64)));
  whole shared = 0;
  double nowhere = 0;
  whole of_some = 0;
  whole of_all = 0;
  whole waiting = 0;
  whole first = 0;
  whole rest = 0;
  whole count = 0;
  whole k = 0;
  whole i = 0;
  whole status = 0;
  whole at = 0;
  shared = (rows_of_layouts == 1);
  nowhere = (INF - INF);
  of_some = 0;
  of_all = (-1);
  waiting = 0;
  first = 0;
  while (first < rows_of_strokes) {
    rest = (rows_of_strokes - first);
    count = ((rest < PART) ? rest : PART);
    for (whole at_1 = 0, until_2 = count; at_1 < until_2; at_1++) {
      k = at_1;
      durations[k] = 0.0;
      for (whole at_3 = 0, until_4 = DISCS; at_3 < until_4; at_3++) {
        i = at_3;
        fallen[k * DISCS + i] = (-1);
        finals[(k * DISCS + i) * 2 + 0] = nowhere;
        finals[(k * DISCS + i) * 2 + 1] = nowhere;
      }
      for (whole at_5 = 0, until_6 = FACTS; at_5 < until_6; at_5++) {
        i = at_5;
        facts[k * FACTS + i] = 0;
      }
      if ((k == 0) || (!shared)) {
        for (whole at_7 = 0, until_8 = DISCS; at_7 < until_8; at_7++) {
          i = at_7;
          lying[(k * DISCS + i) * 2 + 0] = layouts[(board_rows[(first + k)] * DISCS + i) * 2 + 0];
          lying[(k * DISCS + i) * 2 + 1] = layouts[(board_rows[(first + k)] * DISCS + i) * 2 + 1];
        }
      }
    }
    CARROM_ENTRY((strokes + first * 3), (lying + 0 * DISCS * 2), parameters, table, (finals + 0 * DISCS * 2), (fallen + 0 * DISCS), (facts + 0 * FACTS), (durations + 0), segments, events, ((first + count) - first), ((shared ? 1 : count) - 0), rows_of_segments, rows_of_events);
    for (whole at_9 = 0, until_10 = count; at_9 < until_10; at_9++) {
      k = at_9;
      status = facts[k * FACTS + F_STATUS];
      said[(first + k)] = ((status == DONE) ? WAS_MADE : (status * REFUSED));
      packed[(first + k)] = 0;
      if (status == DONE) {
        at = (shared ? 0 : k);
        packed[(first + k)] = pack_stroke(k, at, (strokes + first * 3), lying, fallen, facts, bits, figures);
      }
    }
    weigh_part(first, count, finals, board_rows, boards, bits, slots, known, asked, hand, now, fields, weights, worths, said, packed, rows_of_slots, rows_of_known);
    for (whole at_11 = 0, until_12 = count; at_11 < until_12; at_11++) {
      k = at_11;
      of_some |= said[(first + k)];
      of_all &= said[(first + k)];
      if (said[(first + k)] == WAS_MADE) {
        for (whole at_13 = 0, until_14 = DISCS; at_13 < until_14; at_13++) {
          i = at_13;
          left[(waiting * DISCS + i) * 2 + 0] = finals[(k * DISCS + i) * 2 + 0];
          left[(waiting * DISCS + i) * 2 + 1] = finals[(k * DISCS + i) * 2 + 1];
        }
        waiting += 1;
      }
    }
    first += PART;
  }
  summary[SAID_OF_SOME] = of_some;
  summary[SAID_OF_ALL] = of_all;
}
