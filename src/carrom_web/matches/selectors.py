"""Queries about matches. Reads, never writes."""

import itertools
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import Q
from django.utils import timezone

from carrom.errors import UnreadableError
from carrom.match.entries import Entry
from carrom.match.state import MatchState
from carrom.play.state import PlayState
from carrom_web.core.hooks import ParentPage, registry
from carrom_web.core.rows import only_row
from carrom_web.matches import correspondence, models, repository
from carrom_web.matches.loaded import Drawn as Drawn
from carrom_web.matches.loaded import Loaded as Loaded
from carrom_web.matches.loaded import held_before, with_board_of
from carrom_web.matches.loaded import judged_after as judged_after


class UnknownMatchError(UnreadableError):
    """There is no such match."""

    code = "unknown-match"


GRACE = timedelta(seconds=1)  # a stroke released in time may still be on its way


def load(match_id: UUID) -> Loaded:
    """Give a match as it stands.

    Raises:
        UnknownMatchError: there is none of this id.
    """
    match = only_row(models.Match.objects.filter(pk=match_id))
    if match is None:
        raise UnknownMatchError()
    players = tuple(
        repository.Player(row.side, row.player, row.guest_id, row.level, row.left_at, row.left_by_id)
        for row in models.Seat.objects.filter(match_id=match_id).order_by("side", "player")
    )
    state = repository.state_of(match)
    return Loaded(match_id, state, players, match.deadline, match.lapses, match.days, match.rests_until)


def is_listed(match_id: UUID) -> bool:
    """Whether the lobby brought the players of a match together, and shows it."""
    return models.Match.objects.filter(pk=match_id, is_listed=True).exists()


def parent_of(match_id: UUID) -> ParentPage | None:
    """Return the event, league or season that a match is part of; None: it stands alone."""
    found: ParentPage | None = registry.hook.parent_of_match(match_id=match_id)
    return found


def entry_of_request(match_id: UUID, request_id: str) -> Entry | None:
    """Return the entry that a request made; None if nothing is stored of it."""
    row = only_row(models.Entry.objects.filter(match_id=match_id, request_id=request_id).defer("motion"))
    return None if row is None else repository.read_entry(row)


def last_stroke(match_id: UUID, state: PlayState) -> Drawn | None:
    """Return the last stroke that still counts, so that a page can show what was ruled and play it again."""
    rows = models.Entry.objects.filter(match_id=match_id, kind="stroke", number__lte=state.version)
    row = rows.exclude(number__in=state.match.struck).order_by("-number").first()
    if row is None:
        return None
    previous = models.Entry.objects.defer("motion").get(match_id=match_id, number=row.number - 1)
    before = replace(state.match, standing=repository.read_entry(previous).followed.standing)
    return Drawn(repository.read_entry(row), before, None if row.motion is None else bytes(row.motion))


def as_judged(match_id: UUID, match: MatchState, entry: Entry) -> MatchState:
    """Return the match before an entry, with the board that the entry judged: play may have gone on since."""
    number, held = judged_after(entry), held_before(entry)
    if number is None or held is not None:
        return match if held is None else with_board_of(match, held)
    row = models.Entry.objects.defer("motion").get(match_id=match_id, number=number)
    return with_board_of(match, repository.read_entry(row))


def last_entries(match_id: UUID, state: PlayState, *, most: int = 40) -> list[Drawn]:
    """Return the newest entries in order, without motions, so that a page can tell what was ruled before it came."""
    rows = models.Entry.objects.filter(match_id=match_id, number__lte=state.version).defer("motion")
    newest = [repository.read_entry(row) for row in rows.order_by("-number")[: most + 1]][::-1]
    return [
        Drawn(entry, as_judged(match_id, replace(state.match, standing=before.followed.standing), entry), None)
        for before, entry in itertools.pairwise(newest)
    ]


def record(match_id: UUID) -> list[Entry]:
    """Return the whole record of a match."""
    return repository.entries_of(match_id)


def matches_awaiting_computers() -> list[tuple[UUID, int]]:
    """Return the matches in which a computer has to answer, with their versions, the one that waits longest first."""
    waiting = models.Match.objects.filter(awaits_computer=True).order_by("changed_at")
    return list(waiting.values_list("pk", "version"))


def any_with_computers(match_ids: Collection[UUID]) -> bool:
    """Say whether a computer has a seat in any of these matches."""
    return models.Seat.objects.filter(match_id__in=match_ids).exclude(level="").exists()


