"""Phrases for declarations, claims and decisions of officials; the facts as the page lists them, by kind."""

from collections.abc import Iterable
from typing import Any

from carrom.laws.facts import KIND_OF_FACT
from carrom.laws.ruleset import Ruleset, effect_of
from carrom.laws.texts import lookup
from carrom.match.requests import Penalise
from carrom_web.core.translation import gettext as _
from carrom_web.core.translation import ngettext
from carrom_web.matches.law_texts import clauses_json

# what is declared most often comes first
FIRST = (
    "touched_coin",
    "push",
    "over_diagonal",
    "not_flicked",
    "time_exceeded",
    "distraction",
    "second_hand",
    "interference",
)
MOST_KEYS = 5  # fouls that have a key of their own
OF_OFFICIALS = ("referee", "before_play")  # effects that no player brings about by themselves


def facts_json(ruleset: Ruleset, *, by_official: bool = False) -> list[dict[str, Any]]:
    """Every fact that the ruleset knows, the most usual first, each with its consequence and clauses.

    `by_official`: also those that no player brings about by themselves.
    """
    left_out = (None,) if by_official else (None, *OF_OFFICIALS)
    known = [fact for fact in lookup.facts() if effect_of(ruleset, fact) not in left_out]
    known.sort(key=lambda fact: FIRST.index(fact) if fact in FIRST else len(FIRST))
    return [
        {
            "key": fact,
            "text": _(lookup.fact_label(fact)),
            "kind": _(KIND_OF_FACT.get(fact, "other")),
            "effect": effect_text(ruleset, fact),
            "clauses": clauses_json(ruleset.fact_citations.get(fact, ())),
        }
        for fact in known
    ]


def foul_keys(ruleset: Ruleset) -> list[dict[str, str]]:
    """The fouls that umpires call most under these laws, each with the word on its key: `key`, `text`."""
    words = {
        "push": _("Pushed"),
        "over_diagonal": _("Arm over the arrow"),
        "touched_coin": _("Touched a coin"),
        "time_exceeded": _("Time exceeded"),
        "left_seat": _("Left the seat"),
        "not_flicked": _("Not a flick"),
        "drag": _("Dragged the striker"),
        "second_hand": _("Second hand"),
        "two_fingers": _("Two fingers"),
    }
    known = [{"key": fact, "text": text} for fact, text in words.items() if effect_of(ruleset, fact) is not None]
    return known[:MOST_KEYS]


def effect_text(ruleset: Ruleset, fact: str) -> str:
    """Describe the effect of a fact before anybody taps it."""
    words = {
        "before_play": _("all pocketed pieces come out, one coin is owed, the turn is lost"),
        "referee": _("for the referee: points deducted, or disqualification"),
        "foul": _("a foul: one coin, and usually the turn"),
        "technique": _("a foul, if these laws name the fingers: one coin, and usually the turn"),
        "warning_first": _("a warning first, then a foul"),
        "warning": _("a warning"),
        "restore": _("the position before is restored, with no penalty"),
        "void": _("the stroke does not count"),
        "foul_and_void": _("a foul, and the stroke does not count"),
        "lose_board": _("the board is lost"),
        "replay_board": _("the board is played again"),
        "claim_lapses": _("the other side no longer owes anything"),
        "lose_match": _("the match is lost"),
        "forfeit_game": _("the game is lost"),
    }
    effect = str(effect_of(ruleset, fact))
    by_value = {
        "over_diagonal": {"warn": "warning"}.get(ruleset.hand_over_diagonal, "foul"),
        "out_of_turn": ruleset.out_of_turn,
        "leaving": ruleset.leaving,
        "disturbance": {"replay_stroke": "restore"}.get(ruleset.restore_on_disturbance, "replay_board"),
    }
    return words.get(by_value.get(effect, effect), _("recorded"))


def fact_text(fact: str) -> str:
    """A declared fact in words."""
    return _(lookup.fact_label(fact))


def next_text(ruleset: Ruleset, fact: str) -> str:
    """Describe the cost of a fact after a warning."""
    once_warned = effect_of(ruleset, fact) == "warning_first"
    return _("a foul: one coin, and usually the turn") if once_warned else effect_text(ruleset, fact)


def claim_text(name: str, other: str, facts: Iterable[str]) -> str:
    """Return the words of one side about the other."""
    labels = ", ".join(_(lookup.fact_label(fact)) for fact in facts)
    return _("%(name)s says about %(other)s: %(fact)s") % {"name": name, "other": other, "fact": labels}


def penalty_text(name: str, penalty: Penalise) -> str:
    """An official's decision about a side, with its reason."""
    sentences = {
        "warning": _("%(name)s is warned: %(reason)s"),
        "points": ngettext(
            "%(name)s loses %(count)d point: %(reason)s", "%(name)s loses %(count)d points: %(reason)s", penalty.points
        ),
        "board": _("%(name)s loses the board: %(reason)s"),
        "game": _("%(name)s forfeits the game: %(reason)s"),
        "match": _("%(name)s forfeits the match: %(reason)s"),
    }
    said = _("%(name)s is disqualified: %(reason)s") if penalty.disqualified else sentences[penalty.what]
    return said % {"name": name, "count": penalty.points, "reason": penalty.reason}
