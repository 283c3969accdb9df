"""Photos of winners, for organisers: stored with who is on them, and who of these agrees.

Template `competitions/events/pages/photos/page.html` gets what `CompetitionKind.context` gives, and:
    categories  list of {key, title, winners, others: list of {id, name, place}, photos}; a photo: {id, src, small,
                width, height, is_public, people: list of {id, name, word, is_minor}}
    problem     a sentence about what was tried last, at the category `problem_at`; "" if nothing
    done        a sentence about what was just done
    most_mb     the size of a file at most

POST: do=store (category, photo, person, all_named), do=remove (photo), do=word (person, is_given, guardian).
Answers: 303 here.
"""

from datetime import date
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.printing.uploads import LARGEST_PHOTO
from carrom.tournament.questions import OF_AGE
from carrom.tournament.registration import age_on
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.accounts.services import tidy_name
from carrom_web.competitions.events import contests, photos
from carrom_web.competitions.events.age_classes import birthday_or_class
from carrom_web.competitions.events.forms import FormError
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import Category, Event, Member, WinnerPhoto
from carrom_web.competitions.events.picture_answers import sent_picture
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import photos as services
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("events/<slug:slug>/organise/photos/", name="event-photos", audience=KIND.organiser)
WINNERS = 4  # places whose people are offered first


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show them; with POST store or remove one, or record somebody's word."""
    guest_id = guest_id_of(request)
    event = KIND.at(slug, guest_id)
    if request.method != "POST":
        return _show(request, event)
    try:
        done = _do(request, event, guest_id)
    except CarromError as error:
        return _show(request, event, problem=localized(error), status=422)
    return HttpResponse(status=303, headers={"Location": f"{request.path}?done={done}"})


def _do(request: HttpRequest, event: Event, guest_id: UUID | None) -> str:
    data, now = request.POST, timezone.now()
    do = data.get("do", "")
    if do == "store":
        services.store_photo(
            event,
            guest_id,
            str(data.get("category", "")),
            sent_picture(request, "photo", LARGEST_PHOTO),
            people={_number(one) for one in data.getlist("person")},
            all_named="all_named" in data,
            now=now,
        )
    elif do == "remove":
        services.remove_photo(event, guest_id, _number(data.get("photo")), now=now)
    elif do == "word":
        services.record_word(
            event,
            guest_id,
            _number(data.get("person")),
            is_given=data.get("is_given") == "yes",
            guardian=tidy_name(str(data.get("guardian", "")), 80),
            now=now,
        )
    else:
        raise FormError("unknown-action")
    return do


def _number(text: object) -> int:
    written = str(text)
    return int(written) if written.isascii() and written.isdecimal() and len(written) < 18 else 0


def _show(request: HttpRequest, event: Event, *, problem: str = "", status: int = 200) -> HttpResponse:
    terms = terms_of(event)
    first_day = terms.days[0].date
    by_category: dict[str, list[WinnerPhoto]] = {}
    for photo in photos.photos_of(event):
        by_category.setdefault(photo.category.key, []).append(photo)
    rows = {row.key: row for row in event.categories.filter(state=Category.State.OPEN)}
    done = {
        "store": _("The photo is stored. It is shown once everybody on it agrees."),
        "remove": _("The photo is deleted."),
        "word": _("The answer is stored."),
    }
    context = KIND.context(request, event, terms, here="event-photos") | {
        "categories": [
            _people(rows[one.key])
            | {
                "key": one.key,
                "title": one.title,
                "photos": [_photo(event, photo, first_day) for photo in by_category.get(one.key, [])],
            }
            for one in terms.categories
            if one.key in rows
        ],
        "problem": problem,
        "problem_at": request.POST.get("category", "") if request.POST.get("do") == "store" else "",
        "done": done.get(request.GET.get("done", ""), ""),
        "most_mb": LARGEST_PHOTO // 1_000_000,
    }
    return render(request, "competitions/events/pages/photos/page.html", context, status=status)


def _people(row: Category) -> dict[str, list[dict[str, Any]]]:
    """Return the people of a category: those of the first places so far, and the others."""
    shown = contests.shown(row)
    places = {one.key: one.place for one in shown.standings} if shown is not None else {}
    members = row.members.filter(active=True, plays=True).exclude(name="").select_related("entry")
    people: list[dict[str, Any]] = [
        {"id": one.pk, "name": one.name, "place": places.get(one.entry.key, 0)} for one in members.order_by("name")
    ]
    winners = sorted((one for one in people if 1 <= one["place"] <= WINNERS), key=lambda one: one["place"])
    return {"winners": winners, "others": [one for one in people if one not in winners]}


def _photo(event: Event, photo: WinnerPhoto, first_day: date) -> dict[str, Any]:
    people = [_person(one.member, first_day) for one in photo.people.all() if one.member is not None]
    return photos.photo_row(event, photo) | {"is_public": photos.is_public(photo), "people": people}


def _person(member: Member, first_day: date) -> dict[str, Any]:
    return {
        "id": member.pk,
        "name": member.name,
        "word": photos.last_word(member),
        "is_minor": (born := birthday_or_class(member, first_day)) is not None and age_on(born, first_day) < OF_AGE,
    }
