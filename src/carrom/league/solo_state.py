"""How a season of sets played alone stands: who plays, each set with what speaks for it, what was decided.

`solo_log` folds it from acts, `season_of` gives it as the value that standings are made of. Knows keys alone: names and
texts are passed in.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from carrom.league import solo_season
from carrom.league.solo_acts import Equipment
from carrom.league.solo_season import Decision, DrawnLots, Proof, SetResult
from carrom.league.solo_table import is_proven
from carrom.league.solo_terms import Origin, SeasonTerms

NOT_ANNOUNCED = SeasonTerms(title="-", first_day="2000-01-01", last_day="2000-01-01")


class SeasonStatus(StrEnum):
    """How far a season is."""

    DRAFT = "draft"
    OPEN = "open"
    CLOSED = "closed"


class PlayerStatus(StrEnum):
    """A player's status in a season."""

    INVITED = "invited"  # played last season, and has not said yet that they play in this one
    PLAYING = "playing"
    WAITING = "waiting"  # there was no place
    WITHDRAWN = "withdrawn"


class SetStatus(StrEnum):
    """Status of a set."""

    STARTED = "started"  # its match goes on
    PENDING = "pending"  # the evidence that the season asks for is missing
    COUNTS = "counts"
    REFUSED = "refused"  # by its witness or the organiser
    STRUCK = "struck"  # given up by the player, or taken out by the organiser


