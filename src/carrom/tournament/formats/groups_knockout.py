"""Groups, then knock-out: everybody meets everybody in groups; their places fill one or more brackets, the flights."""

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from carrom.equipment.arrangement import Rng
from carrom.messages import gettext_noop as _
from carrom.settings import Setting, Settings
from carrom.tournament.bracket_resolution import Meeting, meetings
from carrom.tournament.brackets import (
    LINE_UP_OPTIONS,
    MATES,
    THIRD_PLACE_OPTION,
    apart,
    rows_by_reach,
    seed_order,
    size_for,
    winners_meet,
)
from carrom.tournament.brackets import REASONS as BRACKET_REASONS
from carrom.tournament.contest import Contest, whole, word, yes
from carrom.tournament.entries import Entrant, by_strength
from carrom.tournament.fixtures import BYE, Fixture, PairingReason, PlaceOf, Slot, numbered, why
from carrom.tournament.format import Format, Layout, NothingToDrawError, TooFewError
from carrom.tournament.formats.knockout import STAGES as KNOCKOUT_STAGES
from carrom.tournament.formats.knockout import reach_of, third_place
from carrom.tournament.formats.round_robin import REASONS as ROUND_ROBIN_REASONS
from carrom.tournament.formats.round_robin import ROUND_ROBIN_OPTIONS, everybody_meets
from carrom.tournament.groups import draw_from_pots, group_names, placed_in, pots, rank_group, snaked
from carrom.tournament.ranking import Row

GROUP = "group"
FLIGHTS = ("gold", "silver", "bronze")
OPTIONS: Settings = {
    "groups": Setting(default=0, least=0, label=_("Groups"), says=_("how many groups; 0: groups of about four")),
    "into_groups": Setting(
        default="pots",
        choices={
            "pots": _("by lot from pots of equal strength"),
            "snake": _("by strength alone (snake)"),
        },
        label=_("Assignment to groups"),
        says=_("by lot from pots of equal strength, or by strength alone"),
    ),
    "apart": Setting(
        default="club",
        choices=LINE_UP_OPTIONS["apart"].choices,
        label=_("Kept apart"),
        says=_("whose members are put into different groups"),
    ),
    "qualify": Setting(
        default=2,
        least=1,
        most=16,
        label=_("Qualifiers from a group"),
        says=_("how many of each group go into each flight"),
    ),
    "flights": Setting(
        default=1,
        least=1,
        most=3,
        label=_("Flights"),
        says=_("brackets: gold for the first places, then silver, then bronze"),
    ),
    "rest_in_last": Setting(
        default=False, label=_("Everyone else in the last flight"), says=_("the last flight takes all the others")
    ),
    "third_place": Setting(
        default=False,
        label=THIRD_PLACE_OPTION.label,
        says=_("the losers of the semi-finals of the gold flight play for third place"),
    ),
    **ROUND_ROBIN_OPTIONS,
}


class GroupsKnockout(Format):
    """Groups and brackets, drawn at once: the brackets name places of groups until these are decided."""

    title = _("Groups, then knock-out")
    says = _("everybody plays everybody in groups; their places fill one or more brackets")
    options = OPTIONS
    reasons = MappingProxyType(
        {
            **ROUND_ROBIN_REASONS,
            **BRACKET_REASONS,
            "in-group": _("%(entrant)s came from pot %(pot)s into group %(group)s"),
            "mates-in-group": _("more than one of %(mates)s is in group %(group)s: they could not all be kept apart"),
            "place-in-group": _("place %(place)s of group %(group)s plays here"),
        }
    )
    stages = MappingProxyType(
        {
            GROUP: _("Group %(group)s"),
            **dict(zip(FLIGHTS, (_("Gold"), _("Silver"), _("Bronze")), strict=True)),
            **KNOCKOUT_STAGES,
        }
    )
    uses_tie_breaks = True
    layouts = (Layout.TABLE, Layout.BRACKET)

    def draw(self, contest: Contest, rng: Rng) -> tuple[Fixture, ...]:
        """Groups and brackets. Raises NothingToDrawError, TooFewError."""
        if contest.draws:
            raise NothingToDrawError("groups")
        order = by_strength(one for one in contest.entrants if one.plays_in(1))
        if len(order) < 3:
            raise TooFewError("groups-knockout")
        count = whole(contest, OPTIONS, "groups") or max(1, round(len(order) / 4))
        if len(order) < 2 * count:
            raise TooFewError("groups", groups=count, needed=2 * count, entrants=len(order))
        label = MATES[word(contest, OPTIONS, "apart")]
        if word(contest, OPTIONS, "into_groups") == "pots":
            groups = draw_from_pots(pots(order, count), count, label, rng)
        else:
            groups = snaked(order, count)
        in_groups = _group_fixtures(contest, groups, order)
        return (*in_groups, *_brackets(contest, groups, max(one.round for one in in_groups)))

    def meetings(self, contest: Contest) -> tuple[Meeting, ...]:
        """All matches; who plays in the brackets as far as groups are decided."""
        return meetings(contest, placed_in)

    def standings(self, contest: Contest) -> tuple[Row, ...]:
        """Flight by flight as far as everyone came, then by the places in the groups."""
        met = self.meetings(contest)
        reach: dict[str, tuple[int, str]] = {one.key: (0, "") for one in contest.entrants}
        tables = [rows for _name, rows in group_tables(contest)]
        sizes = [len(rows) for rows in tables]
        for rows in tables:
            for row in rows:
                reach[row.key] = (1 + max(sizes) - row.place, f"group-place-{row.place}")
        if all(one.is_settled for one in met if one.fixture.stage == GROUP):
            above = max(sizes, default=0) + 1
            for name in reversed(FLIGHTS):
                flight = [one for one in met if one.fixture.group == name]
                for key in sorted({key for one in flight for key in one.keys}):
                    number, reached = reach_of(contest, flight)[key]
                    reach[key] = (above + number, f"{name} {reached}")
                above += 3 * (max((one.fixture.round for one in flight), default=0) + 1)
        return rows_by_reach(contest, met, reach)

    def may_tie(self, contest: Contest, fixture: Fixture) -> bool:
        """In the groups, as the organiser has set it; never in the brackets."""
        return fixture.stage == GROUP and yes(contest, OPTIONS, "ties")

    def ranks_by_results(self, contest: Contest, fixture: Fixture) -> bool:
        """In the groups; in the brackets places follow from who has won."""
        return fixture.stage == GROUP

    def layout(self, fixture: Fixture) -> Layout:
        """Groups as tables, flights as brackets."""
        return Layout.TABLE if fixture.stage == GROUP else Layout.BRACKET


