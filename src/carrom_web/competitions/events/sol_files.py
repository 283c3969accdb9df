"""Import of events from SoL's `.sol` files and export to them: entries, rounds and results, to continue play.

An event from SoL is a draft with one category; its standings are SoL's ranking. What goes to SoL has names, clubs and
gender, never an email address or a date of birth; an organiser alone gets it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from typing import Any
from uuid import UUID

from django.db import transaction

from carrom.errors import NotAllowedError
from carrom.tournament.category import CategoryTerms, Gender, Kind, MatchTerms
from carrom.tournament.event import EventTerms, Venue
from carrom.tournament.event_faults import check_terms
from carrom.tournament.play_days import Day
from carrom.tournament.registration import EntryStatus, identity
from carrom.tournament.sol_event import SolEvent, event_of, record_of
from carrom.tournament.sol_export import Exported, Person, Terms, book_of
from carrom.tournament.sol_file import read_sol, write_sol
from carrom.tournament.sol_records import SolBook, SolPlayer, SolTourney
from carrom_web.accounts.services import tidy_name
from carrom_web.clubs.models import Club
from carrom_web.competitions.events import contests
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import (
    EMAIL_LENGTH,
    NAME_LENGTH,
    Category,
    Entry,
    Event,
    Member,
    Registration,
    new_identity,
)
from carrom_web.competitions.events.services import draws, organising
from carrom_web.people.models import Player
from carrom_web.people.services import Details, player_for

OPENS, CLOSES = time(9), time(20)  # a file says only the day
GENDERS = {"M": Gender.MEN, "F": Gender.WOMEN}
SEXES = {Gender.MEN.value: "M", Gender.WOMEN.value: "F"}
AGREED = "A"  # what SoL keeps of somebody who agreed to be named
KEY = "event"
NO_NAME = "?"  # SoL wants a first and a last name of everybody


class SeveralEventsError(NotAllowedError):
    """A file with several events, of which one must be named."""

    code = "several-events"


class NotForHereError(NotAllowedError):
    """An event of here that has no like in SoL."""

    code = "not-for-here"


@dataclass(frozen=True, slots=True, kw_only=True)
class SolImport:
    """An event that came over, and what of the file it does not hold."""

    event: Event
    finals: tuple[str, ...]  # matches played after the last round, which count for places in SoL alone


def take(
    club: Club,
    guest_id: UUID | None,
    data: bytes,
    *,
    time_zone: str,
    number: int | None = None,
    agreed: bool = False,
    now: datetime,
) -> SolImport:
    """Store an event of a `.sol` file as a draft of a club.

    `number` counts the events of the file from 1; with `agreed` all its players may be named in public, else those who
    agreed in SoL.

    Raises:
        NotOfficialError: they may not organise in this club.
        SolFileError, NotForSolError, UndecidedMatchError, EventTermsError: it cannot be read. Nothing was stored.
        SeveralEventsError: the file has several events and none was named.
    """
    book = read_sol(data)
    if number is None and len(book.tourneys) > 1:
        events = [f"{nr}: {one.description} ({one.date})" for nr, one in enumerate(book.tourneys[:20], 1)]
        raise SeveralEventsError(count=len(book.tourneys), events=events)
    return store(club, guest_id, book, number or 1, time_zone=time_zone, agreed=agreed, now=now)


def store(
    club: Club,
    guest_id: UUID | None,
    book: SolBook,
    number: int,
    *,
    time_zone: str,
    agreed: bool,
    players: Mapping[int, Player] | None = None,
    now: datetime,
) -> SolImport:
    """Store one event of a file as a draft of a club.

    Args:
        players: who the people of the file are in the club, by their numbers there; else they are found by their names.

    Raises:
        NotOfficialError: they may not organise in this club.
        NotForSolError, UndecidedMatchError, EventTermsError: it cannot be held here. Nothing was stored.
    """
    found = event_of(book, number)
    tourney = book.tourneys[number - 1]
    finals = tuple(_final(found, tourney, index) for index in range(len(found.finals)))
    terms = _terms(tourney, found, time_zone, finals)
    with transaction.atomic():
        event = organising.start_event(club, guest_id, terms, now=now)
        _fill(event, book, tourney, found, agreed=agreed, players=players, now=now)
        organising.record_audit(event, guest_id, AuditKind.IMPORTED_FROM_SOL, now, entries=len(tourney.competitors))
    return SolImport(event=event, finals=finals)


def check(book: SolBook, number: int, *, time_zone: str) -> None:
    """Pass if an event of a file can be held here. Raises NotForSolError, UndecidedMatchError, EventTermsError."""
    found = event_of(book, number)
    check_terms(_terms(book.tourneys[number - 1], found, time_zone, ()))


def _terms(tourney: SolTourney, found: SolEvent, time_zone: str, finals: tuple[str, ...]) -> EventTerms:
    contest = found.contest
    sizes = {len(one.players) for one in tourney.competitors} or {1}
    kind = {1: Kind.SINGLES, 2: Kind.DOUBLES}.get(max(sizes), Kind.TEAM)
    day = date.fromisoformat(tourney.date)
    length = "match" if tourney.matcheskind == "bestof3" else "game"
    match = MatchTerms(length=length, expected_minutes=tourney.duration or 45, reported_as="games")
    category = CategoryTerms(
        key=KEY,
        title={Kind.SINGLES: "Singles", Kind.DOUBLES: "Doubles"}.get(kind, "Teams"),
        kind=kind,
        members=min(sizes) if kind is Kind.TEAM else 0,
        most_members=max(sizes) if kind is Kind.TEAM else 0,
        one_match=kind is Kind.TEAM,
        least=2,
        format=contest.format,
        format_values=tuple(sorted(contest.options.items())),
        tie_breaks=contest.regulation.order,
        match=match,
    )
    notes = "\n".join(("From SoL. Finals, which count for SoL's places alone:", *finals)) if finals else ""
    return EventTerms(
        title=tidy_name(tourney.description, NAME_LENGTH) or "Event",
        venue=Venue(tidy_name(tourney.location or "", NAME_LENGTH) or "To be announced"),
        days=(Day(day, OPENS, CLOSES),),
        time_zone=time_zone,
        deadline=day,
        categories=(category,),
        boards=max([one.board for one in tourney.matches if one.competitor2 is not None], default=1) or 1,
        least=2,
        currency="EUR",
        notes=notes,
    )


def _final(found: SolEvent, tourney: SolTourney, index: int) -> str:
    match = found.finals[index]
    names = list(found.names.values())
    a, b = names[match.competitor1 - 1], names[(match.competitor2 or match.competitor1) - 1]
    games = [(match.score1, match.score2), (match.score1_2, match.score2_2), (match.score1_3, match.score2_3)]
    return f"{a} – {b} " + ", ".join(f"{one}-{other}" for one, other in games if one is not None and other is not None)


def _fill(
    event: Event,
    book: SolBook,
    tourney: SolTourney,
    found: SolEvent,
    *,
    agreed: bool,
    players: Mapping[int, Player] | None,
    now: datetime,
) -> None:
    """Entries with their people under the keys of the contest, and the contest itself."""
    category = event.categories.get(key=KEY)
    taken: set[str] = set()
    teams: set[str] = set()
    of_teams = any(len(one.players) > 2 for one in tourney.competitors)
    persons: dict[str, str] = {}
    before: list[dict[str, Any]] = []
    forms: list[Registration] = []
    entries: list[Entry] = []
    members: list[Member] = []
    for number, (entrant, competitor) in enumerate(zip(found.contest.entrants, tourney.competitors, strict=True), 1):
        people = [_person(book.players[one - 1], taken, agreed=agreed) for one in competitor.players]
        known = [players.get(one) if players else None for one in competitor.players]
        rows = [_row(event, person, player, before) for person, player in zip(people, known, strict=True)]
        club = book.players[competitor.players[0] - 1].club
        form = Registration(
            event=event,
            number=number,
            club_name=tidy_name(book.clubs[club - 1].description, NAME_LENGTH) if club else "",
            method="cash",
            made_at=now,
            **rows[0],
        )
        team = _team(people, number, teams) if of_teams else ""
        forms.append(form)
        entry = Entry(
            form=form, category=category, key=entrant.key, team=team, standing=EntryStatus.CONFIRMED, fee=0, made_at=now
        )
        entries.append(entry)
        for position, (row, theirs) in enumerate(zip(rows, entrant.players, strict=True)):
            member = Member(entry=entry, category=category, position=position, agreed_at=now, active=True, **row)
            members.append(member)
            persons[theirs] = contests.person_key(member)
    Registration.objects.bulk_create(forms)
    Entry.objects.bulk_create(entries)
    Member.objects.bulk_create(members)
    count = len(tourney.competitors)
    Category.objects.filter(pk=category.pk).update(taken=count)
    Event.objects.filter(pk=event.pk).update(forms_made=count, closed_at=now)
    contest = replace(
        found.contest,
        entrants=tuple(
            replace(one, players=tuple(persons[each] for each in one.players)) for one in found.contest.entrants
        ),
    )
    record = record_of(replace(found, contest=contest), at=now.isoformat(timespec="seconds"), by="SoL")
    draws.store(category, None, record)
    event.refresh_from_db()


def _team(people: Sequence[Mapping[str, Any]], number: int, taken: set[str]) -> str:
    """Name a team that has no name in SoL: by its players where all may be named, else by its number."""
    plain = f"Team {number}"
    if all(one["shows_name"] for one in people):
        plain = " / ".join(str(one["name"]).split()[-1] for one in people)[: NAME_LENGTH - 6].rstrip(" /")
    name = plain if plain.casefold() not in taken else f"{plain} {number}"
    taken.add(name.casefold())
    return name


def _row(event: Event, person: dict[str, Any], player: Player | None, before: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a person's columns in the row of a registration or a member; `player`: who they are in the club.

    `before` are the rows of the event so far: nobody of these is meant again.
    """
    who = new_identity(person["name"], person["born"])
    if player is None:
        details = Details(**{name: person[name] for name in ("name", "email", "born", "shows_name")})
        others = {row["person"].root_id for row in before if row["identity"] != who}
        player = player_for(event.club_id, details, by_official=True, but=others)
    before.append({"identity": who, "name": person["name"], "gender": person["gender"], "person": player})
    return before[-1]


