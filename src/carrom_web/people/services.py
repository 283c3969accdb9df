"""Changes to the people of a club: finding or making one, their own word, merging and taking that back, erasing."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.dispatch import Signal
from django.utils import timezone

from carrom.errors import NotAllowedError
from carrom_web.accounts.selectors import has_account
from carrom_web.accounts.services import tidy_name
from carrom_web.audit.models import AuditEntry
from carrom_web.audit.services import record_audit
from carrom_web.clubs import services as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Action
from carrom_web.core.hooks import registry
from carrom_web.outbox.erasure import delete_emails_to
from carrom_web.people import player_results, selectors
from carrom_web.people.models import NAME_LENGTH, AuditKind, DistinctPlayers, Listener, Player, PlayerRow, name_key

TAKEN_OVER = ("email", "born")  # what a survivor takes over from who was merged into them, where they had nothing

players_changed = Signal()
"""A player's consent has changed, or, with `who`, merges have: `club_id`. Sent within the transaction."""


class MergeError(NotAllowedError):
    """Two players who cannot be merged, or a merge that cannot be taken back."""

    code = "players-not-merged"


class ClaimError(NotAllowedError):
    """A player that an account cannot claim."""

    code = "player-not-claimed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """Details of a person in a form or a file. `shows_name`: their consent to be named; None: they were not asked."""

    name: str
    email: str = ""
    born: date | None = None
    shows_name: bool | None = None


def player_for(
    club_id: int,
    details: Details,
    *,
    guest_id: UUID | None = None,
    by_official: bool = False,
    but: Collection[UUID] = (),
) -> Player:
    """Return the player of a club whom somebody means, made now if there is none yet.

    Anybody may type somebody else's name, so a form finds only a player whom nobody else claimed and about whom it says
    everything that is stored: name, email address and day of birth. Who claimed a player finds it by its name, and an
    account claims by an address that it has confirmed. What an official writes finds the one player of that name whom
    nothing in it contradicts; the official speaks for people who said yes, and withdraws nobody's word.

    Args:
        guest_id: who filled the form in for themselves; a new player is theirs.
        by_official: somebody writes it who may see the club's people.
        but: roots of those who are meant otherwise already: others who play in the same competition.
    """
    name = tidy_name(details.name, NAME_LENGTH)
    found = _find(club_id, details, guest_id, by_official=by_official, but=but) if name else None
    if found is None:
        return new_player(club_id, details, guest_id=guest_id, by_official=by_official)
    _complete(found.root, details)
    if details.shows_name or (details.shows_name is False and not by_official):
        set_consent(found, shows_name=details.shows_name)
    return found


def new_player(club_id: int, details: Details, *, guest_id: UUID | None = None, by_official: bool = False) -> Player:
    """Return a new player of a club, no matter who else is called the same; arguments as in `player_for`."""
    name = tidy_name(details.name, NAME_LENGTH)
    made = Player(club_id=club_id, name=name, email=details.email, born=details.born, guest_id=guest_id)
    _say(made, details.shows_name, by_official=by_official)
    made.shows_name = bool(made.consent)
    made.save()
    return made


def player_of_guest(club_id: int, guest_id: UUID, *, name: str) -> Player:
    """Return the player whom somebody claimed in a club, of several the one of this name; made now if there is none."""
    claimed = list(Player.objects.filter(club_id=club_id, guest_id=guest_id, erased_at=None).order_by("made_at", "pk"))
    for one in claimed:
        if one.name_key == name_key(name):
            return one
    return claimed[0] if claimed else player_for(club_id, Details(name=name), guest_id=guest_id)


def _find(
    club_id: int, details: Details, guest_id: UUID | None, *, by_official: bool, but: Collection[UUID]
) -> Player | None:
    email, born = details.email.casefold(), details.born
    rows = [one for one in selectors.matching(club_id, details.name) if one.root_id not in but]
    exact = [one for one in rows if one.root.email.casefold() == email and one.root.born == born]
    fits = [
        one
        for one in rows
        if (not email or not one.root.email or one.root.email.casefold() == email)
        and (born is None or one.root.born is None or one.root.born == born)
    ]
    if by_official:
        for choice in (exact, fits):
            if len({one.root_id for one in choice}) == 1:
                return choice[0]
        return None
    if guest_id is not None:
        signed_in = has_account(guest_id)
        for one in rows if signed_in else fits:
            if (born is None or one.root.born in (None, born)) and selectors.is_self(one, guest_id):
                return one
        for one in fits:
            if selectors.may_claim(one, guest_id):
                Player.objects.filter(pk=one.pk).update(guest_id=guest_id)
                return one
    free = (one for one in exact if not Player.objects.filter(root_id=one.root_id).exclude(guest=None).exists())
    return next(free, None)


def claim(player: Player, guest_id: UUID | None) -> None:
    """Let a player belong to an account from now on, no matter who filled in the first form.

    Raises:
        ClaimError: the account has not confirmed the player's email address, or it is another account's.
    """
    if guest_id is None or not selectors.may_claim(player, guest_id):
        raise ClaimError("address")
    Player.objects.filter(pk=player.pk).update(guest_id=guest_id)


def listen(player: Player, guest_id: UUID) -> None:
    """Let somebody with a player's own link get notifications about them; a second time changes nothing."""
    Listener.objects.get_or_create(player=player, guest_id=guest_id)


