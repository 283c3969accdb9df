"""Makes the two hundred conformance files of docs/conformance/matches from real matches, and the broken ones from them.

    .venv/bin/python -m tests.support.notation.conformance_files

Write them again after a change of the format, of the laws' version or of the engine, and review the difference. What
the broken files are refused with is this library's answer, which the site's reader has to give by itself.
"""

import json
import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import carrom
from carrom.laws.facts import Direction, StrokeFacts
from carrom.laws.judge import VERSION as LAWS
from carrom.match import requests
from carrom.match.entries import Clocks, Player
from carrom.match.requests import StateFacts, TellBoard
from carrom.match.rules import shipped
from carrom.notation.cursor import NotationError
from carrom.notation.derivation import file_match
from carrom.notation.match_file import FileEntry, FileMatch, MatchFile, Variation
from carrom.notation.record import read_match_file, write_match, write_match_file, write_matches
from carrom.play.game import Match, new_head
from carrom.play.handlers import start
from carrom.play.record import Record
from carrom.play.rng import SeededRng
from carrom.serialization import to_plain
from carrom.terms import Side
from tests.support.notation.broken_files import broken
from tests.support.play.score_sheets import BLACK, QUEEN, WHITE, new_sheet, random_answer, report, report_stroke
from tests.support.play.whole_matches import legal_answer, play_on

FOLDER = Path(__file__).parents[3] / "docs/conformance/matches"
READINGS = FOLDER.with_suffix(".json")
COUNT = 200


def played(ruleset: str, seed: int, most: int, **given: Any) -> Match:
    """Some legal answers of a match with positions."""
    players = given.pop("players", None) or ("AB" if shipped()[ruleset].side_count == 2 else "A")
    return play_on(Match.new(ruleset, players=players, seed=seed, **given), random.Random(seed), most=most)


def reported(ruleset: str, seed: int, most: int) -> Match:
    """Some answers of an umpire."""
    players = "AB" if shipped()[ruleset].side_count == 2 else "A"
    match, rng = new_sheet(ruleset, players=players), random.Random(seed)
    while len(match.entries) <= most and not match.over:
        report(match, random_answer(match, rng))
    return match


def of_every_ruleset() -> Iterator[tuple[str, str]]:
    """Strokes, sheets, doubles, situations and derived lines of each ruleset."""
    for seed, (slug, ruleset) in enumerate(carrom.RULESETS.items(), start=1):
        two = ruleset.side_count == 2
        yield f"{slug}-strokes", write_match(played(slug, seed, 9))
        yield f"{slug}-long", write_match(played(slug, seed + 10, 34, length="board"))
        yield f"{slug}-whole-board", write_match(_board(slug, seed))
        yield f"{slug}-derived", write_match(played(slug, seed + 20, 3 if two else 1), derived=True)
        yield f"{slug}-sheet", write_match(reported(slug, seed, 14))
        yield f"{slug}-sheet-long", write_match(reported(slug, seed + 30, 40))
        yield f"{slug}-sheet-derived", write_match(reported(slug, seed, 3), derived=True)
        yield f"{slug}-situation", write_match(_from_situation(slug, seed))
        yield f"{slug}-option", write_match(played(slug, seed, 5, options={"stroke_seconds": 12, "queen_points": 5}))
        if two:
            yield f"{slug}-doubles", write_match(played(slug, seed + 40, 12, players="ABCD"))
            yield f"{slug}-doubles-situation", write_match(_from_situation(slug, seed, men=4))
            yield f"{slug}-boards", write_match(_boards(slug))


def _board(slug: str, seed: int) -> Match:
    """The last strokes of a board, on to its end: from a situation with few pieces."""
    two = shipped()[slug].side_count == 2
    seats, pieces = ("A-B-", "w2(0,0.3) b11(0.2,0.2)") if two else ("A---", "w2(0.0,0.3)")
    line = (
        f"{slug} seats {seats} strikes south breaks south turn first white A queen A dues 0:0 earned AB "
        f"score 0:0 passes 0 strokes {14 + seed} pieces {pieces}"
    )
    return play_on(carrom.Match.from_situation(line), random.Random(seed), most=25)


def _from_situation(slug: str, seed: int, men: int = 2) -> Match:
    two = shipped()[slug].side_count == 2
    seats = {2: "A-B-", 4: "ABAB"}[men] if two else "A---"
    line = (
        f"{slug} seats {seats} strikes south breaks south turn on white A queen up dues {1 if two else 0}:0 earned "
        f"AB score {seed}:0 passes 0 strokes 9 pieces q1(0.03,0.045) w2(-0.215,0.12) w3(-0.1,-0.05) "
        "b11(0.11,0.15) b12(0.25,-0.06)"
    )
    return play_on(carrom.Match.from_situation(line, seed=seed), random.Random(seed), most=8)


