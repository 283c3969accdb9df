"""A QR code that a template draws."""

import io
import re

import segno

BORDER = 4  # modules of white round the code, as its standard asks


def qr_of(content: str | segno.QRCode) -> dict[str, object]:
    """Give the QR code of a link, or one that is made already, as {width, path}: an SVG path of lines one unit thick.

    `<svg class="qr" viewBox="0 0 {{ width }} {{ width }}"><path d="{{ path }}"/></svg>` on a white ground draws it.
    """
    code = segno.make(content, micro=False) if isinstance(content, str) else content
    out = io.BytesIO()
    code.save(out, kind="svg", xmldecl=False, svgclass=None, lineclass=None, border=BORDER)
    path = re.search(r' d="([^"]+)"', out.getvalue().decode())
    assert path is not None  # noqa: S101  # a code has dark modules
    return {"width": code.symbol_size(border=BORDER)[0], "path": path.group(1)}
