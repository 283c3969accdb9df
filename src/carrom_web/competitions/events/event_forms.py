"""The forms by which an organiser announces an event: the event itself, and each of its categories."""

from collections.abc import Mapping, Sequence
from datetime import date, time
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carrom.match.lengths import LENGTHS
from carrom.match.rules import shipped
from carrom.tournament import transfers
from carrom.tournament.event import (
    LINK,
    PHONE,
    CategoryTerms,
    Contact,
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
from carrom.tournament.teams import LineUpError, TieTerms
from carrom.tournament.transfers import Transfer
from carrom_web.accounts.services import tidy_name
from carrom_web.competitions.events import break_lines, format_fields
from carrom_web.competitions.events.forms import OLDEST, DateInput, TimeInput
from carrom_web.competitions.events.labels import length_label, method_label
from carrom_web.competitions.events.tie_break_field import TieBreakField
from carrom_web.core.translation import localized

MOST_IN_A_TEAM = 16
LONGEST_TIE = 15
ACCOUNT = ("holder", "iban", "bic", "upi", "account")
ONE_MATCH = "M"  # in the field of a tie's matches: whole teams meet in one


class EventForm(forms.Form):
    """What an event announces, but its categories (`CategoryForm`)."""

    title = forms.CharField(label=gettext_lazy("Title"), max_length=80)
    venue = forms.CharField(label=gettext_lazy("Venue"), max_length=80)
    address = forms.CharField(label=gettext_lazy("Address"), max_length=160, required=False)
    first_day = forms.DateField(label=gettext_lazy("First day"), widget=DateInput())
    last_day = forms.DateField(label=gettext_lazy("Last day"), widget=DateInput(), required=False)
    opens = forms.TimeField(label=gettext_lazy("From"), widget=TimeInput())
    closes = forms.TimeField(label=gettext_lazy("To"), widget=TimeInput())
    breaks = forms.CharField(
        label=gettext_lazy("Breaks, one a line"),
        max_length=2000,
        required=False,
        widget=forms.Textarea({"rows": 3, "placeholder": break_lines.EXAMPLE}),
        help_text=gettext_lazy("From, to, what. Every day, or with its date in front: 2027-05-08 09:00-09:30 Opening"),
    )
    time_zone = forms.CharField(label=gettext_lazy("Time zone"), max_length=40)
    deadline = forms.DateField(label=gettext_lazy("Entries until the end of"), widget=DateInput())
    ruleset = forms.ChoiceField(label=gettext_lazy("Laws"))
    currency = forms.CharField(label=gettext_lazy("Currency"), max_length=3)
    pays = forms.MultipleChoiceField(
        label=gettext_lazy("Fees may be paid by"), required=False, widget=forms.CheckboxSelectMultiple
    )
    due_on_day = forms.MultipleChoiceField(
        label=gettext_lazy("Due on the first day, not when entries close"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    transfer_holder = forms.CharField(label=gettext_lazy("Account holder"), max_length=120, required=False)
    transfer_iban = forms.CharField(
        label=gettext_lazy("IBAN"), max_length=50, required=False, widget=forms.TextInput({"autocomplete": "off"})
    )
    transfer_bic = forms.CharField(label=gettext_lazy("BIC (optional)"), max_length=20, required=False)
    transfer_upi = forms.CharField(
        label=gettext_lazy("UPI id (rupees)"),
        max_length=330,
        required=False,
        widget=forms.TextInput({"placeholder": "carromclub@okbank"}),
    )
    transfer_account = forms.CharField(
        label=gettext_lazy("Account and bank, where there is no IBAN"), max_length=200, required=False
    )
    boards = forms.IntegerField(label=gettext_lazy("Boards"), min_value=1, max_value=200)
    least = forms.IntegerField(label=gettext_lazy("Least entries"), min_value=2, max_value=500)
    reporting_minutes = forms.IntegerField(label=gettext_lazy("Reporting time, minutes"), min_value=0, max_value=180)
    rest_minutes = forms.IntegerField(label=gettext_lazy("Rest between matches, minutes"), min_value=0, max_value=240)
    notes = forms.CharField(
        label=gettext_lazy("What else to know"), max_length=1000, required=False, widget=forms.Textarea({"rows": 3})
    )
    contact_name = forms.CharField(label=gettext_lazy("Name"), max_length=80, required=False)
    contact_email = forms.EmailField(label=gettext_lazy("E-mail"), max_length=254, required=False)
    contact_phone = forms.RegexField(
        PHONE,
        label=gettext_lazy("Telephone"),
        max_length=40,
        required=False,
        widget=forms.TextInput({"type": "tel", "placeholder": "+1 301 555 0100"}),
        error_messages={"invalid": gettext_lazy("Take digits, with the country first, as +1 301 555 0100.")},
    )
    contact_link = forms.RegexField(
        LINK,
        label=gettext_lazy("Page"),
        max_length=200,
        required=False,
        widget=forms.TextInput({"type": "url", "placeholder": "https://"}),
        error_messages={"invalid": gettext_lazy("An address of a page begins with https://.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["ruleset"].choices = [(one.slug, one.title) for one in shipped().values()]
        fields["pays"].choices = [(one.value, method_label(one)) for one in Method]
        fields["due_on_day"].choices = [("cash", _("Fees in cash")), ("transfer", _("Fees by transfer"))]

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
            "breaks": break_lines.write(terms.days),
            "time_zone": terms.time_zone,
            "deadline": terms.deadline,
            "ruleset": terms.ruleset,
            "currency": terms.currency,
            "pays": [one.value for one in terms.pays],
            "due_on_day": [one.value for one in terms.due_on_day],
            "transfer_holder": terms.transfer.holder,
            "transfer_iban": terms.transfer.printed_iban,
            "transfer_bic": terms.transfer.bic,
            "transfer_upi": terms.transfer.upi,
            "transfer_account": terms.transfer.account,
            "boards": terms.boards,
            "least": terms.least,
            "reporting_minutes": terms.reporting_minutes,
            "rest_minutes": terms.rest_minutes,
            "notes": terms.notes,
            "contact_name": terms.contact.name,
            "contact_email": terms.contact.email,
            "contact_phone": terms.contact.phone,
            "contact_link": terms.contact.link,
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
        if "breaks" in given and not {"first_day", "last_day", "opens", "closes"} & set(self.errors):
            try:
                break_lines.put(self.days(), given["breaks"])
            except break_lines.BreakLineError as error:
                self.add_error("breaks", localized(error))
        self._check_transfer(given)
        return given

    def transfer(self) -> Transfer:
        """The account as told."""
        told = {name: self.cleaned_data.get(f"transfer_{name}", "") for name in ACCOUNT}
        return transfers.tidy(Transfer(**told))

    def _check_transfer(self, given: Mapping[str, Any]) -> None:
        """What is wrong with the account stands at its field; one is needed where fees may be transferred."""
        for fault in transfers.faults_of(self.transfer()):
            self.add_error(f"transfer_{fault.field}", localized(fault))
        if Method.TRANSFER in given.get("pays", ()) and not self.transfer().is_given and not self.errors:
            self.add_error(
                "transfer_holder",
                _("Say where to transfer to: the account holder, and an IBAN, a UPI id or an account."),
            )

    def terms(self, categories: Sequence[CategoryTerms], before: EventTerms) -> EventTerms:
        """The event as told, with what the form does not ask taken from before."""
        given = self.cleaned_data
        same_days = self.told_by(before)
        kept = all(same_days[name] == given[name] for name in ("first_day", "last_day", "opens", "closes"))
        return EventTerms(
            title=tidy_name(given["title"], 80),
            venue=Venue(tidy_name(given["venue"], 80), tidy_name(given["address"], 160)),
            days=break_lines.put(before.days if kept else self.days(), given["breaks"]),
            time_zone=given["time_zone"],
            deadline=given["deadline"],
            categories=tuple(categories),
            ruleset=given["ruleset"],
            official_laws_only=before.official_laws_only,
            extensions=before.extensions,
            currency=given["currency"].upper(),
            pays=tuple(Method(one) for one in given["pays"]),
            due_on_day=tuple(Method(one) for one in given["due_on_day"]),
            transfer=self.transfer(),
            least=given["least"],
            boards=given["boards"],
            reporting_minutes=given["reporting_minutes"],
            rest_minutes=given["rest_minutes"],
            notes=given["notes"].strip(),
            contact=Contact(
                name=tidy_name(given["contact_name"], 80),
                email=given["contact_email"],
                phone=given["contact_phone"],
                link=given["contact_link"],
            ),
        )

    def show_faults(self, terms: EventTerms) -> bool:
        """Add what is wrong with the whole to the form; True if there is nothing."""
        found = faults_of(terms)
        for fault in found:
            self.add_error(None, localized(fault))
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
            ("team", gettext_lazy("Teams")),
            ("solo", gettext_lazy("19-coin solo")),
        ],
    )
    gender = forms.ChoiceField(
        label=gettext_lazy("Open to"),
        choices=[
            ("any", gettext_lazy("Everybody")),
            ("women", gettext_lazy("Women")),
            ("men", gettext_lazy("Men")),
            ("mixed", gettext_lazy("Women and men together")),
        ],
    )
    youngest = forms.IntegerField(label=gettext_lazy("Youngest"), min_value=0, max_value=OLDEST, required=False)
    oldest = forms.IntegerField(label=gettext_lazy("Oldest"), min_value=0, max_value=OLDEST, required=False)
    fee = forms.DecimalField(label=gettext_lazy("Fee"), min_value=0, max_digits=7, decimal_places=2, required=False)
    least = forms.IntegerField(label=gettext_lazy("Least entries"), min_value=1, max_value=500, required=False)
    most = forms.IntegerField(label=gettext_lazy("Most entries"), min_value=1, max_value=2000, required=False)
    format = forms.ChoiceField(label=gettext_lazy("Format"))
    length = forms.ChoiceField(label=gettext_lazy("Match"))
    members = forms.IntegerField(
        label=gettext_lazy("Players of a team, least"), min_value=1, max_value=MOST_IN_A_TEAM, required=False
    )
    most_members = forms.IntegerField(
        label=gettext_lazy("Players of a team, most"), min_value=1, max_value=MOST_IN_A_TEAM, required=False
    )
    tie_order = forms.CharField(
        label=gettext_lazy("Matches of a tie: S a single, D a double; M: one match of the teams"),
        max_length=LONGEST_TIE,
        required=False,
        widget=forms.TextInput({"placeholder": TieTerms().order, "autocomplete": "off"}),
    )
    single_points = forms.IntegerField(
        label=gettext_lazy("Points for a single"), min_value=0, max_value=99, required=False
    )
    double_points = forms.IntegerField(
        label=gettext_lazy("Points for a double"), min_value=0, max_value=99, required=False
    )
    twice = forms.ChoiceField(
        label=gettext_lazy("One player in a single and a double"),
        choices=[("yes", gettext_lazy("yes")), ("no", gettext_lazy("no"))],
        required=False,
    )
    level = forms.ChoiceField(
        label=gettext_lazy("Where a tie is level"),
        choices=[
            ("points", gettext_lazy("the points of all its matches decide")),
            ("first_match", gettext_lazy("its first match decides")),
            ("tied", gettext_lazy("it is tied")),
        ],
        required=False,
    )
    tie_breaks = TieBreakField(label=gettext_lazy("Tie-breaks, from first to last"), usual=USUAL.order, required=False)

    def __init__(self, *args: Any, formats: Sequence[tuple[str, str]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["format"].choices = list(formats)
        fields["format"].initial = "knockout"
        fields["length"].choices = [(one, length_label(one)) for one in LENGTHS]
        fields["length"].initial = "match"
        for slug, _title in formats:
            fields.update(format_fields.fields_of(slug))

    def options(self) -> list[dict[str, Any]]:
        """The options of every format, of which the page shows the chosen one's: format, title, fields, open."""
        choices: Any = self.fields["format"]
        found = []
        for slug, title in choices.choices:
            own = [self[name] for name in self.fields if format_fields.is_option(name, of=slug)]
            wrong = self.is_bound and any(field.errors for field in own)
            found.append({"format": slug, "title": title, "fields": own, "open": wrong})
        return found

    def clean(self) -> dict[str, Any]:
        """Options are asked of the chosen format alone; what it does not take stands at the field."""
        given = super().clean() or self.cleaned_data
        chosen = given.get("format", "")
        for name in [one for one in self.errors if format_fields.is_option(one)]:
            if not format_fields.is_option(name, of=chosen):
                del self.errors[name]
        for name, says in format_fields.refusals(chosen, given) if chosen else ():
            if name not in self.errors:
                self.add_error(name, says)
        if given.get("kind") == Kind.TEAM and given.get("title"):
            self._check_team(given)
        return given

    def _check_team(self, given: Mapping[str, Any]) -> None:
        if not given.get("members") and "members" not in self.errors:
            self.add_error("members", _("Say how many people make a team."))
        try:
            self._tie(given)
        except LineUpError as error:
            self.add_error("tie_order", localized(error))

    @staticmethod
    def _order(given: Mapping[str, Any]) -> str:
        return str(given.get("tie_order", "")).replace(" ", "").upper() or TieTerms().order

    @classmethod
    def _tie(cls, given: Mapping[str, Any]) -> TieTerms | None:
        """What a tie is made of; None where teams meet in one match."""
        usual, order = TieTerms(), cls._order(given)
        if order == ONE_MATCH:
            return None
        return TieTerms(
            order=order,
            single_points=usual.single_points if given.get("single_points") is None else given["single_points"],
            double_points=usual.double_points if given.get("double_points") is None else given["double_points"],
            twice=given.get("twice") != "no",
            level=given.get("level") or usual.level,
        )

    @staticmethod
    def told_by(category: CategoryTerms) -> dict[str, Any]:
        """The fields of a category as it stands."""
        tie = category.tie_terms or TieTerms()
        of_team = (
            {
                "members": category.members,
                "most_members": category.most_members or None,
                "tie_order": ONE_MATCH if category.one_match else tie.order,
                "single_points": tie.single_points,
                "double_points": tie.double_points,
                "twice": "yes" if tie.twice else "no",
                "level": tie.level,
            }
            if category.kind is Kind.TEAM
            else {}
        )
        return (
            of_team
            | format_fields.told_by(category.format, category.format_values)
            | {
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
                "tie_breaks": category.tie_breaks,
            }
        )

    def category(self, key: str, before: CategoryTerms | None) -> CategoryTerms:
        """The category as told."""
        given = self.cleaned_data
        match = before.match if before else MatchTerms()
        same = before is not None and before.format == given["format"]
        is_team = given["kind"] == Kind.TEAM
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
            members=given["members"] or 0 if is_team else 0,
            most_members=given["most_members"] or 0 if is_team else 0,
            tie=self._tie(given) if is_team else None,
            one_match=is_team and self._order(given) == ONE_MATCH,
            format_values=format_fields.values(given, before.format_values if same and before else ()),
            tie_breaks=given["tie_breaks"],
            match=MatchTerms(
                length=given["length"],
                values=match.values,
                minutes=match.minutes,
                at_limit=match.at_limit,
                expected_minutes=match.expected_minutes,
            ),
        )
