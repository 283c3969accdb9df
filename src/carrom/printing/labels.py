"""Labels for boards of wood: a QR code that leads to the match on that board.

They fit sheets of labels, two beside one another: eight of 99.1 x 67.7 mm on A4 (as L7165), six of 4 x 3 1/3 inches on
Letter (as 5164), and are outlined faintly for scissors.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

from carrom.errors import NotAllowedError
from carrom.messages import gettext_noop as _
from carrom.printing.paper import Paper, qr_svg, set_pages

A_PAGE = 8  # of A4
MOST = 400  # labels in one file


class TooManyLabelsError(NotAllowedError):
    """So many labels belong to no club."""

    code = "too-many-labels"


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelWords:
    """Words on every label: English here; a site passes its own language."""

    lang: str = "en"
    scan: str = _("Scan to open the match on this board")
    title: str = _("Board labels")


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """One board: its name, whose it is, and the address to which its code leads."""

    name: str
    club: str = ""
    link: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """A file of labels. `skip` leaves the first places empty, for a page that is partly used."""

    labels: Sequence[Label]
    words: LabelWords = field(default_factory=LabelWords)
    skip: int = 0


def labels_pdf(labels: Labels, *, paper: Paper = "a4") -> bytes:
    """The labels as a PDF. Raises TooManyLabelsError."""
    return b"".join(set_pages("labels", _data(labels, paper), "pdf"))


def labels_png(labels: Labels, *, paper: Paper = "a4", ppi: float = 110) -> list[bytes]:
    """The pages of labels as pictures. Raises TooManyLabelsError."""
    return set_pages("labels", _data(labels, paper), "png", ppi=ppi)


def _data(labels: Labels, paper: Paper) -> dict[str, object]:
    if len(labels.labels) > MOST:
        raise TooManyLabelsError(most=MOST)
    return {
        **asdict(labels.words),
        "paper": paper,
        "skip": labels.skip % A_PAGE,
        "labels": [{**asdict(label), "qr": qr_svg(label.link)} for label in labels.labels],
    }
