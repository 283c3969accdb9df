/* Plays the strokes of its standard input by the committed extension module for Windows, without Python: see
   test_other_processors.py, and play_on_arm.c for what goes in and out (facts as whole numbers of 32 bits).

   Compiled twice: with PYTHON as a python3.dll that has what module.c takes from it, for arrays alone; else as the program,
   which loads the module that its command line names last and calls it as Python does. */
#if defined(PYTHON)
#define FROM_PYTHON extern __declspec(dllexport)
#endif
#include "kernel.h"
#include "python.h"

typedef struct { PyObject base; void *memory; Py_ssize_t size, item; char kind[2]; } array_t;

#if defined(PYTHON)
PyObject _Py_NoneStruct, PyLong_Type;
static PyObject type_error, value_error;
PyObject *PyExc_TypeError = &type_error, *PyExc_ValueError = &value_error;

int PyObject_GetBuffer(PyObject *given, Py_buffer *view, int flags) {
  array_t *const array = (array_t *)given;
  (void)flags;
  view->obj = given, view->buf = array->memory, view->len = array->size, view->itemsize = array->item;
  view->format = array->kind, view->readonly = 0;
  return 0;
}
void PyBuffer_Release(Py_buffer *view) { view->obj = 0; }
PyObject *PyErr_Format(PyObject *kind, const char *text, ...) { return (void)kind, (void)text, (PyObject *)0; }
PyObject *PyErr_Occurred(void) { return 0; }
void PyErr_Clear(void) {}
void *PyCapsule_GetPointer(PyObject *given, const char *name) { return (void)given, (void)name, (void *)0; }
void *PyEval_SaveThread(void) { return 0; }
void PyEval_RestoreThread(void *thread) { (void)thread; }
long PyLong_AsLong(PyObject *given) { return (long)((array_t *)given)->size; }
PyObject *PyLong_FromLong(long value) { return value ? &PyLong_Type : 0; }
double PyFloat_AsDouble(PyObject *given) { return (void)given, 0.0; }
Py_ssize_t PyTuple_Size(PyObject *given) { return (void)given, 0; }
PyObject *PyTuple_GetItem(PyObject *given, Py_ssize_t at) { return (void)given, (void)at, (PyObject *)0; }
PyObject *PyModuleDef_Init(PyModuleDef *module) { return (PyObject *)module; }
void Py_IncRef(PyObject *given) { (void)given; }
int DllMainCRTStartup(void *module, unsigned reason, void *reserved) {
  return (void)module, (void)reason, (void)reserved, 1;
}
int _fltused;
#else
#define SYSTEM __declspec(dllimport)
SYSTEM void *GetStdHandle(unsigned which);
SYSTEM int ReadFile(void *file, void *memory, unsigned size, unsigned *got, void *none);
SYSTEM int WriteFile(void *file, const void *memory, unsigned size, unsigned *put, void *none);
SYSTEM void *LoadLibraryA(const char *name);
SYSTEM void *GetProcAddress(void *library, const char *name);
SYSTEM char *GetCommandLineA(void);
SYSTEM void ExitProcess(unsigned status);

#define ROWS 40000
#define ARRAY(name, letter, count) \
  {{1, 0}, name, (count) * (Py_ssize_t)sizeof name[0], (Py_ssize_t)sizeof name[0], letter}
typedef PyObject *entry_t(PyObject *module, PyObject *const *given, Py_ssize_t count);
typedef PyObject *one_t(PyObject *module, PyObject *given);

static double table[2 * TABLE_ROWS], given[3 + 2 * DISCS + PARAMETERS], finals[2 * DISCS], duration[1];
static double segments[ROWS * SEGMENT_COLUMNS], events[ROWS * EVENT_COLUMNS];
static int8_t fallen[DISCS];
static whole facts[FACTS];
int _fltused;

static int is(const char *one, const char *other) {
  while (*one && *one == *other) one++, other++;
  return *one == *other;
}

static void *method(const PyModuleDef *module, const char *name) {
  for (const PyMethodDef *at = module->methods; at->name; at++) {
    if (is(at->name, name)) return at->function;
  }
  ExitProcess(3);
  return 0;
}

static int whole_read(void *memory, unsigned size) {
  unsigned got;
  for (char *at = memory; size; at += got, size -= got) {
    if (!ReadFile(GetStdHandle(-10u), at, size, &got, 0) || !got) return 0;
  }
  return 1;
}

static void write_out(const void *memory, unsigned size) {
  unsigned put;
  for (const char *at = memory; size; at += put, size -= put) {
    if (!WriteFile(GetStdHandle(-11u), at, size, &put, 0) || !put) ExitProcess(2);
  }
}

/* The command line's last word; before it stands the number of the kernel's variant. */
static char *last_word(int *variant) {
  char *at = GetCommandLineA(), *word = at;
  for (; *at; at++) {
    if (*at == ' ' && at[1]) word = at + 1;
  }
  *variant = word[-2] - '0';
  return word;
}

void start(void) {
  int variant;
  void *const library = LoadLibraryA(last_word(&variant));
  PyObject *(*const begin)(void) = library ? (PyObject * (*)(void)) GetProcAddress(library, "PyInit__kernel") : 0;
  if (!begin || !whole_read(table, sizeof table)) ExitProcess(1);
  const PyModuleDef *const module = (PyModuleDef *)begin();
  array_t wanted = {{1, 0}, 0, variant, 0, ""};
  if (!((one_t *)method(module, "use"))(0, &wanted.base)) ExitProcess(4);
  entry_t *const play = (entry_t *)method(module, "simulate_strokes");
  array_t arrays[] = {
    {{1, 0}, given, 24, 8, "d"},
    {{1, 0}, given + 3, 16 * DISCS, 8, "d"},
    {{1, 0}, given + 3 + 2 * DISCS, 8 * PARAMETERS, 8, "d"},
    ARRAY(table, "d", 2 * TABLE_ROWS),
    ARRAY(finals, "d", 2 * DISCS),
    ARRAY(fallen, "b", DISCS),
    ARRAY(facts, "q", FACTS),
    ARRAY(duration, "d", 1),
    ARRAY(segments, "d", ROWS * SEGMENT_COLUMNS),
    ARRAY(events, "d", ROWS * EVENT_COLUMNS),
  };
  PyObject *handed[10];
  for (int k = 0; k < 10; k++) handed[k] = &arrays[k].base;
  while (whole_read(given, sizeof given)) {
    for (int k = 0; k < 2 * DISCS; k++) finals[k] = __builtin_nan("");
    for (int k = 0; k < DISCS; k++) fallen[k] = -1;
    for (int k = 0; k < FACTS; k++) facts[k] = 0;
    if (!play(0, handed, 10)) ExitProcess(5);
    write_out(finals, sizeof finals);
    write_out(fallen, sizeof fallen);
    for (int k = 0; k < FACTS; k++) {
      const int32_t fact = (int32_t)facts[k];
      write_out(&fact, sizeof fact);
    }
    write_out(duration, sizeof duration);
    write_out(segments, 8u * SEGMENT_COLUMNS * (unsigned)facts[F_SEGMENT_ROWS]);
    write_out(events, 8u * EVENT_COLUMNS * (unsigned)facts[F_EVENT_ROWS]);
  }
  ExitProcess(0);
}
#endif
