"""Static files under names that hold a hash of their content, so that a browser may keep them for ever."""

import re

from servestatic.storage import CompressedManifestStaticFilesStorage

_HASHED = re.compile(r"\.[0-9a-f]{12}\.[^/]+$")


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Hashed, gzipped copies; relative imports of ES modules point to the hashed names as well."""

    support_js_module_import_aggregation = True


def is_immutable(path: str, url: str) -> bool:
    """Tell whether a file's name holds the hash of its content."""
    return _HASHED.search(url) is not None
