/* Python's way into the compiled kernel: an extension module for CPython's stable ABI, from 3.11 on.

   It takes arrays by the buffer protocol, refuses what does not fit, frees the interpreter's lock while strokes are
   played, and picks the variant of the kernel that is fastest on this processor: kernel.c is compiled once as
   simulate_strokes_1, and on x86-64 once more for AVX2 as simulate_strokes_3; sight.c and rounds.c likewise, returning.c, worths.c and aims.c once. All
   variants give the same bits. */
#include "python.h"
#include "aims.h"
#include "returning.h"
#include "rounds.h"

#define FAR 1e6 /* metres; no place lies so far */

/* --- which variant */

typedef void kernel_t(double *strokes, double *layouts, double *parameters, double *table, double *finals,
                      int8_t *fallen, whole *facts, double *durations, double *segments, double *events,
                      whole rows_of_strokes, whole rows_of_layouts, whole rows_of_segments, whole rows_of_events);
typedef void sight_t(double *layouts, whole *asked, double *figures, double *chances, whole rows_of_layouts);
typedef void ways_t(double *ways, double *points, whole *ignored, double *reach, int8_t *free, whole rows_of_ways,
                    whole rows_of_points);
typedef void sharing_t(double *intended, double *sources, whole *counts, double *made, double *worths, double *hand,
                       whole *known, double *drawn, double *weights, double *shares, whole rows_of_intended,
                       whole rows_of_sources);
typedef void imagining_t(double *strokes, whole *board_rows, double *layouts, whole *boards, double *parameters,
                         double *table, whole *bits, double *figures, whole *slots, whole *known, whole *asked,
                         double *hand, double *now, whole *fields, double *weights, double *segments, double *events,
                         double *worths, whole *said, whole *packed, double *left, whole *summary,
                         whole rows_of_strokes, whole rows_of_layouts, whole rows_of_slots, whole rows_of_known, whole rows_of_segments,
                         whole rows_of_events);
typedef void outcomes_t(double *finals, whole *board_rows, whole *boards, whole *bits, whole *slots, whole *known,
                        whole *asked, double *hand, double *now, whole *fields, double *weights, double *worths,
                        whole *said, whole *packed, whole rows_of_finals, whole rows_of_slots, whole rows_of_known);
kernel_t simulate_strokes_1;
imagining_t imagine_strokes_1;
outcomes_t weigh_outcomes_1;
void pack_strokes_1(double *strokes, double *layouts, int8_t *fallen, whole *facts, whole *bits, double *figures,
                    whole *packed, whole rows_of_strokes, whole rows_of_layouts);
void find_verdicts_1(whole *boards, whole *strokes, whole *slots, whole *known, whole *bits, whole *asked_for,
                     whole *rows, whole rows_of_boards, whole rows_of_slots, whole rows_of_known);
sight_t guess_chances_1;
ways_t find_clear_ways_1;
sharing_t share_samples_1;
void put_back_pieces_1(double *layouts, whole *asked, double *figures, int8_t *placed, whole rows_of_layouts);
void weigh_boards_1(whole *boards, int8_t *turns, whole *kinds, double *mine, double *theirs, whole *asked,
                    double *figures, double *worths, whole rows_of_boards, whole rows_of_turns, whole rows_of_kinds,
                    whole rows_of_worths);
void find_lines_1(double *coins, whole *numbers, whole *asked, double *figures, whole *found, double *lines,
                  whole *count, whole rows_of_coins);
void find_aims_1(double *coins, whole *found, double *lines, double *offsets, double *figures, whole *chosen,
                 double *strokes, double *ways, double *windows, whole *count, whole rows_of_coins, whole rows_of_found,
                 whole rows_of_offsets);
void forgive_1(double *lengths, double *windows, double *cosines, double *hand, double *powers, whole rows_of_cosines);
void rank_strokes_1(double *worths, double *liked, double *spreads, double *room, whole *order, whole *merged,
                    whole rows_of_worths);
void pair_errors_1(double *half, double *slips, double *hand, double *errors, whole rows_of_half,
                   whole rows_of_errors);
void choose_ideas_1(whole *order, whole *family, whole *coin, whole *pocket, whole *most, whole *taken, whole *count,
                    whole rows_of_order, whole rows_of_family);
void into_domain_1(double *strokes, double *spans, double *angles, double *speeds, double *made, whole rows_of_strokes,
                   whole rows_of_spans, whole rows_of_angles);
void spread_strokes_1(double *strokes, double *errors, double *hand, double *spans, double *angles, double *speeds,
                      double *meant, double *made, whole rows_of_strokes, whole rows_of_errors, whole rows_of_spans,
                      whole rows_of_angles);
void fan_out_1(double *strokes, whole *family, double *windows, whole *rows, double *turns, double *speeds_tried,
               double *figures, double *spans, double *angles, double *speeds, double *made, whole rows_of_strokes,
               whole rows_of_rows, whole rows_of_turns, whole rows_of_speeds_tried, whole rows_of_spans,
               whole rows_of_angles);
void aim_anywhere_1(double *coins, whole *which, double *beside, double *mirrored, whole *axes, double *sides,
                    double *offsets, double *figures, double *ways, whole rows_of_coins, whole rows_of_which);
void keep_apart_1(double *strokes, whole *order, double *cells, whole *most, double *room, whole *taken, whole *count,
                  whole rows_of_strokes, whole rows_of_order);
static kernel_t *chosen; /* threads that choose at once write the same */
static sight_t *chosen_sight;
static ways_t *chosen_ways;
static sharing_t *chosen_sharing;
static imagining_t *chosen_imagining;
static outcomes_t *chosen_outcomes;
static int variant;

#if defined(CARROM_VARIANTS)
kernel_t simulate_strokes_3;
sight_t guess_chances_3;
ways_t find_clear_ways_3;
sharing_t share_samples_3;
imagining_t imagine_strokes_3;
outcomes_t weigh_outcomes_3;

static void cpuid(uint32_t leaf, uint32_t part, uint32_t *r) {
  __asm__ volatile("cpuid" : "=a"(r[0]), "=b"(r[1]), "=c"(r[2]), "=d"(r[3]) : "a"(leaf), "c"(part));
}

/* Own questions to the processor: what compilers bring along says "no" to all of them in zig 0.17's runtime. */
static int best(void) {
  uint32_t r[4], one, seven, far, low, high;
  cpuid(0, 0, r);
  if (r[0] < 7) return 1;
  cpuid(1, 0, r);
  one = r[2];
  cpuid(7, 0, r);
  seven = r[1];
  cpuid(0x80000001u, 0, r);
  far = r[2];
  if ((one & 0x38401000u) != 0x38401000u) return 1; /* FMA, MOVBE, OSXSAVE, AVX, F16C */
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  if ((low & 6) != 6) return 1; /* the system keeps the wide registers */
  if ((seven & 0x128u) != 0x128u || !(far & 32)) return 1; /* BMI1, AVX2, BMI2; LZCNT */
  return 3;
}
#else
static int best(void) { return 1; }
#endif

