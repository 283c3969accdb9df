"""The field of an order of tie-breaks: numbered selects, each a tie-break by its name and what it counts.

All selects have the field's one name, so the order of the form is the order of the tie-breaks, and no script is
needed: one that is set to "–" is taken out, those below it move up; there are always empty ones to add to.
"""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from carrom.tournament.tie_breaks import TIE_BREAKS
from carrom_web.competitions.events.draw_labels import tie_break_label
from carrom_web.core.fast_widgets import attributes, options_html

LEAST_SHOWN = 6
MORE_SHOWN = 2  # empty ones after those that are chosen


def names_of(given: Any) -> tuple[str, ...]:
    """The tie-breaks named: of a list, or of a text with commas or spaces between them; empty ones left out."""
    parts = [given] if isinstance(given, str) else given or ()
    return tuple(name for part in parts for name in str(part).replace(",", " ").split())


def choice_label(name: str) -> str:
    """A tie-break by its name and what it counts."""
    words, says = tie_break_label(name), _(TIE_BREAKS[name].says)
    return words if words.lower() == says else f"{words}: {says}"


class TieBreakOrder(forms.Widget):
    """As many selects as are chosen, and empty ones; without any the usual order is told."""

    def __init__(self, usual: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.usual = usual

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> tuple[str, ...]:
        """The names in their order."""
        return names_of(data.getlist(name) if hasattr(data, "getlist") else data.get(name))

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        """Whether the form did not ask."""
        return name not in data

    def render(self, name: str, value: Any, attrs: Mapping[str, Any] | None = None, renderer: Any = None) -> SafeString:
        """A list of selects. The first has the field's id, the others that and their number."""
        chosen = names_of(value)
        choices = [("", "–"), *((one, choice_label(one)) for one in TIE_BREAKS)]
        own = {key: said for key, said in dict(attrs or {}).items() if key not in ("id", "required")}
        field_id = (attrs or {}).get("id", f"id_{name}")
        rows = []
        for number in range(max(LEAST_SHOWN, len(chosen) + MORE_SHOWN)):
            one = chosen[number] if number < len(chosen) else ""
            shown = choices if one in TIE_BREAKS or not one else [*choices, (one, one)]
            marks = {
                "name": name,
                "id": f"{field_id}_{number + 1}" if number else field_id,
                "aria-label": _("Tie-break %(number)d") % {"number": number + 1},
                **own,
            }
            rows.append(f"<li><select{attributes(marks)}>{options_html(shown, one)}</select></li>")
        told = ""
        if self.usual:
            usual = ", ".join(tie_break_label(one) for one in self.usual)
            told = format_html('<p class="small muted">{}</p>', _("None chosen: %(order)s.") % {"order": usual})
        return mark_safe(f'<ol class="tie-breaks">{"".join(rows)}</ol>{told}')  # noqa: S308 - each part is escaped


class TieBreakField(forms.Field):
    """An order of tie-breaks, from first to last; its value is a tuple of their names."""

    def __init__(self, *, usual: tuple[str, ...] = (), **more: Any) -> None:
        super().__init__(widget=TieBreakOrder(usual), **more)

    def to_python(self, value: Any) -> tuple[str, ...]:
        """The names."""
        return names_of(value)

    def validate(self, value: Any) -> None:
        """Each is one that there is, and there once."""
        super().validate(value)
        for name in value:
            if name not in TIE_BREAKS:
                raise forms.ValidationError(_("There is no tie-break “%(name)s”. Choose another.") % {"name": name})
        twice = [name for name in value if value.count(name) > 1]
        if twice:
            raise forms.ValidationError(
                _("“%(name)s” is there twice. Name each tie-break once.") % {"name": tie_break_label(twice[0])}
            )

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether another order was told."""
        return names_of(initial) != names_of(data)
