"""Programs that act in the reader's name: tokens, webhooks, and whether the account is a bot's.

Template `api/pages/account/page.html` gets:
    tokens    list of `api.models.Token`, the newest first
    made      the text of the token that was made just now, shown once; or ""
    form      `api.forms.NewToken`; POST it here with do=token
    errors    list of {field, id, text}
    webhooks  list of `api.models.Webhook`
    name      what the account is called
    is_bot    whether it is a bot's
    refused   a sentence about what was refused, or ""
    nav       "account"

POST do=revoke with number, do=bot, do=forget with webhook. Answers: 303 here; 409 with `refused`; 422 with `errors`.
"""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import NotAllowedError
from carrom_web.accounts.models import Guest
from carrom_web.accounts.selectors import guest_of
from carrom_web.api import selectors, services
from carrom_web.api.forms import NewToken
from carrom_web.core.form_errors import error_list
from carrom_web.core.pages import Route
from carrom_web.core.permissions import SIGNED_IN
from carrom_web.core.translation import localized

ROUTE = Route("accounts/api/", name="account-api", audience=SIGNED_IN)
MADE = "api_token_made"  # in the session, until the next page shows it


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Show them; with POST make or revoke one."""
    guest = guest_of(request)
    assert guest is not None  # noqa: S101  # an account has one
    form = NewToken(request.POST if request.POST.get("do") == "token" else None)
    if request.method != "POST":
        return _shown(request, guest, form)
    try:
        is_done = _do(request, guest, form)
    except NotAllowedError as error:
        return _shown(request, guest, form, refused=localized(error), status=409)
    return redirect("account-api") if is_done else _shown(request, guest, form, status=422)


def _do(request: HttpRequest, guest: Guest, form: NewToken) -> bool:
    """Do what was asked for; return whether it could be read. Raises NotAllowedError."""
    match request.POST.get("do"):
        case "token":
            if not form.is_valid():
                return False
            given = form.cleaned_data
            _token, text = services.make_token(
                guest, name=given["name"], scopes=given["scopes"], now=timezone.now(), days=form.chosen_days
            )
            request.session[MADE] = text
        case "revoke":
            number = request.POST.get("number", "")
            if number.isascii() and number.isdecimal() and len(number) < 12:
                services.revoke_token(guest.pk, int(number))
        case "bot":
            services.turn_into_bot(guest)
        case "forget":
            webhook_id = _uuid(request.POST.get("webhook", ""))
            if webhook_id is not None:
                services.delete_webhook(guest.pk, webhook_id)
    return True


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _shown(request: HttpRequest, guest: Guest, form: NewToken, *, refused: str = "", status: int = 200) -> HttpResponse:
    context = {
        "nav": "account",
        "tokens": selectors.tokens_of(guest.pk),
        "made": request.session.pop(MADE, ""),
        "form": form,
        "errors": error_list(form),
        "webhooks": selectors.webhooks_of(guest.pk),
        "name": guest.name,
        "is_bot": guest.is_bot,
        "refused": refused,
    }
    answer = render(request, "api/pages/account/page.html", context, status=status)
    answer.headers["Cache-Control"] = "no-store"
    return answer
