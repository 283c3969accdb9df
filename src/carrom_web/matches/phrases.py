"""Phrases for names, decisions and results in the active language (rulings: `rendering`).

Codes and values come from the library; words are made here. Plain and short: the person, then what follows.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from carrom.equipment.arrangement import Aim
from carrom.laws.ruleset import Ruleset
from carrom.match import requests, score, solo
from carrom.match.awaiting import BREAK, Decision
from carrom.match.state import MatchState, OpenOffer
from carrom.terms import Piece, Queen, Seat, Side
from carrom_web.core.translation import gettext as _
from carrom_web.core.translation import ngettext, ruleset_title
from carrom_web.matches import ceremony_phrases, declaration_phrases

Json = dict[str, Any]


def names(all_names: Sequence[str]) -> str:
    """Names one after another."""
    if len(all_names) < 2:
        return "".join(all_names)
    return _("%(first)s and %(last)s") % {"first": ", ".join(all_names[:-1]), "last": all_names[-1]}


def side_name(match: MatchState, side: Side) -> str:
    """A side by its players' names."""
    return names([player.name for player in match.players_of(side)])


def side_called(match: MatchState, side: Side) -> str:
    """A side as one, for a sentence: its player's name, or "Asha's side" for a pair."""
    players = match.players_of(side)
    return _("%(name)s's side") % {"name": players[0].name} if len(players) > 1 else side_name(match, side)


def name_at(match: MatchState, seat: Seat) -> str:
    """Return the name at a seat."""
    return match.player_at(seat).name


def colour_name(piece: Piece) -> str:
    """A kind of piece, as a noun."""
    return {
        Piece.WHITE: _("white"),
        Piece.BLACK: _("black"),
        Piece.QUEEN: _("queen"),
        Piece.STRIKER: _("striker"),
    }[piece]


def counted(piece: Piece, count: int) -> str:
    """So many of a kind: "one white", "2 black", "queen"."""
    if piece is Piece.WHITE:
        return ngettext("one white", "%(count)d white", count) % {"count": count}
    if piece is Piece.BLACK:
        return ngettext("one black", "%(count)d black", count) % {"count": count}
    return colour_name(piece)


def placed(piece: Piece, count: int) -> str:
    """So many of a kind that somebody sets: "one white", "2 black", "the queen"."""
    return _("the queen") if piece is Piece.QUEEN else counted(piece, count)


def listed(parts: Sequence[str]) -> str:
    """Things one after another, the first with a capital letter."""
    text = names(parts)
    return text[:1].upper() + text[1:]


def kinds(pieces: Iterable[Piece]) -> list[tuple[Piece, int]]:
    """How many there are of each kind, the queen first; kinds of which there are none are left out."""
    counts = Counter(pieces)
    return [(kind, counts[kind]) for kind in (Piece.QUEEN, Piece.WHITE, Piece.BLACK) if counts[kind]]


# --- what is awaited -------------------------------------------------------------------------------------------


def awaiting_text(match: MatchState) -> str:
    """The sentence of the one decision that a match waits for."""
    awaiting = match.awaiting
    who = names([name_at(match, seat) for seat in awaiting.seats])
    if len({match.side_at(seat) for seat in awaiting.seats}) == 1 and len(awaiting.seats) > 1:
        who = side_called(match, match.side_at(awaiting.seats[0]))
    match awaiting.kind:
        case Decision.TOSS:
            return _("The toss decides who breaks")
        case Decision.CHOICE if BREAK in awaiting.options:
            return _("%(name)s won the toss and chooses: break or side") % {"name": who}
        case Decision.CHOICE:
            return _("%(name)s chooses a side") % {"name": who}
        case Decision.STROKE if match.board is not None and not match.board.broken:
            return _("%(name)s breaks") % {"name": who}
        case Decision.STROKE if match.board is not None and match.board.queen is Queen.AWAITING_COVER:
            return _("%(name)s must cover the queen with this stroke") % {"name": who}
        case Decision.STROKE:
            return _("%(name)s plays") % {"name": who}
        case Decision.PLACING:
            dues = [piece for piece, _count in kinds(due.piece for due in awaiting.dues)]
            count = sum(due.piece is dues[0] for due in awaiting.dues)
            return _("%(name)s places %(what)s") % {"name": who, "what": placed(dues[0], count)}
        case Decision.CLAIM:
            return _("%(name)s decides how many extra points to take") % {"name": who}
        case Decision.READY:
            breaker = match.standing.breaker
            return ceremony_phrases.step_text(match, who, name_at(match, breaker) if breaker else who)
        case Decision.CAP:
            return _("%(name)s has made %(count)d strokes: stop this board or play on") % {
                "name": who,
                "count": match.board.strokes if match.board else 0,
            }
        case Decision.OVER:
            return result_text(match)
        case _:
            return _("Play is stopped: %(about)s") % {"about": awaiting.why}


