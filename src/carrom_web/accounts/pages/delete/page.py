"""Deleting an account: account, guest and name. Account owners enter their password again first.

Template `accounts/pages/delete/page.html` gets:
    email   address of the account; empty for a guest
    error   why it cannot be done yet, or empty
    nav     "account"
"""

from allauth.account.decorators import reauthentication_required
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom_web.accounts import privacy, selectors
from carrom_web.accounts.permissions import KNOWN_GUEST
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("accounts/delete/", name="account-delete", audience=KNOWN_GUEST, for_banned=True)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Ask; with POST delete."""
    if selectors.account_of(request) is not None:
        return _by_account(request)
    return _page(request)


@reauthentication_required
def _by_account(request: HttpRequest) -> HttpResponse:
    return _page(request)


def _page(request: HttpRequest) -> HttpResponse:
    account, guest = selectors.account_of(request), selectors.guest_of(request)
    if guest is None:
        raise Http404
    error = ""
    if request.method == "POST":
        try:
            privacy.erase(guest)
        except CarromError as refusal:
            error = localized(refusal)
        else:
            logout(request)
            response = redirect("home")
            if account is None:
                response.delete_cookie(selectors.COOKIE)
            return response
    context = {"nav": "account", "email": account.email if account else "", "error": error}
    return render(request, "accounts/pages/delete/page.html", context, status=409 if error else 200)
