"""The field of a setting with several values in an order: numbered selects, each a value by its name and what it is.

All selects have the field's one name, so the order of the form is the order of the values, and no script is needed: one
that is set to "–" is taken out, those below it move up; there are always empty ones to add to.
"""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from carrom.settings import Setting
from carrom_web.core.fast_widgets import attributes, options_html

LEAST_SHOWN = 6
MORE_SHOWN = 2  # empty ones after those that are chosen


def names_of(given: Any) -> tuple[str, ...]:
    """The values named: of a list, or of a text with commas or spaces between them; empty ones left out."""
    parts = [given] if isinstance(given, str) else given or ()
    return tuple(name for part in parts for name in str(part).replace(",", " ").split())


class OrderWidget(forms.Widget):
    """As many selects as are chosen, and empty ones; below them what none of them means."""

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self.setting = setting

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> tuple[str, ...]:
        """The names in their order."""
        return names_of(data.getlist(name) if hasattr(data, "getlist") else data.get(name))

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        """Whether the form did not ask."""
        return name not in data

    def choice_label(self, name: str) -> str:
        """A value by its name and what it is."""
        label, says = _(self.setting.choices[name]), _(self.setting.choice_help.get(name, "") or name)
        return label if says == name or label.lower() == says else f"{label}: {says}"

    def render(self, name: str, value: Any, attrs: Mapping[str, Any] | None = None, renderer: Any = None) -> SafeString:
        """A list of selects. The first has the field's id, the others that and their number."""
        known, chosen = self.setting.choices, names_of(value)
        choices = [("", "–"), *((one, self.choice_label(one)) for one in known)]
        own = {key: said for key, said in dict(attrs or {}).items() if key not in ("id", "required")}
        field_id = (attrs or {}).get("id", f"id_{name}")
        rows = []
        for number in range(max(LEAST_SHOWN, len(chosen) + MORE_SHOWN)):
            one = chosen[number] if number < len(chosen) else ""
            shown = choices if one in known or not one else [*choices, (one, one)]
            marks = {
                "name": name,
                "id": f"{field_id}_{number + 1}" if number else field_id,
                "aria-label": f"{_(self.setting.label)} ({number + 1})",
                **own,
            }
            rows.append(f"<li><select{attributes(marks)}>{options_html(shown, one)}</select></li>")
        usual = ", ".join(_(known[one]) for one in self.setting.default)
        note = format_html('<p class="small muted">{}</p>', _("None chosen: %(order)s.") % {"order": usual})
        return mark_safe(f'<ol class="ordered-choices">{"".join(rows)}</ol>{note}')  # noqa: S308 - each part is escaped


class OrderField(forms.Field):
    """Values in an order, from first to last; its value is a tuple of their names."""

    def __init__(self, setting: Setting, **more: Any) -> None:
        super().__init__(widget=OrderWidget(setting), **more)
        self.choices = setting.choices

    def to_python(self, value: Any) -> tuple[str, ...]:
        """The names."""
        return names_of(value)

    def validate(self, value: Any) -> None:
        """Each is one that there is, and there once."""
        super().validate(value)
        for name in value:
            if name not in self.choices:
                raise forms.ValidationError(_("There is no “%(name)s” here. Choose another one.") % {"name": name})
        twice = [name for name in value if value.count(name) > 1]
        if twice:
            label = _(self.choices[twice[0]])
            raise forms.ValidationError(_("“%(name)s” is there twice. Name each only once.") % {"name": label})

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether another order was chosen."""
        return names_of(initial) != names_of(data)
