"""The tables of a competition alone, for a frame on a club's own site; `?theme=light` or `dark`: one theme.

The organisers of a draft see how it will look; no other site can frame it before it is announced.

Template `competitions/pages/embed/page.html` gets what `Embed.context` gives, and:
    kind, title, url   the kind, the competition and its page
    theme              "light", "dark", or "": the reader's own
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.kinds import CompetitionKind
from carrom_web.competitions.models import Competition
from carrom_web.core.middleware import let_be_framed
from carrom_web.core.pages import Route


def route(kind: CompetitionKind[Any, Any]) -> Route | None:
    """The address of a kind's frame."""
    if kind.embed is None:
        return None
    return Route(f"{kind.path}<slug:slug>/embed/", name=kind.embed_name, audience=kind.viewer)


@require_safe
def page(request: HttpRequest, slug: str, *, kind: CompetitionKind[Any, Any]) -> HttpResponse:
    """Show them."""
    row, theme = kind.at(slug, guest_id_of(request)), request.GET.get("theme", "")
    context = {
        "kind": kind,
        "title": row.title,
        "url": request.build_absolute_uri(kind.url(row)),
        "theme": theme if theme in ("light", "dark") else "",
    }
    if kind.embed is not None:
        context |= kind.embed.context(request, row, kind.view(row))
    answer = render(request, "competitions/pages/embed/page.html", context)
    return answer if row.state == Competition.State.DRAFT else let_be_framed(answer)
