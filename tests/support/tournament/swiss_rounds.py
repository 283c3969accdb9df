"""Every round of a Swiss event that is legal."""

from carrom.tournament.formats.swiss_costs import Field
from carrom.tournament.formats.swiss_matching import Round


def all_rounds(field: Field, left: tuple[int, ...] | None = None) -> list[Round]:
    """Every legal round, by trying all."""
    left = tuple(range(field.count)) if left is None else left
    if not left:
        return [()]
    first = left[0]
    return [
        ((first, other), *rest)
        for other in left[1:]
        if field.may_meet(first, other)
        for rest in all_rounds(field, tuple(one for one in left if one not in (first, other)))
    ]
