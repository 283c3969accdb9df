"""A page's HTML as a test compares it, however its template is laid out."""

import json
import re
from html import unescape


def without_layout(html: str) -> str:
    """The HTML with no white space beside a tag and single spaces elsewhere: `<b> won </b> 2-0` as `<b>won</b>2-0`."""
    return re.sub(r" ?(<[^>]*?) ?> ?", r"\1>", re.sub(r"\s+", " ", html))


def script_data(html: str, name: str) -> object:
    """The JSON in a script element of a page."""
    found = re.search(rf'<script[^>]*id="{name}"[^>]*>(.*?)</script>', html, re.S)
    assert found is not None
    return json.loads(found[1])


def form_fields(html: str) -> dict[str, list[str]]:
    """The fields of a page's longest form as a browser sends them if nobody changes any, without the token."""
    form = max(re.findall(r"<form.*?</form>", html, re.S), key=len)
    fields: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name = re.search(r'name="([^"]+)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        is_box = re.search(r'type="(checkbox|radio)"', tag)
        if name and 'type="file"' not in tag and (not is_box or "checked" in tag):
            fields.setdefault(name[1], []).append(unescape(value[1]) if value else "on" if is_box else "")
    for name, options in re.findall(r'<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>', form, re.S):
        chosen = re.search(r'value="([^"]*)"[^>]*\sselected', options) or re.search(r'value="([^"]*)"', options)
        fields.setdefault(name, []).append(unescape(chosen[1]) if chosen else "")
    for name, text in re.findall(r'<textarea[^>]*name="([^"]+)"[^>]*>\s?(.*?)</textarea>', form, re.S):
        fields.setdefault(name, []).append(unescape(text))
    fields.pop("csrfmiddlewaretoken", None)
    return fields


def without_languages(page: str) -> str:
    """The page without the choice of languages, a form that every page has."""
    return page.replace('<form class="languages"', "")
