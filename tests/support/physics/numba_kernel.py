"""The kernel's source compiled by numba: another way to machine code, which the compiled kernel is held to."""

import ast
import hashlib
import sys
from collections.abc import Callable
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from tools import c_translation, kernel_arrays, kernel_in_c

FOLDER = Path(__file__).resolve().parents[3] / ".data" / "tests" / "numba"  # compiled once a checkout and source
OPTIONS = 'error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False'
ENTRY = (
    'njit("void(f8[:,::1], f8[:,:,::1], f8[::1], f8[:,::1], f8[:,:,::1], i1[:,::1], i8[:,::1], f8[::1], f8[:,::1], '
    'f8[:,::1])", cache=True, error_model="numpy")'
)


@cache
def simulate_strokes() -> Callable[..., None]:
    """The kernel's entry as numba compiles it: some 20 s, once."""
    text = decorated(kernel_in_c.source_text())
    path = FOLDER / f"kernel_{hashlib.sha256(text.encode()).hexdigest()[:16]}.py"
    if not path.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    spec = spec_from_file_location(path.stem, path)
    assert spec and spec.loader
    module = sys.modules[path.stem] = module_from_spec(spec)  # numba's cache names the module
    spec.loader.exec_module(module)
    entry: Callable[..., None] = module.simulate_strokes
    return entry


def decorated(source: str) -> str:
    """The same module, each function handed to numba."""
    tree = ast.parse(source)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name != c_translation.MARK:
            inlined = ", forceinline=True" if node.decorator_list else ""
            decorator = ENTRY if node.name == kernel_arrays.ENTRY else f"njit({OPTIONS}{inlined})"
            node.decorator_list = [ast.parse(decorator, mode="eval").body]
    return f"from numba import njit\n{ast.unparse(tree)}\n"