static void choose(int wanted) {
#if defined(CARROM_VARIANTS)
  chosen_sight = wanted == 3 ? guess_chances_3 : guess_chances_1;
  chosen_ways = wanted == 3 ? find_clear_ways_3 : find_clear_ways_1;
  chosen_sharing = wanted == 3 ? share_samples_3 : share_samples_1;
  chosen_imagining = wanted == 3 ? imagine_strokes_3 : imagine_strokes_1;
  chosen_outcomes = wanted == 3 ? weigh_outcomes_3 : weigh_outcomes_1;
  chosen = wanted == 3 ? simulate_strokes_3 : simulate_strokes_1;
#else
  chosen_sight = guess_chances_1;
  chosen_ways = find_clear_ways_1;
  chosen_sharing = share_samples_1;
  chosen_imagining = imagine_strokes_1;
  chosen_outcomes = weigh_outcomes_1;
  chosen = simulate_strokes_1;
#endif
  variant = wanted;
}

static PyObject *use(PyObject *module, PyObject *given) {
  const long wanted = PyLong_AsLong(given);
  (void)module;
  if (wanted == -1 && PyErr_Occurred()) return NULL;
  if (wanted != 0 && wanted != 1 && wanted != best()) {
    return PyErr_Format(PyExc_ValueError, "this processor, or this file, has no variant %ld of the kernel", wanted);
  }
  choose(wanted ? (int)wanted : best());
  return PyLong_FromLong(variant);
}

/* --- arrays */

typedef struct {
  const char *name;
  char kind; /* as in the struct module: d, b, q */
  int is_result;
  Py_ssize_t row; /* items */
} wanted_t;

static int fits(const Py_buffer *held, const wanted_t *wanted) {
  const char *format = held->format;
  const char kind = wanted->kind;
  const Py_ssize_t size = kind == 'b' ? 1 : 8;
  if (!format || format[1]) return 0; /* no kind, or with the order of bytes of another machine */
  if (format[0] != kind && !(kind == 'q' && format[0] == 'l')) return 0;
  if (held->len && (uintptr_t)held->buf % (uintptr_t)size) return 0;
  return held->itemsize == size && held->len % (wanted->row * size) == 0;
}

static void release(Py_buffer *held, int taken) {
  while (taken) PyBuffer_Release(&held[--taken]);
}

/* Take all arrays, and how many rows each has; 0 with an error set, and nothing held, if one does not fit. */
static int take(PyObject *const *given, Py_ssize_t count, const char *entry, const wanted_t *wanted, int arrays,
                Py_buffer *held, Py_ssize_t *rows) {
  int taken = 0;
  if (count != arrays) {
    PyErr_Format(PyExc_TypeError, "%s takes %d arrays, not %zd", entry, arrays, count);
    return 0;
  }
  for (; taken < arrays; taken++) {
    const int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (wanted[taken].is_result ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(given[taken], &held[taken], flags) < 0) break;
    if (!fits(&held[taken], &wanted[taken])) {
      PyErr_Format(PyExc_TypeError, "%s: an array of another kind or shape", wanted[taken].name);
      taken++;
      break;
    }
    rows[taken] = held[taken].len / held[taken].itemsize / wanted[taken].row;
    if (taken == arrays - 1) return 1;
  }
  release(held, taken);
  return 0;
}

static PyObject *none(void) {
  Py_IncRef(&_Py_NoneStruct);
  return &_Py_NoneStruct;
}

static PyObject *do_not_fit(Py_buffer *held, int taken) {
  release(held, taken);
  return PyErr_Format(PyExc_ValueError, "the arrays' lengths do not fit one another");
}

/* --- strokes */

enum { STROKES, LAYOUTS, SURFACE, TABLE, FINALS, FALLEN, TOLD, DURATIONS, SEGMENTS, EVENTS, ARRAYS };

static const wanted_t WANTED[ARRAYS] = {
  {"strokes", 'd', 0, 3},
  {"layouts", 'd', 0, 2 * DISCS},
  {"parameters", 'd', 0, 1},
  {"table", 'd', 0, 2},
  {"finals", 'd', 1, 2 * DISCS},
  {"fallen", 'b', 1, DISCS},
  {"facts", 'q', 1, FACTS},
  {"durations", 'd', 1, 1},
  {"segments", 'd', 1, SEGMENT_COLUMNS},
  {"events", 'd', 1, EVENT_COLUMNS},
};

static PyObject *simulate_strokes(PyObject *module, PyObject *const *given, Py_ssize_t count) {
  Py_buffer held[ARRAYS];
  Py_ssize_t rows[ARRAYS];
  void *thread;
  (void)module;
  if (!take(given, count, "simulate_strokes", WANTED, ARRAYS, held, rows)) return NULL;
  if (rows[SURFACE] != PARAMETERS || rows[TABLE] != TABLE_ROWS || (rows[LAYOUTS] != 1 && rows[LAYOUTS] < rows[STROKES]) ||
      rows[FINALS] < rows[STROKES] || rows[FALLEN] < rows[STROKES] || rows[TOLD] < rows[STROKES] ||
      rows[DURATIONS] < rows[STROKES]) {
    return do_not_fit(held, ARRAYS);
  }
  if (!chosen) choose(best());
  thread = PyEval_SaveThread();
  chosen(held[STROKES].buf, held[LAYOUTS].buf, held[SURFACE].buf, held[TABLE].buf, held[FINALS].buf, held[FALLEN].buf,
         held[TOLD].buf, held[DURATIONS].buf, held[SEGMENTS].buf, held[EVENTS].buf, rows[STROKES], rows[LAYOUTS],
         rows[SEGMENTS], rows[EVENTS]);
  PyEval_RestoreThread(thread);
  release(held, ARRAYS);
  return none();
}

/* --- chances */

enum { SEEN, ASKED, HAND, CHANCES, SIGHT_ARRAYS };

static const wanted_t WANTED_OF_SIGHT[SIGHT_ARRAYS] = {
  {"layouts", 'd', 0, 2 * DISCS},
  {"asked", 'q', 0, 1},
  {"figures", 'd', 0, 1},
  {"chances", 'd', 1, DISCS},
};

static PyObject *guess_chances(PyObject *module, PyObject *const *given, Py_ssize_t count) {
  Py_buffer held[SIGHT_ARRAYS];
  Py_ssize_t rows[SIGHT_ARRAYS];
  void *thread;
  (void)module;
  if (!take(given, count, "guess_chances", WANTED_OF_SIGHT, SIGHT_ARRAYS, held, rows)) return NULL;
  if (rows[ASKED] != SIGHT_QUESTIONS || rows[HAND] != SIGHT_FIGURES || rows[CHANCES] < rows[SEEN]) {
    return do_not_fit(held, SIGHT_ARRAYS);
  }
  if (!chosen_sight) choose(best());
  thread = PyEval_SaveThread();
  chosen_sight(held[SEEN].buf, held[ASKED].buf, held[HAND].buf, held[CHANCES].buf, rows[SEEN]);
  PyEval_RestoreThread(thread);
  release(held, SIGHT_ARRAYS);
  return none();
}

/* --- ways */

enum { WAYS, POINTS, IGNORED, REACH_OF_WAYS, FREE, WAYS_ARRAYS };

