"""Phrases for matches on real boards: an umpire's entries besides strokes, and the consequences of an entry."""

from collections.abc import Callable

from carrom.match import entries, requests
from carrom.match.entries import Effects, Entry
from carrom.match.snapshot import BoardResult
from carrom.match.state import MatchState
from carrom.terms import Side
from carrom_web.core.translation import gettext as _
from carrom_web.core.translation import ngettext
from carrom_web.matches import ceremony_phrases

SideName = Callable[[MatchState, Side], str]


def entry_text(match: MatchState, entry: Entry, side_name: SideName) -> str:
    """One sentence for what only an umpire enters; empty for everything else. `match` is the state before it."""
    if entry.author != entries.UMPIRE:
        return ""
    match entry.asked:
        case requests.TakeBack():
            return _("The last entry is taken back")
        case requests.Concede(side=Side() as side, what=what):
            said = _("%(name)s concedes the game") if what == "game" else _("%(name)s concedes the match")
            return said % {"name": side_name(match, side)}
        case requests.Appeal(side=Side() as side, about=about):
            return _("%(name)s appeals: %(about)s") % {"name": side_name(match, side), "about": about}
        case requests.Appeal(about=about):
            return _("Play is stopped: %(about)s") % {"about": about}
        case requests.Forgo():
            return _("The coins are not placed: they stay down")
        case requests.Decide(granted=granted):
            return _("Granted; play goes on") if granted else _("Refused; play goes on")
        case requests.Note(side=Side() as side, text=text):
            return _("Noted, %(name)s: %(text)s") % {"name": side_name(match, side), "text": text}
        case requests.Note(text=text):
            return _("Noted: %(text)s") % {"text": text}
        case requests.Attest():
            return attest_text(entry.asked)
        case requests.TellBoard() if entry.followed.ruling is None:
            return " ".join(_board(match, result, side_name) for result in entry.followed.board_results)
        case _:
            return ceremony_phrases.entry_text(match, entry, side_name)


def signed(entry: Entry) -> str:
    """Return the author of an entry by name and role: "Priya, umpire"; empty where nobody signed it."""
    role = role_word(entry.role)
    return ", ".join(word for word in (entry.by, role if entry.by else role.capitalize()) if word)


def role_word(role: str) -> str:
    """As what somebody tells a match on a real board."""
    words = {"umpire": _("umpire"), "referee": _("referee"), "player": _("player")}
    return words.get(role, "")


def attest_text(asked: requests.Attest) -> str:
    """Describe the witness and the film of a set."""
    seen = _("Witnessed by %(witness)s") % {"witness": asked.witness} if asked.witness else ""
    film = _("Film: %(film)s") % {"film": asked.film} if asked.film else ""
    return ". ".join(part for part in (seen, film) if part)


def followed_texts(match: MatchState, followed: Effects, side_name: SideName) -> list[str]:
    """Describe the effects of an entry beside its ruling: ends of board, game and match, change of sides, extra board.

    The sentence of a ruling tells of games and of the change of sides itself.
    """
    is_ruled = followed.ruling is not None
    if is_ruled and match.ruleset.score_mode == "points":
        scores = [result.score for result in followed.board_results if result.how == "played"]
        said = [_("The score is now %(a)d to %(b)d.") % {"a": score.a, "b": score.b} for score in scores]
    else:
        said = [_board(match, result, side_name) for result in followed.board_results]
    for game in () if is_ruled else followed.game_results:
        if game.winner is None:
            said.append(_("The game is level, %(a)d to %(b)d.") % {"a": game.score.a, "b": game.score.b})
        else:
            values = {
                "name": side_name(match, game.winner),
                "won": game.score.of(game.winner),
                "lost": game.score.of(game.winner.other),
            }
            said.append(_("%(name)s wins the game, %(won)d to %(lost)d.") % values)
    result = followed.match_result
    if result is not None and result.winner is not None:
        said.append(_("%(name)s wins the match.") % {"name": side_name(match, result.winner)})
    elif result is not None:
        said.append(_("The match is over."))
    if followed.sides_changed and result is None and not (is_ruled and followed.board_results):
        said.append(_("Sides change now."))
    if followed.standing.awaiting.why == "extra_board":
        said.append(_("The score is level: one extra board decides, and a toss decides who breaks."))
    return said


def _board(match: MatchState, result: BoardResult, side_name: SideName) -> str:
    """How a board ended, with the score of the game."""
    if result.how in ("cleared", "stopped"):
        return ngettext("Board %(board)d: %(count)d stroke.", "Board %(board)d: %(count)d strokes.", result.points) % {
            "board": result.board,
            "count": result.points,
        }
    if result.winner is None:
        if result.how == "replayed":
            return _("Board %(board)d is played again.") % {"board": result.board}
        return _("Board %(board)d is drawn.") % {"board": result.board}
    return ngettext(
        "Board %(board)d: %(name)s gets %(count)d point, now %(a)d to %(b)d.",
        "Board %(board)d: %(name)s gets %(count)d points, now %(a)d to %(b)d.",
        result.points,
    ) % {
        "board": result.board,
        "name": side_name(match, result.winner),
        "count": result.points,
        "a": result.score.a,
        "b": result.score.b,
    }
