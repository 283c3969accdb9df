/* The named figures of pieces that come back.

   Made from src/carrom/physics/returning.py by `./carrom test golden` (tools/kernel_in_c.py): change that file, never this
   one. Those of the kernel are known there too. */

#include "kernel.h"
#define B_SPACING 0
#define B_APART 1
#define B_DIAMETER 2
#define B_NEAR 3
#define B_CLEAR 4
#define B_TOUCH 5
#define B_NEARLY 6
#define B_LEAST 7
#define B_MOST 8
#define B_SHOTS 9
#define B_PAIRS 10
#define B_POCKET 11
#define B_POCKET_RADIUS 12
#define B_PAIR_REACH 13
#define B_NEAR_REACH 14
#define B_AIMED 15
#define RETURNING_FIGURES 16
#define B_TURNS 0
#define B_SOLO 1
#define B_FELL 2
#define B_BACK 3
#define MOST_BACK 8
#define RETURNING_COLUMNS 11
#define BY_UMPIRE 1048576
#define TO_CENTRE 2097152
#define PLACER 22
#define QUEEN 1
#define RING 0
#define AT_CENTRE 1
#define ANYWHERE 2
#define TWO_TO_27_AND_1 134217729.0