static const wanted_t WANTED_OF_WAYS[WAYS_ARRAYS] = {
  {"ways", 'd', 0, 4},
  {"points", 'd', 0, 2},
  {"ignored", 'q', 0, 1},
  {"reach", 'd', 0, 1},
  {"free", 'b', 1, 1},
};

static PyObject *find_clear_ways(PyObject *module, PyObject *const *given, Py_ssize_t count) {
  Py_buffer held[WAYS_ARRAYS];
  Py_ssize_t rows[WAYS_ARRAYS];
  (void)module;
  if (!take(given, count, "find_clear_ways", WANTED_OF_WAYS, WAYS_ARRAYS, held, rows)) return NULL;
  if (rows[POINTS] > DISCS || rows[REACH_OF_WAYS] != 1 || rows[IGNORED] < rows[WAYS] || rows[FREE] < rows[WAYS]) {
    return do_not_fit(held, WAYS_ARRAYS);
  }
  if (!chosen_ways) choose(best());
  chosen_ways(held[WAYS].buf, held[POINTS].buf, held[IGNORED].buf, held[REACH_OF_WAYS].buf, held[FREE].buf, rows[WAYS],
              rows[POINTS]);
  release(held, WAYS_ARRAYS);
  return none();
}

/* --- samples that are shared */

enum { INTENDED, SOURCES, COUNTS, MADE, WORTHS, SHARED_BY, KNOWN, DRAWN, WEIGHTS, SHARES, SHARING_ARRAYS };

static const wanted_t WANTED_OF_SHARING[SHARING_ARRAYS] = {
  {"intended", 'd', 0, 3},
  {"sources", 'd', 0, 3},
  {"counts", 'q', 0, 1},
  {"made", 'd', 0, 3},
  {"worths", 'd', 0, 1},
  {"hand", 'd', 0, 1},
  {"known", 'q', 0, 1},
  {"drawn", 'd', 1, 1},
  {"weights", 'd', 1, 1},
  {"shares", 'd', 1, 3},
};

/* Whether counts of samples, none below nothing, come to as many as there are. */
static int add_up(const whole *counts, Py_ssize_t sources, Py_ssize_t samples) {
  Py_ssize_t left = samples;
  for (Py_ssize_t k = 0; k < sources; k++) {
    if (counts[k] < 0 || counts[k] > left) return 0;
    left -= (Py_ssize_t)counts[k];
  }
  return !left;
}

static PyObject *share_samples(PyObject *module, PyObject *const *given, Py_ssize_t count) {
  Py_buffer held[SHARING_ARRAYS];
  Py_ssize_t rows[SHARING_ARRAYS];
  void *thread;
  (void)module;
  if (!take(given, count, "share_samples", WANTED_OF_SHARING, SHARING_ARRAYS, held, rows)) return NULL;
  if (rows[COUNTS] != rows[SOURCES] || rows[WORTHS] < rows[MADE] || rows[SHARED_BY] != HAND_FIGURES ||
      rows[KNOWN] != 1 || rows[DRAWN] < rows[MADE] || rows[WEIGHTS] < rows[MADE] || rows[SHARES] < rows[INTENDED] ||
      !add_up(held[COUNTS].buf, rows[SOURCES], rows[MADE])) {
    return do_not_fit(held, SHARING_ARRAYS);
  }
  if (!chosen_sharing) choose(best());
  thread = PyEval_SaveThread();
  chosen_sharing(held[INTENDED].buf, held[SOURCES].buf, held[COUNTS].buf, held[MADE].buf, held[WORTHS].buf,
                 held[SHARED_BY].buf, held[KNOWN].buf, held[DRAWN].buf, held[WEIGHTS].buf, held[SHARES].buf,
                 rows[INTENDED], rows[SOURCES]);
  PyEval_RestoreThread(thread);
  release(held, SHARING_ARRAYS);
  return none();
}

/* --- pieces that come back */

enum { LYING, BACK, PLACES, PLACED, RETURNING_ARRAYS };

static const wanted_t WANTED_OF_RETURNING[RETURNING_ARRAYS] = {
  {"layouts", 'd', 1, 2 * DISCS},
  {"asked", 'q', 0, RETURNING_COLUMNS},
  {"figures", 'd', 0, 1},
  {"placed", 'b', 1, 1},
};

static PyObject *put_back_pieces(PyObject *module, PyObject *const *given, Py_ssize_t count) {
  Py_buffer held[RETURNING_ARRAYS];
  Py_ssize_t rows[RETURNING_ARRAYS];
  void *thread;
  (void)module;
  if (!take(given, count, "put_back_pieces", WANTED_OF_RETURNING, RETURNING_ARRAYS, held, rows)) return NULL;
  if (rows[PLACES] != RETURNING_FIGURES || rows[BACK] < rows[LYING] || rows[PLACED] < rows[LYING]) {
    return do_not_fit(held, RETURNING_ARRAYS);
  }
  thread = PyEval_SaveThread();
  put_back_pieces_1(held[LYING].buf, held[BACK].buf, held[PLACES].buf, held[PLACED].buf, rows[LYING]);
  PyEval_RestoreThread(thread);
  release(held, RETURNING_ARRAYS);
  return none();
}

/* --- what boards are worth */

enum { BOARDS, TURNS, KINDS, MINE, THEIRS, ASKED_OF_BOARDS, WEIGHED_BY, WORTHS_OF_BOARDS, WEIGHING_ARRAYS };

static const wanted_t WANTED_OF_WEIGHING[WEIGHING_ARRAYS] = {
  {"boards", 'q', 0, 1},
  {"turns", 'b', 0, 1},
  {"kinds", 'q', 0, 1},
  {"mine", 'd', 0, 1},
  {"theirs", 'd', 0, 1},
  {"asked", 'q', 0, 1},
  {"figures", 'd', 0, 1},
  {"worths", 'd', 1, 1},
};

/* Whether whole numbers are all from 0 to `most`. */
static int within(const whole *numbers, Py_ssize_t count, whole most) {
  for (Py_ssize_t k = 0; k < count; k++) {
    if (numbers[k] < 0 || numbers[k] > most) return 0;
  }
  return 1;
}

static PyObject *weigh_boards(PyObject *module, PyObject *const *given, Py_ssize_t count) {
  Py_buffer held[WEIGHING_ARRAYS];
  Py_ssize_t rows[WEIGHING_ARRAYS];
  void *thread;
  (void)module;
  if (!take(given, count, "weigh_boards", WANTED_OF_WEIGHING, WEIGHING_ARRAYS, held, rows)) return NULL;
  const Py_ssize_t n = rows[WORTHS_OF_BOARDS], k = rows[KINDS];
  if ((rows[BOARDS] != 1 && rows[BOARDS] < n) || (rows[TURNS] != 1 && rows[TURNS] < n) || k > DISCS ||
      rows[MINE] < n * k || rows[THEIRS] < n * k || rows[ASKED_OF_BOARDS] != WORTH_QUESTIONS ||
      rows[WEIGHED_BY] != WORTH_FIGURES || !within(held[KINDS].buf, k, QUEEN_PIECE) ||
      !within((whole *)held[ASKED_OF_BOARDS].buf + A_FIELDS, 2 * BOARD_FIELDS, MOST_FIELD)) {
    return do_not_fit(held, WEIGHING_ARRAYS);
  }
  thread = PyEval_SaveThread();
  weigh_boards_1(held[BOARDS].buf, held[TURNS].buf, held[KINDS].buf, held[MINE].buf, held[THEIRS].buf,
                 held[ASKED_OF_BOARDS].buf, held[WEIGHED_BY].buf, held[WORTHS_OF_BOARDS].buf, rows[BOARDS], rows[TURNS],
                 k, n);
  PyEval_RestoreThread(thread);
  release(held, WEIGHING_ARRAYS);
  return none();
}

