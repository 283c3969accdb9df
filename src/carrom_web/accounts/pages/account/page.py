"""The reader's own page: name, account, what this device did before one signed in, one's own data.

Template `accounts/pages/account/page.html` gets:
    name       the own name, may be empty
    email      address of the account; empty for a guest
    confirmed  whether the address is confirmed
    is_protected  whether the account has a passkey or codes from an app
    form       `accounts.forms.OwnName`; POST it here with do=name
    errors     list of {id, text}
    device     name of the guest that this browser was before, or none; POST do=bring takes over what they did
    is_operator  whether the operator's pages are open to this account
    notices    list of (address, words): what the reader should know first
    is_known   whether there is anything to export or delete
    nav        "account"
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom_web.accounts import selectors, services
from carrom_web.accounts.forms import OwnName
from carrom_web.accounts.protection import has_confirmed_address, has_factor
from carrom_web.core.form_errors import error_list
from carrom_web.core.hooks import registry
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE

ROUTE = Route("accounts/", name="account", audience=ANYONE)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Show who one is; with POST change the name, or bring along what this device did."""
    account, guest = selectors.account_of(request), selectors.guest_of(request)
    before = selectors.guest_of_this_device(request)
    form = OwnName(
        request.POST if request.POST.get("do") == "name" else None, initial={"name": guest and guest.name}, guest=guest
    )
    if request.method == "POST":
        if request.POST.get("do") == "bring" and account is not None and before is not None:
            services.merge_guest(account, before.pk)
            return redirect("account")
        if form.is_valid():
            named = services.guest_for(request, name=form.cleaned_data["name"])
            return services.remember(redirect("account"), named, request)
    context = {
        "nav": "account",
        "name": guest.name if guest else "",
        "email": account.email if account else "",
        "confirmed": account is not None and has_confirmed_address(account),
        "is_protected": account is not None and has_factor(account),
        "form": form,
        "errors": error_list(form),
        "device": None if before is None else before.name or _("somebody without a name"),
        "is_operator": account is not None and account.is_staff,
        "notices": [] if guest is None else registry.hook.account_notice(guest_id=guest.pk),
        "is_known": guest is not None,
    }
    return render(request, "accounts/pages/account/page.html", context, status=422 if request.method == "POST" else 200)
