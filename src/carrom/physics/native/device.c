/* The kernel for a graphics card, one stroke a thread: `carrom.physics.graphics_card` (docs/decisions/0005).

   The same generated text as everywhere; only this entry is the card's. Whole numbers are of 32 bits (CARROM_WHOLE), so
   facts are an array of int32. Strokes are not recorded here. */
#define CARROM_ENTRY simulate_on_device
#include "kernel.c"

__attribute__((nvptx_kernel)) void play_strokes(double *strokes, double *layouts, double *parameters, double *table,
                                                double *finals, int8_t *fallen, whole *facts, double *durations,
                                                whole rows_of_strokes, whole rows_of_layouts) {
  const whole k = (whole)(__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x());
  double *layout = layouts + (rows_of_layouts > 1 ? 2 * DISCS * k : 0);
  if (k >= rows_of_strokes) return;
  simulate_on_device(strokes + 3 * k, layout, parameters, table, finals + 2 * DISCS * k, fallen + DISCS * k,
                     facts + FACTS * k, durations + k, 0, 0, 1, 1, 0, 0);
}
