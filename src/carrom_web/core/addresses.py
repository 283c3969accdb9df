"""Addresses of pages that differ in their last part alone, as the rows of a table have them."""

from urllib.parse import quote

from django.urls import reverse

_LAST = "9007199254740993"  # in its place: converters of texts, slugs and numbers take it
_SAFE = "!$&'()*+,;=/~:@"  # as `reverse` quotes


class Addresses:
    """Gives addresses of one thing's pages: `reverse` takes 12 us, and a page may ask for hundreds."""

    def __init__(self, *args: object) -> None:
        """`args`: those that all of the addresses have before their last part."""
        self._args = args
        self._around: dict[str, tuple[str, str]] = {}

    def of(self, name: str, last: object) -> str:
        """Return the address of the page `name`, as `reverse` does. Raises NoReverseMatch."""
        if name not in self._around:
            before, _, after = reverse(name, args=[*self._args, _LAST]).rpartition(_LAST)
            self._around[name] = before, after
        before, after = self._around[name]
        return f"{before}{quote(str(last), safe=_SAFE)}{after}"
