"""The stored contest of a category, with the names behind its keys.

An entrant's key is that of its entry, so that a contest holds no names; a person's key is made of their identity at the
desk, so that nobody is called to two boards at once.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from django.utils.translation import gettext as _

from carrom import serialization
from carrom.errors import CarromError, NotAllowedError
from carrom.laws.plausibility import RulesetWarning, warnings_of
from carrom.laws.ruleset import Ruleset
from carrom.laws.values import with_values
from carrom.match.rules import LENGTHS, ruleset_from, shipped, stored_values
from carrom.tournament import format as formats
from carrom.tournament import record as records
from carrom.tournament.bracket_resolution import Meeting, State
from carrom.tournament.category import CategoryTerms
from carrom.tournament.commands import Act, Enter
from carrom.tournament.contest import Contest as Folded
from carrom.tournament.entries import Entrant
from carrom.tournament.event import EventTerms
from carrom.tournament.fixtures import Fixture
from carrom.tournament.ranking import Row
from carrom.tournament.record import Record
from carrom.tournament.registration import EntryStatus
from carrom.tournament.regulation import USUAL, Regulation
from carrom.tournament.teams import fixture_and_number
from carrom_web.audit.log_store import LogStore
from carrom_web.competitions.events import selectors
from carrom_web.competitions.events.models import Category, Contest, Entry, Event, Member
from carrom_web.core.cache import ProcessCache
from carrom_web.core.rows import only_row


class StaleContestError(NotAllowedError):
    """Somebody else has drawn or entered a result in the meantime."""

    code = "stale-contest"


class Followed:
    """A record with everything that follows from it, each worked out once however many ask; it is never changed."""

    def __init__(self, record: Record, contest: Folded) -> None:
        """Take a record and what is folded from it."""
        self.record, self.contest = record, contest
        self._format = formats.find(record.format)

    @cached_property
    def meetings(self) -> tuple[Meeting, ...]:
        """All fixtures with who meets whom by now."""
        return self._format.meetings(self.contest)

    @cached_property
    def by_fixture(self) -> Mapping[str, Meeting]:
        """The meetings by the names of their fixtures."""
        return {one.fixture.id: one for one in self.meetings}

    @cached_property
    def standings(self) -> tuple[Row, ...]:
        """Everyone's place by now."""
        return self._format.standings(self.contest)

    @cached_property
    def is_over(self) -> bool:
        """Whether all is drawn and settled."""
        return self._format.is_over(self.contest)

    @cached_property
    def can_bring_back(self) -> bool:
        """Whether something was undone that still fits."""
        try:
            records.restore(self.record)
        except CarromError:
            return False
        return True


@dataclass(frozen=True, slots=True)
class ContestView:
    """A contest, folded, with names."""

    row: Contest
    followed: Followed
    names: Mapping[str, str]
    people: Mapping[str, str] = field(default_factory=dict)  # persons of entrants by key, as `names`

    @property
    def record(self) -> Record:
        """The record of acts."""
        return self.followed.record

    @property
    def contest(self) -> Folded:
        """The contest folded from the record."""
        return self.followed.contest

    @property
    def meetings(self) -> tuple[Meeting, ...]:
        """All fixtures with who meets whom by now."""
        return self.followed.meetings

    @property
    def standings(self) -> tuple[Row, ...]:
        """Everyone's place by now."""
        return self.followed.standings

    @property
    def is_over(self) -> bool:
        """Whether all is drawn and settled."""
        return self.followed.is_over

    def may_tie(self, fixture: Fixture) -> bool:
        """Whether a fixture may end without a winner."""
        return formats.find(self.record.format).may_tie(self.contest, fixture)

    def name(self, key: str | None) -> str:
        """The person's name, as far as the reader may see it."""
        return self.names.get(key or "", key or "")

    def persons(self, keys: Sequence[str]) -> tuple[str, ...]:
        """Return the names of these persons for their reader."""
        return tuple(self.people.get(key, _("(deleted)")) for key in keys)

    def meeting(self, name: str) -> Meeting:
        """One fixture, by its name or by that of a match of its tie. Raises UnknownFixtureError."""
        fixture, _number = fixture_and_number(name)
        self.contest.fixture(fixture)
        return self.followed.by_fixture[fixture]


