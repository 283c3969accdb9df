"""Static files under names that hold a hash of their content, so that a browser may keep them forever."""

import os
import posixpath
import re
from collections.abc import Iterator, Mapping, MutableMapping
from functools import partial
from pathlib import Path
from typing import Any

import rcssmin
import rjsmin
from django.conf import settings
from django.core.files.base import ContentFile, File
from django.core.files.storage import FileSystemStorage, Storage
from servestatic import ServeStaticASGI
from servestatic.storage import CompressedManifestStaticFilesStorage
from servestatic.utils import scantree

from carrom_web.core.middleware import POLICY_WITH_WASM

_HASHED = re.compile(r"\.[0-9a-f]{12}\.[^/]+$|/pyodide/[0-9.]+/[^/]+$")  # Pyodide's folder is named by its version
_WORKER = re.compile(r"/[a-z_]*worker(\.[0-9a-f]{12})?\.js$")
_LAWS_WORKER = re.compile(r"/(umpire|notation)/laws_worker(\.[0-9a-f]{12})?\.js$")

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
        r"""(?P<matched>new URL\(["'](?P<url>[./].*?)["'],\s*import\.meta\.url\))""",
        """new URL("%(url)s", import.meta.url)""",
    ),
)
# What may be the address of another module or style sheet; what is none costs nothing.
_NAMED = re.compile(r"""["'(]([\w./-]+\.(?:js|css))["')]""")


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Hashed, minified, gzipped copies; relative addresses in ES modules point to the hashed names as well."""

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("*.js", _MODULES))
    max_post_process_passes = 20  # where modules import each other in a circle; else the first pass settles all

    def _post_process(
        self, paths: Mapping[str, Any], adjustable_paths: list[str], hashed_files: dict[str, str]
    ) -> Iterator[Any]:
        """Take each file after those that it names: Django's order took a pass for each step of a chain of imports."""
        for name in named_first(paths):
            storage, path = paths[name]
            found = (Minified(storage), path) if is_own_text(storage, name) else (storage, path)
            yield from super()._post_process({name: found}, adjustable_paths, hashed_files)


class Minified:
    """Opens the files of a storage without what only those read who work on them: comments, indents.

    Names stay as they are, so what a browser says of an error can be found in the source. rjsmin takes a template
    literal inside another for text, so there are none: a test compares the syntax trees of all modules.
    """

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    def open(self, path: str) -> File[bytes]:
        """Open a module or a style sheet."""
        with self.storage.open(path) as file:
            text = file.read().decode()
        minify = rjsmin.jsmin if path.endswith(".js") else rcssmin.cssmin
        return ContentFile(minify(text).encode(), name=path)


def is_own_text(storage: Storage, name: str) -> bool:
    """Tell whether a static file is a module or a style sheet of the site; what came from elsewhere stays as it is."""
    own = isinstance(storage, FileSystemStorage) and Path(storage.location) in settings.STATICFILES_DIRS
    return own and name.endswith((".js", ".css"))


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


class ServedFiles(ServeStaticASGI):
    """Serves the files that are there at the start; what is sent with one is worked out when it is first asked for.

    For all 1,400 at the start it took a sixteenth of the CPU until a server answers.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.files: Any = _WhenAsked()

    def update_files_dictionary(self, root: str, prefix: str) -> None:
        """Remember the files below a folder."""
        states = dict(scantree(root))
        for path in states:
            url = prefix + path[len(root) :].replace(os.sep, "/")
            add = partial(self.add_file_to_dictionary, url, path, root=root, stat_cache=states)
            self.files.to_add[url] = add


class _WhenAsked(dict[str, Any]):
    """Files by their addresses; one that was not asked for before is added first."""

    def __init__(self) -> None:
        super().__init__()
        self.to_add: dict[str, Any] = {}

    def get(self, url: str, default: Any = None) -> Any:
        add = self.to_add.pop(url, None)
        if add is not None:
            add()
        return super().get(url, default)


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
