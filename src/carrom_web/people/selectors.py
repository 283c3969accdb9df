"""Queries about the people of a club. Reads, never writes."""

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from uuid import UUID

from allauth.account.models import EmailAddress
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from carrom.errors import UnreadableError
from carrom_web.accounts.models import Account
from carrom_web.audit.models import AuditEntry
from carrom_web.clubs.models import Club
from carrom_web.people.models import AuditKind, DistinctPlayers, Listener, Player, PlayerRow, name_key

MOST_PAIRS = 50  # that are offered at once
MOST_ALIKE = 12  # players who share one trait: of more, the trait tells nothing


class UnknownPlayerError(UnreadableError):
    """Nobody of the club, or somebody who is not to be seen."""

    code = "unknown-club-player"


def players_of(club_id: int, *, find: str = "") -> "QuerySet[Player]":
    """Return the people of a club, each once, by name; `find`: those with this in a name or an email address."""
    rows = Player.objects.filter(club_id=club_id, merged_into=None, erased_at=None)
    if find:
        named = Q(branch__name__icontains=find) | Q(branch__aliases__icontains=find) | Q(branch__email__icontains=find)
        rows = rows.filter(named).distinct()
    return rows.order_by(Lower("name"), "made_at", "pk")


def player_in(club_id: int, player_id: UUID | str) -> Player:
    """Return the root of a player of a club. Raises UnknownPlayerError."""
    try:
        found = Player.objects.select_related("root").filter(club_id=club_id, pk=UUID(str(player_id))).first()
    except ValueError:
        found = None
    if found is None or found.root.erased_at is not None:
        raise UnknownPlayerError()
    return found.root


def names_of(roots: Sequence[Player]) -> dict[UUID, list[str]]:
    """Return every name under which each of them entered, their own first, by root."""
    found: dict[UUID, list[str]] = {root.pk: [root.name, *root.aliases] for root in roots}
    for row in Player.objects.filter(root__in=roots, merged_into__isnull=False).order_by("made_at", "pk"):
        found[row.root_id] += [row.name, *row.aliases]
    return {pk: list(dict.fromkeys(filter(None, names))) for pk, names in found.items()}


def with_account(roots: Sequence[Player]) -> set[UUID]:
    """Return those of them whom an account claimed."""
    claimed = Player.objects.filter(root__in=roots, guest__account__isnull=False)
    return set(claimed.values_list("root_id", flat=True))


def branch_ids(player: Player) -> list[UUID]:
    """Return the keys of all rows that are this person."""
    return list(Player.objects.filter(root_id=player.root_id).order_by("made_at", "pk").values_list("pk", flat=True))


def is_self(player: Player, guest_id: UUID | None) -> bool:
    """Whether somebody is this player: they claimed one of its rows."""
    return guest_id is not None and Player.objects.filter(root_id=player.root_id, guest_id=guest_id).exists()


def may_claim(player: Player, guest_id: UUID) -> bool:
    """Whether an account may claim a player: it has confirmed the player's address, and no other account has them."""
    addresses = EmailAddress.objects.filter(user__guest_id=guest_id, verified=True, email__iexact=player.root.email)
    return bool(player.root.email) and addresses.exists() and accounts_of([player]) <= {guest_id}


def accounts_of(players: Iterable[Player]) -> set[UUID]:
    """Return the guests with an account who claimed any of these players."""
    roots = {one.root_id for one in players}
    return set(Account.objects.filter(guest__players__root__in=roots).values_list("guest_id", flat=True))


def guests_to_notify(players: Iterable[Player]) -> set[UUID]:
    """Return the guests who get notifications about any of these players: who claimed them, or opened their link."""
    roots = {one.root_id for one in players}
    rows = Player.objects.filter(root__in=roots, root__erased_at=None)
    claimed = rows.exclude(guest=None).values_list("guest_id", flat=True)
    return {*claimed, *Listener.objects.filter(player__in=rows).values_list("guest_id", flat=True)}


def own_rows(guest_id: UUID) -> Q:
    """The rows of an app (`PlayerRow`) that are somebody's: filled in by them, or of a player whom they claimed."""
    return Q(guest_id=guest_id) | claimed_rows(guest_id)


