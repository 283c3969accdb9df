"""The ICF Laws of Carrom, edition of 143 laws: the defaults, and the laws behind each reason."""

from carrom.laws.ruleset import Ruleset

RULESET = Ruleset()
