"""The laws' texts, translated: a sentence for each reason; number, title and text of each clause."""

from collections.abc import Mapping, Sequence
from typing import Any

from carrom.laws.board_state import BoardState
from carrom.laws.compare import Comes, rendered_parts
from carrom.laws.facts import ContradictoryFactsError, StrokeFacts
from carrom.laws.judge import judge
from carrom.laws.readings import ReadingTaken, readings_taken
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import Finding, Reason, Ruling
from carrom.laws.texts import lookup
from carrom.notation.question import question_of, write_question
from carrom.terms import Side
from carrom_web.core.translation import current_language, ngettext
from carrom_web.core.translation import gettext as _

WHAT_IF = "/laws/what-if/"


def clause_title(clause: lookup.Clause) -> str:
    """The number of a clause as its document has it: "Law 73"; or its own title."""
    if clause.word:
        return f"{_(clause.word)} {clause.title.removeprefix(clause.word).strip()}"
    return clause.title if clause.title == clause.id else _(clause.title)


def reason_text(reason: Reason) -> str:
    """Why something may not be, in one sentence that names nobody."""
    nobody = {name: _(words) for name, words in lookup.NOBODY.items()}
    return _filled(lookup.reason_template(reason), nobody)


def finding_text(finding: Finding, names: Mapping[Side, str]) -> str:
    """Describe a finding in one sentence."""
    return _filled(
        lookup.reason_template(finding.reason),
        {
            "side": names.get(finding.side, "") if finding.side else "",
            "other": names.get(finding.side.other, "") if finding.side else "",
            "count": finding.count,
            "fact": _(lookup.fact_label(finding.fact)) if finding.fact else "",
        },
    )


def _filled(template: str, values: Mapping[str, object]) -> str:
    """Translate first, then fill: the sentence's template is what translators see."""
    text = _(template).format_map(values)
    return text[:1].upper() + text[1:]


def outcome_text(ruling: Ruling) -> str:
    """Describe the outcome of a ruling in short, seen from the side that made the stroke (A)."""
    return ", ".join(_comes(comes, count) for comes, count in rendered_parts(ruling))


def _comes(comes: Comes, count: int) -> str:
    match comes:
        case Comes.WINS:
            said = ngettext("wins the board, %(count)d point", "wins the board, %(count)d points", count)
        case Comes.LOSES:
            said = ngettext("loses the board, %(count)d point", "loses the board, %(count)d points", count)
        case Comes.OWN_BACK:
            said = ngettext("%(count)d of the player's coins back", "%(count)d of the player's coins back", count)
        case Comes.OTHER_BACK:
            said = ngettext("%(count)d of the other colour back", "%(count)d of the other colour back", count)
        case Comes.OWED:
            said = ngettext("%(count)d owed", "%(count)d owed", count)
        case _:
            said = {
                Comes.DRAWN: _("the board is drawn"),
                Comes.REPLAYED: _("the board is played again"),
                Comes.CLEARED: _("the board is cleared"),
                Comes.PLAYS_ON: _("plays on"),
                Comes.TURN_PASSES: _("the turn passes"),
                Comes.QUEEN_BACK: _("the queen back"),
                Comes.QUEEN_BACK_LATER: _("the queen back when the turn ends"),
                Comes.QUEEN_TO_COVER: _("the queen to be covered"),
                Comes.WARNING: _("a warning"),
            }[comes]
    return said % {"count": count} if "%" in said else said


def readings_json(
    board: BoardState, facts: StrokeFacts | None, ruling: Ruling, ruleset: Ruleset
) -> list[dict[str, Any]]:
    """The readings on which a ruling rests, in the form of reasons; none if another board was judged."""
    if facts is None:
        return []
    try:
        taken = readings_taken(board, facts, ruleset) if judge(board, facts, ruleset) == ruling else ()
    except ContradictoryFactsError:
        return []
    return [
        {"code": "reading", "text": reading_text(one), "clauses": clauses_json(one.reading.clauses)} for one in taken
    ]


def reading_text(taken: ReadingTaken) -> str:
    """A reading, with the others named and what they would come to."""
    said = [_("A reading: %(taken)s") % {"taken": _(taken.way.says)}]
    for one in taken.otherwise:
        values = {"other": _(one.way.says), "outcome": outcome_text(one.ruling) if one.ruling else ""}
        said.append(
            _("Also possible: %(other)s Then: %(outcome)s.") % values
            if one.ruling
            else _("Also possible: %(other)s") % values
        )
    return " ".join(said)


def clause_words(clause: lookup.Clause) -> str:
    """Return a clause for a reader: its own words in English, in other languages what it comes to.

    The words of the documents stay in English (docs/decisions/0088); of clauses that are our own words anyway, these
    are translated.
    """
    if clause.consequence and current_language() != "en":
        return _(clause.consequence)
    return _(clause.text) if clause.text else ""


def clauses_json(ids: Sequence[str]) -> list[dict[str, Any]]:
    """Clauses by number, title and text."""
    found = [lookup.clause(clause_id) for clause_id in ids]
    return [
        {
            "id": clause.id,
            "title": clause_title(clause),
            "text": clause_words(clause),
            "url": f"/laws/{clause.document}/#{clause.id}" if clause.document else "",
        }
        for clause in found
    ]


def law_label(ids: Sequence[str]) -> str:
    """The laws behind a sentence, by number: "Law 73", "Law 73, 92"."""
    if not ids:
        return ""
    first, *others = [lookup.clause(clause_id) for clause_id in ids]
    numbers = [one.title.removeprefix(first.word).strip() for one in others]
    return ", ".join([clause_title(first), *numbers])


def what_if_of(board: BoardState, facts: StrokeFacts | None, ruling: Ruling, ruleset: Ruleset) -> str | None:
    """Return the “What if” link of a ruling; None if this board was not the one that was judged."""
    if facts is None:
        return None
    try:
        same = judge(board, facts, ruleset) == ruling
    except ContradictoryFactsError:
        return None
    return what_if_url(board, facts, ruleset) if same else None


def what_if_url(board: BoardState, facts: StrokeFacts, ruleset: Ruleset) -> str:
    """Return the “What if” link of this situation and stroke, to try other rulings."""
    return f"{WHAT_IF}?{write_question(question_of(board, facts, ruleset))}"
