"""How long a club stores which data of its people: its periods, and what they say of one player.

Each period is a setting, in days after the last competition for which the data served; a competition that goes on and a
fee that is not settled hold everything of who takes part.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from carrom.messages import gettext_noop as _
from carrom.settings import setting, settings_of
from carrom_web.clubs.models import Club
from carrom_web.core.hooks import PlayerUse, registry
from carrom_web.people.models import Player

DAYS = _("%(value)s days after the competition")


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionTerms:
    """For how many days after a competition a club stores what."""

    birth_days: int = setting(
        30,
        least=7,
        most=365,
        label=_("Dates of birth"),
        says=_("after so many days only an age class stays, such as 14–17"),
        shown_as=DAYS,
    )
    address_days: int = setting(
        180,
        least=60,
        most=730,
        label=_("Email addresses"),
        says=_("until then people can renew their links, and are found again when they enter"),
        shown_as=DAYS,
    )
    answer_days: int = setting(
        30,
        least=7,
        most=365,
        label=_("Answers to an event's own questions"),
        says=_("food, sizes of shirts, and the like"),
        shown_as=DAYS,
    )
    consent_days: int = setting(
        365,
        least=90,
        most=1095,
        label=_("Names of guardians"),
        says=_("that somebody agreed, and when, stays; so does the name while a photo needs it"),
        shown_as=DAYS,
    )
    payment_days: int = setting(
        365,
        least=90,
        most=1095,
        label=_("Names and notes of payments"),
        says=_("sums, days and numbers of receipts stay in the ledger, as book-keeping laws ask"),
        shown_as=DAYS,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageEnds:
    """The last days on which a player's data are stored; None: something still holds them."""

    birth: date | None
    address: date | None


def terms_of(club: Club) -> RetentionTerms:
    """Return a club's periods; a stored value that is out of bounds counts as the default."""
    known = settings_of(RetentionTerms)
    stored = club.retention
    good = {name: stored[name] for name, one in known.items() if name in stored and not one.refusal("", stored[name])}
    return RetentionTerms(**good)


def stored(terms: RetentionTerms) -> dict[str, Any]:
    """Return periods as a club's row has them."""
    return asdict(terms)


def ends_of(terms: RetentionTerms, roots: Sequence[Player]) -> Mapping[UUID, StorageEnds]:
    """Return until when the data of players are stored, by root. Who is in no competition counts from being added."""
    branch = Player.objects.filter(root__in=roots).values_list("pk", "root_id")
    root_of: dict[UUID, UUID] = dict(branch)
    uses: dict[UUID, list[PlayerUse]] = {root.pk: [] for root in roots}
    for answer in registry.hook.player_uses(player_ids=list(root_of)):
        for use in answer:
            uses[root_of[use.player_id]].append(use)
    return {
        root.pk: StorageEnds(
            birth=_end(root, terms.birth_days, [use for use in uses[root.pk] if use.asks_birth]),
            address=_end(root, terms.address_days, uses[root.pk]),
        )
        for root in roots
    }


def stored_until(player: Player) -> dict[str, date | None]:
    """Return the last days of what is stored of a player: `email` and `born`, None while something holds it."""
    end = ends_of(terms_of(player.club), [player.root])[player.root_id]
    root = player.root
    held = {"email": (root.email, end.address), "born": (root.born, end.birth)}
    return {name: day for name, (value, day) in held.items() if value}


def _end(root: Player, days: int, uses: Iterable[PlayerUse]) -> date | None:
    last = [use.until for use in uses]
    known = [day for day in last if day is not None]
    if len(known) < len(last) or date.max in known:
        return None
    return max([root.made_at.date(), *known]) + timedelta(days=days)
