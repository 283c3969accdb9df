"""A score sheet as values: blank for a ruleset, or filled in from a record. Knows no paper and no fonts.

Reads results that the record stores and judges nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from carrom.laws.ruleset import Ruleset
from carrom.match import requests, solo
from carrom.match.entries import Entry, Head
from carrom.match.snapshot import BoardResult, GameResult
from carrom.match.state import MatchState
from carrom.play.record import Record
from carrom.play.second_sheet import second_sheets
from carrom.printing.phrases import Words
from carrom.terms import Queen, Side

UNLIMITED_ROWS = 12  # of a blank game that has no limit of boards
UNLIMITED_STROKES = 60  # boxes of a board that has no cap
MOST_NOTES, LONGEST_NOTE = 4, 80
MOST_PAPERS = 2  # of second persons
LONG_NAME = 40  # in the line of the result; above it the side's letter stands there
PLACES = ("event", "place", "date", "began", "umpire")  # tags of a head, and the lines of a blank sheet

Row = tuple[str, ...]  # board, breaks, coins left, queen, points of A and B, score of A and B, remarks


@dataclass(frozen=True, slots=True)
class GameOnSheet:
    """The rows of one game, and the line below them."""

    title: str
    rows: tuple[Row, ...]
    points: str = ""
    score: str = ""
    result: str = ""


@dataclass(frozen=True, slots=True)
class SetBoard:
    """A board of a set: its strokes one by one, what it counts, the average so far."""

    title: str
    boxes: int
    made: int = 0
    score: str = ""
    average: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """Everything that is printed, in reading order."""

    title: str
    laws: str
    about: tuple[tuple[str, str], ...]
    sides: tuple[tuple[str, str], ...]  # letter and name
    games: tuple[GameOnSheet, ...] = ()
    boards: tuple[SetBoard, ...] = ()
    notes: tuple[str, ...] = ()
    result: tuple[str, ...] = ()
    link: str = ""  # printed as a QR code too
    leads_to: str = ""  # what stands behind the link
    words: Words = field(default_factory=Words)

    @property
    def rows(self) -> int:
        """How many boards have a line."""
        return sum(len(game.rows) for game in self.games)


def blank_sheet(
    ruleset: Ruleset,
    words: Words | None = None,
    *,
    link: str = "",
    leads_to: str = "",
    tags: Mapping[str, str] | None = None,
    names: Sequence[str] = (),
    notes: Sequence[str] = (),
) -> Sheet:
    """A sheet to be filled in by hand: as many games and boards as the ruleset has at most, extra boards included.

    `tags` (event, place, date, began, umpire) and the sides' `names` are printed where they are known; `leads_to` says
    what stands behind `link`, without it the laws.
    """
    words = words or Words()
    solo_set = ruleset.side_count == 1
    named = [*names, "", ""]
    return Sheet(
        title=words.set_title if solo_set else words.title,
        laws=laws_line(ruleset, words),
        about=_about(tags or {}, words, alone=solo_set),
        sides=((words.alone, named[0]),) if solo_set else ((words.side_a, named[0]), (words.side_b, named[1])),
        games=() if solo_set else _games(ruleset, (), (), words, over=False),
        boards=_set_boards(ruleset, (), words) if solo_set else (),
        notes=tuple(notes),
        result=(words.average_is % {"average": ""},) if solo_set else _open_result(words),
        link=link,
        leads_to=leads_to or words.the_laws,
        words=words,
    )


def sheet_of(record: Record, words: Words | None = None, *, link: str = "") -> Sheet:
    """The sheet of a match: boards that ended, blank lines for those to come, the result once it is there."""
    words = words or Words()
    state = record.state.match
    ruleset, alone = state.ruleset, state.head.men == 1
    ended = _ended(record)
    return Sheet(
        title=words.set_title if alone else words.title,
        laws=laws_line(ruleset, words),
        about=_about(dict(state.head.tags), words, alone=alone),
        sides=_sides(state.head, words, alone=alone),
        games=() if alone else _games(ruleset, ended, state.games, words, over=state.result is not None),
        boards=_set_boards(ruleset, state.boards, words) if alone else (),
        notes=_notes(record, words),
        result=_result(state, words),
        link=link,
        leads_to=words.this_match,
        words=words,
    )


def laws_line(ruleset: Ruleset, words: Words) -> str:
    """Ruleset and format in one line."""
    games = 2 * ruleset.match_wins_needed - 1
    parts = [words.rulesets.get(ruleset.slug, ruleset.title)]
    if ruleset.score_mode == "strokes":
        parts.append(words.set_of % {"count": ruleset.boards_per_set})
        if ruleset.stroke_cap is not None:
            parts.append(words.at_most_strokes % {"cap": ruleset.stroke_cap})
        return ", ".join(parts)
    if ruleset.board_limit == 1:
        parts.append(words.best_of_boards % {"count": games} if games > 1 else words.one_board)
        return ", ".join(parts)
    parts.append(words.best_of_games % {"count": games} if games > 1 else words.one_game)
    if ruleset.game_target:
        parts.append(words.to_points % {"points": ruleset.game_target})
    if ruleset.board_limit:
        parts.append(words.to_boards % {"boards": ruleset.board_limit})
    return ", ".join(parts)


def _about(tags: Mapping[str, str], words: Words, *, alone: bool) -> tuple[tuple[str, str], ...]:
    labels = {name: getattr(words, name) for name in PLACES}
    if alone:
        labels["umpire"] = words.witness
    return tuple((label, tags.get(name, "")) for name, label in labels.items())


def _sides(head: Head, words: Words, *, alone: bool) -> tuple[tuple[str, str], ...]:
    letters = (words.alone,) if alone else (words.side_a, words.side_b)
    named = {side: " + ".join(player.name for player in head.players if player.side is side) for side in Side}
    return tuple((letter, named[side]) for letter, side in zip(letters, Side, strict=False))


def _letter(side: Side | None, words: Words) -> str:
    return words.nobody if side is None else words.side_a if side is Side.A else words.side_b


# --- boards -----------------------------------------------------------------------------------------------------


def _ended(record: Record) -> tuple[tuple[BoardResult, Entry], ...]:
    """Each board that counts, with the entry that ended it."""
    return tuple((result, entry) for entry in record.counting for result in entry.followed.board_results)


def _games(
    ruleset: Ruleset,
    ended: Sequence[tuple[BoardResult, Entry]],
    games: Sequence[GameResult],
    words: Words,
    *,
    over: bool,
) -> tuple[GameOnSheet, ...]:
    """One table a game; of games of one board a single table."""
    ended_rows = [(board, _row(board, entry, words)) for board, entry in ended]
    boards = [board for board, _row_of_it in ended_rows]
    most = 2 * ruleset.match_wins_needed - 1
    if ruleset.board_limit == 1:
        rows = [(str(board.game), *row[1:]) for board, row in ended_rows]
        blank = 0 if over else max(most - len(rows), 0)
        rows += [_blank_row(str(len(rows) + nth + 1)) for nth in range(blank)]
        points = (sum(game.score.a for game in games), sum(game.score.b for game in games))
        return (GameOnSheet(words.boards, tuple(rows), score=_pair(points) if games else ""),)
    results = {game.game: game for game in games}
    last = max([board.game for board in boards], default=1)
    found = []
    for number in range(1, (last if over else max(most, last)) + 1):
        rows = [row for board, row in ended_rows if board.game == number]
        result = results.get(number)
        if result is None and not over:
            planned = UNLIMITED_ROWS if ruleset.board_limit is None else ruleset.board_limit + 1
            limit = ruleset.board_limit or planned
            names = [str(nth) if nth <= limit else words.extra for nth in range(len(rows) + 1, planned + 1)]
            rows += map(_blank_row, names)
        found.append(_game(number, tuple(rows), [board for board in boards if board.game == number], result, words))
    return tuple(found)


def _game(
    number: int, rows: tuple[Row, ...], boards: Sequence[BoardResult], result: GameResult | None, words: Words
) -> GameOnSheet:
    title = words.game % {"number": number}
    if result is None:
        return GameOnSheet(title, rows)
    points = [sum(board.points for board in boards if board.winner is side) for side in Side]
    wins = words.level if result.winner is None else words.wins % {"side": _letter(result.winner, words)}
    how = "" if result.how == "played" else f", {getattr(words, result.how, result.how)}"
    return GameOnSheet(title, rows, _pair(points), _pair(result.score), f"{wins}{how}")


def _pair(numbers: Sequence[int]) -> str:
    return f"{numbers[0]} : {numbers[1]}"


def _blank_row(number: str) -> Row:
    return (number, *("",) * 8)


def _row(board: BoardResult, entry: Entry, words: Words) -> Row:
    left, queen = _left(board, entry)
    remarks = [words.extra_board] if board.extra_board else []
    if board.how != "played":
        remarks.append(getattr(words, board.how, board.how))
    return (
        str(board.board),
        _letter(board.breaking_side, words),
        "" if left is None else str(left),
        "" if left is None else _letter(queen, words),
        str(board.points) if board.winner is Side.A else "",
        str(board.points) if board.winner is Side.B else "",
        str(board.score.a),
        str(board.score.b),
        ", ".join(remarks),
    )


def _left(board: BoardResult, entry: Entry) -> tuple[int | None, Side | None]:
    """Coins left of who had some (the loser's, but after their own last coin), and who covered the queen."""
    if board.winner is None or board.how != "played":
        return None, None
    if isinstance(entry.asked, requests.TellBoard):
        return entry.asked.coins_left, entry.asked.queen
    ruling = entry.followed.ruling
    if ruling is None:
        return None, None
    after = ruling.after
    covered = after.queen_side if after.queen is Queen.COVERED else None
    return after.up_of(board.winner.other) or after.up_of(board.winner), covered


def _set_boards(ruleset: Ruleset, boards: Sequence[BoardResult], words: Words) -> tuple[SetBoard, ...]:
    """The boards of a set played alone; those to come are blank."""
    boxes = ruleset.stroke_cap or UNLIMITED_STROKES
    counted = [board for board in boards if board.how != "replayed"]
    found = []
    for nth in range(1, max(ruleset.boards_per_set, len(counted)) + 1):
        title = f"{words.board} {nth}"
        if nth > len(counted):
            found.append(SetBoard(title, boxes))
            continue
        board, so_far = counted[nth - 1], [one.points for one in counted[:nth]]
        found.append(SetBoard(title, boxes, board.strokes, str(board.points), solo.average(so_far, ruleset)))
    return tuple(found)


# --- what else ---------------------------------------------------------------------------------------------------


def _notes(record: Record, words: Words) -> tuple[str, ...]:
    """Penalties, protests, notes and the like, and how many entries were struck out; the last ones of many."""
    notes = []
    for entry in record.counting:
        if isinstance(entry.asked, requests.Penalise):
            asked = entry.asked
            template = {"warning": words.warning, "points": words.points_off}.get(asked.what, words.lost)
            values = {"side": _letter(asked.side, words), "reason": asked.reason, "count": asked.points}
            notes.append(template % (values | {"what": asked.what}))
        elif isinstance(entry.asked, requests.Note):
            notes.append(entry.asked.text)
        elif isinstance(entry.asked, requests.Protest):
            notes.append(words.protest % {"side": _letter(entry.asked.side, words), "text": entry.asked.text})
        elif isinstance(entry.asked, requests.TimeOut):
            notes.append(words.time_out % {"side": _letter(entry.asked.side, words)})
        elif isinstance(entry.asked, requests.Substitute):
            notes.append(words.substitute % {"side": _letter(entry.asked.side, words), "name": entry.asked.name})
        elif isinstance(entry.asked, requests.Rename):
            notes.append(words.rename % {"side": _letter(entry.asked.side, words), "name": entry.asked.name})
        elif isinstance(entry.asked, requests.Attest):
            said = {"witness": entry.asked.witness, "film": entry.asked.film}
            templates = {"witness": words.seen_by, "film": words.film}
            notes += [templates[name] % said for name, text in said.items() if text]
    notes = [note if len(note) <= LONGEST_NOTE else f"{note[: LONGEST_NOTE - 1]}…" for note in notes[-MOST_NOTES:]]
    for paper in second_sheets(record)[-MOST_PAPERS:]:
        template = words.verified if paper.agrees else words.differs
        count = len(paper.boards if paper.agrees else paper.differences)
        notes.append(template % {"name": paper.name, "time": paper.time[:16].replace("T", " "), "count": count})
    if corrected := _corrected(record):
        notes.append(words.corrected % {"count": corrected})
    return tuple(notes)


def _corrected(record: Record) -> int:
    """How many entries were corrected, left out or taken back; one that is only judged again is none."""
    counts = record.counting
    gone = set(record.state.match.struck) - {entry.number for entry in counts}
    amended = {entry.asked.number for entry in counts if isinstance(entry.asked, requests.Amend)}
    return len(gone | amended)


def _result(state: MatchState, words: Words) -> tuple[str, ...]:
    """The line below all games."""
    if state.head.men == 1:
        scores = [board.points for board in state.boards if board.how != "replayed"]
        whole = len(scores) >= state.ruleset.boards_per_set
        return (words.average_is % {"average": solo.average(scores, state.ruleset) if whole else ""},)
    result = state.result
    if result is None:
        return _open_result(words)
    if result.winner is None:
        return (words.match_level,)
    winner = result.winner
    named = " + ".join(player.name for player in state.players_of(winner))
    if len(named) > LONG_NAME:
        named = _letter(winner, words)
    values = {
        "name": named,
        "won": result.games.of(winner),
        "lost": result.games.of(winner.other),
        "more": result.points.of(winner),
        "fewer": result.points.of(winner.other),
    }
    how = "" if result.how == "played" else f", {getattr(words, result.how, result.how)}"
    return (words.match_won % values + how,)


def _open_result(words: Words) -> tuple[str, ...]:
    return (words.winner, words.games, words.points)
