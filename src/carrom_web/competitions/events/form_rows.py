"""A form of an event with its categories as rows, and the initial values of a new event."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from django.utils import timezone

from carrom.tournament.category import CategoryTerms
from carrom.tournament.event import EventTerms
from carrom.tournament.presets.every import Preset
from carrom_web.competitions.events.event_forms import CategoryForm, EventForm
from carrom_web.competitions.events.services import organising
from carrom_web.competitions.terms_form import TermsWithRows

WEEKS_AHEAD = 6


class EditedForms(TermsWithRows[EventTerms]):
    """Forms with an organiser's input, or with the stored values."""

    form_class, row_class = EventForm, CategoryForm
    prefix, part_name = "c", "category"
    buttons = {"show-options": 0, "add-category": 1}  # noqa: RUF012  # a class variable of the base

    @staticmethod
    def parts_of(terms: EventTerms) -> Sequence[CategoryTerms]:
        """Its categories."""
        return terms.categories

    def part(self, row: CategoryForm, key: str, old: CategoryTerms | None) -> CategoryTerms:
        """A category as it was typed."""
        return row.category(key, old)

    def made(self, parts: Sequence[CategoryTerms]) -> EventTerms | None:
        """The event as it was typed; None if something is wrong with the whole."""
        terms: EventTerms = self.form.terms(parts, self.before)
        return terms if self.form.show_faults(terms) else None


def begin_with(preset: Preset) -> EventTerms:
    """A preset some weeks from now, on the same days of the week; one of a real event keeps its own days."""
    terms = preset.terms
    if terms.venue.address:
        return terms
    first = terms.days[0].date
    day = timezone.localdate() + timedelta(weeks=WEEKS_AHEAD)
    day += timedelta(days=(first.weekday() - day.weekday()) % 7)
    moved = organising.copy_of(terms, first_day=day, deadline=day - (first - terms.deadline), title=terms.title)
    return replace(moved, title=terms.title)


def a_year_later(terms: EventTerms) -> EventTerms:
    """An event once more, a year later on the same days of the week."""
    year = timedelta(weeks=52)
    first, deadline = terms.days[0].date + year, terms.deadline + year
    return organising.copy_of(terms, first_day=first, deadline=deadline, title=terms.title)
