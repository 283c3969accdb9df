"""The messages of `docs/wire.md` as plain JSON: the state of a match, the effect of an entry. Only reads values.

Sentences are made in the language that is active.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from carrom.equipment.position import Position
from carrom.laws.ruleset import Ruleset
from carrom.match import solo
from carrom.match.awaiting import Decision
from carrom.match.entries import Effects, Entry, Head
from carrom.match.requests import AtCap, Choose, Claim, Concede, MakeStroke, Offer, Place, Reply
from carrom.match.state import MatchState
from carrom.physics.surface import ENGINE
from carrom.play import clocks
from carrom.play.domain import ChoiceDomain, PlacingDomain, StrokeDomain, domain
from carrom.play.handlers import may_take_back
from carrom.play.pre_break import colour_chooser, rack_turner
from carrom.play.state import PlayState
from carrom.play.surfaces import surface_of
from carrom.terms import Queen, Seat, Side
from carrom_web.core.translation import gettext as _
from carrom_web.core.translation import ruleset_title
from carrom_web.matches import law_texts, phrases, rendering, scorekeeping_phrases
from carrom_web.matches.loaded import Drawn, Loaded
from carrom_web.matches.messages import Aim

if TYPE_CHECKING:
    from carrom.physics.motion import Motion

Json = dict[str, Any]
COINS = 9


def encode(message: Json) -> str:
    """Give a message as text: floats in the shortest form that reads back as the same number."""
    return json.dumps(message, allow_nan=False, ensure_ascii=False, separators=(",", ":"))


def hello(
    loaded: Loaded,
    guest_id: UUID | None,
    last: Drawn | None,
    *,
    playing: bool,
    may_write: bool = False,
    free: Iterable[tuple[str, int]] = (),
) -> Json:
    """The first message to a page: whose seats it has or may take, how the match stands, the last stroke."""
    return {
        "kind": "hello",
        "seats": list(loaded.seats_of(guest_id)),
        "players": [list(player) for player in loaded.players_of(guest_id)],
        "left": [list(player) for player in loaded.left_by(guest_id)],
        "free": [list(seat) for seat in free],
        "may_write": may_write,
        "playing": playing,
        "physics": physics(loaded.state.match.head),
        "version": loaded.state.version,
        "view": view(loaded),
        "last": None if last is None else _last(loaded, last),
    }


def physics(head: Head) -> Json:
    """Return the values to simulate a stroke as the server does: the engine's version, the surface's parameters."""
    return {"engine": ENGINE, "parameters": list(surface_of(head).parameters)}


def motion_json(motion: "Motion") -> Json:
    """A motion to be drawn, and where all lie at the end to the last bit, so that a page can compare its own."""
    return {
        **motion.to_wire(),
        "engine": motion.engine,
        "final": _position(motion.final),
    }


def _last(loaded: Loaded, last: Drawn) -> Json:
    from carrom.physics.motion import Motion

    drawn = None if last.motion is None else Motion.from_bytes(last.motion).to_wire()
    newest = last.entry.number == loaded.state.version
    return {
        "kind": "event",
        "number": last.entry.number,
        "entry": entry_json(last.before, last.entry, drawn),
        "view": view(loaded) if newest else None,
    }


def entries_json(entries: Iterable[Drawn]) -> list[Json]:
    """Return the entries before a page came: `number` and `entry` of an `event` each, without motion."""
    return [{"number": one.entry.number, "entry": entry_json(one.before, one.entry, None)} for one in entries]


def snapshot(loaded: Loaded) -> Json:
    """How the match stands, asked for."""
    return {"kind": "snapshot", "version": loaded.state.version, "view": view(loaded)}


def event(loaded: Loaded, before: PlayState, entry: Entry, motion: Json | None) -> Json:
    """An entry was stored: what it did, and how the match stands after it."""
    return {
        "kind": "event",
        "number": entry.number,
        "entry": entry_json(before.match, entry, motion),
        "view": view(loaded),
    }


def presence(players: Iterable[tuple[str, int]], watchers: int) -> Json:
    """Return the players with a page open, and how many pages only watch."""
    return {"kind": "presence", "players": [list(player) for player in players], "watchers": watchers}


def away(gone: Mapping[tuple[str, int], float]) -> Json:
    """Return the players who have left, and for how many seconds the others have waited for each."""
    return {"kind": "away", "players": [[side, number, round(seconds, 1)] for (side, number), seconds in gone.items()]}


def aim(seat: Seat, aimed: Aim) -> Json:
    """Somebody aims."""
    return {
        "kind": "aim",
        "seat": seat,
        "offset": aimed.offset,
        "angle": aimed.angle,
        "speed": aimed.speed,
        "phase": aimed.phase,
    }


def entry_json(match: MatchState, entry: Entry, motion: Json | None) -> Json:
    """Return an entry with its effects. `match` tells who sat where when it was made."""
    seat = Seat(entry.author) if entry.author in tuple(Seat) else None
    side = match.side_at(seat) if seat is not None else None
    followed = entry.followed
    return {
        "kind": entry.kind,
        "seat": seat,
        "side": side,
        "asked": asked_json(entry),
        "motion": motion,
        "ruling": rendering.ruling_json(match, entry),
        "returned": [list(piece) for piece in followed.returned],
        "struck_out": list(followed.struck_out),
        "instead": _instead(match, followed),
        "text": rendering.entry_text(match, entry),
        "by": scorekeeping_phrases.signed(entry),
    }


def _instead(match: MatchState, followed: Effects) -> list[Json]:
    """Return the entries in place of struck ones, by their numbers; without a text where there is none."""
    found: list[Json] = []
    for each in followed.instead:
        found.append({"number": each.number, "text": rendering.entry_text(match, each)})
        match = replace(match, standing=each.followed.standing)
    return found + [{"number": lapse.number, "text": ""} for lapse in followed.lapsed]


def asked_json(entry: Entry) -> Json:
    """Return a request as a page sends it, without `id` and `after`."""
    match entry.asked:
        case MakeStroke(stroke=stroke):
            return {"offset": stroke.offset, "angle": stroke.angle, "speed": stroke.speed}
        case Choose(choice=choice):
            return {"choice": choice}
        case Place(piece=piece, x=x, y=y):
            return {"piece": piece, "x": x, "y": y}
        case Claim(points=points):
            return {"points": points}
        case AtCap(answer=answer):
            return {"answer": answer}
        case Concede(what=conceded):
            return {"what": conceded}
        case Offer(what=offered):
            return {"what": offered}
        case Reply(offer=offer, accept=accept):
            return {"offer": offer, "accept": accept}
        case _:
            return {}


def view(loaded: Loaded) -> Json:
    """Everything that a page shows at rest."""
    state = loaded.state
    match = state.match
    ruleset, board, standing = match.ruleset, match.board, match.standing
    now = datetime.now(UTC)
    counts_from = max(now, loaded.rests_until or now)
    return {
        "id": str(loaded.match_id),
        "version": state.version,
        "phase": match.phase,
        "ruleset": {
            "slug": ruleset.slug,
            "title": ruleset_title(ruleset),
            "edition": ruleset.edition,
            "game_word": ruleset.game_word,
        },
        "format": {
            "game_target": ruleset.game_target,
            "board_limit": ruleset.board_limit,
            "match_wins_needed": ruleset.match_wins_needed,
            "words": phrases.format_phrase(ruleset),
        },
        "men": match.head.men,
        "sides": [_side(match, side) for side in Side if match.players_of(side)],
        "queen": {
            "standing": board.queen if board else "on_board",
            "side": board.queen_side if board else None,
        },
        "game_number": standing.game,
        "board_number": standing.board_number,
        "stroke_number": board.strokes if board else 0,
        "to_play": board.seat if board and match.phase == "playing" else None,
        "boards": [
            {"game": r.game, "board": r.board, "winner": r.winner, "points": r.points, "score": list(r.score)}
            for r in match.boards
        ],
        "games": [{"winner": game.winner, "score": list(game.score)} for game in match.games],
        "position": _position(state.position),
        "hand": list(state.hand),
        "awaiting": _awaiting(loaded),
        "offers": [
            {"number": o.number, "what": o.what, "side": o.side, "text": phrases.offer_text(match, o)}
            for o in match.offers
        ],
        "may": _may(state),
        "before_break": _before_break(state),
        "result": _result(match),
        "colours_open": board is not None and board.white_side is None and not board.solo,
        "early_queen": board is not None and board.early_queen,
        "solo": _solo(match),
        "clock": None if loaded.deadline is None else max((loaded.deadline - counts_from).total_seconds(), 0.0),
        "days": loaded.days,
        "rests_until": counts_from.isoformat() if counts_from > now else None,
        "coin_line": loaded.draws_coin_line,
        "clock_stopped": loaded.deadline is None and loaded.lapses > 0 and clocks.seconds(state) is not None,
        "wait": _wait(match),
    }


def _wait(match: MatchState) -> Json | None:
    """Return the wait between two boards where an umpire leads: its name, and the seconds left, below 0 at its end."""
    wait = clocks.wait(match)
    if wait is None:
        return None
    elapsed = datetime.now(UTC) - datetime.fromisoformat(wait.since)
    return {"text": phrases.wait_text(wait.kind), "left": wait.seconds - elapsed.total_seconds()}


def _position(position: Position | None) -> list[list[float]]:
    return [] if position is None else [[piece.number, piece.x, piece.y] for piece in position.pieces]


def _side(match: MatchState, side: Side) -> Json:
    board = match.board
    colour = board.colour_of(side) if board else None
    up = board.up_of(side) if board else COINS
    return {
        "side": side,
        "name": phrases.side_name(match, side),
        "colour": colour,
        "down": COINS - up,
        "up": up,
        "owed": board.owed_by(side) if board else 0,
        "score": match.score.of(side),
        "games": match.games_won.of(side),
        "players": [
            {
                "seat": next((s.seat for s in match.seats if s.side is side and s.player == number), None),
                "name": player.name,
                "kind": player.kind,
                "level": player.level,
            }
            for number, player in enumerate(match.players_of(side))
        ],
    }


def _awaiting(loaded: Loaded) -> Json:
    match = loaded.state.match
    awaiting = match.awaiting
    computers = loaded.computers()
    return {
        "kind": awaiting.kind,
        "seats": list(awaiting.seats),
        "computer": bool(awaiting.seats) and all(seat in computers for seat in awaiting.seats),
        "text": phrases.awaiting_text(match),
        "domain": _domain(loaded.state),
    }


def stroke_domain(stroke: StrokeDomain, ruleset: Ruleset) -> Json:
    """Return the places of the striker, with a sentence for each gap, and its directions."""
    forward_only = bool(stroke.angles_clauses)
    return {
        "seat": stroke.seat,
        "distance": stroke.distance,
        "limit": stroke.limit,
        "spans": [list(span) for span in stroke.spans],
        "gaps": [
            {
                "from": gap.start,
                "to": gap.end,
                "code": gap.reason,
                "text": law_texts.reason_text(gap.reason),
                "clauses": law_texts.clauses_json(gap.clauses),
            }
            for gap in stroke.gaps
        ],
        "angles": [list(span) for span in stroke.angles],
        "angles_text": phrases.angles_text(ruleset) if forward_only else None,
        "angles_clauses": law_texts.clauses_json(stroke.angles_clauses),
        "speed": list(stroke.speed),
    }


def placing_domain(placing: PlacingDomain) -> Json:
    """Return the places for a coin that is put back."""
    return {
        "piece": placing.piece,
        "piece_kind": placing.piece_kind,
        "queue": list(placing.queue),
        "radius": placing.radius,
        "ring": list(placing.ring),
        "avoid": [list(disc) for disc in placing.avoid],
        "suggested": list(placing.suggested),
        "may_forgo": placing.may_forgo,
        "text": law_texts.reason_text(placing.reason),
        "clauses": law_texts.clauses_json(placing.clauses),
    }


def _domain(state: PlayState) -> Json:
    """Return the possible answers, with a sentence for each forbidden one."""
    if state.match.awaiting.kind is Decision.OVER:
        return {}
    ruleset = state.match.ruleset
    match domain(state):
        case StrokeDomain() as stroke:
            return stroke_domain(stroke, ruleset)
        case PlacingDomain() as placing:
            return placing_domain(placing)
        case ChoiceDomain(kind=Decision.CHOICE, options=options):
            return {"options": [{"value": o, "text": phrases.option_text(state.match, o)} for o in options]}
        case ChoiceDomain(kind=Decision.CAP, options=options):
            return {"options": [{"value": o, "text": phrases.option_text(state.match, o)} for o in options]}
        case ChoiceDomain(kind=Decision.CLAIM, most=most):
            return {"most": most}
        case _:
            return {}


def _may(state: PlayState) -> Json:
    """Return the requests open to players beside the awaited answer; the server checks whose they are."""
    match = state.match
    over = match.awaiting.kind is Decision.OVER
    playing = match.board is not None and match.standing.claim is None and not over
    alone = not all(match.players_of(side) for side in Side)  # then nobody is there to offer anything, or to concede to
    offers = []
    if playing and not alone:
        if match.ruleset.agreed_draw:
            offers.append("draw")
        offers.append("replay")
        if match.head.take_back == "agreed":
            offers.append("take_back")
    return {
        "take_back": any(may_take_back(state, side) for side in Side if match.players_of(side)),
        "concede": match.ruleset.concession and not over and not alone,
        "offer": offers,
        "pass": match.awaiting.may_pass,
        "withdraw": bool(match.declared),
    }


def _before_break(state: PlayState) -> Json | None:
    """Return the choice before the first stroke of this board and its owner; None: there is none."""
    match = state.match
    chooser, turner = colour_chooser(match), rack_turner(state)
    if chooser is None and turner is None:
        return None
    board = match.board
    has_white = board is not None and board.white_side is chooser
    return {
        "colour": None if chooser is None else {"side": chooser, "now": "white" if has_white else "black"},
        "rack": None if turner is None else {"seat": turner, "pockets": phrases.pockets()},
    }


def _solo(match: MatchState) -> Json | None:
    """A set in strokes: this board, those before it, the average so far, and what may be hit now."""
    ruleset, board = match.ruleset, match.board
    if ruleset.score_mode != "strokes":
        return None
    closed = [{"board": r.board, "score": r.points, "strokes": r.strokes, "how": r.how} for r in match.boards]
    blacks = board is not None and board.white_up == 0 and board.queen is Queen.COVERED
    return {
        "strokes": board.strokes if board else 0,
        "cap": ruleset.stroke_cap,
        "boards": closed,
        "per_set": ruleset.boards_per_set,
        "average": solo.average([r.points for r in match.boards], ruleset),
        "up": {
            "white": board.white_up if board else COINS,
            "black": board.black_up if board else COINS,
            "queen": board is None or board.queen is Queen.ON_BOARD,
        },
        "hit": _("Now the blacks") if blacks else _("Whites and the queen first"),
    }


def _result(match: MatchState) -> Json | None:
    result = match.result
    if result is None:
        return None
    return {
        "winner": result.winner,
        "games": list(result.games),
        "text": phrases.result_text(match),
        "how": result.how,
    }
