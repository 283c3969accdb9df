"""What a sheet's page needs to work offline: the address and version of its Python."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse

from carrom_web.umpire.bundle import bundle
from carrom_web.umpire.site_version import site_version


def addresses(match_id: UUID) -> dict[str, Any]:
    """Give the addresses for {{ offline|json_script:"offline" }}; `pyodide`: empty before `carrom offline`."""
    return {
        "site": site_version(),
        "draft": reverse("sheet-draft", args=[match_id]),
        "record": reverse("sheet-record", args=[match_id]),
        "worker": static("umpire/laws_worker.js"),
        "pyodide": settings.PYODIDE_URL,
        "bundle": reverse("sheet-python", args=[bundle().digest]) if settings.PYODIDE_URL else "",
    }
