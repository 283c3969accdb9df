"""The errors of a form as the list on top of its page: each line can be understood without its field."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _


def error_list(*some: forms.BaseForm) -> list[dict[str, str]]:
    """Return the errors of forms as {field, id, text}.

    Django's own sentences ("This field is required.") do not say which field they mean: here they name it. Beside the
    field they stay as they are.
    """
    found = []
    for form, name, errors in [(one, *errors) for one in some for errors in one.errors.as_data().items()]:
        field = form[name] if name in form.fields else None
        for error in errors:
            for text in error.messages:
                shown = text if field is None else _naming(field, error, text)
                found.append({"field": name, "id": _id_of(field) if field is not None else "", "text": shown})
    return found


def _id_of(field: forms.BoundField) -> str:
    """Return the id of a field; boxes and circles have no one label, but a group with an id."""
    return field.id_for_label or str(field.auto_id)


def _naming(field: forms.BoundField, error: ValidationError, text: str) -> str:
    kind = type(field.field)
    if error.code == "required" and text == str(forms.Field.default_error_messages["required"]):
        return _("%(field)s is missing.") % {"field": field.label}
    own = {str(one) for one in (*kind.default_error_messages.values(), *_of_validators(field.field))}
    return f"{field.label}: {text}" if error.code == "invalid" and text in own else text


def _of_validators(field: forms.Field) -> list[str]:
    return [str(one.message) for one in field.default_validators if hasattr(one, "message")]