def _boards(slug: str) -> Match:
    match = new_sheet(slug)
    for winner, left in ((Side.A, 5), (Side.B, 3), (Side.A, 9)):
        while match.awaiting.kind != "stroke":
            report(match, random_answer(match, random.Random(1)))
        report(match, TellBoard(winner=winner, coins_left=left, queen=winner))
    return match


def of_every_kind() -> Iterator[tuple[str, str]]:
    """Requests that only an umpire makes, corrections, and what players ask of one another."""
    sheet = new_sheet(tags={"event": "Club evening", "place": "Gdynia"})
    report_stroke(sheet, WHITE, first_contact=BLACK, spread=True)
    report_stroke(sheet, QUEEN, striker_pocketed=True, struck=frozenset({QUEEN}))
    yield "facts", write_match(sheet)
    more: list[tuple[str, list[requests.Request]]] = [
        ("correct", [requests.Correct(StrokeFacts(pocketed=(WHITE, WHITE)))]),
        (
            "amend-facts",
            [requests.Amend(number=1, facts=StrokeFacts(pocketed=(BLACK,)), turns="follow", why="misheard")],
        ),
        ("amend-left-out", [requests.Amend(number=1)]),
        ("amend-board", [requests.Amend(number=2, board=TellBoard(winner=Side.B, coins_left=2, queen=Side.B))]),
        ("take-back", [requests.TakeBack()]),
        ("withdraw", [requests.Declare(("touched_coin",), Side.B, made=False), requests.Withdraw()]),
        ("declare", [requests.Declare(("push", "leaning"), Side.A)]),
        ("appeal", [requests.Appeal(about="coin at a pocket", side=Side.B, stroke=2), requests.Decide(True)]),
        ("note", [requests.Note(text='a "loud" spectator: żółw, 象, \\ and a tab')]),
        ("penalise", [requests.Penalise(what="warning", side=Side.B, reason="talking", player=0)]),
        ("penalty-points", [requests.Penalise(what="points", side=Side.A, reason="late", points=1)]),
        ("disqualified", [requests.Penalise(what="match", side=Side.A, reason="conduct", disqualified=True)]),
        ("concede", [requests.Concede(what="game", side=Side.A)]),
        ("rename", [requests.Rename(Side.A, 0, "Zażółć gęślą")]),
        ("protest", [requests.Protest(Side.B, "the stroke before")]),
        ("sheet-board", [TellBoard(ended="own_last", winner=Side.B, coins_left=4)]),
        (
            "verify",
            [requests.Verify(name="P. Nair", boards=(requests.PaperBoard(game=1, board=1, winner=None, points=0),))],
        ),
    ]
    for name, asked in more:
        match = Match(sheet.record)
        for request in asked:
            report(match, request)
        yield name, write_match(match)
    for what in ("draw", "replay", "take_back"):
        match = played("common", 4, 8, length="board")
        match.answer(requests.Offer(what), author="south")  # type: ignore[arg-type]  # one of these
        match.answer(requests.Reply(len(match.entries) - 1, accept=what != "replay"), author="north")
        yield f"offer-{what.replace('_', '-')}", write_match(match)
    match = Match.new(players=(Player(side=Side.A, name="A"), Player(side=Side.B, name="B")), breaks=Side.A, seed=9)
    match.answer(requests.StandIn(side=Side.B, player=0, name="easy", level="easy"), author="south")
    yield "stand-in", write_match(match)
    alone = new_sheet("baca19", players="A")
    report(alone, TellBoard(ended="cleared", strokes=23))
    report(alone, requests.Attest(witness="Priya", film="https://films.example/set"))
    yield "solo-attested", write_match(alone)
    led = Match(Record((start(replace(new_head(positions=False, breaks="toss"), ceremony=True), SeededRng(1)),)))
    for index in range(9):
        if led.awaiting.kind == "stroke":
            break
        led.answer(legal_ceremony(led), author="umpire", time=f"2026-11-21T18:0{index}:00Z")
    yield "ceremony", write_match(led)


def legal_ceremony(match: Match) -> requests.Request:
    """The next step of a match that an umpire leads."""
    kind = match.awaiting.kind
    if kind == "toss":
        return requests.Toss(Side.B)
    if kind == "choice":
        return requests.Choose(match.awaiting.options[0])
    return requests.Trial(played=False) if match.awaiting.why == "trial" else requests.Ready()


