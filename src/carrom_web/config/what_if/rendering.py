"""The answer to a question in words: the ruling as on a match's page, and its consequences line by line."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from carrom.laws.board_state import BoardState
from carrom.laws.compare import outcome
from carrom.laws.facts import ContradictoryFactsError, StrokeFacts
from carrom.laws.judge import VERSION, judge
from carrom.laws.ruleset import Ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.ruling import UMPIRE, BoardEnd, Region, Restore, Return, Ruling, Sanction
from carrom.match import entries
from carrom.match.awaiting import OVER, Awaiting, Decision
from carrom.match.entries import Effects, Entry, Head, Player
from carrom.match.requests import StateFacts
from carrom.match.rules import stored_base, stored_values
from carrom.match.snapshot import MatchSnapshot, Seated
from carrom.match.state import MatchState
from carrom.notation.question import Question, question_of, write_question
from carrom.terms import Piece, Queen, Seat, Side
from carrom_web.config import law_pages
from carrom_web.core.translation import localized, ruleset_title
from carrom_web.matches import phrases, rendering
from carrom_web.matches.law_texts import WHAT_IF, outcome_text

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class WhatIfAnswer:
    """A question that could have happened, with its ruling."""

    board: BoardState
    facts: StrokeFacts
    laws: Ruleset
    ruling: Ruling


def render_answer(question: Question) -> WhatIfAnswer:
    """The ruling.

    Raises:
        ContradictoryFactsError: board or stroke could not have been so.
    """
    board, facts, laws = question.board, question.facts, question.laws
    return WhatIfAnswer(board, facts, laws, judge(board, facts, laws))


def address(question: Question) -> str:
    """Return the link to a question."""
    return f"{WHAT_IF}?{write_question(question)}"


def answer_json(question: Question) -> Json:
    """Everything that the page shows of an answer: a ruling, or why this could not have happened."""
    asked = {"situation": situation_text(question), "picture": law_pages.picture(question.board)}
    try:
        answer = render_answer(question)
    except ContradictoryFactsError as error:
        return asked | {
            "impossible": error.code,
            "headline": _("This cannot have happened"),
            "said": localized(error),
        }
    match, entry = as_a_match(answer)
    ruling = rendering.ruling_json(match, entry) or {}
    return asked | {
        "headline": ruling["headline"],
        "said": ruling["sentence"],
        "chips": [chip | {"text": _chip_text(chip)} for chip in ruling["chips"]],
        "reasons": ruling["reasons"],
        "readings": ruling["readings"],
        "rows": _rows(match, answer),
        "go_on": None if answer.ruling.over else address(_after(question, answer)),
    }


def _chip_text(chip: Mapping[str, Any]) -> str:
    texts = {
        "down": _("%(count)d %(piece)s down"),
        "back": _("%(count)d %(piece)s back"),
        "owed": _("%(count)d %(piece)s owed"),
        "centre": _("%(count)d %(piece)s to the centre"),
    }
    return texts[chip["what"]] % {"count": chip["count"], "piece": phrases.colour_name(chip["piece"])}


def _after(question: Question, answer: WhatIfAnswer) -> Question:
    """The situation that a ruling leaves, with an ordinary stroke by who plays next."""
    after = replace(question_of(answer.ruling.after, StrokeFacts(), answer.laws), options=question.options)
    return replace(after, ruleset=question.ruleset, title=question.title)


def match_of(board: BoardState, laws: Ruleset) -> MatchState:
    """A match between the colours that has come to this board, so that sentences have names."""
    seats = _seats(board)
    head = Head(
        ruleset=laws.slug,
        edition=laws.edition,
        values=stored_values(laws),
        base=stored_base(laws),
        players=tuple(Player(side=seated.side, name=_name(board, seated)) for seated in seats),
        men=1 if board.solo else 4 if board.players == 4 else 2,
        positions=False,
    )
    awaiting = Awaiting(kind=Decision.STROKE, seats=(board.seat,))
    return MatchState(head=head, version=0, standing=MatchSnapshot(seats=seats, board=board, awaiting=awaiting))


def as_a_match(answer: WhatIfAnswer) -> tuple[MatchState, Entry]:
    """The question as one entry of such a match, so that its ruling is worded like every other."""
    match, after = match_of(answer.board, answer.laws), answer.ruling.after
    follows = OVER if answer.ruling.over else replace(match.awaiting, seats=(after.seat,))
    followed = Effects(
        standing=replace(match.standing, board=after, awaiting=follows), facts=answer.facts, ruling=answer.ruling
    )
    entry = Entry(
        number=1,
        request_id="",
        author=entries.UMPIRE,
        time="",
        laws=VERSION,
        asked=StateFacts(answer.facts),
        followed=followed,
    )
    return match, entry


def situation_text(question: Question) -> str:
    """Describe laws and situation before the stroke in one line."""
    board, laws = question.board, question.laws
    match = match_of(board, laws)
    changed = len(question.options)
    title = ruleset_title(laws)
    if changed:
        counted = ngettext("%(count)d value changed", "%(count)d values changed", changed) % {"count": changed}
        base = f"{ruleset_title(RULESETS[question.ruleset])}, " if question.title else ""
        title = f"{title} ({base}{counted})"
    striker = phrases.name_at(match, board.seat)
    attempt = {"name": striker, "number": board.attempt}
    parts = [
        _("%(name)s strikes") % {"name": striker}
        if board.broken
        else _("%(name)s breaks, attempt %(number)d") % attempt,
        _("up: %(coins)s") % {"coins": _up(board)},
    ]
    if board.queen_down or board.early_queen:
        parts.append(_("queen: %(where)s") % {"where": queen_text(match, board)})
    parts += _owed(match, board)
    if any(board.score) and not board.solo:
        score = {"own": board.score_of(board.to_play), "other": board.score_of(board.to_play.other)}
        parts.append(_("%(own)d to %(other)d points before") % score)
    return _("%(laws)s. %(situation)s.") % {"laws": title, "situation": "; ".join(parts)}


def _seats(board: BoardState) -> tuple[Seated, ...]:
    """The side that strikes sits where the board says, its partner opposite."""
    seat = board.seat
    if board.solo:
        return (Seated(seat, Side.A, 0),)
    if board.players == 2:
        return (Seated(seat, Side.A, 0), Seated(seat.opposite, Side.B, 0))
    return (
        Seated(seat, Side.A, 0),
        Seated(seat.right, Side.B, 0),
        Seated(seat.opposite, Side.A, 1),
        Seated(seat.left, Side.B, 1),
    )


def _name(board: BoardState, seated: Seated) -> str:
    """Name a player: by colour; in pairs by seat; alone or before colours are decided by role."""
    if board.players == 4 and not board.solo:
        return seat_text(seated.seat)
    colour = None if board.solo else board.colour_of(seated.side)
    if colour is None:
        return _("The player") if seated.side is Side.A else _("The opponent")
    return _("White") if colour is Piece.WHITE else _("Black")


def seat_text(seat: Seat) -> str:
    """Describe a seat as the player at SOUTH sees it."""
    return {
        Seat.SOUTH: _("South"),
        Seat.EAST: _("East"),
        Seat.NORTH: _("North"),
        Seat.WEST: _("West"),
    }[seat]


def _rows(match: MatchState, answer: WhatIfAnswer) -> list[Json]:
    """Return the consequences line by line: a name and its sentences."""
    ruling, after = answer.ruling, answer.ruling.after
    rows = [(_("Comes back"), _returns(match, ruling)), (_("Owed"), _owed(match, after))]
    if not ruling.over:
        rows.append((_("Queen"), [queen_text(match, after)]))
    rows.append((_("Restored"), [_RESTORED[ruling.restore]()] if ruling.restore is not Restore.NOTHING else []))
    rows.append((_("More than the board"), [_SANCTIONS[ruling.sanction]()] if ruling.sanction else []))
    rows.append((_("Plays next"), [] if ruling.over else [_next(match, answer)]))
    rows.append((_("Coins up"), [] if ruling.over else [_up(after)]))
    if after.solo:
        strokes = ngettext("%(count)d stroke", "%(count)d strokes", after.strokes) % {"count": after.strokes}
        rows.append((_("Counted"), [strokes]))
    rows.append((_("Points"), _points(match, ruling)))
    return [{"name": name, "lines": lines} for name, lines in rows if lines]


def _returns(match: MatchState, ruling: Ruling) -> list[str]:
    """Describe the returns, one line each: the player, the piece, the place."""
    grouped: dict[tuple[object, Region, bool], list[Return]] = {}
    for back in ruling.returns:
        grouped.setdefault((back.placer, back.region, back.jumped), []).append(back)
    lines = []
    for (placer, region, jumped), backs in grouped.items():
        counts = Counter(back.piece for back in backs)
        what = phrases.listed([phrases.counted(kind, counts[kind]) for kind in Piece if counts[kind]])
        values = {"what": what, "name": "" if placer == UMPIRE else phrases.name_at(match, Seat(str(placer)))}
        if placer == UMPIRE:
            text = _("%(what)s, by the umpire") if region is Region.OUTER_CIRCLE else _("%(what)s to the centre")
        elif region is Region.OUTER_CIRCLE:
            text = _("%(what)s, placed in the outer circle by %(name)s")
        else:
            text = _("%(what)s, placed at the centre by %(name)s")
        line = text % values
        lines.append(_("%(line)s (left the board)") % {"line": line} if jumped else line)
    return lines


def _owed(match: MatchState, after: BoardState) -> list[str]:
    """Describe the debts of each side after it."""
    return [
        ngettext("%(name)s owes %(count)d coin", "%(name)s owes %(count)d coins", after.owed_by(side))
        % {"name": phrases.side_name(match, side), "count": after.owed_by(side)}
        for side in Side
        if after.owed_by(side)
    ]


def queen_text(match: MatchState, board: BoardState) -> str:
    """Describe the state of the queen."""
    if board.early_queen:
        return _("fell too early: goes back when the turn ends")
    if board.queen is Queen.ON_BOARD or board.queen_side is None:
        return _("on the board")
    if board.solo:
        return _("covered") if board.queen is Queen.COVERED else _("to be covered with the next stroke")
    name = {"name": phrases.side_name(match, board.queen_side)}
    if board.queen is Queen.AWAITING_COVER:
        return _("%(name)s has to cover her with the next stroke") % name
    return _("covered by %(name)s") % name


def _next(match: MatchState, answer: WhatIfAnswer) -> str:
    after, board = answer.ruling.after, answer.board
    name = {"name": phrases.name_at(match, after.seat)}
    if not after.broken:
        attempt = {**name, "number": after.attempt}
        return _("%(name)s breaks, attempt %(number)d") % attempt
    return (_("%(name)s, who plays on") if after.to_play is board.to_play else _("%(name)s")) % name


def _up(board: BoardState) -> str:
    text = _("white %(white)d, black %(black)d") % {"white": board.white_up, "black": board.black_up}
    return text if board.queen_down else _("%(coins)s, the queen") % {"coins": text}


def _points(match: MatchState, ruling: Ruling) -> list[str]:
    end = ruling.outcome
    if end is None or end.end is not BoardEnd.WON or end.winner is None:
        return []
    lines = [
        ngettext("%(name)s %(count)d point", "%(name)s %(count)d points", end.points)
        % {"name": phrases.side_name(match, end.winner), "count": end.points}
    ]
    if end.loser_points:
        lines.append(
            ngettext("%(name)s %(count)d point", "%(name)s %(count)d points", end.loser_points)
            % {"name": phrases.side_name(match, end.winner.other), "count": end.loser_points}
        )
    return lines


_RESTORED = {
    Restore.COINS: lambda: _("Disturbed pieces go back to their places; the stroke counts"),
    Restore.POSITION: lambda: _("All pieces go back to their places; the stroke is played again and does not count"),
}
_SANCTIONS = {
    Sanction.GAME: lambda: _("The game is forfeited"),
    Sanction.MATCH: lambda: _("The match is lost"),
    Sanction.REFEREE: lambda: _("The referee decides: points deducted, or disqualification"),
}


def others(question: Question) -> list[Json]:
    """The same stroke under every other ruleset that has as many sides: its outcome, whether it differs, a link.

    Where values were changed, the ruleset as its document has it is one of the others.
    """
    mine = question.laws
    try:
        here = outcome(render_answer(question).ruling)
    except ContradictoryFactsError:
        here = None
    found = []
    for slug, ruleset in RULESETS.items():
        if (
            slug == question.ruleset and not (question.options or question.title)
        ) or ruleset.side_count != mine.side_count:
            continue
        there = replace(question, ruleset=slug, options={}, title="")
        try:
            ruling = render_answer(there).ruling
            text, differs = outcome_text(ruling), outcome(ruling) != here
        except ContradictoryFactsError as error:
            if here is None:
                continue  # it cannot happen anywhere, as was said
            text, differs = _("cannot happen there: %(why)s") % {"why": localized(error)}, True
        found.append(
            {
                "title": ruleset_title(ruleset),
                "text": text[:1].upper() + text[1:],
                "differs": differs,
                "url": address(there),
            }
        )
    return found
