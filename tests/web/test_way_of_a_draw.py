"""The way of a draw, from the button to the stored fixtures, is as straight as docs/map.md says."""

import pytest

from carrom.rating.history import Terms
from carrom.tournament.format import find
from carrom_web.audit.log_store import LogStore
from carrom_web.competitions.events import contests
from carrom_web.competitions.events.pages.draw import page
from carrom_web.competitions.events.services import draws
from carrom_web.competitions.ratings import seeding as ratings
from carrom_web.competitions.ratings.services import organising, recalculation
from carrom_web.competitions.ratings.state import Mark
from tests.support.web.championships import another_event, played_event
from tests.support.web.clients import as_guest
from tests.support.web.draws import (
    BEST_OF_THREE,
    contest_of,
    draw_address,
    event_with_entries,
    owner_id,
    ready_fixtures,
)
from tests.support.web.events import ADULTS, NOW, organiser_of
from tests.support.web.way import Way, way

pytestmark = pytest.mark.django_db
EVENTS = "carrom_web/competitions/events"
FILES = [
    f"{EVENTS}/pages/draw/page.py",
    f"{EVENTS}/services/draws.py",
    "carrom/tournament/record.py",
    "carrom/tournament/formats/{format}.py",
    "carrom_web/audit/log_store.py",
]
RETURNS = ["changing", "initial_record", "draw", "draw"]


def drawn(event, format_: str, **form: str) -> Way:
    """Press the button, and follow what happens."""
    asked = page.page
    while hasattr(asked, "__wrapped__"):
        asked = asked.__wrapped__
    through = (ratings.seed_strengths, draws.initial_record, type(find(format_)).draw)
    with way(asked, *through, end=LogStore.write) as found:
        answer = as_guest(organiser_of(event)).post(draw_address(event), {"do": "draw", **form})
    assert answer.status_code == 303
    return found


def files(format_: str) -> list[str]:
    return [file.format(format=format_.replace("-", "_")) for file in FILES]


def names(returns: list[str]) -> list[str]:
    return [place.split()[1] for place in returns]


@pytest.mark.parametrize("is_seeded", [False, True])
def test_the_first_draw_passes_five_files_and_comes_back_four_times(is_seeded: bool):
    event = event_with_entries(4)
    keys = contests.names_to_draw(event.categories.get())
    form = {f"seed-{key}": str(number) for number, key in enumerate(keys, 1)} if is_seeded else {}

    found = drawn(event, "knockout", **form)

    assert found.files == files("knockout")
    assert names(found.returns) == RETURNS
    assert any(one.seed for one in contest_of(event).contest.entrants) == is_seeded


def test_the_draw_of_a_later_round_passes_no_other_files():
    event = event_with_entries(4, format_="swiss", format_values=(("rounds", 2),))
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    for fixture in ready_fixtures(event):
        draws.report_boards(event, owner_id(event), ADULTS, fixture, BEST_OF_THREE, time_up=False, now=NOW)

    found = drawn(event, "swiss")

    assert len(contest_of(event).contest.draws) == 2
    assert set(found.files) <= set(files("swiss"))
    assert len(found.returns) <= len(RETURNS)


def test_a_list_that_seeds_is_asked_once_on_the_way():
    event = played_event(3)
    owner = owner_id(event)
    rating_list = organising.begin(event.club, owner, title="Ratings", terms=Terms(), now=NOW)
    organising.do(rating_list, owner, Mark(source=f"category:{event.categories.get().pk}"), now=NOW)
    recalculation.take(rating_list, now=NOW)
    next_one = another_event(event, "Player A", "Player B")
    [(source, _title)] = ratings.seed_sources(event.club_id)

    found = drawn(next_one, "round-robin", seeds_from=source)

    [page_, service, *others] = files("round-robin")
    assert found.files == [page_, service, "carrom_web/competitions/ratings/seeding.py", *others]
    assert names(found.returns) == ["changing", "seed_strengths", *RETURNS[1:]]
    assert sorted(one.seed for one in contest_of(next_one).contest.entrants) == [1, 2]
