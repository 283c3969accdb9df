/* The part of CPython's stable ABI (3.11 and later) that module.c uses.

   Declared here, so a compiler is all that is needed: no headers of Python's, which differ from version to version in
   what they leave in a file, and no library of the system's. */
#ifndef CARROM_PYTHON_H
#define CARROM_PYTHON_H
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#ifndef FROM_PYTHON
#define FROM_PYTHON extern __declspec(dllimport)
#endif
#define TO_PYTHON __declspec(dllexport)
#else
#define FROM_PYTHON extern
#define TO_PYTHON __attribute__((visibility("default")))
#endif

typedef intptr_t Py_ssize_t;
typedef struct object { Py_ssize_t count; void *type; } PyObject;
typedef struct {
  void *buf;
  PyObject *obj;
  Py_ssize_t len, itemsize;
  int readonly, ndim;
  char *format;
  Py_ssize_t *shape, *strides, *suboffsets;
  void *internal;
} Py_buffer;
typedef struct { const char *name; void *function; int flags; const char *doc; } PyMethodDef;
typedef struct { int slot; void *value; } PyModuleDef_Slot;
typedef struct {
  PyObject base;
  void *init;
  Py_ssize_t index;
  PyObject *copy;
  const char *name, *doc;
  Py_ssize_t size;
  PyMethodDef *methods;
  PyModuleDef_Slot *slots;
  void *traverse, *clear, *free;
} PyModuleDef;
#define METH_FASTCALL 0x80
#define METH_O 0x08
#define PyBUF_WRITABLE 0x01
#define PyBUF_FORMAT 0x04
#define PyBUF_C_CONTIGUOUS 0x38 /* with strides and shape */

FROM_PYTHON int PyObject_GetBuffer(PyObject *, Py_buffer *, int);
FROM_PYTHON void PyBuffer_Release(Py_buffer *);
FROM_PYTHON PyObject *PyErr_Format(PyObject *, const char *, ...);
FROM_PYTHON PyObject *PyErr_Occurred(void);
FROM_PYTHON void *PyEval_SaveThread(void);
FROM_PYTHON void PyEval_RestoreThread(void *);
FROM_PYTHON long PyLong_AsLong(PyObject *);
FROM_PYTHON PyObject *PyLong_FromLong(long);
FROM_PYTHON double PyFloat_AsDouble(PyObject *);
FROM_PYTHON Py_ssize_t PyTuple_Size(PyObject *);
FROM_PYTHON PyObject *PyTuple_GetItem(PyObject *, Py_ssize_t);
FROM_PYTHON void PyErr_Clear(void);
FROM_PYTHON void *PyCapsule_GetPointer(PyObject *, const char *);
FROM_PYTHON PyObject *PyModuleDef_Init(PyModuleDef *);
FROM_PYTHON void Py_IncRef(PyObject *);
FROM_PYTHON PyObject _Py_NoneStruct, PyLong_Type;
FROM_PYTHON PyObject *PyExc_TypeError, *PyExc_ValueError;

#endif
