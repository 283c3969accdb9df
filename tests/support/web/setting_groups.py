"""Other values of many settings at once, as one form, file or page has them."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from carrom.errors import CarromError

Terms = TypeVar("Terms")


def together(
    values: Mapping[str, Mapping[str, Any]],
    terms_with: Callable[[Mapping[str, Any]], Terms],
    are_all_in_use: Callable[[Terms, list[str]], bool],
) -> list[tuple[list[str], Terms]]:
    """Put settings into few groups; each has terms with the other values of all its settings.

    Args:
        values: by the name of a setting, its other value and those of settings that it needs.
        terms_with: terms with these values. Raises CarromError: there are none.
        are_all_in_use: whether each of these settings matters under the terms, which are allowed.
    """
    groups: list[tuple[list[str], dict[str, Any], Terms]] = []
    for name, own in values.items():
        for number, (names, known, _terms) in enumerate(groups):
            if any(known.get(key, value) != value for key, value in own.items()):
                continue
            try:
                terms = terms_with(known | own)
            except CarromError:
                continue
            if are_all_in_use(terms, [*names, name]):
                groups[number] = ([*names, name], known | own, terms)
                break
        else:
            groups.append(([name], dict(own), terms_with(own)))
    return [(names, terms) for names, _values, terms in groups]
