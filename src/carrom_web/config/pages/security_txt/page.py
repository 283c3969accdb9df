"""`GET /.well-known/security.txt` (RFC 9116): whom to tell of a weakness, where the operator has named somebody."""

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE

ROUTE = Route(".well-known/security.txt", name="security-txt", audience=ANYONE)
VALID = timedelta(days=180)


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Answer with contact, languages, address and an end of validity, or that there is nothing. Raises Http404."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    until = (timezone.now() + VALID).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = (
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {until:%Y-%m-%dT%H:%M:%SZ}",
        f"Preferred-Languages: {', '.join(code for code, _name in settings.LANGUAGES)}",
        f"Canonical: {request.build_absolute_uri('/.well-known/security.txt')}",
    )
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
