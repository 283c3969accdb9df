"""A page's HTML as a test compares it, however its template is laid out."""

import json
import re


def without_layout(html: str) -> str:
    """The HTML with no white space beside a tag and single spaces elsewhere: `<b> won </b> 2-0` as `<b>won</b>2-0`."""
    return re.sub(r" ?(<[^>]*?) ?> ?", r"\1>", re.sub(r"\s+", " ", html))


def script_data(html: str, name: str) -> object:
    """The JSON in a script element of a page."""
    found = re.search(rf'<script[^>]*id="{name}"[^>]*>(.*?)</script>', html, re.S)
    assert found is not None
    return json.loads(found[1])


def without_languages(page: str) -> str:
    """The page without the choice of languages, a form that every page has."""
    return page.replace('<form class="languages"', "")
