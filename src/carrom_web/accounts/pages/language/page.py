"""Choose the language: every page has the choice at its foot or in its menu; this page says who translates.

Template `accounts/pages/language/page.html` gets nothing of its own.
"""

from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from carrom_web.accounts.models import Account
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.core import languages
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE

ROUTE = Route("language/", name="language", audience=ANYONE, post=ANYONE, for_banned=True)


@csrf_exempt  # pages that many share have the choice, too; `_is_own` asks where it was made
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Show the languages, or remember a choice and go back to the page where it was made."""
    if request.method != "POST":
        return render(request, "accounts/pages/language/page.html")
    response = HttpResponseRedirect(_back(request))
    code = request.POST.get("language", "")
    if _is_own(request) and languages.is_offered(code):
        languages.remember(response, code)
        guest_id = guest_id_of(request)
        if guest_id is not None:
            languages.language_chosen.send(sender=None, guest_id=guest_id, language=code)
        if isinstance(request.user, Account) and request.user.language != code:
            request.user.language = code
            request.user.save(update_fields=["language"])
    return response


def _back(request: HttpRequest) -> str:
    came_from = request.headers.get("Referer", "")
    is_ours = url_has_allowed_host_and_scheme(came_from, {request.get_host()}, require_https=request.is_secure())
    return came_from if is_ours and urlsplit(came_from).path else "/"


def _is_own(request: HttpRequest) -> bool:
    """Whether a page of this site sent the form: a browser always says from where."""
    return urlsplit(request.headers.get("Origin", "")).netloc == request.get_host()
