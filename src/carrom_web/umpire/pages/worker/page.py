"""The service worker of the umpire's table, with its version and the files it caches; no template.

Browsers take one from a secure context alone: over https, or on this very machine.
"""

import json

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.core.bundle import bundle_address
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.umpire.offline import files, site_version

ROUTE = Route("umpire/worker.js", name="umpire-worker", audience=ANYONE)
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Return the script; another version of the site has another one."""
    cached = [*files()]
    if settings.PYODIDE_URL:
        cached += [settings.PYODIDE_URL + name for name in PYODIDE]
        cached.append(bundle_address())
    home = reverse("umpire")
    options = {"version": site_version(), "files": cached, "home": home, "scope": home}
    script = (settings.PACKAGE / "static" / "umpire" / "service_worker.js").read_text(encoding="utf-8")
    response = HttpResponse(
        f"self.CARROM = {json.dumps(options)};\n{script}", content_type="text/javascript; charset=utf-8"
    )
    response["Cache-Control"] = "no-cache"
    return response