def _initial_record(row: Contest) -> Record:
    """The record before its first act."""
    return serialization.from_plain(Record, row.terms)


STORE: LogStore[Contest, Folded, Act] = LogStore(
    fold=lambda row: _initial_record(row).log.fold,
    acts=Act,
    stale=lambda: StaleContestError("changed"),
)
MOST_FOLLOWED = 32
_FOLLOWED: ProcessCache[Hashable, Followed] = ProcessCache(MOST_FOLLOWED)  # by the last entry, so never an old one


def shown(category: Category, *, whole_names: bool = False) -> ContestView | None:
    """Return the contest of a category; None before its first draw.

    Names are those of the public pages, or, for officials' eyes, whole.
    """
    row = only_row(Contest.objects.filter(category=category))
    return None if row is None else view_of(row, whole_names=whole_names)


def view_of(row: Contest, *, whole_names: bool = False) -> ContestView:
    """The same of a row that was read."""
    return ContestView(row, _followed(row), *_names(row.category_id, whole=whole_names))


def _followed(row: Contest) -> Followed:
    """A record and what follows from it: worked out once, however many look at it."""
    stored = STORE.read(row)

    def follow() -> Followed:
        return Followed(_initial_record(row).with_log(stored.log), stored.log.state)

    return _FOLLOWED.get_or_set((row.pk, stored.last), follow) if stored.last else follow()


def record_of(row: Contest) -> Record:
    """The record of a contest as it is stored; its entries name nobody."""
    return _followed(row).record


def authors(row: Contest) -> dict[int, str]:
    """Return the authors of a contest's acts, by numbers; those whose name was erased are not among them."""
    rows = row.log_entries.exclude(audit=None).exclude(audit__by="")
    return dict(rows.values_list("number", "audit__by"))


def _names(category: int, *, whole: bool) -> tuple[dict[str, str], dict[str, str]]:
    """The names of the entries of a category by their keys, and of their people by theirs."""
    consent = ("members__person__root__shows_name", "members__agreed_at")
    members = ("members__name", *consent, "members__identity")
    rows = Entry.objects.filter(category=category).values_list("pk", "members__position", "key", "team", *members)
    entries: dict[str, list[str]] = {}
    people: dict[str, str] = {}
    teams: dict[str, str] = {}
    in_order = sorted(rows, key=lambda row: (row[0], row[1] or 0))
    for _pk, _position, key, team, name, shows_name, agreed_at, identity in in_order:
        called = entries.setdefault(key, [])
        teams[key] = team
        if identity is not None:
            called.append(selectors.named(name, whole=whole or (shows_name and agreed_at is not None)))
            people[_person_key(identity)] = called[-1]
    return {key: teams[key] or " & ".join(called) for key, called in entries.items()}, people


def person_key(member: Member) -> str:
    """The key of a person in contests: the same wherever they play, and neither their name nor their day of birth."""
    return _person_key(member.identity)


def _person_key(identity: str) -> str:
    return f"person-{identity}"


def result_count(event: Event, *, key: str = "") -> int:
    """The number of results in an event, or in one category of it."""
    categories = event.categories.filter(key=key) if key else event.categories.all()
    found = [one.contest for category in categories if (one := shown(category)) is not None]
    return sum(len(contest.results) + len(contest.tie_matches) for contest in found)


def is_drawn(entry: Entry) -> bool:
    """Whether an entry stands in the contest of its category."""
    found = shown(entry.category)
    return found is not None and any(one.key == entry.key for one in found.contest.entrants)


