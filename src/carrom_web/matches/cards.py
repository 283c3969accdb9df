"""A match as a card of a list: who plays whom, the score, what is next, how it ended, in the active language."""

from datetime import date, timedelta
from uuid import UUID

from django.utils import timezone

from carrom.terms import Side
from carrom_web.core.translation import ruleset_title
from carrom_web.matches import days_off, phrases
from carrom_web.matches.loaded import Loaded
from carrom_web.matches.wire import Json


def title(loaded: Loaded) -> str:
    """Return the title of a match: its players."""
    match = loaded.state.match
    return phrases.names([phrases.side_name(match, side) for side in Side if match.players_of(side)])


def own_card(loaded: Loaded, guest_id: UUID, *, imported: str | None = None) -> Json:
    """A match in the list of somebody who plays in it: against whom, and how it ended for them.

    `imported`: of a match that they brought as a record the side that was theirs, or "".
    """
    match = loaded.state.match
    own = loaded.sides_of(guest_id) if imported is None else tuple(Side(side) for side in imported)
    others = [phrases.side_name(match, side) for side in Side if own and match.players_of(side) and side not in own]
    outcome = ""
    if match.result is not None and others:
        winner = match.result.winner
        outcome = "level" if winner is None else "won" if winner in own else "lost"
    return {
        **card(loaded),
        "opponent": phrases.names(others),
        "ruleset": ruleset_title(match.ruleset),
        "is_over": match.result is not None,
        "outcome": outcome,
        "result": phrases.result_text(match),
        "has_strokes": match.head.positions,
    }


def last_day_off(guest_id: UUID | None) -> date | None:
    """The last day off of somebody who has days off now; else None."""
    end = days_off.end_of(guest_id, timezone.now())
    return None if end is None else (end - timedelta(microseconds=1)).date()


def turn_card(loaded: Loaded) -> Json:
    """A match by correspondence that waits for the reader: until when."""
    return {**card(loaded), "until": loaded.deadline}


def card(loaded: Loaded) -> Json:
    """A match on the start page."""
    match = loaded.state.match
    return {
        "url": f"/matches/{loaded.match_id}/",
        "title": title(loaded),
        "format": phrases.format_phrase(match.ruleset),
        "score": phrases.score_phrase(match),
        "turn": phrases.awaiting_text(match),
    }
