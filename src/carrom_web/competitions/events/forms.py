"""The forms of an event: registering with partners or a team, what the desk records, what an organiser says."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carrom.errors import UnreadableError
from carrom.tournament import registration as desk
from carrom.tournament.category import OLDEST, CategoryTerms, Gender, Kind
from carrom.tournament.event import ONLINE, EventTerms, Method
from carrom_web.accounts.services import tidy_name
from carrom_web.competitions.events.asked_fields import Asked
from carrom_web.competitions.events.labels import method_label
from carrom_web.competitions.events.models import EMAIL_LENGTH, NAME_LENGTH
from carrom_web.competitions.events.services.applications import Application, Partner
from carrom_web.core.setting_fields import DateInput
from carrom_web.core.translation import localized

PARTS = ("mate", "mail", "born", "gender")


class FormError(UnreadableError):
    """A form of a page that cannot be read, or that asks for something that its page cannot do."""

    code = "bad-form"


def key_of(category: CategoryTerms, number: int = 0) -> str:
    """Return the suffix of a partner's fields: the category, and the number of a team's member."""
    return f"{category.key}_{number}" if number else category.key


def partner_fields(category: CategoryTerms, key: str, *, number: int = 0) -> dict[str, forms.Field]:
    """The fields by which a partner, or a member of a team by their number, is named."""
    who = {"n": str(number + 1)}
    if number and number == category.most_size:
        who = {"n": _("%(n)s (if you do not play)") % who}
    elif category.size <= number:
        who = {"n": _("%(n)s (optional)") % who}
    fields: dict[str, forms.Field] = {
        f"mate_{key}": forms.CharField(
            label=_("Player %(n)s, full name") % who if number else _("Partner's full name"),
            max_length=NAME_LENGTH,
            required=False,
        ),
        f"mail_{key}": forms.EmailField(
            label=_("Player %(n)s, email") % who if number else _("Partner's email"),
            max_length=EMAIL_LENGTH,
            required=False,
        ),
    }
    if category.oldest or category.youngest:
        fields[f"born_{key}"] = forms.DateField(
            label=_("Player %(n)s, date of birth") % who if number else _("Partner's date of birth"),
            required=False,
            widget=DateInput(),
        )
    if category.gender is not Gender.ANY:
        fields[f"gender_{key}"] = forms.ChoiceField(
            label=_("Player %(n)s, women or men") % who if number else _("Partner, women or men"),
            required=False,
            choices=[("", "-"), ("women", _("Women")), ("men", _("Men"))],
        )
    return fields


def partner_of(given: Mapping[str, Any], key: str) -> Partner | None:
    """Return the person in a partner's fields; None if nobody."""
    name = tidy_name(given.get(f"mate_{key}") or "", NAME_LENGTH)
    if not name:
        return None
    gender = given.get(f"gender_{key}")
    return Partner(
        name=name,
        email=given.get(f"mail_{key}") or "",
        born=given.get(f"born_{key}"),
        gender=Gender(gender) if gender else None,
    )