/* --- what strokes came to, and its verdicts */

enum { PACKED_OF, PACKED_ON, PACKED_FALLEN, PACKED_FACTS, PACKED_BITS, PACKED_BY, PACKED, PACKING_ARRAYS };

static const wanted_t WANTED_OF_PACKING[PACKING_ARRAYS] = {
  {"strokes", 'd', 0, 3},
  {"layouts", 'd', 0, 2 * DISCS},
  {"fallen", 'b', 0, DISCS},
  {"facts", 'q', 0, FACTS},
  {"bits", 'q', 0, 1},
  {"figures", 'd', 0, 1},
  {"packed", 'q', 1, 1},
};

static PyObject *pack_strokes(PyObject *module, PyObject *const *given, Py_ssize_t count) {
  Py_buffer held[PACKING_ARRAYS];
  Py_ssize_t rows[PACKING_ARRAYS];
  void *thread;
  (void)module;
  if (!take(given, count, "pack_strokes", WANTED_OF_PACKING, PACKING_ARRAYS, held, rows)) return NULL;
  const Py_ssize_t n = rows[PACKED_OF];
  if ((rows[PACKED_ON] != 1 && rows[PACKED_ON] < n) || rows[PACKED_FALLEN] < n || rows[PACKED_FACTS] < n ||
      rows[PACKED] < n || rows[PACKED_BITS] != FIELD_BITS || rows[PACKED_BY] != PACKING_FIGURES ||
      !within(held[PACKED_BITS].buf, FIELD_BITS, MOST_BIT)) {
    return do_not_fit(held, PACKING_ARRAYS);
  }
  thread = PyEval_SaveThread();
  pack_strokes_1(held[PACKED_OF].buf, held[PACKED_ON].buf, held[PACKED_FALLEN].buf, held[PACKED_FACTS].buf,
                 held[PACKED_BITS].buf, held[PACKED_BY].buf, held[PACKED].buf, n, rows[PACKED_ON]);
  PyEval_RestoreThread(thread);
  release(held, PACKING_ARRAYS);
  return none();
}

enum { FOUND_ON, FOUND_OF, FOUND_SLOTS, FOUND_KNOWN, FOUND_BITS, FOUND_BY, FOUND, FINDING_ARRAYS };

static const wanted_t WANTED_OF_FINDING[FINDING_ARRAYS] = {
  {"boards", 'q', 0, 1},
  {"strokes", 'q', 1, 1},
  {"slots", 'q', 0, 1},
  {"known", 'q', 0, KNOWN_COLUMNS},
  {"bits", 'q', 0, 1},
  {"asked_for", 'q', 0, 1},
  {"rows", 'q', 1, 1},
};

/* Whether so many slots can be a table: a power of two. */
static int is_table(Py_ssize_t slots) { return slots > 0 && !(slots & (slots - 1)); }

static PyObject *find_verdicts(PyObject *module, PyObject *const *given, Py_ssize_t count) {
  Py_buffer held[FINDING_ARRAYS];
  Py_ssize_t rows[FINDING_ARRAYS];
  void *thread;
  (void)module;
  if (!take(given, count, "find_verdicts", WANTED_OF_FINDING, FINDING_ARRAYS, held, rows)) return NULL;
  const Py_ssize_t n = rows[FOUND_ON];
  if (rows[FOUND_OF] < n || rows[FOUND] < n || !is_table(rows[FOUND_SLOTS]) || rows[FOUND_BITS] != FIELD_BITS ||
      rows[FOUND_BY] != 1 || !within(held[FOUND_BITS].buf, FIELD_BITS, MOST_BIT)) {
    return do_not_fit(held, FINDING_ARRAYS);
  }
  thread = PyEval_SaveThread();
  find_verdicts_1(held[FOUND_ON].buf, held[FOUND_OF].buf, held[FOUND_SLOTS].buf, held[FOUND_KNOWN].buf,
                  held[FOUND_BITS].buf, held[FOUND_BY].buf, held[FOUND].buf, n, rows[FOUND_SLOTS], rows[FOUND_KNOWN]);
  PyEval_RestoreThread(thread);
  release(held, FINDING_ARRAYS);
  return none();
}

/* --- rounds of a search */

enum {
  R_STROKES, R_ROWS, R_LAYOUTS, R_BOARDS, R_SURFACE, R_TABLE, R_BITS, R_PACKING, R_SLOTS, R_KNOWN, R_ASKED, R_HAND,
  R_NOW, R_FIELDS, R_WEIGHTS, R_SEGMENTS, R_EVENTS, R_WORTHS, R_SAID, R_PACKED, R_LEFT, R_SUMMARY, IMAGINING_ARRAYS
};

static const wanted_t WANTED_OF_IMAGINING[IMAGINING_ARRAYS] = {
  {"strokes", 'd', 0, 3},
  {"board_rows", 'q', 0, 1},
  {"layouts", 'd', 0, 2 * DISCS},
  {"boards", 'q', 0, 1},
  {"parameters", 'd', 0, 1},
  {"table", 'd', 0, 2},
  {"bits", 'q', 0, 1},
  {"figures", 'd', 0, 1},
  {"slots", 'q', 0, 1},
  {"known", 'q', 0, KNOWN_COLUMNS},
  {"asked", 'q', 0, 1},
  {"hand", 'd', 0, 1},
  {"now", 'd', 0, DISCS},
  {"fields", 'q', 0, 1},
  {"weights", 'd', 0, 1},
  {"segments", 'd', 1, SEGMENT_COLUMNS},
  {"events", 'd', 1, EVENT_COLUMNS},
  {"worths", 'd', 1, 1},
  {"said", 'q', 1, 1},
  {"packed", 'q', 1, 1},
  {"left", 'd', 1, 2 * DISCS},
  {"summary", 'q', 1, 1},
};

/* Whether what both entries take fits: where boards lie for n strokes, the verdicts, the questions. */
static int fits_round(const Py_buffer *held, const Py_ssize_t *rows, const int *at, Py_ssize_t n) {
  const Py_ssize_t boards = rows[at[1]];
  return rows[at[0]] >= n && (boards > 0 || !n) && within(held[at[0]].buf, n, boards - 1) &&
         rows[at[2]] == FIELD_BITS && within(held[at[2]].buf, FIELD_BITS, MOST_BIT) && is_table(rows[at[3]]) &&
         rows[at[4]] == ROUND_QUESTIONS && rows[at[5]] == SIGHT_FIGURES && rows[at[6]] == 2 &&
         rows[at[7]] == WORTH_QUESTIONS && within((whole *)held[at[7]].buf + A_FIELDS, 2 * BOARD_FIELDS, MOST_FIELD) &&
         rows[at[8]] == WORTH_FIGURES && rows[at[9]] >= n && rows[at[10]] >= n && rows[at[11]] >= n;
}

