"""The forms of an event: registering, a partner's word, what the desk records, what an organiser announces."""

from collections.abc import Mapping, Sequence
from datetime import date, time
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carrom.match.lengths import LENGTHS
from carrom.match.rules import shipped
from carrom.tournament import registration as desk
from carrom.tournament.event import (
    CategoryTerms,
    Day,
    EventTerms,
    Gender,
    Kind,
    MatchTerms,
    Method,
    Venue,
    faults_of,
)
from carrom.tournament.regulation import USUAL
from carrom_web.accounts.actions import tidy_name
from carrom_web.tournaments import paypal
from carrom_web.tournaments.actions.entering import Application, Partner
from carrom_web.tournaments.models import EMAIL_LENGTH, NAME_LENGTH
from carrom_web.tournaments.words import length_words, method_words

OLDEST = 120  # years


class DateInput(forms.DateInput):
    """The browser's own field for a date."""

    input_type = "date"

    def __init__(self, **attributes: Any) -> None:
        super().__init__(attributes, format="%Y-%m-%d")


class TimeInput(forms.TimeInput):
    """The browser's own field for a time of the day."""

    input_type = "time"

    def __init__(self, **attributes: Any) -> None:
        super().__init__(attributes, format="%H:%M")


class Registering(forms.Form):
    """One person's registration; the categories of the event are its fields (K-007)."""

    name = forms.CharField(
        label=gettext_lazy("Full name"), max_length=NAME_LENGTH, widget=forms.TextInput({"autocomplete": "name"})
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail"), max_length=EMAIL_LENGTH, widget=forms.EmailInput({"autocomplete": "email"})
    )
    born = forms.DateField(label=gettext_lazy("Date of birth"), required=False, widget=DateInput(autocomplete="bday"))
    gender = forms.ChoiceField(
        label=gettext_lazy("Draw"),
        required=False,
        widget=forms.RadioSelect,
        choices=[("women", gettext_lazy("Women")), ("men", gettext_lazy("Men"))],
    )
    club_name = forms.CharField(label=gettext_lazy("Club"), max_length=NAME_LENGTH, required=False)
    shows_name = forms.BooleanField(
        label=gettext_lazy("Show my name in draws and results"), required=False, initial=True
    )
    method = forms.ChoiceField(label=gettext_lazy("How do you pay?"), widget=forms.RadioSelect, required=False)

    def __init__(self, terms: EventTerms, *args: Any, closed: Mapping[str, str], site: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.terms, self.closed, self.site = terms, closed, site
        fields: dict[str, Any] = self.fields
        fields["born"].required = any(one.oldest or one.youngest for one in terms.categories)
        if all(one.gender is Gender.ANY for one in terms.categories):
            del fields["gender"]
        taken = [one for one in terms.pays if one is not Method.PAYPAL or paypal.is_set_up()]
        if any(category.fee for category in terms.categories):
            fields["method"].choices = [(one.value, method_words(one)) for one in taken]
            fields["method"].initial = taken[0].value if taken else ""
            fields["method"].required = True
        else:
            del fields["method"]
        for category in terms.categories:
            shut = category.key in closed
            fields[f"in_{category.key}"] = forms.BooleanField(label=category.title, required=False, disabled=shut)
            if category.kind is Kind.DOUBLES and not shut:
                self._add_partner(category)

    def _add_partner(self, category: CategoryTerms) -> None:
        key = category.key
        self.fields[f"mate_{key}"] = forms.CharField(
            label=_("Partner's full name"), max_length=NAME_LENGTH, required=False
        )
        self.fields[f"mail_{key}"] = forms.EmailField(
            label=_("Partner's e-mail"), max_length=EMAIL_LENGTH, required=False
        )
        if category.oldest or category.youngest:
            self.fields[f"born_{key}"] = forms.DateField(
                label=_("Partner's date of birth"), required=False, widget=DateInput()
            )
        if category.gender is Gender.MIXED:
            self.fields[f"gender_{key}"] = forms.ChoiceField(
                label=_("Partner's draw"), required=False, choices=[("", "-"), ("women", _("Women")), ("men", _("Men"))]
            )

    def rows(self) -> list[dict[str, Any]]:
        """The categories as the page shows them: terms, the box to tick, the partner's fields, why it is closed."""
        return [
            {
                "terms": category,
                "box": self[f"in_{category.key}"],
                "partner": [self[name] for name in self._partner_fields(category.key)],
                "closed": self.closed.get(category.key, ""),
            }
            for category in self.terms.categories
        ]

    def _partner_fields(self, key: str) -> list[str]:
        return [
            name for name in (f"{part}_{key}" for part in ("mate", "mail", "born", "gender")) if name in self.fields
        ]

    def clean_name(self) -> str:
        """The name without what cannot be shown; two words at least, or a player cannot be told from another."""
        return _whole_name(self.cleaned_data["name"])

    def clean_born(self) -> date | None:
        """A day on which somebody may have been born."""
        return _birthday(self.cleaned_data["born"], self.terms)

    def clean(self) -> dict[str, Any]:
        """Each category admits whoever enters it; what is wrong stands at its field."""
        given = super().clean() or self.cleaned_data
        chosen = [one for one in self.terms.categories if given.get(f"in_{one.key}")]
        if not chosen:
            self.add_error(None, _("Choose at least one category."))
        for category in chosen:
            for name in (f"mate_{category.key}", f"mail_{category.key}"):
                if name in self.fields and not given.get(name) and name not in self.errors:
                    self.add_error(name, _("A pair needs this: your partner gets a link and confirms."))
            if f"born_{category.key}" in self.fields and not given.get(f"born_{category.key}"):
                self.add_error(f"born_{category.key}", _("The age decides the category."))
        if not self.errors:
            self._check_admitted(chosen)
        return given

    def _check_admitted(self, chosen: Sequence[CategoryTerms]) -> None:
        application = self.application()
        for category in chosen:
            people = [
                desk.Person(name=one.name, born=one.born, gender=one.gender)
                for one in application.members(category.key)
            ]
            try:
                desk.check_admits(category, people, self.terms)
            except desk.NotAdmittedError as refused:
                self.add_error(f"in_{category.key}", str(refused))

    def application(self, **more: Any) -> Application:
        """What was filled in, as the desk takes it."""
        given = self.cleaned_data
        partners = []
        for category in self.terms.categories:
            key = category.key
            if given.get(f"in_{key}") and given.get(f"mate_{key}"):
                partners.append(
                    (
                        key,
                        Partner(
                            name=tidy_name(given[f"mate_{key}"], NAME_LENGTH),
                            email=given[f"mail_{key}"],
                            born=given.get(f"born_{key}"),
                            gender=Gender(given[f"gender_{key}"]) if given.get(f"gender_{key}") else None,
                        ),
                    )
                )
        return Application(
            name=given["name"],
            email=given["email"],
            born=given.get("born"),
            gender=Gender(given["gender"]) if given.get("gender") else None,
            club_name=tidy_name(given.get("club_name", ""), NAME_LENGTH),
            shows_name=given["shows_name"],
            method=Method(given["method"]) if given.get("method") else (self.terms.pays or (Method.CASH,))[0],
            categories=tuple(one.key for one in self.terms.categories if given.get(f"in_{one.key}")),
            partners=tuple(partners),
            site=self.site,
            **more,
        )


def _whole_name(name: str) -> str:
    tidy = tidy_name(name, NAME_LENGTH)
    if len(tidy) < 2:
        raise forms.ValidationError(_("Enter the full name."))
    return tidy


def _birthday(born: date | None, terms: EventTerms) -> date | None:
    if born is not None and not 0 <= desk.age_on(born, terms.days[0].date) <= OLDEST:
        raise forms.ValidationError(_("Nobody who plays was born on that day. Year, month, day?"))
    return born


class Extending(forms.Form):
    """A later deadline."""

    to = forms.DateField(label=gettext_lazy("Entries until the end of"), widget=DateInput())
    why = forms.CharField(label=gettext_lazy("Why (shown to everybody)"), max_length=300, required=False)


class Announcing(forms.Form):
    """A public notice."""

    text = forms.CharField(label=gettext_lazy("Notice to everybody"), max_length=1000)

    def clean_text(self) -> str:
        """Without what cannot be shown."""
        return tidy_name(self.cleaned_data["text"], 1000)


class Paying(forms.Form):
    """Money taken or given back at the desk."""

    amount = forms.DecimalField(label=gettext_lazy("Amount"), min_value=0, max_digits=8, decimal_places=2)
    method = forms.ChoiceField(label=gettext_lazy("Paid by"), required=False)
    note = forms.CharField(label=gettext_lazy("Note"), max_length=200, required=False)

    def __init__(self, terms: EventTerms, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        by_hand = [one for one in terms.pays if one is not Method.PAYPAL]
        field: Any = self.fields["method"]
        field.choices = [(one.value, method_words(one)) for one in by_hand]

    @property
    def cents(self) -> int:
        """The amount in cents."""
        return int(self.cleaned_data["amount"] * 100)


class EventForm(forms.Form):
    """What an event announces, but its categories (`CategoryForm`)."""

    title = forms.CharField(label=gettext_lazy("Title"), max_length=80)
    venue = forms.CharField(label=gettext_lazy("Venue"), max_length=80)
    address = forms.CharField(label=gettext_lazy("Address"), max_length=160, required=False)
    first_day = forms.DateField(label=gettext_lazy("First day"), widget=DateInput())
    last_day = forms.DateField(label=gettext_lazy("Last day"), widget=DateInput(), required=False)
    opens = forms.TimeField(label=gettext_lazy("From"), widget=TimeInput())
    closes = forms.TimeField(label=gettext_lazy("To"), widget=TimeInput())
    time_zone = forms.CharField(label=gettext_lazy("Time zone"), max_length=40)
    deadline = forms.DateField(label=gettext_lazy("Entries until the end of"), widget=DateInput())
    ruleset = forms.ChoiceField(label=gettext_lazy("Laws"))
    currency = forms.CharField(label=gettext_lazy("Currency"), max_length=3)
    pays = forms.MultipleChoiceField(
        label=gettext_lazy("Fees may be paid by"), required=False, widget=forms.CheckboxSelectMultiple
    )
    boards = forms.IntegerField(label=gettext_lazy("Boards"), min_value=1, max_value=200)
    least = forms.IntegerField(label=gettext_lazy("Least entries"), min_value=2, max_value=500)
    reporting_minutes = forms.IntegerField(label=gettext_lazy("Reporting time, minutes"), min_value=0, max_value=180)
    rest_minutes = forms.IntegerField(label=gettext_lazy("Rest between matches, minutes"), min_value=0, max_value=240)
    notes = forms.CharField(
        label=gettext_lazy("What else to know"), max_length=1000, required=False, widget=forms.Textarea({"rows": 3})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["ruleset"].choices = [(one.slug, one.title) for one in shipped().values()]
        fields["pays"].choices = [(one.value, method_words(one)) for one in Method]

    @staticmethod
    def told_by(terms: EventTerms) -> dict[str, Any]:
        """The fields of an event as it stands."""
        first, last = terms.days[0], terms.days[-1]
        return {
            "title": terms.title,
            "venue": terms.venue.name,
            "address": terms.venue.address,
            "first_day": first.date,
            "last_day": last.date if last.date != first.date else None,
            "opens": first.opens,
            "closes": first.closes,
            "time_zone": terms.time_zone,
            "deadline": terms.deadline,
            "ruleset": terms.ruleset,
            "currency": terms.currency,
            "pays": [one.value for one in terms.pays],
            "boards": terms.boards,
            "least": terms.least,
            "reporting_minutes": terms.reporting_minutes,
            "rest_minutes": terms.rest_minutes,
            "notes": terms.notes,
        }

    def days(self) -> tuple[Day, ...]:
        """Every day from the first to the last, with the same hours."""
        first = self.cleaned_data["first_day"]
        last = self.cleaned_data["last_day"] or first
        numbers = range(first.toordinal(), max(first, last).toordinal() + 1)
        opens: time = self.cleaned_data["opens"]
        return tuple(Day(date.fromordinal(number), opens, self.cleaned_data["closes"]) for number in numbers)

    def clean(self) -> dict[str, Any]:
        """Not longer than a fortnight."""
        given = super().clean() or self.cleaned_data
        first, last = given.get("first_day"), given.get("last_day")
        if first and last and not first <= last <= date.fromordinal(first.toordinal() + 13):
            self.add_error("last_day", _("The last day comes after the first, within a fortnight."))
        return given

    def terms(self, categories: Sequence[CategoryTerms], before: EventTerms) -> EventTerms:
        """The event as told, with what the form does not ask taken from before."""
        given = self.cleaned_data
        same_days = self.told_by(before)
        kept = all(same_days[name] == given[name] for name in ("first_day", "last_day", "opens", "closes"))
        return EventTerms(
            title=tidy_name(given["title"], 80),
            venue=Venue(tidy_name(given["venue"], 80), tidy_name(given["address"], 160)),
            days=before.days if kept else self.days(),
            time_zone=given["time_zone"],
            deadline=given["deadline"],
            categories=tuple(categories),
            ruleset=given["ruleset"],
            official_laws_only=before.official_laws_only,
            extensions=before.extensions,
            currency=given["currency"].upper(),
            pays=tuple(Method(one) for one in given["pays"]),
            least=given["least"],
            boards=given["boards"],
            reporting_minutes=given["reporting_minutes"],
            rest_minutes=given["rest_minutes"],
            notes=given["notes"].strip(),
        )

    def show_faults(self, terms: EventTerms) -> bool:
        """Add what is wrong with the whole to the form; True if there is nothing."""
        found = faults_of(terms)
        for fault in found:
            self.add_error(None, fault)
        return not found


class CategoryForm(forms.Form):
    """One category of an event. A row without a title is none."""

    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=40)
    title = forms.CharField(label=gettext_lazy("Category"), max_length=60, required=False)
    kind = forms.ChoiceField(
        label=gettext_lazy("Who plays"),
        choices=[
            ("singles", gettext_lazy("Singles")),
            ("doubles", gettext_lazy("Doubles")),
            ("solo", gettext_lazy("19-coin solo")),
        ],
    )
    gender = forms.ChoiceField(
        label=gettext_lazy("Open to"),
        choices=[
            ("any", gettext_lazy("Everybody")),
            ("women", gettext_lazy("Women")),
            ("men", gettext_lazy("Men")),
            ("mixed", gettext_lazy("Mixed pairs")),
        ],
    )
    youngest = forms.IntegerField(label=gettext_lazy("Youngest"), min_value=0, max_value=OLDEST, required=False)
    oldest = forms.IntegerField(label=gettext_lazy("Oldest"), min_value=0, max_value=OLDEST, required=False)
    fee = forms.DecimalField(label=gettext_lazy("Fee"), min_value=0, max_digits=7, decimal_places=2, required=False)
    least = forms.IntegerField(label=gettext_lazy("Least entries"), min_value=1, max_value=500, required=False)
    most = forms.IntegerField(label=gettext_lazy("Most entries"), min_value=1, max_value=2000, required=False)
    format = forms.ChoiceField(label=gettext_lazy("Format"))
    length = forms.ChoiceField(label=gettext_lazy("Match"))
    tie_breaks = forms.CharField(
        label=gettext_lazy("Tie-breaks, from first to last"),
        max_length=200,
        required=False,
        widget=forms.TextInput({"placeholder": ", ".join(USUAL.order), "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, formats: Sequence[tuple[str, str]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["format"].choices = list(formats)
        fields["format"].initial = "knockout"
        fields["length"].choices = [(one, length_words(one)) for one in LENGTHS]
        fields["length"].initial = "match"

    @staticmethod
    def told_by(category: CategoryTerms) -> dict[str, Any]:
        """The fields of a category as it stands."""
        return {
            "key": category.key,
            "title": category.title,
            "kind": category.kind.value,
            "gender": category.gender.value,
            "youngest": category.youngest,
            "oldest": category.oldest,
            "fee": f"{category.fee / 100:.2f}",
            "least": category.least,
            "most": category.most,
            "format": category.format,
            "length": category.match.length,
            "tie_breaks": ", ".join(category.tie_breaks),
        }

    def category(self, key: str, before: CategoryTerms | None) -> CategoryTerms:
        """The category as told."""
        given = self.cleaned_data
        match = before.match if before else MatchTerms()
        same = before is not None and before.format == given["format"]
        return CategoryTerms(
            key=key,
            title=tidy_name(given["title"], 60),
            kind=Kind(given["kind"]),
            fee=int((given["fee"] or 0) * 100),
            youngest=given["youngest"],
            oldest=given["oldest"],
            pair_ages=before.pair_ages if before else "each",
            gender=Gender(given["gender"]),
            level=before.level if before else "",
            least=given["least"] or 4,
            most=given["most"],
            format=given["format"],
            format_values=before.format_values if same and before else (),
            tie_breaks=tuple(given["tie_breaks"].replace(",", " ").split()),
            match=MatchTerms(
                length=given["length"],
                values=match.values,
                minutes=match.minutes,
                at_limit=match.at_limit,
                expected_minutes=match.expected_minutes,
            ),
        )
