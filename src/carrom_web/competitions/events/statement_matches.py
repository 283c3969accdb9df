"""The lines of a bank statement beside the registrations of an event: whose each payment is, or why it is left out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from carrom.tournament.event import EventTerms
from carrom.tournament.statements import BankLine, references_in
from carrom_web.competitions.events import selectors
from carrom_web.competitions.events.models import Event, LedgerEntry, Registration
from carrom_web.people.models import name_key

BANK = "bank "  # the beginning of the reference of a payment that came by a statement
Verdict = Literal["fits", "part", "known", "currency", "more", "paid", "several", "elsewhere", "gone", "foreign"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchedLine:
    """A payment on the statement: whose it is by its reference, or whose it may be by amount and name.

    `fits` and `part` of what is owed can be recorded; a `foreign` line names no registration.
    """

    line: BankLine
    verdict: Verdict
    form: Registration | None = None
    owed: int = 0
    likely: int = 0  # the number of the registration that a foreign line may be for


def reference_of_line(line: BankLine) -> str:
    """The reference under which a payment of a statement is in the ledger, once."""
    return f"{BANK}{line.key}"


def matches(event: Event, terms: EventTerms, lines: Sequence[BankLine]) -> list[MatchedLine]:
    """Return every line with its registration; the same line twice in the ledger is known."""
    forms = {form.number: form for form in selectors.forms_of(event)}
    accounts = selectors.accounts_of(event)
    owed = {number: max(0, accounts[form.pk].balance) if form.pk in accounts else 0 for number, form in forms.items()}
    references = [reference_of_line(one) for one in lines]
    known = set(
        LedgerEntry.objects.filter(kind=LedgerEntry.Kind.PAYMENT, reference__in=references).values_list(
            "reference", flat=True
        )
    )
    left = dict(owed)  # what is still owed after the lines before
    return [_matched(event, terms, one, forms, left, is_known=reference_of_line(one) in known) for one in lines]


def open_forms(event: Event) -> list[tuple[Registration, int]]:
    """The registrations that owe something, with how much, by number."""
    accounts = selectors.accounts_of(event)
    found = [(form, accounts[form.pk].balance) for form in selectors.forms_of(event) if form.pk in accounts]
    return sorted(((form, owed) for form, owed in found if owed > 0), key=lambda one: one[0].number)


def _matched(
    event: Event,
    terms: EventTerms,
    line: BankLine,
    forms: Mapping[int, Registration],
    left: dict[int, int],
    *,
    is_known: bool,
) -> MatchedLine:
    if is_known:
        return MatchedLine(line=line, verdict="known")
    if line.currency and line.currency != terms.currency:
        return MatchedLine(line=line, verdict="currency")
    found = references_in(f"{line.text} {line.payer}")
    own = [number for of, number in found if of == event.pk]
    if not found:
        return MatchedLine(line=line, verdict="foreign", likely=_likely(line, forms, left))
    if len(own) > 1:
        return MatchedLine(line=line, verdict="several")
    if not own:
        return MatchedLine(line=line, verdict="elsewhere")
    form = forms.get(own[0])
    if form is None:
        return MatchedLine(line=line, verdict="gone")
    owed = left[form.number]
    if owed <= 0:
        return MatchedLine(line=line, verdict="paid", form=form)
    if line.cents > owed:
        return MatchedLine(line=line, verdict="more", form=form, owed=owed)
    left[form.number] -= line.cents
    return MatchedLine(line=line, verdict="fits" if line.cents == owed else "part", form=form, owed=owed)


def _likely(line: BankLine, forms: Mapping[int, Registration], left: Mapping[int, int]) -> int:
    """The one registration that owes this amount and whose name is the payer's, or stands in the purpose; 0: none."""
    said = f"{line.payer} {line.text}".casefold()
    found = [
        number
        for number, form in forms.items()
        if form.name
        and left[number] == line.cents
        and (name_key(form.name) == name_key(line.payer) or form.name.casefold() in said)
    ]
    return found[0] if len(found) == 1 else 0
