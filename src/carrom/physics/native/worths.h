/* The named figures of what boards are worth.

   Made from src/carrom/physics/worths.py by `./carrom test golden` (tools/kernel_in_c.py): change that file, never this
   one. Those of the kernel are known there too. */

#include "kernel.h"
#define V_WINNING 0
#define V_QUEEN_POINTS 1
#define V_RETURNED 2
#define V_AT_CENTRE 3
#define V_CHANCE 4
#define V_AS_IT_LIES 5
#define V_NEXT 6
#define V_LATER 7
#define V_COIN 8
#define V_RUN 9
#define V_LONGEST_RUN 10
#define V_OWED 11
#define V_WHITE 12
#define V_BLACK 13
#define V_QUEEN 14
#define V_MISS 15
#define V_COVER 16
#define V_LAST_COVER 17
#define V_BASE 18
#define WORTH_FIGURES 19
#define N_WHITE 0
#define N_BLACK 1
#define N_QUEEN 2
#define N_COLOUR 3
#define N_OWED 4
#define N_OTHERS_OWED 5
#define N_SOLO 6
#define BOARD_FIELDS 7
#define A_FIRST 0
#define A_FIELDS 1
#define WORTH_QUESTIONS 15
#define MOST_FIELD 62
#define QUEEN_UP 0
#define QUEEN_AWAITS_COVER 1
#define QUEEN_OWN 2
#define QUEEN_OTHERS 3
#define WHITE_IS_OWN 0
#define WHITE_IS_OTHERS 1
#define COLOURS_OPEN 2
#define WHITE_PIECE 0
#define BLACK_PIECE 1
#define QUEEN_PIECE 2
#define KINDS_OF_PIECES 3
#define AFTER_WHITES 20
#define AFTER_BLACKS 21
#define AFTER_QUEENS 22
#define UNLIKELY 0.05
#define LEAST_POWER 40.0
