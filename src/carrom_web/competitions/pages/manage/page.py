"""All pages of a competition that its officials use, in groups; the head leads here, so that it has five links at most.

Template `competitions/pages/manage/page.html` gets what `CompetitionKind.context` gives, and:
    groups  list of {title, tools}, each tool {url, title, says}: those alone that the reader may open
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.kinds import CompetitionKind
from carrom_web.core.pages import Route


def route(kind: CompetitionKind[Any, Any]) -> Route | None:
    """The address at which officials find the pages of one."""
    if not kind.manage:
        return None
    actions = {action for group in kind.manage for tool in group.tools for action in tool.actions}
    reader = kind.official(*sorted(actions))
    return Route(f"{kind.path}<slug:slug>/manage/", name=f"{kind.prefix}-manage", audience=reader)


@require_safe
def page(request: HttpRequest, slug: str, *, kind: CompetitionKind[Any, Any]) -> HttpResponse:
    """Show them."""
    guest_id = guest_id_of(request)
    row = kind.at(slug, guest_id)
    context = kind.context(request, row, kind.view(row), here=f"{kind.prefix}-manage")
    return render(request, "competitions/pages/manage/page.html", context | {"groups": kind.managed(row, guest_id)})
