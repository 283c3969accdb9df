/* The named figures of rounds of a search.

   Made from src/carrom/physics/rounds.py by `./carrom test golden` (tools/kernel_in_c.py): change that file, never this
   one. Those of the files that it calls are known there too. */

#include "sight.h"
#include "worths.h"
#define B_FELL_WHITE 0
#define B_FELL_BLACK 1
#define B_FELL_QUEEN 2
#define B_BLACK_FIRST 3
#define B_LEFT_WHITE 4
#define B_LEFT_BLACK 5
#define B_LEFT_QUEEN 6
#define B_STRIKER_FELL 7
#define B_STRIKER_LEFT 8
#define B_TOUCHED 9
#define B_SPREAD 10
#define B_STRUCK_WHITE 11
#define B_STRUCK_BLACK 12
#define B_STRUCK_QUEEN 13
#define B_DIRECTION 14
#define B_CROSSED 15
#define B_STAYED_BEHIND 16
#define B_OWN_FRAME 17
#define B_CAME_BACK 18
#define B_BEHIND_LINE 19
#define B_COLOUR 20
#define B_QUEEN 21
#define B_BROKEN 22
#define FIELD_BITS 23
#define MOST_BIT 48
#define G_COIN_RADIUS 0
#define G_FRONT 1
#define G_PARALLEL 2
#define PACKING_FIGURES 3
#define K_BOARD 0
#define K_STROKE 1
#define K_AFTER 2
#define K_FLAGS 3
#define K_TURNS 4
#define K_RETURNS 5
#define KNOWN_COLUMNS 6
#define PASSED 1
#define GOES_ON 2
#define ENDED 4
#define QUEEN_BACK 8
#define WAS_MADE 16
#define WAS_JUDGED 32
#define REFUSED 64
#define Q_ASKED_FOR 0
#define Q_CAREFUL 1
#define Q_STRIKER 2
#define Q_NEXT 3
#define Q_PARTNER 4
#define Q_ALONE 5
#define Q_QUEEN 6
#define Q_MINE 7
#define Q_MINE_BLACK 8
#define Q_MINE_OPEN 9
#define Q_THEIRS 10
#define Q_THEIRS_BLACK 11
#define Q_THEIRS_OPEN 12
#define ROUND_QUESTIONS 13
#define BY_NOBODY 0
#define BY_VERDICT 1
#define BY_BOARD 2
#define QUEEN_DISC 1
#define FIRST_WHITE 2
#define FIRST_BLACK 11
#define OWN_FRAME_BIT 8
#define FORWARD 0
#define ALONG 1
#define BACKWARD 2
#define PART 16
#define ROUND 6755399441055744.0
#define HALF_TURN 3.141592653589793
#define QUARTER_TURN 1.5707963267948966
