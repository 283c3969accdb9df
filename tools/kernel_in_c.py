"""The kernel as C: `src/carrom/physics/kernel.py` written again as one file, operation by operation.

`./carrom test golden` writes kernel.h (figures) and kernel.c (functions) into `src/carrom/physics/native/`, beside them
sight.c from `src/carrom/physics/sight.py` (what computers ask of many positions), worths.c from
`src/carrom/physics/worths.py` (what boards are worth to them), aims.c from `src/carrom/physics/aims.py` (strokes that
they think about) and returning.c from
`src/carrom/physics/returning.py` (where pieces lie that come back) by the same rules, and for pages figures.js and
sliding.js into `src/carrom_web/static/physics/`. One source, so that no two engines can drift apart: a test holds the
committed files to it, others hold what they compute to numba's, bit for bit. The C text needs no header of the system
but <stdint.h>, calls no function of a library and holds no state, so it serves as native code, as WebAssembly and as
device code. The compiler's command sets

* CARROM_ENTRY, CARROM_SIGHT, CARROM_WAYS, CARROM_SHARING, CARROM_RETURNING, CARROM_WEIGHING: the names of the
  entries, so that one binary can hold several variants;
* CARROM_WHOLE: the type of whole numbers, int64_t as in numpy's arrays, int32_t as in a page's.

Arithmetic keeps its order and its brackets, so bits are the same wherever + - * / and sqrt round as IEEE 754 says:
compile with `-ffp-contract=off`. What would mean something else in C is refused.
"""

import ast
import json
from pathlib import Path

from tools.c_translation import Module, constants_of, number_text
from tools.kernel_arrays import (
    AIMS,
    ANYWHERE,
    APART,
    DOMAIN,
    ENTRIES,
    ENTRY,
    FANS,
    FINDING,
    FORGIVING,
    IDEAS,
    IMAGINING,
    LENGTHS,
    LINES,
    OUTCOMES,
    PACKING,
    PAIRS,
    RANKS,
    RETURNING,
    SHARING,
    SIGHT,
    SPREAD,
    WAYS,
    WEIGHING,
)

ROOT = Path(__file__).resolve().parent.parent
PHYSICS = ROOT / "src" / "carrom" / "physics"
FOLDER = PHYSICS / "native"
HEADER = """\
/* {title}

   Made from src/carrom/physics/{source} by `./carrom test golden` (tools/kernel_in_c.py): change that file, never this
   one. {text} */
"""
FIGURES_BEGIN = """\
#include <stdint.h>
#ifndef CARROM_WHOLE
#define CARROM_WHOLE int64_t
#endif
typedef CARROM_WHOLE whole;
"""
FUNCTIONS_BEGIN = """\
#include "{figures}"
#if __FLT_EVAL_METHOD__ < 0 || __FLT_EVAL_METHOD__ > 1
#error "Each operation on doubles must round to a double (on 32-bit x86: -msse2 -mfpmath=sse)."
#endif
{names}
#define INLINED static inline __attribute__((always_inline))
typedef struct {{ double a, b; }} two_floats;
typedef struct {{ double a; whole b; }} float_and_whole;
"""


MODULE_HEADER = """\
/**
 * {title}
 *
 * Made from src/carrom/physics/{source} by `./carrom test golden`: change that file, never this one.
{text} */
"""


def source_text(name: str = "kernel.py") -> str:
    """The text of kernel.py, or of another source beside it."""
    return (PHYSICS / name).read_text(encoding="utf-8")


def functions_text(source: str) -> str:
    """The text of kernel.c."""
    title = "The kernel: discs that slide, spin, meet, rebound and fall, from event to event."
    text = "Names and order of operations are those of the source.\n   Compile with -ffp-contract=off, or bits differ."
    begin = FUNCTIONS_BEGIN.format(figures="kernel.h", names=_names(ENTRY))
    return HEADER.format(title=title, source="kernel.py", text=text) + begin + Module(source).text()


def figures_text(source: str) -> str:
    """The text of kernel.h."""
    title, text = "The named figures of the kernel.", "An array's columns are counted here too."
    lines = [HEADER.format(title=title, source="kernel.py", text=text), FIGURES_BEGIN]
    lines += _defined(constants_of(source))
    lines += ["", "/* Rows of arrays that have as many in every call. */"]
    lines += [f"#define {name.upper()}_ROWS {rows}" for name, rows in LENGTHS.items()]
    return "\n".join(lines) + "\n"


def sight_figures_text(source: str) -> str:
    """The text of sight.h."""
    return _figures_text(source, "sight", "The named figures of chances.", "kernel.h")


def sight_text(source: str) -> str:
    """The text of sight.c."""
    return _functions_text(
        Module(source, constants_of(source_text())),
        "sight",
        "Chances of pieces to be pocketed by one good stroke, for many positions at once.",
        SIGHT,
        WAYS,
        SHARING,
    )


def returning_figures_text(source: str) -> str:
    """The text of returning.h."""
    return _figures_text(source, "returning", "The named figures of pieces that come back.", "kernel.h")


