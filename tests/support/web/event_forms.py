"""Forms of an event as a browser sends them."""

from carrom_web.competitions.events.form_rows import EditedForms
from tests.support.web.events import ADULTS


def registration_form(**changes: str) -> dict[str, str]:
    """The form of an adult who enters the singles, as a browser sends it; an empty change leaves a field out."""
    form = {
        "name": "Anu Nair",
        "email": "anu@example.org",
        "born": "1991-04-02",
        "method": "cash",
        "shows_name": "on",
        f"in_{ADULTS}": "on",
    }
    return {name: value for name, value in (form | changes).items() if value}


def terms_form(terms) -> dict[str, object]:
    """The fields of the form as a browser sends them back."""
    edited = EditedForms(terms)
    sent: dict[str, object] = {}
    for form in (edited.form, edited.rows.management_form, *edited.rows):
        for name in form.fields:
            value = form[name].value()
            if value is not None:
                sent[form[name].html_name] = value
    return sent
