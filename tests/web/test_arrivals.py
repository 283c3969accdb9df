"""Who comes late to an evening, and who leaves it: what it means, by the state of the contest."""

from datetime import timedelta

import pytest
from django.utils import timezone

from carrom.tournament.contest import Contest, Drawn
from carrom.tournament.entries import Entrant
from carrom.tournament.evening import Way
from carrom.tournament.fixtures import BYE, Fixture, Known
from carrom_web.accounts.models import Guest
from carrom_web.competitions.events import contests
from carrom_web.competitions.events.models import BoardCall, Event
from carrom_web.competitions.events.services import day, draws, evenings
from carrom_web.competitions.events.services.day import Arrival, arrival
from carrom_web.competitions.events.services.evenings import KEY

NAMES = ("Asha Nair", "Ben Roy", "Cem Das", "Dev Rao", "Eva Lee", "Fay May", "Gil Paz")


def after_rounds(slug: str, drawn: int, **options: int) -> Contest:
    """A contest of three of which so many rounds are drawn, and nothing is played."""
    draws = tuple(
        Drawn((Fixture(id=f"{number}.1", round=number, place=1, a=Known("a"), b=Known("b")),))
        for number in range(1, drawn + 1)
    )
    return Contest(format=slug, entrants=tuple(Entrant(key=key) for key in "abc"), options=options, draws=draws)


@pytest.mark.parametrize(
    ("contest", "expected"),
    [
        (after_rounds("swiss", 1, rounds=3), Arrival("next-round", 2)),
        (after_rounds("swiss", 2, rounds=3), Arrival("next-round", 3)),
        (after_rounds("swiss", 3, rounds=3), Arrival("full")),
        (after_rounds("swiss", 3, rounds=2), Arrival("full")),  # it was stopped
        (after_rounds("ladder", 3, rounds=0), Arrival("next-round", 4)),  # without an end
        (after_rounds("ladder", 3), Arrival("next-round", 4)),
        (after_rounds("open-play", 3, rounds=9), Arrival("next-match")),
    ],
)
def test_who_comes_late_plays_from_the_next_round_on_while_there_is_one(contest: Contest, expected: Arrival):
    assert arrival(contest) == expected


def test_a_free_place_of_a_bracket_is_beside_the_one_whose_match_it_makes():
    first = Fixture(id="1.1", round=1, place=1, a=Known("a"), b=BYE)
    contest = Contest(format="knockout", entrants=(Entrant(key="a"), Entrant(key="b"), Entrant(key="c")))
    second = Fixture(id="1.2", round=1, place=2, a=Known("b"), b=Known("c"))

    assert arrival(contest.with_drawn(Drawn((first, second)))) == Arrival("bye", beside="a")
    assert arrival(contest.with_drawn(Drawn((second,)))) == Arrival("redraw")


def shown(event: Event) -> contests.ContestView:
    found = contests.shown(event.categories.get(), whole_names=True)
    assert found is not None
    return found


@pytest.mark.django_db
@pytest.mark.parametrize("when", ["now", "after"])
def test_who_leaves_without_a_match_to_play_keeps_the_bye_that_they_had(when: day.When):
    host, now = Guest.objects.create(name="Olive"), timezone.now()
    event = evenings.begin(host.pk, NAMES, Way.ROUNDS, boards=4, minutes=20, time_zone="Europe/Rome", now=now)
    alone = next(one.a or one.b or "" for one in shown(event).meetings if not (one.a and one.b))

    day.leave(event, host.pk, KEY, alone, when, now=now + timedelta(seconds=1))

    (entrant,) = (one for one in shown(event).contest.entrants if one.key == alone)
    assert entrant.left == 2
    for call in BoardCall.objects.filter(category__event=event, ended_at=None):
        draws.report_winner(event, host.pk, KEY, call.fixture, "a", now=now + timedelta(seconds=2))
    assert shown(event).contest.rounds == 2
    assert [one.fixture.round for one in shown(event).meetings if alone in one.keys] == [1]
    assert {row.key: row.byes for row in shown(event).standings}[alone] == 1