def matches_out_of_time() -> list[UUID]:
    """Return the matches whose clock has run out, and its grace with it; by correspondence nobody answers for it."""
    out = models.Match.objects.filter(deadline__lt=timezone.now() - GRACE, days=None)
    return list(out.values_list("pk", flat=True))


A_PAGE = 25  # matches of a guest's own list


@dataclass(frozen=True, slots=True)
class OwnMatches:
    """One page of a guest's matches, the last played first: each with the time of its last entry."""

    matches: list[tuple[Loaded, datetime]]
    page: int
    pages: int
    total: int


def own_matches(
    guest_id: UUID, *, page: str | None = None, over: bool | None = None, only: Mapping[str, str] | None = None
) -> OwnMatches:
    """Give a page of all matches that a guest has a seat in, or has imported.

    Args:
        over: only those that are over, or that are not.
        only: values of `models.Played` that the guest's row has: `ruleset`, `against`, `outcome`.
    """
    own = Q(seats__guest_id=guest_id) | Q(imported_by=guest_id)
    rows = models.Match.objects.filter(own).distinct().order_by("-changed_at", "pk")
    if over is not None:
        rows = rows.filter(phase="over") if over else rows.exclude(phase="over")
    if only:
        played = models.Played.objects.filter(guest_id=guest_id, **only)
        rows = rows.filter(pk__in=played.values("match"))
    found = Paginator(rows.values_list("pk", "changed_at"), A_PAGE).get_page(page)
    matches = [(load(pk), changed_at) for pk, changed_at in found]
    return OwnMatches(matches, found.number, found.paginator.num_pages, found.paginator.count)


def imported_sides(match_ids: Collection[UUID]) -> dict[UUID, str]:
    """Return which of some matches were imported, each with the side that the importer says was theirs, or ""."""
    rows = models.Match.objects.filter(pk__in=match_ids, imported_by__isnull=False)
    return {pk: side or "" for pk, side in rows.values_list("pk", "played__side")}


def has_matches(guest_id: UUID) -> bool:
    """Whether a guest has a seat in any match."""
    own = Q(seats__guest_id=guest_id) | Q(imported_by=guest_id)
    return models.Match.objects.filter(own).exists()


def unfinished_matches(guest_id: UUID, *, most: int = 3) -> list[Loaded]:
    """Return the matches that wait for a guest to go on, the last played first."""
    rows = models.Match.objects.filter(seats__guest_id=guest_id).exclude(phase="over").distinct()
    return [load(pk) for pk in rows.order_by("-changed_at").values_list("pk", flat=True)[:most]]


def own_turns(guest_id: UUID) -> list[Loaded]:
    """Return the matches by correspondence that wait for a guest, the one with the least time first."""
    rows = models.Match.objects.filter(seats__guest_id=guest_id, days__isnull=False).exclude(phase="over").distinct()
    found = [load(pk) for pk in rows.order_by("deadline", "pk").values_list("pk", flat=True)]
    return [one for one in found if guest_id in correspondence.awaited_guests(one)]


def plays_by_correspondence(guest_id: UUID) -> bool:
    """Whether a guest has a match by correspondence that is not over."""
    rows = models.Match.objects.filter(seats__guest_id=guest_id, days__isnull=False)
    return rows.exclude(phase="over").exists()


def invitation(invitation_id: UUID) -> models.Invitation | None:
    """Give an invitation, with its host."""
    return only_row(models.Invitation.objects.select_related("host").filter(pk=invitation_id))


def listed_matches(*, since: datetime, most: int) -> list[Loaded]:
    """Return the matches from the lobby that are being played, the last played first; `since`: an entry at least."""
    rows = models.Match.objects.filter(is_listed=True, changed_at__gt=since).exclude(phase="over")
    return [load(pk) for pk in rows.order_by("-changed_at").values_list("pk", flat=True)[:most]]


def apart_from(guest_id: UUID | None) -> frozenset[UUID]:
    """Return those with whom a guest is not brought together: one of the two has blocked the other."""
    if guest_id is None:
        return frozenset()
    rows = models.Block.objects.filter(Q(guest=guest_id) | Q(blocked=guest_id)).values_list("guest", "blocked")
    return frozenset(one for pair in rows for one in pair) - {guest_id}


def are_apart(guest_id: UUID, others: Collection[UUID]) -> bool:
    """Whether a guest is not brought together with one of these."""
    return not apart_from(guest_id).isdisjoint(others)