static PyObject *imagine_strokes(PyObject *module, PyObject *const *given, Py_ssize_t count) {
  static const int COMMON[] = {R_ROWS, R_BOARDS, R_BITS, R_SLOTS, R_ASKED, R_HAND,
                               R_NOW, R_FIELDS, R_WEIGHTS, R_WORTHS, R_SAID, R_PACKED};
  Py_buffer held[IMAGINING_ARRAYS];
  Py_ssize_t rows[IMAGINING_ARRAYS];
  void *thread;
  (void)module;
  if (!take(given, count, "imagine_strokes", WANTED_OF_IMAGINING, IMAGINING_ARRAYS, held, rows)) return NULL;
  const Py_ssize_t n = rows[R_STROKES];
  if (!fits_round(held, rows, COMMON, n) || rows[R_LAYOUTS] != rows[R_BOARDS] || rows[R_SURFACE] != PARAMETERS ||
      rows[R_TABLE] != TABLE_ROWS || rows[R_PACKING] != PACKING_FIGURES || rows[R_LEFT] < n ||
      rows[R_SUMMARY] != SUMMARY) {
    return do_not_fit(held, IMAGINING_ARRAYS);
  }
  if (!chosen_imagining) choose(best());
  thread = PyEval_SaveThread();
  chosen_imagining(held[R_STROKES].buf, held[R_ROWS].buf, held[R_LAYOUTS].buf, held[R_BOARDS].buf, held[R_SURFACE].buf,
                   held[R_TABLE].buf, held[R_BITS].buf, held[R_PACKING].buf, held[R_SLOTS].buf, held[R_KNOWN].buf,
                   held[R_ASKED].buf, held[R_HAND].buf, held[R_NOW].buf, held[R_FIELDS].buf, held[R_WEIGHTS].buf,
                   held[R_SEGMENTS].buf, held[R_EVENTS].buf, held[R_WORTHS].buf, held[R_SAID].buf, held[R_PACKED].buf,
                   held[R_LEFT].buf, held[R_SUMMARY].buf, n, rows[R_LAYOUTS], rows[R_SLOTS], rows[R_KNOWN], rows[R_SEGMENTS], rows[R_EVENTS]);
  PyEval_RestoreThread(thread);
  release(held, IMAGINING_ARRAYS);
  return none();
}

enum {
  O_FINALS, O_ROWS, O_BOARDS, O_BITS, O_SLOTS, O_KNOWN, O_ASKED, O_HAND, O_NOW, O_FIELDS, O_WEIGHTS, O_WORTHS, O_SAID,
  O_PACKED, OUTCOMES_ARRAYS
};

static const wanted_t WANTED_OF_OUTCOMES[OUTCOMES_ARRAYS] = {
  {"finals", 'd', 1, 2 * DISCS},
  {"board_rows", 'q', 0, 1},
  {"boards", 'q', 0, 1},
  {"bits", 'q', 0, 1},
  {"slots", 'q', 0, 1},
  {"known", 'q', 0, KNOWN_COLUMNS},
  {"asked", 'q', 0, 1},
  {"hand", 'd', 0, 1},
  {"now", 'd', 0, DISCS},
  {"fields", 'q', 0, 1},
  {"weights", 'd', 0, 1},
  {"worths", 'd', 1, 1},
  {"said", 'q', 1, 1},
  {"packed", 'q', 1, 1},
};

static PyObject *weigh_outcomes(PyObject *module, PyObject *const *given, Py_ssize_t count) {
  static const int COMMON[] = {O_ROWS, O_BOARDS, O_BITS, O_SLOTS, O_ASKED, O_HAND,
                               O_NOW, O_FIELDS, O_WEIGHTS, O_WORTHS, O_SAID, O_PACKED};
  Py_buffer held[OUTCOMES_ARRAYS];
  Py_ssize_t rows[OUTCOMES_ARRAYS];
  void *thread;
  (void)module;
  if (!take(given, count, "weigh_outcomes", WANTED_OF_OUTCOMES, OUTCOMES_ARRAYS, held, rows)) return NULL;
  if (!fits_round(held, rows, COMMON, rows[O_FINALS])) return do_not_fit(held, OUTCOMES_ARRAYS);
  if (!chosen_outcomes) choose(best());
  thread = PyEval_SaveThread();
  chosen_outcomes(held[O_FINALS].buf, held[O_ROWS].buf, held[O_BOARDS].buf, held[O_BITS].buf, held[O_SLOTS].buf,
                  held[O_KNOWN].buf, held[O_ASKED].buf, held[O_HAND].buf, held[O_NOW].buf, held[O_FIELDS].buf,
                  held[O_WEIGHTS].buf, held[O_WORTHS].buf, held[O_SAID].buf, held[O_PACKED].buf, rows[O_FINALS],
                  rows[O_SLOTS], rows[O_KNOWN]);
  PyEval_RestoreThread(thread);
  release(held, OUTCOMES_ARRAYS);
  return none();
}

/* --- a position as a layout */

/* Write where one piece lies and give its bit; 0 if that cannot be: its number is no int, unknown or known already in
   `there`, or its place is no place. */
static long lay_one(PyObject *piece, long there, double *layout) {
  PyObject *const number = PyTuple_Size(piece) == 3 ? PyTuple_GetItem(piece, 0) : NULL;
  if (!number || number->type != &PyLong_Type) return 0;
  const long which = PyLong_AsLong(number);
  if (which <= 0 || which >= DISCS || there >> which & 1) return 0;
  for (int axis = 0; axis < 2; axis++) {
    const double place = PyFloat_AsDouble(PyTuple_GetItem(piece, axis + 1)) + 0.0; /* no -0 */
    if (!(-FAR < place && place < FAR) || PyErr_Occurred()) return 0;
    layout[2 * which + axis] = place;
  }
  return 1L << which;
}

static const wanted_t WANTED_OF_PLACES = {"layout", 'd', 1, 2 * DISCS};

static PyObject *lay_out(PyObject *module, PyObject *const *given, Py_ssize_t count) {
  Py_buffer held;
  Py_ssize_t rows, pieces;
  long there = 0;
  (void)module;
  if (count != 2) return PyErr_Format(PyExc_TypeError, "lay_out takes pieces and an array, not %zd values", count);
  if (!take(given + 1, 1, "lay_out", &WANTED_OF_PLACES, 1, &held, &rows)) return NULL;
  if (rows != 1) return do_not_fit(&held, 1);
  for (int at = 0; at < 2 * DISCS; at++) ((double *)held.buf)[at] = __builtin_nan("");
  pieces = PyTuple_Size(given[0]);
  for (Py_ssize_t at = 0; at < pieces && there >= 0; at++) {
    const long bit = lay_one(PyTuple_GetItem(given[0], at), there, held.buf);
    there = bit ? there | bit : -1;
  }
  release(&held, 1);
  if (pieces < 0 || there < 0) PyErr_Clear();
  return PyLong_FromLong(pieces < 0 ? -1 : there);
}

