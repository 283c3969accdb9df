"""The labels of a club's boards as a PDF, for those who look after the boards; no template.

`?skip=3`: a page of which three labels are used up.
"""

import dataclasses

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom.printing.labels import A_PAGE, Label, Labels, LabelWords, labels_pdf
from carrom_web.clubs import selectors
from carrom_web.clubs.permissions import ClubMember
from carrom_web.clubs.rights import Action
from carrom_web.core.pages import Route

ROUTE = Route("clubs/<slug:slug>/labels.pdf", name="club-labels", audience=ClubMember(Action.KEEP_BOARDS))


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the labels of all boards that are in use."""
    club = selectors.club_named(slug)
    boards = list(selectors.boards(club))
    if not boards:
        raise Http404
    labels = [
        Label(name=board.name, club=club.name, link=request.build_absolute_uri(selectors.address_of(board)))
        for board in boards
    ]
    skip = request.GET.get("skip", "")
    first = int(skip) if skip.isascii() and skip.isdecimal() and len(skip) < 3 else 0
    made = labels_pdf(Labels(labels=labels, words=_words(), skip=first % A_PAGE))
    response = HttpResponse(made, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="labels-{club.slug}.pdf"'
    return response


def _words() -> LabelWords:
    texts = {one.name: _(str(one.default)) for one in dataclasses.fields(LabelWords) if one.name != "lang"}
    return LabelWords(lang=(get_language() or "en").split("-")[0], **texts)
