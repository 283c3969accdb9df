"""Who may use an address of a championship."""

from carrom_web.clubs.rights import Action
from carrom_web.competitions.championships import selectors
from carrom_web.competitions.championships.presenters import NotChampionshipOrganiserError, handle_domain_errors
from carrom_web.competitions.permissions import CompetitionKind, Official, Viewer

CHAMPIONSHIP = CompetitionKind(
    name="championship",
    at=lambda slug, _guest_id: selectors.championship_at(slug),
    not_official=lambda: NotChampionshipOrganiserError("change"),
    refuse=handle_domain_errors.answer,
)
CHAMPIONSHIP_VIEWER = Viewer(CHAMPIONSHIP)
CHAMPIONSHIP_ORGANISER = Official(CHAMPIONSHIP, Action.ORGANISE)
