"""Which version of the site a page belongs to: what it is made of, as one short hash."""

import hashlib
from functools import cache

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage

from carrom_web.umpire.bundle import bundle

FOLDERS = ("css", "board", "match", "site", "umpire")  # what pages of the umpire's table are made of
TEMPLATES = "umpire/pages/**/*.html"


@cache
def site_version() -> str:
    """Give the hash of all that the umpire's pages are made of: scripts, styles, templates, a page's Python."""
    digest = hashlib.sha256(f"{bundle().digest} {settings.PYODIDE_URL}".encode())
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
