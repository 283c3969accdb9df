"""Serves static files beside the application. A start looks at each once; the rest is made when it is asked for."""

import os
from collections.abc import Mapping
from functools import cache, cached_property, partial
from typing import Any

from servestatic import ServeStaticASGI
from servestatic.responders import StaticFile


class FileServer(ServeStaticASGI):
    """Serves what lay in its folders at the start.

    ServeStatic makes the headers of each of some 1,400 files at the start, and follows each file's whole path to see
    that it lies in its folder, which took a tenth of a start's CPU.
    """

    def get_static_file(
        self, path: str, url: str, stat_cache: dict[str, os.stat_result] | None = None
    ) -> "FileOnDemand":
        """Give a file whose headers are not made yet."""
        return FileOnDemand(partial(super().get_static_file, path, url, stat_cache=stat_cache))

    def path_within_root(self, root: str | os.PathLike[str], path: str | os.PathLike[str]) -> bool:
        """Tell whether a file lies below a folder, wherever links lead; each folder on the way is followed once."""
        if os.path.islink(path):
            return super().path_within_root(root, path)
        return self._is_folder_within(os.fspath(root), os.path.dirname(path))

    @cached_property
    def _is_folder_within(self) -> Any:
        return cache(super().path_within_root)


class FileOnDemand:
    """A static file as ServeStatic asks for it."""

    def __init__(self, make: "partial[StaticFile]") -> None:
        self._make = make

    @cached_property
    def _file(self) -> StaticFile:
        return self._make()

    async def aget_response(self, method: str, request_headers: Mapping[str, str], **options: bool) -> Any:
        """Answer as the file itself does."""
        return await self._file.aget_response(method, request_headers, **options)
