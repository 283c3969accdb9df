"""Seasons of 19-coin solo over their database: joining, terms, undo, the end and the next season, files, persons."""

import json
from dataclasses import replace
from uuid import UUID

import pytest

from carrom.league import solo_season
from carrom.league.solo_standings import UndecidedError
from carrom.league.solo_terms import Division
from carrom.log import LogError
from carrom_web.accounts import privacy
from carrom_web.accounts.models import Guest
from carrom_web.audit.models import AuditEntry, LogEntry
from carrom_web.competitions.solo_leagues import privacy as solo_privacy
from carrom_web.competitions.solo_leagues import repository, season_file, selectors
from carrom_web.competitions.solo_leagues.models import Kind, Player, PrivateText, Season, SoloSet
from carrom_web.competitions.solo_leagues.services import (
    changes,
    organising,
    registration,
    set_reviews,
    sets,
)
from carrom_web.competitions.solo_leagues.services import (
    corrections as solo_leagues_corrections,
)
from carrom_web.competitions.solo_leagues.services.organising import NothingToDecideError, SeasonHasSetsError
from carrom_web.competitions.solo_leagues.services.registration import AlreadyPlaysError, SeasonNotOpenError
from carrom_web.matches import selectors as match_queries
from carrom_web.people import models as people
from tests.support.web.emails import collected_emails
from tests.support.web.solo_seasons import (
    BOARDS,
    DECLARED,
    LATER,
    NOW,
    averages,
    confirmed_set,
    correct,
    fresh,
    joined_player,
    local_time,
    new_season,
    organiser_of,
    set_report,
)

pytestmark = pytest.mark.django_db
THREE = (
    Division(key="one", title="First", size=2, down=1),
    Division(key="two", title="Second", size=2, up=1, down=1),
    Division(key="three", title="Third", up=1),
)


def test_nobody_joins_twice_and_who_comes_when_all_places_are_taken_waits_and_moves_up():
    season = new_season(divisions=(Division(key="all", title="All", size=2),))
    first, second = joined_player(season, "Anu Nair"), joined_player(season, "Ben Ode")
    third = joined_player(season, "Cem Tan")
    assert [first.status, second.status, third.status] == ["playing", "playing", "waiting"]
    with pytest.raises(AlreadyPlaysError):
        joined_player(season, "Anu Nair")
    with pytest.raises(SeasonNotOpenError):
        sets.report(third, set_report(), now=NOW)

    registration.withdraw(Player.objects.get(pk=first.pk), now=NOW)

    third.refresh_from_db()
    season.refresh_from_db()
    assert third.status == "playing" and season.taken == 2
    reverted = AuditEntry.objects.filter(kind=Kind.WITHDRAWN).get()
    with pytest.raises(LogError, match="2 places are taken"):  # the place has somebody else by now
        changes.undo(season, organiser_of(season).pk, reverted.pk, now=NOW)
    season.refresh_from_db()
    assert season.taken == 2 and Player.objects.get(pk=first.pk).status == "withdrawn"


def test_nobody_comes_into_a_division_that_is_full_and_who_is_there_stays():
    season = new_season(divisions=(Division(key="one", title="First", size=1), Division(key="two", title="Second")))
    owner = organiser_of(season).pk
    first, second = joined_player(season, "Anu Nair"), joined_player(season, "Ben Ode")
    organising.place(season, owner, first, "one", now=NOW)
    organising.place(season, owner, second, "two", now=NOW)

    organising.place(season, owner, first, "one", now=NOW)
    with pytest.raises(NothingToDecideError, match="1"):
        organising.place(season, owner, second, "one", now=NOW)
    with pytest.raises(NothingToDecideError):
        organising.place(season, owner, second, "three", now=NOW)
    assert dict(season.players.values_list("name", "division")) == {"Anu Nair": "one", "Ben Ode": "two"}


