"""The answers of puzzles to hooks between apps (core/hooks.py)."""

from uuid import UUID

from django.urls import reverse

from carrom_web.core.hooks import OwnFigures, hookimpl
from carrom_web.core.translation import gettext as _


@hookimpl
def own_figures(guest_id: UUID) -> OwnFigures | None:
    """The rating and the streaks of somebody who has tried a puzzle."""
    from carrom_web.puzzles import selectors  # with the physics, which a command of the site does without

    standing = selectors.standing(guest_id)
    if not standing.tries:
        return None
    solved = _("%(solved)d of %(tries)d") % {"solved": standing.solved, "tries": standing.tries}
    rating = f"{standing.rating.value:.0f}"
    if standing.is_provisional:
        rating = _("%(rating)s, provisional") % {"rating": rating}
    return OwnFigures(
        heading=_("Puzzles"),
        rows=(
            (_("Rating"), rating),
            (_("Solved at the first try"), solved),
            (_("In a row"), _("%(run)d, best %(best)d") % {"run": standing.run, "best": standing.best_run}),
            (_("Daily puzzles, days in a row"), str(standing.days)),
        ),
        url=reverse("puzzles"),
        link=_("Solve puzzles"),
    )