def _complete(root: Player, details: Details) -> None:
    """Store what was not known before of a player."""
    new = {name: value for name in TAKEN_OVER if (value := getattr(details, name)) and not getattr(root, name)}
    if new:
        Player.objects.filter(pk=root.pk).update(**new)
        for name, value in new.items():
            setattr(root, name, value)


def _say(player: Player, shows_name: bool | None, *, by_official: bool = False) -> None:
    if shows_name or (shows_name is False and not by_official):
        player.consent, player.consent_at = shows_name, timezone.now()


def set_consent(player: Player, *, shows_name: bool) -> None:
    """Take a player's word on being named in public; the last one counts."""
    with transaction.atomic():
        _say(player, shows_name)
        Player.objects.filter(pk=player.pk).update(consent=player.consent, consent_at=player.consent_at)
        _settle_consent(player.root)


def _settle_consent(root: Player) -> None:
    rows = Player.objects.filter(root_id=root.pk).exclude(consent_at=None)
    last = rows.order_by("-consent_at", "-pk").values_list("consent", flat=True).first()
    if bool(last) is not root.shows_name:
        root.shows_name = bool(last)
        Player.objects.filter(pk=root.pk).update(shows_name=root.shows_name)
        players_changed.send(sender=Player, club_id=root.club_id, who=False)


def change(
    player: Player, details: Details, *, own_rows: int, guest_id: UUID | None = None, by_official: bool = False
) -> Player:
    """Take what was corrected in a form, and return the player that it means then.

    Where the name stays, officials and the player correct it for everything that the player entered. Where nothing
    else points to the player, neither do strangers to them. Otherwise somebody else is meant: they are found, or made.

    Args:
        own_rows: how many rows of this form point to the player.
    """
    same_name = name_key(details.name) == player.name_key
    root = player.root
    if not (
        (same_name and (by_official or (has_account(guest_id) and selectors.is_self(player, guest_id))))
        or selectors.references(player) <= own_rows
    ):
        same_person = same_name and root.email.casefold() == details.email.casefold() and root.born == details.born
        if not same_person:
            return player_for(player.club_id, details, guest_id=guest_id, by_official=by_official)
    else:
        name = tidy_name(details.name, NAME_LENGTH)
        if name != player.name:
            if player.name and name_key(name) != player.name_key:
                player.aliases = [*(one for one in player.aliases if one != name), player.name]
            player.name = name
            player.save(update_fields=["name", "name_key", "aliases"])
            root = player.root if player.root_id != player.pk else player
        Player.objects.filter(pk=root.pk).update(email=details.email, born=details.born)
        root.email, root.born = details.email, details.born
    if details.shows_name is not None and details.shows_name is not root.shows_name:
        set_consent(player, shows_name=details.shows_name)
    return player


def merge(club: Club, guest_id: UUID | None, *, player_id: UUID | str, into_id: UUID | str, now: datetime) -> Player:
    """Say that two players of a club are one person; return the one who stays.

    Raises:
        NotAllowedInClubError: they are not organisers of this club.
        UnknownPlayerError: one of them is not there.
        MergeError: they are one already, or they cannot be one.
    """
    clubs.check(club.pk, guest_id, Action.ORGANISE)
    with transaction.atomic():
        list(Player.objects.select_for_update().filter(club=club, pk__in=_uuids(player_id, into_id)).order_by("pk"))
        gone, survivor = (selectors.player_in(club.pk, one) for one in (player_id, into_id))
        if gone.pk == survivor.pk:
            raise MergeError("same")
        if len(selectors.accounts_of([gone, survivor])) > 1:
            raise MergeError("two-accounts")
        if player_results.against(player_results.matches_of(gone), survivor.pk):
            raise MergeError("met")
        gone.merged_into, gone.merged_at = survivor, now
        gone.gave = _take_over(survivor, gone)
        gone.save(update_fields=["merged_into", "merged_at", "gave"])
        Player.objects.filter(root=gone).update(root=survivor)
        _settle_consent(survivor)
        _note(club, AuditKind.MERGED, str(gone.pk), str(survivor.pk), at=now, guest_id=guest_id)
        players_changed.send(sender=Player, club_id=club.pk, who=True)
    return survivor


def _uuids(*texts: UUID | str) -> list[UUID]:
    try:
        return [UUID(str(text)) for text in texts]
    except ValueError:
        raise selectors.UnknownPlayerError() from None


def _take_over(survivor: Player, gone: Player) -> list[str]:
    new = {name: value for name in TAKEN_OVER if (value := getattr(gone, name)) and not getattr(survivor, name)}
    if new:
        Player.objects.filter(pk=survivor.pk).update(**new)
        for name, value in new.items():
            setattr(survivor, name, value)
    return list(new)