class Registering(forms.Form):
    """One person's registration; the categories of the event are its fields (K-007)."""

    needs_mail = True  # of partners, who are asked by letter
    by_desk = False  # an official fills it in: what the event asks of its own may come later

    name = forms.CharField(
        label=gettext_lazy("Full name"), max_length=NAME_LENGTH, widget=forms.TextInput({"autocomplete": "name"})
    )
    email = forms.EmailField(
        label=gettext_lazy("Email"), max_length=EMAIL_LENGTH, widget=forms.EmailInput({"autocomplete": "email"})
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
    method = forms.ChoiceField(label=gettext_lazy("How will you pay?"), widget=forms.RadioSelect, required=False)

    def __init__(
        self,
        terms: EventTerms,
        *args: Any,
        closed: Mapping[str, str],
        ways: Sequence[Method],
        site: str = "",
        asked: Asked | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.terms, self.closed, self.site, self.ways = terms, closed, site, tuple(ways)
        self.asked = asked or Asked((), 0)
        fields: dict[str, Any] = self.fields
        fields.update(self.asked.fields(by_desk=self.by_desk))
        fields["born"].required = any(one.oldest or one.youngest for one in terms.categories)
        if all(one.gender is Gender.ANY for one in terms.categories):
            del fields["gender"]
        if any(category.fee for category in terms.categories):
            fields["method"].choices = [(one.value, method_label(one)) for one in ways]
            fields["method"].initial = ways[0].value if ways else ""
            fields["method"].required = True
        else:
            del fields["method"]
        for category in terms.categories:
            shut = category.key in closed
            fields[f"in_{category.key}"] = forms.BooleanField(label=category.title, required=False, disabled=shut)
            if category.kind is Kind.DOUBLES and not shut:
                self.fields.update(partner_fields(category, key_of(category)))
            elif category.kind is Kind.TEAM and not shut:
                fields[f"team_{category.key}"] = forms.CharField(
                    label=_("Team name"), max_length=NAME_LENGTH, required=False
                )
                fields[f"leads_{category.key}"] = forms.BooleanField(
                    label=_("I lead this team and do not play in it"), required=False
                )
                for number in self._numbers(category):
                    fields.update(partner_fields(category, key_of(category, number), number=number))

    def rows(self) -> list[dict[str, Any]]:
        """The categories as the page shows them: terms, the box to tick, the partner's fields, why it is closed."""
        return [
            {
                "terms": category,
                "box": self[f"in_{category.key}"],
                "partner": self._partner_fields(key_of(category)) if category.kind is Kind.DOUBLES else [],
                "team": self[f"team_{category.key}"] if f"team_{category.key}" in self.fields else None,
                "leads": self[f"leads_{category.key}"] if f"leads_{category.key}" in self.fields else None,
                "members": [self._partner_fields(key_of(category, n)) for n in self._numbers(category) if n],
                "needed": category.size - 1,
                "closed": self.closed.get(category.key, ""),
            }
            for category in self.terms.categories
        ]

    def asked_fields(self) -> list[forms.BoundField]:
        """The event's own questions."""
        return [self[name] for name in self.fields if name.startswith("asked_")]

    def _partner_fields(self, key: str) -> list[Any]:
        return [self[name] for part in PARTS if (name := f"{part}_{key}") in self.fields]

    @staticmethod
    def _numbers(category: CategoryTerms) -> Iterable[int]:
        """The partners that a category asks for: 0 the only one of a pair, 1 and on those of a team."""
        if category.kind is Kind.TEAM:
            return range(1, category.most_size + 1)  # the last one if the captain does not play
        return range(1 if category.kind is Kind.DOUBLES else 0)

    def clean_name(self) -> str:
        """The name without what cannot be shown; two words at least, to distinguish players."""
        return whole_name(self.cleaned_data["name"])

    def clean_born(self) -> date | None:
        """A day on which somebody may have been born."""
        return birthday(self.cleaned_data["born"], self.terms)

    def clean(self) -> dict[str, Any]:
        """Each category admits those who enter it; errors are shown at their field."""
        given = super().clean() or self.cleaned_data
        chosen = [one for one in self.terms.categories if given.get(f"in_{one.key}")]
        if self._lacks_category(chosen):
            self.add_error(None, _("Choose at least one category."))
        for category in chosen:
            if f"team_{category.key}" in self.fields and not given.get(f"team_{category.key}"):
                self.add_error(f"team_{category.key}", _("Enter a name for your team; the draw shows it."))
            for number in self._numbers(category):
                self._check_partner(category, number, given)
        self.asked.check(self, given)
        if not self.errors:
            self._check_admitted(chosen)
        return given

    def _lacks_category(self, chosen: list[CategoryTerms]) -> bool:
        return not chosen

    def _check_partner(self, category: CategoryTerms, number: int, given: Mapping[str, Any]) -> None:
        """Each partner has a name, an address and, where it decides, a date of birth."""
        key = key_of(category, number)
        named = any(given.get(f"{part}_{key}") for part in PARTS)
        leads = bool(given.get(f"leads_{category.key}"))
        if number >= category.size + leads and not named:
            return  # a team needs no more
        if number == category.most_size and category.kind is Kind.TEAM and not leads:
            says = _("The team is full. Leave this player out, or tick that you do not play.")
            self.add_error(f"mate_{key}", says)
            return
        says = _("Your team needs this member, who gets a link to confirm.")
        if category.kind is Kind.DOUBLES:
            says = _("A pair needs a partner, who gets a link to confirm.")
        for name in (f"mate_{key}", f"mail_{key}") if self.needs_mail else (f"mate_{key}",):
            if name in self.fields and not given.get(name) and name not in self.errors:
                self.add_error(name, says)
        for name, why in (
            (f"born_{key}", _("The age decides the category.")),
            (f"gender_{key}", _("Choose women or men.")),
        ):
            if name in self.fields and not given.get(name) and name not in self.errors:
                self.add_error(name, why)

    def _check_admitted(self, chosen: Sequence[CategoryTerms]) -> None:
        try:
            desk.check_number(self.terms, [category.key for category in chosen])
        except desk.NotAdmittedError as refused:
            self.add_error(None, localized(refused))
        application = self.application()
        for category in chosen:
            people = [
                desk.Person(name=one.name, born=one.born, gender=one.gender)
                for one in application.players(category.key)
            ]
            try:
                desk.check_admits(category, people, self.terms)
            except desk.NotAdmittedError as refused:
                self.add_error(f"in_{category.key}", localized(refused))

    def application(self, **more: Any) -> Application:
        """Return the form as the desk takes it."""
        given = self.cleaned_data
        chosen = [one for one in self.terms.categories if given.get(f"in_{one.key}")]
        partners = [
            (category.key, partner)
            for category in chosen
            for number in self._numbers(category)
            if (partner := partner_of(given, key_of(category, number))) is not None
        ]
        return Application(
            name=given["name"],
            email=given["email"],
            born=given.get("born"),
            gender=Gender(given["gender"]) if given.get("gender") else None,
            club_name=tidy_name(given.get("club_name", ""), NAME_LENGTH),
            shows_name=given["shows_name"],
            method=Method(given["method"]) if given.get("method") else (self.terms.pays or (Method.CASH,))[0],
            categories=tuple(one.key for one in chosen),
            partners=tuple(partners),
            teams=tuple(
                (one.key, tidy_name(given.get(f"team_{one.key}", ""), NAME_LENGTH))
                for one in chosen
                if one.kind is Kind.TEAM
            ),
            leads=tuple(one.key for one in chosen if given.get(f"leads_{one.key}")),
            answers=self.asked.answers(given),
            consent=self.asked.consent(given),
            site=self.site,
            **more,
        )


class Joining(forms.Form):
    """Another member of a team."""

    def __init__(self, category: CategoryTerms, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        labels = {"mate": _("Full name"), "mail": _("Email"), "born": _("Date of birth"), "gender": _("Draw")}
        for name, field in partner_fields(category, "new").items():
            field.label, field.required = labels[name.partition("_")[0]], True
            self.fields[name] = field

    def clean_mate_new(self) -> str:
        """A whole name."""
        return whole_name(self.cleaned_data["mate_new"])

    def partner(self) -> Partner:
        """The named partner."""
        found = partner_of(self.cleaned_data, "new")
        if found is None:
            raise ValueError("a form that is not valid names nobody")
        return found


def whole_name(name: str) -> str:
    """Return a name without what cannot be shown. Raises ValidationError: it is too short for one."""
    tidy = tidy_name(name, NAME_LENGTH)
    if len(tidy) < 2:
        raise forms.ValidationError(_("Enter the full name."))
    return tidy


def birthday(born: date | None, terms: EventTerms) -> date | None:
    """Return a day on which a player may have been born. Raises ValidationError: nobody was born then."""
    if born is not None and not 0 <= desk.age_on(born, terms.days[0].date) <= OLDEST:
        raise forms.ValidationError(_("This is not a player's date of birth. Check year, month and day."))
    return born


class Extending(forms.Form):
    """A later deadline."""

    to = forms.DateField(label=gettext_lazy("Entries until the end of"), widget=DateInput())
    why = forms.CharField(label=gettext_lazy("Reason (public)"), max_length=300, required=False)


class Announcing(forms.Form):
    """A public notice."""

    text = forms.CharField(label=gettext_lazy("Public notice"), max_length=1000)

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
        by_hand = [one for one in terms.pays if one not in ONLINE]
        field: Any = self.fields["method"]
        field.choices = [(one.value, method_label(one)) for one in by_hand]

    @property
    def cents(self) -> int:
        """The amount in cents."""
        return int(self.cleaned_data["amount"] * 100)
