"""The answers of events to hooks between apps (core/hooks.py)."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from carrom_web.competitions.events import labels, played_matches, presenters, privacy, retention, selectors
from carrom_web.competitions.events.payment_accounts import taken_online
from carrom_web.competitions.events.presenters import state_label
from carrom_web.competitions.events.repository import STORE, terms_of
from carrom_web.competitions.events.services.designs import CHANGED
from carrom_web.competitions.events.services.payment_accounts import REMOVED, STORED, STRIPE_REMOVED, STRIPE_STORED
from carrom_web.core.hooks import (
    ClubSection,
    ClubSectionRow,
    LobbySection,
    ParentPage,
    PlayedMatch,
    PlayerCompetition,
    PlayerUse,
    hookimpl,
)


@hookimpl
def club_audit_labels() -> Mapping[str, str]:
    """Changes to a club's own accounts at payment services, and to the design of its prints."""
    return {
        STORED: _("PayPal account stored"),
        REMOVED: _("PayPal account removed"),
        STRIPE_STORED: _("Stripe account stored"),
        STRIPE_REMOVED: _("Stripe account removed"),
        CHANGED: _("Design of certificates changed"),
    }


@hookimpl
def parent_of_match(match_id: UUID) -> ParentPage | None:
    """The event that a match was called for."""
    return selectors.event_of_match(match_id)


@hookimpl
def club_of_match(match_id: UUID) -> int | None:
    """The club whose event a match was called for."""
    return selectors.club_of_match(match_id)


@hookimpl(tryfirst=True)  # events come before leagues
def club_section(club_id: int, club_slug: str, guest_id: UUID | None) -> ClubSection:
    """The events of a club, the latest first."""
    now, rows = timezone.now(), []
    for event in STORE.visible_to(guest_id).filter(club=club_id):
        terms = terms_of(event)
        rows.append(
            ClubSectionRow(
                title=terms.title,
                when=labels.days_label(terms.days),
                state=state_label(event, terms, now),
                url=reverse("event", args=[event.slug]),
            )
        )
    return ClubSection(
        heading=_("Events"),
        rows=rows,
        new_url=f"{reverse('event-new')}?club={club_slug}",
        new_title=_("Announce an event"),
    )


@hookimpl
def lobby_section() -> LobbySection | None:
    """The events that are played online, those that come or run now."""
    rows = presenters.lobby_rows(timezone.now())
    if not rows:
        return None
    return LobbySection(
        heading=_("Events online"),
        says=_("Events of clubs whose matches are played here. Enter with your account."),
        rows=rows,
        url=reverse("events"),
        link=_("All events"),
    )


@hookimpl
def export_person(guest_id: UUID) -> Mapping[str, Any]:
    """Their registrations, and where others entered them."""
    return {
        "events": privacy.export_guest(guest_id),
        "registered for clubs": privacy.export_groups(guest_id),
        "entered by others": privacy.export_named(guest_id),
    }


@hookimpl
def erase_person(guest_id: UUID) -> None:
    """Take their name from events: as an entrant, and as who did or said something there."""
    privacy.erase_guest(guest_id)


@hookimpl
def erase_players(player_ids: Sequence[UUID]) -> None:
    """Take a person of a club from its events."""
    privacy.erase_players(player_ids)


@hookimpl
def player_matches(player_ids: Sequence[UUID]) -> list[PlayedMatch]:
    """Their matches in categories."""
    return played_matches.matches_of_players(player_ids)


@hookimpl
def player_competitions(player_ids: Sequence[UUID]) -> list[PlayerCompetition]:
    """The categories that they entered."""
    return played_matches.competitions_of_players(player_ids)


@hookimpl
def player_uses(player_ids: Sequence[UUID]) -> list[PlayerUse]:
    """The events that they entered."""
    return retention.player_uses(player_ids)


@hookimpl
def store_age_classes(player_ids: Sequence[UUID]) -> None:
    """Their age classes on the first days of their events."""
    retention.store_age_classes(player_ids)


@hookimpl
def data_recipients(club_id: int) -> list[tuple[str, str]]:
    """The services at which the club takes payments."""
    gets = _("the sum, the event and a reference of who pays online; what they type there")
    return [(labels.method_label(method), gets) for method in taken_online(club_id)]


@hookimpl
def end_storage(club_id: int, day: date, periods: Mapping[str, int]) -> Mapping[str, int]:
    """Addresses, answers, guardians and notes of payments of the club's events."""
    return retention.end_storage(club_id, day, periods)