def of_the_format() -> Iterator[tuple[str, str]]:
    """Whatever a file may say besides."""
    match = played("icf", 5, 7, breaks=Side.A)
    text = write_match(match)
    yield "crlf", text.replace("\n", "\r\n")
    yield "mark-of-byte-order", "\ufeff" + text
    yield "indented", text.replace("\n", "\n   \n   ")
    yield "remarks", write_match(match, remark=lambda entry: f"entry {entry.number}\n\nof a friendly # match")
    yield "spaces", text.replace(" ", "   ")
    yield "no-end-of-line", text.rstrip("\n")
    yield "no-versions", text.replace(f' | laws {LAWS} engine "{carrom_engine()}"', "")
    yield "no-derived-lines", "\n".join(line for line in text.split("\n") if not line.startswith(("check", "result")))
    yield "head-alone", write_match(Match.new())
    yield "three-matches", write_matches([match, reported("kagw", 2, 3), played("baca19", 3, 3)])
    yield "remarks-at-the-end", f"{text}# one\n\n# two\n"
    yield "edition-whole", text.replace(" | laws", " | values whole laws")
    yield "chance-of-a-toss", _toss(0.25)
    yield "other-chance-of-a-toss", _toss(0.75)
    yield "laid-by-chance", write_match(Match(Record((start(new_head(breaks=Side.B, seed=1), SeededRng(2)),))))
    yield "clocks", write_match(Match.new(clocks=True, breaks=Side.B, seed=3, take_back="never"))
    yield "own-surface", _on_a_surface()
    yield "computers", _with_computers()
    yield (
        "many-tags",
        write_match(new_sheet(tags={"a": "", "date": "2026-11-21", "żółw": '"\u2028', "none": "none", "1": "1"})),
    )
    yield "times", _timed(("2026-11-21T18:00:00Z", "2026-11-21T18:00:40Z", "2026-11-22T00:00:01.5+01:00", "noon", ""))
    yield "reporters", _reported_by()
    yield "variations", _with_variations(match)
    yield "nested-variations", _with_variations(match, deeper=True)
    yield "variations-with-remarks", _with_variations(match, closing=("White wins.",))
    yield "a-club-s-own-laws", _own_laws()
    yield "many-defaults", write_match(played("kagw", 7, 3, options={"early_queen_turn": "ends"}))
    yield "facts-of-all-kinds", _all_facts()
    yield "large-numbers", write_match(Match.new(seed=2**53))
    yield "negative-seed", write_match(Match.new(seed=-5, breaks=Side.A))
    yield "a-stroke-in-words", _in_words(text)
    yield "a-float-that-is-whole", text.replace("\n1 S ", "\n1.0 S ")
    yield "sums-of-other-versions", _of_another_version(match)
    yield "empty-text-values", text.replace("| laws", '| by "" role "" laws')
    yield "unsorted-pieces", _unsorted()
    yield "numbers-left-out", _unsorted(numbers=False)


def carrom_engine() -> str:
    """The installed engine."""
    from carrom.physics.surface import ENGINE

    return ENGINE


def _toss(number: float) -> str:
    class Given:
        def random(self) -> float:
            return number

    match = Match(Match.new(seed=0).record, rng=Given())
    match.answer(requests.Toss())
    return write_match(match)


def _on_a_surface() -> str:
    from carrom.physics.surface import SURFACES

    match = Match.new(breaks=Side.A, seed=4, surface=replace(SURFACES["club"], board_friction=0.1313))
    match.play_stroke(0.01, 0.02, 5.0)
    return write_match(match)


def _with_computers() -> str:
    players = [
        Player(side=Side.A, name="Asha"),
        Player(side=Side.B, name="The bold one", kind="computer", level="easy@1.5"),
    ]
    head = replace(new_head(players=players, breaks=Side.B, seed=5), clocks=Clocks(stroke=15.0))
    return write_match(Match(Record((start(head, SeededRng(5)),))))


def _timed(times: tuple[str, ...]) -> str:
    match = new_sheet()
    for time in times:
        match.answer(StateFacts(StrokeFacts()), author="umpire", time=time)
    return write_match(match)


def _reported_by() -> str:
    file = file_match(reported("icf", 3, 4).entries)
    first, *rest = file.entries
    named = (
        replace(first, by='Priya "P" Nair', role="umpire"),
        *(replace(one, by="Żaneta", role="player") for one in rest),
    )
    return write_match_file(MatchFile(matches=(replace(file, entries=named, by="Priya", role="referee", check=""),)))


