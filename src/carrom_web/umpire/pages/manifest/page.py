"""The web app manifest of the umpire's table: name, icons, start address; no template."""

import json

from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE

ROUTE = Route("umpire/app.webmanifest", name="umpire-manifest", audience=ANYONE)


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Return the manifest in the language of who asks."""
    home = reverse("umpire")
    manifest = {
        "id": home,
        "name": _("Carrom: umpire's table"),
        "short_name": _("Umpire"),
        "description": _("Scores matches on real boards: score, rulings and clauses, with or without a network."),
        "lang": get_language(),
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "background_color": "#f6f2ea",
        "theme_color": "#5d3421",
        "categories": ["sports"],
        "icons": [
            {"src": static("site/icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            *(
                {"src": static(f"umpire/{name}-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
                | ({"purpose": "maskable"} if name == "maskable" else {})
                for name in ("icon", "maskable")
                for size in (192, 512)
            ),
        ],
    }
    return HttpResponse(json.dumps(manifest, ensure_ascii=False), content_type="application/manifest+json")
