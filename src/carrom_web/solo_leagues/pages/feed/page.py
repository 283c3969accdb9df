"""The sets of a season that count, as RSS, the newest first; no template."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.feedgenerator import Rss201rev2Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom.league.solo_table import SetState
from carrom_web.accounts.queries import guest_id_of
from carrom_web.common.pages import Route
from carrom_web.solo_leagues import queries, state_store, words
from carrom_web.solo_leagues.models import SoloSet
from carrom_web.solo_leagues.showing import judged_of, told_kindly

ROUTE = Route("leagues/solo/<slug:slug>/feed.xml", name="solo-feed")
MOST = 50


@require_safe
@told_kindly
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the feed."""
    season, now = queries.season_at(slug, guest_id_of(request)), timezone.now()
    terms, judged = state_store.terms_of(season), judged_of(state_store.standing(season, now)[2])
    rows = season.sets.filter(standing=SoloSet.Standing.COUNTS).exclude(handed_in_at=None).select_related("player")

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
        url, average = link("solo-season-set", row.key), state_store.average_of(terms, row.strokes)
        feed.add_item(
            title=_("%(name)s: %(average)s") % {"name": state_store.shown_name(row.player), "average": average},
            link=url,
            description=_("%(week)s, %(day)s: %(strokes)s.")
            % {
                "week": words.week_words(terms, row.week),
                "day": formats.date_format(row.day, "DATE_FORMAT"),
                "strokes": ", ".join(map(str, row.strokes)),
            },
            unique_id=url,
            pubdate=row.handed_in_at,
        )
    answer = HttpResponse(content_type=feed.content_type)
    feed.write(answer, "utf-8")
    return answer
