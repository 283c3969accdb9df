"""Match files with one fault each: some that no reader reads, some that only the laws refuse."""

import random
from collections.abc import Iterator

from carrom.laws.facts import StrokeFacts
from carrom.match.requests import StateFacts
from carrom.notation.record import write_match
from carrom.play.game import Match
from carrom.terms import Side
from tests.support.play.score_sheets import new_sheet
from tests.support.play.whole_matches import play_on

MATCH = """carrom-match 2

match icf 1 breaks a seed 5
tag event "Club evening"
player a Asha
player b Tomasz computer level easy
1 S 0.05 -0.1 4.0 | at 2026-11-21T18:00:40Z by Priya role umpire
  ( 
  1 S 0.0 0.0 5.0
  )
2 U note text "so far"
end 2
"""
SHEET = """carrom-match 2

match icf 1 breaks a positions no
player a Asha
player b Tomasz
# the first
1 U facts pocketed (white) first_contact black spread yes
2 U facts pocketed (queen) striker_pocketed yes struck (queen)
end 2
"""
SITUATION = (
    "icf seats A-B- strikes south breaks south turn first white A queen up dues 0:0 earned - score 0:0 passes 0 "
    "strokes 3 pieces q1(0,0) w2(-0.1,0.2) b11(0.1,0.1)"
)
"""Texts of which one place is changed at a time: what is there, what stands there instead."""
OF_THE_MATCH: dict[str, tuple[str, str]] = {
    "no-first-line": ("carrom-match 2\n", ""),
    "another-format": ("carrom-match 2", "carrom-record 1"),
    "another-version": ("carrom-match 2", "carrom-match 3"),
    "version-in-words": ("carrom-match 2", "carrom-match two"),
    "more-on-the-first-line": ("carrom-match 2", "carrom-match 2 2"),
    "no-match": ("match icf 1 breaks a seed 5", ""),
    "no-ruleset": ("match icf 1 breaks a seed 5", "match"),
    "edition-in-words": ("icf 1", "icf first"),
    "edition-with-a-fraction": ("icf 1", "icf 1.5"),
    "unknown-field-of-a-head": ("seed 5", "seed 5 dice yes"),
    "field-of-a-head-twice": ("seed 5", "seed 5 seed 5"),
    "seed-in-words": ("seed 5", "seed five"),
    "seed-too-large": ("seed 5", "seed 9007199254740993"),
    "unknown-side": ("breaks a", "breaks c"),
    "players-on-the-line-of-the-match": ("seed 5", "seed 5 players ()"),
    "tags-on-the-line-of-the-match": ("seed 5", "seed 5 tags ()"),
    "three-players": ("seed 5", "seed 5 men 3"),
    "bar-with-nothing-behind": ("seed 5", "seed 5 |"),
    "unknown-word-behind-the-bar": ("seed 5", "seed 5 | hand left"),
    "chance-of-a-match": ("seed 5", "seed 5 | chance (0.5)"),
    "laws-in-words": ("seed 5", "seed 5 | laws two"),
    "values-of-nothing": ("seed 5", "seed 5 | values none"),
    "author-of-an-entry": (" role umpire", " role umpire author U"),
    "at-twice": (" role umpire", " at 18:00:41Z"),
    "time-without-a-day": ("2026-11-21T18:00:40Z", "18:00:40Z"),
    "time-that-ends-early": ("2026-11-21T18:00:40Z", "2026-11-21T"),
    "role-of-two-words": ("role umpire", "role head umpire"),
    "tag-without-a-value": ('event "Club evening"', "event"),
    "tag-of-a-number": ('"Club evening"', "12"),
    "tag-twice": ('tag event "Club evening"\n', 'tag event "Club evening"\ntag event again\n'),
    "tag-after-an-entry": ("2 U note", "tag place Gdynia\n2 U note"),
    "open-quote": ('"Club evening"', '"Club evening'),
    "bad-escape": ('"Club evening"', '"Club \\q evening"'),
    "text-after-a-quote": ('"Club evening"', '"Club evening"s'),
    "tab": ("tag event", "tag\tevent"),
    "control-character": ("Asha", "As\u0000ha"),
    "player-of-no-side": ("player a Asha", "player Asha"),
    "player-of-another-kind": ("computer level easy", "robot level easy"),
    "player-with-more": ("level easy", "level easy bold"),
    "player-after-an-entry": ("2 U note", "player a Asha\n2 U note"),
    "author-unknown": ("2 U note", "2 X note"),
    "author-missing": ("2 U note", "2 note"),
    "entry-left-out": ("2 U note", "3 U note"),
    "entry-twice": ("2 U note", "1 U note"),
    "entry-with-a-fraction": ("2 U note", "2.5 U note"),
    "unknown-kind": ("2 U note", "2 U shove"),
    "unknown-field": ('text "so far"', 'text "so far" loud yes'),
    "missing-field": ('note text "so far"', "note"),
    "kind-as-a-field": ('note text "so far"', 'note kind note text "so far"'),
    "stroke-of-two-numbers": ("0.05 -0.1 4.0", "0.05 -0.1"),
    "stroke-of-four-numbers": ("0.05 -0.1 4.0", "0.05 -0.1 4.0 1.0"),
    "stroke-that-is-no-number": ("-0.1 4.0", "-0.1 nan"),
    "stroke-too-large": ("-0.1 4.0", "-0.1 1e999"),
    "stroke-in-hex": ("-0.1 4.0", "-0.1 0x4"),
    "stroke-with-a-comma": ("0.05 -0.1", "0,05 -0.1"),
    "variation-of-nothing": ("1 S 0.05 -0.1 4.0", "(\n)\n1 S 0.05 -0.1 4.0"),
    "variation-without-entries": ("  1 S 0.0 0.0 5.0\n", ""),
    "variation-that-is-open": ("  )\n", ""),
    "variation-closed-twice": ("  )\n", "  )\n  )\n"),
    "variation-with-another-number": ("  1 S 0.0 0.0 5.0", "  2 S 0.0 0.0 5.0"),
    "text-behind-a-variation": ("  )\n", "  ) 2\n"),
    "position-of-no-entry": ("tag event", "= position empty\ntag event"),
    "position-below-a-variation": ("  )\n", "  )\n  = position empty\n"),
    "unknown-derived-line": ("  ( \n", "  = score 1:0\n  ( \n"),
    "derived-line-twice": ("  ( \n", "  = facts\n  = facts\n  ( \n"),
    "facts-of-another-kind": ("  ( \n", "  = facts pocketed white\n  ( \n"),
    "followed-without-standing": ("  ( \n", "  = followed hand (1)\n  ( \n"),
    "unknown-line": ("2 U note", "two U note"),
    "cut-off": ("end 2\n", ""),
    "cut-off-within-a-line": ('so far"\nend 2\n', "so"),
    "end-with-another-number": ("end 2", "end 3"),
    "end-without-a-number": ("end 2", "end"),
    "entry-after-the-end": ("end 2\n", 'end 2\n3 U note text "more"\n'),
    "result-of-one-number": ("end 2", "result a 2 50:13\nend 2"),
    "result-of-another-kind": ("end 2", "result a 2:0 50:13 dreamt\nend 2"),
    "result-twice": ("end 2", "result a 1:0 9:0\nresult a 1:0 9:0\nend 2"),
    "entry-after-the-result": ("2 U note", "result a 1:0 9:0\n2 U note"),
    "checksum-of-seven-digits": ("end 2", "check 0123abc\nend 2"),
    "checksum-before-the-result": ("end 2", "check 0123abcd\nresult a 1:0 9:0\nend 2"),
    "from-no-situation": ("tag event", "from icf seats A-B-\ntag event"),
    "from-a-situation-that-cannot-be": (
        "tag event",
        f"from {SITUATION.replace('b11(0.1,0.1)', 'b11(0,0)')}\ntag event",
    ),
    "from-twice": ("tag event", f"from {SITUATION}\nfrom {SITUATION}\ntag event"),
    "laid-off-the-surface": ("  ( \n", "  laid q1(0.4,0)\n  ( \n"),
    "laid-in-a-pocket": ("  ( \n", "  laid q1(0.347,0.347)\n  ( \n"),
    "laid-on-another": ("  ( \n", "  laid q1(0,0) w2(0.01,0)\n  ( \n"),
    "laid-twice": ("  ( \n", "  laid w2(0,0) w2(0.1,0)\n  ( \n"),
    "laid-a-piece-that-is-none": ("  ( \n", "  laid w11(0,0)\n  ( \n"),
    "laid-nothing": ("  ( \n", "  laid\n  ( \n"),
    "placed-without-a-number": ("1 S 0.05 -0.1 4.0", "1 S w(0.05,0.1)"),
    "placed-a-piece-that-is-none": ("1 S 0.05 -0.1 4.0", "1 S w1(0.05,0.1)"),
    "open-bracket": ("end 2", "3 U facts pocketed (white\nend 3"),
    "brackets-in-brackets": ("end 2", f"3 U facts pocketed {'(' * 20}{')' * 20}\nend 3"),
}
OF_THE_SHEET: dict[str, tuple[str, str]] = {
    "facts-of-no-colour": ("pocketed (white)", "pocketed (green)"),
    "facts-that-are-no-list": ("pocketed (white)", "pocketed white"),
    "facts-in-words": ("spread yes", "spread perhaps"),
    "facts-of-nobody": ("1 U facts", "1 facts"),
    "unknown-fact": ("spread yes", "colour yes"),
}
DERIVED: dict[str, tuple[str, str]] = {
    "laws-out-of-turn": ("1 S 0.05", "1 N 0.05"),
    "laws-too-fast": ("-0.1 4.0", "-0.1 40.0"),
    "laws-off-the-base-line": ("1 S 0.05", "1 S 0.35"),
    "laws-in-a-variation": ("  1 S 0.0 0.0 5.0", "  1 S 0.0 0.0 50.0"),
    "laws-unknown-ruleset": ("match icf", "match our-club"),
    "laws-unknown-edition": ("icf 1", "icf 7"),
    "laws-unknown-value": ("seed 5", "seed 5 values ((colour green))"),
    "laws-one-player": ("player b Tomasz computer level easy\n", ""),
    "laws-toss-that-is-over": ("2 U note", "2 U toss winner a\n3 U note"),
    "laws-other-facts": ("  ( \n", "  = facts touched no\n  ( \n"),
    "laws-other-position": ("  ( \n", "  = position q1(0,0)\n  ( \n"),
    "laws-other-result": ("end 2", "result a 2:0 50:13\nend 2"),
    "laws-other-checksum": ("end 2", "check 00000000\nend 2"),
    "laws-chance-that-nobody-asked": (" | at 2026", " | chance (0.5) at 2026"),
    "laws-laid-where-nothing-is": ("  ( \n", "  laid q1(0,0)\n  ( \n"),
    "laws-of-another-version": ("end 2", "check 00000000\nend 2"),
}


def broken() -> Iterator[tuple[str, str]]:
    """Every broken file with its name."""
    for text, changes in ((MATCH, OF_THE_MATCH), (SHEET, OF_THE_SHEET), (MATCH, DERIVED)):
        for name, (old, new) in changes.items():
            assert text.count(old) == 1, (name, text.count(old))
            changed = text.replace(old, new)
            if name == "laws-toss-that-is-over":
                changed = changed.replace("end 2", "end 3")
            if name == "laws-of-another-version":
                changed = changed.replace("seed 5", "seed 5 | laws 1")
            yield name, changed
    yield "empty", ""
    yield "first-line-alone", "carrom-match 2\n"
    match = Match.new(breaks=Side.A, seed=8, length="board")
    play_on(match, random.Random(8), most=12)
    lines = write_match(match).split("\n")
    yield "laws-answers-in-another-order", "\n".join([*lines[:8], *lines[9:10], *lines[8:9], *lines[10:]])
    sheet = new_sheet()
    sheet.answer(StateFacts(StrokeFacts()), author="umpire")
    yield (
        "laws-followed-otherwise",
        write_match(sheet, derived=True).replace("strokes_made (1 0)", "strokes_made (2 0)"),
    )
