"""An entry of a match as one or two English sentences; used by `carrom replay` and `carrom play`.

Reads entries only. Players are named by their seats; places are in millimetres and degrees, as people measure.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from carrom.bots.contest import Fault
import math
from collections.abc import Iterable, Mapping

from carrom.laws.ruling import Finding, Ruling
from carrom.laws.texts.lookup import finding_sentence
from carrom.match import entries, requests
from carrom.match.awaiting import Decision
from carrom.match.entries import Entry
from carrom.match.snapshot import BoardResult, GameResult, MatchResult
from carrom.play.record import own_part
from carrom.play.statistics import Statistics
from carrom.terms import Piece, Side, Stroke, piece_of

Names = Mapping[Side, str]


def names_of(head: entries.Head) -> Names:
    """The sides by their players' names."""
    players = {side: [player.name for player in head.players if player.side is side] for side in Side}
    return {side: " and ".join(names) or f"Side {side.value.upper()}" for side, names in players.items()}


def render_entry(entry: Entry, names: Names) -> str:
    """The sentences of an entry: who did what, what fell, what was ruled and by which clause, what ended."""
    parts = [f"{reported_by(entry)} {_asked(entry.asked)}."]
    followed = entry.followed
    if followed.struck_out:
        parts.append(
            f"Entries {_numbers(followed.struck_out)} no longer count."
            if len(followed.struck_out) > 1
            else f"Entry {_numbers(followed.struck_out)} no longer counts."
        )
    if followed.instead:
        held = tuple(each.number for each in followed.instead)
        which = f"entries {', '.join(map(str, held))} count" if len(held) > 1 else f"entry {held[0]} counts"
        parts.append(f"The corrected {which} instead, as below.")
    parts += [f"Entry {lapse.number} no longer fits: {lapse.sentence}" for lapse in followed.lapsed]
    if followed.facts is not None and followed.facts.made:
        parts.append(_fallen(entry))
    if followed.ruling is not None:
        parts.append(ruling_sentence(followed.ruling, names))
    if followed.returned:
        parts.append(f"The umpire puts back {_pieces(piece_of(piece.number) for piece in followed.returned)}.")
    parts += [_board_result(result, names) for result in own_part(entry).followed.board_results]
    parts += [_game_result(result, names) for result in own_part(entry).followed.game_results]
    if followed.match_result is not None and followed.standing.awaiting.kind is Decision.OVER:
        parts.append(_match_result(followed.match_result, names))
    return " ".join(part for part in parts if part)


def reported_by(entry: Entry) -> str:
    """Name the author of an entry: the person by name and role if given, else the seat, the umpire or the clock."""
    return f"{entry.by} ({entry.role or entry.author})" if entry.by else entry.author.capitalize()


def stroke_label(stroke: Stroke) -> str:
    """A stroke in words: `12.0 mm right of the middle, 5.00° left, 2.400 m/s`."""
    place = _aside(1000 * stroke.offset, " mm", digits=1, right=stroke.offset > 0)
    angle = _aside(math.degrees(stroke.angle), "°", digits=2, right=stroke.angle < 0)
    return f"{place + ' of' if place else 'from'} the middle, {angle or 'straight ahead'}, {stroke.speed:.3f} m/s"


def ruling_sentence(ruling: Ruling, names: Names) -> str:
    """The ruling in a sentence: each finding with its clauses."""
    return " ".join(finding_label(finding, names) for finding in ruling.findings)


def finding_label(finding: Finding, names: Names) -> str:
    """One finding as a sentence, its clauses behind it."""
    sentence = finding_sentence(finding, names)
    return f"{sentence} [{', '.join(finding.clauses)}]" if finding.clauses else sentence


def _aside(value: float, unit: str, *, digits: int, right: bool) -> str:
    """How far to which side; empty where it is none that the digits show."""
    text = f"{abs(value):.{digits}f}"
    return f"{text}{unit} {'right' if right else 'left'}" if float(text) else ""


