"""The forms of a league night's cards: what they ask for, and where they return to."""

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from carrom.errors import UnreadableError
from carrom.match.snapshot import Tally
from carrom.terms import Side

SIDES = {"a": Side.A, "b": Side.B, "": None}


class FormError(UnreadableError):
    """A field that cannot be read."""

    code = "bad-form"


def wants_json(request: HttpRequest) -> bool:
    """Whether a script sent it, which shows problems itself."""
    return request.headers.get("Accept") == "application/json"


def returned(request: HttpRequest, slug: str, fixture: str) -> HttpResponse:
    """The answer to a form that was done: back to the page where its card is, at the card."""
    if wants_json(request):
        return JsonResponse({})
    return HttpResponse(status=303, headers={"Location": f"{return_address(request, slug, fixture)}#tie-{fixture}"})


def return_address(request: HttpRequest, slug: str, fixture: str) -> str:
    """Return the address after a form: the page of the league that it names as `back`, else the fixture's."""
    back = request.POST.get("back") or request.GET.get("back", "")
    if back.startswith("/leagues/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        return back
    return reverse("match-fixture", args=[slug, fixture])


def read_total(post: QueryDict) -> tuple[Tally, Tally, Side | None]:
    """The total of a tie as its key sends it, "2-1-2-1" or "3-3-3-3-a": points, matches won, who is ahead.

    Raises:
        FormError: it is none.
    """
    parts = post.get("total", "").split("-")
    ahead = parts.pop() if len(parts) == 5 else ""
    if (
        len(parts) != 4
        or ahead not in SIDES
        or not all(one.isascii() and one.isdigit() and len(one) < 5 for one in parts)
    ):
        raise FormError("total")
    a, b, won_a, won_b = map(int, parts)
    return Tally(a, b), Tally(won_a, won_b), SIDES[ahead]


def read_loser(post: QueryDict) -> tuple[str, Side | None]:
    """How a fixture was not played, and who loses it; None: both. Raises FormError."""
    how, loser = post.get("how", ""), post.get("loser", "")
    if how not in ("walk-over", "no-show", "disqualified") or loser not in SIDES:
        raise FormError("how-and-loser")
    return how, SIDES[loser]