def _with_variations(match: Match, *, deeper: bool = False, closing: tuple[str, ...] = ()) -> str:
    file = file_match(match.entries)
    inner = _branch(match, 3, 2, seed=51)
    outer = Variation(entries=inner, closing=closing)
    if deeper:
        nested = Variation(entries=_branch(match, 3, 1, seed=52), closing=closing)
        outer = Variation(entries=(replace(inner[0], variations=(nested,)), *inner[1:]), closing=closing)
    entries = list(file.entries)
    entries[2] = replace(entries[2], variations=(outer, Variation(entries=_branch(match, 3, 1, seed=53))))
    return write_match_file(MatchFile(matches=(replace(file, entries=tuple(entries)),)))


def _branch(match: Match, number: int, count: int, *, seed: int) -> tuple[FileEntry, ...]:
    other = carrom.Match(match.record).fork(number - 1)
    rng = random.Random(seed)
    for _ in range(count):
        other.answer(legal_answer(other, rng))
    return file_match(other.entries).entries[number - 1 :]


def _own_laws() -> str:
    from carrom.laws.ruleset_file import ruleset_from_text

    club = ruleset_from_text('base = "polish"\nslug = "our-club"\ntitle = "Our club"\n[values]\ngame_target = 11\n')
    match = Match.new(players="AB", ruleset=club, breaks=Side.A, seed=1)
    match.play_stroke(0.0, 0.0, 5.0)
    return write_match(match)


def _all_facts() -> str:
    match = new_sheet()
    report_stroke(
        match,
        WHITE,
        left_board=(BLACK,),
        direction=Direction.BACKWARD,
        stayed_behind_line=True,
        declared=("push", "leaning"),
        claims_extra=2,
    )
    return write_match(match)


def _in_words(text: str) -> str:
    """The first stroke as fields."""
    lines = text.split("\n")
    at = next(index for index, line in enumerate(lines) if line.startswith("1 S "))
    offset, angle, speed = lines[at].split()[2:5]
    lines[at] = f"1 S stroke stroke [speed {speed} offset {offset} angle {angle}]"
    return "\n".join(lines)


def _of_another_version(match: Match) -> str:
    """What older laws ruled, which nobody rules so any more."""
    file = file_match(match.entries[:2], derived=True)
    followed = file.entries[0].followed
    assert followed is not None
    old = replace(followed, standing=replace(followed.standing, score=type(followed.standing.score)(1, 0)))
    entry = replace(file.entries[0], laws=1, engine="1", followed=old, facts=None, position=None)
    return write_match_file(MatchFile(matches=(replace(file, entries=(entry,), followed=None, check=""),)))


def _unsorted(*, numbers: bool = True) -> str:
    file = FileMatch(head=new_head(breaks=Side.A, seed=6))
    made = file_match(Record((start(file.head, SeededRng(9)),)).entries)
    text = write_match_file(MatchFile(matches=(made,)))
    line = next(line for line in text.split("\n") if line.startswith("laid"))
    pieces = line.split()[1:]
    if numbers:
        pieces.reverse()
    else:
        pieces = [piece[0] + piece[piece.index("(") :] for piece in pieces]
    return text.replace(line, f"laid {' '.join(pieces)}")


def cases() -> list[tuple[str, str]]:
    """Every file by its name, each once."""
    good = [*of_every_ruleset(), *of_every_kind(), *of_the_format()]
    bad = list(broken())
    assert len({name for name, _ in [*good, *bad]}) == len(good) + len(bad)
    return [*good, *bad]


def expected(text: str) -> dict[str, Any]:
    """What a reader has to say: the reading, or code and line; then what the laws make of each match."""
    try:
        file = read_match_file(text)
    except NotationError as error:
        return {"refused": error.code, "line": error.line}
    found: dict[str, Any] = {"reading": to_plain(file.said, brief=True), "derived": []}
    for place in range(len(file.said.matches)):
        try:
            state = file.record(place).state
        except NotationError as error:
            found["derived"].append({"refused": error.code, "line": error.line})
            continue
        match = state.match
        summary = {"entries": state.version, "score": list(match.score), "games": list(match.games_won)}
        found["derived"].append({**summary, "awaits": match.awaiting.kind.value, "boards": len(match.boards)})
    return found


def main(write: Callable[[str], None] = print) -> None:
    """Write all files and what they say."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    made = cases()
    lines = []
    for name, text in made:
        (FOLDER / f"{name}.carrom").write_bytes(text.encode())
        lines.append(
            json.dumps({"file": f"{name}.carrom", **expected(text)}, ensure_ascii=False, separators=(",", ":"))
        )
    READINGS.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    write(f"{len(made)} files, {sum(len(text.encode()) for _, text in made)} bytes")


if __name__ == "__main__":
    main()
