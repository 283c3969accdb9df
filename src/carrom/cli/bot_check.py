"""The conformance of a program that plays: it is asked in positions of every kind, then plays whole boards."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from carrom.bots.contest import play_board
from carrom.bots.noise import Noise
from carrom.bots.program import BotProgramError, program
from carrom.bots.registry import PREFIX, find
from carrom.laws.rulesets.every import RULESETS
from carrom.notation.situation import read_situation
from carrom.play.record import Record
from carrom.play.situation import first_entry

# Positions between two strokes, for south of side A, with their names; of two players and alone.
FOR_TWO = {
    "an open board": "seats A-B- strikes south breaks south turn first white A queen up dues 0:0 earned AB score 0:0 "
    "passes 0 strokes 0 pieces q1(0.02,0.01) w2(0.28,0.27) w3(-0.2,0.1) w4(0.1,-0.12) b11(0.25,-0.1) b12(-0.1,0.25)",
    "the queen to be covered": "seats A-B- strikes south breaks south turn on white A queen due-A dues 0:0 earned AB "
    "score 0:0 passes 0 strokes 0 pieces w2(0.28,0.27) w3(-0.2,0.1) b11(0.25,-0.1) b12(-0.1,0.25)",
    "the last coin": "seats A-B- strikes south breaks south turn first white A queen A dues 0:0 earned AB score 20:22 "
    "passes 0 strokes 0 pieces w2(0.33,-0.33) b11(0.25,-0.1)",
    "little room for the striker": "seats A-B- strikes south breaks south turn first white B queen up dues 0:0 earned "
    "AB score 0:0 passes 0 strokes 0 pieces q1(0,0) w2(-0.15,-0.25) w3(-0.09,-0.25) w4(-0.03,-0.25) b11(0.03,-0.25) "
    "b12(0.09,-0.25) b13(0.15,-0.25)",
}
ALONE = {
    "alone": "seats A--- strikes south breaks south turn first white A queen up dues 0:0 earned AB score 0:0 passes 0 "
    "strokes 7 pieces q1(0.02,0.01) w2(0.28,0.27) w3(-0.2,0.1) b11(0.25,-0.1) b12(-0.1,0.25)",
}


@dataclass(frozen=True, slots=True)
class Checked:
    """One check and what was wrong; an empty `fault`: nothing."""

    what: str
    fault: str = ""


def check_program(command: str, *, patience: float = 30.0, boards: int = 2) -> Iterator[Checked]:
    """Return the checks of a program as they are made. One that fails to start ends them."""
    bot = replace(program(PREFIX + command), patience=patience, noise=Noise(0.0), _line=[])
    try:
        try:
            greeted = bot.greeting()
        except BotProgramError as error:
            yield Checked("greets", str(error))
            return
        yield Checked(f"greets as {greeted.name}, decides {', '.join(sorted(greeted.decides))}")
        for slug, ruleset in RULESETS.items():
            for what, text in (FOR_TWO if ruleset.side_count == 2 else ALONE).items():
                state = Record((first_entry(read_situation(f"{slug} {text}")),)).state
                try:
                    bot.think(state, random.Random(what))
                except BotProgramError as error:
                    yield Checked(f"{slug}: {what}", str(error))
                else:
                    yield Checked(f"{slug}: {what}")
        for number in range(boards):
            played = play_board(bot, find("random-strokes"), seed=f"check/{number}", a_breaks=number % 2 == 0)
            fault = played.fault.sentence if played.fault is not None and played.fault.bot == bot.name else ""
            yield Checked(f"board {number + 1} against random strokes", fault)
    finally:
        bot.close()
