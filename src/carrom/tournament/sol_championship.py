"""The championships of a `.sol` file: how each counts, and its events with prizes."""

from decimal import Decimal

from carrom.tournament.championship import Event, Terms
from carrom.tournament.sol_event import NotForSolError
from carrom.tournament.sol_ranking import final_ranking
from carrom.tournament.sol_records import SolBook, SolTourney


def championship_of(book: SolBook, number: int) -> tuple[Terms, tuple[Event, ...]]:
    """The championship of that number in a file: its terms, and its events in the order of their days.

    Competitors are keyed by the guids of their players, so that they are the same in all events. Prizes count as they
    is in the file, no matter who set them.

    Raises:
        NotForSolError: the file has no such championship.
    """
    if not 1 <= number <= len(book.championships):
        raise NotForSolError("no-such-championship", count=len(book.championships), number=number)
    championship = book.championships[number - 1]
    terms = Terms(table=championship.prizes or "fixed", drop_worst=championship.skipworstprizes or 0)
    prized = sorted(
        (one for one in book.tourneys if one.championship == number and one.prized),
        key=lambda one: (one.date, one.description),
    )
    return terms, tuple(prized_event(book, one, given=terms.table != "asis") for one in prized)


def prized_event(book: SolBook, tourney: SolTourney, *, given: bool) -> Event:
    """An event of a file with its places; with `given` their prizes count, whatever the table says."""
    rows = final_ranking(tourney)
    keys = {row.competitor: _key(book, tourney.competitors[row.competitor - 1].players) for row in rows}
    return Event(
        key=f"{tourney.date} {tourney.description}",
        places={keys[row.competitor]: row.place for row in rows},
        points={keys[row.competitor]: Decimal(row.points) for row in rows},
        awarded={keys[row.competitor]: row.prize for row in rows} if given else {},
    )


def _key(book: SolBook, players: tuple[int, ...]) -> str:
    return " ".join(book.players[one - 1].guid or f"player-{one}" for one in players)