def option_text(match: MatchState, option: str) -> str:
    """One thing that may be chosen."""
    if option == BREAK:
        return _("Break")
    seats = {
        Seat.SOUTH: _("Sit below"),
        Seat.NORTH: _("Sit above"),
        Seat.EAST: _("Sit right"),
        Seat.WEST: _("Sit left"),
    }
    if option in solo.AT_CAP:
        return _("Stop this board") if option == solo.STOP else _("Play on")
    return seats.get(Seat(option), option) if option in tuple(Seat) else option


def offer_text(match: MatchState, offer: OpenOffer) -> str:
    """An offer that stands."""
    sentences = {
        "draw": _("%(name)s offers to call this board a draw"),
        "replay": _("%(name)s offers to play this board again"),
        "take_back": _("%(name)s asks to take back the last stroke"),
    }
    if offer.claim is not None:
        return claim_text(match, offer.side, offer.claim)
    if offer.stand_in is not None:
        return stand_in_text(match, offer.stand_in, side_called(match, offer.side))
    return sentences[offer.what] % {"name": side_called(match, offer.side)}


def stand_in_text(match: MatchState, asked: requests.StandIn, who: str) -> str:
    """Describe a stand-in or an offer of one: `who` offers it."""
    player = match.players_of(asked.side)[asked.player].name
    values = {"name": who, "player": player, "computer": asked.name}
    if not asked.agreed:
        return _("%(name)s asks for %(computer)s to play on for %(player)s, who has left") % values
    if asked.level is None:
        return _("%(computer)s is back and plays on") % values
    return _("%(computer)s plays on for %(player)s, who has left") % values


def pockets() -> list[Json]:
    """The pockets as the breaker sees them, to turn the rack to."""
    names = {
        Aim.FAR_LEFT: _("far left"),
        Aim.FAR_RIGHT: _("far right"),
        Aim.NEAR_LEFT: _("near left"),
        Aim.NEAR_RIGHT: _("near right"),
    }
    return [{"value": pocket, "text": text} for pocket, text in names.items()]


def claim_text(match: MatchState, side: Side, claim: requests.Declare) -> str:
    """Return the claim of a side about the other: it holds once that side agrees."""
    return declaration_phrases.claim_text(side_called(match, side), side_called(match, claim.about), claim.facts)


def result_text(match: MatchState) -> str:
    """How the match ended."""
    result = match.result
    if result is None:
        return ""
    if match.ruleset.score_mode == "strokes":
        scores = [board.points for board in match.boards]
        return ngettext(
            "%(count)d board, %(average)s strokes on average",
            "%(count)d boards, %(average)s strokes on average",
            len(scores),
        ) % {"count": len(scores), "average": solo.average(scores, match.ruleset)}
    if result.winner is None:
        return _("Nobody came: nobody wins") if result.how == "walkover" else _("The match is level")
    values: dict[str, object] = {
        "name": side_called(match, result.winner),
        "other": side_called(match, result.winner.other) if match.players_of(result.winner.other) else "",
        "won": result.games.of(result.winner),
        "lost": result.games.of(result.winner.other),
    }
    if result.how == "disqualified":
        return _("%(other)s is disqualified; %(name)s wins the match") % values
    if result.how == "walkover":
        return _("%(other)s did not come; %(name)s wins the match") % values
    if result.how == "forfeited":
        return _("%(other)s forfeits; %(name)s wins the match") % values
    if result.how == "conceded":
        return _("%(other)s concedes; %(name)s wins the match") % values
    if match.ruleset.match_wins_needed == 1:
        points = [match.games[-1].score.of(side) for side in (result.winner, result.winner.other)]
        values.update(won=points[0], lost=points[1])
        return _("%(name)s wins, %(won)d to %(lost)d points") % values
    decided_by = score.decided_by(len(match.games), result, match.ruleset)
    if decided_by in ("points", "points_at_level_games"):
        values.update(won=result.points.of(result.winner), lost=result.points.of(result.winner.other))
        return _("%(name)s wins the match on total points, %(won)d to %(lost)d") % values
    is_by_boards = match.ruleset.board_limit == 1
    if decided_by == "games_at_level_points":
        values["points"] = result.points.a
        if is_by_boards:
            return _("Points are level at %(points)d; %(name)s wins the match on boards, %(won)d to %(lost)d") % values
        return _("Points are level at %(points)d; %(name)s wins the match on games, %(won)d to %(lost)d") % values
    if is_by_boards:
        return _("%(name)s wins the match, %(won)d to %(lost)d boards") % values
    return _("%(name)s wins the match, %(won)d to %(lost)d games") % values


