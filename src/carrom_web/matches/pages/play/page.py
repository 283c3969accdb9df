"""The form of a new match.

Template `matches/pages/play/page.html` gets:
    form    a Django form; POST it to this same address with {% csrf_token %}. Fields (all have label and choices):
            opponent   radio: computer, screen (two players, one screen), friend (by link)
            level      radio/select: names of the computers
            length     radio: board, game, match
            ruleset    radio: every ruleset that is there
            sides      radio: singles, doubles; seat_b1, seat_a2, seat_b2, name_a2, name_b2: doubles at one screen
            clock      radio: none, or seconds for a stroke and a placing
            option_*   a field for each value of a ruleset that a match may change
            breaks     radio: toss, me, other
            take_back, coin_line  checkboxes
            name       text, the player's own name, at most 40 signs, may stay empty
            other_name text, the second player's name at one screen, may stay empty
            Choices a browser made last time are initial values (stored in a cookie of this page).
    errors  list of {field, id, text} for the list on top; empty at first. `id` is the field's element id.
    rulesets       list of {slug, title, solo, facts, chosen}; facts: what it means, sentences
    computers      list of {radio, computer}: the radio buttons of `level`, each with its `computers.Computer`
    option_groups  list of {title, fields}
    nav     "play"

GET `/play/?opponent=computer|screen|friend` preselects. Answers: 303 to the match (or to the invitation's page),
422 with the same page and `errors`, 429 an error page with code `too-many-matches`.
"""

import time

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.match.rules import shipped
from carrom_web.accounts.selectors import guest_of
from carrom_web.accounts.services import guest_for, remember
from carrom_web.core.error_page import error_page
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.translation import ruleset_title
from carrom_web.matches import option_fields, phrases, services, tables
from carrom_web.matches.computers import computer
from carrom_web.matches.forms import NewMatch, last_choice, remember_choice
from carrom_web.matches.proposals import NEW_MATCHES

ROUTE = Route("play/", name="play", audience=ANYONE)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Show the form; with POST begin the match."""
    if request.method != "POST":
        return _form(request, NewMatch(initial=_initial(request)))
    if not NEW_MATCHES.allows(request.META.get("REMOTE_ADDR", ""), time.monotonic()):
        return error_page(
            request,
            status=429,
            code="too-many-matches",
            title=_("Too many new matches"),
            what=_("Too many matches were started from this address in a short time."),
            safe=_("Your earlier matches are saved."),
            todo=_("Wait a minute, then try again."),
        )
    form = NewMatch(request.POST, request.FILES)
    if not form.is_valid():
        return _form(request, form, status=422)
    guest = guest_for(request, name=form.cleaned_data["name"])
    if form.cleaned_data["opponent"] == "friend":
        is_table = form.cleaned_data["sides"] == "doubles"
        invitation_id = tables.lay(guest, form).pk if is_table else services.invite(guest.pk, form.wish())
        target = reverse("invitation", args=[invitation_id])
    else:
        target = reverse("match", args=[services.start_match(form.head(), form.players(guest.pk))])
    response = HttpResponse(status=303, headers={"Location": target})
    remember_choice(response, form)
    return remember(response, guest, request)


def _form(request: HttpRequest, form: NewMatch, *, status: int = 200) -> HttpResponse:
    errors = [
        {"field": name, "id": form[name].id_for_label if name in form.fields else "", "text": text}
        for name, texts in form.errors.items()
        for text in texts
    ]
    context = {
        "nav": "play",
        "form": form,
        "errors": errors,
        "rulesets": [
            {
                "slug": ruleset.slug,
                "title": ruleset_title(ruleset),
                "solo": ruleset.side_count == 1,
                "facts": phrases.ruleset_facts(ruleset),
                "chosen": str(form["ruleset"].value()) == ruleset.slug,
            }
            for ruleset in shipped().values()
        ],
        "computers": [{"radio": radio, "computer": computer(str(radio.data["value"]))} for radio in form["level"]],
        "seats": [
            {"seat": form["seat_b1"], "name": None},
            {"seat": form["seat_a2"], "name": form["name_a2"]},
            {"seat": form["seat_b2"], "name": form["name_b2"]},
        ],
        "option_groups": [
            {"title": group.title, "fields": [form[name] for name in group.names]} for group in option_fields.groups()
        ],
        "options_open": any(name.startswith(option_fields.PREFIX) for name in form.errors)
        or any(form[name].value() for group in option_fields.groups() for name in group.names),
    }
    return render(request, "matches/pages/play/page.html", context, status=status)


def _initial(request: HttpRequest) -> dict[str, object]:
    """Return the initial values of the form: the last choice, the guest's name, what the link asks for."""
    initial = last_choice(request)
    guest = guest_of(request)
    if guest is not None and guest.name:
        initial["name"] = guest.name
    initial.update(
        {name: request.GET[name] for name in ("opponent", "level", "length", "ruleset") if name in request.GET}
    )
    return NewMatch.known(initial)