def group_tables(contest: Contest) -> tuple[tuple[str, tuple[Row, ...]], ...]:
    """The standings of each group."""
    by_group: dict[str, list[Meeting]] = {}
    for one in meetings(contest, placed_in):
        if one.fixture.stage == GROUP:
            by_group.setdefault(one.fixture.group, []).append(one)
    return tuple((name, rank_group(contest, met)[0]) for name, met in sorted(by_group.items(), key=_length_first))


def _length_first(item: tuple[str, object]) -> tuple[int, str]:
    return len(item[0]), item[0]


def _group_fixtures(
    contest: Contest, groups: Sequence[Sequence[Entrant]], order: Sequence[Entrant]
) -> tuple[Fixture, ...]:
    """The rounds of all groups, the first of each first."""
    pot_of = {one.key: number // len(groups) + 1 for number, one in enumerate(order)}
    label = MATES[word(contest, OPTIONS, "apart")]
    fixtures = []
    for name, members in zip(group_names(len(groups)), groups, strict=True):
        reasons: list[PairingReason] = [
            why("in-group", entrant=one.key, group=name, pot=pot_of[one.key]) for one in members
        ]
        mates = {label(one) for one in members if label(one) and sum(label(one) == label(two) for two in members) > 1}
        reasons += [why("mates-in-group", mates=one, group=name) for one in sorted(mates)]
        for one in everybody_meets(contest, OPTIONS, members, stage=GROUP, group=name, prefix=name):
            keys = {slot.key for slot in (one.a, one.b) if hasattr(slot, "key")}
            mine = tuple(w for w in reasons if w.code == "mates-in-group" or w["entrant"] in keys)
            fixtures.append(replace(one, why=(*one.why, *mine)))
    return numbered(fixtures)


def _brackets(contest: Contest, groups: Sequence[Sequence[Entrant]], after: int) -> tuple[Fixture, ...]:
    """The brackets of all flights; their rounds count on after the groups'."""
    qualify, flights = whole(contest, OPTIONS, "qualify"), whole(contest, OPTIONS, "flights")
    names = group_names(len(groups))
    fixtures: list[Fixture] = []
    for number in range(flights):
        last = qualify * (number + 1)
        if number == flights - 1 and yes(contest, OPTIONS, "rest_in_last"):
            last = max(map(len, groups))
        slots = [
            PlaceOf(name, place)
            for place in range(qualify * number + 1, last + 1)
            for name, members in zip(names, groups, strict=True)
            if place <= len(members)
        ]
        if len(slots) > 1:
            third = number == 0 and yes(contest, OPTIONS, "third_place")
            fixtures += _bracket(FLIGHTS[number], slots, after, third=third)
    return numbered(fixtures)


def _bracket(flight: str, slots: Sequence[PlaceOf], after: int, *, third: bool) -> list[Fixture]:
    """One bracket: winners of groups as seeds, and those of one group as far apart as can be."""
    size = size_for(len(slots))
    position_of = {rank: position for position, rank in enumerate(seed_order(size))}
    held: list[Slot] = [BYE] * size
    for rank, slot in enumerate(slots, 1):
        held[position_of[rank]] = slot
    tiers = [
        [place for place, slot in enumerate(held) if isinstance(slot, PlaceOf) and slot.place == number]
        for number in sorted({slot.place for slot in slots})[1:]
    ]
    at = apart([slot.group if isinstance(slot, PlaceOf) else "" for slot in held], tiers, size)
    held = [held[place] for place in at]
    rounds = [
        tuple(
            Fixture(
                id=f"{flight}-1.{place + 1}",
                round=1,
                place=place + 1,
                a=held[2 * place],
                b=held[2 * place + 1],
                stage=flight,
                group=flight,
                why=tuple(
                    why("place-in-group", place=slot.place, group=slot.group)
                    for slot in held[2 * place : 2 * place + 2]
                    if isinstance(slot, PlaceOf)
                ),
            )
            for place in range(size // 2)
        )
    ]
    while len(rounds[-1]) > 1:
        rounds.append(winners_meet(rounds[-1], len(rounds) + 1, stage=flight, prefix=f"{flight}-"))
    fixtures = [one for fixtures in rounds for one in fixtures]
    if third and len(rounds) > 1:
        fixtures.insert(-1, third_place(rounds[-2], len(rounds), prefix=f"{flight}-", group=flight))
    return [replace(one, round=one.round + after) for one in fixtures]


FORMAT = GroupsKnockout()