def returning_text(source: str) -> str:
    """The text of returning.c."""
    return _functions_text(
        Module(source, constants_of(source_text())),
        "returning",
        "Where pieces lie that come back after strokes, on many boards at once.",
        RETURNING,
    )


def worths_figures_text(source: str) -> str:
    """The text of worths.h."""
    return _figures_text(source, "worths", "The named figures of what boards are worth.", "kernel.h")


def worths_text(source: str) -> str:
    """The text of worths.c."""
    return _functions_text(
        Module(source, constants_of(source_text())),
        "worths",
        "What boards are worth by counts and chances, for many of them at once.",
        WEIGHING,
    )


def rounds_figures_text(source: str) -> str:
    """The text of rounds.h."""
    return _figures_text(source, "rounds", "The named figures of rounds of a search.", "sight.h", "worths.h")


def rounds_text(source: str) -> str:
    """The text of rounds.c."""
    kernel = Module(source_text())
    others = [kernel, *(Module(source_text(name), kernel.constants) for name in ("sight.py", "worths.py"))]
    known = {name: value for other in others for name, value in other.constants.items()}
    entries = (PACKING, FINDING, OUTCOMES, IMAGINING, ENTRY, SIGHT, WEIGHING)
    return _functions_text(
        Module(source, known, others), "rounds", "Rounds of a search: strokes in, worths out.", *entries
    )


def aims_figures_text(source: str) -> str:
    """The text of aims.h."""
    return _figures_text(source, "aims", "The named figures of strokes to think about.", "kernel.h")


def aims_text(source: str) -> str:
    """The text of aims.c."""
    kernel = Module(source_text())
    others = [kernel, Module(source_text("sight.py"), kernel.constants)]
    entries = (LINES, AIMS, IDEAS, DOMAIN, SPREAD, FANS, ANYWHERE, APART, FORGIVING, RANKS, PAIRS, WAYS)
    return _functions_text(
        Module(source, kernel.constants, others),
        "aims",
        "Strokes that a computer thinks about, listed by geometry.",
        *entries,
    )


def _figures_text(source: str, name: str, title: str, *included: str) -> str:
    """The text of a header beside kernel.h: the figures of a source, after the headers of those that it builds on."""
    text = "Those of the kernel are known there too."
    if len(included) > 1:
        text = "Those of the files that it calls are known there too."
    lines = [HEADER.format(title=title, source=f"{name}.py", text=text), *(f'#include "{one}"' for one in included)]
    return "\n".join([*lines, *_defined(constants_of(source))]) + "\n"


def _functions_text(module: Module, name: str, title: str, *entries: str) -> str:
    """The text of a source's functions beside kernel.c."""
    header = HEADER.format(title=title, source=f"{name}.py", text="As kernel.c in all else.")
    return header + FUNCTIONS_BEGIN.format(figures=f"{name}.h", names=_names(*entries)) + module.text()


def _names(*entries: str) -> str:
    """The entries' names where the compiler sets no others."""
    return "\n".join(f"#ifndef {ENTRIES[entry]}\n#define {ENTRIES[entry]} {entry}\n#endif" for entry in entries)


def _defined(figures: dict[str, int | float]) -> list[str]:
    return [f"#define {name} {number_text(value)}" for name, value in figures.items()]


# --- what pages know of the kernel besides its compiled self


def figures_module() -> str:
    """The text of figures.js."""
    title = "The kernel's named figures: where what stands in its arrays, kinds of events, statuses."
    figures = constants_of(source_text())
    lines = [MODULE_HEADER.format(title=title, source="kernel.py", text="")]
    lines += ["/** Grows whenever a stroke may end otherwise, in the last bit, than it did before. */"]
    lines += [f"export const ENGINE = {json.dumps(engine())};"]
    lines += [f"export const {name} = {repr(value).replace('inf', 'Infinity')};" for name, value in figures.items()]
    return "\n".join(lines) + "\n"


def sliding_module() -> str:
    """The text of sliding.js: the table of `build_sliding_table`, rows one after the other."""
    rows = json.loads((PHYSICS / "sliding.json").read_text(encoding="ascii"))
    title = "The table of a disc that slides and spins: force and torque on an even grid of R w / (v + R w)."
    shapes = " *\n * Shapes: (257, 2), rows one after the other.\n"
    lines = [f"  {force!r}, {torque!r}," for force, torque in rows]
    header = MODULE_HEADER.format(title=title, source="sliding.json", text=shapes)
    return "\n".join([f"{header}export const SLIDING = new Float64Array([", *lines, "]);", ""])


def engine() -> str:
    """The engine's version, as `carrom.physics.surface` tells it."""
    for node in ast.parse((PHYSICS / "surface.py").read_text(encoding="utf-8")).body:
        match node:
            case ast.Assign(targets=[ast.Name(id="ENGINE")], value=ast.Constant(value=str() as version)):
                return version
            case _:
                pass
    raise ValueError("surface.py names no ENGINE")