/* --- random numbers */

/* numpy's SeedSequence(seed).generate_state(4), which takes it ten times as long: a decision begins with it. */
static void mix_words(uint64_t seed, uint64_t *words) {
  uint32_t pool[4] = {(uint32_t)seed, (uint32_t)(seed >> 32), 0, 0}, hash = 0x43b0d7e5u;
  for (int at = 0; at < 4; at++) {
    uint32_t mixed = pool[at] ^ hash;
    hash *= 0x931e8875u;
    mixed *= hash;
    pool[at] = mixed ^ mixed >> 16;
  }
  for (int from = 0; from < 4; from++) {
    for (int to = 0; to < 4; to++) {
      uint32_t mixed = pool[from] ^ hash;
      if (from == to) continue;
      hash *= 0x931e8875u;
      mixed *= hash;
      mixed ^= mixed >> 16;
      mixed = 0xca01f9ddu * pool[to] - 0x4973f715u * mixed;
      pool[to] = mixed ^ mixed >> 16;
    }
  }
  hash = 0x8b51f9ddu;
  for (int at = 0; at < 8; at++) {
    uint32_t mixed = pool[at & 3] ^ hash;
    hash *= 0x58f38dedu;
    mixed *= hash;
    mixed ^= mixed >> 16;
    words[at >> 1] = at & 1 ? words[at >> 1] | (uint64_t)mixed << 32 : mixed;
  }
}

static PyObject *mix_seed(PyObject *module, PyObject *const *given, Py_ssize_t count) {
  static const wanted_t wanted[] = {{"seed", 'q', 0, 1}, {"words", 'q', 1, 1}};
  Py_buffer held[2];
  Py_ssize_t rows[2];
  (void)module;
  if (!take(given, count, "mix_seed", wanted, 2, held, rows)) return NULL;
  if (rows[0] != 1 || rows[1] != 4) return do_not_fit(held, 2);
  mix_words(((uint64_t *)held[0].buf)[0], held[1].buf);
  release(held, 2);
  return none();
}

/* As numpy declares it for all who draw by its generators (numpy/random/bitgen.h). */
typedef struct {
  void *state;
  uint64_t (*next_uint64)(void *state);
  uint32_t (*next_uint32)(void *state);
  double (*next_double)(void *state);
  uint64_t (*next_raw)(void *state);
} bitgen_t;

/* A whole number below another, as `Generator.integers` draws it (Lemire, ACM Trans. Model. Comput. Simul. 29, 1). */
static whole draw_below(const bitgen_t *by, uint32_t below) {
  uint64_t drawn = (uint64_t)by->next_uint32(by->state) * below;
  if ((uint32_t)drawn < below) {
    const uint32_t least = (0u - below) % below;
    while ((uint32_t)drawn < least) drawn = (uint64_t)by->next_uint32(by->state) * below;
  }
  return (whole)(drawn >> 32);
}

static PyObject *draw_rows(PyObject *module, PyObject *const *given, Py_ssize_t count) {
  static const wanted_t wanted[] = {{"below", 'q', 0, 1}, {"wholes", 'q', 1, 1}, {"shares", 'd', 1, 1}};
  Py_buffer held[3];
  Py_ssize_t rows[3], in_a_row;
  const bitgen_t *by;
  (void)module;
  if (count != 4) return PyErr_Format(PyExc_TypeError, "draw_rows takes a generator and 3 arrays, not %zd values", count);
  by = PyCapsule_GetPointer(given[0], "BitGenerator");
  if (!by || !take(given + 1, 3, "draw_rows", wanted, 3, held, rows)) return NULL;
  if (rows[0] < 1 || rows[1] % rows[0] || rows[2] != rows[1]) return do_not_fit(held, 3);
  in_a_row = rows[1] / rows[0];
  for (Py_ssize_t row = 0; row < rows[0]; row++) {
    const whole below = ((whole *)held[0].buf)[row];
    if (below < 0 || below > INT32_MAX) return do_not_fit(held, 3);
    for (Py_ssize_t at = row * in_a_row; at < (row + 1) * in_a_row; at++) {
      if (below) ((whole *)held[1].buf)[at] = below > 1 ? draw_below(by, (uint32_t)below) : 0;
      else ((double *)held[2].buf)[at] = by->next_double(by->state);
    }
  }
  release(held, 3);
  return none();
}

/* --- strokes to think about: so few that giving the interpreter's lock away would take as long */

/* Whether an array has room for all rows of one for all of another. */
static int has_room(Py_ssize_t rows, Py_ssize_t one, Py_ssize_t other) { return !one || !other || rows / one >= other; }

static PyObject *done(Py_buffer *held, int taken) {
  release(held, taken);
  return none();
}

static PyObject *find_lines(PyObject *module, PyObject *const *given, Py_ssize_t count) {
  static const wanted_t wanted[] = {{"coins", 'd', 0, 2},      {"numbers", 'q', 0, 1},
                                    {"asked", 'q', 0, 1},      {"figures", 'd', 0, 1},
                                    {"found", 'q', 1, LINE_COLUMNS}, {"lines", 'd', 1, LINE_FIGURES},
                                    {"count", 'q', 1, 1}};
  Py_buffer held[7];
  Py_ssize_t rows[7];
  (void)module;
  if (!take(given, count, "find_lines", wanted, 7, held, rows)) return NULL;
  if (rows[0] > DISCS || rows[1] < rows[0] || rows[2] != AIM_QUESTIONS || rows[3] != AIM_FIGURES ||
      rows[4] < WAYS_TO_POCKETS * rows[0] || rows[5] < WAYS_TO_POCKETS * rows[0] || rows[6] != 1) {
    return do_not_fit(held, 7);
  }
  find_lines_1(held[0].buf, held[1].buf, held[2].buf, held[3].buf, held[4].buf, held[5].buf, held[6].buf, rows[0]);
  return done(held, 7);
}

static PyObject *find_aims(PyObject *module, PyObject *const *given, Py_ssize_t count) {
  static const wanted_t wanted[] = {{"coins", 'd', 0, 2},   {"found", 'q', 0, LINE_COLUMNS}, {"lines", 'd', 0, LINE_FIGURES},
                                    {"offsets", 'd', 0, 1}, {"figures", 'd', 0, 1},          {"chosen", 'q', 1, AIM_COLUMNS},
                                    {"strokes", 'd', 1, 3}, {"ways", 'd', 1, 1},             {"windows", 'd', 1, 1},
                                    {"count", 'q', 1, 1}};
  Py_buffer held[10];
  Py_ssize_t rows[10];
  (void)module;
  if (!take(given, count, "find_aims", wanted, 10, held, rows)) return NULL;
  if (rows[0] > DISCS || rows[2] < rows[1] || rows[4] != AIM_FIGURES || !has_room(rows[5], rows[1], rows[3]) ||
      !has_room(rows[6], rows[1], rows[3]) || !has_room(rows[7] / WAY_COLUMNS, rows[1], rows[3]) ||
      !has_room(rows[8], rows[1], rows[3]) || rows[9] != 1) {
    return do_not_fit(held, 10);
  }
  find_aims_1(held[0].buf, held[1].buf, held[2].buf, held[3].buf, held[4].buf, held[5].buf, held[6].buf, held[7].buf,
              held[8].buf, held[9].buf, rows[0], rows[1], rows[3]);
  return done(held, 10);
}

