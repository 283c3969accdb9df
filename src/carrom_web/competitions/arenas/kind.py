"""Arenas as a kind of competition."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from carrom_web.clubs.rights import Action
from carrom_web.competitions import competition_file
from carrom_web.competitions.arenas import presenters
from carrom_web.competitions.arenas.models import Arena
from carrom_web.competitions.arenas.repository import FOLLOWERS, STORE
from carrom_web.competitions.arenas.state import Act, ArenaState
from carrom_web.competitions.competition_file import Portable
from carrom_web.competitions.kinds import CompetitionKind
from carrom_web.competitions.page_values import ListPage, Published, Tab


def _written(arena: Arena) -> str:
    """An arena as its file has it: its log, and what everybody in it is called."""
    portable: Portable[Act] = Portable(people=(), more={"players": presenters.names_of(arena)})
    return competition_file.write("arena", STORE, arena, portable)


KIND = CompetitionKind[Arena, ArenaState](
    name="arena",
    prefix="arena",
    path="arenas/",
    title=_("Arena"),
    store=STORE,
    view=STORE.state,
    head=presenters.head,
    tabs=(
        Tab("arena", _("Table")),
        Tab("arena-tv", _("TV view")),
        Tab("arena-organise", _("Organise"), (Action.ORGANISE,)),
        Tab("arena-log", _("Log"), (Action.ORGANISE,)),
    ),
    audit_kinds=presenters.AuditKind,
    labels=presenters.labels,
    write=_written,
    followers=FOLLOWERS,
    slides=presenters.slides,
    published=Published(values=presenters.published, standings=presenters.standings_in),
    index=lambda guest_id: presenters.index_rows(guest_id, timezone.now()),
    list_page=ListPage(
        name="arenas",
        title=_("Arenas"),
        says=_(
            "Join for as long as you like. You meet the next free player at once. A win counts two points, after two "
            "wins in a row four."
        ),
        new=_("Open an arena"),
        none=_("No arena yet. Open the first one: everybody finds it in the lobby."),
        more=(("lobby", _("Lobby")),),
    ),
    elsewhere=_("See all arenas"),
    nav="lobby",
    styles=("css/arena.css",),
)
