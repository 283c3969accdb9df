"""`GET /healthz`: is the site alive, which versions are in use, are engine and computers ready. JSON, no template.

`status` is "ok" as soon as pages are served; 503 with "database" if the database does not answer.
"""

import platform
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import django
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from carrom_web.common.pages import Route
from carrom_web.matches.bot_player import BOT_PLAYER
from carrom_web.matches.engine import ENGINE

ROUTE = Route("healthz", name="healthz")


@require_safe
def page(request: HttpRequest) -> JsonResponse:
    """Answer with the state of all parts."""
    database = _database_answers()
    body: dict[str, Any] = {
        "status": "ok" if database else "database",
        "versions": versions(),
        "database": "ok" if database else "failed",
        "engine": str(ENGINE.state),
        "worker": BOT_PLAYER.health(),
    }
    return JsonResponse(body, status=200 if database else 503, headers={"Cache-Control": "no-store"})


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


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True
