"""The account at PayPal of a club, for its owner: to store one, and to remove it. Its secret is shown nowhere.

Template `competitions/events/pages/payment_account/page.html` gets:
    club       {name, slug}
    form       client, secret, webhook
    is_stored  whether the club has an account of its own; is_readable: whether its secret can be read
    site_takes whether fees go to the site's account otherwise
    address    where PayPal is to send its messages
    done       a sentence about what was just done
    nav        "events"

POST: do=store with the form, do=remove. Answers: 303 here.
"""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.permissions import ClubMember
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import paypal
from carrom_web.competitions.events.payment_accounts import own_account, site_account
from carrom_web.competitions.events.services import payment_accounts
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("clubs/<slug:slug>/payments/", name="club-payments", audience=ClubMember(Action.HAND_OVER))


class AccountForm(forms.Form):
    """An account at PayPal. The secret is never sent back to a page."""

    client = forms.CharField(
        label=gettext_lazy("Client ID"), max_length=120, widget=forms.TextInput({"autocomplete": "off"})
    )
    secret = forms.CharField(
        label=gettext_lazy("Secret"),
        max_length=200,
        required=False,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )
    webhook = forms.CharField(
        label=gettext_lazy("Webhook ID"), max_length=40, required=False, widget=forms.TextInput({"autocomplete": "off"})
    )

    def __init__(self, *arguments: object, is_stored: bool, **named: object) -> None:
        super().__init__(*arguments, **named)  # type: ignore[arg-type]
        self.fields["secret"].required = not is_stored
        if is_stored:
            self.fields["secret"].help_text = _("Stored. Leave it empty to keep it.")


@sensitive_post_parameters("secret")
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show it; with POST store or remove the account."""
    club, guest_id, now = clubs.club_named(slug), guest_id_of(request), timezone.now()
    here, before = reverse("club-payments", args=[slug]), own_account(club.pk)
    readable = before is not None and bool(before.secret)
    if request.method != "POST":
        initial = {"client": before.client, "webhook": before.webhook} if before else {}
        return _show(request, club, AccountForm(initial=initial, is_stored=readable), before)
    if request.POST.get("do") == "remove":
        payment_accounts.remove_account(club, guest_id, now=now)
        return HttpResponse(status=303, headers={"Location": f"{here}?done=removed"})
    form = AccountForm(request.POST, is_stored=readable)
    if form.is_valid():
        given = {name: str(form.cleaned_data[name]).strip() for name in ("client", "secret", "webhook")}
        try:
            payment_accounts.store_account(club, guest_id, **given, now=now)
        except CarromError as error:
            form.add_error("secret", localized(error))
        else:
            return HttpResponse(status=303, headers={"Location": f"{here}?done=stored"})
    return _show(request, club, form, before, status=422)


def _show(
    request: HttpRequest, club: Club, form: AccountForm, before: paypal.Account | None, *, status: int = 200
) -> HttpResponse:
    done = {
        "stored": _("PayPal accepts this account. Fees of new payments go there."),
        "removed": _("The account is removed."),
    }
    context = {
        "nav": "events",
        "club": {"name": club.name, "slug": club.slug},
        "form": form,
        "is_stored": before is not None,
        "is_readable": before is not None and bool(before.secret),
        "site_takes": paypal.is_set_up(site_account()),
        "address": request.build_absolute_uri(reverse("club-paypal-heard", args=[club.slug])),
        "done": done.get(request.GET.get("done", ""), ""),
    }
    return render(request, "competitions/events/pages/payment_account/page.html", context, status=status)
