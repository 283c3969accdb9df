"""Score sheets in the active language, as responses."""

import dataclasses

from django.http import HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from carrom.match.rules import shipped
from carrom.printing.paper import sheet_pdf
from carrom.printing.phrases import Words
from carrom.printing.sheet import Sheet
from carrom_web.core.translation import ruleset_title


def words() -> Words:
    """Return the words of the print."""
    texts = {one.name: _(str(one.default)) for one in dataclasses.fields(Words) if one.name not in ("lang", "rulesets")}
    titles = {slug: ruleset_title(ruleset) for slug, ruleset in shipped().items()}
    return Words(lang=(get_language() or "en").split("-")[0], rulesets=titles, **texts)


def pdf_answer(sheet: Sheet, *, name: str) -> HttpResponse:
    """The sheet, to be looked at or printed; `name` is what a browser calls the file that it keeps."""
    response = HttpResponse(sheet_pdf(sheet), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return response