def _asked(asked: entries.Head | requests.Request) -> str:
    match asked:
        case entries.Head():
            names = ", ".join(player.name for player in asked.players)
            return f"opens the match of {names} under {asked.ruleset}"
        case requests.Toss():
            return "asks for a toss" if asked.winner is None else f"says that side {asked.winner} won the toss"
        case requests.Choose():
            return f"chooses {asked.choice}"
        case requests.MakeStroke():
            return f"strikes: {stroke_label(asked.stroke)}"
        case requests.StateFacts():
            return "reports a stroke"
        case requests.Pass():
            return "passes"
        case requests.Place():
            return f"places {piece_of(asked.piece)} at ({1000 * asked.x:.1f}, {1000 * asked.y:.1f}) mm"
        case requests.Forgo():
            return "gives up the coins that are due"
        case requests.ChooseColour():
            return f"chooses {asked.colour}"
        case requests.TurnRack():
            return f"turns the rack to the {asked.pocket.replace('_', ' ')} pocket"
        case requests.Ready():
            return "is ready"
        case requests.AtCap():
            return "stops the board at the cap" if asked.answer == "stop" else "plays on beyond the cap"
        case requests.Claim():
            return f"claims {asked.points} extra point{'' if asked.points == 1 else 's'}"
        case requests.Concede():
            return f"concedes the {asked.what}"
        case requests.TakeBack():
            return "takes back"
        case requests.Offer():
            return f"offers: {asked.what.replace('_', ' ')}"
        case requests.Reply():
            return f"{'accepts' if asked.accept else 'declines'} the offer of entry {asked.offer}"
        case requests.Withdraw():
            return "withdraws the declaration"
        case requests.Declare():
            return f"declares about side {asked.about}: {', '.join(asked.facts)}"
        case requests.Penalise():
            what = (
                f"{asked.points} point{'' if asked.points == 1 else 's'} deducted"
                if asked.what == "points"
                else f"the {asked.what}"
            )
            return f"{'a warning' if asked.what == 'warning' else what}, for side {asked.side}: {asked.reason}"
        case requests.Restore():
            return "restores the position before the stroke"
        case requests.TellBoard():
            return f"enters the board: {asked.ended.replace('_', ' ')}"
        case requests.Correct():
            return "corrects the stroke"
        case requests.Amend(number=number, facts=None, board=None, points=None):
            return f"leaves entry {number} out" + (f" ({asked.why})" if asked.why else "")
        case requests.Amend(number=number):
            return f"corrects entry {number}" + (f" ({asked.why})" if asked.why else "")
        case requests.Verify(name=name, boards=boards):
            return f"hands in the paper sheet of {name}: {'; '.join(map(_on_paper, boards))}"
        case requests.Appeal():
            return f"stops play: {asked.about}"
        case requests.Decide():
            return "grants the appeal" if asked.granted else "refuses the appeal"
        case requests.Note():
            return f"notes: {asked.text}"
        case requests.Attest():
            return ", ".join(filter(None, (asked.witness and f"names a witness: {asked.witness}", asked.film)))
        case requests.ClaimAbsence(what=what):
            return f"claims the {what}: the other side has left"
        case requests.StandIn(agreed=False):
            return f"offers that {asked.name} plays for side {asked.side}"
        case requests.StandIn():
            return f"lets {asked.name} play for side {asked.side}"
        case requests.CallMatch():
            return "calls the match: the reporting time starts"
        case requests.Late(side=side):
            return "says that neither side came" if side is None else f"says that side {side} is late"
        case requests.Trial(played=played):
            return "says that a trial board was played" if played else "waives a trial board"
        case requests.Begin():
            return "says that everything before the first stroke is done"
        case requests.TimeOut(side=side):
            return f"grants side {side} a time-out"
        case requests.Substitute():
            return f"lets {asked.name} play for side {asked.side}"
        case requests.Rename():
            return f"names a player of side {asked.side} {asked.name}"
        case requests.Rearrange():
            return f"rearranges the coins: {asked.how}"
        case requests.Protest():
            return f"notes a protest of side {asked.side}: {asked.text}"