def test_a_season_is_announced_once_and_then_opened_again_and_the_log_says_which():
    season = new_season(is_open=False)
    boss = organiser_of(season).pk

    for action in (organising.open_season, organising.close_season, organising.open_season, organising.open_season):
        action(season, boss, now=NOW)

    kinds = AuditEntry.objects.order_by("pk").values_list("kind", flat=True)
    assert [kind for kind in kinds if kind in (Kind.ANNOUNCED, Kind.CLOSED, Kind.REOPENED)] == [
        Kind.ANNOUNCED,
        Kind.CLOSED,
        Kind.REOPENED,
    ]


def test_terms_that_sets_and_players_stand_on_stay():
    season = new_season(divisions=THREE)
    owner = organiser_of(season).pk
    player = joined_player(season)
    assert player.division == "three"
    confirmed_set(player)
    terms = repository.terms_of(season)

    with pytest.raises(SeasonHasSetsError, match="Third has players"):
        fewer = (THREE[0], Division(key="b", title="B"))
        organising.change_season(season, owner, replace(terms, divisions=fewer), now=NOW)
    with pytest.raises(SeasonHasSetsError, match="week 1"):
        later = (replace(terms.weeks[0], first="2026-02-05"), *terms.weeks[1:])
        organising.change_season(season, owner, replace(terms, weeks=later), now=NOW)
    gone = joined_player(season, "Ben Ode")
    organising.place(season, owner, gone, "two", now=NOW)
    registration.withdraw(gone, now=NOW)
    organising.change_season(season, owner, replace(terms, divisions=(THREE[0], replace(THREE[2], up=0))), now=NOW)
    changes.undo(
        season, owner, AuditEntry.objects.get(kind=Kind.WITHDRAWN).pk, now=NOW
    )  # the division is gone meanwhile
    assert set(averages(season)) == {"Anu Nair", "Ben Ode"}
    season.refresh_from_db()
    organising.change_season(season, owner, terms, now=NOW)
    AuditEntry.objects.filter(kind=Kind.CHANGED).update(kind="changed-before")
    organising.change_season(season, owner, replace(terms, title="Renamed", late="counts"), now=NOW)
    season.refresh_from_db()
    assert repository.terms_of(season).title == "Renamed"
    changes.undo(season, owner, AuditEntry.objects.get(kind=Kind.CHANGED).pk, now=NOW)
    season.refresh_from_db()
    assert repository.terms_of(season) == terms


