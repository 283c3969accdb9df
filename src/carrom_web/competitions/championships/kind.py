"""Championships as a kind of competition."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from carrom.errors import CarromError
from carrom.tournament.sol_file import read_sol
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Action
from carrom_web.clubs.services import NotAllowedInClubError
from carrom_web.competitions.championships import event_results, exports, repository, services
from carrom_web.competitions.championships.audit_labels import AuditKind, act_label
from carrom_web.competitions.championships.forms import MOST_BYTES, BringForm, CountingForm
from carrom_web.competitions.championships.models import Championship, Participant
from carrom_web.competitions.championships.portable import check_read, portable
from carrom_web.competitions.championships.presenters import followed, slides, tables_of
from carrom_web.competitions.championships.state import Act, ChampionshipState
from carrom_web.competitions.kinds import CompetitionKind
from carrom_web.competitions.page_values import Embed, ListPage, NewPage, Published, Tab
from carrom_web.core.translation import localized


class NotChampionshipOrganiserError(NotAllowedInClubError):
    """Somebody who does not organise in a club wants to change its championships."""


def _labels(row: Championship, book: ChampionshipState) -> Callable[[Act], str]:
    return partial(act_label, names=event_results.names_in(event_results.leg_results(row, book)))


def _start(club: Club, guest_id: UUID | None, form: CountingForm, now: datetime) -> Championship:
    return services.begin(club, guest_id, title=form.cleaned_data["title"], counting=form.counting, now=now)


def _bring(club: Club, guest_id: UUID | None, form: BringForm, now: datetime) -> Championship | None:
    cleaned = form.cleaned_data
    if cleaned["file"].size > MOST_BYTES:
        form.add_error("file", str(_("The file is too large.")))
        return None
    try:
        return services.bring(club, guest_id, read_sol(cleaned["file"].read()), cleaned["number"], now=now)
    except CarromError as error:
        form.add_error("number" if error.code == "not-for-sol" else "file", localized(error))
        return None


def _embed(request: HttpRequest, row: Championship, book: ChampionshipState) -> dict[str, Any]:
    tables = tables_of(row, book, event_results.leg_results(row, book), with_running=False)
    for table in tables:
        for column in table["columns"]:  # a frame leads nowhere but to the page
            column["url"] = ""
        for line in table["rows"]:
            line["people"] = []
    return {"tables": tables}


KIND = CompetitionKind[Championship, ChampionshipState](
    name="championship",
    prefix="championship",
    path="championships/",
    title=_("Championship"),
    plural=_("Championships"),
    store=repository.STORE,
    view=repository.state,
    states={Championship.State.CLOSED: _("closed")},
    tabs=(
        Tab("championship", _("Standings")),
        Tab("championship-what-if", _("What if?")),
        Tab("championship-organise", _("Organise"), (Action.ORGANISE,)),
        Tab("championship-log", _("Log"), (Action.ORGANISE,)),
    ),
    audit_kinds=AuditKind,
    labels=_labels,
    participants=Participant,
    portable=portable,
    complete=check_read,
    new=NewPage(
        title=_("Start a championship"),
        form=CountingForm,
        template="competitions/championships/counting.html",
        start=_start,
        read_form=BringForm,
        read=_bring,
        read_title=_("From a file of SoL"),
        read_says=_("Its events are taken over, with the prizes in the file."),
        leads_to="organise",
    ),
    list_page=ListPage(
        name="championships",
        title=_("Championships"),
        says=_("A series of events whose places score points."),
        new=_("Start a championship"),
        none=_("No championships yet. If you organise in a club, start the first one."),
    ),
    elsewhere=_("See all championships"),
    not_found=("unknown-competition", "unknown-championship-player"),
    followed=followed,
    remembers_pages=True,
    slides=slides,
    who=ChampionshipState.who,
    published=Published(values=exports.published, standings=exports.standings_in),
    embed=Embed(template="competitions/championships/embed.html", context=_embed),
    styles=("css/series.css",),
    not_official=lambda: NotChampionshipOrganiserError("change"),
)
