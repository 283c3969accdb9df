"""Rating lists as a kind of competition."""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Action
from carrom_web.clubs.services import NotAllowedInClubError
from carrom_web.competitions.kinds import CompetitionKind
from carrom_web.competitions.page_values import Embed, ListPage, NewPage, Published, Tab
from carrom_web.competitions.ratings import audit_labels, exports, repository, selectors
from carrom_web.competitions.ratings.forms import TermsForm
from carrom_web.competitions.ratings.models import Participant, RatingList
from carrom_web.competitions.ratings.portable import complete, portable
from carrom_web.competitions.ratings.presenters import chosen_group, followed, group_label, list_rows, slides
from carrom_web.competitions.ratings.services import organising
from carrom_web.competitions.ratings.state import Act, RatingListState


class NotRatingOrganiserError(NotAllowedInClubError):
    """Somebody who does not organise in a club wants to change its rating lists."""


def _labels(row: RatingList, book: RatingListState) -> Callable[[Act], str]:
    return audit_labels.labels(row, selectors.names_of(row, book))


def _start(club: Club, guest_id: UUID | None, form: TermsForm, now: datetime) -> RatingList:
    return organising.begin(club, guest_id, title=form.cleaned_data["title"], terms=form.terms, now=now)


def _embed(request: HttpRequest, row: RatingList, book: RatingListState) -> dict[str, Any]:
    group, _groups = chosen_group(row, request.GET.get("group"))
    rows, period = list_rows(row, book, group)
    return {"group": group_label(group), "period": period, "rows": rows}


KIND = CompetitionKind[RatingList, RatingListState](
    name="rating list",
    prefix="rating",
    path="ratings/",
    title=_("Rating list"),
    plural=_("Ratings"),
    store=repository.STORE,
    view=repository.state,
    states={RatingList.State.OPEN: _("open"), RatingList.State.CLOSED: _("closed")},
    tabs=(
        Tab("rating-list", _("Ratings")),
        Tab("rating-organise", _("Organise"), (Action.ORGANISE,)),
        Tab("rating-log", _("Log"), (Action.ORGANISE,)),
    ),
    audit_kinds=audit_labels.AuditKind,
    labels=_labels,
    undo=organising.undo,
    participants=Participant,
    portable=portable,
    complete=complete,
    new=NewPage(
        title=_("Start a rating list"),
        says=_(
            "Ratings are Glicko-2. Singles and doubles are rated separately, and so are games with a "
            "queen worth three and five."
        ),
        form=TermsForm,
        template="competitions/ratings/terms.html",
        start=_start,
        leads_to="organise",
    ),
    list_page=ListPage(
        name="ratings",
        title=_("Rating lists"),
        says=_("How strong players are, by the results that clubs mark as rated."),
        new=_("Start a list"),
        none=_("No rating lists yet. If you organise in a club, start the first one."),
    ),
    dated=lambda row: row.taken_at or row.changed_at,
    not_found=("unknown-competition", "unknown-rated-player"),
    elsewhere=_("See all rating lists"),
    followed=followed,
    remembers_pages=True,
    slides=slides,
    who=RatingListState.who,
    published=Published(values=exports.published, standings=exports.standings_in),
    embed=Embed(
        template="competitions/ratings/embed.html",
        context=_embed,
        says=_("Add ?group= and a group for the list of that group."),
    ),
    styles=("css/series.css",),
    not_official=lambda: NotRatingOrganiserError("change"),
)
