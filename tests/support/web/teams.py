"""Teams for tests: a category of teams, teams that are entered and confirmed, a tie of two of them."""

from datetime import date
from typing import Any

from carrom.tournament.category import CategoryTerms, Kind, MatchTerms
from carrom.tournament.teams import LineUp, TieTerms
from carrom_web.competitions.events import contests
from carrom_web.competitions.events.models import Entry, Event
from carrom_web.competitions.events.services import draws, registration
from carrom_web.competitions.events.services.applications import Partner
from tests.support.web.events import NOW, application, cash_terms, new_event, organiser_of
from tests.support.web.stored_once import stored_once

TEAMS = "teams"
SSD = TieTerms(order="SSD", level="tied")


def team_event(**changes: Any) -> Event:
    """An event with one category of teams of two to four, ties of two singles and a double, no fee."""
    given = {"members": 2, "most_members": 4, "least": 2, "format": "round-robin", "tie": SSD}
    category = CategoryTerms(
        key=TEAMS, title="Teams", kind=Kind.TEAM, match=MatchTerms(length="best_of_3"), **(given | changes)
    )
    return new_event(cash_terms(categories=(category,)))


def team_application(team: str, size: int = 3, **more: Any) -> Any:
    """A captain's form for a team of that name."""
    mates = tuple(
        (TEAMS, Partner(name=f"{team} Mate {n}", email=f"m{n}@example.org", born=date(1990, 1, n)))
        for n in range(1, size)
    )
    return application(f"{team} Captain", TEAMS, partners=mates, teams=((TEAMS, team),), **more)


def entered_team(event: Event, team: str, size: int = 3) -> Entry:
    """A team that is entered, everybody having said yes."""
    form = registration.hand_in(event, team_application(team, size), now=NOW)
    for member in form.entries.get().members.filter(agreed_at=None):
        registration.agree(member, shows_name=True, now=NOW)
    return form.entries.get()


@stored_once
def drawn_tie(**changes: Any) -> tuple[Event, Entry, Entry]:
    """Two teams, drawn against each other in fixture 1.1; given as side A and side B."""
    event = team_event(**changes)
    teams = {entry.key: entry for entry in (entered_team(event, "Reds"), entered_team(event, "Blues"))}
    draws.draw(event, organiser_of(event).pk, TEAMS, now=NOW)
    meeting = team_contest(event).meetings[0]
    return event, teams[meeting.a or ""], teams[meeting.b or ""]


def team_contest(event: Event) -> contests.ContestView:
    """The contest of the teams."""
    found = contests.shown(event.categories.get(key=TEAMS))
    assert found is not None
    return found


def line_up(event: Event, entry: Entry, *numbers: int) -> LineUp:
    """Two singles and a double by the numbers of the players in the team; 0, 1 and 0 with 1 by default."""
    one, two, three, four = numbers or (0, 1, 0, 1)
    persons = team_contest(event).contest.entrant(entry.key).persons
    return LineUp(((persons[one],), (persons[two],), (persons[three], persons[four])))


def line_up_form(*numbers: int) -> dict[str, str]:
    """The same as a form sends it."""
    one, two, three, four = numbers or (0, 1, 0, 1)
    return {"match_1_0": f"{one}", "match_2_0": f"{two}", "match_3_0": f"{three}", "match_3_1": f"{four}"}