static PyObject *forgive(PyObject *module, PyObject *const *given, Py_ssize_t count) {
  static const wanted_t wanted[] = {{"lengths", 'd', 0, 1}, {"windows", 'd', 0, 1}, {"cosines", 'd', 0, 1},
                                    {"hand", 'd', 0, 1},    {"powers", 'd', 1, 1}};
  Py_buffer held[5];
  Py_ssize_t rows[5];
  (void)module;
  if (!take(given, count, "forgive", wanted, 5, held, rows)) return NULL;
  if (rows[0] < rows[2] || rows[1] < rows[2] || rows[3] != FORGIVING_FIGURES || rows[4] < rows[2]) {
    return do_not_fit(held, 5);
  }
  forgive_1(held[0].buf, held[1].buf, held[2].buf, held[3].buf, held[4].buf, rows[2]);
  return done(held, 5);
}

static PyObject *rank_strokes(PyObject *module, PyObject *const *given, Py_ssize_t count) {
  static const wanted_t wanted[] = {{"worths", 'd', 0, 1}, {"liked", 'd', 0, 1}, {"spreads", 'd', 0, 1},
                                    {"room", 'd', 1, 1},   {"order", 'q', 1, 1}, {"merged", 'q', 1, 1}};
  Py_buffer held[6];
  Py_ssize_t rows[6];
  (void)module;
  if (!take(given, count, "rank_strokes", wanted, 6, held, rows)) return NULL;
  for (int at = 1; at < 6; at++) {
    if (rows[at] < rows[0]) return do_not_fit(held, 6);
  }
  rank_strokes_1(held[0].buf, held[1].buf, held[2].buf, held[3].buf, held[4].buf, held[5].buf, rows[0]);
  return done(held, 6);
}

static PyObject *pair_errors(PyObject *module, PyObject *const *given, Py_ssize_t count) {
  static const wanted_t wanted[] = {
    {"half", 'd', 0, 3}, {"slips", 'd', 0, 1}, {"hand", 'd', 0, 1}, {"errors", 'd', 1, 3}};
  Py_buffer held[4];
  Py_ssize_t rows[4];
  (void)module;
  if (!take(given, count, "pair_errors", wanted, 4, held, rows)) return NULL;
  if (rows[1] < rows[0] || rows[2] != 2) return do_not_fit(held, 4);
  pair_errors_1(held[0].buf, held[1].buf, held[2].buf, held[3].buf, rows[0], rows[3]);
  return done(held, 4);
}

static PyObject *choose_ideas(PyObject *module, PyObject *const *given, Py_ssize_t count) {
  static const wanted_t wanted[] = {{"order", 'q', 0, 1}, {"family", 'q', 0, 1}, {"coin", 'q', 0, 1},
                                    {"pocket", 'q', 0, 1}, {"most", 'q', 0, 1},  {"taken", 'q', 1, 1},
                                    {"count", 'q', 1, 1}};
  Py_buffer held[7];
  Py_ssize_t rows[7];
  (void)module;
  if (!take(given, count, "choose_ideas", wanted, 7, held, rows)) return NULL;
  if (rows[2] < rows[1] || rows[3] < rows[1] || rows[4] != 2 || rows[5] < rows[0] || rows[6] != 1) {
    return do_not_fit(held, 7);
  }
  choose_ideas_1(held[0].buf, held[1].buf, held[2].buf, held[3].buf, held[4].buf, held[5].buf, held[6].buf, rows[0],
                 rows[1]);
  return done(held, 7);
}

static PyObject *into_domain(PyObject *module, PyObject *const *given, Py_ssize_t count) {
  static const wanted_t wanted[] = {
    {"strokes", 'd', 0, 3}, {"spans", 'd', 0, 2}, {"angles", 'd', 0, 2}, {"speeds", 'd', 0, 1}, {"made", 'd', 1, 3}};
  Py_buffer held[5];
  Py_ssize_t rows[5];
  (void)module;
  if (!take(given, count, "into_domain", wanted, 5, held, rows)) return NULL;
  if (rows[3] != 2 || rows[4] < rows[0]) return do_not_fit(held, 5);
  into_domain_1(held[0].buf, held[1].buf, held[2].buf, held[3].buf, held[4].buf, rows[0], rows[1], rows[2]);
  return done(held, 5);
}

static PyObject *spread_strokes(PyObject *module, PyObject *const *given, Py_ssize_t count) {
  static const wanted_t wanted[] = {{"strokes", 'd', 0, 3}, {"errors", 'd', 0, 3}, {"hand", 'd', 0, 1},
                                    {"spans", 'd', 0, 2},   {"angles", 'd', 0, 2}, {"speeds", 'd', 0, 1},
                                    {"meant", 'd', 1, 3},   {"made", 'd', 1, 3}};
  Py_buffer held[8];
  Py_ssize_t rows[8];
  (void)module;
  if (!take(given, count, "spread_strokes", wanted, 8, held, rows)) return NULL;
  if (rows[2] != 3 || rows[5] != 2 || !has_room(rows[6], rows[0], rows[1]) || !has_room(rows[7], rows[0], rows[1])) {
    return do_not_fit(held, 8);
  }
  spread_strokes_1(held[0].buf, held[1].buf, held[2].buf, held[3].buf, held[4].buf, held[5].buf, held[6].buf,
                   held[7].buf, rows[0], rows[1], rows[3], rows[4]);
  return done(held, 8);
}

static PyObject *fan_out(PyObject *module, PyObject *const *given, Py_ssize_t count) {
  static const wanted_t wanted[] = {{"strokes", 'd', 0, 3},      {"family", 'q', 0, 1},  {"windows", 'd', 0, 1},
                                    {"rows", 'q', 0, 1},         {"turns", 'd', 0, 1},   {"speeds_tried", 'd', 0, 1},
                                    {"figures", 'd', 0, 1},      {"spans", 'd', 0, 2},   {"angles", 'd', 0, 2},
                                    {"speeds", 'd', 0, 1},       {"made", 'd', 1, 3}};
  Py_buffer held[11];
  Py_ssize_t rows[11];
  (void)module;
  if (!take(given, count, "fan_out", wanted, 11, held, rows)) return NULL;
  if (rows[1] < rows[0] || rows[2] < rows[0] || rows[6] != FAN_FIGURES || rows[9] != 2 ||
      (rows[3] && (!has_room(rows[10], rows[4], rows[5]) || !has_room(rows[10], rows[4] * rows[5], rows[3])))) {
    return do_not_fit(held, 11);
  }
  fan_out_1(held[0].buf, held[1].buf, held[2].buf, held[3].buf, held[4].buf, held[5].buf, held[6].buf, held[7].buf,
            held[8].buf, held[9].buf, held[10].buf, rows[0], rows[3], rows[4], rows[5], rows[7], rows[8]);
  return done(held, 11);
}

