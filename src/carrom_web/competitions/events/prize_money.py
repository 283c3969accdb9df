"""The prize money of an event: what each category and place gets, what was paid out. Reads, never writes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Sum
from django.utils.translation import gettext as _

from carrom.tournament.category import CategoryTerms
from carrom.tournament.event import EventTerms
from carrom.tournament.prize_fund import by_place, category_funds, parts_of, read_contributions, smallest
from carrom_web.competitions.events import contests, labels
from carrom_web.competitions.events.models import Category, Event, LedgerEntry
from carrom_web.competitions.events.selectors import note_of_void

CHARGES = (LedgerEntry.Kind.CHARGE, LedgerEntry.Kind.RELIEF)


@dataclass(frozen=True, slots=True, kw_only=True)
class Winner:
    """An entry that is placed: what it gets, and the payouts that hold."""

    key: str
    name: str
    place: int
    cents: int
    paid: Sequence[LedgerEntry]

    @property
    def open(self) -> int:
        """The cents that are still to be paid out; below zero: paid too much."""
        return self.cents - sum(one.amount for one in self.paid)


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryPrizes:
    """The prize money of one category: the whole, what each place gets if nobody ties, and who won what."""

    terms: CategoryTerms
    cents: int
    by_place: Sequence[int]
    winners: Sequence[Winner]  # of a category that is over; those who get nothing and got nothing are left out


def prizes_of(event: Event, terms: EventTerms, *, with_winners: bool = False) -> list[CategoryPrizes]:
    """Return the prize money of each category that is played and has some; names are whole, for officials."""
    if not terms.has_prize_money and not event.movements.filter(kind=LedgerEntry.Kind.PRIZE).exists():
        return []
    rows = {row.key: row for row in event.categories.select_related("merged_into")}
    played = {key: row for key, row in rows.items() if row.state == Category.State.OPEN}
    own = {one.key: one.fund for one in terms.categories if one.key in played}
    funds = category_funds(
        terms.fund, own, fees_of(event, rows), equal=terms.fund_by == "equal", unit=smallest(terms.currency)
    )
    paid = payouts_of(event) if with_winners else {}
    found = []
    for one in terms.categories:
        if one.key not in funds:
            continue
        cents, parts = funds[one.key], parts_of(terms.fund, one.fund)
        winners = _winners(played[one.key], terms, cents, parts, paid) if with_winners else []
        if cents or winners:
            found.append(
                CategoryPrizes(
                    terms=one,
                    cents=cents,
                    by_place=by_place(cents, parts, range(len(parts)), unit=smallest(terms.currency)),
                    winners=winners,
                )
            )
    return found


def fees_of(event: Event, rows: Mapping[str, Category]) -> dict[str, int]:
    """Return what the entries of each category are charged; of a merged one it counts where its entries play."""
    into = {row.pk: (row.merged_into or row).key for row in rows.values()}
    sums = event.movements.filter(kind__in=CHARGES).order_by().values("entry__category_id").annotate(sum=Sum("amount"))
    found: dict[str, int] = {}
    for one in sums:
        if (key := into.get(one["entry__category_id"])) is not None:
            found[key] = found.get(key, 0) + one["sum"]
    return found


def payouts_of(event: Event) -> dict[tuple[int, str], list[LedgerEntry]]:
    """Return the payouts of prize money that hold, by category and entry."""
    lines = event.movements.filter(kind=LedgerEntry.Kind.PRIZE).select_related("entry", "form").order_by("id")
    void = {one.note for one in lines if one.amount < 0}
    found: dict[tuple[int, str], list[LedgerEntry]] = {}
    for one in lines:
        if one.amount > 0 and one.entry is not None and note_of_void(one) not in void:
            found.setdefault((one.entry.category_id, one.entry.key), []).append(one)
    return found


def _winners(
    row: Category,
    terms: EventTerms,
    cents: int,
    parts: Sequence[int],
    paid: Mapping[tuple[int, str], Sequence[LedgerEntry]],
) -> list[Winner]:
    shown = contests.shown(row, whole_names=True)
    if shown is None or not shown.is_over:
        return []
    standings = shown.standings
    amounts = by_place(cents, parts, [one.place for one in standings], unit=smallest(terms.currency))
    found = [
        Winner(key=one.key, name=shown.name(one.key), place=one.place, cents=own, paid=paid.get((row.pk, one.key), ()))
        for one, own in zip(standings, amounts, strict=True)
    ]
    return [one for one in found if one.cents or one.paid]


def fund_label(terms: EventTerms, fees: int) -> list[tuple[str, str]]:
    """Return what the event's fund is made of, as label and amount: the sum, the share of the fees, contributions."""
    fund = terms.fund
    share = fees * fund.share // 100
    parts = [(_("Sum"), fund.fixed), (_("%(share)s %% of the fees") % {"share": fund.share}, share)]
    parts += [(one.name, one.cents) for one in read_contributions(fund.contributions)]
    return [(label, labels.money(cents, terms.currency)) for label, cents in parts if cents]


def public_rows(event: Event, terms: EventTerms) -> list[dict[str, Any]]:
    """Return the prize money as everybody sees it: {title, whole, places: [{place, amount}]}; empty if not shown."""
    if not (terms.fund_is_shown and terms.has_prize_money):
        return []
    return [
        {
            "title": one.terms.title,
            "whole": labels.money(one.cents, terms.currency),
            "places": [
                {"place": place, "amount": labels.money(cents, terms.currency)}
                for place, cents in enumerate(one.by_place, 1)
                if cents
            ],
        }
        for one in prizes_of(event, terms)
    ]