def details_of(player: SolPlayer, *, agreed: bool) -> Details:
    """A player of a file as a person of a club; with `agreed` they may be named, whatever the file says."""
    parts = [part for part in (player.firstname, player.lastname) if part != NO_NAME]
    email = (player.email or "").strip()
    return Details(
        name=tidy_name(" ".join(parts), NAME_LENGTH - 4) or NO_NAME,
        email=email if len(email) <= EMAIL_LENGTH else "",
        born=date.fromisoformat(player.birthdate) if player.birthdate else None,
        shows_name=agreed or player.agreedprivacy == AGREED,
    )


def _person(player: SolPlayer, taken: set[str], *, agreed: bool) -> dict[str, Any]:
    """A player as a row; who has the name and birthday of another gets a number behind the name."""
    details = details_of(player, agreed=agreed)
    plain, born = details.name, details.born
    name, number = plain, 1
    while identity(name, born) in taken:
        number += 1
        name = f"{plain} {number}"
    taken.add(identity(name, born))
    return {
        "name": name,
        "email": details.email,
        "born": born,
        "gender": GENDERS[player.sex].value if player.sex in GENDERS else "",
        "shows_name": details.shows_name,
    }


def sol_export_of(
    event: Event,
    terms: EventTerms,
    category: Category,
    *,
    guids: Mapping[UUID, str] | None = None,
    series: str = "",
    now: datetime,
) -> Exported:
    """A category as a file of SoL, with notes on what SoL cannot hold.

    Args:
        guids: the guids of people by their roots; else everybody has one of this event alone.
        series: the championship that it is part of; else one with the name of the club.

    Raises:
        NotForSolError: SoL has no such format.
        NotForHereError: it is not drawn yet, or its teams play several matches against one another.
    """
    shown = contests.shown(category)
    if shown is None:
        raise NotForHereError("not-drawn")
    own = terms.category(category.key)
    if shown.contest.tie is not None:
        raise NotForHereError("team-ties")
    title = terms.title if len(terms.categories) == 1 else f"{terms.title}, {own.title}"
    details = Terms(
        description=title,
        date=terms.days[0].date.isoformat(),
        modified=now.astimezone(terms.zone).replace(tzinfo=None).isoformat(timespec="seconds"),
        championship=series or event.club.name,
        club=event.club.name,
        location=terms.venue.name,
        duration=own.match.expected_minutes,
    )
    return book_of(shown.contest, details, _persons(category, guids or {}))


def as_file(exported: Exported, *, compressed: bool) -> bytes:
    """The file itself."""
    return write_sol(exported.book, compressed=compressed)


def _persons(category: Category, guids: Mapping[UUID, str]) -> Mapping[str, Person]:
    """Everybody of a category under the keys that its contest has for them."""
    found: dict[str, Person] = {}
    rows = Entry.objects.filter(category=category).select_related("form").prefetch_related("members")
    for entry in rows:
        for member in entry.members.all():
            first, _space, last = member.name.rpartition(" ")
            club = entry.form.club_name if member.position == 0 else ""
            sex: Any = SEXES.get(member.gender, "")
            found[contests.person_key(member)] = Person(
                firstname=first or NO_NAME,
                lastname=last or NO_NAME,
                guid=guids.get(member.person.root_id, ""),
                sex=sex,
                club=club,
            )
    return found
