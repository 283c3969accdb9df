"""The web app manifest of the whole site: name, icons, start address, shortcuts; no template."""

import json

from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE

ROUTE = Route("app.webmanifest", name="app-manifest", audience=ANYONE)


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Return the manifest in the language of who asks."""
    home = reverse("home")
    shortcuts = [
        (_("Practice"), reverse("practice")),
        (_("Learn"), reverse("lessons")),
        (_("Your matches"), reverse("history")),
    ]
    manifest = {
        "id": home,
        "name": _("Carrom"),
        "short_name": _("Carrom"),
        "description": _(
            "Play, learn and score carrom. Practice, lessons and your own matches open without a network."
        ),
        "lang": get_language(),
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "background_color": "#f6f2ea",
        "theme_color": "#5d3421",
        "categories": ["games", "sports"],
        "icons": [
            {"src": static("site/icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            *(
                {"src": static(f"umpire/{name}-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
                | ({"purpose": "maskable"} if name == "maskable" else {})
                for name in ("icon", "maskable")
                for size in (192, 512)
            ),
        ],
        "shortcuts": [{"name": name, "url": url} for name, url in shortcuts],
    }
    return HttpResponse(json.dumps(manifest, ensure_ascii=False), content_type="application/manifest+json")
