"""`GET /healthz`: can the site store what users do, which versions are in use, are its parts ready. JSON, no template.

`status` is "ok", or names what is broken with 503: "database" (`database` says: failed, or damaged) or "disk".
"""

import platform
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import django
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from carrom_web.config.health import check_storage
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.matches.bot_player import BOT_PLAYER
from carrom_web.outbox import delivery

ROUTE = Route("healthz", name="healthz", audience=ANYONE)


@require_safe
def page(request: HttpRequest) -> JsonResponse:
    """Answer with the state of all parts."""
    storage = check_storage()
    broken = "database" if storage.database != "ok" else "disk" if not storage.can_store else ""
    body: dict[str, Any] = {
        "status": broken or "ok",
        "versions": versions(),
        "database": storage.database,
        "disk": storage.disk,
        "email": delivery.state() if storage.database == "ok" else None,
        "worker": BOT_PLAYER.health(),
    }
    return JsonResponse(body, status=503 if broken else 200, headers={"Cache-Control": "no-store"})


def versions() -> dict[str, str]:
    """The versions in use: this project, its laws and engine, Python and Django."""
    from carrom.laws import judge
    from carrom.physics import simulate

    try:
        carrom = version("carrom")
    except PackageNotFoundError:  # run from a checkout that was never installed
        carrom = "unknown"
    return {
        "carrom": carrom,
        "laws": str(judge.VERSION),
        "engine": str(simulate.ENGINE),
        "python": platform.python_version(),
        "django": django.get_version(),
    }
