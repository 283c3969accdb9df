"""The rows of a season, projected from its folded state: rewritten where a change or an undo touched them."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from carrom import serialization
from carrom.league.solo_state import SeasonPlayer, SeasonSet, SeasonState, SetRequest
from carrom_web.competitions.models import NAME_LENGTH
from carrom_web.competitions.solo_leagues.models import CorrectionRequest, Excuse, Player, PrivateText, Season, SoloSet

Row = Player | SoloSet | CorrectionRequest
UNREADABLE_IN_STATE = ("witness", "film")  # their texts are rows of their own


def season_columns(state: SeasonState) -> dict[str, object]:
    """Return the columns of a season's row."""
    return {
        "title": state.terms.title[:NAME_LENGTH],
        "terms": serialization.write(state.terms),
        "first_day": date.fromisoformat(state.terms.first_day),
        "last_day": date.fromisoformat(state.terms.last_day),
        "most": state.places,
        "taken": state.taken,
        "state": str(state.status),
    }


def player_columns(one: SeasonPlayer) -> dict[str, Any]:
    """Return the columns of a player's row."""
    equipment = None if one.equipment is None else {key: _json(value) for key, value in one.equipment}
    return {
        "division": one.division,
        "status": str(one.status),
        "joined_on": date.fromisoformat(one.joined),
        "left_on": date.fromisoformat(one.left) if one.left else None,
        "next_division": one.next_division,
        "equipment": equipment,
    }


def set_columns(state: SeasonState, one: SeasonSet, texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the columns of a set's row."""
    return {
        "week": state.week_of(one),
        "day": date.fromisoformat(one.day),
        "strokes": list(one.strokes),
        "origin": one.origin,
        "status": str(state.status_of(one)),
        "source": one.source,
        "has_word": one.on_word,
        "witness": texts.get(one.seen_by or one.witness, ""),
        "witnessed_at": _moment(one.witnessed_at),
        "film": texts.get(one.film, ""),
        "is_sure": one.few_confirmed,
        "late_accepted": one.late_accepted,
        "started_at": datetime.fromisoformat(one.started_at),
        "handed_in_at": _moment(one.handed_in_at),
    }


def request_columns(one: SetRequest) -> dict[str, Any]:
    """Return the columns of a request's row."""
    return {
        "status": str(one.status),
        "strokes": list(one.strokes),
        "day": date.fromisoformat(one.day),
        "is_sure": one.few_confirmed,
    }


def texts_of(season: Season) -> dict[str, str]:
    """The texts that acts of a season name, by their keys."""
    return dict(PrivateText.objects.filter(season=season).values_list("key", "text"))


def project(season: Season, before: SeasonState, after: SeasonState, rows: Sequence[Row] = ()) -> None:
    """Write the rows in which two states of a season differ.

    What is gone from the state stays as a row without account: who it leads to, and a match that goes on, are known.

    Args:
        rows: those at hand, new ones among them with what the state does not know; they are brought up to date.

    Raises:
        IntegrityError: one person would play twice.
    """
    known = {(type(row), row.key): row for row in rows}
    texts = texts_of(season)
    for key in _gone(before.players, after.players):
        _put(season, Player, key, {"status": Player.Status.WITHDRAWN}, known)
    for key, player in after.players.items():
        if before.players.get(key) != player:
            _put(season, Player, key, player_columns(player), known)
    for key in _gone(before.sets, after.sets):
        _put(season, SoloSet, key, {"status": SoloSet.Status.STRUCK}, known)
    same_terms = before.terms == after.terms
    for key, one in after.sets.items():
        was = before.sets.get(key)
        if same_terms and was == one:
            continue
        columns = set_columns(after, one, texts)
        if was is None or set_columns(before, was, texts) != columns:
            _put(season, SoloSet, key, columns, known)
    for key in _gone(before.requests, after.requests):
        _put(season, CorrectionRequest, key, {"status": CorrectionRequest.Status.WITHDRAWN}, known)
    changed = [one for key, one in after.requests.items() if before.requests.get(key) != one]
    for request in sorted(changed, key=lambda one: one.status == "open"):  # one is closed before another is open
        _put(season, CorrectionRequest, request.key, request_columns(request), known)
    if before.excuses != after.excuses:
        project_excuses(season, after, texts)


def project_texts(season: Season, state: SeasonState, player: Player) -> None:
    """Write the texts about a player into the rows that show them."""
    texts = texts_of(season)
    for one in state.sets.values():
        if one.player == player.key:
            columns = set_columns(state, one, texts)
            SoloSet.objects.filter(season=season, key=one.key).update(
                **{name: columns[name] for name in UNREADABLE_IN_STATE}
            )
    project_excuses(season, state, texts)


def project_excuses(season: Season, state: SeasonState, texts: Mapping[str, str]) -> None:
    """Write the excuses that hold."""
    players = dict(Player.objects.filter(season=season).values_list("key", "pk"))
    Excuse.objects.filter(season=season).delete()
    Excuse.objects.bulk_create(
        Excuse(season=season, player_id=players[player], week=week, why=texts.get(reason, ""))
        for (player, week), reason in state.excuses.items()
    )


def is_current(row: SoloSet, state: SeasonState) -> bool:
    """Whether a row says what the state does: nobody has changed the set since the row was read."""
    one = state.sets.get(row.key)
    if one is None:
        return row.status == SoloSet.Status.STRUCK
    columns = set_columns(state, one, {})
    return all(getattr(row, name) == value for name, value in columns.items() if name not in UNREADABLE_IN_STATE)


def _gone(before: Mapping[str, object], after: Mapping[str, object]) -> list[str]:
    return [key for key in before if key not in after]


def _put(
    season: Season, model: type[Any], key: str, columns: dict[str, Any], known: Mapping[tuple[type[Any], str], Row]
) -> None:
    row = known.get((model, key))
    if row is not None:
        for name, value in columns.items():
            setattr(row, name, value)
        if row._state.adding:
            row.save(force_insert=True)
            return
    model._default_manager.filter(season=season, key=key).update(**columns)


def _moment(text: str) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _json(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
