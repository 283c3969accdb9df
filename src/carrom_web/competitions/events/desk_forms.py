"""Later forms of registrations: changed by their owner or the desk, or entered at the desk."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carrom.tournament.category import CategoryTerms, Gender, Kind
from carrom.tournament.event import ONLINE, EventTerms, Method
from carrom_web.accounts.services import tidy_name
from carrom_web.competitions.events.forms import Registering, key_of, partner_of
from carrom_web.competitions.events.labels import method_label
from carrom_web.competitions.events.models import NAME_LENGTH
from carrom_web.competitions.events.services.applications import Application, Partner
from carrom_web.competitions.events.services.registration_changes import Details


class Changing(Registering):
    """A registration as it stands, to be changed. Categories that are drawn, and teams, are shown and stay."""

    version = forms.IntegerField(label=gettext_lazy("Version"), widget=forms.HiddenInput)

    def __init__(
        self,
        terms: EventTerms,
        before: Details,
        version: int,
        data: Any = None,
        *,
        closed: Mapping[str, str],
        ways: Sequence[Method],
    ) -> None:
        self.before = before
        initial = self.initial_of(before) | {"version": version}
        asked = replace(terms, categories=tuple(one for one in terms.categories if one.kind is not Kind.TEAM))
        super().__init__(asked, data, closed=closed, ways=ways, initial=initial)
        self.teams = [one for one in terms.categories if one.kind is Kind.TEAM and one.key in before.categories]

    @staticmethod
    def initial_of(before: Details) -> dict[str, Any]:
        """The fields of a registration as it stands."""
        initial: dict[str, Any] = {
            "name": before.name,
            "email": before.email,
            "born": before.born,
            "gender": before.gender.value if before.gender else "",
            "club_name": before.club_name,
            "shows_name": before.shows_name,
            "method": before.method.value,
        }
        initial |= {f"in_{key}": True for key in before.categories}
        for key, mate in before.partners:
            if mate is not None:
                initial |= {f"mate_{key}": mate.name, f"mail_{key}": mate.email, f"born_{key}": mate.born}
                initial |= {f"gender_{key}": mate.gender.value if mate.gender else ""}
        return initial

    def _lacks_category(self, chosen: list[CategoryTerms]) -> bool:
        return not chosen and not self.teams

    def _check_admitted(self, chosen: Any) -> None:
        """The action asks, which knows the partners that stay."""

    def _numbers(self, category: CategoryTerms) -> range:  # type: ignore[override]
        """A drawn pair has no fields: it stays."""
        return range(1 if category.kind is Kind.DOUBLES and f"mate_{category.key}" in self.fields else 0)

    def details(self) -> Details:
        """The registration as it is wanted."""
        given = self.cleaned_data
        chosen = [one for one in self.terms.categories if given.get(f"in_{one.key}")]
        partners: list[tuple[str, Partner | None]] = []
        for category in chosen:
            if category.kind is Kind.DOUBLES:
                asked = f"mate_{category.key}" in self.fields
                mate = partner_of(given, key_of(category)) if asked else self.before.partner(category.key)
                partners.append((category.key, mate))
            else:
                partners.append((category.key, None))
        order = [*self.before.categories, *(one.key for one in chosen if one.key not in self.before.categories)]
        wanted = {one.key for one in (*chosen, *self.teams)}
        keys = tuple(key for key in order if key in wanted)
        return Details(
            name=given["name"],
            email=given["email"],
            born=given.get("born"),
            gender=Gender(given["gender"]) if given.get("gender") else self.before.gender,
            club_name=tidy_name(given.get("club_name", ""), NAME_LENGTH),
            shows_name=given["shows_name"],
            method=Method(given["method"]) if given.get("method") else self.before.method,
            categories=keys,
            partners=tuple(sorted(partners, key=lambda one: keys.index(one[0]))),
        )


class Admitting(Registering):
    """Somebody who stands at the desk: no email is needed, nobody is asked by letter, the fee is taken at once."""

    needs_mail = False
    by_desk = True

    paid_by = forms.ChoiceField(label=gettext_lazy("Paid now by"), required=False, widget=forms.RadioSelect)
    is_here = forms.BooleanField(label=gettext_lazy("Is here"), required=False, initial=True)

    def __init__(self, terms: EventTerms, *args: Any, **kwargs: Any) -> None:
        super().__init__(terms, *args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["email"].required = False
        fields["email"].label = _("Email (optional)")
        fields["shows_name"].label = _("They agree that their name is shown in draws and results")
        fields["shows_name"].initial = False  # the desk asks; nobody is taken to have said yes
        fields.pop("method", None)
        by_hand = [one for one in terms.pays if one not in ONLINE]
        fields["paid_by"].choices = [("", _("Not yet")), *((one.value, method_label(one)) for one in by_hand)]
        if not by_hand or not any(one.fee for one in terms.categories):
            del fields["paid_by"]

    @property
    def taken(self) -> Method | None:
        """How the fee was taken, if it was."""
        initial = self.cleaned_data.get("paid_by")
        return Method(initial) if initial else None

    def application(self, **more: Any) -> Application:
        """Return the form as an application; an unpaid fee is paid at the desk if the event takes that."""
        by_hand = (one for one in self.terms.pays if one not in ONLINE)
        method = self.taken or next(by_hand, None) or next(iter(self.terms.pays), Method.CASH)
        return replace(super().application(**more), method=method, by_registrar=True, partners_agreed=True)
