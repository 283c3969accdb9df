"""Template tags for what a page hands to its scripts: texts (`static/site/texts.js`) and values."""

from typing import Any

from django import template
from django.core.serializers.json import DjangoJSONEncoder
from django.template.base import Node, NodeList, Parser, Token
from django.template.context import Context
from django.utils.html import escapejs, json_script
from django.utils.translation import get_language

register = template.Library()

# Numbers of every plural form that a language of gettext tells apart: those of Arabic and Slavic languages, 1 and 0 of
# French, 2 of Slovenian and Welsh, 1000000 of Spanish.
NUMBERS = (0, 1, 2, 3, 5, 6, 8, 11, 20, 21, 1_000_000)
OTHERS = 100


class CompactEncoder(DjangoJSONEncoder):
    """Writes JSON without the spaces that only people read."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "separators": (",", ":")})


@register.filter
def script_value(value: object, element_id: str) -> str:
    """Return a value as Django's `json_script` does, a tenth shorter."""
    return json_script(value, element_id, encoder=CompactEncoder)


class PluralForms(Node):
    """A text with a number in it, in all its plural forms."""

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist
        self._rendered: dict[str | None, str] = {}

    def render(self, context: Context) -> str:
        """Give an object of JSON: the text by numbers that have it, and under "" that of all others.

        A script takes the text of the number that is in the same plural category as its own (`Intl.PluralRules`).
        """
        language = get_language()
        if language not in self._rendered:
            others = self._text(context, OTHERS)
            own = {str(number): text for number in NUMBERS if (text := self._text(context, number)) != others}
            forms = (f'"{number}": "{text}"' for number, text in (own | {"": others}).items())
            self._rendered[language] = f"{{{', '.join(forms)}}}"
        return self._rendered[language]

    def _text(self, context: Context, number: int) -> str:
        with context.push(n=number):
            return escapejs(self.nodelist.render(context).strip())


@register.tag("pluralforms")
def plural_forms(parser: Parser, token: Token) -> PluralForms:
    """Make a text of what is between `pluralforms` and `endpluralforms`: a `blocktranslate count n=n`."""
    nodelist = parser.parse(("endpluralforms",))
    parser.delete_first_token()
    return PluralForms(nodelist)
