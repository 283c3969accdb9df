"""Helpers: a page's HTML as a test compares it, however its template is laid out."""

import re


def without_layout(html: str) -> str:
    """The HTML with no white space beside a tag and single spaces elsewhere: `<b> won </b> 2-0` as `<b>won</b>2-0`."""
    return re.sub(r" ?(<[^>]*?) ?> ?", r"\1>", re.sub(r"\s+", " ", html))
