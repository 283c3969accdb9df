/* Plays the strokes of its standard input on a 64-bit ARM under Linux, without any library: see test_other_processors.py.
   In: the table; then for each stroke offset, angle, speed, the layout, the surface's parameters. Out: final places, order
   of falling, facts, duration, segments, events. */
#include "kernel.c"
#define ROWS 40000

static double table[2 * TABLE_ROWS], given[3 + 2 * DISCS + PARAMETERS], finals[2 * DISCS], duration[1];
static double segments[ROWS * SEGMENT_COLUMNS], events[ROWS * EVENT_COLUMNS];
static int8_t fallen[DISCS];
static whole facts[FACTS];

static long ask_system(long what, long first, const void *memory, long size) {
  register long x0 __asm__("x0") = first, x2 __asm__("x2") = size, x8 __asm__("x8") = what;
  register const void *x1 __asm__("x1") = memory;
  __asm__ volatile("svc #0" : "+r"(x0) : "r"(x1), "r"(x2), "r"(x8) : "memory");
  return x0;
}

void *memcpy(void *to, const void *from, unsigned long size) {
  for (volatile char *a = to; size; size--) *a++ = *(const char *)from, from = (const char *)from + 1;
  return to;
}

void *memset(void *to, int value, unsigned long size) {
  for (volatile char *a = to; size; size--) *a++ = (char)value;
  return to;
}

static int whole_read(void *memory, long size) {
  for (char *at = memory; size > 0;) {
    const long got = ask_system(63, 0, at, size);
    if (got <= 0) return 0;
    at += got, size -= got;
  }
  return 1;
}

static void write_out(const void *memory, long size) {
  for (const char *at = memory; size > 0;) {
    const long put = ask_system(64, 1, at, size);
    if (put <= 0) ask_system(94, 2, 0, 0);
    at += put, size -= put;
  }
}

void _start(void) {
  if (!whole_read(table, sizeof table)) ask_system(94, 1, 0, 0);
  while (whole_read(given, sizeof given)) {
    for (int k = 0; k < 2 * DISCS; k++) finals[k] = __builtin_nan("");
    for (int k = 0; k < DISCS; k++) fallen[k] = -1;
    for (int k = 0; k < FACTS; k++) facts[k] = 0;
    CARROM_ENTRY(given, given + 3, given + 3 + 2 * DISCS, table, finals, fallen, facts, duration, segments, events, 1, 1,
                 ROWS, ROWS);
    write_out(finals, sizeof finals);
    write_out(fallen, sizeof fallen);
    write_out(facts, sizeof facts);
    write_out(duration, sizeof duration);
    write_out(segments, 8L * SEGMENT_COLUMNS * facts[F_SEGMENT_ROWS]);
    write_out(events, 8L * EVENT_COLUMNS * facts[F_EVENT_ROWS]);
  }
  ask_system(94, 0, 0, 0);
}