def format_phrase(ruleset: Ruleset) -> str:
    """How long a match is."""
    if ruleset.score_mode == "strokes":
        return ngettext("A set of %(count)d board", "A set of %(count)d boards", ruleset.boards_per_set) % {
            "count": ruleset.boards_per_set
        }
    if ruleset.match_wins_needed > 1 and ruleset.board_limit == 1:
        return _("Best of %(boards)d boards") % {"boards": 2 * ruleset.match_wins_needed - 1}
    if ruleset.match_wins_needed > 1:
        return _("Best of %(games)d games") % {"games": 2 * ruleset.match_wins_needed - 1}
    if ruleset.board_limit == 1:
        return _("One board")
    if ruleset.game_target and ruleset.board_limit:
        return _("One game, to %(points)d points or %(boards)d boards") % {
            "points": ruleset.game_target,
            "boards": ruleset.board_limit,
        }
    if ruleset.game_target:
        return _("One game, to %(points)d points") % {"points": ruleset.game_target}
    return _("One game")


def score_phrase(match: MatchState) -> str:
    """The score in words, side A first."""
    return _("Game %(game)d, board %(board)d, %(a)d to %(b)d") % {
        "game": match.standing.game,
        "board": match.standing.board_number,
        "a": match.score.a,
        "b": match.score.b,
    }


def angles_text(ruleset: Ruleset) -> str:
    """Why some directions are not allowed."""
    if ruleset.horizontal_stroke == "forbidden":
        return _("%(laws)s: the striker must go forward.") % {"laws": ruleset_title(ruleset)}
    return _("%(laws)s: the striker must not go backward.") % {"laws": ruleset_title(ruleset)}


def ruleset_facts(ruleset: Ruleset) -> list[str]:
    """Describe a ruleset for its players in five sentences."""
    colours = {
        "first_pocketed": _("The first coin pocketed decides the colours."),
        "solo": _("You clear all nineteen pieces: whites and the queen first, then the blacks."),
    }
    if ruleset.score_mode == "strokes":
        scoring = _("Every stroke counts: the fewer, the better.")
        if ruleset.stroke_cap is not None:
            scoring = _("Every stroke counts, %(cap)d a board at most: the fewer, the better.") % {
                "cap": ruleset.stroke_cap
            }
        queen = _("The queen must be covered by a white in the same or the next stroke.")
    else:
        scoring = _("Each coin that the loser has left scores one point.")
        queen = _("The queen is worth %(points)d points and must be covered in the same or the next stroke.") % {
            "points": ruleset.queen_points
        }
    if ruleset.penalty_region == "centre":
        striker = _("A pocketed striker costs one coin, which goes to the centre.")
    elif ruleset.striker_own_coins == "return":
        striker = _("A pocketed striker costs one coin, and your coins from that stroke come out as well.")
    else:
        striker = _("A pocketed striker costs one coin, which the other side places in the outer circle.")
    forward = _("The striker must go forward.") if ruleset.horizontal_stroke == "forbidden" else ""
    last = {
        "lose_board": _("If you pocket your last coin before the queen, you lose the board."),
        "return": _("If you pocket your last coin before the queen, it comes back."),
        "return_and_penalty": _("If you pocket your last coin before the queen, it comes back, and one more."),
    }[ruleset.own_last_queen_up]
    decider = _("At one win each, total points decide.") if ruleset.decider == "total_points" else ""
    return [
        colours.get(ruleset.colour_assignment, _("The side that breaks has white.")),
        queen,
        striker,
        f"{forward} {last}".strip(),
        " ".join(part for part in (scoring, f"{format_phrase(ruleset)}.", decider) if part),
    ]


def wait_text(kind: str) -> str:
    """Describe a wait of some minutes where an umpire leads (`carrom.play.clocks.Wait`)."""
    words = {
        "report": _("Time to report"),
        "interval": _("Interval"),
        "sides": _("Sides change"),
        "time_out": _("Time-out"),
    }
    return words[kind]


def rating_group_text(group: str) -> str:
    """Return the label of a group of ratings (`carrom.rating.families`)."""
    return {
        "points-25 singles": _("Singles (queen 3, to 25)"),
        "points-25 doubles": _("Doubles (queen 3, to 25)"),
        "points-29 singles": _("Singles (queen 5, to 29)"),
        "points-29 doubles": _("Doubles (queen 5, to 29)"),
    }.get(group, group)


def visitor_name() -> str:
    """Return the name of somebody who has not said theirs."""
    return _("Guest")