static PyObject *aim_anywhere(PyObject *module, PyObject *const *given, Py_ssize_t count) {
  static const wanted_t wanted[] = {{"coins", 'd', 0, 2}, {"which", 'q', 0, 1}, {"beside", 'd', 0, 2},
                                    {"mirrored", 'd', 0, 1}, {"axes", 'q', 0, 1}, {"sides", 'd', 0, 1},
                                    {"offsets", 'd', 0, 1}, {"figures", 'd', 0, 1}, {"ways", 'd', 1, 1}};
  Py_buffer held[9];
  Py_ssize_t rows[9];
  (void)module;
  if (!take(given, count, "aim_anywhere", wanted, 9, held, rows)) return NULL;
  if (!rows[0] || rows[2] < rows[1] || rows[3] < rows[1] || rows[4] < rows[1] || rows[5] < rows[1] ||
      rows[6] < rows[1] || rows[7] != ANYWHERE_FIGURES || rows[8] / 2 < rows[1]) {
    return do_not_fit(held, 9);
  }
  aim_anywhere_1(held[0].buf, held[1].buf, held[2].buf, held[3].buf, held[4].buf, held[5].buf, held[6].buf, held[7].buf,
                 held[8].buf, rows[0], rows[1]);
  return done(held, 9);
}

static PyObject *keep_apart(PyObject *module, PyObject *const *given, Py_ssize_t count) {
  static const wanted_t wanted[] = {{"strokes", 'd', 0, 3}, {"order", 'q', 0, 1}, {"cells", 'd', 0, 1},
                                    {"most", 'q', 0, 1},    {"room", 'd', 1, 3},  {"taken", 'q', 1, 1},
                                    {"count", 'q', 1, 1}};
  Py_buffer held[7];
  Py_ssize_t rows[7];
  (void)module;
  if (!take(given, count, "keep_apart", wanted, 7, held, rows)) return NULL;
  if (rows[2] != 3 || rows[3] != 1 || rows[4] < rows[1] || rows[5] < rows[1] || rows[6] != 1) {
    return do_not_fit(held, 7);
  }
  keep_apart_1(held[0].buf, held[1].buf, held[2].buf, held[3].buf, held[4].buf, held[5].buf, held[6].buf, rows[0],
               rows[1]);
  return done(held, 7);
}

/* --- the module */


static PyMethodDef METHODS[] = {
  {"simulate_strokes", (void *)simulate_strokes, METH_FASTCALL,
   "Play strokes one after the other: carrom.physics.kernel.simulate_strokes, compiled."},
  {"guess_chances", (void *)guess_chances, METH_FASTCALL,
   "Guess the chances of pieces in many positions: carrom.physics.sight.guess_chances, compiled."},
  {"find_clear_ways", (void *)find_clear_ways, METH_FASTCALL,
   "Say which ways pass all points: carrom.physics.sight.find_clear_ways, compiled."},
  {"share_samples", (void *)share_samples, METH_FASTCALL,
   "Say what strokes lead to by their neighbours' samples: carrom.physics.sight.share_samples, compiled."},
  {"put_back_pieces", (void *)put_back_pieces, METH_FASTCALL,
   "Lay on many boards what comes back: carrom.physics.returning.put_back_pieces, compiled."},
  {"weigh_boards", (void *)weigh_boards, METH_FASTCALL,
   "Say what boards are worth: carrom.physics.worths.weigh_boards, compiled."},
  {"pack_strokes", (void *)pack_strokes, METH_FASTCALL,
   "Pack what strokes came to: carrom.physics.rounds.pack_strokes, compiled."},
  {"find_verdicts", (void *)find_verdicts, METH_FASTCALL,
   "Find verdicts among those known: carrom.physics.rounds.find_verdicts, compiled."},
  {"imagine_strokes", (void *)imagine_strokes, METH_FASTCALL,
   "Play strokes and weigh what they lead to: carrom.physics.rounds.imagine_strokes, compiled."},
  {"weigh_outcomes", (void *)weigh_outcomes, METH_FASTCALL,
   "Weigh what strokes led to: carrom.physics.rounds.weigh_outcomes, compiled."},
  {"find_lines", (void *)find_lines, METH_FASTCALL,
   "Find free ways of coins into pockets: carrom.physics.aims.find_lines, compiled."},
  {"find_aims", (void *)find_aims, METH_FASTCALL,
   "Find from where the striker sends coins along them: carrom.physics.aims.find_aims, compiled."},
  {"forgive", (void *)forgive, METH_FASTCALL,
   "Say how much of a hand aims forgive: carrom.physics.aims.forgive, compiled."},
  {"rank_strokes", (void *)rank_strokes, METH_FASTCALL,
   "Say which strokes are worth most: carrom.physics.aims.rank_strokes, compiled."},
  {"pair_errors", (void *)pair_errors, METH_FASTCALL,
   "Make errors of a hand in pairs: carrom.physics.aims.pair_errors, compiled."},
  {"choose_ideas", (void *)choose_ideas, METH_FASTCALL,
   "Keep the first of an order, few of the same idea: carrom.physics.aims.choose_ideas, compiled."},
  {"into_domain", (void *)into_domain, METH_FASTCALL,
   "Move strokes to the nearest that may be made: carrom.physics.aims.into_domain, compiled."},
  {"spread_strokes", (void *)spread_strokes, METH_FASTCALL,
   "Say what strokes become under the errors of a hand: carrom.physics.aims.spread_strokes, compiled."},
  {"fan_out", (void *)fan_out, METH_FASTCALL,
   "Give strokes a fan of directions and speeds: carrom.physics.aims.fan_out, compiled."},
  {"aim_anywhere", (void *)aim_anywhere, METH_FASTCALL,
   "Say which way strokes go at some piece: carrom.physics.aims.aim_anywhere, compiled."},
  {"keep_apart", (void *)keep_apart, METH_FASTCALL,
   "Keep the first of an order, no two nearly the same: carrom.physics.aims.keep_apart, compiled."},
  {"lay_out", (void *)lay_out, METH_FASTCALL,
   "Write the places of a position's pieces into a layout; give the mask of their numbers, -1 if they cannot lie so."},
  {"draw_rows", (void *)draw_rows, METH_FASTCALL, "Draw rows of whole numbers and of shares by a generator of numpy."},
  {"mix_seed", (void *)mix_seed, METH_FASTCALL, "Mix a seed as numpy does: four words to begin a generator with."},
  {"use", (void *)use, METH_O, "Play by variant 1 or 3 of the kernel, or by the best one (0); say which it is now."},
  {0},
};
static PyModuleDef_Slot SLOTS[] = {{0}};
static PyModuleDef MODULE = {
  .base = {1, 0}, .name = "_kernel", .doc = "The compiled kernel.", .methods = METHODS, .slots = SLOTS};

TO_PYTHON PyObject *PyInit__kernel(void) { return PyModuleDef_Init(&MODULE); }

#if defined(_WIN32)
/* The system calls this when the file is loaded; there is no C library whose own would do. */
int DllMainCRTStartup(void *module, unsigned reason, void *reserved) {
  (void)module, (void)reason, (void)reserved;
  return 1;
}
int _fltused; /* floats are used: nothing to be done for it */
#endif
