"""A moment of a match: a stroke that plays again, or how the board was, with what was ruled. To look at and pass on.

Template `matches/pages/moment/page.html` gets:
    match_id    the UUID as text
    number      of the entry
    title       of the match
    text        what happened; `ruling` what was decided, or ""
    score       the score of the match at this moment
    still, moving  addresses of the picture and, of a stroke, of the film as SVG; `moving` is "" otherwise
    picture     the address of the picture as PNG, whole
    link, files, frame   as in `share`
    before, after  addresses of the moments before and after, or ""
    is_imported  whether the match was played elsewhere
"""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.matches import cards, phrases, pictures, rendering, selectors
from carrom_web.matches.pages.share.page import files_of, frame_of

ROUTE = Route("matches/<uuid:match_id>/at/<int:number>/", name="moment", audience=ANYONE)


@require_safe
def page(request: HttpRequest, match_id: UUID, number: int) -> HttpResponse:
    """Show one moment."""
    try:
        loaded = selectors.load(match_id)
        found = pictures.moments(match_id)
    except selectors.UnknownMatchError:
        raise Http404 from None
    if number >= len(found) or found[number].after.position is None:
        raise Http404
    one = found[number]
    names = [f"board-{number}.png", f"board-{number}.svg"]
    if one.is_stroke:
        names += [f"stroke-{number}.gif", f"stroke-{number}.webp", f"stroke-{number}.svg"]
    text = pictures.words_of(one)
    ruling = rendering.ruling_sentence(one.before.match, one.entry) if one.entry.followed.ruling else ""
    context = {
        "nav": "play",
        "match_id": str(match_id),
        "number": number,
        "title": cards.title(loaded),
        "text": text,
        "ruling": "" if ruling == text else ruling,
        "score": phrases.score_phrase(one.after.match),
        "still": reverse("picture", args=[match_id, f"board-{number}.svg"]),
        "moving": reverse("picture", args=[match_id, f"stroke-{number}.svg"]) if one.is_stroke else "",
        "picture": request.build_absolute_uri(reverse("picture", args=[match_id, f"board-{number}.png"])),
        "link": request.build_absolute_uri(request.path),
        "files": files_of(match_id, names),
        "frame": frame_of(request, match_id, number),
        "before": _next(found, match_id, number, -1),
        "after": _next(found, match_id, number, 1),
        "is_imported": bool(selectors.imported_sides([match_id])),
    }
    return render(request, "matches/pages/moment/page.html", context)


def _next(found: list[pictures.Moment], match_id: UUID, number: int, step: int) -> str:
    """The address of the next moment in one direction that was not taken back."""
    struck = found[-1].after.match.struck
    number += step
    while number in struck:
        number += step
    return reverse("moment", args=[match_id, number]) if 0 <= number < len(found) else ""
