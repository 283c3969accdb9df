"""Pictures that people upload, made into new files: nothing of the file that came is stored but what it shows.

Size and kind are looked at before anything is decoded, the number of pixels before they are. What a camera wrote
beside the picture (place, time, serial number, a small preview) is not taken over. SVG, which can hold scripts and
addresses, is no kind that is read.
"""

import hashlib
import io
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

from carrom.errors import UnreadableError
from carrom.parts import need

if TYPE_CHECKING:
    from PIL.Image import Image

LARGEST_PHOTO = 12_000_000  # bytes: what a phone takes has 2 to 8 MB
LARGEST_LOGO = 2_000_000
LONGEST_SIDE = 2000  # pixels of a stored photo
THUMBNAIL = 640
LOGO_SIZE = (640, 320)
MOST_PIXELS = 24_000_000
"""The most that is decoded. Of a large JPEG a half to an eighth is, so it may have 89 million, where Pillow stops."""

_DAMAGED = (OSError, ValueError, SyntaxError, EOFError, OverflowError, struct.error)
_QUALITY, _THUMBNAIL_QUALITY = 82, 78


class UploadedPictureError(UnreadableError):
    """A file that is no picture, or none that is taken."""

    code = "uploaded-picture"


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPicture:
    """A picture as it is stored: `content` is a JPEG of a photo, a PNG of a logo; sizes in pixels."""

    content: bytes
    width: int
    height: int

    @property
    def digest(self) -> str:
        """A name for exactly these bytes, for addresses."""
        return hashlib.blake2b(self.content, digest_size=12).hexdigest()


def read_photo(data: bytes) -> tuple[StoredPicture, StoredPicture]:
    """Return a photo, at most `LONGEST_SIDE` long, and its small version, both upright.

    Raises:
        UploadedPictureError: too large, of another kind, with too many pixels, or damaged.
        MissingPartError: Pillow is not installed.
    """
    opened = _opened(data, LARGEST_PHOTO, (LONGEST_SIDE, LONGEST_SIDE))
    photo = _fitted(_on_white(opened), (LONGEST_SIDE, LONGEST_SIDE))
    small = _fitted(photo, (THUMBNAIL, THUMBNAIL))
    return _jpeg(photo, _QUALITY), _jpeg(small, _THUMBNAIL_QUALITY)


def read_logo(data: bytes) -> StoredPicture:
    """Return a logo, at most `LOGO_SIZE`, with what is transparent in it. Raises as `read_photo`."""
    logo = _fitted(_opened(data, LARGEST_LOGO, LOGO_SIZE).convert("RGBA"), LOGO_SIZE)
    out = io.BytesIO()
    logo.save(out, "PNG", optimize=True)
    return StoredPicture(content=out.getvalue(), width=logo.width, height=logo.height)


def check_size(size: int | None, largest: int) -> None:
    """Pass if a file of this size is read at all; None: none was chosen. Raises UploadedPictureError."""
    if size is None:
        raise UploadedPictureError("missing")
    if size > largest:
        raise UploadedPictureError("too-large", megabytes=largest // 1_000_000)


def kind_of(data: bytes) -> str:
    """Return the kind of a picture by its first bytes, as Pillow names it; "" if it is none that is taken."""
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    return "WEBP" if data[:4] == b"RIFF" and data[8:12] == b"WEBP" else ""


def _opened(data: bytes, largest: int, wanted: tuple[int, int]) -> "Image":
    """Return the picture of a file, decoded and upright."""
    check_size(len(data), largest)
    kind = kind_of(data)
    if not kind:
        raise UploadedPictureError("kind")
    need("prints")
    from PIL import Image, ImageOps

    try:
        opened = Image.open(io.BytesIO(data), formats=(kind,))  # reads the head alone
    except Image.DecompressionBombError as error:
        raise UploadedPictureError("too-many-pixels", megapixels=MOST_PIXELS // 1_000_000) from error
    except _DAMAGED as error:
        raise UploadedPictureError("unreadable") from error
    opened.draft("RGB", wanted)  # of a JPEG: no more is decoded than what is wanted
    if opened.width * opened.height > MOST_PIXELS:
        raise UploadedPictureError("too-many-pixels", megapixels=MOST_PIXELS // 1_000_000)
    try:
        opened.load()
        return ImageOps.exif_transpose(opened)
    except _DAMAGED as error:
        raise UploadedPictureError("unreadable") from error


def _on_white(picture: "Image") -> "Image":
    from PIL import Image

    if not picture.has_transparency_data:
        return picture.convert("RGB")
    white = Image.new("RGBA", picture.size, "white")
    white.alpha_composite(picture.convert("RGBA"))
    return white.convert("RGB")


def _fitted(picture: "Image", most: tuple[int, int]) -> "Image":
    """Return a copy that is no larger than this, and has nothing but its pixels."""
    from PIL import Image

    made = Image.new(picture.mode, picture.size)
    made.paste(picture)
    made.thumbnail(most, Image.Resampling.LANCZOS)
    return made


def _jpeg(picture: "Image", quality: int) -> StoredPicture:
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=quality, optimize=True, progressive=True)
    return StoredPicture(content=out.getvalue(), width=picture.width, height=picture.height)
