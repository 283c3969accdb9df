/* The named figures of chances.

   Made from src/carrom/physics/sight.py by `./carrom test golden` (tools/kernel_in_c.py): change that file, never this
   one. Those of the kernel are known there too. */

#include "kernel.h"
#define S_LINE 0
#define S_HALF_LINE 1
#define S_AIM 2
#define S_PLACE 3
#define S_REACH 4
#define S_ROOM 5
#define S_POCKET 6
#define S_MOUTH 7
#define S_THINNEST 8
#define S_BLOCKED 9
#define S_HARD 10
#define S_SURE 11
#define S_SECOND 12
#define S_COIN_CLEAR 13
#define S_STRIKER_CLEAR 14
#define SIGHT_FIGURES 15
#define S_MASK 0
#define S_TURNS 1
#define SIGHT_QUESTIONS 2
#define H_PLACE 0
#define H_AIM 1
#define H_SPEED 2
#define H_STEADY 3
#define H_SLIPPED 4
#define H_WIDE 5
#define HAND_FIGURES 6
#define W_MEAN 0
#define W_DEVIATION 1
#define W_BACKING 2
#define LEAST 0.001
#define MOST_SPREADS 7.6
#define LEAST_POWER 40.0
#define MOST_APART 500.0
#define FEWEST 1e-12
#define FAR_AWAY 1000.0
