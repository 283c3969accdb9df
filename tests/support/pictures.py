"""Pictures to upload."""

import io

from PIL import Image

_ORIENTATION, _MODEL, _PLACE = 0x0112, 0x0110, 0x8825
_ON_ITS_SIDE = 6  # to be turned a quarter clockwise


def png_of(width: int, height: int, colour: tuple[int, int, int, int]) -> bytes:
    """A PNG of one colour, which may be transparent."""
    out = io.BytesIO()
    Image.new("RGBA", (width, height), colour).save(out, "PNG")
    return out.getvalue()


def jpeg_of_a_phone(width: int, height: int) -> bytes:
    """A photo whose left half is red, taken with the phone on its side, with the phone's name and place in it."""
    picture = Image.new("RGB", (width, height), (20, 60, 160))
    picture.paste((230, 40, 30), (0, 0, width // 2, height))
    exif = Image.Exif()
    exif[_ORIENTATION], exif[_MODEL] = _ON_ITS_SIDE, "SecretPhone"
    exif.get_ifd(_PLACE).update({1: "N", 2: (12.0, 34.0, 56.0)})
    out = io.BytesIO()
    picture.save(out, "JPEG", exif=exif)
    return out.getvalue()
