"""The texts of a sheet besides names and figures: English here; a site passes its own language."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from carrom.messages import gettext_noop as _


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Words and sentences of a sheet; `%(name)s` is filled in.

    Attributes:
        lang: their language.
        rulesets: titles of rulesets by their slugs; one that is not there has its own.
    """

    lang: str = "en"
    rulesets: Mapping[str, str] = field(default_factory=dict)
    title: str = _("Score sheet")
    set_title: str = _("Set sheet")
    best_of_games: str = _("best of %(count)d games")
    best_of_boards: str = _("best of %(count)d boards")
    one_game: str = _("one game")
    one_board: str = _("one board")
    set_of: str = _("a set of %(count)d boards")
    to_points: str = _("to %(points)d points")
    to_boards: str = _("%(boards)d boards at most")
    at_most_strokes: str = _("at most %(cap)d strokes a board")
    event: str = _("Event")
    place: str = _("Venue, table")
    date: str = _("Date")
    began: str = _("Started at")
    umpire: str = _("Umpire")
    witness: str = _("Witness")
    board: str = _("Board")
    breaks: str = _("Breaks")
    left: str = _("Coins left")
    queen: str = _("Queen")
    points_of: str = _("Points %(side)s")
    score_of: str = _("Score %(side)s")
    remarks: str = _("Remarks")
    game: str = _("Game %(number)d")
    boards: str = _("Boards")
    wins: str = _("%(side)s wins")
    level: str = _("level")
    winner: str = _("Winner:")
    games: str = _("Games:")
    points: str = _("Points:")
    match_won: str = _("%(name)s wins, %(won)d to %(lost)d games, %(more)d to %(fewer)d points")
    match_level: str = _("The match is level")
    extra_board: str = _("extra board")
    conceded: str = _("conceded")
    agreed: str = _("drawn")
    replayed: str = _("played again")
    forfeited: str = _("forfeited")
    disqualified: str = _("disqualified")
    walkover: str = _("walk-over")
    stopped: str = _("stopped at the cap")
    warning: str = _("%(side)s warned: %(reason)s")
    points_off: str = _("%(side)s, points deducted: %(count)d (%(reason)s)")
    lost: str = _("%(side)s loses the %(what)s: %(reason)s")
    protest: str = _("%(side)s protests: %(text)s")
    time_out: str = _("Time-out of %(side)s")
    substitute: str = _("%(name)s plays for %(side)s")
    rename: str = _("%(side)s: the name is %(name)s")
    seen_by: str = _("Witnessed by %(witness)s")
    film: str = _("Film: %(film)s")
    verified: str = _("Verified by %(name)s, %(time)s; boards: %(count)d")
    differs: str = _("Paper sheet of %(name)s, %(time)s; boards that differ: %(count)d")
    corrected: str = _("Entries corrected or taken back: %(count)d")
    side_a: str = _("A")
    side_b: str = _("B")
    nobody: str = "–"
    signature: str = _("Signature of %(who)s")
    the_player: str = _("the player")
    the_umpire: str = _("the umpire")
    the_witness: str = _("the witness")
    alone: str = _("Player")
    extra: str = _("extra")
    strokes: str = _("Strokes counted")
    average: str = _("Average so far")
    average_is: str = _("Average of the set: %(average)s")
    footer: str = _("Points: the loser's remaining coins, and the queen for a winner who covered her.")
    set_footer: str = _("Cross out one number for each stroke.")
    this_match: str = _("This match")
    the_laws: str = _("These laws")
