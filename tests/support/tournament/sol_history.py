"""A club's history as SoL writes it: two seasons in files of their own, with people, prizes and ratings."""

from dataclasses import replace
from decimal import Decimal

from carrom.tournament.sol_export import Person, Terms, book_of, guid_of
from carrom.tournament.sol_ranking import ranking
from carrom.tournament.sol_records import SolBook, SolRate, SolRating, SolTourney
from tests.support.tournament.sol import SOL_REGULATION
from tests.support.tournament.swiss_events import swiss_event

PRIZES = (18, 16, 14, 13, 12, 11, 10, 9, 8, 7, 6)
NAMES = (
    ("Ada", "Alder"),
    ("Ben", "Birch"),
    ("Cyd", "Cedar"),
    ("Dora", "Dogwood"),
    ("Eli", "Elm"),
    ("Fay", "Fir"),
    ("Gus", "Ginkgo"),
    ("Hal", "Hazel"),
)


def season(year: int, *, events: int = 2, seed: int = 1, prized: bool = True, club: str = "Valley") -> SolBook:
    """A championship of some Swiss events among the same eight, the last of them not over unless `prized`."""
    books = [_event(year, number, seed, prized=prized or number < events, club=club) for number in range(1, events + 1)]
    first = books[0]
    return replace(
        first,
        players=tuple(
            replace(one, email=f"p{number}@example.org", birthdate=f"{1960 + number}-05-01", agreedprivacy="A")
            for number, one in enumerate(first.players, 1)
        ),
        tourneys=tuple(one.tourneys[0] for one in books),
    )


def _event(year: int, number: int, seed: int, *, prized: bool, club: str) -> SolBook:
    contest = swiss_event(len(NAMES), 3, seed * 100 + year + number, drawn=3 if prized else 2, method="dazed")
    contest = replace(contest, regulation=SOL_REGULATION)
    reported = [one for one in contest.results if not one.both_lose and (one.winner or one.points != (0, 0))]
    contest = replace(contest, results=tuple(reported))
    persons = {
        one.key: Person(firstname=first, lastname=last, guid=guid_of(first, last), nationality="ITA", club=club)
        for one, (first, last) in zip(contest.entrants, NAMES, strict=True)
    }
    terms = Terms(
        description=f"Day {number}",
        date=f"{year}-0{number}-10",
        modified=f"{year}-0{number}-10T20:00:00",
        championship=f"Cup {year}",
        club=club,
        location="The hall",
    )
    book = book_of(contest, terms, persons).book
    cup = replace(book.championships[0], prizes="fixed", skipworstprizes=1)
    return replace(
        book, championships=(cup,), tourneys=(with_prizes(book.tourneys[0]) if prized else book.tourneys[0],)
    )


def with_prizes(event: SolTourney) -> SolTourney:
    """The event once its prizes are given."""
    prizes = {row.competitor: Decimal(PRIZES[row.place - 1]) for row in ranking(event)}
    return replace(
        event,
        prized=True,
        competitors=tuple(replace(one, prize=str(prizes[number])) for number, one in enumerate(event.competitors, 1)),
    )


def with_ratings(book: SolBook, year: int) -> SolBook:
    """The same with a rating list: two ratings of everybody in the year."""
    rating = SolRating(description="Valley ratings", guid=guid_of("list"), tau="0.4", modified=f"{year}-01-01T00:00:00")
    rates = tuple(
        SolRate(
            rating=1,
            player=player,
            date=f"{year}-{month:02}-15",
            rate=1400 + 20 * player + month,
            deviation=80,
            volatility="0.06",
        )
        for player in range(1, len(book.players) + 1)
        for month in (3, 6)
    )
    return replace(book, ratings=(rating,), rates=rates)


def named_as_in_the_scene() -> SolBook:
    """A season and a rating list with no words but those that the scene of all pages has anyway."""
    book = with_ratings(season(2024, events=1, club="Carrom Club"), 2024)
    known = ("Anu Nair", "Bela Rao", "Player A", "Player B", "Player C", "Player D", "Pia One", "Pat Two")
    names = [name.split(" ") for name in known]
    players = zip(book.players, names, strict=True)
    return replace(
        book,
        players=tuple(replace(one, firstname=first, lastname=last) for one, (first, last) in players),
        championships=(replace(book.championships[0], description="Cup"),),
        ratings=(replace(book.ratings[0], description="Ratings"),),
        tourneys=(replace(book.tourneys[0], description="Club Cup", location=None),),
    )
