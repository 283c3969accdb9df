"""The sets of a season that count, as RSS, the newest first; no template."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.feedgenerator import Rss201rev2Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom.league.solo_table import SetState
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.solo_leagues import labels, repository
from carrom_web.competitions.solo_leagues.kind import KIND
from carrom_web.competitions.solo_leagues.models import SoloSet
from carrom_web.competitions.solo_leagues.presenters import judged_of
from carrom_web.core.pages import Route

ROUTE = Route("leagues/solo/<slug:slug>/feed.xml", name="solo-feed", audience=KIND.viewer)
MOST = 50


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the feed."""
    season, now = KIND.at(slug, guest_id_of(request)), timezone.now()
    terms, judged = repository.terms_of(season), judged_of(repository.standings_of(season, now)[2])
    rows = season.sets.filter(status=SoloSet.Status.COUNTS).exclude(handed_in_at=None).select_related("player")

    def link(name: str, *more: str) -> str:
        return request.build_absolute_uri(reverse(name, args=[slug, *more]))

    feed = Rss201rev2Feed(
        title=_("%(season)s: sets") % {"season": terms.title},
        link=link("solo-season"),
        description=_("Sets of %(season)s that count, as they come in.") % {"season": terms.title},
        language=get_language(),
        feed_url=request.build_absolute_uri(),
    )
    for row in rows.order_by("-handed_in_at", "-pk")[:MOST]:
        one = judged.get(row.key)
        if one is None or one.state not in (SetState.COUNTS, SetState.DROPPED):
            continue
        url, average = link("solo-season-set", row.key), repository.average_of(terms, row.strokes)
        feed.add_item(
            title=_("%(name)s: %(average)s") % {"name": repository.shown_name(row.player), "average": average},
            link=url,
            description=_("%(week)s, %(day)s: %(strokes)s.")
            % {
                "week": labels.week_label(terms, row.week),
                "day": formats.date_format(row.day, "DATE_FORMAT"),
                "strokes": ", ".join(map(str, row.strokes)),
            },
            unique_id=url,
            pubdate=row.handed_in_at,
        )
    answer = HttpResponse(content_type=feed.content_type)
    feed.write(answer, "utf-8")
    return answer
