"""The way through for an owner whose account others make wait, by the link in a letter; leads to the sign-in."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from carrom_web.accounts.known_browsers import account_of_link, remember_account
from carrom_web.accounts.permissions import WAY_THROUGH
from carrom_web.core.pages import Route

ROUTE = Route("accounts/way-through/<str:token>/", name="account-way-through", audience=WAY_THROUGH, for_banned=True)


@require_safe
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Make this browser known for the account; it signs in as always."""
    account = account_of_link(token)
    if account is None:
        raise Http404
    response = redirect("account_login")
    remember_account(response, account, request)
    return response
