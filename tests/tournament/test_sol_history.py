"""Many `.sol` files read as one history, and parts of it. All names are invented."""

import io
import zipfile
from dataclasses import replace

import pytest

from carrom.messages import sentence
from carrom.tournament.sol_championship import championship_of
from carrom.tournament.sol_file import SolFileError, read_sol, write_sol
from carrom.tournament.sol_history import (
    championship_key,
    combined,
    forgotten,
    met,
    only,
    player_key,
    read_sol_files,
    with_merged,
    without_private,
)
from tests.support.tournament.sol import SOL_FILE
from tests.support.tournament.sol_history import season, with_ratings


def names(book):
    return [(one.firstname, one.lastname) for one in book.players]


def archive(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name, content in files.items():
            made.writestr(name.replace("__", "."), content)
    return out.getvalue()


def test_two_seasons_are_one_history_with_everybody_once():
    book = combined([with_ratings(season(2024), 2024), with_ratings(season(2025), 2025)])

    assert len(book.players) == 8
    assert [(one.description, one.club) for one in book.championships] == [("Cup 2024", 1), ("Cup 2025", 1)]
    assert [(one.date, one.championship) for one in book.tourneys] == [
        ("2024-01-10", 1), ("2024-02-10", 1), ("2025-01-10", 2), ("2025-02-10", 2),
    ]  # fmt: skip
    assert (len(book.ratings), len(book.rates)) == (1, 32)
    for number, year in ((1, 2024), (2, 2025)):
        assert championship_of(book, number) == championship_of(season(year), 1)


def test_a_file_that_is_read_twice_adds_nothing():
    once = combined([with_ratings(season(2024), 2024)])

    assert combined([with_ratings(season(2024), 2024), with_ratings(season(2024), 2024)]) == once
    assert combined([once]) == once == read_sol(write_sol(once))


def test_the_word_that_was_changed_later_counts_in_whatever_order_the_files_come():
    old = season(2024)
    new = replace(old, players=(replace(old.players[0], lastname="Ash", email=None, modified="2030-01-01T00:00:00"),))
    new = replace(new, tourneys=())

    for books in ([old, new], [new, old]):
        player = combined(books).players[0]
        assert (player.lastname, player.email) == ("Ash", "p1@example.org")


def test_events_that_were_read_before_stay_as_they_are():
    before = season(2025, prized=False)
    later = season(2025)
    later = replace(later, tourneys=tuple(replace(one, modified="2030-01-01T00:00:00") for one in later.tourneys))

    assert combined([later]).tourneys[1].prized
    assert combined([later], after=combined([before])).tourneys == combined([before]).tourneys


def test_people_of_files_without_guids_are_found_by_their_names():
    old = season(2024)
    bare = replace(old, players=tuple(replace(one, guid=None) for one in old.players))

    assert len(combined([bare, season(2025)]).players) == 8
    assert len({player_key(one) for one in combined([bare]).players}) == 8


def test_somebody_merged_in_sol_is_one_also_in_older_files():
    old, new = season(2024), season(2025)
    second = replace(new.players[1], merged=((old.players[0].guid, "Alder", "Ada", None),), guid="b" * 32)
    apart = replace(new, players=(second,), tourneys=(), championships=())
    old = replace(old, tourneys=tuple(_without(one, 2) for one in old.tourneys))

    book = combined([replace(old, players=tuple(one for one in old.players)), apart])

    assert ("Ada", "Alder") not in names(book)
    assert len(book.tourneys) == 2


def _without(event, player):
    number = next(at for at, one in enumerate(event.competitors, 1) if player in one.players)
    spare = replace(event.competitors[number - 1], players=(len(event.competitors),))
    last = next(at for at, one in enumerate(event.competitors, 1) if len(event.competitors) in one.players)
    competitors = [one for at, one in enumerate(event.competitors, 1) if at != last]
    competitors = [spare if player in one.players else one for one in competitors]
    return replace(event, competitors=tuple(competitors), matches=(), prized=False)


def test_an_archive_holds_as_many_files_as_it_likes():
    files = archive(
        a__sol=write_sol(season(2024)), b__txt=b"notes", c__sol__gz=write_sol(season(2025), compressed=True)
    )

    found = dict(read_sol_files("backup.zip", files))

    assert list(found) == ["backup.zip: a.sol", "backup.zip: c.sol.gz"]
    assert len(combined(found.values()).championships) == 2


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (archive(notes__txt=b"hello"), "no .sol file inside"),
        (archive(a__sol=SOL_FILE.encode())[:-30], "damaged"),
        (b"PK\x03\x04 and nothing else", "damaged"),
        (archive(a__sol=b"hello"), ".sol file"),
    ],
)
def test_an_archive_that_cannot_be_read_is_refused_in_a_sentence(content, says):
    with pytest.raises(SolFileError) as refused:
        list(read_sol_files("backup.zip", content))

    assert says in sentence(refused.value)


def test_addresses_birthdays_and_logins_are_left_out():
    book = without_private(read_sol(SOL_FILE.encode()))

    assert not book.users
    assert {(one.birthdate, one.email, one.agreedprivacy) for one in book.players} == {(None, None, None)}
    assert book.clubs[0].users is None


def test_of_somebody_forgotten_only_that_somebody_played_is_left():
    book = season(2024)

    left = forgotten(book, [player_key(book.players[0])])

    assert names(left)[0] == ("?", "?") and names(left)[1:] == names(book)[1:]
    assert (left.players[0].email, left.players[0].birthdate, left.players[0].club) == (None, None, None)
    assert left.players[0].guid != book.players[0].guid
    assert left.tourneys == book.tourneys


def test_people_who_are_one_play_and_are_rated_under_one_number():
    book = combined([with_ratings(season(2024), 2024)])
    extra = replace(book.players[0], firstname="Ada M.", guid="f" * 32)
    moved = replace(
        book, players=(*book.players, extra), tourneys=(_renumbered(book.tourneys[0], 1, 9), book.tourneys[1])
    )

    back = with_merged(moved, {extra.guid: book.players[0].guid})

    assert back.players[0].merged == (extra.guid,)
    assert (back.tourneys, back.rates, len(back.players)) == (book.tourneys, book.rates, 8)


def _renumbered(event, player, other):
    return replace(
        event,
        competitors=tuple(
            replace(one, players=tuple(other if at == player else at for at in one.players))
            for one in event.competitors
        ),
    )


def test_a_part_of_a_history_stands_alone():
    book = combined([with_ratings(season(2024), 2024), season(2025)])

    part = only(book, players=range(1, 9), championships=[2], ratings=[], events=[3, 4], rates=[])

    assert part == combined([part]) == read_sol(write_sol(part))
    assert championship_of(part, 1) == championship_of(book, 2)
    assert (part.ratings, part.rates, part.championships[0].previous) == ((), (), None)


def test_everybody_in_one_event_has_met():
    assert len(met(season(2024))) == 28


def test_a_championship_without_guid_is_known_by_its_club_and_name():
    book = season(2024)
    first = replace(book.championships[0], guid="", club=1)
    clubs = (replace(book.clubs[0], description="Valley"), replace(book.clubs[0], description="Hill"))
    there = replace(book, clubs=clubs)

    assert championship_key(there, first) != championship_key(there, replace(first, club=2))
    assert championship_key(there, first) == championship_key(replace(there, clubs=clubs[:1]), first)
