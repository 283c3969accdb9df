"""Values with which a sheet's page works offline: the address and version of its Python."""

import hashlib
from functools import cache
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.urls import reverse

from carrom_web.core.bundle import bundle, bundle_address
from carrom_web.core.languages import ENGLISH


def addresses(match_id: UUID) -> dict[str, Any]:
    """Return the addresses for {{ offline|json_script:"offline" }}; `pyodide`: empty before `carrom offline`."""
    return {
        "site": site_version(),
        "draft": reverse("sheet-draft", args=[match_id]),
        "record": reverse("sheet-record", args=[match_id]),
        "worker": static("umpire/laws_worker.js"),
        "pyodide": settings.PYODIDE_URL,
        "bundle": bundle_address() if settings.PYODIDE_URL else "",
    }


FOLDERS = ("css", "board", "match", "site", "umpire")  # what pages of the umpire's table are made of
TEMPLATES = "umpire/pages/**/*.html"


@cache
def site_version() -> str:
    """Give the hash of all that the umpire's pages are made of: scripts, styles, templates, a page's Python."""
    digest = hashlib.sha256(f"{bundle(ENGLISH).digest} {settings.PYODIDE_URL}".encode())
    for catalogue in sorted((settings.PACKAGE / "locale").glob("*/LC_MESSAGES/django.mo")):
        digest.update(catalogue.read_bytes())
    for address in files():
        digest.update(address.encode())
    for template in sorted(settings.PACKAGE.glob(TEMPLATES)):
        digest.update(template.read_bytes())
    return digest.hexdigest()[:12]


@cache
def files() -> tuple[str, ...]:
    """Give the addresses of the static files of these pages; each holds the hash of its content."""
    root = settings.PACKAGE / "static"
    names = (file.relative_to(root).as_posix() for folder in FOLDERS for file in (root / folder).rglob("*"))
    wanted = (name for name in sorted(names) if (root / name).is_file() and not name.endswith("service_worker.js"))
    return tuple(staticfiles_storage.url(name) for name in wanted)