def entries_to_draw(category: Category) -> list[Entry]:
    """Give who is drawn: the confirmed entries, in the order in which they came."""
    rows = Entry.objects.filter(category=category, standing=EntryStatus.CONFIRMED).select_related("form")
    return list(rows.prefetch_related("members").order_by("pk"))


def names_to_draw(category: Category) -> dict[str, str]:
    """The whole names of the entries that would be drawn now, by their keys, in the order in which they came."""
    keys = [
        entry.key for entry in Entry.objects.filter(category=category, standing=EntryStatus.CONFIRMED).order_by("pk")
    ]
    names = _names(category.pk, whole=True)[0]
    return {key: names[key] for key in keys}


def late_entrants(found: ContestView, category: Category) -> list[Entrant]:
    """Return the entrants confirmed after the draw who may still come in, from the next round on."""
    if not formats.find(found.record.format).takes_late_entries:
        return []
    known = {one.key for one in found.contest.entrants}
    confirmed = Entry.objects.filter(category=category, standing=EntryStatus.CONFIRMED)
    if known.issuperset(confirmed.values_list("key", flat=True)):
        return []  # asked by every page of the draw for its officials, while hundreds of entries are drawn
    joins = found.contest.rounds + 1
    late = (entrant_of(entry) for entry in entries_to_draw(category) if entry.key not in known)
    return [replace(one, joined=joins) for one in late]


def entrant_of(entry: Entry) -> Entrant:
    """Give an entry as it is drawn; of a team those who have said that they play."""
    return Entrant(
        key=entry.key,
        club=entry.form.club_name,
        players=tuple(person_key(one) for one in entry.players if not entry.team or one.agreed_at is not None),
    )


def regulation_of(terms: EventTerms, category: CategoryTerms) -> Regulation:
    """How a category is ranked, and what a match of it counts that nobody played."""
    chosen = replace(USUAL, order=category.tie_breaks)
    tie = category.tie_terms
    return chosen.of_games(ruleset_of(terms, category).match_wins_needed) if tie is None else chosen.of_ties(tie)


def renew_entrant(entry: Entry, *, at: str) -> None:
    """Store who is in a drawn team by now, as one more act of its contest. Raises StaleContestError."""
    found = shown(entry.category)
    if found is not None:
        before, now = found.contest.entrant(entry.key), entrant_of(entry)
        if before.players != now.players:
            renewed = records.apply(found.record, Enter(replace(before, players=now.players)), at=at)
            STORE.write(found.row, found.record.log, renewed.log)


def newly_ready(before: Folded | None, after: Folded) -> list[str]:
    """The fixtures whose two sides are known since an act, and that are to be played."""

    def ready(contest: Folded) -> dict[str, tuple[str | None, str | None]]:
        met = formats.find(contest.format).meetings(contest)
        return {one.fixture.id: (one.a, one.b) for one in met if one.state is State.READY}

    known = ready(before) if before is not None else {}
    return [fixture for fixture, sides in ready(after).items() if known.get(fixture) != sides]


def ruleset_of(terms: EventTerms, category: CategoryTerms) -> Ruleset:
    """The laws of a category's matches: the event's ruleset, the length, and what the category changes (L-170)."""
    return with_values(_whole_laws(terms, category), dict(LENGTHS[category.match.length]))


def law_warnings(terms: EventTerms, category: CategoryTerms) -> tuple[RulesetWarning, ...]:
    """Warnings about a category's changes of the laws, except that its matches are short."""
    return warnings_of(_whole_laws(terms, category))


def _whole_laws(terms: EventTerms, category: CategoryTerms) -> Ruleset:
    shipped_one = shipped()[terms.ruleset]
    changed = () if terms.official_laws_only else category.match.values
    return ruleset_from(terms.ruleset, shipped_one.edition, (*dict(stored_values(shipped_one)).items(), *changed))


def ignored_values(terms: EventTerms, category: CategoryTerms) -> tuple[str, ...]:
    """The local changes of the laws that an official event ignores, and reports (L-170)."""
    return tuple(name for name, _ in category.match.values) if terms.official_laws_only else ()