class RequestStatus(StrEnum):
    """Status of a request to correct a set."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"  # by the player or on the sheet, or something else was asked since


IN_PLAY = (SetStatus.STARTED, SetStatus.PENDING, SetStatus.COUNTS)
HOLDS_PLACE = (PlayerStatus.INVITED, PlayerStatus.PLAYING)
IN_SEASON = (PlayerStatus.PLAYING, PlayerStatus.WITHDRAWN)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPlayer:
    """A player; `joined` and `left` are days, `left` is empty for who has not withdrawn."""

    key: str
    division: str
    status: PlayerStatus
    joined: str
    left: str = ""
    next_division: str = ""
    equipment: Equipment | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonSet:
    """A set. `stage` is what was decided; whether one that was handed in is pending or counts, its evidence says.

    `witness` is who was asked, `seen_by` who has answered.
    """

    key: str
    player: str
    day: str
    origin: Origin
    stage: SetStatus
    started_at: str
    strokes: tuple[int, ...] = ()
    source: str = ""
    handed_in_at: str = ""
    few_confirmed: bool = False
    witness: str = ""
    seen_by: str = ""
    witnessed_at: str = ""
    film: str = ""
    on_word: bool = False
    late_accepted: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRequest:
    """A request to correct a set."""

    key: str
    set: str
    strokes: tuple[int, ...]
    day: str
    few_confirmed: bool
    status: RequestStatus = RequestStatus.OPEN


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonState:
    """A season after all acts that hold; players, sets and requests in the order in which they came."""

    terms: SeasonTerms = NOT_ANNOUNCED
    status: SeasonStatus = SeasonStatus.DRAFT
    players: Mapping[str, SeasonPlayer] = field(default_factory=dict)
    sets: Mapping[str, SeasonSet] = field(default_factory=dict)
    requests: Mapping[str, SetRequest] = field(default_factory=dict)
    excuses: Mapping[tuple[str, int], str] = field(default_factory=dict)  # player and week: the key of the reason
    lots: tuple[DrawnLots, ...] = ()

    @property
    def places(self) -> int | None:
        """How many may play: the places of all divisions; None where one of them has no bound."""
        sizes = [one.size for one in self.terms.divisions]
        return sum(sizes) if all(sizes) else None

    @property
    def taken(self) -> int:
        """How many places are taken."""
        return sum(one.status in HOLDS_PLACE for one in self.players.values())

    def taken_in(self, division: str) -> int:
        """How many places of a division are taken."""
        return sum(one.status in HOLDS_PLACE and one.division == division for one in self.players.values())

    def week_of(self, one: SeasonSet) -> int:
        """The number of the week in which a set was played; 0: its day is in none."""
        week = self.terms.week_of(one.day)
        return week.number if week else 0

    def status_of(self, one: SeasonSet) -> SetStatus:
        """How a set stands with the evidence that there is."""
        if one.stage is not SetStatus.COUNTS:
            return one.stage
        return SetStatus.COUNTS if is_proven(self.terms, set_result(one)) else SetStatus.PENDING

    def open_request(self, key: str) -> SetRequest | None:
        """The correction of a set that waits for the organiser."""
        found = (one for one in self.requests.values() if one.set == key and one.status is RequestStatus.OPEN)
        return next(found, None)

    def in_week(self, player: str, week: int) -> list[SeasonSet]:
        """The sets of a player that take places of a week."""
        return [
            one
            for one in self.sets.values()
            if one.player == player and self.status_of(one) in IN_PLAY and self.week_of(one) == week
        ]


def set_result(
    one: SeasonSet, texts: Mapping[str, str] | None = None, trail: Iterable[solo_season.Correction] = ()
) -> SetResult:
    """A set as standings know it; `texts` are the names of witnesses and addresses of films by their keys."""
    texts = texts or {}
    proofs = []
    if one.source:
        proofs.append(Proof(kind="record", what=one.source))
    if one.witnessed_at:
        proofs.append(Proof(kind="witness", by=texts.get(one.seen_by, ""), at=one.witnessed_at))
    if one.film:
        proofs.append(Proof(kind="film", what=texts.get(one.film, "")))
    if one.on_word:
        proofs.append(Proof(kind="organiser"))
    return SetResult(
        key=one.key,
        player=one.player,
        day=one.day,
        strokes=one.strokes,
        handed_in=one.handed_in_at or one.started_at,
        origin=one.origin,
        source=one.source,
        proofs=tuple(proofs),
        few_confirmed=one.few_confirmed,
        trail=tuple(trail),
    )


def player_value(one: SeasonPlayer, name: str) -> solo_season.Player:
    """A player as standings know them."""
    return solo_season.Player(
        key=one.key,
        name=name,
        division=one.division,
        joined=one.joined,
        left=one.left,
        equipment=None if one.equipment is None else dict(one.equipment),
    )


def season_of(
    state: SeasonState,
    *,
    names: Mapping[str, str],
    texts: Mapping[str, str] | None = None,
    trails: Mapping[str, Sequence[solo_season.Correction]] | None = None,
    with_refused: bool = True,
) -> solo_season.Season:
    """The season as standings are made of it: who plays, what was handed in, what was decided.

    Left out: who has withdrawn without a set, and sets that are being played or were taken out.
    """
    texts, trails = texts or {}, trails or {}
    wanted = {SetStatus.PENDING, SetStatus.COUNTS} | ({SetStatus.REFUSED} if with_refused else set())
    sets = [one for one in state.sets.values() if state.status_of(one) in wanted]
    with_sets = {one.player for one in sets}
    players = {
        key: one
        for key, one in state.players.items()
        if one.status is PlayerStatus.PLAYING or (one.status is PlayerStatus.WITHDRAWN and key in with_sets)
    }
    sets = [one for one in sets if one.player in players]
    lowest = state.terms.divisions[-1].key  # for who came back by an undo into a division that is gone
    return solo_season.Season(
        terms=state.terms,
        players=tuple(
            player_value(
                one if state.terms.division(one.division) is not None else replace(one, division=lowest),
                names.get(key, ""),
            )
            for key, one in players.items()
        ),
        sets=tuple(set_result(one, texts, trails.get(one.key, ())) for one in sets),
        decisions=tuple(_decisions(state, sets, players, texts)),
    )


def _decisions(
    state: SeasonState, sets: Sequence[SeasonSet], players: Mapping[str, SeasonPlayer], texts: Mapping[str, str]
) -> Iterator[Decision]:
    for one in sets:
        if one.stage is SetStatus.REFUSED or one.late_accepted is False:
            yield solo_season.RefuseSet(set=one.key)
        elif one.late_accepted:
            yield solo_season.AcceptLate(set=one.key)
    for (player, week), reason in state.excuses.items():
        if player in players:
            yield solo_season.ExcuseWeek(player=player, week=week, why=texts.get(reason, ""))
    for key, player_state in players.items():
        if player_state.next_division and state.terms.division(player_state.next_division) is not None:
            yield solo_season.PlaceIn(player=key, division=player_state.next_division)
    for lots in state.lots:
        yield replace(lots, order=tuple(key for key in lots.order if key in players))