def claimed_rows(guest_id: UUID) -> Q:
    """The rows of an app (`PlayerRow`) that are of a player whom somebody claimed."""
    return Q(person__root__in=Player.objects.filter(guest_id=guest_id).values("root"))


def references(player: Player) -> int:
    """Count the rows of all apps that point to this person, without those that are made from others."""
    ids = branch_ids(player)
    total = 0
    for relation in Player._meta.related_objects:
        model = relation.related_model
        if isinstance(model, type) and issubclass(model, PlayerRow) and not model.IS_DERIVED:
            total += model._base_manager.filter(**{f"{relation.field.name}__in": ids}).count()
    return total


def merges_of(club: Club) -> "QuerySet[AuditEntry]":
    """Return the log of a club's merges, the newest first."""
    kinds = AuditKind.values
    return club.audit_entries.filter(kind__in=kinds).select_related("reverted_by").order_by("-pk")


def may_unmerge(club: Club, entries: Iterable[AuditEntry]) -> frozenset[int]:
    """Give which merges can be taken back now."""
    open_merges = {
        str(pk): str(into)
        for pk, into in Player.objects.filter(club=club, merged_into__merged_into=None, root__erased_at=None)
        .exclude(merged_into=None)
        .values_list("pk", "merged_into_id")
    }
    return frozenset(
        one.pk
        for one in entries
        if one.kind == AuditKind.MERGED
        and not hasattr(one, "reverted_by")
        and open_merges.get(one.detail["player"]) == one.detail["into"]
    )


def likely_duplicates(club: Club) -> list[tuple[Player, Player]]:
    """Return pairs of players who may be one person, the likeliest first, without pairs declared different.

    They are called the same, or share an email address or a day of birth and a part of the name, or one has initials
    where the other has a name.
    """
    apart = DistinctPlayers.objects.filter(a__club=club).values_list("a_id", "b_id")
    return alike(players_of(club.pk), apart={frozenset(pair) for pair in apart})[:MOST_PAIRS]


def alike(people: Iterable[Player], *, apart: Collection[frozenset[UUID]] = ()) -> list[tuple[Player, Player]]:
    """Return pairs of players who may be one person, the likeliest first, without the pairs of `apart`."""
    groups: dict[tuple[int, str], list[Player]] = {}
    for one in people:
        for trait in _traits(one):
            groups.setdefault(trait, []).append(one)
    found: dict[frozenset[UUID], tuple[int, Player, Player]] = {}
    for (weight, _trait), sharing in sorted(groups.items(), key=lambda group: group[0]):
        for a, b in combinations(sharing[:MOST_ALIKE], 2):
            pair = frozenset((a.pk, b.pk))
            if pair not in found and pair not in apart and _may_be_one(a, b):
                found[pair] = (weight, a, b)
    return [(a, b) for _weight, a, b in sorted(found.values(), key=lambda one: (one[0], one[1].name_key))]


def _traits(player: Player) -> Sequence[tuple[int, str]]:
    """Return the traits that two rows of one person share; the lower its number, the more it says."""
    words = player.name.casefold().split()
    if not words:
        return ()
    found = [(0, player.name_key)]
    names = [word for word in words if len(word) > 1 and any(sign.isalpha() for sign in word)]
    if player.email:
        found += [(1, f"{player.email.casefold()} {word}") for word in names]
    if player.born:
        found += [(1, f"{player.born.isoformat()} {word}") for word in names]
    if len(words) > 1:
        found += [(2, f"{words[0][0]} {words[-1]}"), (2, f"{words[-1][0]} {words[0]}")]
    return found


def _may_be_one(a: Player, b: Player) -> bool:
    """Whether nothing tells them apart: other days of birth do, and other whole names with the same initial."""
    if a.born and b.born and a.born != b.born:
        return False
    if a.name_key == b.name_key or (a.email and a.email.casefold() == b.email.casefold()) or (a.born and b.born):
        return True
    return any(len(word.rstrip(".")) == 1 for one in (a, b) for word in one.name.split())


def matching(club_id: int, name: str) -> list[Player]:
    """Return the rows of a club that have a name, with their roots; merged ones too, none that was deleted."""
    rows = Player.objects.filter(club_id=club_id, name_key=name_key(name), root__erased_at=None)
    return sorted(rows.select_related("root"), key=lambda row: (row.made_at, row.pk))
