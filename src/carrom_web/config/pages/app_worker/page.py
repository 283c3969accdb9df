"""The service worker of the whole site, with its version, its files and the pages that it stores; no template.

Browsers take one from a secure context alone: over https, or on this very machine. The umpire's table and notifications
have workers of their own below it, which serve their addresses.
"""

import hashlib
import json
from functools import cache

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom.play.course.every import LESSONS
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE

ROUTE = Route("worker.js", name="app-worker", audience=ANYONE)

FOLDERS = ("board", "match", "site", "physics", "practice", "lesson", "learn", "analysis", "puzzles")
STYLES = (
    "fonts tokens ui board ruler pages match practice home lesson lessons analysis coach own puzzle puzzles".split()
)
TEMPLATES = ("core/*.html", "config/pages/offline/*.html", "matches/**/*.html", "puzzles/**/*.html")
FIRST_LESSON = "first"


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Return the script; another version of the site has another one."""
    lessons = [reverse("lesson", args=[key]) for key in LESSONS]
    first = reverse("lesson", args=[FIRST_LESSON])
    options = {
        "version": version(),
        "files": files(),
        "offline": reverse("offline"),
        "pages": [reverse("practice"), reverse("lessons"), first, reverse("analysis")],
        "later": [lesson for lesson in lessons if lesson != first],
        "others": [reverse("umpire"), reverse("notifications")],
        "leaves": [reverse("account_logout"), reverse("account-delete")],
    }
    script = (settings.PACKAGE / "static" / "app" / "service_worker.js").read_text(encoding="utf-8")
    response = HttpResponse(
        f"self.CARROM = {json.dumps(options)};\n{script}", content_type="text/javascript; charset=utf-8"
    )
    response["Cache-Control"] = "no-cache"
    return response


@cache
def files() -> tuple[str, ...]:
    """Return the addresses of the files that these pages need; each holds the hash of its content."""
    root = settings.PACKAGE / "static"
    names = {file.relative_to(root).as_posix() for folder in FOLDERS for file in (root / folder).rglob("*.*")}
    names |= {"app/stored.js", *(f"css/{name}.css" for name in STYLES)}
    return tuple(staticfiles_storage.url(name) for name in sorted(names))


@cache
def version() -> str:
    """Return the hash of all that these pages are made of: scripts, styles, templates."""
    digest = hashlib.sha256("\n".join(files()).encode())
    for pattern in TEMPLATES:
        for template in sorted(settings.PACKAGE.glob(pattern)):
            digest.update(template.read_bytes())
    return digest.hexdigest()[:12]
