"""What is wrong with a form, as the list on top of its page: each line can be understood without its field."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _


def error_list(form: forms.BaseForm) -> list[dict[str, str]]:
    """Give the errors as {field, id, text}.

    Django's own sentences ("This field is required.") do not say which field they mean: here they name it. Beside the
    field they stay as they are.
    """
    found = []
    for name, errors in form.errors.as_data().items():
        field = form[name] if name in form.fields else None
        for error in errors:
            for text in error.messages:
                told = text if field is None else _naming(field, error, text)
                found.append({"field": name, "id": field.id_for_label if field is not None else "", "text": told})
    return found


def _naming(field: forms.BoundField, error: ValidationError, text: str) -> str:
    kind = type(field.field)
    if error.code == "required" and text == str(forms.Field.default_error_messages["required"]):
        return _("%(field)s is missing.") % {"field": field.label}
    own = {str(one) for one in (*kind.default_error_messages.values(), *_of_validators(field.field))}
    return f"{field.label}: {text}" if error.code == "invalid" and text in own else text


def _of_validators(field: forms.Field) -> list[str]:
    return [str(one.message) for one in field.default_validators if hasattr(one, "message")]