def test_the_next_season_is_made_of_the_table_and_everybody_is_asked():
    season = new_season(divisions=THREE)
    owner = organiser_of(season).pk
    names = ["Anu Nair", "Ben Ode", "Cem Tan", "Dee Roy", "Eva Lim", "Fay Wu"]
    for number, name in enumerate(names):
        player = joined_player(season, name)
        organising.place(season, owner, player, ("one", "two", "three")[number // 2], now=NOW)
        confirmed_set(player, (20 + number, 24, 19, 27, 23))
    organising.close_season(season, owner, now=local_time("2026-03-05T12:00"))
    season.refresh_from_db()
    with pytest.raises(SeasonNotOpenError):
        sets.report(Player.objects.get(name="Anu Nair"), set_report(), now=NOW)
    organising.place_next(season, owner, {Player.objects.get(name="Fay Wu").key: "two"}, now=NOW)
    season.refresh_from_db()

    after = organising.apply_promotion(season, owner, now=NOW)

    assert dict(after.players.values_list("name", "division")) == {
        "Anu Nair": "one", "Ben Ode": "two", "Cem Tan": "one", "Dee Roy": "three", "Eva Lim": "two", "Fay Wu": "two",
    }  # fmt: skip
    assert set(after.players.values_list("status", flat=True)) == {"invited"} and after.taken == 6
    assert repository.terms_of(after).first_day == "2026-03-02"
    with pytest.raises(NothingToDecideError):
        organising.apply_promotion(season, owner, now=NOW)
    with collected_emails() as sent:
        organising.open_season(after, owner, now=NOW)
    assert len(sent) == 6
    asked = Player.objects.select_related("season").get(season=after, name="Cem Tan")
    with pytest.raises(SeasonNotOpenError):
        sets.report(asked, set_report(), now=NOW)
    registration.answer(asked, plays=True, now=local_time("2026-03-01T12:00"))
    assert asked.status == "playing"
    somebody = Guest.objects.create(name="Somebody")
    eva = after.players.get(name="Eva Lim")
    again = registration.Application(name=eva.name, email=eva.email, guest_id=eva.guest_id, equipment=DECLARED)
    for guest_id in (somebody.pk, None):  # an address alone, anybody could type
        with pytest.raises(AlreadyPlaysError):
            registration.join(after, replace(again, guest_id=guest_id), now=local_time("2026-03-01T12:00"))
    assert registration.join(after, again, now=local_time("2026-03-01T12:00")).key == eva.key
    with pytest.raises(AlreadyPlaysError):
        registration.join(after, again, now=local_time("2026-03-01T12:00"))
    assert after.players.get(name="Eva Lim").status == "playing"
    assert organising.place_by_average(after, owner, now=NOW) > 0
    best = after.players.filter(division="one").values_list("name", flat=True)
    assert set(best) == {"Anu Nair", "Ben Ode"}


@pytest.mark.parametrize("order", [("average", "best_board"), ("average", "best_board", "lots")])
def test_lots_are_drawn_once_for_those_level_at_a_line_placed_or_not_and_whatever_the_order_names(
    order: tuple[str, ...],
):
    season = new_season(divisions=THREE, order=order)
    owner = organiser_of(season).pk
    for number, name in enumerate(["Anu Nair", "Ben Ode", "Cem Tan", "Dee Roy", "Eva Lim"]):
        player = joined_player(season, name)
        organising.place(season, owner, player, ("one", "two", "three")[number // 2], now=NOW)
        if name in (
            "Cem Tan",
            "Dee Roy",
            "Eva Lim",
        ):  # two of the second division are level, two of the first have no set
            confirmed_set(player)
    with pytest.raises(UndecidedError):
        organising.apply_promotion(season, owner, now=NOW)

    assert organising.lots(season, owner, now=NOW) == 2

    season.refresh_from_db()
    drawn = repository.state_of(season).lots
    assert [len(one.order) for one in drawn] == [2, 2] and all(one.numbers for one in drawn)
    with pytest.raises(NothingToDecideError):
        organising.lots(season, owner, now=NOW)
    assert organising.apply_promotion(season, owner, now=NOW).players.count() == 5


def test_a_whole_season_goes_out_as_a_file_and_comes_in_with_the_same_standings():
    season = new_season(divisions=THREE)
    owner = organiser_of(season).pk
    row = confirmed_set(joined_player(season))
    correct(season, row, (21, 24, 19, 27, 33))
    other = joined_player(season, "Ben Ode")
    set_reviews.excuse(season, owner, other, 1, holds=True, why="away", now=NOW)
    for last in (20, 22):  # the second question takes the place of the first
        given = {"day": row.day, "why": "misread"}
        assert not solo_leagues_corrections.correct_own(fresh(row), strokes=(21, 24, 19, 27, last), now=LATER, **given)
    text = season_file.write(season)

    again = season_file.read(season.club, owner, text.encode(), now=NOW)
    assert json.loads(season_file.write(again))["requests"] == json.loads(text)["requests"]
    requests = again.correction_requests.order_by("pk")
    assert [one.status for one in requests] == ["withdrawn", "open"]
    asked = selectors.open_requests(again)
    assert [(one.set.player.name, one.strokes[-1], one.asked_at) for one in asked] == [("Anu Nair", 22, LATER)]
    entries = json.loads(text)["log"]
    wrong_strokes = entries[-1] | {"act": entries[-1]["act"] | {"strokes": "many"}}
    no_such_set = entries[-1] | {"act": entries[-1]["act"] | {"set": "of-nobody"}}

    assert again.state == "draft" and repository.terms_of(again) == repository.terms_of(season)
    late = local_time("2026-03-05T12:00")
    assert repository.tables(again, late) == repository.tables(season, late)
    value = solo_season.read(json.loads(text)["season"])
    assert value.sets[0].trail[0].strokes == BOARDS
    for wrong in (
        b"[]",
        b"{",
        b'{"format": 2}',
        text.replace('"report-set"', '"invented"').encode(),
        text.replace("24", '"x"').encode(),
        json.dumps(json.loads(text) | {"log": [*entries[:-1], wrong_strokes]}).encode(),
        json.dumps(json.loads(text) | {"log": [*entries[:-1], no_such_set]}).encode(),
        json.dumps(json.loads(text) | {"log": entries[1:]}).encode(),
        json.dumps(json.loads(text) | {"players": []}).encode(),
    ):
        with pytest.raises(season_file.SeasonFileError):
            season_file.read(season.club, owner, wrong, now=NOW)
    assert Season.objects.count() == 2
    corrected = again.audit_entries.get(kind=Kind.SET_CORRECTED)
    changes.undo(again, owner, corrected.pk, now=NOW)  # the log came along
    assert again.sets.get(player__name="Anu Nair").strokes == list(BOARDS)


def test_a_person_takes_his_data_along_and_is_forgotten_while_the_sets_stay():
    season = new_season()
    player = joined_player(season)
    guest = Guest.objects.get(pk=player.guest_id)
    sets.report(player, set_report(witness="Priya", film="https://films.example/1", note="my board"), now=NOW)
    assert averages(season) == {"Anu Nair": "22.80"}
    reported_of_him = json.dumps(privacy.export(guest), default=str)
    assert "anu.nair@example.org" in reported_of_him and "[21, 24, 19, 27, 23]" in reported_of_him

    privacy.erase(guest)

    saved = json.dumps(
        [list(model.objects.values()) for model in (people.Player, Player, SoloSet, PrivateText, AuditEntry, LogEntry)],
        default=str,
    )  # everything that the app holds
    assert not any(word in saved for word in ("Anu", "anu.nair", "Priya", "films.example", "my board"))
    assert list(averages(season).values()) == ["22.80"]


def test_a_set_played_on_the_site_is_a_match_of_the_seasons_laws_that_nobody_else_plays():
    season = new_season()
    player = joined_player(season)
    assert isinstance(player.guest_id, UUID)
    row = sets.start_on_site(player, player.guest_id, now=NOW)

    assert row.match_id is not None
    loaded = match_queries.load(row.match_id)
    head = loaded.state.match.head
    assert (head.ruleset, head.take_back, dict(head.tags)["event"]) == ("baca19", "never", "Bay Area 19")
    assert [one.guest for one in loaded.players] == [player.guest_id]
    assert loaded.state.match.ruleset.boards_per_set == 5
    assert fresh(row).origin == "played" and fresh(row).status == "started"


def test_who_plays_again_is_the_same_player_of_the_club_and_their_word_counts_for_both_seasons():
    season = new_season()
    anu = joined_player(season)
    other = organising.start_season(season.club, organiser_of(season).pk, repository.terms_of(season), now=NOW)
    organising.open_season(other, organiser_of(season).pk, now=NOW)

    again = joined_player(other, guest_id=anu.guest_id, shows_name=False)

    assert again.person == anu.person
    assert repository.shown_name(Player.objects.get(pk=anu.pk)) == "A. N."


def test_two_of_one_name_in_a_season_are_two_players_of_the_club():
    season = new_season()
    organiser_id = organiser_of(season).pk
    first, second = (
        registration.join(season, registration.Application(name="Anu Nair"), now=NOW, by_organiser=organiser_id)
        for _number in range(2)
    )

    assert first.person != second.person


def test_deleting_one_season_by_its_link_leaves_the_player_of_another():
    season = new_season()
    anu = joined_player(season)
    other = organising.start_season(season.club, organiser_of(season).pk, repository.terms_of(season), now=NOW)
    organising.open_season(other, organiser_of(season).pk, now=NOW)
    again = joined_player(other, guest_id=anu.guest_id)

    solo_privacy.erase_player(anu, now=NOW)

    assert Player.objects.get(pk=again.pk).email == "anu.nair@example.org"
    assert (Player.objects.get(pk=anu.pk).email, Player.objects.get(pk=anu.pk).name) == ("", "")
    solo_privacy.erase_player(again, now=NOW)
    assert not people.Player.objects.exclude(email="", name="").exists()
