"""The club's laws for an evening: those of the ICF, but a game ends at 15 points or after four boards."""

from dataclasses import replace

from carrom.laws.rulesets.icf import RULESET as ICF

RULESET = replace(ICF, slug="club-evening", title="Club evening", inherits="icf", game_target=15, board_limit=4)
