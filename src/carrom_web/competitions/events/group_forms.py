"""The form by which one person registers a club's players: who asks, how they pay, and a list for each category.

Each line is an entry: `Anu Nair, 2010-05-17, anu@example.org`, of which the name alone is needed where no age decides;
a pair is two players with `&` between them, a team its name, a colon and its players. One person who is in several
lists has one registration.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from carrom.tournament.category import CategoryTerms, Gender, Kind
from carrom.tournament.event import ONLINE, EventTerms, Method
from carrom.tournament.registration import identity
from carrom_web.accounts.services import tidy_name
from carrom_web.competitions.events.labels import method_label
from carrom_web.competitions.events.models import EMAIL_LENGTH, NAME_LENGTH
from carrom_web.competitions.events.services.applications import Application, Partner
from carrom_web.competitions.events.services.groups import GroupError, GroupLineError
from carrom_web.core.translation import localized

MOST_LINES = 200
GENDERS = {"women": Gender.WOMEN, "w": Gender.WOMEN, "f": Gender.WOMEN, "men": Gender.MEN, "m": Gender.MEN}
Applications = list[tuple[str, Application]]


class GroupForm(forms.Form):
    """A club's players; `known` is who asks, where the group has been made before."""

    name = forms.CharField(
        label=gettext_lazy("Your name"), max_length=NAME_LENGTH, widget=forms.TextInput({"autocomplete": "name"})
    )
    email = forms.EmailField(
        label=gettext_lazy("Your email"), max_length=EMAIL_LENGTH, widget=forms.EmailInput({"autocomplete": "email"})
    )
    club_name = forms.CharField(label=gettext_lazy("Club"), max_length=NAME_LENGTH)
    method = forms.ChoiceField(label=gettext_lazy("How will you pay for all?"), widget=forms.RadioSelect)

    def __init__(
        self,
        terms: EventTerms,
        *args: Any,
        closed: Mapping[str, str],
        ways: Sequence[Method],
        asks_who: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.terms = terms
        self.methods = methods = methods_of(terms, ways)
        fields: dict[str, Any] = self.fields
        fields["method"].choices = [(one.value, method_label(one)) for one in methods]
        fields["method"].initial = methods[0].value if methods else ""
        if len(methods) < 2:
            del fields["method"]
        if not asks_who:
            for name in ("name", "email", "club_name", "method"):
                fields.pop(name, None)
        self.open = [one for one in terms.categories if one.key not in closed]
        for category in self.open:
            fields[f"list_{category.key}"] = forms.CharField(
                label=category.title,
                required=False,
                max_length=20_000,
                widget=forms.Textarea({"rows": 4, "placeholder": _example(category)}),
            )

    def clean(self) -> dict[str, Any]:
        """The lines as registrations; what cannot be read stands at its list."""
        given = super().clean() or self.cleaned_data
        self.applications: Applications = []
        count = 0
        for category in self.open:
            name = f"list_{category.key}"
            try:
                lines = list(_lines(given.get(name, ""), category))
            except GroupLineError as error:
                self.add_error(name, localized(error))
                continue
            count += len(lines)
            for line, entered in lines:
                _join(self.applications, line, entered)
        if not self.errors and not count:
            self.add_error(None, localized(GroupError("empty")))
        if count > MOST_LINES:
            self.add_error(None, localized(GroupError("too-many", most=MOST_LINES)))
        return given

    @property
    def paid_by(self) -> Method:
        """How the club pays."""
        chosen = self.cleaned_data.get("method")
        return Method(chosen) if chosen else self.methods[0]

    def lists(self) -> list[forms.BoundField]:
        """The list of each category."""
        return [self[f"list_{one.key}"] for one in self.open]


def methods_of(terms: EventTerms, ways: Sequence[Method]) -> list[Method]:
    """Return how a club can pay for all at once, by the `ways` open now; for a free event there is nothing to pay.

    None where it cannot: no way is open, or the event is played on this site, where each player signs in. What the
    desk records comes first, as many clubs pay.
    """
    if terms.is_online:
        return []
    found = sorted(ways, key=lambda one: one in ONLINE)
    return found or ([] if any(one.fee for one in terms.categories) else [Method.CASH])


def _example(category: CategoryTerms) -> str:
    born = ", 2010-05-17" if category.oldest or category.youngest else ""
    gender = ", women" if category.gender is Gender.MIXED else ""
    player = f"Anu Nair{born}{gender}"
    other = f"Binu Rao{born}{', men' if gender else ''}"
    if category.kind is Kind.DOUBLES:
        return f"{player} & {other}"
    if category.kind is Kind.TEAM:
        return " & ".join([f"Rockville 1: {player}", other, *(["…"] if category.size > 2 else [])])
    return player


def _lines(text: str, category: CategoryTerms) -> Iterator[tuple[str, Application]]:
    """Yield each line with what it enters. Raises GroupLineError."""
    for line in filter(None, (one.strip() for one in text.splitlines())):
        try:
            yield line, _entered(line, category)
        except GroupLineError as error:
            raise GroupLineError(line=line, cause=error) from None


def _entered(line: str, category: CategoryTerms) -> Application:
    team, colon, rest = line.partition(":") if category.kind is Kind.TEAM else ("", "", line)
    if category.kind is Kind.TEAM and (not colon or not team.strip()):
        raise GroupLineError("team")
    people = [_person(part, category) for part in rest.split("&")]
    if category.kind is Kind.DOUBLES and len(people) != 2:
        raise GroupLineError("pair")
    first, *others = people
    return Application(
        name=first.name,
        email=first.email,
        born=first.born,
        gender=first.gender,
        categories=(category.key,),
        partners=tuple((category.key, one) for one in others),
        teams=((category.key, tidy_name(team, NAME_LENGTH)),) if team else (),
    )


def _person(text: str, category: CategoryTerms) -> Partner:
    name, *parts = (part.strip() for part in text.split(","))
    name = tidy_name(name, NAME_LENGTH)
    if len(name) < 2:
        raise GroupLineError("name")
    gender = category.gender if category.gender in (Gender.WOMEN, Gender.MEN) else None
    person = Partner(name=name, email="", gender=gender)
    for part in filter(None, parts):
        if "@" in part and len(part) <= EMAIL_LENGTH:
            person = replace(person, email=part)
        elif part.casefold() in GENDERS:
            person = replace(person, gender=GENDERS[part.casefold()])
        else:
            person = replace(person, born=_day(part))
    return person


def _day(part: str) -> date:
    try:
        return date.fromisoformat(part)
    except ValueError:
        raise GroupLineError("part", part=part) from None


def _join(applications: Applications, line: str, entered: Application) -> None:
    """Add what a line enters: to the registration of the same person in an earlier list, or as another one."""
    who = identity(entered.name, entered.born)
    for number, (earlier, known) in enumerate(applications):
        if identity(known.name, known.born) == who and not set(known.categories) & set(entered.categories):
            joined = replace(
                known,
                email=known.email or entered.email,
                gender=known.gender or entered.gender,
                categories=(*known.categories, *entered.categories),
                partners=(*known.partners, *entered.partners),
                teams=(*known.teams, *entered.teams),
            )
            applications[number] = (earlier, joined)
            return
    applications.append((line, entered))


def errors_of(form: GroupForm) -> Sequence[dict[str, str]]:
    """Return everything that is wrong, each with the list in which it is."""
    found = []
    for name, texts in form.errors.items():
        field = form[name] if name in form.fields else None
        for text in texts:
            said = f"{field.label}: {text}" if field else str(text)
            found.append({"field": name, "id": field.id_for_label if field else "", "text": said})
    return found
