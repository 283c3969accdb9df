"""Puzzles in words: goals, themes, and what came of a try."""

from carrom.laws.board_state import BoardState
from carrom.match.state import MatchState
from carrom.play.situation import first_entry
from carrom.play.state import follow
from carrom.puzzles.attempts import Attempt
from carrom.puzzles.goals import due_of
from carrom.puzzles.puzzle import Goal, Puzzle, Theme
from carrom.terms import Piece
from carrom_web.core.translation import gettext as _
from carrom_web.matches import rendering
from carrom_web.matches.coach_phrases import share

LAST = 1


def theme_title(theme: Theme) -> str:
    """The title of a theme."""
    return {
        Theme.DUE: _("Placing a due"),
        Theme.SAFETY: _("Safety"),
        Theme.QUEEN: _("Queen and cover"),
        Theme.LAST: _("Last coin"),
        Theme.TWO: _("Two in one"),
        Theme.COMBINATION: _("Combination"),
        Theme.BANK: _("Bank"),
        Theme.CUT: _("Cut"),
    }[theme]


def theme_note(theme: Theme) -> str:
    """A theme in a sentence."""
    return {
        Theme.DUE: _("Your opponent owes a coin. Put it where it is hard to pocket."),
        Theme.SAFETY: _("There is nothing good to pocket. Leave your opponent nothing either."),
        Theme.QUEEN: _("Win the queen, or cover her."),
        Theme.LAST: _("One stroke ends the board."),
        Theme.TWO: _("Two pieces with one stroke."),
        Theme.COMBINATION: _("One coin drives another into a pocket."),
        Theme.BANK: _("Off a frame, by the striker or the coin."),
        Theme.CUT: _("Hit the coin beside its middle."),
    }[theme]


def goal_text(puzzle: Puzzle) -> str:
    """The goal in words."""
    board = puzzle.situation.board
    match puzzle.goal:
        case Goal.POCKET:
            return (
                _("Pocket a coin and keep the turn") if board.solo else _("Pocket one of your coins and keep the turn")
            )
        case Goal.TWO:
            return (
                _("Pocket two coins with one stroke") if board.solo else _("Pocket two of your coins with one stroke")
            )
        case Goal.QUEEN:
            return _("Pocket the queen")
        case Goal.COVER:
            return _("Cover the queen")
        case Goal.QUEEN_AND_COVER:
            return _("Pocket the queen and cover her with the same stroke")
        case Goal.WIN if board.solo:
            return _("Clear the board with this stroke")
        case Goal.WIN if board.own_up == LAST and board.queen_down:
            return _("Pocket your last coin")
        case Goal.WIN:
            return _("Win the board with this stroke")
        case Goal.SAFE:
            return _("Leave a club player no stroke better than %(share)s") % {"share": share(puzzle.limit)}
        case Goal.GUARD:
            return _guard_text(puzzle) % {"share": share(puzzle.limit)}


def _guard_text(puzzle: Puzzle) -> str:
    if due_of(puzzle.state).piece is Piece.WHITE:
        return _("Place the white coin where a club player pockets it in at most %(share)s")
    return _("Place the black coin where a club player pockets it in at most %(share)s")


def side_text(board: BoardState) -> str:
    """The colour of the solver in words."""
    colour = board.colour_of(board.to_play)
    if board.solo or colour is None:
        return _("You play alone")
    return _("You play white") if colour is Piece.WHITE else _("You play black")


def queen_text(board: BoardState) -> str:
    """The standing of a queen that is not on the board."""
    if not board.queen_down:
        return ""
    if board.queen_side is board.to_play:
        return _("The queen is yours") if board.queen.value == "covered" else _("Your queen waits for her cover")
    return _("Your opponent has the queen")


def verdict(tried: Attempt, puzzle: Puzzle) -> str:
    """The result of a try in a sentence or two: the ruling, or the opponent's chance."""
    left = "" if tried.left is None else _left(tried.left, puzzle)
    if tried.motion is None:
        return left
    ruling = rendering.ruling_sentence(_named(puzzle), tried.entry)
    return f"{ruling} {left}".strip()


def _left(chance: float, puzzle: Puzzle) -> str:
    said = {"share": share(chance)}
    if puzzle.goal is Goal.GUARD:
        return _("From there a club player pockets it in about %(share)s.") % said
    return _("A club player’s best stroke then succeeds in about %(share)s.") % said


def _named(puzzle: Puzzle) -> MatchState:
    """The match before a try, with the names that its ruling has."""
    names = [_("You")] if puzzle.situation.board.solo else [_("You"), _("Your opponent")]
    return follow(None, first_entry(puzzle.situation, players=names)).match


def solution_note(puzzle: Puzzle) -> str:
    """A sentence about the idea."""
    if puzzle.is_placing:
        return _("%(share)s of the legal places do.") % {"share": share(puzzle.chance)}
    return _("A strong player makes it in %(share)s; the next best idea in %(other)s.") % {
        "share": share(puzzle.chance),
        "other": share(max(0.0, puzzle.chance - puzzle.margin)),
    }
