"""Everything that the site holds about the reader, as JSON; a download, no template."""

import json

from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom_web.accounts import privacy, selectors
from carrom_web.accounts.permissions import KNOWN_GUEST
from carrom_web.core.pages import Route

ROUTE = Route("accounts/data/", name="account-data", audience=KNOWN_GUEST)


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Return everything that names the reader."""
    guest = selectors.guest_of(request)
    if guest is None:
        raise Http404
    text = json.dumps(privacy.export(guest), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="carrom-own-data.json"'
    response["Cache-Control"] = "no-store"
    return response