def _on_paper(board: requests.PaperBoard) -> str:
    winner = "nobody" if board.winner is None else f"side {board.winner}"
    return f"board {board.board} of game {board.game} {board.points} to {winner}"


def _fallen(entry: Entry) -> str:
    facts = entry.followed.facts
    if facts is None:
        return ""
    pieces = [*facts.pocketed, *([Piece.STRIKER] if facts.striker_pocketed else [])]
    down = f"Down: {_pieces(pieces)}." if pieces else "Nothing down."
    left = f" Off the board: {_pieces(facts.left_board)}." if facts.left_board else ""
    return down + left


def _pieces(pieces: Iterable[Piece]) -> str:
    """Counts by kind: `2 white, queen`."""
    listed = list(pieces)
    words = []
    for kind in Piece:
        count = listed.count(kind)
        if count:
            words.append(f"{count} {kind}" if kind in (Piece.WHITE, Piece.BLACK) else str(kind))
    return ", ".join(words)


def _numbers(numbers: tuple[int, ...]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


def _winner(side: Side | None, names: Names) -> str:
    return "Nobody" if side is None else names[side]


SOLO_ENDS = {"cleared": "is cleared", "stopped": "is stopped at the cap"}


def _board_result(result: BoardResult, names: Names) -> str:
    if result.how in SOLO_ENDS:
        made = f" of {result.strokes} made" if result.strokes != result.points else ""
        return f"Board {result.board} {SOLO_ENDS[result.how]}: {result.points} strokes{made}."
    if result.winner is None:
        return f"Board {result.board} of game {result.game} does not count ({result.how})."
    points = f"{result.points} point{'' if result.points == 1 else 's'}"
    return (
        f"Board {result.board} of game {result.game} goes to {names[result.winner]} with {points} "
        f"({result.score.a} : {result.score.b})."
    )


def _game_result(result: GameResult, names: Names) -> str:
    if len(names) < len(Side) or result.winner is None:
        return f"The set has {result.score.a} strokes." if result.score.b == 0 else f"Game {result.game} is level."
    return f"Game {result.game} goes to {_winner(result.winner, names)} ({result.score.a} : {result.score.b})."


def _match_result(result: MatchResult, names: Names) -> str:
    if result.winner is None and result.games == (0, 0):
        return "The set is complete."
    if max(result.games) < 2 and min(result.games) == 0 and result.how == "played":
        return f"The match goes to {_winner(result.winner, names)} ({result.points.a} : {result.points.b} points)."
    return f"The match goes to {_winner(result.winner, names)} ({result.games.a} : {result.games.b} games)."


def render_figures(figures: Statistics, names: Names) -> list[str]:
    """The figures of a match as lines: what each side did, then board by board."""
    lines = [
        f"{names[one.side]}: points {one.points}, boards {one.boards}, games {one.games}, strokes {one.strokes}, "
        f"turns {one.turns}, strokes of the longest {one.longest_turn}, own coins down {one.own_pocketed}, others' "
        f"{one.other_pocketed}, strikers down {one.strikers_pocketed}, queens covered {one.queens_covered}, coins "
        f"back {one.returned}."
        for one in figures.sides
    ]
    for board in figures.boards:
        queen = "nobody's queen" if board.queen_side is None else f"queen by {names[board.queen_side]}"
        lines.append(
            f"Board {board.game}.{board.board}: {board.points} points, {_winner(board.winner, names)} "
            f"({board.score.a} : {board.score.b}); {board.strokes} strokes, {sum(board.returned)} coins back, {queen}."
        )
    return lines


def render_results(fault: "Fault") -> str:
    """Give a line about a board that went wrong."""
    who = "nobody wins" if fault.bot is None else f"{fault.bot} forfeits"
    return f"board {fault.board}: {who}: {fault.code}: {fault.sentence}"
