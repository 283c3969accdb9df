"""Uploaded pictures: what is taken, what is refused before it is decoded, and what is left of the file that came."""

import io
import struct
import zlib

import pytest
from PIL import Image

from carrom.printing.uploads import LARGEST_PHOTO, LOGO_SIZE, UploadedPictureError, read_logo, read_photo
from tests.support.pictures import jpeg_of_a_phone, png_of


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


def png_that_claims(width: int, height: int) -> bytes:
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(bytes(1000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def test_a_photo_is_drawn_anew_upright_and_says_nothing_of_camera_and_place():
    taken = jpeg_of_a_phone(2400, 1200)
    assert b"SecretPhone" in taken and b"GPS" not in taken  # the place stands there as numbers
    assert opened(taken).getexif().get_ifd(0x8825)

    photo, small = read_photo(taken)

    assert (photo.width, photo.height) == (1000, 2000) and (small.width, small.height) == (320, 640)
    for one in (photo, small):
        stored = opened(one.content)
        assert stored.format == "JPEG" and not stored.getexif() and "icc_profile" not in stored.info
        assert b"SecretPhone" not in one.content and b"Exif" not in one.content
    red, _green, blue = opened(small.content).getpixel((160, 20))
    assert red > 200 > 60 > blue  # what was left when the phone lay on its side is above


def test_a_logo_keeps_what_is_transparent_and_fits():
    logo = read_logo(png_of(1280, 200, (200, 0, 0, 0)))

    assert (logo.width, logo.height) == (LOGO_SIZE[0], 100)
    assert opened(logo.content).mode == "RGBA" and opened(logo.content).getpixel((5, 5))[3] == 0


def test_a_transparent_photo_stands_on_white():
    photo, _small = read_photo(png_of(30, 20, (0, 0, 0, 0)))

    assert opened(photo.content).getpixel((5, 5)) == (255, 255, 255)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "kind"),
        (b"GIF89a" + bytes(50), "kind"),
        (b"", "kind"),
        (b"\xff\xd8\xff" + bytes(LARGEST_PHOTO), "too-large"),
        (png_that_claims(60_000, 60_000), "too-many-pixels"),
        (png_that_claims(6_000, 6_000), "too-many-pixels"),
        (png_that_claims(100, 100), "unreadable"),
        (b"\xff\xd8\xff\xe0 no picture", "unreadable"),
        (png_of(300, 300, (9, 9, 9, 255))[:200], "unreadable"),
        (b"RIFF\x10\x00\x00\x00WEBPVP8 ", "unreadable"),
    ],
)
def test_other_files_are_refused_with_a_reason(data: bytes, reason: str):
    with pytest.raises(UploadedPictureError) as refused:
        read_photo(data)
    assert refused.value.args == (reason,)
