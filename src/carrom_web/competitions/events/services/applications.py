"""A filled-in registration form as a value: one person, the categories they enter, and who plays with them."""

from dataclasses import dataclass, field
from datetime import date
from uuid import UUID

from carrom.tournament.category import Gender
from carrom.tournament.event import Method
from carrom.tournament.questions import Consent
from carrom_web.competitions.events.models import Group
from carrom_web.core.translation import current_language


@dataclass(frozen=True, slots=True, kw_only=True)
class Partner:
    """A second member of a pair, or another one of a team, as the form names them.

    `shows_name` is known of those on a club's own list; everybody else says so when they agree to play.
    """

    name: str
    email: str
    born: date | None = None
    gender: Gender | None = None
    shows_name: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Application:
    """A filled-in form: one person, every category they enter, and their partners."""

    name: str
    email: str
    born: date | None = None
    gender: Gender | None = None
    club_name: str = ""
    shows_name: bool = False
    method: Method = Method.CASH
    categories: tuple[str, ...] = ()
    partners: tuple[tuple[str, Partner], ...] = ()  # category, who
    teams: tuple[tuple[str, str], ...] = ()  # category, what the team calls itself
    leads: tuple[str, ...] = ()  # categories in whose team they are captain and play no match
    guest_id: UUID | None = None
    language: str = field(default_factory=current_language)
    site: str = ""
    by_registrar: bool = False  # after the deadline too, and for somebody at the desk
    partners_agreed: bool = False  # they stand at the desk, or somebody speaks for them
    answers: tuple[tuple[str, str], ...] = ()  # to the event's own questions
    consent: Consent | None = None  # to its terms
    group: Group | None = None  # who registers them for a club: they are asked for answers and consent later

    def members(self, key: str) -> list[Partner]:
        """Everybody of the entry in one category; first who fills the form in."""
        own = Partner(name=self.name, email=self.email, born=self.born, gender=self.gender)
        return [own, *(partner for category, partner in self.partners if category == key)]

    def players(self, key: str) -> list[Partner]:
        """Everybody of the entry in one category who plays."""
        return self.members(key)[key in self.leads :]

    def team(self, key: str) -> str:
        """Return the team's name in a category; "" where no team enters."""
        return dict(self.teams).get(key, "")
