"""The standard library of a page's Python, compiled once: `carrom offline` runs this in Pyodide, which Node.js starts.

Pyodide brings the library as source alone, which every page would compile again: half of the CPU of its start. What a
page loads is compiled, and not packed: as a whole, gzipped, it is shorter. Other modules stay source, since a later
version of the site may import them. What needs processes, sockets, a terminal or mail, and what tests, is left out.
"""

import functools
import importlib.util
import marshal
import sys
import zipfile

LEFT_OUT = frozenset(
    "_pyrepl antigravity bdb cProfile cmd compileall ctypes doctest ensurepip ftplib http imaplib mailbox "
    "mimetypes modulefinder multiprocessing netrc optparse pdb pickletools plistlib poplib profile pstats pty pyclbr "
    "pydoc pydoc_data rlcompleter shelve smtplib socketserver sqlite3 symtable tabnanny tarfile this timeit trace tty "
    "unittest wave webbrowser wsgiref xml xmlrpc zipapp".split()
)
UNCHECKED = 1  # PEP 552: nobody compares the hash in a compiled file with a source
LONG_AGO = (1980, 1, 1, 0, 0, 0)


def write_compiled(source: str, target: str) -> None:
    """Write the library of one zip file into another, for the Python that runs this: compiled is what it has loaded."""
    loaded = _loaded()
    with zipfile.ZipFile(source) as library, zipfile.ZipFile(target, "w") as result:
        for name in sorted(library.namelist()):
            content = library.read(name)
            if name in loaded:
                compiled = _compiled(content, loaded[name])
                result.writestr(zipfile.ZipInfo(f"{name}c", LONG_AGO), compiled)
            elif not name.endswith("/") and name.split("/")[0].removesuffix(".py") not in LEFT_OUT:
                result.writestr(zipfile.ZipInfo(name, LONG_AGO), content, zipfile.ZIP_DEFLATED, 9)


def _loaded() -> dict[str, str]:
    """Return the files that this Python's modules come from, by their names in the library."""
    place = functools.__file__.removesuffix("functools.py")
    specs = (getattr(module, "__spec__", None) for module in list(sys.modules.values()))
    files = (spec.origin for spec in specs if spec is not None and spec.origin is not None)
    return {file.removeprefix(place): file for file in files if file.startswith(place) and file.endswith(".py")}


def _compiled(source: bytes, file: str) -> bytes:
    code = compile(source, file, "exec", dont_inherit=True)
    head = importlib.util.MAGIC_NUMBER + UNCHECKED.to_bytes(4, "little") + importlib.util.source_hash(source)
    return head + marshal.dumps(code)
