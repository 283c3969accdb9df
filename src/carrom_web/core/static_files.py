"""Static files under names that hold a hash of their content, so that a browser may keep them forever."""

import posixpath
import re
from collections.abc import Iterator, Mapping, MutableMapping
from typing import Any

from servestatic.storage import CompressedManifestStaticFilesStorage

from carrom_web.core.middleware import POLICY_WITH_WASM

_HASHED = re.compile(r"\.[0-9a-f]{12}\.[^/]+$|/pyodide/[0-9.]+/[^/]+$")  # Pyodide's folder is named by its version
_WORKER = re.compile(r"/[a-z_]*worker(\.[0-9a-f]{12})?\.js$")
_LAWS_WORKER = re.compile(r"/umpire/laws_worker(\.[0-9a-f]{12})?\.js$")

# What an ES module names by a relative address: modules, and files that it fetches. Django's own patterns for it let a
# list of names run over anything: each `export function` is searched to the end of its file, which took four fifths of
# the time of a first collecting.
_MODULES = (
    (
        r"""(?P<matched>import(?P<names>[\s{*][\w\s{},*$]*?)\s*from\s*["'](?P<url>[./].*?)["']\s*;)""",
        """import%(names)s from "%(url)s";""",
    ),
    (
        r"""(?P<matched>export(?P<names>\s*(?:\{[\w\s,$]*\}|\*(?:\s*as\s+[\w$]+)?))\s*from\s*["'](?P<url>[./].*?)["']\s*;)""",
        """export%(names)s from "%(url)s";""",
    ),
    (r"""(?P<matched>import\s*["'](?P<url>[./].*?)["']\s*;)""", """import"%(url)s";"""),
    (r"""(?P<matched>import\(["'](?P<url>.*?)["']\))""", """import("%(url)s")"""),
    (
        r"""(?P<matched>new URL\(["'](?P<url>[./].*?)["'], import\.meta\.url\))""",
        """new URL("%(url)s", import.meta.url)""",
    ),
)
# What may be the address of another module or style sheet; what is none costs nothing.
_NAMED = re.compile(r"""["'(]([\w./-]+\.(?:js|css))["')]""")


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Hashed, gzipped copies; relative addresses in ES modules point to the hashed names as well."""

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("*.js", _MODULES))
    max_post_process_passes = 20  # where modules import each other in a circle; else the first pass settles all

    def _post_process(
        self, paths: Mapping[str, Any], adjustable_paths: list[str], hashed_files: dict[str, str]
    ) -> Iterator[Any]:
        """Take each file after those that it names: Django's order took a pass for each step of a chain of imports."""
        for name in named_first(paths):
            yield from super()._post_process({name: paths[name]}, adjustable_paths, hashed_files)


def named_first(paths: Mapping[str, Any]) -> list[str]:
    """Return the names of files, each with its storage and its path there: first those that others name."""
    found: dict[str, None] = {}
    visited: set[str] = set()

    def visit(name: str) -> None:
        visited.add(name)
        if name.endswith((".js", ".css")):
            storage, path = paths[name]
            with storage.open(path) as file:
                text = file.read().decode("utf-8", "replace")
            for url in _NAMED.findall(text):
                other = posixpath.normpath(posixpath.join(posixpath.dirname(name), url))
                if other in paths and other not in visited:
                    visit(other)
        found[name] = None

    for name in paths:
        if name not in visited:
            visit(name)
    return list(found)


def is_immutable(path: str, url: str) -> bool:
    """Tell whether a file's address names its content: by a hash, or by a version."""
    return _HASHED.search(url) is not None


def add_headers(headers: MutableMapping[str, str], path: str, url: str) -> None:
    """Keep files for this site's pages, and return a worker with policies of its own: it does not have its page's.

    A worker of a page that may embed only what allows it must say the same, else the browser does not start it.
    """
    headers["Cross-Origin-Resource-Policy"] = "same-origin"
    headers["X-Content-Type-Options"] = "nosniff"
    if _WORKER.search(url):
        headers["Cross-Origin-Embedder-Policy"] = "require-corp"
    if _LAWS_WORKER.search(url):
        headers["Content-Security-Policy"] = POLICY_WITH_WASM
