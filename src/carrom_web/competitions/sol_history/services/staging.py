"""Uploads of files from SoL: they are read at once, and wait for a yes or a no."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from carrom.errors import CarromError
from carrom.tournament.sol_history import LARGEST_ARCHIVE, combined, read_sol_files
from carrom_web.clubs import services as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Action
from carrom_web.competitions.sol_history.models import SolImport
from carrom_web.competitions.sol_history.repository import SolHistoryError, packed

FILE_NAME = 80  # letters of it that are stored


def stage(club: Club, guest_id: UUID | None, files: Iterable[tuple[str, bytes]], *, now: datetime) -> SolImport:
    """Read files, each by its name, and store them as one history that waits to be confirmed.

    Raises:
        NotAllowedInClubError: they are not organisers of this club.
        SolHistoryError: which file cannot be read, and why. Nothing was stored.
        SolFileError: they contradict each other.
    """
    clubs.check(club.pk, guest_id, Action.ORGANISE)
    given = list(files)
    if sum(len(content) for _name, content in given) > LARGEST_ARCHIVE:
        raise SolHistoryError("too-large", megabytes=LARGEST_ARCHIVE // 1_000_000)
    books, names = [], []
    for name, content in given:
        try:
            for inside, book in read_sol_files(name, content):
                books.append(book)
                names.append(inside[:FILE_NAME])
        except CarromError as error:
            raise SolHistoryError("file", file=name[:FILE_NAME], problem=error) from None
    if guest_id is not None:
        SolImport.objects.filter(club=club, guest_id=guest_id, state=SolImport.State.STAGED).delete()
    content = packed(combined(books))
    return SolImport.objects.create(club=club, guest_id=guest_id, at=now, files=names, content=content)


def cancel(row: SolImport) -> None:
    """Delete an upload that nobody wants to import."""
    SolImport.objects.filter(pk=row.pk, state=SolImport.State.STAGED).delete()