def unmerge(club: Club, guest_id: UUID | None, entry_id: int, *, now: datetime) -> Player:
    """Take a merge of the log back: both are as they were, with what each has entered since; give who came out.

    Raises:
        NotAllowedInClubError: they are not organisers of this club.
        MergeError: it was taken back already, or the survivor was merged again since.
    """
    clubs.check(club.pk, guest_id, Action.ORGANISE)
    try:
        with transaction.atomic():
            entry = selectors.merges_of(club).filter(pk=entry_id, kind=AuditKind.MERGED).first()
            if entry is None or hasattr(entry, "reverted_by"):
                raise MergeError("cannot-undo")
            gone = Player.objects.select_related("merged_into").filter(pk=entry.detail["player"]).first()
            if gone is None or gone.erased_at or str(gone.merged_into_id) != entry.detail["into"]:
                raise MergeError("cannot-undo")
            survivor = gone.merged_into
            if survivor is None or survivor.merged_into_id is not None:
                raise MergeError("merged-further")
            given_back: dict[str, Any] = {
                name: "" if name == "email" else None
                for name in gone.gave
                if getattr(survivor, name) == getattr(gone, name)
            }
            for name, value in given_back.items():
                setattr(survivor, name, value)
            survivor.save(update_fields=[*given_back])
            gone.merged_into, gone.merged_at, gone.gave = None, None, []
            gone.save(update_fields=["merged_into", "merged_at", "gave"])
            Player.objects.filter(pk__in=[one.pk for one in _tree(gone)]).update(root=gone)
            gone.root = gone
            for other in survivor.merged.order_by("merged_at", "pk"):
                more = _take_over(survivor, other)
                if more:
                    Player.objects.filter(pk=other.pk).update(gave=[*other.gave, *more])
            for one in (survivor, gone):
                _settle_consent(one)
            keys = (str(gone.pk), str(survivor.pk))
            _note(club, AuditKind.UNMERGED, *keys, at=now, guest_id=guest_id, undoes=entry)
            players_changed.send(sender=Player, club_id=club.pk, who=True)
    except IntegrityError:  # somebody else took it back at the same time
        raise MergeError("cannot-undo") from None
    return gone


def _tree(player: Player) -> Iterable[Player]:
    """A player and all who were merged into them, also by others."""
    yield player
    for one in player.merged.all():
        yield from _tree(one)


def tell_apart(club: Club, guest_id: UUID | None, *, a: UUID | str, b: UUID | str, now: datetime) -> None:
    """Note that two players are different people, so that nobody is asked again.

    Raises:
        NotAllowedInClubError: they are not organisers of this club.
        UnknownPlayerError: one of them is not there.
    """
    clubs.check(club.pk, guest_id, Action.ORGANISE)
    first, second = sorted((selectors.player_in(club.pk, a), selectors.player_in(club.pk, b)), key=lambda one: one.pk)
    with transaction.atomic():
        _row, is_new = DistinctPlayers.objects.get_or_create(a=first, b=second)
        if is_new:
            _note(club, AuditKind.DISTINCT, str(first.pk), str(second.pk), at=now, guest_id=guest_id)


def detach(*rows: PlayerRow) -> None:
    """Let rows of one player be of nobody from now on; a player whose last rows they were is deleted."""
    with transaction.atomic():
        before = [row.person for row in rows]
        nobody = Player.objects.create(club_id=before[0].club_id, erased_at=timezone.now())
        for row in rows:
            row.person = nobody
            row.save(update_fields=["person"])
        for person in {one.root_id: one for one in before}.values():
            if person.root.erased_at is None and not selectors.references(person):
                erase(person)


def _note(
    club: Club,
    kind: AuditKind,
    player: str,
    into: str,
    *,
    at: datetime,
    guest_id: UUID | None,
    undoes: AuditEntry | None = None,
) -> None:
    record_audit(club, kind, at=at, guest_id=guest_id, undoes=undoes, player=player, into=into)


def erase(player: Player) -> None:
    """Delete a person of a club, in all apps at once; what they entered and played stays, without a name."""
    with transaction.atomic():
        player_ids = selectors.branch_ids(player)
        branch = Player.objects.filter(root_id=player.root_id)
        addresses = {address for address in branch.values_list("email", flat=True) if address}
        branch.update(
            name="",
            name_key="",
            aliases=[],
            email="",
            born=None,
            consent=None,
            consent_at=None,
            shows_name=False,
            guest=None,
            erased_at=timezone.now(),
        )
        shared = Player.objects.filter(email__in=addresses).values_list("email", flat=True)  # with a parent, a club
        delete_emails_to(addresses - set(shared))
        Listener.objects.filter(player__in=player_ids).delete()
        registry.hook.erase_players(player_ids=player_ids)
        players_changed.send(sender=Player, club_id=player.club_id, who=False)
