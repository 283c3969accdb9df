"""A season's last evening: leagues of which the last round is left, and an event that is drawn; made, or counted.

    python -m benchmarks._last_evening make LEAGUES PLAYERS ENTRIES    prints who reports what, as JSON
    python -m benchmarks._last_evening count                           prints how many results stand, as JSON

Run with the site's environment, before its servers start and after all results are in.
"""

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carrom_web.config.settings")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # leagues and events lie with the tests

import django

django.setup()

from django.test.utils import override_settings  # noqa: E402
from django.utils import timezone  # noqa: E402

from carrom.tournament.bracket_resolution import State  # noqa: E402
from carrom_web.accounts.selectors import COOKIE  # noqa: E402
from carrom_web.clubs.pages.clubs.page import NEW_CLUBS  # noqa: E402
from carrom_web.clubs.rights import Role  # noqa: E402
from carrom_web.competitions.events import contests  # noqa: E402
from carrom_web.competitions.events.models import Category  # noqa: E402
from carrom_web.competitions.events.services import draws, organising, registration  # noqa: E402
from carrom_web.competitions.match_leagues import repository  # noqa: E402
from carrom_web.competitions.match_leagues.models import League  # noqa: E402
from carrom_web.competitions.match_leagues.pages.enter.page import ENTRIES  # noqa: E402
from carrom_web.competitions.match_leagues.services import organising as leagues  # noqa: E402
from tests.support.web.clients import as_guest  # noqa: E402
from tests.support.web.events import ADULTS, application, new_event, organiser_of, small_event_terms  # noqa: E402
from tests.support.web.match_leagues import PLAYERS, announced_league  # noqa: E402

LINE = "25-10 25-14"
Json = dict[str, Any]


def main(words: Sequence[str]) -> None:
    """Do what is asked for."""
    if words[0] == "make":
        count, players, entries = map(int, words[1:])
        with override_settings(ALLOWED_HOSTS=["testserver"], SECURE_SSL_REDIRECT=False, LETTERS_ARRIVE=False):
            made = [league_of(number, players) for number in range(count)]
        print(json.dumps({"leagues": made, "event": event_of(entries)}))
        return
    played = {league.slug: results_of(league) for league in League.objects.all()}
    contest = contests.shown(Category.objects.get(key=ADULTS))
    over = sum(one.state is State.DECIDED for one in contest.meetings) if contest else 0
    print(json.dumps({"leagues": played, "event": over}))


def results_of(league: League) -> int:
    """How many results of a league stand."""
    return sum(one.state is State.DECIDED for one in repository.seen(league).league.meetings)


def league_of(number: int, players: int) -> Json:
    """A league of so many players, each with a browser; everything is played but the last round."""
    ENTRIES.forget_all()  # all of them enter from this machine
    NEW_CLUBS.forget_all()
    names = {f"Player {one} of {number}": (f"Player {one} of {number}",) for one in range(players)}
    playing = announced_league(PLAYERS, names)
    owner = playing.league.club.members.get(role=Role.OWNER).guest_id
    meetings = playing.seen.league.meetings
    last = max(int(one.fixture.id.split(".")[0]) for one in meetings)
    for one in meetings:
        if not one.fixture.id.startswith(f"{last}."):
            leagues.record_result(playing.league, owner, one.fixture.id, LINE, by_games=True, now=timezone.now())
    fixtures = []
    for one in meetings:
        if one.fixture.id.startswith(f"{last}."):
            captains = [playing.captain_of(key).cookies[COOKIE].value for key in playing.sides(one.fixture.id)]
            fixtures.append({"path": playing.page("match-fixture", one.fixture.id), "captains": captains})
    return {"page": playing.page("match-league"), "fixtures": fixtures, "slug": playing.slug, "all": len(meetings)}


def event_of(entries: int) -> Json:
    """An event of today that is drawn, with its organiser's cookie."""
    now, day = timezone.now(), timezone.localdate()
    terms = organising.copy_of(small_event_terms(entries, fee=0), first_day=day, deadline=day, title="Open Cup")
    event = new_event(terms)
    for number in range(entries):
        registration.hand_in(event, application(f"Entrant {number}"), now=now)
    draws.draw(event, organiser_of(event).pk, ADULTS, now=now)
    contest = contests.shown(event.categories.get(key=ADULTS))
    fixtures = [one.fixture.id for one in contest.meetings if one.state is State.READY] if contest else []
    cookie = as_guest(organiser_of(event)).cookies[COOKIE].value
    return {"page": f"/events/{event.slug}/draws/{ADULTS}/", "organiser": cookie, "fixtures": fixtures}


if __name__ == "__main__":
    main(sys.argv[1:])
