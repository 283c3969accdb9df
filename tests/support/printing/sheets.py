"""Matches entered board by board, to print."""

import random
from collections.abc import Iterable

from carrom.match import requests
from carrom.match.awaiting import Decision
from carrom.match.entries import UMPIRE
from carrom.match.requests import TellBoard
from carrom.play.game import Match, new_head
from carrom.play.handlers import start
from carrom.play.record import Record
from carrom.play.rng import SeededRng
from carrom.terms import Side

LONG = ("Bartholomew Featherstonehaugh of Little Marlow", "Wilhelmina Ottoline Abernathy-Carruthers",
        "Maximilian von und zu Hohenstaufen-Ehrenfels", "Krishnamoorthy Venkataraghavan Subramaniam")  # fmt: skip


def started_sheet(
    ruleset: str = "icf", *, players: Iterable[str] = ("Asha", "Ben"), length: str = "match", **more
) -> Match:
    """A match that an umpire keeps."""
    head = new_head(ruleset, players=tuple(players), length=length, positions=False, breaks=Side.A, **more)
    return go_on_to_next_board(Match(Record((start(head, SeededRng(1)),)), rng=random.Random(1)))


def go_on_to_next_board(match: Match) -> Match:
    """Answer what lies between two boards."""
    while match.awaiting.kind in (Decision.READY, Decision.TOSS, Decision.CLAIM):
        asked = match.awaiting.kind
        match.answer(
            requests.Ready()
            if asked is Decision.READY
            else requests.Toss(Side.A)
            if asked is Decision.TOSS
            else requests.Claim(0),
            author=UMPIRE,
        )
    return match


def add_board(match: Match, winner: Side, left: int, queen: Side | None) -> Match:
    """Report a whole board."""
    match.answer(TellBoard(winner=winner, coins_left=left, queen=queen), author=UMPIRE)
    return go_on_to_next_board(match)


def longest_sheet(**more) -> Match:
    """Three games of eight boards and an extra one each, by long names, with a penalty and a note."""
    match = started_sheet(players=LONG, **more)
    for game in range(3):
        for nth in range(8):
            add_board(match, Side.A if nth % 2 else Side.B, 2, Side.B if nth % 2 else Side.A)
        if game == 1:
            match.answer(
                requests.Penalise("warning", Side.B, "talked while the other side aimed, for the second time"),
                author=UMPIRE,
            )
        add_board(match, Side.B if game == 1 else Side.A, 3, Side.A)
    return match
