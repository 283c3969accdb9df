"""Replay and share a match: its strokes one by one, its score as a picture, the whole of it as a film.

Template `matches/pages/share/page.html` gets:
    match_id    the UUID as text
    title, result, about
    link        the address of the match, whole
    picture     the address of the card as PNG, whole: for a page that shows where a link leads
    files       list of {url, label}: to store
    frame       HTML for another site
    moments     list of {url, text, is_stroke, board}: `board` is the name of the board that begins with it, or ""
    is_imported  whether it was played elsewhere
    can_replay  whether its strokes were simulated
    is_over
"""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.translation import ruleset_title
from carrom_web.matches import cards, phrases, pictures, selectors

ROUTE = Route("matches/<uuid:match_id>/share/", name="share", audience=ANYONE)
FRAME_HEIGHT = 520


@require_safe
def page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show what of a match can be passed on."""
    try:
        loaded = selectors.load(match_id)
    except selectors.UnknownMatchError:
        raise Http404 from None
    match = loaded.state.match
    can_replay = match.head.positions
    context = {
        "nav": "play",
        "match_id": str(match_id),
        "title": cards.title(loaded),
        "result": phrases.result_text(match),
        "about": f"{ruleset_title(match.ruleset)} · {phrases.format_phrase(match.ruleset)}",
        "link": request.build_absolute_uri(reverse("match", args=[match_id])),
        "picture": request.build_absolute_uri(reverse("picture", args=[match_id, "card.png"])),
        "files": files_of(match_id, ["card.png", "card.svg", *(["boards.gif", "boards.webp"] if can_replay else [])]),
        "frame": frame_of(request, match_id),
        "moments": _moments(match_id) if can_replay else [],
        "is_imported": bool(selectors.imported_sides([match_id])),
        "can_replay": can_replay,
        "is_over": match.phase == "over",
    }
    return render(request, "matches/pages/share/page.html", context)


def files_of(match_id: UUID, names: list[str]) -> list[dict[str, str]]:
    """Files to store, with what they are."""
    labels = {
        "card.png": _("Score, PNG"),
        "card.svg": _("Score, SVG"),
        "boards.gif": _("Film of the match, GIF"),
        "boards.webp": _("Film of the match, WebP"),
        "board.png": _("Picture, PNG"),
        "board.svg": _("Picture, SVG"),
        "stroke.gif": _("Film, GIF"),
        "stroke.webp": _("Film, WebP"),
        "stroke.svg": _("Film, SVG"),
    }
    found = []
    for name in names:
        what, _dot, kind = name.partition(".")
        plain = f"{what.partition('-')[0]}.{kind}"
        found.append({"url": f"{reverse('picture', args=[match_id, name])}?save", "label": labels[plain]})
    return found


def frame_of(request: HttpRequest, match_id: UUID, number: int | None = None) -> str:
    """HTML that shows a match, or a moment of it, on another site."""
    address = request.build_absolute_uri(reverse("embed-match", args=[match_id]))
    frame = format_html(
        '<iframe src="{}" title="{}" width="420" height="{}" loading="lazy" style="border:0"></iframe>',
        address if number is None else f"{address}?at={number}",
        _("Carrom"),
        FRAME_HEIGHT,
    )
    return str.__str__(frame)  # a text that pages show, and escape


def _moments(match_id: UUID) -> list[dict[str, Any]]:
    """Return the moments of a match in order, without those taken back."""
    found = pictures.moments(match_id)
    struck = found[-1].after.match.struck if found else ()
    rows: list[dict[str, Any]] = []
    board = ""
    for one in found[1:]:
        if one.number in struck:
            continue
        number = len(one.before.match.boards) + 1 if one.before.match.board is not None else 0
        begins = _("Board %(number)d") % {"number": number} if number else ""
        rows.append(
            {
                "url": reverse("moment", args=[match_id, one.number]),
                "text": pictures.words_of(one),
                "is_stroke": one.is_stroke,
                "board": begins if begins != board else "",
            }
        )
        board = begins
    return rows
